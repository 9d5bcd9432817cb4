#!/usr/bin/env bash
# The installed tree for Windows: damiera.dll exports what damiera.h declares and nothing else, and
# needs libraries of Windows alone; the example engine, compiled against the import library, answers
# under wine from the tables beside it, in a folder whose name is not ASCII as well.
#
# usage: library_test.sh BUILD_TREE SOURCE_TREE PROGRAM
set -euo pipefail
build=$1 source=$2
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
fail() {
  echo "FAILED: $*" >&2
  exit 1
}

cmake --install "$build" --prefix "$work/first" >"$work/log"
moved=$work/perché
mv "$work/first" "$moved"
dump() { x86_64-w64-mingw32-objdump -p "$1"; }

dump "$moved/bin/damiera.dll" | sed -n 's/^\t\[ *[0-9]*\] \(+base.*\] *[0-9a-f]* \)\?\([a-z_]*\)$/\2/p' | sort >"$work/exported"
grep -o 'damiera_[a-z_]*(' "$moved/include/damiera.h" | tr -d '(' | sort -u >"$work/declared"
[[ -s $work/exported ]] || fail "no names are exported"
diff "$work/exported" "$work/declared" >"$work/diff" || fail "exported and declared: $(cat "$work/diff")"
for file in damiera.dll damiera.exe; do
  while read -r needed; do
    [[ ${needed,,} =~ ^(kernel32|msvcrt|shell32)\.dll$ ]] || fail "$file needs $needed"
  done < <(dump "$moved/bin/$file" | sed -n 's/.*DLL Name: //p')
done

x86_64-w64-mingw32-gcc-posix -std=c99 -Wall -Wextra -Wpedantic -Werror "$source/apps/c/example/engine.c" \
  -I"$moved/include" -L"$moved/lib" -ldamiera -o "$moved/bin/engine.exe"
x86_64-w64-mingw32-g++-posix -std=c++17 -Wall -Wextra -Wpedantic -Werror "$source/apps/c/example/line.cpp" \
  -static -I"$moved/include" "$moved/lib/libdamiera.dll.a" -o "$moved/bin/line.exe"
engine() { wine "$moved/bin/engine.exe" "$@" 2>"$work/err" | tr -d '\r'; }
answer=$(engine italian "W:WK1:BK32")
[[ $answer == "win, DTC 11, best move "* ]] || fail "engine: $answer $(cat "$work/err")"
answer=$(engine russian "W:Wa1,Kd4:Be5")
[[ $answer == "win, DTC 1, best move d4x"* ]] || fail "engine: $answer"
line=$(wine "$moved/bin/line.exe" "WWeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeB" | tr -d '\r')
[[ $(wc -w <<<"$line") == 11 ]] || fail "best play in 11 plies: $line"
[[ -e $moved/share/doc/damiera/licences/libzstd ]] || fail "the licence of zstd is missing"
echo "the library exports $(wc -l <"$work/exported") functions, and answers"
