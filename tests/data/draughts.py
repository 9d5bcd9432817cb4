"""Boards and moves of the games, plainly: what a reader of tables needs to look through captures and
to search one move deep. Pure Python."""

# name: number in tables, width, top left is dark, flying kings, men capture backward, men capture
# kings, a man goes on as a king, only captures of most pieces, then only captures by a king, of
# most kings, and of kings first
GAMES = {
    "international": (20, 10, False, True, True, True, False, True, False),
    "english": (21, 8, False, False, False, True, False, False, False),
    "italian": (22, 8, True, False, False, False, False, True, True),
    "russian": (25, 8, False, True, True, True, True, False, False),
    "brazilian": (26, 8, False, True, True, True, False, True, False),
}
NEAR = [(-1, -1), (-1, 1), (1, -1), (1, 1), (-2, 0), (0, -2), (-2, -2), (-2, 2), (0, 2)]
FAR = [(-rows, columns) for rows in range(3, 7) for columns in (-rows, rows)]
DISPLACEMENTS = NEAR + FAR
DIAGONALS = NEAR[:4]
KINDS = ("my men", "their men", "my kings", "their kings")


class Board:
    """Squares, rows and columns of a game, and what may be played. Positions are four lists of squares
    in the order of KINDS; the side to move goes up, to row 0."""

    def __init__(self, game):
        self.game = game
        (self.number, self.width, self.dark, self.flying, self.backward, self.take_kings,
         self.goes_on, self.most, self.quality) = GAMES[game]
        self.row_squares = self.width // 2
        self.squares = self.width * self.row_squares
        self.step = {(s, by): self.square(*(x + d for x, d in zip(self.row_column(s), by)))
                     for s in range(self.squares) for by in DISPLACEMENTS}

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

    def fen(self, groups):
        men, their_men, kings, their_kings = ([self.name(s) for s in g] for g in groups)
        side = lambda men, kings: ",".join(men + ["K" + name for name in kings])
        return f"W:W{side(men, kings)}:B{side(their_men, their_kings)}"

    def jumps(self, at, king, prey, empty):
        """Pairs of a piece that can be jumped from `at`, and where one may land behind it."""
        for by in DIAGONALS if king or self.backward else DIAGONALS[:2]:
            over = self.step[at, by]
            while king and self.flying and over in empty:
                over = self.step[over, by]
            if over not in prey:
                continue
            to = self.step[over, by]
            while to in empty:
                yield over, to
                to = self.step[to, by] if king and self.flying else None

    def sets(self, groups):
        """Who can be jumped by men, by kings, and what is empty."""
        _, their_men, _, their_kings = groups
        by_kings = set(their_men) | set(their_kings)
        empty = set(range(self.squares)).difference(*groups)
        return by_kings if self.take_kings else set(their_men), by_kings, empty

    def has_capture(self, groups):
        by_men, by_kings, empty = self.sets(groups)
        return any(True for man in groups[0] for _ in self.jumps(man, False, by_men, empty)) or \
            any(True for king in groups[2] for _ in self.jumps(king, True, by_kings, empty))

    def sequences(self, at, king, taken, by_men, by_kings, empty):
        """All ways to go on capturing to the end: pieces taken, where it ends, whether as a king."""
        ways = {}
        for over, to in self.jumps(at, king, by_kings if king else by_men, empty):
            crowned = king or (self.goes_on and to < self.row_squares)
            on = self.sequences(to, crowned, taken + [over], by_men - {over}, by_kings - {over},
                                empty)
            ways.setdefault(over, []).append((len(on[0][0]) > len(taken) + 1, on))
        if not ways:
            return [(taken, at, king or at < self.row_squares)]
        # Of the squares behind a piece those must be chosen from where one can go on.
        return [way for found in ways.values() for more, on in found
                if more or not any(m for m, _ in found) for way in on]

    def captures(self, groups):
        by_men, by_kings, empty = self.sets(groups)
        found = [(way, square, king) for king in (False, True) for square in groups[2 * king]
                 for way in self.sequences(square, king, [], by_men, by_kings, empty | {square})
                 if way[0]]

        def worth(capture):
            (taken, _, _), _, king = capture
            kings = [square in groups[3] for square in taken]
            return (len(taken) * self.most,
                    (king, sum(kings), kings) if self.quality else ())

        best = max(map(worth, found), default=None)
        return [capture for capture in found if worth(capture) == best]

    def after(self, groups, square, to, is_king, taken=()):
        """The position, as the opponent sees it, after a piece went to `to`, now a king or not."""
        men, their_men, kings, their_kings = (set(g) - {square} - set(taken) for g in groups)
        (kings if is_king else men).add(to)
        turn = lambda pieces: sorted(self.squares - 1 - s for s in pieces)
        return turn(their_men), turn(men), turn(their_kings), turn(kings)

    def moves(self, groups):
        """The positions that legal moves lead to, and whether the move is a conversion."""
        captures = self.captures(groups)
        for (taken, to, is_king), square, _ in captures:
            yield True, self.after(groups, square, to, is_king, taken)
        if captures:
            return
        empty = set(range(self.squares)).difference(*groups)
        for king in (False, True):
            for square in groups[2 * king]:
                for by in DIAGONALS if king else DIAGONALS[:2]:
                    to = self.step[square, by]
                    while to in empty:
                        yield not king, self.after(groups, square, to,
                                                   king or to < self.row_squares)
                        to = self.step[to, by] if king and self.flying else None
