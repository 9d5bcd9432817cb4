#!/usr/bin/env python3
"""Random positions of two and three pieces of a game, one FEN a line; a few are impossible.

usage: positions.py PROGRAM GAME COUNT
"""
import json
import random
import subprocess
import sys

program, name, count = sys.argv[1], sys.argv[2], int(sys.argv[3])
games = json.loads(subprocess.run([program, "games", "--json"], capture_output=True, check=True).stdout)
game = next(game for game in games["games"] if game["name"] == name)
chance = random.Random(name)
width = game["width"]
if game["notation"] == "numeric":
    squares = [str(n + 1) for n in range(width * width // 2)]
else:
    light = name == "filipino"  # there a1 is no playing square
    squares = ["abcdefgh"[x] + str(y + 1) for y in range(8) for x in range((y + light) % 2, 8, 2)]
for _ in range(count):
    pieces = [chance.choice(("", "K")) + square for square in chance.sample(squares, chance.choice((2, 2, 2, 3, 3)))]
    white = chance.randrange(1, len(pieces))
    print(f"{chance.choice('WB')}:W{','.join(pieces[:white])}:B{','.join(pieces[white:])}")
