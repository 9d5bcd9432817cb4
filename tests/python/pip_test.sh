#!/usr/bin/env bash
# Installs the Python package with pip, without network, from a build tree; imports it from a folder
# that nobody may write to, with the tables that it brings.
#
# usage: pip_test.sh BUILD_TREE SOURCE_TREE PYTHON
set -euo pipefail

build_tree=$1
source_tree=$2
python=$3
work=$(mktemp -d)
trap 'chmod -R u+w "$work"; rm -rf "$work"' EXIT
export HOME=$work/home
unset DAMIERA_TABLES XDG_DATA_HOME
export PIP_ROOT_USER_ACTION=ignore

"$python" -m pip --version >/dev/null 2>&1 || { echo "pip is not installed"; exit 0; }
"$python" -m pip install --quiet --no-index --no-deps --target "$work/packages" \
  --config-settings build-dir="$build_tree" "$source_tree"
chmod -R a-w "$work/packages"
cd /
PYTHONPATH=$work/packages "$python" - "$work/packages" <<'END'
import importlib.metadata, sys, damiera
assert damiera.__file__.startswith(sys.argv[1]), damiera.__file__
assert importlib.metadata.version("damiera") == damiera.__version__
assert damiera.folders.shipped_folder().startswith(sys.argv[1])
with damiera.open_tablebase("italian") as tables:
    assert tables.probe_dtc("W:WK1:BK32") == 11
    assert tables.max_pieces >= 4
END
echo "pip: installed and imported"
