#!/usr/bin/env python3
"""Compares what a reader written from data/FORMAT.md finds in table files with what the program says.

usage: read_tables.py PROGRAM FOLDER VARIANT [--cells N] [SLICE...]

Of each slice (by default all in the folder) positions without capture are looked up in the tables of
every metric and draw count that FOLDER has: about 1500, with --cells 500, all over a table of few cells, of a
larger one those in the first N cells of three blocks. Few are 65,536 cells, or with --cells 4,096; N is
1,000 without, and with it of more than 65,536 cells only the block in the middle is read. Where values
are searched, positions are left out that lead far into blocks of tables with more than few cells.
Exits with 1 if anything differs."""

import argparse
import json
import pathlib
import subprocess
import sys

from draughts import Board
from table_file import SEARCHED, TREE, expect, opened

NAMES = ("loss", "draw", "win")
MANY_CELLS = 2**16  # Larger blocks take long to decode.


class TooFar(Exception):
    """In a block that is decoded from its first cell."""


class Tables:
    """The tables of a game in a folder: values of any position, captures looked through. A value is 0,
    1 or 2 for loss, draw and win; `count` is 0 or a draw count. Of blocks of tables with more than
    `few` cells no more than `reach` cells are decoded."""

    def __init__(self, folder, game, cells):
        self.folder, self.game, self.board = folder, game, Board(game)
        self.cells = cells
        self.reach = cells or 1000
        self.few = 2**12 if cells else MANY_CELLS
        self.paths = sorted(path for path in (pathlib.Path(folder) / game).iterdir()
                            if "v" in path.stem and not path.name.startswith("."))
        self.counts = sorted({int(path.suffix[4:]) for path in self.paths if path.suffix[4:]})

    def slices(self):
        return sorted({path.stem for path in self.paths}, key=lambda name: (len(name), name))

    def has(self, slice_name, metric):
        return (pathlib.Path(self.folder) / self.game / f"{slice_name}.{metric}").exists()

    def table(self, slice_name, metric):
        return opened(self.folder, self.game, slice_name, metric)

    def is_far(self, table, groups):
        return table is not None and table.coding == TREE and table.cells > self.few and (
            table.cell(groups) % table.block_positions >= self.reach
            or self.is_far(table.values, groups))

    def stored(self, groups, metric, count):
        """What a table says of a position without capture; None if its values are searched."""
        men, their_men, kings, their_kings = map(len, groups)
        name = "K" * kings + "M" * men + "v" + "K" * their_kings + "M" * their_men
        table = self.table(name, metric + (str(count) if count else ""))
        if table.as_without_count:
            return self.stored(groups, metric, 0)
        if table.coding == SEARCHED:
            return None
        if self.is_far(table, groups):
            raise TooFar
        return table.value(groups)

    def is_over(self, groups):
        return not groups[0] and not groups[2]

    def wdl(self, groups, count=0):
        if self.is_over(groups):
            return 0
        stored = None
        if not self.board.has_capture(groups):
            stored = self.stored(groups, "wdl", count)
        if stored is not None:
            return stored
        return max((2 - self.wdl(after, count) for _, after in self.board.moves(groups)), default=0)

    def dtc(self, groups, count=0):
        """Of a position that is won or lost."""
        if self.is_over(groups):
            return 0
        if self.board.has_capture(groups):
            return 1
        stored = self.stored(groups, "dtc", count)
        if stored is not None:
            return stored
        return self.best(groups, lambda conversion, after:
                         1 if conversion else 1 + self.dtc(after, count))

    def dtw(self, groups):
        """The same."""
        if self.is_over(groups):
            return 0
        if not self.board.has_capture(groups):
            stored = self.stored(groups, "dtw", 0)
            if stored is not None:
                return 2 * stored + (self.wdl(groups) == 2)
        return self.best(groups, lambda _, after: 1 + self.dtw(after))

    def best(self, groups, plies):
        """The least of the moves that win, or the greatest of all moves of who loses."""
        if self.wdl(groups) == 2:
            return min(plies(*move) for move in self.board.moves(groups) if self.wdl(move[1]) == 0)
        return max((plies(*move) for move in self.board.moves(groups)), default=0)


def chosen(tables, table):
    """Cells all over the table, or the first ones of three blocks, or of one in the middle."""
    if table.cells <= tables.few:
        return range(0, table.cells, max(1, table.cells // (500 if tables.cells else 1500)))
    last = (table.cells - 1) // table.block_positions
    blocks = (1,) if tables.cells and table.cells > MANY_CELLS else range(3)
    starts = {last * n // 2 * table.block_positions for n in blocks}
    return [cell for start in sorted(starts)
            for cell in range(start, min(start + tables.reach, table.cells))]


def positions(tables, slice_name):
    table = tables.table(slice_name, "wdl")
    for cell in chosen(tables, table):
        placed = table.placed(cell)
        if placed and not table.board.has_capture(placed):
            yield placed


def found(tables, slice_name, groups, count):
    """What the program answers, from the tables."""
    value = tables.wdl(groups)
    answer = {"wdl": NAMES[value]}
    if value == 1:
        answer["dtc"] = answer["dtw"] = None
    else:  # without a table of distances here the program may find one near, or have one of its own
        if tables.has(slice_name, "dtc"):
            answer["dtc"] = tables.dtc(groups)
        if tables.has(slice_name, "dtw"):
            answer["dtw"] = tables.dtw(groups)
    if count and tables.has(slice_name, f"wdl{count}"):
        counted = tables.wdl(groups, count)
        names = NAMES if counted == value else ("loss", {0: "blessed loss", 2: "cursed win"}[value], "win")
        distance = None if counted == 1 else tables.dtc(groups, count)
        answer["count"] = {"value": names[counted], "dtc": distance}
    return answer


def said(program, tables, asked, count):
    command = [program, "probe", tables.game, "--tables", tables.folder, "--json", "-"]
    if count:
        command += ["--count", str(count)]
    out = subprocess.run(command, input="\n".join(asked), text=True, capture_output=True, check=True)
    return [json.loads(line) for line in out.stdout.splitlines()]


def check(program, tables, slices, count):
    """The number of positions that agree, and of those left out."""
    asked, left_out = {}, 0
    for name in slices:
        for groups in positions(tables, name):
            try:
                asked[tables.board.fen(groups)] = found(tables, name, groups, count)
            except TooFar:
                left_out += 1
    answers = said(program, tables, asked, count)
    expect(len(answers), len(asked), "answers")
    for (fen, mine), answer in zip(asked.items(), answers):
        for member, wanted in mine.items():
            given = answer[member]
            if member == "count":
                given = {key: given[key] for key in wanted}
            expect(wanted, given, f"{fen}: {member}")
    return len(asked), left_out


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("program")
    parser.add_argument("folder")
    parser.add_argument("variant")
    parser.add_argument("--cells", type=int)
    parser.add_argument("slices", nargs="*")
    options = parser.parse_intermixed_args()
    tables = Tables(options.folder, options.variant, options.cells)
    slices = options.slices or tables.slices()
    for count in [0] + tables.counts:
        has_count = [name for name in slices if tables.has(name, f"wdl{count}")]
        of_count = has_count if count else [name for name in slices if not any(
            tables.has(name, f"wdl{n}") for n in tables.counts)]
        if not of_count:
            continue
        number, left_out = check(options.program, tables, of_count, count)
        print(f"{options.variant}: {len(of_count)} slices, {number} positions agree"
              + (f", under a count of {count} moves too" if count else "")
              + (f"; {left_out} left out" if left_out else ""))


main()
