# SPDX-License-Identifier: MIT
"""Checks of arguments."""

from __future__ import annotations

import operator
from typing import Any


def whole(name: str, number: Any) -> int:
    """The number; TypeError unless it is a whole one."""
    try:
        return operator.index(number)
    except TypeError:
        raise TypeError(f"{name}: expected a whole number, found {number!r}") from None
