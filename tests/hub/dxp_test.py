#!/usr/bin/env python3
"""Complete games by DXP between two processes over 127.0.0.1, and a client of its own that
speaks to a follower as the protocol's description has it.

usage: dxp_test.py PROGRAM
"""
import os
import re
import socket
import subprocess
import sys

SECONDS = 60
program = sys.argv[1]
environment = {"PATH": os.environ["PATH"], "HOME": "/nonexistent"}


def expect(condition, *what):
    if not condition:
        sys.exit("FAILED: " + " ".join(map(str, what)))


def start(*arguments):
    return subprocess.Popen([program, "dxp", *arguments], stdout=subprocess.PIPE,
                            stderr=subprocess.PIPE, text=True, env=environment)


def start_follower(*arguments):
    follower = start("--port", "0", *arguments)
    line = follower.stdout.readline()
    port = re.fullmatch(r"listening on 127\.0\.0\.1 port (\d+)\n", line)
    expect(port, "the follower says", line, follower.stderr.read() if not line else "")
    return follower, port[1]


def finish(process, status=0, said=""):
    out, err = process.communicate(timeout=SECONDS)
    expect(process.returncode == status and err == said, process.args, process.returncode, err)
    return out.splitlines()


def games_of(lines):
    pattern = r"game \d+: (\w+) against Damiera, (first|second), (\d+) plies"
    return [re.fullmatch(pattern, line).groups() for line in lines]


def test_two_processes(games, *arguments, game="international"):
    """The arguments are options of the side that asks for games."""
    follower, port = start_follower(game, "--move-time", "0.01")
    initiator = start(game, "--connect", "127.0.0.1", "--port", port, "--games", str(games),
                      "--move-time", "0.01", *arguments)
    ours, theirs = games_of(finish(initiator)), games_of(finish(follower))
    expect(len(ours) == len(theirs) == games, ours, theirs)
    opposite = {"won": "lost", "lost": "won", "drawn": "drawn"}
    for number, (a, b) in enumerate(zip(ours, theirs)):
        expect(b[0] == opposite[a[0]] and a[2] == b[2], a, b)
        expect(a[1] == ("first", "second")[number % 2] and b[1] != a[1], a, b)
    print(f"{games} games {game} {' '.join(arguments)}: {ours}")
    return ours


class Client:
    def __init__(self, port):
        self.socket = socket.create_connection(("127.0.0.1", int(port)), timeout=SECONDS)
        self.rest = b""

    def send(self, text):
        self.socket.sendall(text.encode() + b"\0")

    def receive(self):
        while b"\0" not in self.rest:
            got = self.socket.recv(1024)
            expect(got, "the follower closed the connection")
            self.rest += got
        message, _, self.rest = self.rest.partition(b"\0")
        return message.decode("ascii")


def request_of_game():
    """White has kings on 28 and 33 and Black one on 5: the follower has Black."""
    board = ["e"] * 50
    board[27] = board[32] = "W"
    board[4] = "Z"
    return "R01" + "test".ljust(32) + "Z001000B" + "W" + "".join(board)


def test_client():
    request = request_of_game()
    follower, port = start_follower()
    client = Client(port)
    client.send("R02" + request[3:])
    expect(client.receive() == "A" + "Damiera".ljust(32) + "1", "another version")
    client.send(request[:-18])
    expect(client.receive() == "A" + "Damiera".ljust(32) + "2", "another board")
    client.send(request)
    expect(client.receive() == "A" + "Damiera".ljust(32) + "0", "the game itself")
    client.send("Cgood luck")
    client.send("M0001282200")
    expect(re.fullmatch(r"M\d{4}05\d\d00", client.receive()), "a move of the king on 5")
    client.send("B001W")
    expect(client.receive() == "K0", "back to the first move")
    client.send("M0001281700")
    expect(re.fullmatch(r"M\d{4}05\d\d00", client.receive()), "another move")
    client.send("E00")
    expect(client.receive() == "E00", "the end is confirmed")
    client.send(request)
    expect(client.receive()[-1] == "0", "a second game over the same connection")
    client.send("E11")
    expect(client.receive() == "E31", "the last end is confirmed")
    lines = finish(follower)
    expect(lines == ["game 1: broken off against test, second, 2 plies",
                     "game 2: won against test, second, 0 plies"], lines)
    print("a client of its own: accepted, refused, moved, went back, ended twice")


def test_moves_that_cannot_be_read():
    for move in "M0001202402", "M00012024", "Mxxxx202400":
        follower, port = start_follower()
        client = Client(port)
        client.send(request_of_game())
        client.receive()
        client.send(move)
        expect(client.receive()[0] == "C" and client.receive() == "E01", "the end of the game")
        finish(follower, 1, f"damiera: DXP message '{move}': cannot be read\n")
    print("moves that cannot be read: refused")


def test_other_side_closes():
    closed = "damiera: the other side closed the connection"
    follower, port = start_follower()
    client = Client(port)
    client.send(request_of_game())
    client.receive()
    client.socket.close()
    expect(finish(follower, 75, closed + " in game 1\n") ==
           ["game 1: broken off against test, second, 0 plies"], "the game is broken off")
    follower, port = start_follower()
    Client(port).socket.close()
    expect(finish(follower, 75, closed + " before game 1\n") == [], "no game")
    with socket.create_server(("127.0.0.1", 0)) as server:
        port = str(server.getsockname()[1])
        initiator = start("--connect", "127.0.0.1", "--port", port, "--games", "3")
        server.accept()[0].close()
        expect(finish(initiator, 75, closed + " before game 1\n") == [], "none of three games")
    print("the other side closes the connection: said, with status 75")


test_client()
test_moves_that_cannot_be_read()
test_other_side_closes()
won = test_two_processes(2, "--position", "W:WK46,K28,K33:BK5")
expect(won[0][0] == "won" and won[1][0] == "lost", won)
test_two_processes(1)
test_two_processes(1, "--position", "B:WK32,31:BK1,K2", game="english")
for option in ("--games", "2"), ("--minutes", "5"), ("--moves", "9"), ("--position", "W:WK1:BK50"):
    refused = start("--port", "0", *option)
    _, why = refused.communicate(timeout=SECONDS)
    expect(refused.returncode == 2 and f"{option[0]} requires --connect" in why, why)
