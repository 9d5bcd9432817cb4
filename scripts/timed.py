"""Runs a program and tells what the run took: for the scripts that measure."""
import os
import subprocess
import tempfile
import time
from typing import NamedTuple


class Run(NamedTuple):
    processor: float  # seconds
    wall: float  # seconds
    peak: int  # bytes of memory
    said: str  # standard output


class Failed(Exception):
    """The program's exit status was not 0; says which, and the end of what it printed."""


def run(command):
    """Raises Failed."""
    with tempfile.TemporaryFile() as out, tempfile.TemporaryFile() as errors:
        begin = time.monotonic()
        child = subprocess.Popen(command, stdout=out, stderr=errors)
        _, status, used = os.wait4(child.pid, 0)
        wall = time.monotonic() - begin
        child.returncode = os.waitstatus_to_exitcode(status)
        out.seek(0)
        errors.seek(0)
        said = out.read().decode(errors="replace")
        if child.returncode:
            told = said + errors.read().decode(errors="replace")
            raise Failed(f"{' '.join(map(str, command))}: exit status {child.returncode}\n{told[-2000:]}")
        return Run(used.ru_utime + used.ru_stime, wall, used.ru_maxrss * 1024, said)
