#!/usr/bin/env bash
# Each pattern of tests/labels.cmake matches a test, so that no pattern goes stale when a test is
# renamed; and ctest knows the labels.
#
# usage: labels_test.sh BUILD_TREE SOURCE_TREE
set -euo pipefail

build_tree=$1
source_tree=$2
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
failed=0

fail() {
  echo "FAILED: $*" >&2
  failed=1
}

# A line for each pattern: its label, the pattern, and what it is as a regular expression.
cat >"$work/list.cmake" <<'END'
include(${LABELS})
foreach(label IN LISTS test_labels)
  foreach(pattern IN LISTS tests_of_${label})
    set(tests_of_pattern "${pattern}")
    label_regex(regex pattern)
    message("${label} ${pattern} ${regex}")
  endforeach()
endforeach()
END
cmake -D LABELS="$source_tree/tests/labels.cmake" -P "$work/list.cmake" 2>"$work/patterns"
[[ -s $work/patterns ]] || fail "no patterns"
ctest --test-dir "$build_tree" --print-labels >"$work/labels"

ctest --test-dir "$build_tree" --show-only | sed -n 's/^ *Test *#[0-9]*: \([^ ]*\).*/\1/p' >"$work/tests"
[[ -s $work/tests ]] || fail "no tests"

while read -r label pattern regex; do
  grep -Eq "$regex" "$work/tests" ||
    fail "tests/labels.cmake: $label: no test is called $pattern"
done <"$work/patterns"
for label in $(cut -d' ' -f1 "$work/patterns" | sort -u) rules cli; do
  grep -qx " *$label" "$work/labels" || fail "ctest does not know the label $label"
done
((failed == 0)) && echo "$(wc -l <"$work/patterns") patterns, each of a test"
exit "$failed"
