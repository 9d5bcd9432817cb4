#!/usr/bin/env bash
# FORMAT.md is complete: a reader written from it in Python agrees with the program on the tables
# that are shipped, all of them, and on tables of every metric and coding, packed from new ones.
#
# usage: format_test.sh PROGRAM SOURCE_FOLDER VARIANT PIECES SLICE...
#        SLICE: of at most PIECES pieces. Slices that captures, promotions and the search of a side
#        lead to must be among them
set -euo pipefail

program=$1 source_folder=$2 variant=$3 pieces=$4 slices=("${@:5}")
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

reads() {
  python3 "$source_folder/tests/data/read_tables.py" "$program" "$@"
}

reads "$source_folder/data/tables" "$variant" --cells 5

# A count that is short, so that values under it differ.
"$program" build "$variant" --pieces "$pieces" --dtw --count 3 --tables "$work/runs" >"$work/out"
packed() {
  "$program" pack "$variant" "$work/$1" "$work/$2" --slices "$(IFS=,; echo "${slices[*]}")" \
    "${@:3}" >"$work/out"
}
packed runs small --profile small
packed runs fast --profile fast
mkdir -p "$work/plain/$variant"
cp "$work/runs/$variant"/*.wdl "$work/runs/$variant"/*.dt[cw] "$work/plain/$variant"
packed plain one --sides one
for coding in runs small fast one; do
  echo "$coding:"
  reads "$work/$coding" "$variant" --cells 20 "${slices[@]}"
done

# A learned order is worth its bytes in larger tables. One will do for all games.
if [[ $variant == italian ]]; then
  echo "fast, in a learned order:"
  mkdir -p "$work/shipped/$variant"
  cp "$source_folder/data/tables/$variant"/KMvMM.{wdl,dtc} "$work/shipped/$variant"
  "$program" pack "$variant" "$work/shipped" "$work/learned" --profile fast --slices KMvMM \
    >"$work/out"
  learned_groups=$(od -An -tu1 -j90 -N1 "$work/learned/$variant/KMvMM.wdl")
  ((learned_groups > 0)) || { echo "KMvMM.wdl has no learned order" >&2; exit 1; }
  reads "$work/learned" "$variant" --cells 200 KMvMM
fi
