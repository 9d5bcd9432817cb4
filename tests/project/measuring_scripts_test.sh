#!/usr/bin/env bash
# scripts/scaling runs a program with each number of threads, and fails if the bytes depend on it;
# scripts/make_slice_table has a row for each slice, and scripts/make_figures for each build.
#
# usage: measuring_scripts_test.sh PROGRAM SOURCE_TREE
set -euo pipefail

program=$1 scripts=$2/scripts
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT

failed() {
  echo "FAILED: $1" >&2
  cat "$folder/said" >&2
  exit 1
}

"$scripts/scaling" --program "$program" --threads 1,3 -- \
  build english --pieces 3 --no-shipped --tables {} >"$folder/said" || failed "scaling: exit status $?"
[[ $(grep -Ec '^ +[13] +[0-9.]+ s' "$folder/said") == 2 ]] || failed "expected rows of 1 and 3 threads"

# A program whose table depends on its number of threads.
cat >"$folder/uneven" <<'EOF'
#!/bin/sh
echo "$4" >"$2/KvK.wdl"
echo '{"positions": 1}'
EOF
chmod +x "$folder/uneven"
! "$scripts/scaling" --program "$folder/uneven" --threads 1,3 -- build {} >"$folder/said" 2>&1 ||
  failed "expected a failure: the bytes depend on the number of threads"
grep -q "the tables differ with the number of threads" "$folder/said" || failed "expected why"

"$program" build english --pieces 3 --no-shipped --tables "$folder/tables" >"$folder/said" 2>&1
"$scripts/make_slice_table" english 3 --program "$program" --tables "$folder/tables" >"$folder/said"
[[ $(grep -c '^| [KM]*v[KM]* |' "$folder/said") == 12 ]] || failed "expected twelve slices"
# English draughts has 196,032 positions of three pieces; wins, draws and losses add up to this
# number.
awk -F' *[|] *' '/^[|] all/ { gsub(",", ""); exit !($3 == 196032 && $4 + $5 + $6 == $3) }' \
  "$folder/said" || failed "expected the sum of 196,032 positions"
! "$scripts/make_slice_table" english 9 --program "$program" --tables "$folder/tables" \
  >"$folder/said" 2>&1 || failed "expected a failure: no tables of nine pieces"
grep -q "no english tables of 9 pieces" "$folder/said" || failed "expected which tables are missing"

"$scripts/make_figures" --tree "$(dirname "$program")/../.." --quick >"$folder/said" 2>&1 ||
  failed "make_figures: exit status $?"
grep -Eq '^\| Italian, 2-2 pieces \| 3,488 \| [0-9.]+ s \| ' "$folder/said" || failed "expected a build"
[[ $(grep -Ec '^\| Italian KvK, KvM \| (small|fast) \| ' "$folder/said") == 2 ]] ||
  failed "expected both profiles"

echo "scaling, make_slice_table and make_figures tell what was run and built"
