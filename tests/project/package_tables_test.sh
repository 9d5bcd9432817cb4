#!/usr/bin/env bash
# scripts/package tables: the sums match the files, the signature matches the key, archives
# hold the tables, the same tables make the same bytes, and `damiera fetch` gets them from `damiera
# serve`.
#
# usage: package_tables_test.sh SOURCE_TREE PROGRAM
set -euo pipefail

program=$2
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
(cat SHA256SUMS && echo) >"$work/other_sums"
! openssl pkeyutl -verify -rawin -pubin -inkey "$work/public.pem" -in "$work/other_sums" -sigfile SHA256SUMS.sig &>/dev/null ||
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
# Relative paths begin at the caller's folder.
mkdir -p "$work/mine/italian"
cp data/tables/italian/KvK.wdl "$work/mine/italian"
(cd "$work" && "$1/scripts/package" tables --tables mine --key key.pem --out published italian >/dev/null) ||
  fail "relative paths"
[[ -f $work/published/italian/KvK.wdl && ! -e $work/published/italian/KKvK.wdl && -f $work/published/SHA256SUMS.sig ]] ||
  fail "tables of another folder"
if scripts/package tables --out "$work/three" chess 2>/dev/null; then fail "a game that there is not"; fi

# What cannot be published leaves the tables, and what was published before, as they are.
refused() {
  local why=$1
  shift
  if scripts/package tables "$@" 2>"$work/log"; then fail "published: $why"; fi
  grep -q "$why" "$work/log" || fail "expected '$why': $(cat "$work/log")"
}
refused "it publishes breakthrough as well" --out "$work/one" italian
refused "expected another folder" --tables "$work/mine" --out "$work/mine"
[[ -f $work/mine/italian/KvK.wdl ]] || fail "the table is gone"
refused "expected a private key" --tables "$work/mine" --key "$work/public.pem" --out "$work/published"
cp data/tables/italian/MvM.wdl "$work/mine/italian/KvM.wdl"
refused "its header is that of another table" --tables "$work/mine" --out "$work/published"
cp data/tables/breakthrough/MvM.wdl "$work/mine/italian"
rm "$work/mine/italian/KvM.wdl"
refused "expected tables of one game" --tables "$work/mine" --out "$work/published"
head -c 100 data/tables/italian/MvM.wdl >"$work/mine/italian/MvM.wdl"
refused "bytes, found 100" --tables "$work/mine" --out "$work/published"
(cd "$work/published" && sha256sum --check --quiet --strict SHA256SUMS) || fail "what was published is not as before"
[[ -z $(find "$work/published" -name '.*') ]] || fail "leftovers in the published folder"
# Folders without tables, such as what `fetch` leaves when it is stopped, are no games.
rm "$work/mine/italian/MvM.wdl"
mkdir -p "$work/mine/.fetch/italian"
scripts/package tables --tables "$work/mine" --out "$work/mine/published" >/dev/null || fail "other folders"
[[ -f $work/mine/published/damiera-italian-2.tar ]] || fail "games that were not named"

# The user's own tables must not be visible.
export HOME=$work DAMIERA_TABLES=
"$program" serve --port 0 --downloads "$work/one" 2>"$work/serving" &
server=$!
trap 'kill "$server" 2>/dev/null || true; rm -rf "$work"' EXIT
for _ in {1..100}; do grep -q http "$work/serving" && break || sleep 0.1; done
url=$(grep -o 'http:.*/' "$work/serving")download
fetch() { "$program" fetch "$@" --from "$url" --tables "$work/fetched" --tries 2; }

fetch italian --pieces 3 --key "$work/public.pem" --estimate | grep -q "would be fetched" || fail "an estimate"
[[ ! -e $work/fetched ]] || fail "an estimate that writes"
fetch italian --pieces 3 --key "$work/public.pem" --json >"$work/report" || fail "$(cat "$work/report")"
python3 -c 'import json, sys
report = json.load(open(sys.argv[1]))
assert report["complete"] and report["signed"] and report["tables"] == len(report["fetched"]) > 10, report
assert report["bytes"] == report["bytes_fetched"] and not report["unlike_published"], report
import re
page = open(sys.argv[2]).read().split("\n## fetch\n")[1].split("\n## ")[0]
rows = [row.split(" | ")[0] for row in page.splitlines() if row.startswith("| `")]
members = {member for row in rows for member in re.findall("`(.*?)`", row)}
assert members == {name + "[]" * isinstance(value, list) for name, value in report.items()}, members
' "$work/report" "$1/docs/json.md" || fail "a member that docs/json.md does not have"
"$program" verify italian --tables "$work/fetched" --against "$1/data/checksums/shipped/italian.txt" --pieces 3 >"$work/log" ||
  fail "$(cat "$work/log")"

# No half of a file is a table, whenever the program is killed; the next run goes on.
for moment in 0.02 0.05 0.1 0.2; do
  "$program" fetch breakthrough --from "$url" --tables "$work/killed" &>/dev/null &
  sleep "$moment"
  kill -9 $! 2>/dev/null || true
  wait $! 2>/dev/null || true
  for table in "$work"/killed/breakthrough/*v*; do
    [[ ! -e $table ]] || cmp "$table" "$work/one/breakthrough/${table##*/}" || fail "half a table"
  done
done
"$program" fetch breakthrough --from "$url" --tables "$work/killed" >/dev/null 2>&1 || fail "a run after a kill"
[[ $(ls "$work/killed/breakthrough") == "$( (ls "$work/one/breakthrough" && echo checksums.txt) | LC_ALL=C sort)" ]] ||
  fail "tables after a kill"

openssl genpkey -algorithm ed25519 | openssl pkey -pubout -out "$work/other.pem"
status=0
fetch italian --key "$work/other.pem" 2>"$work/log" || status=$?
[[ $status == 3 ]] && grep -q "not a signature by the key" "$work/log" || fail "a signature by somebody else"
status=0
fetch english 2>"$work/log" || status=$?
[[ $status == 3 ]] && grep -q "lists no such tables" "$work/log" || fail "a game that is not published"
# A separate file, because the published one may be a hard link to the shipped one.
rm "$work/one/italian/KMvK.wdl"
(cat "$1/data/tables/italian/KMvK.wdl" && echo) >"$work/one/italian/KMvK.wdl"
rm "$work/fetched/italian/KMvK.wdl"
status=0
fetch italian --pieces 3 2>"$work/log" || status=$?
[[ $status == 3 && ! -e $work/fetched/italian/KMvK.wdl ]] || fail "a falsified file"
kill "$server"
status=0
fetch italian 2>"$work/log" || status=$?
[[ $status == 75 ]] || fail "a server that is away: $status"

# A certificate that nobody vouches for is refused at once, because it stays the same.
openssl req -x509 -newkey rsa:2048 -nodes -subj /CN=localhost -keyout "$work/tls.key" -out "$work/tls.pem" 2>"$work/log"
openssl s_server -accept 127.0.0.1:0 -key "$work/tls.key" -cert "$work/tls.pem" -WWW >"$work/serving" 2>&1 &
server=$!
for _ in {1..100}; do grep -q ^ACCEPT "$work/serving" && break || sleep 0.1; done
url=https://$(sed -n 's/^ACCEPT //p' "$work/serving")
status=0
fetch italian 2>"$work/log" || status=$?
[[ $status == 3 ]] && grep -q "SHA256SUMS: the server's certificate is not trusted" "$work/log" ||
  fail "a certificate of its own: $status, $(cat "$work/log")"
! grep -q "trying again" "$work/log" || fail "a second attempt at a certificate"
echo "tables as published and fetched: sums, signature, archives, kills and falsified files"
