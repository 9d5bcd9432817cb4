#!/usr/bin/env python3
"""A client of the Hub protocol, written from its description and from what GUIs make of it, that
plays covered positions out against the program itself: every move is legal by rules that share
nothing with the program, a win takes exactly as many plies as the tables say, nothing is thrown
away, and every line is as clients want it.

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
from draughts import Board  # noqa: E402

HUB_NAMES = {"international": "normal"}
INFO = re.compile(r'info depth=\d+ mean-depth=\d+\.\d+( score=-?\d+\.\d\d)? nodes=\d+ time=\d+\.\d+'
                  r' nps=\d+\.\d+ pv="[-0-9x ]*"( [a-z][-a-z]*=("[^"]*"|\S+))*')
DONE = re.compile(r"done move=[-0-9x]+( ponder=[-0-9x]+)?")
# As pydraughts cuts lines into words: at blanks that are not within quotes.
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

    def go(self, position, moves):
        """The arguments of the last info and of done."""
        self.send(f"pos pos={position}" + (f' moves="{" ".join(moves)}"' if moves else ""))
        self.send("level move-time=1")
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


def random_positions(board, number, pieces, chance):
    found = []
    while len(found) < number:
        squares = chance.sample(range(board.squares), chance.choice(pieces))
        groups = ([], [], [], [])
        for square in squares:
            chance.choice(groups).append(square)
        mine, theirs = groups[0] + groups[2], groups[1] + groups[3]
        last_rows = min(groups[0], default=99) < board.row_squares or \
            max(groups[1], default=0) >= board.squares - board.row_squares
        if mine and theirs and not last_rows and any(True for _ in board.moves(groups)):
            found.append(tuple(map(sorted, groups)))
    return found


def values(program, board, positions):
    """What `damiera probe` says of each: the value, and the plies to the end if they are known."""
    fens = "".join(board.fen(groups) + "\n" for groups in positions)
    run = subprocess.run([program, "probe", board.game, "-", "--json"], input=fens, text=True,
                         capture_output=True, check=True)
    answers = [json.loads(line) for line in run.stdout.splitlines()]
    expect(len(answers) == len(positions), run.stderr)
    return [(answer["wdl"], answer["dtw"]) for answer in answers]


def play_out(engine, notation, groups, side, value, plies):
    """Plays both sides; returns how many plies were played."""
    start, moves = notation.position(groups, side), []
    most = 40 if value == "draw" else 400
    while len(moves) < most:
        legal = notation.legal(groups, side)
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
        groups = legal[done["move"]]
        moves.append(done["move"])
        side = "B" if side == "W" else "W"
    ended = not legal
    winner = {"win": 1, "loss": 0}.get(value)
    expect(ended == (value != "draw"), "ended" if ended else "did not end")
    expect(winner is None or len(moves) % 2 == winner, "the wrong side won")
    expect(plies is None or len(moves) == plies, len(moves), "plies")
    return len(moves)


def test_game(engine, program, game, arguments):
    board = Board(game)
    notation = Notation(board)
    chance = random.Random(f"{game} {arguments.seed}")
    least, _, most = arguments.pieces.partition("-")
    pieces = range(int(least), int(most or least) + 1)
    positions = random_positions(board, arguments.positions, pieces, chance)
    engine.begin(HUB_NAMES.get(game, game))
    counts = {"win": 0, "draw": 0, "loss": 0}
    exact = played = 0
    for groups, (value, plies) in zip(positions, values(program, board, positions)):
        side = chance.choice("WB")
        engine.send("new-game")
        try:
            played += play_out(engine, notation, groups, side, value, plies)
        except Failure as failure:
            raise Failure(f"{game} {board.fen(groups)} as {side} ({value}, {plies}): {failure}")
        counts[value] += 1
        exact += plies is not None
    print(f"{game}: {len(positions)} positions, {counts['win']} won, {counts['draw']} drawn, "
          f"{counts['loss']} lost, {exact} of them in exactly as many plies as the tables say; "
          f"{played} plies")
    expect(arguments.positions < 20 or (exact and counts["draw"]), "too few kinds of positions")


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
    parser.add_argument("--positions", type=int, default=30)
    parser.add_argument("--pieces", default="2-4")
    parser.add_argument("--seed", default="1")
    arguments = parser.parse_args()
    engine = Engine(arguments.program)
    try:
        variants = engine.greet()
        games = arguments.games or ["international", "english", "italian", "russian", "brazilian"]
        for game in games:
            expect(HUB_NAMES.get(game, game) in variants, game, "is not among", variants)
            test_game(engine, arguments.program, game, arguments)
        if not arguments.games:
            test_errors(engine)
            test_pings(engine)
        engine.quit()
    except Failure as failure:
        engine.process.kill()
        sys.exit(f"FAILED: {failure}")


if __name__ == "__main__":
    main()
