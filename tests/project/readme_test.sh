#!/usr/bin/env bash
# Runs every command line of the README in order, in a checkout of its own, as a user would who has
# nothing: those that are indented must succeed; those after "$ " in a block must write what stands
# there, where "..." stands for any lines. Those that take minutes are tests by themselves.
#
# usage: readme_test.sh BUILD_TREE SOURCE_TREE
set -euo pipefail

build_tree=$(cd "$1" && pwd)
source_tree=$(cd "$2" && pwd)
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

# Not run here: scripts/run is, with few pieces, below; continuous integration is scripts/test,
# which builds like the last line.
long=("scripts/run" "scripts/test" "cmake --preset release && cmake --build --preset release")

fail() {
  echo "FAILED: $*" >&2
  exit 1
}

# A checkout: links to the tree, whose build is that which is tested.
mkdir -p "$work/checkout/build" "$work/home"
ln -s "$source_tree"/* "$work/checkout/" 2>/dev/null || true
rm -rf "$work/checkout/build"
mkdir "$work/checkout/build"
ln -s "$build_tree" "$work/checkout/build/release"
cd "$work/checkout"
export HOME=$work/home
unset DAMIERA_TABLES XDG_DATA_HOME

is_long() {
  local line
  for line in "${long[@]}"; do [[ $1 == "$line" ]] && return; done
  return 1
}

# Of the README: "run COMMAND", "show COMMAND" and, after it, "| LINE" for each line of output.
# shellcheck disable=SC2016   # awk's own
commands() {
  awk '
    /^```/ { block = !block; shown = 0; next }
    block && /^\$ / { print "show " substr($0, 3); shown = 1; next }
    block && shown { print "| " $0; next }
    !block && /^    [^ ]/ {
      line = substr($0, 5)
      sub(/ +#.*$/, "", line)   # a remark
      print "run " line
    }' README.md
}

run() {
  local status=0
  is_long "$1" && return
  eval "$1" >"$work/out" 2>"$work/err" || status=$?
  [[ $status -eq 0 ]] || fail "README: $1: exit status $status: $(tail -n 5 "$work/err")"
  ran=$((ran + 1))
}

# The lines in $work/shown come in the output of the last command in this order, and where there is
# no "..." between, one after another.
compare_output() {
  awk '
    NR == FNR { shown[++lines] = $0; next }
    { out[++count] = $0 }
    END {
      at = 1; gap = 0
      for (i = 1; i <= lines; i++) {
        if (shown[i] == "...") { gap = 1; continue }
        while (gap && at <= count && out[at] != shown[i]) at++
        if (at > count || out[at] != shown[i]) { print "not written: " shown[i]; exit 1 }
        at++; gap = 0
      }
      if (!gap && at <= count) { print "not shown: " out[at]; exit 1 }
    }' "$work/shown" "$work/out" || fail "README shows another output of: $1"
}

ran=0
shown=
commands >"$work/commands"
printf 'end\n' >>"$work/commands"
while IFS= read -r line <&3; do
  if [[ $line == "| "* ]]; then
    printf '%s\n' "${line#| }" >>"$work/shown"
    continue
  fi
  if [[ -n $shown ]]; then compare_output "$shown"; fi
  shown=
  : >"$work/shown"
  case $line in
    "run "*) run "${line#run }" ;;
    "show "*)
      run "${line#show }"
      shown=${line#show }
      ;;
  esac
done 3<"$work/commands"
((ran > 10)) || fail "only $ran commands of the README were run"
for line in "${long[@]}"; do
  grep -qxF "run $line" "$work/commands" || fail "the README has no '$line' any more"
done

# scripts/run, but with few pieces, and what it builds is there already: what it makes answers the
# next command without an option, and `cmake --install` follows it.
mkdir "$work/stub"
printf '#!/bin/sh\necho "$@" >>"%s"\n' "$work/built" >"$work/stub/cmake"
chmod +x "$work/stub/cmake"
rm -rf "$HOME/.local/share/damiera/tables"
PATH=$work/stub:$PATH scripts/run brazilian 2 >"$work/out" 2>"$work/err" ||
  fail "scripts/run brazilian 2: $(tail -n 5 "$work/err")"
grep -q -- "--target damiera_installed" "$work/built" || fail "scripts/run does not build what is installed"
damiera checksums brazilian | grep "brazilian/KvK.wdl" >/dev/null || fail "the program does not see what scripts/run made"
grep -q "files, .* bytes, in $HOME/.local/share/damiera/tables/brazilian" "$work/out" || fail "no summary of the tables"
DAMIERA_TABLES=$work/mine:$work/other PATH=$work/stub:$PATH scripts/run brazilian 2 >"$work/out" 2>&1 ||
  fail "scripts/run with DAMIERA_TABLES"
[[ -e $work/mine/brazilian/KvK.wdl ]] || fail "scripts/run does not obey DAMIERA_TABLES"
PATH=$work/stub:$PATH scripts/run brazilian 2 "$work/given" >"$work/out" 2>&1 || fail "scripts/run with a folder"
[[ -e $work/given/brazilian/KvK.wdl ]] || fail "scripts/run does not obey its third argument"
echo "$ran commands of the README were run"
