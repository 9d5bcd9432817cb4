#!/usr/bin/env bash
# Tests of the whole program from outside, each in a folder of its own.
#
# usage: end_to_end.sh PROGRAM TEST [argument...]
#        where TEST is one of the functions named test_... below
set -euo pipefail

source_tree=$(cd "$(dirname "${BASH_SOURCE[0]}")/../.." && pwd)
program=$1
test=$2
shift 2
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"
# The user's own files must not be visible.
export HOME=$work XDG_DATA_HOME=$work/data
unset DAMIERA_TABLES

fen="W:WK3,20:BK31"   # sound in every game, and on both boards

fail() {
  echo "FAILED: $*" >&2
  echo "--- standard output:" >&2
  head -n 20 out >&2
  echo "--- standard error:" >&2
  head -n 20 err >&2
  exit 1
}

# expect STATUS ARGUMENTS...: runs the program, its output goes to the files out and err.
expect() {
  local wanted=$1 status=0
  shift
  "$program" "$@" >out 2>err </dev/null || status=$?
  [[ $status -eq $wanted ]] || fail "damiera $*: exit status $status, expected $wanted"
}

# says TEXT...: the last command's standard output has each text.
says() {
  local text
  for text in "$@"; do grep -qF -- "$text" out || fail "no '$text' in the output"; done
}

# complains TEXT...: the last command's standard error has each text.
complains() {
  local text
  for text in "$@"; do grep -qF -- "$text" err || fail "no '$text' in the message"; done
}

same_files() {
  diff -r "$1" "$2" >out 2>&1 || fail "$1 and $2 differ"
}

# Overwrites one byte of a file by another value.
damage_byte() {
  local file=$1 offset=$2 old new
  old=$(od -An -tu1 -j "$offset" -N1 "$file")
  new=$(printf '\\x%02x' $(((old + 85) % 256)))
  # shellcheck disable=SC2059   # the escape is the byte
  printf "$new" | dd of="$file" bs=1 seek="$offset" conv=notrunc status=none
}

# Builds, verifies and probes one game; the tables are those that are shipped, byte for byte.
test_game() {
  local variant=$1
  expect 0 build "$variant" --pieces 3 --tables tables --estimate
  [[ ! -e tables/$variant ]] || fail "--estimate built something"
  expect 0 build "$variant" --pieces 3 --tables tables
  expect 0 verify "$variant" --pieces 3 --tables tables
  says "all correct"
  expect 0 verify "$variant" --pieces 3 --tables tables --json
  says '"correct": true' '"wrong": 0'
  expect 0 stats "$variant" --tables tables
  says "KvK" "KKvM" "3 pieces"
  expect 0 stats "$variant" --tables tables --json
  expect 0 probe "$variant" "$fen" --tables tables
  expect 0 probe "$variant" "$fen" --tables tables --json
  says "\"fen\":\"$fen\"" '"wdl":"' '"dtc":' '"moves":[{"move":"'
  expect 0 line "$variant" "$fen" --tables tables
  expect 0 moves "$variant" "$fen" --json
  says '"moves":[{"move":"'
  many_lines "$variant" probe
  many_lines "$variant" line
  many_lines "$variant" moves
  expect 0 build "$variant" --pieces 3 --tables tables
  says "0 slices built"
  expect 0 pack "$variant" tables packed
  says "positions a byte"
  for table in "packed/$variant"/*v*; do
    cmp "$table" "$source_tree/data/tables/${table#packed/}" >out 2>&1 || fail "$table is not as shipped"
  done
  one_side "$variant"
}

# A shorter test with two pieces, for the games after the first five.
test_small_game() {
  local variant=$1 men="W:W20:B9"   # sound in every game, also where a king ends it
  expect 0 build "$variant" --pieces 2 --dtw --tables tables
  expect 0 verify "$variant" --pieces 2 --tables tables
  says "all correct"
  expect 0 stats "$variant" --tables tables
  says "MvM" "2 pieces"
  expect 0 probe "$variant" "$men" --tables tables --json
  says '"dtw":' '"moves":[{"move":"'
  expect 0 line "$variant" "$men" --tables tables
  expect 0 moves "$variant" "$men" --json
  expect 0 pack "$variant" tables packed
  expect 0 verify "$variant" --pieces 2 --tables packed
  says "all correct"
  for table in packed/*/*v*; do
    cmp "$table" "$source_tree/data/tables/${table#packed/}" >out 2>&1 || fail "$table is not as shipped"
  done
}

# Without one side of each pair the tables are correct, and packing them gives both sides again.
one_side() {
  local variant=$1 table
  mkdir -p "plain/$variant"
  cp "tables/$variant"/*.wdl "tables/$variant"/*.dtc "plain/$variant"
  expect 0 pack "$variant" plain one --sides one
  says "wdl: 16 tables, 7 of them searched"
  packs_to_both_sides one "$variant"
  expect 0 pack "$variant" plain distances --sides distances
  says "wdl: 16 tables, 0 of them searched" "dtc: 16 tables, 7 of them searched"
  packs_to_both_sides distances "$variant"
  for table in plain/"$variant"/*.dtc; do
    table=${table#plain/}
    (($(stat -c %s "distances/$table") <= $(stat -c %s "packed/$table"))) || fail "$table is larger"
  done
}

packs_to_both_sides() {
  local sides=$1 variant=$2 table
  stat -c '%n %i' "$sides/$variant"/*v* >before
  expect 0 pack "$variant" plain "$sides" --sides "$sides"
  stat -c '%n %i' "$sides/$variant"/*v* | cmp - before || fail "finished tables are packed again"
  expect 0 verify "$variant" --pieces 2 --tables "$sides"
  rm -rf again
  expect 0 pack "$variant" "$sides" again
  for table in "again/$variant"/*v*; do
    cmp "$table" "packed/${table#again/}" >out 2>&1 || fail "$table is not as packed at once"
  done
}

# Lines from standard input are answered one by one, in order, the bad one as well.
many_lines() {
  local variant=$1 command=$2
  printf '%s\n' "$fen" "rubbish" "B:WK3:BK31" |
    "$program" "$command" "$variant" - --tables tables >out 2>err || fail "$command -"
  [[ $(wc -l <out) -eq 3 ]] || fail "$command -: not three lines"
  sed -n 1p out | grep -F "{\"fen\":\"$fen\"," >/dev/null || fail "$command -: line 1"
  sed -n 2p out | grep -F '{"fen":"rubbish","error":"' >/dev/null || fail "$command -: line 2"
  sed -n 3p out | grep -F '{"fen":"B:WK3:BK31",' >/dev/null || fail "$command -: line 3"
}

test_exit_status() {
  expect 0 --help
  expect 0 build --help
  expect 0 probe english "W:WK1:BK32"   # the shipped tables are found without being named
  expect 2
  expect 2 no-such-command
  expect 2 probe no-such-game "$fen"
  expect 2 build italian
  expect 2 build italian --pieces 1
  expect 2 build italian --pieces 3 --no-such-option
  expect 2 probe italian "W:W1:B1"
  expect 2 probe italian "rubbish"
  expect 3 probe italian "W:WK1,K2,K3,K4:BK29,K30,K31,K32"
  complains "KKKKvKKKK"
  expect 0 build italian --pieces 2 --tables tables
  expect 3 probe italian "W:WK1,K2,K3,K4:BK29,K30,K31,K32" --tables tables
  complains "KKKKvKKKK"
}

# A build that is asked to stop says to try again, leaves whole tables only, and can go on.
test_stop() {
  expect 0 build italian --pieces 4 --tables undisturbed
  "$program" build italian --pieces 4 --tables stopped >out 2>err &
  local pid=$! status=0
  sleep 0.5
  kill -TERM "$pid" 2>/dev/null || true
  wait "$pid" || status=$?
  [[ $status -eq 75 || $status -eq 0 ]] || fail "stopped build: exit status $status"
  expect 0 verify italian --pieces 3 --tables stopped
  expect 0 build italian --pieces 4 --tables stopped
  same_files undisturbed stopped
}

# No damage of a table goes unnoticed: the message names the file, and no value is given.
test_damage() {
  expect 0 build english --pieces 3 --tables sound
  local table=english/KKvM.wdl size offset
  size=$(stat --format=%s "sound/$table")
  for offset in 0 8 12 13 16 40 80 90 100 106 $((size / 2)) $((size - 1)); do
    refuse "byte $offset" damage_byte "$table" "$offset"
  done
  refuse "cut short" truncate_table "$table" $((size - 1))
  refuse "cut within the header" truncate_table "$table" 50
  refuse "empty" truncate_table "$table" 0
  refuse "longer" truncate_table "$table" $((size + 1))
  refuse "of another slice" replace_table "$table" english/KKvK.wdl
  expect 0 build italian --pieces 3 --tables sound
  refuse "of another game" replace_table "$table" italian/KKvM.wdl
}

truncate_table() { truncate --size="$2" "$1"; }
replace_table() { cp "../sound/$2" "$1"; }

# refuse WHAT COMMAND TABLE [ARGUMENT]: after the command, the table is refused by name.
refuse() {
  local what=$1 command=$2 table=$3 status=0
  rm -rf damaged && cp -r sound damaged
  (cd damaged && "$command" "$table" "$4")
  "$program" verify english --pieces 3 --tables damaged >out 2>err || status=$?
  [[ $status -eq 1 || $status -eq 3 ]] || fail "$what: verify: exit status $status"
  grep -qF -- "${table#*/}" out err || fail "$what: verify does not name $table"
  every_block "$what" "$table"
}

# Positions from all over the slice, so that some lie in the damaged block.
every_block() {
  local what=$1 table=$2 status=0 a b m
  for a in {1..31}; do
    for b in 1 9 17 25 32; do
      for m in 5 12 20 28; do
        [[ $a -eq $b || $a -eq $m || $b -eq $m ]] || echo "W:WK$a,K$b:B$m"
      done
    done
  done >positions
  "$program" probe english - --tables damaged <positions >out 2>err || status=$?
  [[ $status -eq 3 ]] || fail "$what: probe: exit status $status"
  grep -qF -- "${table#*/}" out err || fail "$what: probe does not name $table"
}

# The tables do not depend on the number of threads.
test_threads() {
  local variant=$1 pieces=$2 n
  for n in 1 2 8; do
    expect 0 build "$variant" --pieces "$pieces" --threads "$n" --tables "threads$n"
  done
  same_files threads1 threads2
  same_files threads1 threads8
}

# The shipped tables are the tables of the published list, and no others.
test_shipped_checksums() {
  expect 0 verify "$1" --tables "$source_tree/data/tables" \
    --against "$source_tree/data/checksums/shipped/$1.txt"
  says "0 missing, 0 different, 0 extra"
}

# The files that build writes match the published list, with the version of zstd that it names.
test_built_checksums() {
  expect 0 build "$1" --pieces 3 --tables tables
  expect 0 verify "$1" --pieces 3 --tables tables \
    --against "$source_tree/data/checksums/built/$1.txt"
  says " tables equal, 0 missing, 0 different, 0 extra"
}

# A folder that cannot be written is reported before any work.
test_read_only() {
  expect 3 build italian --pieces 5 --tables /proc/no/such/folder
  complains "/proc/no" "make folder"
}

# Where the disk is full, here for files above a limit, the message names the file, and the same
# command goes on from what was finished once there is room.
test_disk_full() {
  local table=tables/italian/KKvKK.wdl limit
  expect 0 build italian --pieces 4 --tables undisturbed
  limit=$(stat --format=%s undisturbed/italian/KKvKK.wdl)
  (
    trap '' XFSZ   # so that the write fails instead
    ulimit -f $((limit / 1024 / 2))
    expect 3 build italian --pieces 4 --tables tables
  )
  complains "tables/italian/" "File too large"
  [[ -z $(find tables -name '.*.part') && ! -e $table ]] || fail "unfinished files are left"
  expect 0 build italian --pieces 4 --tables tables
  same_files undisturbed tables
}

# A number in the status of a process, or nothing once it has ended.
status_of() { sed -n "s/^$2:[^0-9]*\([0-9]*\).*/\1/p" "/proc/$1/status" 2>>err; }

# Builds within `$1` MiB with --threads 2, and expects at most `$2` threads. The peak is that of resident
# memory, the program itself included.
build_within() {
  local bound=$1 at_most=$2 peak=0 most=0 now threads
  shift 2
  "$program" build italian --threads 2 --memory "${bound}M" "$@" >out 2>err &
  local pid=$!
  while now=$(status_of "$pid" VmHWM) && threads=$(status_of "$pid" Threads) &&
        [[ -n $now && -n $threads ]]; do
    peak=$now
    if ((threads > most)); then most=$threads; fi
    sleep 0.01
  done
  wait "$pid" || fail "a build within $bound MiB: $*"
  echo "$*, bound: $bound MiB; peak: $((peak / 1024)) MiB; threads: $most"
  ((peak > 0 && peak <= bound * 1024)) || fail "peak $peak KiB, bound $bound MiB"
  ((most >= 2 && most <= at_most)) || fail "$most threads, expected $at_most"
}

# Memory stays within its bound, or the message names the least that is needed, and the number of
# threads is as requested. If scratch files are mapped, one more thread unmaps their pages now and
# then. Without a bound KMvKMM takes 65 MiB, and with scratch files of which no page is unmapped 60.
# Values of five pieces take a third more than this bound if there is none.
test_memory() {
  expect 2 build italian --pieces 4 --threads 2 --memory 1M --tables tables
  complains "--memory: 1.0 MiB is too little, this build needs at least "
  build_within "$(sed -n 's/.*at least \([0-9]*\)M$/\1/p' err)" 3 --pieces 4 --tables tables
  build_within 2000 2 --pieces 4 --tables unbounded
  same_files tables unbounded
  build_within 42 3 --slices KMvKMM --tables distances
  build_within 40 3 --pieces 5 --metric wdl --tables tables
}

# Tables of two folders are the same, and their lists; hidden files of killed jobs do not count.
same_tables() { diff -r --exclude='.*' "$1" "$2" >out 2>&1 || fail "$1 and $2 differ"; }

# make runs the jobs of a plan and is killed with all of them. A new plan makes the rest, and all
# tables have the bytes of a single process.
test_plan_make() {
  local variant=$1 pieces=$2 pid jobs
  shift 2
  set -- "$@" --no-shipped
  expect 0 build "$variant" --pieces "$pieces" "$@" --tables whole
  expect 0 plan "$variant" --pieces "$pieces" "$@" --minutes 0 --threads 1 --tables jobs --format make
  cp out plan.mk
  jobs=$(grep -c '^# .* positions, about' plan.mk)
  DAMIERA=$program setsid make -f plan.mk -j 4 >make.log 2>&1 &
  pid=$!
  until [[ $(find jobs -name 'KKv*.wdl' 2>>err | wc -l) -ge 2 ]]; do
    kill -0 "$pid" 2>>err || fail "make: $(grep -E 'damiera:|\*\*\*' make.log)"
    sleep 0.05
  done
  kill -KILL -- "-$pid"
  wait "$pid" 2>>err || true
  local lock  # of a process that is killed, but has not ended yet
  for lock in jobs/"$variant"/.*.lock; do [[ ! -e $lock ]] || flock "$lock" true; done
  expect 0 plan "$variant" --pieces "$pieces" "$@" --minutes 0 --threads 1 --tables jobs --format make
  cp out plan.mk
  local left
  left=$(grep -c '^# .* positions, about' plan.mk)
  ((left > 0 && left < jobs)) || fail "$left of $jobs jobs are left after the kill"
  DAMIERA=$program make -f plan.mk -j 4 >make.log 2>&1 || fail "make: $(grep -E "damiera:|\*\*\*" make.log)"
  expect 0 plan "$variant" --pieces "$pieces" "$@" --tables jobs
  says '"jobs": []'
  [[ -n $(find jobs -name '.*.planes*') ]] || fail "no job kept values for others"
  expect 0 checksums "$variant" --merge --tables jobs
  same_tables whole jobs
  [[ -z $(find jobs whole -name '.*.planes*') ]] || fail "values are left that jobs kept"
}

# Processes that solve chunks of a pair, one of them with two chunks a level, give the same tables.
test_chunks() {
  local level part
  expect 0 build english --pieces 4 --tables whole --no-shipped
  mkdir chunks
  cp -r whole/english chunks
  rm chunks/english/KMvKM.* chunks/english/checksums*
  expect 3 build english --pair KMvKM --level 3 --chunk 1/2 --tables chunks --no-shipped
  complains .KMvKM.L2
  expect 3 join english --pair KMvKM --tables chunks --no-shipped
  complains .KMvKM.L0 .KMvKM.L12
  expect 2 build english --pair KMvKM --level 13 --tables chunks --no-shipped
  complains "0 to 12"
  expect 2 build english --pair KMvKM --level 2 --chunk 3/2 --tables chunks --no-shipped
  complains "3/2"
  for level in {0..12}; do
    for part in 1 2; do
      expect 0 build english --pair KMvKM --level "$level" --chunk "$part/2" --tables chunks --no-shipped
    done
  done
  expect 0 join english --pair KMvKM --tables chunks --no-shipped
  expect 0 checksums english --merge --tables chunks
  same_tables whole chunks
  [[ -z $(find chunks -name '.KMvKM.L*') ]] || fail "chunks are left after the join"
}

# Plans the pairs of 4 pieces, the larger ones in chunks, into the named folder.
plan_chunks() {
  expect 0 plan english --pieces 4 --no-shipped --unit chunk --minutes 0.00005 --threads 1 \
    --tables "$1" --format "$2"
  [[ $(grep -c -- '--chunk 2/2' out) -gt 10 ]] || fail "few levels are cut into chunks"
}

# The jobs of a folder are done: it has the tables of a single process, and no chunks are left. A
# lock may be left, of a job that was killed when its chunk was complete.
finished_as_whole() {
  expect 0 plan english --pieces 4 --no-shipped --unit chunk --tables "$1"
  says '"jobs": []'
  [[ -z $(find "$1" -name '.*.L*of*[0-9]') ]] || fail "chunks are left"
  [[ -n $(find "$1" -name '.K*M*.planes*') ]] || fail "no join kept values for others"
  expect 0 checksums english --merge --tables "$1"
  same_tables whole "$1"
}

# make runs a plan with chunks, is killed with all its jobs while some chunks are there, goes on with
# the same file, and has nothing to do then.
test_plan_chunks_make() {
  local pid lock
  expect 0 build english --pieces 4 --no-shipped --tables whole
  plan_chunks jobs make
  cp out plan.mk
  DAMIERA=$program setsid make -f plan.mk -j 2 >make.log 2>&1 &
  pid=$!
  until [[ $(find jobs -name '.*.L*of*[0-9]' 2>>err | wc -l) -ge 2 ]]; do
    kill -0 "$pid" 2>>err || fail "make: $(grep -E 'damiera:|\*\*\*' make.log)"
    sleep 0.02
  done
  kill -KILL -- "-$pid"
  wait "$pid" 2>>err || true
  for lock in jobs/english/.*.lock; do [[ ! -e $lock ]] || flock "$lock" true; done
  ! DAMIERA=$program make -f plan.mk -q || fail "nothing is left after the kill"
  DAMIERA=$program make -f plan.mk -j 2 >make.log 2>&1 ||
    fail "make: $(grep -E 'damiera:|\*\*\*' make.log)"
  DAMIERA=$program make -f plan.mk -q || fail "make would make again what is there"
  finished_as_whole jobs
}

test_plan_chunks_waves() {
  expect 0 build english --pieces 4 --no-shipped --tables whole
  plan_chunks jobs waves
  cp out plan.sh
  DAMIERA=$program bash plan.sh -j 2 >waves.log 2>&1 || fail "waves: $(grep damiera: waves.log)"
  DAMIERA=$program bash plan.sh -j 2 >waves.log 2>&1 || fail "again: $(grep damiera: waves.log)"
  finished_as_whole jobs
}

test_plan_chunks_snakemake() {
  expect 0 build english --pieces 4 --no-shipped --tables whole
  plan_chunks jobs snakemake
  cp out Snakefile
  DAMIERA=$program timeout 500 snakemake -s Snakefile --cores 2 >snakemake.log 2>&1 ||
    fail "snakemake: $(grep -E 'damiera:|Error' snakemake.log)"
  DAMIERA=$program timeout 100 snakemake -s Snakefile --cores 2 >snakemake.log 2>&1 ||
    fail "snakemake: $(grep -E 'damiera:|Error' snakemake.log)"
  grep -q 'Nothing to be done' snakemake.log || fail "snakemake would make again what is there"
  finished_as_whole jobs
}

# The exit status of a job: 3 for a missing or damaged table, which it names; 75 to try again.
test_job_status() {
  expect 3 build english --no-shipped --pair KKvM --tables tables
  complains "3 tables are missing" "english/KKvK.wdl" "english/KvM.wdl" "english/KvK.wdl"
  expect 0 build english --no-shipped --pair KvK --tables tables
  [[ -z $(find tables -name 'K*v*M*') ]] || fail "--pair built more than the pair"
  expect 0 build english --no-shipped --pair KKvK,KvM --tables lower --read tables
  expect 0 build english --no-shipped --pair KKvM --tables tables --read lower --scratch /tmp --progress json
  [[ ! -e tables/english/checksums.txt ]] || fail "a job waited for the list of all tables"
  expect 0 checksums english --tables tables --merge
  says "6 tables listed"
  [[ ! -e tables/english/checksums.KvK.txt ]] || fail "a list of one job is left"
  # In use by another.
  flock --no-fork tables/english/.MMvKK.lock sleep 60 &
  local holder=$!
  until [[ -e tables/english/.MMvKK.lock ]]; do sleep 0.05; done
  expect 0 build english --no-shipped --pieces 3 --tables tables
  expect 0 build english --no-shipped --pair KKKvK,KKvKK,KKMvK,KMvKK --tables tables
  expect 75 build english --no-shipped --pair KKvMM --tables tables
  complains "english/MMvKK: in use by"
  kill "$holder"
  wait "$holder" 2>>err || true
  # A job that reads a damaged table names it, a plan notices it, and the job of the table repairs
  # it.
  cp -r tables sound
  damage_byte tables/english/KvKKM.wdl 110
  expect 3 build english --no-shipped --pair KMMvK --tables tables
  complains "KvKKM.wdl"
  expect 0 plan english --slices KKMvK --tables tables --check --minutes 0
  says '"id": "KKMvK"' '"damaged": true'
  expect 0 build english --no-shipped --pair KKMvK --tables tables
  expect 0 checksums english --merge --tables tables
  expect 0 checksums english --merge --tables sound
  same_tables sound tables
}

# Killed at random moments, a build goes on to the same bytes.
test_kill_and_resume() { DAMIERA=$program "$source_tree/scripts/kill_and_resume" "$@"; }

# The shipped tables of few pieces are what their script makes; the largest take minutes.
test_shipped_tables() {
  local variant=$1 pieces=$2 file
  DAMIERA=$program "$source_tree/scripts/make_shipped_tables" --pieces "$pieces" made "$variant"
  mkdir shipped
  for file in "$source_tree/data/tables/$variant"/*; do
    local slice=${file##*/}
    slice=${slice%.*}
    ((${#slice} > pieces + 1)) || cp "$file" shipped   # a letter for each piece, and a v
  done
  same_files "made/$variant" shipped
}

"test_$test" "$@"
