# SPDX-License-Identifier: MIT
"""The tables of a game, shaped like chess.syzygy."""

from __future__ import annotations

import os
from typing import (TYPE_CHECKING, Any, Callable, Iterable, Iterator, Sequence, TypeVar,
                    overload)

from . import _damiera
from ._damiera import Position
from .answers import Hit, Move, Probe, Table
from .arguments import PositionLike, whole
from .errors import MissingTableError
from .folders import Folder, folders_to_read, in_bytes, with_shipped
from .games import usual_count

if TYPE_CHECKING:
    import numpy
    from numpy.typing import NDArray

T = TypeVar("T")

MOST_MOVES = _damiera.MOST_MOVES  # of a draw count, by each side

_CHUNK = 1 << 16  # positions between two looks at whether the user wants to stop


class Tablebase:
    """The tables of one game. Any number of threads may use it; the GIL is released meanwhile.

    Values are for the side to move: 2 win, 0 draw, -2 loss, with unlimited moves. Under a draw
    count, if one is given, also 1 cursed win and -1 blessed loss: a win or loss that the count
    makes a draw. Distances are in plies: positive for a win, negative for a loss, 0 for a draw;
    also 0 where the game is over. Nothing is guessed: MissingTableError names the table that is
    missing.
    """

    def __init__(self, game: str, folders: Iterable[Folder], *, cache_bytes: int = 1 << 28,
                 shipped: bool = True) -> None:
        self._folders = folders_to_read(folders)
        if not isinstance(game, str):
            raise TypeError(f"game: expected a name, found {game!r}")
        if whole("cache_bytes", cache_bytes) < 0:
            raise ValueError(f"cache_bytes: expected 0 or more, found {cache_bytes}")
        self._shipped = shipped
        self._cache_bytes = cache_bytes
        self._game = _damiera.game_named(game)
        self._tables: _damiera.Tables | None = self._open()

    def _open(self) -> _damiera.Tables:
        folders = with_shipped(self._folders) if self._shipped else self._folders
        return _damiera.Tables(self._game, in_bytes(folders), self._cache_bytes, False)

    @property
    def _core(self) -> _damiera.Tables:
        if self._tables is None:
            raise ValueError("the tablebase was closed")
        return self._tables

    def close(self) -> None:
        """Frees the tables; probes after it raise ValueError."""
        self._tables = None

    def __enter__(self) -> Tablebase:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def __repr__(self) -> str:
        return f"<damiera.Tablebase {self._game}>"

    def add_directory(self, directory: Folder) -> int:
        """Reads a further folder, and returns the number of tables that it brings. The cache is
        emptied."""
        before = len(self._core.tables())
        folders = self._folders
        self._folders = [*folders, os.path.abspath(directory)]
        try:
            self._tables = self._open()
        except Exception:
            self._folders = folders
            raise
        return len(self._tables.tables()) - before

    @property
    def game(self) -> str:
        return self._game

    @property
    def max_pieces(self) -> int:
        """The largest number N such that every position of at most N pieces has a value."""
        return self._core.max_pieces()

    def slices(self) -> list[str]:
        """The slices that have tables of values, such as "KKMvKM": the side to move first."""
        return [name for name, metric, _ in self._core.tables() if metric == "wdl"]

    def tables(self) -> list[tuple[str, str, int]]:
        """(slice, metric, moves of its draw count or 0) of each table."""
        return self._core.tables()

    def table(self, slice: str, metric: str = "wdl", count: int = 0) -> Table:
        """The counts of a table. Metrics are "wdl", "dtc", "dtw", and under a draw count "counted
        wdl" and "counted dtc"."""
        if not isinstance(metric, str):
            raise TypeError(f"metric: expected a name, found {metric!r}")
        if metric.startswith("counted"):
            _check_count(count)
        told = self._core.table(slice, metric, count)
        return Table(slice, metric, count if metric.startswith("counted") else 0, *told)

    # One position.

    def probe_wdl(self, pos: PositionLike, count: int | None = None,
                  counted: int | None = None) -> int:
        """The value. `count` is a draw count in moves by each side, `counted` the plies of it that
        have been played; if `counted` is not given, the FEN gives it (":H12"), or it is 0. More
        than the count has are a complete count in a FEN, and a ValueError as `counted`.
        ValueError for `counted` without a count, here and in what follows."""
        if not count and counted is None:
            return self._core.wdl(pos)
        return self.probe(pos, count, counted).wdl

    def probe_dtc(self, pos: PositionLike) -> int:
        """Plies to conversion: to the next capture or man's move, of either side."""
        return self._core.dtc(pos)

    def probe_dtw(self, pos: PositionLike) -> int:
        """Plies to the end of the game."""
        return self._core.dtw(pos)

    def probe_dtz(self, pos: PositionLike, count: int | None = None,
                  counted: int | None = None) -> int:
        """Rule-aware plies to conversion under a draw count, the one of the game's rules unless
        another is given; for a cursed win or blessed loss the plies with unlimited moves. As in
        chess.syzygy 0 is a draw and nothing else: where the game is over it is -1, or 1 in games
        that are won by having no move."""
        plies = self.probe(pos, self._count(count), counted).dtz
        if plies is None:
            raise MissingTableError("no table tells this distance")
        return plies

    def probe(self, pos: PositionLike, count: int | None = None,
              counted: int | None = None) -> Probe:
        """All at once. A distance that no table has is None; the value must be known."""
        asked = _moves_of(count, counted)
        wdl, dtc, dtw, under_count, dtz = self._core.evaluate(pos, asked, counted)
        return Probe(wdl if under_count is None else under_count, dtc, dtw, dtz)

    @overload
    def get_wdl(self, pos: PositionLike, default: None = None) -> int | None: ...
    @overload
    def get_wdl(self, pos: PositionLike, default: T) -> int | T: ...
    def get_wdl(self, pos: PositionLike, default: Any = None) -> Any:
        """probe_wdl(), or `default` where a table is missing."""
        return _unless_missing(lambda: self.probe_wdl(pos), default)

    @overload
    def get_dtc(self, pos: PositionLike, default: None = None) -> int | None: ...
    @overload
    def get_dtc(self, pos: PositionLike, default: T) -> int | T: ...
    def get_dtc(self, pos: PositionLike, default: Any = None) -> Any:
        """probe_dtc(), or `default` where a table is missing."""
        return _unless_missing(lambda: self.probe_dtc(pos), default)

    @overload
    def get_dtw(self, pos: PositionLike, default: None = None) -> int | None: ...
    @overload
    def get_dtw(self, pos: PositionLike, default: T) -> int | T: ...
    def get_dtw(self, pos: PositionLike, default: Any = None) -> Any:
        """probe_dtw(), or `default` where a table is missing."""
        return _unless_missing(lambda: self.probe_dtw(pos), default)

    @overload
    def get_dtz(self, pos: PositionLike, default: None = None, count: int | None = None,
                counted: int | None = None) -> int | None: ...
    @overload
    def get_dtz(self, pos: PositionLike, default: T, count: int | None = None,
                counted: int | None = None) -> int | T: ...
    def get_dtz(self, pos: PositionLike, default: Any = None, count: int | None = None,
                counted: int | None = None) -> Any:
        """probe_dtz(), or `default` where a table is missing."""
        return _unless_missing(lambda: self.probe_dtz(pos, count, counted), default)

    def moves(self, pos: PositionLike, count: int | None = None,
              counted: int | None = None) -> list[Move]:
        """All legal moves, the best first: wins soon, draws, losses late."""
        return [_move(told) for told in self._core.moves(pos, _moves_of(count, counted), counted)]

    def mainline(self, pos: PositionLike) -> list[Move]:
        """Best play with unlimited moves to the end of the game; no moves for a draw."""
        return [_move(told) for told in self._core.line(pos)]

    def _count(self, given: int | None) -> int:
        count = usual_count(self._game) if given is None else given
        if count is None:
            raise ValueError(f"the {self._game} game has no draw count that every conversion "
                             "begins anew: expected count=...")
        _check_count(count)
        return count

    # Many positions; these need NumPy.

    def probe_many(self, positions: Sequence[PositionLike] | Sequence[NDArray[Any]],
                   metric: str = "wdl", default: int | None = None) -> NDArray[numpy.int32]:
        """A value or distance of each position, as probe_wdl() and the others return it.

        `positions` is a list of positions or, much faster, a tuple of arrays: white men, white
        kings, black men and black kings as uint64 (bit 0 is the top left square, or the top right
        one on a mirrored board), and whether Black is to move, which may be left out. Where a table
        is missing the result is `default`, or MissingTableError is raised if that is None."""
        import numpy

        if isinstance(positions, (str, Position)):
            raise TypeError("positions: expected a list of them, found one")
        if not (hasattr(positions, "__len__") and hasattr(positions, "__getitem__")):
            raise TypeError(f"positions: expected a list, found {type(positions).__name__}")
        if default is not None and not -(1 << 31) <= whole("default", default) < 1 << 31:
            raise ValueError(f"default: expected a number of 32 bits, found {default}")
        arrays = _arrays(positions)
        out = numpy.empty(len(positions if arrays is None else arrays[4]), numpy.int32)
        if arrays is None:
            self._core.many_in_list(metric, positions, out, default)
        else:
            self._core.many(metric, arrays, out, default)
        return out

    def slice_values(self, slice: str, metric: str = "wdl", *,
                     captures: bool = True) -> numpy.ma.MaskedArray[Any, Any]:
        """A value or distance of every position of a slice, in the order of their numbers. Without
        `captures`, those in which the side to move has a capture are masked."""
        size = self._size_of(slice)
        import numpy

        values = numpy.empty(size, numpy.int32)
        capturing = numpy.empty(size, numpy.uint8)
        for first in range(0, size, _CHUNK):
            part = numpy.s_[first:first + _CHUNK]
            self._core.slice(slice, metric, first, values[part], capturing[part])
        mask = False if captures else capturing != 0
        return numpy.ma.MaskedArray(values, mask=mask)  # type: ignore[no-untyped-call]

    # The positions of a slice.

    def _size_of(self, slice: str) -> int:
        """The number of positions of a slice whose values are there."""
        size = self._core.slice_size(slice)
        if slice not in self.slices():
            lacking = MissingTableError(f"{self._game}/{slice}.wdl: there is no such table")
            lacking.slice, lacking.metric = slice, "wdl"
            raise lacking
        return size

    def enumerate(self, slice: str, *, win: bool = False, draw: bool = False, loss: bool = False,
                  captures: bool = False, min_dtc: int | None = None, max_dtc: int | None = None,
                  min_dtw: int | None = None, max_dtw: int | None = None,
                  first: int = 0) -> Iterator[Hit]:
        """The positions of a slice, with White to move, that have one of the values named (none:
        any of them), in the order of their numbers from `first` on. Bounds are on the plies of
        wins and losses. Without `captures`, only those in which the side to move has none."""
        if not (win or draw or loss):
            win = draw = loss = True
        bounds = _bounds(min_dtc, max_dtc, min_dtw, max_dtw)
        core = self._core
        size = self._size_of(slice)
        if whole("first", first) < 0:
            raise ValueError(f"first: expected 0 or more, found {first}")
        wanted = (win, draw, loss, captures)
        return (Hit(*told) for start in range(first, size, _CHUNK)
                for told in core.scan(slice, start, _CHUNK, wanted, *bounds))

    def position_at(self, slice: str, number: int) -> Position:
        """The position of a slice with this number, with White to move."""
        size = self._core.slice_size(slice)
        if not 0 <= whole("number", number) < size:
            raise IndexError(f"number: expected 0 to {size - 1} in {slice}, found {number}")
        return self._core.position(slice, number)

    def number_of(self, pos: PositionLike) -> int:
        """The number of a position in its slice, the same with either colour to move."""
        return self._core.number(pos)


def open_tablebase(game: str, *directories: Folder, cache_bytes: int = 1 << 28,
                   shipped: bool = True) -> Tablebase:
    """Lists the tables of a game in these folders, then the small ones that come with Damiera
    (unless `shipped` is False). Without a folder, the folders of DAMIERA_TABLES or else
    ~/.local/share/damiera/tables are read. At most `cache_bytes` of decoded values are held."""
    folders = [os.fspath(directory) for directory in directories]
    return Tablebase(game, folders, cache_bytes=cache_bytes, shipped=shipped)


def _unless_missing(probe: Callable[[], int], default: Any) -> Any:
    try:
        return probe()
    except MissingTableError:
        return default


def _check_count(count: int) -> None:
    if not 1 <= whole("count", count) <= MOST_MOVES:
        raise ValueError(f"count: expected 1 to {MOST_MOVES} moves by each side, found {count}")


def _moves_of(count: int | None, counted: int | None) -> int:
    if not count and counted is not None:
        raise ValueError("counted: expected the count that these plies are of")
    if not count:
        return 0
    _check_count(count)
    if counted is not None and not 0 <= whole("counted", counted) <= 2 * count:
        raise ValueError(f"counted: expected 0 to {2 * count} plies, found {counted}")
    return count


def _move(told: tuple[Any, ...]) -> Move:
    pdn, uci, wdl, dtc, dtw, counted, conversion, after = told
    return Move(pdn, uci, wdl if counted is None else counted, dtc, dtw, conversion, after)


def _bounds(min_dtc: int | None, max_dtc: int | None, min_dtw: int | None,
            max_dtw: int | None) -> tuple[str | None, int, int]:
    """The requested metric, and the least and greatest plies."""
    by_dtc = min_dtc is not None or max_dtc is not None
    by_dtw = min_dtw is not None or max_dtw is not None
    if by_dtc and by_dtw:
        raise ValueError("expected bounds of one metric: DTC or DTW")
    least, most = (min_dtw, max_dtw) if by_dtw else (min_dtc, max_dtc)
    metric = "dtc" if by_dtc else "dtw" if by_dtw else None
    no_more = 1 << 30
    for bound in (least, most):
        if bound is not None and not 0 <= whole("bound", bound) <= no_more:
            raise ValueError(f"bound: expected 0 to {no_more} plies, found {bound}")
    return metric, least or 0, no_more if most is None else most


def _arrays(positions: Any) -> list[Any] | None:
    """The five arrays that four or five arrays stand for; None for a list of positions."""
    import numpy

    if not (isinstance(positions, (tuple, list)) and len(positions) in (4, 5) and all(
            isinstance(part, numpy.ndarray) for part in positions)):
        return None
    for part in positions[:4]:
        if part.size and part.dtype.kind not in "iu":
            raise TypeError(f"expected arrays of uint64, found {part.dtype}")
    sets = [numpy.ascontiguousarray(part, numpy.uint64) for part in positions[:4]]
    black = positions[4] if len(positions) == 5 else numpy.zeros(len(sets[0]), bool)
    return [*sets, numpy.ascontiguousarray(black, bool).view(numpy.uint8)]
