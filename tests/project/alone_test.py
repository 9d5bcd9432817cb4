#!/usr/bin/env python3
"""Each source file compiles by itself, and clang accepts it. The other builds join many files into
one, where a file may use what another one includes, and only GCC compiles all of them.

usage: alone_test.py SOURCE_FOLDER"""
import json
import os
import shlex
import shutil
import subprocess
import sys
import tempfile
from concurrent.futures import ThreadPoolExecutor

source = os.path.abspath(sys.argv[1])
if shutil.which("clang++") is None:
    print("skipped: clang++ is not installed")
    sys.exit(77)


def compiled(entry):
    """The errors of a file, or nothing."""
    words = shlex.split(entry["command"])
    del words[words.index("-o") : words.index("-o") + 2]
    done = subprocess.run(words + ["-fsyntax-only"], cwd=entry["directory"],
                          capture_output=True, text=True)
    return "" if done.returncode == 0 else done.stderr[:2000] or f"status {done.returncode}"


with tempfile.TemporaryDirectory() as build:
    subprocess.run(["cmake", "-S", source, "-B", build, "-DCMAKE_BUILD_TYPE=Debug",
                    "-DCMAKE_UNITY_BUILD=OFF", "-DCMAKE_CXX_COMPILER=clang++",
                    "-DCMAKE_EXPORT_COMPILE_COMMANDS=ON", "-DDAMIERA_WERROR=ON"],
                   check=True, stdout=subprocess.DEVNULL)
    with open(os.path.join(build, "compile_commands.json"), encoding="utf-8") as file:
        entries = {entry["file"]: entry for entry in json.load(file)}
    # Files that other programs write while the tree is built are not there yet.
    entries = [entry for entry in entries.values() if os.path.exists(entry["file"])]
    with ThreadPoolExecutor(os.cpu_count()) as pool:
        found = list(pool.map(compiled, entries))
wrong = [(entry["file"], errors) for entry, errors in zip(entries, found) if errors]
for path, errors in wrong:
    print(f"{os.path.relpath(path, source)}:\n{errors}")
print(f"{len(entries)} files, {len(wrong)} of which do not compile by themselves")
sys.exit(1 if wrong or len(entries) < 300 else 0)
