#!/usr/bin/env bash
# damiera.exe under wine says what the program of this system says, byte for byte: single answers,
# many positions of every game, claims; it takes names of files and folders in UTF-8; and `hub`
# plays with a client over pipes.
#
# usage: program_test.sh BUILD_TREE SOURCE_TREE PROGRAM [POSITIONS]
set -euo pipefail
build=$1 source=$2 native=$3 positions=${4:-200}
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
fail() {
  echo "FAILED: $*" >&2
  exit 1
}
export DAMIERA_TABLES= XDG_DATA_HOME=$work HOME=/nonexistent
# Wine takes the bytes of arguments by the locale.
export LC_ALL=C.UTF-8

exe=$work/damiera
# Clients begin it in an environment of their own.
printf '#!/bin/sh\nWINEPREFIX=%q WINEDEBUG=-all exec wine %q "$@"\n' "$WINEPREFIX" "$build/apps/cli/damiera.exe" >"$exe"
chmod +x "$exe"

# Wine's server holds the pipes of the program that begins it for as long as it runs. A server that an
# earlier test began would soon end, and the next program would begin another one.
export WINEPREFIX
wineserver -k || true
wineserver -w
wineserver -p >/dev/null 2>&1 </dev/null || fail "wine's server does not begin"
trap 'wineserver -k || true; rm -rf "$work"' EXIT
"$exe" games >/dev/null 2>&1 </dev/null || fail "the program does not begin"

# same ARGUMENT...: both get $work/input, and answer the same.
touch "$work/input"
same() {
  local here=0 there=0
  "$native" "$@" <"$work/input" >"$work/native" 2>"$work/native.err" || here=$?
  "$exe" "$@" <"$work/input" >"$work/exe" 2>"$work/exe.err" || there=$?
  [[ $here == "$there" ]] || fail "$*: exit status $there in place of $here: $(cat "$work/exe.err")"
  cmp -s "$work/native" "$work/exe" || fail "$*: $(diff "$work/native" "$work/exe" | head -n 5)"
}
same probe italian "W:WK1:BK32"
same probe italian "W:WK1"
same moves russian "W:Wa1,Kd4:Be5" --json
same line english "W:WK3,20:BK31"
same claim "$source/tests/fixtures/claim/english_granted_though_a_win_was_thrown_away.pdn" --lang it
same games

for game in $("$native" games --json | sed -n 's/^ *"name": "\(.*\)",/\1/p'); do
  python3 "$source/tests/windows/positions.py" "$native" "$game" "$positions" >"$work/input"
  same probe "$game" -
  [[ $(grep -c '"wdl"' "$work/exe") -ge $((positions / 4)) ]] || fail "$game: too few values"
done
sed -i 's/$/\r/' "$work/input"  # lines as Windows writes them
"$exe" probe thai - <"$work/input" >"$work/exe"
! grep -q $'\r' "$work/exe" || fail "answers end in CR LF"
: >"$work/input"

mkdir -p "$work/città/italian"
cp "$source"/data/tables/italian/K{,K}vK* "$work/città/italian"
"$exe" probe italian "W:WK1:BK32" --tables "$work/città" | grep "conversion in 11 plies" >/dev/null || fail "--tables"
WINEPATH= DAMIERA_TABLES="Z:$work/città;Z:$work" "$exe" probe italian "W:WK1:BK32" 2>"$work/err" |
  grep "11 plies" >/dev/null || fail "DAMIERA_TABLES: $(cat "$work/err")"
cp "$source/tests/fixtures/claim/english_granted_though_a_win_was_thrown_away.pdn" "$work/città/è.pdn"
"$exe" claim "$work/città/è.pdn" --html "$work/città/ù.html" >/dev/null || fail "a file's name in UTF-8"
[[ -s $work/città/ù.html ]] || fail "no page was written"
if "$exe" probe italian "W:WK1:BK32" --tables "$work/perché" 2>"$work/err"; then fail "no such folder"; fi
grep -q "perché" "$work/err" || fail "the name of a folder: $(cat "$work/err")"
if "$exe" probe italian "W:WK1,K2,K3,K4:BK29,K30,K31,K32" 2>"$work/err"; then fail "no tables"; fi
grep -q "tables are built on Linux" "$work/err" || fail "a missing table: $(cat "$work/err")"

python3 "$source/tests/hub/hub_client.py" "$exe" --positions 4
echo "the program for Windows answers as that of this system, and plays"
