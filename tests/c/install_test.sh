#!/usr/bin/env bash
# Installs a build tree, moves the installed tree elsewhere, and builds the example engine against
# it, once by find_package and once by pkg-config, and the one in C++. All, and the installed program,
# must answer from the tables in the moved tree. The library exports what damiera.h declares and needs no
# other library than zstd and xxhash.
#
# usage: install_test.sh BUILD_TREE
set -euo pipefail

source_tree=$(cd "$(dirname "${BASH_SOURCE[0]}")/../.." && pwd)
build_tree=$(cd "$1" && pwd)
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
export XDG_DATA_HOME=$work/data   # nothing of the user's own may be seen
unset DAMIERA_TABLES

fail() {
  echo "FAILED: $*" >&2
  exit 1
}

cmake --install "$build_tree" --prefix "$work/first" >"$work/log"
mv "$work/first" "$work/moved"
tables=$work/moved/share/damiera/shipped
[[ -d $tables ]] || fail "no tables were installed"
libraries=$(dirname "$(find "$work/moved" -name 'libdamiera.*' | head -n 1)")
cp -r "$source_tree/apps/c/example" "$work/example"   # out of the source tree

cmake -S "$work/example" -B "$work/by-cmake" -DCMAKE_PREFIX_PATH="$work/moved" \
  -DCMAKE_BUILD_TYPE=Release >>"$work/log"
cmake --build "$work/by-cmake" >>"$work/log"

export PKG_CONFIG_PATH=$libraries/pkgconfig
read -ra flags <<<"$(pkg-config --cflags --libs damiera)"
"${CC:-cc}" -std=c99 -Wall -Wextra -Wpedantic -Werror "$work/example/engine.c" \
  -o "$work/by-pkg-config" "${flags[@]}" "-Wl,-rpath,$libraries"

# check PROGRAM: a known position, and a capture.
check() {
  local answer
  answer=$("$1" italian "W:WK1:BK32" 2>"$work/err")
  [[ $answer == "win, DTC 11, best move "* ]] || fail "$1: $answer"
  answer=$("$1" russian "W:Wa1,Kd4:Be5" 2>/dev/null)
  [[ $answer == "win, DTC 1, best move d4x"* ]] || fail "$1: $answer"
  if "$1" italian "W:WK1,K2,K3,K4:BK29,K30,K31,K32" 2>"$work/err"; then fail "$1: no error"; fi
  grep -qF "italian/KKKKvKKKK.wdl" "$work/err" || fail "$1: $(cat "$work/err")"
}
check "$work/by-cmake/engine"
check "$work/by-pkg-config"

"${CC:-cc}" -std=c99 -Wall -Wextra -Wpedantic -Werror -fsyntax-only "$work/example/search.c" "${flags[@]}"
"$work/by-cmake/search" english "W:W32,31,K5:B1,2,K28" 5 >"$work/search" || fail "search: it fails"
grep -q "^depth 5: " "$work/search" || fail "search: $(cat "$work/search")"
"$work/by-cmake/search" italian "W:W20,K3:BK31,K5" 3 | grep "ns a probe" >/dev/null || fail "search: no probe was answered"
if "$work/by-cmake/search" english "rubbish" 3 2>/dev/null; then fail "search: no error"; fi

"${CC:-cc}" -std=c99 -Wall -Wextra -Wpedantic -Werror -include damiera_import.h -fsyntax-only \
  "$work/example/engine.c" "${flags[@]}"
"${CXX:-c++}" -std=c++17 -Wall -Wextra -Wpedantic -Werror "$work/example/line.cpp" \
  -o "$work/line" "${flags[@]}" "-Wl,-rpath,$libraries"
line=$("$work/line" "WWeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeB")
[[ $(wc -w <<<"$line") == 11 ]] || fail "best play in 11 plies: $line"
if "$work/line" WWB 2>"$work/err"; then fail "line: no error"; fi

# Engines are often built without exceptions.
for compiler in "${CXX:-c++}" clang++; do
  command -v "$compiler" >/dev/null || continue
  "$compiler" -std=c++17 -fno-exceptions -Wall -Wextra -Wpedantic -Werror -fsyntax-only \
    -I"$work/moved/include" -x c++ - <<'CODE' ||
#include <damiera.hpp>
auto number_of(const damiera::api::Tablebase& tables, const damiera_slice& slice) {
  return tables.enumerate(slice, {}, [](auto&&...) { return true; });
}
CODE
    fail "damiera.hpp without exceptions"
done

if grep -rin "windows" "$work/moved/include"; then fail "a header speaks of Windows"; fi

if [[ -e $libraries/libdamiera.so ]]; then
  exported=$(nm -D --defined-only "$libraries/libdamiera.so" | awk '{print $3}' | sed 's/@.*//')
  declared=$(grep -o 'damiera_[a-z_]*(' "$work/moved/include/damiera.h" | tr -d '(' | sort -u)
  [[ -n $exported ]] || fail "the library exports nothing"
  while read -r symbol; do
    grep -qxF "$symbol" <<<"$declared" || fail "exported, but not in damiera.h: $symbol"
  done <<<"$exported"
  while read -r needed; do
    [[ $needed =~ ^(libzstd|libxxhash|libc|libm|ld-linux.*)\.so ]] || fail "needs $needed"
  done < <(readelf -d "$libraries/libdamiera.so" | sed -n 's/.*(NEEDED).*\[\(.*\)\]/\1/p')
fi
(cd / && "$work/moved/bin/damiera" probe italian "W:WK1:BK32") | grep -F "conversion in 11 plies" >/dev/null ||
  fail "the installed program does not answer"
echo "the installed tree answers from $tables"
