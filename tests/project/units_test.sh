#!/usr/bin/env bash
# systemd has nothing to say against the units, as they are installed. Skipped where it is not there.
#
# usage: units_test.sh BUILD_TREE SOURCE_TREE
set -euo pipefail

command -v systemd-analyze >/dev/null || {
  echo "SKIPPED: no systemd-analyze: install systemd" && exit 77
}
root=$(mktemp -d)
trap 'rm -rf "$root"' EXIT
units=$root/lib/systemd/system
mkdir -p "$units"
cp "$2/apps/serve/damiera.socket" "$units"
cp "$1/apps/serve/damiera.service" "$units"
# The units begin what is in this root, and need targets that every system has.
program=$(sed -n 's/^ExecStart=\([^ ]*\) .*/\1/p' "$units/damiera.service")
mkdir -p "$root$(dirname "$program")"
printf '#!/bin/sh\n' >"$root$program"
chmod +x "$root$program"
cp /lib/systemd/system/*.{target,slice} "$units"
said=$(systemd-analyze verify --man=no --root="$root" damiera.service damiera.socket 2>&1) || {
  echo "FAILED: $said" && exit 1
}
! grep damiera <<<"$said" || exit 1
echo "systemd has nothing to say against the units"
