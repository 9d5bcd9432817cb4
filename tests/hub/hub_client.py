#!/usr/bin/env python3
"""A client of the Hub protocol, written from its description and from what GUIs make of it, that
plays covered positions out against the program itself: every move is legal, a win takes exactly as
many plies as the tables say, nothing is thrown away, and every line is as clients want it. In five
games what is legal follows from rules that share nothing with the program; in the others `damiera
moves` tells.

usage: hub_client.py PROGRAM [--positions N] [--pieces 2-4] [--seed S] [GAME...]
"""
import argparse
import json
import os
import random
import re
import statistics
import subprocess
import sys
import time

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "data"))
from draughts import GAMES, Board  # noqa: E402

HUB_NAMES = {"international": "normal"}
INFO = re.compile(r'info depth=\d+ mean-depth=\d+\.\d+( score=-?\d+\.\d\d)? nodes=\d+ time=\d+\.\d+'
                  r' nps=\d+\.\d+ pv="[-0-9x ]*"( [a-z][-a-z]*=("[^"]*"|\S+))*')
DONE = re.compile(r"done move=[-0-9x]+( ponder=[-0-9x]+)?")
# Splits lines into words as pydraughts does: at spaces that are not within quotes.
BLANKS = re.compile(r' +(?![^"]*"(?:(?:[^"]*"){2})*[^"]*$)')


class Failure(Exception):
    pass


def expect(condition, *what):
    if not condition:
        raise Failure(" ".join(map(str, what)))


def arguments_of(line):
    """The words after the first as a dictionary, which most clients can read only so."""
    _, _, rest = line.partition(" ")
    words = [word.split("=") for word in BLANKS.split(rest)]
    expect(all(len(word) == 2 for word in words), "a word without exactly one '=':", line)
    return {key: value.strip('"') for key, value in words}


class Engine:
    def __init__(self, program, *arguments):
        environment = {"PATH": os.environ["PATH"], "HOME": "/nonexistent"}
        self.process = subprocess.Popen([program, "hub", *arguments], stdin=subprocess.PIPE,
                                        stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
                                        bufsize=1, env=environment)

    def send(self, line):
        self.process.stdin.write(line + "\n")
        self.process.stdin.flush()

    def receive(self):
        line = self.process.stdout.readline()
        expect(line.endswith("\n"), "the program ended")
        line = line[:-1]
        if line.split(" ")[0] in ("id", "param", "info", "done"):
            arguments_of(line)
        return line

    def until(self, command):
        lines = []
        while not lines or lines[-1].split(" ")[0] != command:
            lines.append(self.receive())
        return lines

    def greet(self):
        self.send("hub")
        lines = self.until("wait")
        expect(re.fullmatch(r'id name=Damiera version=\S+ author="[^"]+" country=Italy', lines[0]),
               lines[0])
        params = [arguments_of(line) for line in lines[1:-1]]
        expect(all(line.startswith("param ") for line in lines[1:-1]), lines)
        expect({"variant", "tables", "cache", "draw-count", "threads"} <=
               {param["name"] for param in params}, "parameters:", params)
        variants = next(p["values"] for p in params if p["name"] == "variant").split()
        expect(variants[0] == "normal", variants)
        return variants

    def begin(self, variant):
        self.send(f"set-param name=variant value={variant}")
        self.send("set-param name=initial-time value=300")  # lidraughts-bot always sends it
        self.send("init")
        expect(self.until("ready") == ["ready"], "something before ready")

    def go(self, position, moves, seconds=1):
        """The arguments of the last info and of done."""
        self.send(f"pos pos={position}" + (f' moves="{" ".join(moves)}"' if moves else ""))
        self.send(f"level move-time={seconds}")
        self.send("go think")
        lines = self.until("done")
        infos = [line for line in lines[:-1] if line.startswith("info ")]
        expect(len(infos) == len(lines) - 1 and infos, lines)
        for info in infos:
            expect(INFO.fullmatch(info), info)
        expect(DONE.fullmatch(lines[-1]), lines[-1])
        return arguments_of(infos[-1]), arguments_of(lines[-1])

    def ping(self):
        """Seconds until the answer, whatever else comes before it."""
        begin = time.perf_counter()
        self.send("ping")
        self.until("pong")
        return time.perf_counter() - begin

    def quit(self):
        self.send("quit")
        self.process.stdin.close()
        self.process.wait(timeout=20)
        complaint = self.process.stderr.read()
        expect(complaint == "", "on standard error:", complaint)
        expect(self.process.returncode == 0, "exit status", self.process.returncode)


class Notation:
    """Positions and moves of one game; `W` has the first move of the game."""

    def __init__(self, board):
        self.board = board
        self.white_is_w = board.game != "english"

    def turned(self, square):
        return self.board.squares - 1 - square

    def position(self, groups, side):
        letters = "wbWB" if side == "W" else "bwBW"
        text = ["e"] * self.board.squares
        for letter, group in zip(letters, groups):
            for square in group:
                text[square if side == "W" else self.turned(square)] = letter
        return side + "".join(text)

    def number(self, square, side):
        """Of a square as the side to move sees it."""
        seen_by_white = (side == "W") == self.white_is_w
        square = square if seen_by_white else self.turned(square)
        if self.board.game not in ("russian", "brazilian"):
            return square + 1
        row, column = divmod(square, 4)
        return 4 * (7 - row) + column + 1

    def legal(self, groups, side):
        """What may be played: the text, with the pieces taken ascending, and what it leads to."""
        board, found = self.board, {}
        captures = board.captures(groups)
        for (taken, to, is_king), square, _ in captures:
            numbers = sorted(self.number(s, side) for s in taken)
            text = "x".join(map(str, [self.number(square, side), self.number(to, side), *numbers]))
            found[text] = board.after(groups, square, to, is_king, taken)
        if captures:
            return found
        empty = set(range(board.squares)).difference(*groups)
        for king in (False, True):
            for square in groups[2 * king]:
                for by in [(-1, -1), (-1, 1)] + ([(1, -1), (1, 1)] if king else []):
                    to = board.step[square, by]
                    while to in empty:
                        text = f"{self.number(square, side)}-{self.number(to, side)}"
                        found[text] = board.after(groups, square, to,
                                                  king or to < board.row_squares)
                        to = board.step[to, by] if king and board.flying else None
        return found


class OwnRules:
    """A game by the rules of draughts.py. Positions are groups of squares as the side to move sees
    them, and who that is."""

    win_ends = 1  # the plies of a win, modulo 2
    has_draws = True

    def __init__(self, game):
        self.game, self.board = game, Board(game)
        self.notation = Notation(self.board)

    def random_positions(self, pieces, chance):
        """Yields positions without end."""
        board = self.board
        while True:
            squares = chance.sample(range(board.squares), chance.choice(pieces))
            groups = ([], [], [], [])
            for square in squares:
                chance.choice(groups).append(square)
            mine, theirs = groups[0] + groups[2], groups[1] + groups[3]
            last_rows = min(groups[0], default=99) < board.row_squares or \
                max(groups[1], default=0) >= board.squares - board.row_squares
            if mine and theirs and not last_rows and any(True for _ in board.moves(groups)):
                yield tuple(map(sorted, groups)), chance.choice("WB")

    def fen(self, position):
        return self.board.fen(position[0])

    def text(self, position):
        return self.notation.position(*position)

    def legal(self, position):
        groups, side = position
        other = "B" if side == "W" else "W"
        return {move: (after, other) for move, after in self.notation.legal(groups, side).items()}


class RulesOfTheProgram:
    """A game by what `damiera moves` says. Positions are FENs."""

    # How games number their squares and see the board: see docs/hub.md.
    numbered_from_white = ("spanish", "portuguese", "thai")
    mirrored = ("jamaican", "filipino", "ivorian")

    def __init__(self, program, about):
        self.game, width = about["name"], about["width"]
        self.row_squares, self.squares = width // 2, width * width // 2
        self.white_is_w = about["begins"] == "white"
        self.has_kings = self.game != "breakthrough"
        self.win_ends = 0 if self.game.endswith("giveaway") or self.game == "antidraughts" else 1
        # Whether some of twenty random positions are drawn.
        self.has_draws = self.has_kings and self.win_ends == 1
        self.numeric = about["notation"] == "numeric"
        self.names = [self.name(square) for square in range(self.squares)]
        self.square = {name: square for square, name in enumerate(self.names)}
        self.moves = subprocess.Popen([program, "moves", self.game, "-", "--json"], text=True,
                                      stdin=subprocess.PIPE, stdout=subprocess.PIPE, bufsize=1)

    def name(self, square):
        """The name of a square in FEN. Squares count from the top left as White sees them; on
        mirrored boards, as they lie before the board is mirrored."""
        row, n = divmod(square, self.row_squares)
        if self.game == "jamaican":  # letters for rows
            return "abcdefgh"[7 - row] + str(2 * n + (row % 2 == 0) + 1)
        if self.game in self.mirrored:
            n = self.row_squares - 1 - n
        if self.numeric:
            number = row * self.row_squares + n + 1
            from_white = self.game in self.numbered_from_white
            return str(self.squares + 1 - number if from_white else number)
        column = 2 * n + (row % 2 == (1 if self.game in self.mirrored else 0))
        return "abcdefgh"[column] + str(8 - row)

    def number(self, name):
        """The number that a square has in moves."""
        square = self.square[name]
        if self.numeric:
            return square + 1 if self.game in self.mirrored else int(name)
        if self.game == "jamaican":  # as pool
            return square + 1
        row, n = divmod(square, self.row_squares)
        return 4 * (7 - row) + n + 1

    def random_positions(self, pieces, chance):
        """Yields positions without end."""
        while True:
            squares = chance.sample(range(self.squares), chance.choice(pieces))
            white, black = [], []
            for square in squares:
                king = self.has_kings and chance.random() < 0.5
                side = chance.choice((white, black))
                last_row = 0 if side is white else self.squares // self.row_squares - 1
                if not king and square // self.row_squares == last_row:
                    break
                side.append("K" * king + self.names[square])
            else:
                fen = f"{chance.choice('WB')}:W{','.join(white)}:B{','.join(black)}"
                if white and black and self.legal(fen):
                    yield fen

    def fen(self, position):
        return position

    def text(self, position):
        side, white, black = re.fullmatch(r"([WB]):W([^:]*):B([^:]*)(?::.*)?", position).groups()
        text = ["e"] * self.squares
        for letter, group in zip("wb" if self.white_is_w else "bw", (white, black)):
            for piece in group.split(","):
                square = self.square[piece.removeprefix("K")]
                if not self.white_is_w:
                    square = self.squares - 1 - square
                text[square] = letter.upper() if piece.startswith("K") else letter
        moves_first = (side == "W") == self.white_is_w
        return ("W" if moves_first else "B") + "".join(text)

    def legal(self, position):
        self.moves.stdin.write(position + "\n")
        answer = json.loads(self.moves.stdout.readline())
        expect("moves" in answer, answer)
        found = {}
        for move in answer["moves"]:
            numbers = [self.number(move["from"]), self.number(move["to"]),
                       *sorted(map(self.number, move["captured"]))]
            found[("x" if move["captured"] else "-").join(map(str, numbers))] = move["fen"]
        return found


def random_positions(rules, program, number, pieces, chance):
    """Positions of the tables with what is known of them, values at least."""
    positions, found = rules.random_positions(pieces, chance), []
    while len(found) < number:
        some = [next(positions) for _ in range(number)]
        answers = values(program, rules, some)
        found += [(position, answer) for position, answer in zip(some, answers) if "wdl" in answer]
    return found[:number]


def values(program, rules, positions):
    """What `damiera probe` says of each."""
    fens = "".join(rules.fen(position) + "\n" for position in positions)
    run = subprocess.run([program, "probe", rules.game, "-", "--json"], input=fens, text=True,
                         capture_output=True)
    answers = [json.loads(line) for line in run.stdout.splitlines()]
    expect(len(answers) == len(positions), run.stderr)
    return answers


def play_out(engine, rules, position, value, plies):
    """Plays both sides; returns how many plies were played."""
    start, moves = rules.text(position), []
    most = 40 if value == "draw" else 400
    while len(moves) < most:
        legal = rules.legal(position)
        if not legal:
            break
        info, done = engine.go(start, moves)
        if not moves and plies is not None:
            # Clients would show -99.99 as a win in no moves, so a loss in one ply is shown as in two.
            score = 100 - plies / 100 if value == "win" else max(plies, 2) / 100 - 100
            expect(info["score"] == f"{score:.2f}", value, plies, info)
        if not moves and value == "draw":
            expect(info["score"] == "0.00", info)
        expect(done["move"] in legal, done["move"], "is not among", sorted(legal))
        expect(info["pv"].split()[0] == done["move"], info, done)
        if "ponder" in done:
            expect(info["pv"].split()[1] == done["ponder"], info, done)
        position = legal[done["move"]]
        moves.append(done["move"])
    ended = not legal
    expect(ended == (value != "draw"), "ended" if ended else "did not end")
    expect(value == "draw" or (len(moves) % 2 == rules.win_ends) == (value == "win"),
           "the wrong side won")
    expect(plies is None or len(moves) == plies, len(moves), "plies")
    return len(moves)


def keep_win(engine, program, rules, position, value):
    """Plays a few plies of a won or lost position without distances, in which the program has to
    search; returns how many."""
    start, moves = rules.text(position), []
    for ply in range(4):
        legal = rules.legal(position)
        if not legal:
            break
        info, done = engine.go(start, moves, seconds=0.05)
        expect(done["move"] in legal, done["move"], "is not among", sorted(legal))
        won = (value == "win") == (ply % 2 == 0)
        expect((float(info["score"]) > 90) == won, "won:", won, info)
        position = legal[done["move"]]
        moves.append(done["move"])
        now = values(program, rules, [position])[0]["wdl"]
        expect((now == "loss") == won and now != "draw", done["move"], "gives it away")
    return len(moves)


def test_game(engine, program, rules, arguments):
    chance = random.Random(f"{rules.game} {arguments.seed}")
    least, _, most = arguments.pieces.partition("-")
    pieces = range(int(least), int(most or least) + 1)
    positions = random_positions(rules, program, arguments.positions, pieces, chance)
    engine.begin(HUB_NAMES.get(rules.game, rules.game))
    counts = {"win": 0, "draw": 0, "loss": 0}
    exact = kept = played = 0
    for position, known in positions:
        value, plies = known["wdl"], known["dtw"]
        engine.send("new-game")
        try:
            if value != "draw" and plies is None and known["dtc"] is None:
                played += keep_win(engine, program, rules, position, value)
                kept += 1
            else:
                played += play_out(engine, rules, position, value, plies)
        except Failure as failure:
            raise Failure(f"{rules.game} {rules.fen(position)} as {rules.text(position)} ({value}, "
                          f"{plies}): {failure}")
        counts[value] += 1
        exact += plies is not None
    print(f"{rules.game}: {len(positions)} positions, {counts['win']} won, {counts['draw']} drawn, "
          f"{counts['loss']} lost, {exact} of them in exactly as many plies as the tables say, "
          f"{kept} without a distance; {played} plies", flush=True)
    some_draw = counts["draw"] or not rules.has_draws
    expect(arguments.positions < 20 or (exact and some_draw), "too few kinds of positions")


def test_pings(engine):
    """While it searches, which does not end by itself."""
    engine.send("set-param name=variant value=normal")
    engine.send("pos pos=W" + 20 * "b" + 10 * "e" + 20 * "w")
    engine.send("level infinite")
    engine.send("go analyze")
    engine.until("info")
    times = sorted(engine.ping() for _ in range(100))
    engine.send("stop")
    engine.until("done")
    print(f"ping during a search: median {1000 * statistics.median(times):.2f} ms, "
          f"slowest {1000 * times[-1]:.2f} ms")
    # Other programs may keep the processors busy: a quarter of the answers is enough.
    expect(times[len(times) // 4] < 0.010, "ping takes", times)


def test_errors(engine):
    engine.send("set-param name=variant value=normal")
    for line in ("pos pos=W", "pos pos=" + 51 * "x", "go think", "set-param name=cache value=much"):
        engine.send(line)
        answer = engine.receive()
        expect(re.fullmatch(r'error message="[^"]+"', answer), line, "gave", answer)
    for line in ("nonsense", "set-param name=nonsense value=1", "level nonsense=1", "stop",
                 "ponder-hit", ""):
        engine.send(line)
    engine.send("ping")
    expect(engine.receive() == "pong", "unknown commands were not ignored")


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("program")
    parser.add_argument("games", nargs="*")
    parser.add_argument("--positions", type=int, default=20)
    parser.add_argument("--pieces", default="2-4")
    parser.add_argument("--seed", default="1")
    arguments = parser.parse_args()
    about = json.loads(subprocess.run([arguments.program, "games", "--json"], text=True,
                                      capture_output=True, check=True).stdout)["games"]
    engine = Engine(arguments.program)
    try:
        variants = engine.greet()
        about = {game["name"]: game for game in about}
        for game in arguments.games or about:
            expect(HUB_NAMES.get(game, game) in variants, game, "is not among", variants)
            rules = OwnRules(game) if game in GAMES else RulesOfTheProgram(arguments.program,
                                                                           about[game])
            test_game(engine, arguments.program, rules, arguments)
        test_errors(engine)
        test_pings(engine)
        engine.quit()
    except Failure as failure:
        engine.process.kill()
        sys.exit(f"FAILED: {failure}")


if __name__ == "__main__":
    main()
