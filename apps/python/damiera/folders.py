# SPDX-License-Identifier: MIT
"""Where tables lie."""

from __future__ import annotations

import os
import sys
from pathlib import Path
from typing import Iterable, Sequence, Union

from . import _damiera

# What names a folder.
Folder = Union[str, bytes, os.PathLike[str], os.PathLike[bytes]]


def shipped_folder() -> str:
    """The folder of the tables that come with the package: in the package itself, where a Debian
    package has them, or in the source tree that it was built from."""
    # In a virtual environment with the packages of the system, sys.prefix is another folder.
    shared = [Path(prefix, "share/damiera/shipped") for prefix in (sys.prefix, sys.base_prefix)]
    for place in [Path(__file__).parent / "shipped", *shared]:
        if place.is_dir():
            return str(place)
    return _damiera.shipped_tables()


def users_folders() -> list[str]:
    """The folders that DAMIERA_TABLES names, or else the user's own folder; without folders that do
    not exist. The program `damiera` looks into the same ones."""
    named = os.environ.get("DAMIERA_TABLES")
    if named:
        folders = [part for part in named.split(":") if part]
    else:
        data = os.environ.get("XDG_DATA_HOME", "")
        try:
            base = Path(data) if data.startswith("/") else Path.home() / ".local/share"
        except RuntimeError:  # the user has no home
            return []
        folders = [str(base / "damiera/tables")]
    return [folder for folder in folders if os.path.isdir(folder)]


def folders_to_read(given: Iterable[Folder]) -> list[str | bytes]:
    """The folders given, or else the user's folders, wherever the process goes later. TypeError for
    a single name, which would be read letter by letter."""
    if isinstance(given, (str, bytes)):
        raise TypeError("folders: expected several, as in a list")
    return [os.path.abspath(folder) for folder in list(given) or users_folders()]


def in_bytes(folders: Sequence[str | bytes]) -> list[bytes]:
    """The names as the system has them, which need not be text. ValueError for a null byte."""
    names = [os.fsencode(folder) for folder in folders]
    if any(b"\0" in name for name in names):
        raise ValueError("folder: embedded null byte")
    return names


def with_shipped(folders: list[str | bytes]) -> list[str | bytes]:
    """These folders, then the one of the tables that come with the package."""
    own = shipped_folder()
    return [*folders, own] if os.path.isdir(own) else folders
