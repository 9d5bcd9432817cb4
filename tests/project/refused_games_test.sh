#!/usr/bin/env bash
# Games whose rules the code cannot follow do not compile, and the compiler says why: Canadian
# draughts has too many squares, and Turkish men move sideways.
#
# usage: refused_games_test.sh COMPILER SOURCE_TREE
set -euo pipefail

compiler=$1
source_tree=$2
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

fail() {
  echo "FAILED: $*" >&2
  cat "$work/said" >&2
  exit 1
}

# compiles FILE: the compiler's messages go to the file `said`. Headers in $work come first.
compiles() {
  "$compiler" -std=c++20 -fsyntax-only -I"$work" -I"$source_tree" "$work/$1" 2>"$work/said"
}

# refused FILE REASON
refused() {
  ! compiles "$1" || fail "$1 compiles"
  tr -d '"\n' <"$work/said" | grep -qF -- "$2" || fail "$1: no word of '$2'"
}

cat >"$work/board.cpp" <<'EOF'
#include "rules/board/geometry.h"
#ifndef WIDTH
#define WIDTH 10
#endif
constexpr damiera::Rules rules = [] {
  damiera::Rules game = damiera::international;
  game.width = WIDTH;
  return game;
}();
constexpr int squares = damiera::Board<rules>::size;
EOF
compiles board.cpp || fail "the board of the international game does not compile"
(echo "#define WIDTH 12"; cat "$work/board.cpp") >"$work/canadian.cpp"
refused canadian.cpp "as the 72 of Canadian draughts, needs a wider one"

echo '#include "generator/pair_work.h"' >"$work/turkish.cpp"
compiles turkish.cpp || fail "the header does not compile"
mkdir -p "$work/rules/board"
sed 's/forward_directions{/&Direction::left, /' "$source_tree/rules/board/geometry.h" \
  >"$work/rules/board/geometry.h"
refused turkish.cpp "where men move sideways, as in Turkish draughts"
echo "Canadian and Turkish draughts are refused by the compiler"
