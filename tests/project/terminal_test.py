#!/usr/bin/env python3
"""The program at a terminal: progress is clipped to the window, boards have colour, a build goes on
without its terminal, and Ctrl-C ends the reading of positions.

usage: terminal_test.py PROGRAM
"""
import fcntl
import os
import pty
import re
import signal
import struct
import subprocess
import sys
import tempfile
import termios

program = sys.argv[1]
position = ["probe", "italian", "W:WK3,20:BK31"]


def run_in_terminal(arguments, columns, home, **more):
    """What the program writes to a terminal with this number of columns, on both streams."""
    master, slave = pty.openpty()
    fcntl.ioctl(slave, termios.TIOCSWINSZ, struct.pack("HHHH", 24, columns, 0, 0))
    environment = {"HOME": home, "PATH": os.environ["PATH"], "TERM": "xterm", **more}
    child = subprocess.Popen([program, *arguments], stdin=slave, stdout=slave, stderr=slave,
                             env=environment)
    os.close(slave)
    output = b""
    while True:
        try:
            piece = os.read(master, 65536)
        except OSError:  # the other end is closed
            break
        if not piece:
            break
        output += piece
    os.close(master)
    assert child.wait() == 0, output
    return output.decode()


def check_progress(home):
    for columns in (30, 60):
        tables = os.path.join(home, str(columns))
        output = run_in_terminal(["build", "italian", "--pieces", "4", "--tables", tables],
                                 columns, home)
        lines = re.findall(r"\r([^\r\n]*)\x1b\[K", output)
        told = [line for line in lines if line]
        assert told, output
        assert all(len(line) < columns for line in told), told
        assert any(len(line) == columns - 1 for line in told), told  # clipped, not left out


def check_gone_terminal(home):
    """A terminal that is closed takes the messages with it, and not the build."""
    master, slave = pty.openpty()
    child = subprocess.Popen([program, "build", "english", "--pieces", "4", "--no-shipped", "--tables",
                              os.path.join(home, "gone")], stdin=subprocess.DEVNULL,
                             stdout=subprocess.DEVNULL, stderr=slave,
                             env={"HOME": home, "PATH": os.environ["PATH"]})
    os.close(slave)
    os.close(master)
    assert child.wait() == 0


def check_stop_of_lines(home):
    """Ctrl-C ends the reading of positions, whether or not more of them come."""
    child = subprocess.Popen([program, "solve", "italian", "-"], stdin=subprocess.PIPE,
                             stdout=subprocess.PIPE, stderr=subprocess.DEVNULL,
                             env={"HOME": home, "PATH": os.environ["PATH"]})
    child.stdin.write(b"W:WK1:BK31\n")
    child.stdin.flush()
    assert b'"wdl"' in child.stdout.readline()
    child.send_signal(signal.SIGINT)
    assert child.wait(timeout=60) == 75
    child.stdin.close()
    child.stdout.close()


def check_colour(home):
    legend = "o, O: White's man and king; x, X: Black's"
    coloured = run_in_terminal(position, 80, home)
    assert "\x1b[1mO\x1b[0m" in coloured and "\x1b[1;31mX\x1b[0m" in coloured, coloured
    assert legend in coloured
    assert coloured.count("\x1b[") == 2 * 3, coloured  # three pieces, nothing else
    assert "\x1b" in run_in_terminal(position, 80, home, NO_COLOR="")
    assert "\x1b" not in run_in_terminal(position, 80, home, NO_COLOR="1")
    assert "\x1b" not in run_in_terminal(position, 80, home, TERM="dumb")
    piped = subprocess.run([program, *position], env={"HOME": home}, check=True,
                           capture_output=True, text=True).stdout
    assert "\x1b" not in piped and legend in piped, piped


with tempfile.TemporaryDirectory() as folder:
    check_gone_terminal(folder)
    check_stop_of_lines(folder)
    check_progress(folder)
    check_colour(folder)
