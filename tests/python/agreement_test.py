"""The Python package tells what `damiera probe -` tells, of random positions of every game: values,
distances, values under the draw count, and the moves in their order.

usage: agreement_test.py FOLDER-OF-THE-PACKAGE PROGRAM POSITIONS [SEED [GAME...]]
"""
import json
import os
import random
import subprocess
import sys

sys.path.insert(0, sys.argv[1])
program, wanted = sys.argv[2], int(sys.argv[3])
seed = int(sys.argv[4]) if len(sys.argv) > 4 else 1

import damiera  # noqa: E402

VALUES = {"win": 2, "cursed win": 1, "draw": 0, "blessed loss": -1, "loss": -2}
environment = {**os.environ, "DAMIERA_TABLES": damiera.folders.shipped_folder()}


def signed(told):
    """(wdl, dtc, dtw) of an object of the program, as Python has them."""
    wdl = VALUES[told["wdl"]]
    sign = (wdl > 0) - (wdl < 0)
    return wdl, *(0 if sign == 0 else told[m] and sign * told[m] for m in ("dtc", "dtw"))


def random_positions(tables, count, chance):
    """With either colour to move: as often each slice of at most four pieces, and one in a thousand
    of larger ones, whose distances have to be searched. A few positions are not worth the time in
    which all tables of four pieces are decoded: they have three pieces."""
    few = 3 if count < 1000 else 4
    small = [name for name in tables.slices() if len(name) <= few + 1]
    large = [name for name in tables.slices() if len(name) == few + 2] or small
    for n in range(count):
        slices = large if n % 1000 == 999 else small
        name = chance.choice(slices)
        size = tables.table(name).positions
        p = tables.position_at(name, chance.randrange(size))
        if chance.random() < 0.5:
            yield p.fen
            continue
        bits = damiera.board_width(p.game) ** 2 // 2  # turned: the same position for Black

        def turned(squares):
            return int(f"{squares:0{bits}b}"[::-1], 2)

        yield damiera.Position.from_squares(
            p.game, white_men=turned(p.black_men), white_kings=turned(p.black_kings),
            black_men=turned(p.white_men), black_kings=turned(p.white_kings),
            black_to_move=True).fen


def compare(tables, told):
    """What differs between the package and an answer of the program."""
    fen, count = told["fen"], told["count"]
    moves = count["moves"] if count else None
    found = tables.probe(fen)
    expected = signed(told)
    if (found.wdl, found.dtc, found.dtw) != expected:
        return f"{fen}: {found}, expected {expected}"
    if tables.probe_wdl(fen) != expected[0] or tables.get_dtc(fen) != expected[1]:
        return f"{fen}: one by one"
    if count and tables.probe_wdl(fen, moves) != VALUES[count["value"]]:
        return f"{fen}: under the count"
    # A capture may decide the value under a count although no table has the value of the position
    # after it.
    ranked_by = moves if any(m["count"] for m in told["moves"]) else None
    mine = [(m.pdn, m.after.fen, m.conversion) for m in tables.moves(fen, ranked_by)]
    theirs = [(m["move"], m["fen"], m["conversion"]) for m in told["moves"]]
    return None if mine == theirs else f"{fen}: {mine}, expected {theirs}"


def check(game):
    tables = damiera.open_tablebase(game)
    positions = list(random_positions(tables, wanted, random.Random(seed)))
    answers = subprocess.run([program, "probe", game, "-"], input="\n".join(positions) + "\n",
                             capture_output=True, text=True, check=True, env=environment).stdout
    told = [json.loads(line) for line in answers.splitlines()]
    assert len(told) == len(positions), f"{game}: {len(told)} answers"
    counted = 0
    for answer in told:
        wrong = compare(tables, answer)
        assert wrong is None, f"{game}: {wrong}"
        counted += answer["count"] is not None
    print(f"{game}: {len(told)} positions agree, {counted} under a draw count", flush=True)


for each in sys.argv[5:] or damiera.GAMES:
    check(each)
