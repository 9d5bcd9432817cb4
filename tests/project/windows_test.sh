#!/usr/bin/env bash
# The build for Windows, brought up to date, and its tests under wine. Skipped where mingw-w64 or wine
# is not installed, or the libraries are not built: scripts/package windows does all that.
#
# usage: windows_test.sh SOURCE_TREE PROGRAM
set -euo pipefail
cd "$1"
bash scripts/windows/libraries --check
cmake --preset windows -DDAMIERA_NATIVE_PROGRAM="$2" >/dev/null
cmake --build build/windows
ctest --test-dir build/windows --output-on-failure
