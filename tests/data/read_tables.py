#!/usr/bin/env python3
"""A reader of table files written from data/FORMAT.md, and nothing else: pure Python.

usage: read_tables.py PROGRAM FOLDER VARIANT SLICE...

Reads the WDL and DTC tables of the slices in FOLDER and compares positions without capture with
what the program says of them; exits with 1 if anything differs."""

import ctypes
import ctypes.util
import itertools
import json
import math
import struct
import subprocess
import sys

XXHASH = ctypes.CDLL(ctypes.util.find_library("xxhash") or "libxxhash.so.0")
XXHASH.XXH3_64bits.restype = ctypes.c_uint64
XXHASH.XXH3_64bits.argtypes = [ctypes.c_char_p, ctypes.c_size_t]

# name: number, width, top left is dark, flying kings, men capture backward, men capture kings
GAMES = {
    "international": (20, 10, False, True, True, True),
    "english": (21, 8, False, False, False, True),
    "italian": (22, 8, True, False, False, False),
    "russian": (25, 8, False, True, True, True),
    "brazilian": (26, 8, False, True, True, True),
}
DISPLACEMENTS = [(-1, -1), (-1, 1), (1, -1), (1, 1), (-2, 0), (0, -2), (-2, -2), (-2, 2), (0, 2)]
DIAGONALS = DISPLACEMENTS[:4]
MISS = [32768]
while len(MISS) < 64:
    MISS.append(MISS[-1] - MISS[-1] // 8)
VALUE_ORDERS = [(0, 1, 2), (0, 2, 1), (1, 2, 0), (1, 0, 2), (2, 0, 1), (2, 1, 0)]


def xxh3(data):
    return XXHASH.XXH3_64bits(bytes(data), len(data))


def expect(found, wanted, what):
    if found != wanted:
        raise ValueError(f"{what}: found {found}, expected {wanted}")


class Bytes:
    """Reads integers one after the other."""

    def __init__(self, data):
        self.data, self.at = data, 0

    def take(self, n):
        if self.at + n > len(self.data):
            raise ValueError("beyond the end")
        self.at += n
        return self.data[self.at - n : self.at]

    def uint(self, n):
        return int.from_bytes(self.take(n), "little")

    def varint(self):
        value = 0
        for shift in range(0, 35, 7):
            byte = self.uint(1)
            value |= (byte & 127) << shift
            if byte < 128:
                return value
        raise ValueError("varint")

    def at_end(self):
        return self.at == len(self.data)


class Board:
    """Squares, rows and columns of a game, and who can capture."""

    def __init__(self, game):
        self.game = game
        _, self.width, self.dark, self.flying, self.backward, self.take_kings = GAMES[game]
        self.row_squares = self.width // 2
        self.squares = self.width * self.row_squares

    def row_column(self, square):
        row, n = divmod(square, self.row_squares)
        return row, 2 * n + (0 if (row % 2 == 0) == self.dark else 1)

    def square(self, row, column):
        if 0 <= row < self.width and 0 <= column < self.width:
            return row * self.row_squares + column // 2
        return None

    def name(self, square):
        """As positions are written: chess notation in two games, else numbers from 1."""
        if self.game not in ("russian", "brazilian"):
            return str(square + 1)
        row, column = self.row_column(square)
        return "abcdefgh"[column] + str(8 - row)

    def step(self, square, by, times=1):
        row, column = self.row_column(square)
        return self.square(row + times * by[0], column + times * by[1])

    def has_capture(self, groups):
        """groups: squares of my men, their men, my kings, their kings."""
        my_men, their_men, my_kings, their_kings = map(set, groups)
        theirs = their_men | their_kings
        occupied = my_men | my_kings | theirs
        for man in my_men:
            for by in DIAGONALS if self.backward else DIAGONALS[:2]:
                over, to = self.step(man, by), self.step(man, by, 2)
                prey = theirs if self.take_kings else their_men
                if over in prey and to is not None and to not in occupied:
                    return True
        for king in my_kings:
            for by in DIAGONALS:
                times = 1
                while self.flying and self.step(king, by, times) is not None:
                    if self.step(king, by, times) in occupied:
                        break
                    times += 1
                over, to = self.step(king, by, times), self.step(king, by, times + 1)
                if over in theirs and to is not None and to not in occupied:
                    return True
        return False


def rank(slots):
    return sum(math.comb(c, k) for k, c in enumerate(sorted(slots), 1))


class Group:
    def __init__(self, kind, pieces, slots):
        self.kind, self.pieces, self.squares = kind, pieces, slots
        self.slot = {square: n for n, square in enumerate(slots)}
        self.count, self.stride = math.comb(len(slots), pieces), 1
        # All choices of slots by rank: colexicographic order.
        self.choices = sorted(itertools.combinations(range(len(slots)), pieces),
                              key=lambda c: c[::-1])


class Table:
    def __init__(self, folder, game, slice_name, metric):
        self.board, self.game = Board(game), game
        self.path = f"{folder}/{game}/{slice_name}.{metric}"
        with open(self.path, "rb") as file:
            self.data = file.read()
        self.read_header(slice_name, metric)
        self.read_directory()
        self.make_groups()
        self.values = None
        if self.coding == 2 and metric == "dtc":
            self.values = Table(folder, game, slice_name, "wdl")
        self.read_model()
        self.held = {}

    def read_header(self, slice_name, metric):
        h = Bytes(self.data[:112])
        expect(h.take(8), b"\x89DTB\r\n\x1a\n", "magic")
        expect(h.uint(2), 1, "format version")
        expect(h.uint(2), 1, "index version")
        expect(xxh3(self.data[:104]), struct.unpack_from("<Q", self.data, 104)[0], "header checksum")
        expect(h.uint(1), GAMES[self.game][0], "variant")
        self.is_wdl = h.uint(1) == 0
        expect(self.is_wdl, metric == "wdl", "metric")
        self.coding = h.uint(1)
        expect(h.uint(1), 0, "reserved")
        mine, theirs = slice_name.split("v")
        self.counts = {kind: h.uint(1) for kind in ("my men", "my kings", "their men", "their kings")}
        expect(list(self.counts.values()),
               [mine.count("M"), mine.count("K"), theirs.count("M"), theirs.count("K")], "material")
        self.block_positions, self.positions = h.uint(4), h.uint(8)
        h.take(4 * 8 + 8)  # counts and longest
        self.longest, self.block_count = h.uint(4), h.uint(4)
        expect(h.uint(8), len(self.data), "file size")
        self.group_order, self.snake = h.uint(1), h.uint(1)
        expect(h.uint(2), 0, "reserved")
        self.directory_size, self.directory_checksum = h.uint(4), h.uint(8)

    def read_directory(self):
        directory = self.data[len(self.data) - self.directory_size :]
        expect(xxh3(directory), self.directory_checksum, "directory checksum")
        entries, rest = Bytes(directory), Bytes(self.data[112 : len(self.data) - self.directory_size])
        blocks = []
        while not entries.at_end():
            size = entries.varint()
            checksum = entries.uint(4) if size else 0
            blocks.append(rest.take(size))
            if size:
                expect(xxh3(blocks[-1]) & 0xFFFFFFFF, checksum, f"checksum of entry {len(blocks) - 1}")
        expect(rest.at_end(), True, "bytes after the last block")
        self.model, self.blocks = blocks[0], blocks[1:]

    def make_groups(self):
        board = self.board
        rows = [list(range(r * board.row_squares, (r + 1) * board.row_squares))
                for r in range(board.width)]
        if self.snake:
            order = list(range(0, board.width, 2)) + list(range(1, board.width, 2))[::-1]
            rows = [rows[r] if r // 2 % 2 == 0 else rows[r][::-1] for r in order]
        squares = [square for row in rows for square in row]
        kinds = ["my men", "their men", "my kings", "their kings"]
        order = list(itertools.permutations(kinds))[self.group_order]
        banned = {"my men": 0, "their men": board.width - 1}
        self.groups = [
            Group(kind, self.counts[kind],
                  [s for s in squares if s // board.row_squares != banned.get(kind)])
            for kind in order if self.counts[kind]]
        self.cells = 1
        for group in reversed(self.groups):
            group.stride, self.cells = self.cells, self.cells * group.count

    def read_model(self):
        model = Bytes(self.model)
        if self.coding == 1:
            self.strings = [(model.varint(),) for _ in range(model.varint())]
            for _ in range(model.varint()):
                left, right = model.varint(), model.varint()
                self.strings.append(self.strings[left] + self.strings[right])
            self.pages = b"".join(self.blocks)
        elif self.coding == 2:
            self.features = [(model.uint(1), model.uint(1)) for _ in range(model.varint())]
            self.tree = self.read_node(model)
            expect(len(self.blocks), self.block_count, "blocks")
        else:
            raise ValueError(f"coding {self.coding}: this reader knows packed tables")
        expect(model.at_end(), True, "bytes after the model")

    def read_node(self, model):
        feature = model.varint()
        if feature == 0:
            leaf = model.uint(2)
            return (leaf % 8, leaf // 8 % 64, leaf // 512)
        return (feature - 1, [self.read_node(model) for _ in range(4)])

    def choice(self, cell):
        """The slots of each group in a cell."""
        return [g.choices[cell // g.stride % g.count] for g in self.groups]

    def placed(self, cell):
        """Squares of my men, their men, my kings, their kings; None if no position."""
        placed = {"my men": [], "their men": [], "my kings": [], "their kings": []}
        for group, slots in zip(self.groups, self.choice(cell)):
            placed[group.kind] = [group.squares[c] for c in slots]
        every = [s for squares in placed.values() for s in squares]
        return tuple(placed.values()) if len(set(every)) == len(every) else None

    def cell(self, placed):
        squares = dict(zip(("my men", "their men", "my kings", "their kings"), placed))
        return sum(rank([g.slot[s] for s in squares[g.kind]]) * g.stride for g in self.groups)

    def value(self, cell):
        if self.coding == 1:
            return self.value_in_span(*divmod(cell, self.block_positions))
        block, offset = divmod(cell, self.block_positions)
        if block not in self.held:
            self.held[block] = Decoder(self, block).decode()
        return self.held[block][offset]

    def value_in_span(self, span, offset):
        begin, end = struct.unpack_from("<II", self.pages, 4 * span)
        first = 4 * (self.block_count + 1)
        codes = Bytes(self.pages[first + begin : first + end])
        while True:
            string = self.strings[codes.uint(1 if len(self.strings) <= 256 else 2)]
            if offset < len(string):
                return string[offset]
            offset -= len(string)


class Decoder:
    """Decodes a block of a table coded along a tree; values by offset, None where none is stored."""

    def __init__(self, table, block):
        self.table, self.begin = table, block * table.block_positions
        self.end = min(self.begin + table.block_positions, table.cells)
        self.bytes, self.next = table.blocks[block], 4
        self.code = int.from_bytes((self.bytes + bytes(4))[:4], "big")
        self.range = 2**32 - 1
        self.out, self.won = [], []

    def miss(self, p):
        bound = self.range // 65536 * (65536 - p)
        is_miss = self.code >= bound
        if is_miss:
            self.code, self.range = self.code - bound, self.range - bound
        else:
            self.range = bound
        while self.range < 2**24:
            byte = self.bytes[self.next] if self.next < len(self.bytes) else 0
            self.next += 1
            self.code, self.range = (self.code * 256 + byte) % 2**32, self.range * 256
        return is_miss

    def decode(self):
        table = self.table
        last, lasts = 1, [0, 0]
        for cell in range(self.begin, self.end):
            placed = table.placed(cell)
            value = won = None
            if placed and not table.board.has_capture(placed):
                if table.is_wdl:
                    value = last = self.find_value(cell, last)
                else:
                    wdl = table.values.value(table.values.cell(placed))
                    if wdl != 1:
                        won = wdl == 2
                        value = lasts[won] = self.find_distance(cell, lasts[won], won)
            self.out.append(value)
            self.won.append(won)
        return self.out

    def neighbour(self, cell, a, b):
        """The offset of a neighbour, or None."""
        table, to = self.table, cell
        choice = table.choice(cell)
        for code in (a,) if b == 255 else (a, b):
            piece, displacement = divmod(code, 9)
            for group, slots in zip(table.groups, choice):
                if piece < group.pieces:
                    break
                piece -= group.pieces
            square = table.board.step(group.squares[slots[piece]], DISPLACEMENTS[displacement])
            slot = group.slot.get(square)
            if slot is None or slot in slots:
                return None
            moved = slots[:piece] + slots[piece + 1 :] + (slot,)
            to += (rank(moved) - rank(slots)) * group.stride
        return to - self.begin if self.begin <= to < cell else None

    def leaf(self, answer):
        node = self.table.tree
        while len(node) == 2:
            node = node[1][answer(*self.table.features[node[0]])]
        return node

    def find_value(self, cell, last):
        def answer(a, b):
            if a == 255:
                return last
            at = self.neighbour(cell, a, b)
            return 3 if at is None or self.out[at] is None else self.out[at]

        order, first, second = self.leaf(answer)
        if not self.miss(MISS[first]):
            return VALUE_ORDERS[order][0]
        return VALUE_ORDERS[order][2 if self.miss(MISS[second]) else 1]

    def find_distance(self, cell, last, won):
        greatest = self.table.longest

        def ask(phase, t):
            def answer(a, b):
                if a == 255:
                    return (phase, t % 2 + 2 * (t > 1), min(3, abs(t - last)), 2 * won)[b]
                at = self.neighbour(cell, a, b)
                if at is None or self.out[at] is None or self.won[at] != won:
                    return 0
                return 1 if self.out[at] < t else 2 if self.out[at] == t else 3

            order, first, _ = self.leaf(answer)
            return self.miss(MISS[first]) != (order != 0)

        if greatest == 0:
            return 0
        if ask(0, last):
            return last
        up = last == 0 or (last != greatest and ask(1, last))
        t, phase = (last + 1, 2) if up else (last - 1, 3)
        while t != (greatest if up else 0) and not ask(phase, t):
            t += 1 if up else -1
        return t


def fen(board, placed):
    names = [board.name(s) for s in range(board.squares)]
    my_men, their_men, my_kings, their_kings = ([names[s] for s in squares] for squares in placed)
    side = lambda men, kings: ",".join(men + ["K" + n for n in kings])
    return f"W:W{side(my_men, my_kings)}:B{side(their_men, their_kings)}"


def check(program, folder, game, slice_name):
    """Compares about a thousand positions of a slice with the program's answers."""
    wdl, dtc = (Table(folder, game, slice_name, metric) for metric in ("wdl", "dtc"))
    asked = {}
    for cell in range(0, wdl.cells, max(1, wdl.cells // 1500)):
        placed = wdl.placed(cell)
        if placed and not wdl.board.has_capture(placed):
            value = wdl.value(cell)
            distance = None if value == 1 else dtc.value(dtc.cell(placed))
            asked[fen(wdl.board, placed)] = (("loss", "draw", "win")[value], distance)
    said = subprocess.run([program, "probe", game, "--tables", folder, "--json", "-"],
                          input="\n".join(asked), text=True, capture_output=True, check=True).stdout
    answers = [json.loads(line) for line in said.splitlines()]
    expect(len(answers), len(asked), "answers")
    for (position, mine), answer in zip(asked.items(), answers):
        expect((answer["wdl"], answer.get("dtc")), mine, position)
    return len(asked)


def main():
    program, folder, game, *slices = sys.argv[1:]
    for slice_name in slices:
        print(f"{game} {slice_name}: {check(program, folder, game, slice_name)} positions agree")


main()
