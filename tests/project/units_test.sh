#!/usr/bin/env bash
# The units name the installed program, and systemd accepts them. Skipped where there is no systemd.
#
# usage: units_test.sh BUILD_TREE
set -euo pipefail

command -v systemd-analyze >/dev/null || {
  echo "SKIPPED: no systemd-analyze: install systemd" && exit 77
}
root=$(mktemp -d)
trap 'rm -rf "$root"' EXIT
units=$root/lib/systemd/system
mkdir -p "$units"
prefix="/opt/draughts 100%h"
DESTDIR=$root cmake --install "$1/apps/serve" --prefix "$prefix" >/dev/null
cp "$root$prefix"/lib/systemd/system/damiera.{service,socket} "$units"
# The units start a program in this root, and need targets that every system has.
program=$(sed -n 's/^ExecStart="\?\([^"]*\)"\? serve .*/\1/p' "$units/damiera.service" | sed 's/%%/%/g')
[[ $program == "$prefix/bin/damiera" ]] || { echo "FAILED: the unit starts '$program'" && exit 1; }
mkdir -p "$root$(dirname "$program")"
printf '#!/bin/sh\n' >"$root$program"
chmod +x "$root$program"
cp /lib/systemd/system/*.{target,slice} "$units"
said=$(systemd-analyze verify --man=no --root="$root" damiera.service damiera.socket 2>&1) || {
  echo "FAILED: $said" && exit 1
}
! grep damiera <<<"$said" || exit 1
echo "systemd has nothing to say against the units"
