#!/usr/bin/env bash
# A project without a build type adds this one as a subdirectory, builds the library alone, and installs it. Its engine
# answers in the build tree, and from anywhere with the tables that were installed; another project finds the package.
#
# usage: subproject_test.sh SOURCE_TREE
set -euo pipefail

source_tree=$(cd "$1" && pwd)
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
export XDG_DATA_HOME=$work/data   # nothing of the user's own may be seen
unset DAMIERA_TABLES

fail() {
  echo "FAILED: $*" >&2
  exit 1
}
# check PROGRAM: from another folder.
check() {
  local answer
  answer=$(cd / && "$1" italian "W:WK1:BK32" 2>&1) || fail "$1: $answer"
  [[ $answer == "win, DTC 11, best move "* ]] || fail "$1: $answer"
}
# build FOLDER OPTION...
build() {
  cmake -S "$work/$1" -B "$work/$1/build" -G Ninja "${@:2}" >"$work/log" 2>&1 || fail "$(cat "$work/log")"
  cmake --build "$work/$1/build" >"$work/log" 2>&1 || fail "$(tail -n 40 "$work/log")"
}

mkdir "$work/engine" "$work/user"
cat >"$work/engine/CMakeLists.txt" <<END
cmake_minimum_required(VERSION 3.25)
project(engine C CXX)
set(DAMIERA_SHARED OFF)
set(DAMIERA_GAMES italian)
add_subdirectory($source_tree damiera)
add_executable(engine $source_tree/apps/c/example/engine.c)
target_link_libraries(engine PRIVATE damiera::damiera)
END
cat >"$work/user/CMakeLists.txt" <<END
cmake_minimum_required(VERSION 3.25)
project(user C CXX)
find_package(damiera REQUIRED)
add_executable(user $source_tree/apps/c/example/engine.c)
target_link_libraries(user PRIVATE damiera::damiera)
END

build engine -DCMAKE_UNITY_BUILD=ON -DCMAKE_INSTALL_PREFIX="$work/installed"
check "$work/engine/build/engine"
[[ -z $(find "$work/engine/build" -name damiera -type f) ]] || fail "the program was built as well"
cp "$work/engine/build/engine" "$work/elsewhere"
if "$work/elsewhere" italian "W:WK1:BK32" 2>/dev/null; then fail "tables of a build tree are seen from elsewhere"; fi
cmake --install "$work/engine/build" >"$work/log"
check "$work/elsewhere"
build user -DCMAKE_PREFIX_PATH="$work/installed"
check "$work/user/build/user"
echo "the library alone is built in another project, installed, and found"
