#!/usr/bin/env bash
# scripts/package tables: the sums are those of the files, the signature is that of the key, archives
# hold the tables, and the same tables make the same bytes.
#
# usage: package_tables_test.sh SOURCE_TREE
set -euo pipefail

cd "$1"
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

fail() {
  echo "FAILED: $*" >&2
  exit 1
}

openssl genpkey -algorithm ed25519 -out "$work/key.pem"
openssl pkey -in "$work/key.pem" -pubout -out "$work/public.pem"
scripts/package tables --out "$work/one" --key "$work/key.pem" italian breakthrough >"$work/log"
grep -q " signed: " "$work/log" || fail "$(cat "$work/log")"
cd "$work/one"
sha256sum --check --quiet --strict SHA256SUMS || fail "the sums"
[[ $(find . -type f | wc -l) -eq $(($(wc -l <SHA256SUMS) + 2)) ]] || fail "files that are not listed"
openssl pkeyutl -verify -rawin -pubin -inkey "$work/public.pem" -in SHA256SUMS -sigfile SHA256SUMS.sig >/dev/null ||
  fail "the signature"
echo >>SHA256SUMS
! openssl pkeyutl -verify -rawin -pubin -inkey "$work/public.pem" -in SHA256SUMS -sigfile SHA256SUMS.sig &>/dev/null ||
  fail "a signature of another list"
mkdir "$work/unpacked"
for archive in damiera-italian-*.tar; do tar -xf "$archive" -C "$work/unpacked"; done
for table in "$1"/data/tables/italian/*v*; do
  cmp "$table" "$work/unpacked/italian/${table##*/}" || fail "an archive lacks $table"
done
python3 - <<'END' || fail "index.json"
import json
index = json.load(open("index.json"))
assert {f["game"] for f in index["files"]} == {"italian", "breakthrough"}
kvk = next(f for f in index["files"] if f["name"] == "italian/KKvK.dtc")
assert (kvk["pieces"], kvk["metric"]) == (3, "dtc")
assert sum(f["bytes"] for f in index["files"]) > 100_000 and index["zstd"] and index["version"]
END

cd "$1"
scripts/package tables --out "$work/two" italian breakthrough >/dev/null
[[ ! -e $work/two/SHA256SUMS.sig ]] || fail "a signature without a key"
for archive in "$work"/one/*.tar; do cmp "$archive" "$work/two/${archive##*/}" || fail "archives differ"; done
if scripts/package tables --out "$work/three" chess 2>/dev/null; then fail "a game that there is not"; fi
echo "tables as published: sums, signature and archives"
