#!/usr/bin/env bash
# Builds the tables that tests under wine read, where they are not there yet.
#
# usage: build_tables.sh PROGRAM FOLDER
set -euo pipefail
program=$1 folder=$2
[[ -x $program ]] || { echo "FAILED: $program is not built: cmake --build --preset release" && exit 1; }

# build NAME GAME PIECES [OPTION...]
build() {
  [[ -e $folder/$1/done ]] && return
  rm -rf "${folder:?}/$1"
  "$program" build "$2" --pieces "$3" --tables "$folder/$1" "${@:4}" 2>&1 | tail -n 1
  touch "$folder/$1/done"
}
for game in italian english russian international brazilian frisian thai killer english_giveaway; do
  build "$game-2-wdl" "$game" 2 --metric wdl
  build "$game-2" "$game" 2
  build "$game-3" "$game" 3
  build "$game-3-wdl" "$game" 3 --metric wdl
done
for game in italian russian; do
  build "$game-3-count2-dtw" "$game" 3 --count 2 --dtw
done
