"""A reader of table files written from data/FORMAT.md, and nothing else: Python, with the XXH3 and zstd
of the system."""

import bisect
import ctypes
import ctypes.util
import functools
import itertools
import math
import struct

from draughts import DISPLACEMENTS, FAR, KINDS, NEAR, Board

XXHASH = ctypes.CDLL(ctypes.util.find_library("xxhash") or "libxxhash.so.0")
XXHASH.XXH3_64bits.restype = ctypes.c_uint64
XXHASH.XXH3_64bits.argtypes = [ctypes.c_char_p, ctypes.c_size_t]
ZSTD = ctypes.CDLL(ctypes.util.find_library("zstd") or "libzstd.so.1")
ZSTD.ZSTD_getFrameContentSize.restype = ctypes.c_ulonglong
ZSTD.ZSTD_decompress.restype = ctypes.c_size_t

METRICS = {"wdl": 0, "dtc": 1, "dtw": 2}  # and 3 and 4: the first two under a draw count
RUNS, SPANS, TREE, SEARCHED = range(4)

FACT = NO_PIECE = 255
WELL_AHEAD = 96
WEIGHTS = [65536]
while len(WEIGHTS) < 256:
    WEIGHTS.append(WEIGHTS[-1] - (WEIGHTS[-1] + 8) // 16)


def xxh3(data):
    return XXHASH.XXH3_64bits(bytes(data), len(data))


def unzstd(frame):
    size = ZSTD.ZSTD_getFrameContentSize(frame, ctypes.c_size_t(len(frame)))
    if size > 2**28:
        raise ValueError("zstd frame without a size, or a damaged one")
    out = ctypes.create_string_buffer(size)
    got = ZSTD.ZSTD_decompress(out, ctypes.c_size_t(size), frame, ctypes.c_size_t(len(frame)))
    expect(got, size, "zstd frame")
    return out.raw


def content(data):
    """What the form of these bytes, their first one, and the payload behind it stand for."""
    form, payload = data[0], bytes(data[1:])
    if form > 1:
        raise ValueError(f"form {form}")
    return unzstd(b"\x28\xb5\x2f\xfd" + payload) if form else payload


def expect(found, wanted, what):
    if found != wanted:
        raise ValueError(f"{what}: found {found}, expected {wanted}")


def expect_at_most(found, limit, what):
    if found > limit:
        raise ValueError(f"{what}: found {found}, expected at most {limit}")


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

    def int8(self):
        return int.from_bytes(self.take(1), "little", signed=True)

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


@functools.lru_cache(maxsize=None)
def rank(members):
    """Of ascending members: the number of the choice in colexicographic order."""
    return sum(math.comb(c, k) for k, c in enumerate(members, 1))


@functools.lru_cache(maxsize=None)
def unrank(number, count):
    members = []
    for k in range(count, 0, -1):
        c = k - 1
        while math.comb(c + 1, k) <= number:
            c += 1
        members.insert(0, c)
        number -= math.comb(c, k)
    return tuple(members)


def rank_within(squares, universe):
    """The rank of squares in an ascending list of squares that has them."""
    return rank(tuple(sorted(universe.index(s) for s in squares)))


class Index:
    """The numbers of positions, index version 1."""

    def __init__(self, board, counts):
        self.counts = counts
        last = board.squares - board.row_squares
        every = list(range(board.squares))
        self.every, self.mine, self.theirs = every, every[board.row_squares :], every[:last]
        self.first = [0]  # number of the men that my men of a rank come with first
        for n in range(math.comb(len(self.mine), counts["my men"])):
            men = [self.mine[m] for m in unrank(n, counts["my men"])]
            free = len(set(self.theirs) - set(men))
            self.first.append(self.first[-1] + math.comb(free, counts["their men"]))

    def number(self, groups):
        men, their_men, kings, their_kings = groups
        free = [s for s in self.theirs if s not in men]
        arrangement = self.first[rank_within(men, self.mine)] + rank_within(their_men, free)
        my_side = 0 < len(kings) < len(their_kings) or not their_kings or \
            (len(kings) == len(their_kings) and len(men) < len(their_men))
        lane, other = (kings, their_kings) if my_side else (their_kings, kings)
        free = [s for s in self.every if s not in men and s not in their_men]
        rest = [s for s in free if s not in other]
        lanes = math.comb(len(rest), len(lane))
        placement = rank_within(other, free) * lanes + rank_within(lane, rest)
        return arrangement * math.comb(len(free), len(other)) * lanes + placement


class Group:
    def __init__(self, kind, pieces, slots):
        self.kind, self.pieces, self.squares = kind, pieces, slots
        self.slot = {square: n for n, square in enumerate(slots)}
        self.count, self.stride = math.comb(len(slots), pieces), 1
        self.placed = {}

    def places(self, number):
        """The squares of a choice, ascending."""
        if number not in self.placed:
            self.placed[number] = sorted(self.squares[c] for c in unrank(number, self.pieces))
        return self.placed[number]


class Shifts(dict):
    """For each choice of a group: how far off the cell is in which some of its pieces stand displaced;
    None if there is none."""

    def __init__(self, board, group, moved):
        super().__init__()
        self.board, self.group, self.moved = board, group, moved

    def __missing__(self, number):
        self[number] = self.find(number)
        return self[number]

    def find(self, number):
        slots = list(unrank(number, self.group.pieces))
        for piece, displacement in self.moved:
            square = self.group.squares[slots[piece]]
            slots[piece] = self.group.slot.get(self.board.step[square, DISPLACEMENTS[displacement]])
        if None in slots or len(set(slots)) < len(slots):
            return None
        return (rank(tuple(sorted(slots))) - number) * self.group.stride


class Table:
    """`metric` is the file's ending: wdl, dtc, dtw, wdl40, ..."""

    def __init__(self, folder, game, slice_name, metric):
        self.board, self.game = Board(game), game
        self.path = f"{folder}/{game}/{slice_name}.{metric}"
        with open(self.path, "rb") as file:
            self.data = file.read()
        self.read_header(slice_name, metric)
        self.read_directory()
        self.make_groups()
        self.values = None
        if self.coding == TREE and not self.is_wdl and self.block_count:
            self.values = opened(folder, game, slice_name, "wdl")
        self.read_model()
        self.held = {}

    def read_header(self, slice_name, metric):
        h = Bytes(self.data[:112])
        expect(h.take(8), b"\x89DTB\r\n\x1a\n", "magic")
        expect(h.uint(2), 1, "format version")
        expect(h.uint(2), 1, "index version")
        expect(xxh3(self.data[:104]), struct.unpack_from("<Q", self.data, 104)[0], "header checksum")
        expect(h.uint(1), self.board.number, "variant")
        self.is_wdl, count = metric.startswith("wdl"), int(metric[3:] or 0)
        expect(h.uint(1), METRICS[metric[:3]] + (3 if count else 0), "metric")
        self.coding = h.uint(1)
        expect(h.uint(1), count, "draw count")
        mine, theirs = slice_name.split("v")
        self.counts = {kind: h.uint(1) for kind in ("my men", "my kings", "their men", "their kings")}
        expect(list(self.counts.values()),
               [mine.count("M"), mine.count("K"), theirs.count("M"), theirs.count("K")], "material")
        self.block_positions, self.positions = h.uint(4), h.uint(8)
        expect(h.uint(8) + h.uint(8) + h.uint(8), self.positions, "wins, draws and losses")
        h.take(8 + 8)  # captures, and the position with the longest distance
        self.longest, self.block_count = h.uint(4), h.uint(4)
        expect(h.uint(8), len(self.data), "file size")
        self.group_order, self.snake, self.learned_groups = h.uint(1), h.uint(1), h.uint(1)
        expect_at_most(self.learned_groups, 3 if self.coding == SPANS else 0, "learned groups")
        expect(h.uint(1), 0, "place of runs")
        self.directory_size, self.directory_checksum = h.uint(4), h.uint(8)
        # Of a draw count that changes nothing no values are stored.
        self.as_without_count = count > 0 and self.block_count == 0

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
        order = list(itertools.permutations(KINDS))[self.group_order]
        banned = {"my men": 0, "their men": board.width - 1}
        self.groups = [
            Group(kind, self.counts[kind],
                  [s for s in squares if s // board.row_squares != banned.get(kind)])
            for kind in order if self.counts[kind]]
        self.cells, self.place = 1, [0]  # of each number in the learned order
        for group in reversed(self.groups):
            group.stride, self.cells = self.cells, self.cells * group.count

    def read_model(self):
        model = Bytes(content(self.model) if self.coding == TREE else self.model)
        if self.coding == SPANS:
            self.read_order(model)
            strings = [(model.varint(),) for _ in range(model.varint())]
            for _ in range(model.varint()):
                left, right = model.varint(), model.varint()
                strings.append(strings[left] + strings[right])
            marks = int.from_bytes(model.take((len(strings) + 7) // 8), "little")
            self.strings = [s for n, s in enumerate(strings) if marks >> n & 1]
            expect(marks >> len(strings), 0, "marks of no strings")
            self.pages = b"".join(self.blocks)
        else:
            expect(len(self.blocks), self.block_count, "blocks")
        if self.coding == TREE:
            self.read_trees(model)
        elif self.coding == RUNS:
            self.index = Index(self.board, self.counts)
        elif self.coding == SEARCHED:
            expect(self.block_count, 0, "blocks of a table that is searched")
        expect(model.at_end(), True, "bytes after the model")

    def read_trees(self, model):
        expect_at_most(len(model.data), 2**20, "bytes of the model")
        expect_at_most(self.block_positions, 2**18 if self.is_wdl else 2**16, "block positions")
        count = model.varint()
        expect_at_most(count, 65536, "features")
        self.shifts = {}
        self.features = [self.feature(model.uint(1), model.uint(1)) for _ in range(count)]
        self.nodes = 0
        trees = model.varint()
        expect_at_most(trees, 64, "trees")
        self.trees = [self.read_node(model, 0) for _ in range(trees)]

    def feature(self, a, b):
        """The number of a fact and None, or None and what is to be added up: pairs of a group, by its
        number, and its shifts."""
        if a == FACT:
            expect_at_most(b, 0 if self.is_wdl else 3, "fact")
            return b, None
        moved = {}
        for code in (a,) if b == NO_PIECE else (a, b):
            piece, displacement = self.step_of(code)
            number, piece = self.group_of(piece)
            moved.setdefault(number, []).append((piece, displacement))
        if any(len(dict(pieces)) < len(pieces) for pieces in moved.values()):
            raise ValueError(f"feature {a}, {b}: one piece displaced twice")
        return None, [(number, self.shifts_of(number, tuple(pieces)))
                      for number, pieces in moved.items()]

    def read_order(self, model):
        """Where the numbers of what the learned groups choose come."""
        expect_at_most(self.learned_groups, len(self.groups) - 1, "learned groups")
        plain = len(self.groups) - self.learned_groups
        size = self.groups[plain - 1].stride
        expect_at_most(size, 65536, "choices in a learned order")
        bits = (size - 1).bit_length()
        packed = int.from_bytes(model.take((size * bits + 7) // 8), "little")
        order = [packed >> bits * n & (1 << bits) - 1 for n in range(size)]
        expect(packed >> bits * size, 0, "bits after the learned order")
        expect(sorted(order), list(range(size)), "numbers in the learned order")
        self.place = [0] * size
        for place, number in enumerate(order):
            self.place[number] = place

    def step_of(self, code):
        """The number of a piece among all, and that of its displacement."""
        far = code - len(NEAR) * sum(group.pieces for group in self.groups)
        if far < 0:
            return divmod(code, len(NEAR))
        return far // len(FAR), len(NEAR) + far % len(FAR)

    def group_of(self, piece):
        """The number of a piece's group, and the number of the piece in it."""
        for number, group in enumerate(self.groups):
            if piece < group.pieces:
                return number, piece
            piece -= group.pieces
        raise ValueError("feature of a piece that there is not")

    def shifts_of(self, number, moved):
        key = number, moved
        if key not in self.shifts:
            self.shifts[key] = Shifts(self.board, self.groups[number], moved)
        return self.shifts[key]

    def read_node(self, model, above):
        """A feature and four nodes, or None and the scores, with that which stays 0: of loss, draw and
        win, or of yes and no."""
        expect_at_most(above, 63, "nodes above a node")
        self.nodes += 1
        expect_at_most(self.nodes, 65536, "nodes")
        feature = model.varint()
        if feature == 0:
            return None, (model.int8(), 0, model.int8()) if self.is_wdl else (model.int8(), 0)
        expect_at_most(feature, len(self.features), "feature of a node")
        return feature - 1, [self.read_node(model, above + 1) for _ in range(4)]

    def choice(self, cell):
        """The number of each group's choice in a cell."""
        return [cell // g.stride % g.count for g in self.groups]

    def placed(self, cell):
        """Squares of my men, their men, my kings, their kings; None if no position."""
        placed = dict.fromkeys(KINDS, ())
        for group, number in zip(self.groups, self.choice(cell)):
            placed[group.kind] = group.places(number)
        groups = tuple(placed.values())
        return groups if len(set().union(*groups)) == sum(map(len, groups)) else None

    def cell(self, placed):
        squares = dict(zip(KINDS, placed))
        cell = sum(rank(tuple(sorted(g.slot[s] for s in squares[g.kind]))) * g.stride
                   for g in self.groups)
        number = cell % len(self.place)
        return cell - number + self.place[number]

    def value(self, placed):
        """What is stored for a position."""
        number = self.index.number(placed) if self.coding == RUNS else self.cell(placed)
        block, offset = divmod(number, self.block_positions)
        if self.coding == SPANS:
            return self.value_in_span(block, offset)
        if block not in self.held:
            decoder = Runs if self.coding == RUNS else Decoder
            self.held[block] = decoder(self, block)
        return self.held[block].value(offset)

    def value_in_span(self, span, offset):
        codes = Bytes(self.pages[self.begin_of_span(span) : self.begin_of_span(span + 1)])
        while True:
            string = self.strings[codes.uint(1 if len(self.strings) <= 256 else 2)]
            if offset < len(string):
                return string[offset]
            offset -= len(string)

    def begin_of_span(self, span):
        offsets = 4 * (self.block_count // 64 + 1)
        base, = struct.unpack_from("<I", self.pages, 4 * (span // 64))
        offset, = struct.unpack_from("<H", self.pages, offsets + 2 * span)
        return offsets + 2 * (self.block_count + 1) + base + offset


opened = functools.lru_cache(maxsize=None)(Table)


class Runs:
    """The runs of a block: where each one ends, and its value."""

    def __init__(self, table, block):
        payload = content(table.blocks[block])
        self.size = min(table.block_positions, table.positions - block * table.block_positions)
        self.ends, self.values = [], []
        runs = Bytes(payload)
        (self.read_values if table.is_wdl else self.read_distances)(runs)
        expect(runs.at_end(), True, "bytes after the runs")
        self.ends.append(self.size)

    def read_values(self, runs):
        count, value = divmod(runs.varint(), 3)
        turns = int.from_bytes(runs.take((count + 7) // 8), "little")
        self.values.append(value)
        for n in range(count):
            value = (value + 1 + (turns >> n & 1)) % 3
            self.values.append(value)
            self.ends.append((self.ends[-1] if self.ends else 0) + runs.varint() + 1)

    def read_distances(self, runs):
        end = 0
        while True:
            length, value = divmod(runs.uint(1), 32)
            if value == 31:
                value += runs.varint()
            self.values.append(value)
            if runs.at_end():
                return
            end += 8 + runs.varint() if length == 7 else length + 1
            self.ends.append(end)

    def value(self, offset):
        return self.values[bisect.bisect_right(self.ends, offset)]


class Decoder:
    """Decodes a block of a table coded along trees; values by offset, None where none is stored."""

    def __init__(self, table, block):
        self.table, self.begin = table, block * table.block_positions
        self.bytes, self.next = table.blocks[block], 4
        self.code = int.from_bytes((self.bytes + bytes(4))[:4], "big")
        self.range = 2**32 - 1
        self.out, self.won = [], []
        self.last, self.lasts = 1, [0, 0]

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

    def value(self, offset):
        while len(self.out) <= offset:
            self.decode_cell(self.begin + len(self.out))
        return self.out[offset]

    def decode_cell(self, cell):
        table = self.table
        placed = table.placed(cell)
        value = won = None
        if placed and not table.board.has_capture(placed):
            if table.is_wdl:
                value = self.last = self.find_value(cell)
            else:
                wdl = table.values.value(placed)
                if wdl != 1:
                    won = wdl == 2
                    value = self.lasts[won] = self.find_distance(cell, self.lasts[won], won)
        self.out.append(value)
        self.won.append(won)

    def neighbour(self, cell, choice, shifts):
        """The offset of a neighbour for which something is stored, or None."""
        to = cell
        for number, by_choice in shifts:
            shift = by_choice[choice[number]]
            if shift is None:
                return None
            to += shift
        if not self.begin <= to < cell or self.out[to - self.begin] is None:
            return None
        return to - self.begin

    def guess(self, answers, answer):
        """The number of the score that is right. `answers` has the known answers of features, else
        None; `answer` finds the others."""
        totals = None
        for feature, below in self.table.trees:
            while feature is not None:
                if answers[feature] is None:
                    answers[feature] = answer(feature)
                feature, below = below[answers[feature]]
            totals = [x + y for x, y in zip(totals, below)] if totals else below
            *_, second, best = sorted(totals)
            if best - second >= WELL_AHEAD:
                break
        return self.right(totals or (0,) * (3 if self.table.is_wdl else 2))

    def right(self, totals):
        order = sorted(range(len(totals)), key=lambda n: -totals[n])
        best = totals[order[0]]
        weights = [WEIGHTS[min(best - totals[n], 255)] for n in order]
        for n, weight in enumerate(weights[:-1]):
            others = sum(weights[n + 1 :])
            if not self.miss(65536 * others // (weight + others)):
                return order[n]
        return order[-1]

    def find_value(self, cell):
        features, choice = self.table.features, self.table.choice(cell)

        def answer(feature):
            fact, shifts = features[feature]
            if fact is not None:
                return self.last
            at = self.neighbour(cell, choice, shifts)
            return 3 if at is None else self.out[at]

        return self.guess([None] * len(features), answer)

    def find_distance(self, cell, last, won):
        greatest, features, choice = self.table.longest, self.table.features, self.table.choice(cell)

        @functools.lru_cache(maxsize=None)
        def beside(feature):
            at = self.neighbour(cell, choice, features[feature][1])
            return None if at is None or self.won[at] != won else self.out[at]

        def ask(phase, t):
            facts = phase, t % 2 + 2 * (t > 1), min(3, abs(t - last)), 2 * won

            def answer(feature):
                fact = features[feature][0]
                if fact is not None:
                    return facts[fact]
                distance = beside(feature)
                if distance is None:
                    return 0
                return 1 if distance < t else 2 if distance == t else 3

            return self.guess([None] * len(features), answer) == 0

        if greatest == 0:
            return 0
        if ask(0, last):
            return last
        up = last == 0 or (last != greatest and ask(1, last))
        t, phase = (last + 1, 2) if up else (last - 1, 3)
        while t != (greatest if up else 0) and not ask(phase, t):
            t += 1 if up else -1
        return t
