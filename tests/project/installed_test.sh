#!/usr/bin/env bash
# Installs a build tree. The target that scripts/run builds must make all that is installed; manual
# pages, completions, documents and examples must be there and work.
#
# usage: installed_test.sh BUILD_TREE SOURCE_TREE
set -euo pipefail

build_tree=$(cd "$1" && pwd)
source_tree=$(cd "$2" && pwd)
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
export HOME=$work/home XDG_DATA_HOME=
unset DAMIERA_TABLES

fail() {
  echo "FAILED: $*" >&2
  exit 1
}

# Files that are copied from the build tree must come from the target, or from configuring.
test_targets() {
  local targets file
  targets=$(sed -n 's/^cmake --build --preset release --target \([a-z_]*\).*/\1/p' "$source_tree/scripts/run")
  [[ -n $targets ]] || fail "scripts/run builds no target"
  # shellcheck disable=SC2086   # they are words
  ninja -C "$build_tree" -t inputs $targets >"$work/inputs"
  grep -ohE "\"$build_tree/[^\"]*\"" "$build_tree"/cmake_install.cmake "$build_tree"/apps/*/cmake_install.cmake \
    "$build_tree"/apps/*/install/cmake_install.cmake | tr -d '"' | sort -u | grep -vE 'cmake_install.cmake$|[$]' >"$work/copied"
  grep -q '/damiera$' "$work/copied" || fail "the program is not installed"
  while read -r file; do
    grep -qxF "${file#"$build_tree"/}" "$work/inputs" && continue
    case $file in
      */CMakeFiles/* | *.cmake | *.pc | *.service) [[ -e $file ]] || fail "nothing makes $file" ;;   # by configuring
      */texts/*) grep -q "install/make_texts$" "$work/inputs" || fail "nothing makes $file" ;;
      */libdamiera.so*) grep -q "/libdamiera.so" "$work/inputs" || fail "nothing makes $file" ;;
      "$build_tree") ;;
      *) fail "scripts/run does not build $file, which is installed" ;;
    esac
  done <"$work/copied"
}

test_manual() {
  local command page
  "$prefix/bin/damiera" help --list >"$work/commands"
  while read -r command; do
    [[ -s $prefix/share/man/man1/damiera-$command.1 ]] || fail "no manual page of $command"
  done <"$work/commands"
  [[ -s $prefix/share/man/man1/damiera.1 ]] || fail "no manual page"
  command -v groff >/dev/null || return 0
  for page in "$prefix"/share/man/man1/*; do
    [[ -z $(groff -man -ww -z -Tutf8 -rLL=200n "$page" 2>&1) ]] || fail "groff warns of $page"
  done
}

# complete WORD...: what bash offers for the last word.
complete_words() {
  COMP_WORDS=("$@") COMP_CWORD=$(($# - 1)) COMPREPLY=()
  _damiera
  printf '%s ' "${COMPREPLY[@]}"
}

test_completion() {
  # shellcheck disable=SC1091   # made by the program
  source "$prefix/share/bash-completion/completions/damiera"
  [[ $(complete_words damiera pr) == "probe " ]] || fail "bash: pr: $(complete_words damiera pr)"
  [[ $(complete_words damiera probe it) == "italian " ]] || fail "bash: a game"
  [[ $(complete_words damiera build italian --est) == "--estimate " ]] || fail "bash: an option"
  [[ $(complete_words damiera help ver) == "verify " ]] || fail "bash: a command to help with"
  mkdir -p "$work/here/tables-of-mine"
  [[ $(cd "$work/here" && complete_words damiera probe italian --tables tab) == "tables-of-mine " ]] ||
    fail "bash: a folder"
  ! command -v zsh >/dev/null || zsh -n "$prefix/share/zsh/site-functions/_damiera" || fail "zsh"
  ! command -v fish >/dev/null ||
    fish --no-execute "$prefix/share/fish/vendor_completions.d/damiera.fish" || fail "fish"
}

# Each link from an installed page to another leads to a page.
test_documents() {
  local page link links=0
  cd "$prefix/share/doc/damiera"
  for page in README.md CHANGELOG.md LICENSE docs/claim.md data/FORMAT.md; do
    [[ -s $page ]] || fail "$page is not installed"
  done
  while IFS=: read -r page link; do
    [[ $link == *://* ]] && continue
    [[ -e $(dirname "$page")/$link ]] || fail "$page: no $link"
    links=$((links + 1))
  done < <(grep -roHE '\]\([^)#]+' --include='*.md' . | sed 's/](//')
  ((links > 5)) || fail "only $links links"
  [[ -s examples/engine/engine.c ]] || fail "no example of an engine"
  "$prefix/bin/damiera" claim examples/claim/english_granted.pdn | grep "granted" >/dev/null || fail "the example of a claim"
}

# The documents say where the program runs, and promise nothing for other systems.
test_system() {
  grep -q "runs on Linux" "$prefix/share/doc/damiera/README.md" || fail "the README does not say Linux"
  ! grep -qi "windows" "$prefix"/include/*.h || fail "a header speaks of Windows"
}

prefix=$work/home/.local
cmake --install "$build_tree" --prefix "$prefix" >"$work/log"
test_targets
test_manual
test_completion
test_system
(test_documents)
# With this prefix, the folder of the user's own tables is next to the folder of the shipped ones,
# not in it.
[[ ! -e $prefix/share/damiera/tables ]] || fail "shipped tables lie where the user's own go"
[[ $("$prefix/bin/damiera" build italian --pieces 2 --estimate | sed -n 's/^folder //p') == "$prefix/share/damiera/tables" ]] ||
  fail "the user's own tables do not go to ~/.local/share/damiera/tables"
echo "installed: $(wc -l <"$work/copied") entries of the build tree, all made by what scripts/run builds"
