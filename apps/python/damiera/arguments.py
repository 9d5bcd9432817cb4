# SPDX-License-Identifier: MIT
"""Types and checks of arguments."""

from __future__ import annotations

import operator
from typing import Any, Protocol, Union

from ._damiera import Position


class HasFen(Protocol):
    """A board of another library: `fen` is text in PDN, or a function that returns it."""

    @property
    def fen(self) -> Any: ...


PositionLike = Union[str, Position, HasFen]


def whole(name: str, number: Any) -> int:
    """The number; TypeError unless it is a whole one."""
    try:
        return operator.index(number)
    except TypeError:
        raise TypeError(f"{name}: expected a whole number, found {number!r}") from None
