# SPDX-License-Identifier: MIT
"""What can go wrong. Running out of memory is Python's own MemoryError."""


class MissingTableError(KeyError):
    """No table has the requested value; `slice` and `metric` name the missing table, if that is
    known."""

    slice: "str | None" = None
    metric: "str | None" = None

    def __str__(self) -> str:  # a KeyError shows its message in quotes
        return str(self.args[0]) if self.args else ""


class CorruptedTableError(Exception):
    """A table is damaged, or is one of another game or version; the message names the file."""


class InvalidPositionError(ValueError):
    """A text that is no position, or a position that the game cannot have."""


class TableIOError(OSError):
    """The operating system could not read a folder or a file; the message names it."""
