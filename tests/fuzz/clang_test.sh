#!/usr/bin/env bash
# The preset fuzz still builds with clang: its smallest program does, and finds nothing in some
# thousands of inputs.
#
# usage: clang_test.sh SOURCE_TREE
set -euo pipefail
cd "$1"

command -v clang++ >/dev/null || {
  echo "SKIPPED: clang is not installed"
  exit 77
}
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
# Without optimisation: the run is so short that compiling takes most of the time.
cmake --preset fuzz -B "$work/build" -DCMAKE_CXX_FLAGS_DEBUG="-O0 -g1" >/dev/null
cmake --build "$work/build" --target fuzz_rules --parallel 2
mkdir "$work/corpus"
"$work/build/tests/fuzz/fuzz_rules" fen "$work/corpus" tests/fuzz/corpus/fen -runs=5000 -max_len=300 \
  -artifact_prefix="$work/" >"$work/log" 2>&1 || {
  tail -n 40 "$work/log"
  exit 1
}
grep -q '^Done 5000 runs' "$work/log"
