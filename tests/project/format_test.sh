#!/usr/bin/env bash
# FORMAT.md is complete: a reader written from it in Python agrees with the program, on tables
# packed from the shipped ones.
#
# usage: format_test.sh PROGRAM SOURCE_FOLDER VARIANT SLICE...
set -euo pipefail

program=$1 source_folder=$2 variant=$3 slices=("${@:4}")
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

for profile in small fast; do
  "$program" pack "$variant" "$source_folder/data/tables" "$work/$profile" --profile "$profile" \
    --slices "$(IFS=,; echo "${slices[*]}")"
  python3 "$source_folder/tests/data/read_tables.py" "$program" "$work/$profile" "$variant" \
    "${slices[@]}"
done
