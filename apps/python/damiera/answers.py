# SPDX-License-Identifier: MIT
"""What the tables say, in objects with names."""

from __future__ import annotations

import dataclasses
from typing import Any

from ._damiera import Position


@dataclasses.dataclass(frozen=True)
class Probe:
    """Everything that is known about a position, for the side to move. Distances are in plies,
    negative for a loss, 0 for a draw, and None where no table has them."""

    wdl: int
    """2 win, 0 draw, -2 loss; under a count also 1 cursed win, -1 blessed loss."""
    dtc: int | None
    """To the next capture or man's move, of either side, with unlimited moves."""
    dtw: int | None
    """To the end of the game, with unlimited moves."""
    dtz: int | None
    """Under a count: the rule-aware distance to conversion, as Tablebase.probe_dtz tells."""


@dataclasses.dataclass(frozen=True)
class Move:
    """A legal move. Values and distances are for the side that makes it: as for a position, but
    None if no table was used."""

    pdn: str
    """As the game writes it: "22-18", "c3:e5:g7" or "1x10x19"."""
    uci: str
    """Every square that the piece stands on, as two digits each, counted from the top left as
    White sees the board, or from the top right on a mirrored board."""
    wdl: int | None
    dtc: int | None
    dtw: int | None
    conversion: bool
    """A capture or a man's move, which begins a draw count anew."""
    after: Position

    def __str__(self) -> str:
        return self.pdn


@dataclasses.dataclass(frozen=True)
class Hit:
    """A position of a slice, seen with White to move."""

    number: int
    """In its slice: what Tablebase.position_at() takes."""
    position: Position
    wdl: int
    plies: int | None
    """Its distance, if distances were asked for."""


@dataclasses.dataclass(frozen=True)
class Table:
    """One table: a slice and what the table stores for its positions, for the side to move."""

    slice: str
    metric: str
    count: int
    """Moves by each side of the draw count that it is about, else 0."""
    positions: int
    wins: int
    draws: int
    losses: int
    captures: int
    """Positions in which the side to move has a capture."""
    longest_plies: int
    """The longest distance of a position without a capture: to the end of the game in a DTW table,
    else to conversion."""
    longest: int
    """The number of the first position with that distance."""
    bytes: int
    """Of the file."""


@dataclasses.dataclass(frozen=True)
class Verdict:
    """What is said of a game's draws by count."""

    game: int
    """The number of the game in the text, from 1."""
    drawn: bool | None
    """Whether a count draws it; None if it cannot be judged."""
    headline: str
    """The same in a sentence, or what is wrong with the game."""
    details: dict[str, Any]
    """All that `damiera claim --json` writes: "white", "black", "claims", ..."""
