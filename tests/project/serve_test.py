"""The program as a server: it says where it serves, ends well on SIGTERM, and takes a socket as
systemd hands it over.

usage: serve_test.py PROGRAM
"""
import json
import os
import re
import signal
import socket
import subprocess
import sys
import urllib.request

program = sys.argv[1]
ask = "/italian?fen=W:WK1:BK32"
# The user's own tables must not be visible.
environment = {"PATH": os.environ["PATH"], "HOME": "/nonexistent"}


def get(port):
    with urllib.request.urlopen(f"http://127.0.0.1:{port}{ask}", timeout=30) as answer:
        return json.load(answer)


def end(server):
    server.send_signal(signal.SIGTERM)
    status = server.wait(timeout=60)
    assert status == 0, f"exit status {status}"


def serve(*arguments, **more):
    return subprocess.Popen([program, "serve", *arguments], stderr=subprocess.PIPE, text=True, **more)


server = serve("--port", "0", env=environment)
line = server.stderr.readline()
port = int(re.fullmatch(r"damiera: serving on http://127\.0\.0\.1:(\d+)/\n", line)[1])
assert get(port)["dtc"] == 11

other = serve("--port", str(port), env=environment)
assert other.wait(timeout=60) == 3, "a port that is taken"
assert str(port) in other.stderr.read()
end(server)

# LISTEN_PID is the process itself, which only a shell that it replaces knows.
with socket.socket() as listening:
    listening.bind(("127.0.0.1", 0))
    listening.listen()
    port = listening.getsockname()[1]
    for _ in range(2):  # the socket outlives each server
        os.dup2(listening.fileno(), 3, inheritable=True)
        server = subprocess.Popen(
            ["sh", "-c", 'LISTEN_FDS=1 LISTEN_PID=$$ exec "$0" serve --port 1', program],
            env=environment, pass_fds=[3], stderr=subprocess.PIPE, text=True)
        assert "handed over" in server.stderr.readline()
        assert get(port)["dtc"] == 11
        end(server)
