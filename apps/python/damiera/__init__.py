# SPDX-License-Identifier: MIT
"""Exact values of draughts endings, from endgame tables.

>>> import damiera
>>> with damiera.open_tablebase("italian") as tables:
...     tables.probe_wdl("W:WK3,20:BK31"), tables.probe_dtw("W:WK3,20:BK31")
(2, 41)
"""

from ._damiera import Position, __version__
from .answers import Hit, Move, Probe, Table, Verdict
from .arguments import HasFen, PositionLike
from .errors import (CorruptedTableError, InvalidPositionError, MissingTableError, TableIOError)
from .games import GAMES, board_width, claim, legal_moves, usual_count
from .tablebase import Tablebase, open_tablebase

__all__ = [
    "GAMES", "CorruptedTableError", "HasFen", "Hit", "InvalidPositionError", "MissingTableError",
    "Move", "Position", "PositionLike", "Probe", "Table", "TableIOError", "Tablebase", "Verdict",
    "__version__", "board_width", "claim", "legal_moves", "open_tablebase", "usual_count",
]
