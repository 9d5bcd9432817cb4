# SPDX-License-Identifier: MIT
"""Games and their rules: functions that need no tables but the shipped ones."""

from __future__ import annotations

import json
from typing import Iterable

from . import _damiera
from .answers import Move, Verdict
from .arguments import PositionLike, whole
from .folders import Folder, folders_to_read, in_bytes, with_shipped

_GAMES = {name: (count, width) for name, count, width in _damiera.games()}

GAMES: tuple[str, ...] = tuple(_GAMES)
"""The names of all games. Every function takes their other names as well: "american", "24"."""


def usual_count(game: str) -> int | None:
    """The moves by each side without a capture or a man's move after which the game is drawn; None
    if its rules know no such count."""
    return _GAMES[_damiera.game_named(game)][0] or None


def board_width(game: str) -> int:
    """8 or 10: half of the width * width squares are played on."""
    return _GAMES[_damiera.game_named(game)][1]


def legal_moves(game: str, pos: PositionLike) -> list[Move]:
    """All legal moves, without values. If there are none, the game is over."""
    return [Move(m[0], m[1], None, None, None, m[6], m[7]) for m in _damiera.legal_moves(game, pos)]


def claim(pdn: str, game: str | None = None, *, from_: str | None = None, at: str | None = None,
          count: int | None = None, lang: str = "en",
          folders: Iterable[Folder] = (), shipped: bool = True) -> list[Verdict]:
    """Judges the draws by count in games of PDN, as `damiera claim` does. `game` is that of games
    without a tag GameType. `from_`, `at` and `count` are the options of the program: the move before
    which the draw was claimed and the last move that had been made, as "47w", and the moves of each
    player to be counted. `lang`, "en" or "it", is the language of the headline. The tables say
    whether a win stood; they change no verdict."""
    if count is not None:
        count = whole("count", count)
    read = folders_to_read(folders)
    if shipped:
        read = with_shipped(read)
    verdicts = []
    # Not splitlines(): it would also split names at characters such as U+2028.
    lines = _damiera.claim(pdn, game, in_bytes(read), from_, at, count, lang).split("\n")
    for told in (json.loads(line) for line in lines if line):
        headline = told.get("headline") or told.get("error") or ""
        verdicts.append(Verdict(told["game"], told.get("drawn"), headline, told))
    return verdicts
