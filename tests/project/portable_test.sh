#!/usr/bin/env bash
# The program asks for x86-64-v2 and nothing more: it has no instruction of AVX, AVX-512 or BMI but
# in functions named ..._avx2 or ..._avx512, which are called where the processor has that.
#
# usage: portable_test.sh PROGRAM
set -euo pipefail

newer='%[yz]mm|[[:space:]]v[a-z0-9]+[[:space:]].*%xmm'
newer+='|[[:space:]](pext|pdep|bzhi|mulx|rorx|shlx|shrx|sarx|andn|bextr|blsr|blsi|blsmsk|lzcnt)[[:space:]]'

# tzcnt is allowed: older processors execute it as bsf, which gives the same result for every number
# but zero.
find_newer() {
  objdump --disassemble --no-show-raw-insn "$1" |
    awk '/^[0-9a-f]+ <.*>:$/ { chosen = /_avx(2|512)/ } !chosen' | grep --extended-regexp "$newer"
}

if [[ $(uname -m) != x86_64 ]]; then
  echo "not an x86-64 machine: nothing to check"
  exit 0
fi

# The check must be able to fail.
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
printf '%s\n' '.globl f, g_avx2, h_avx512' 'f: pext %rax, %rbx, %rcx' 'vaddpd %ymm0, %ymm1, %ymm2' 'ret' \
  'g_avx2: vaddpd %ymm0, %ymm1, %ymm2' 'ret' \
  'h_avx512: vpopcntq %zmm0, %zmm1' 'ret' >"$work/newer.s"
as -o "$work/newer.o" "$work/newer.s"
[[ $(find_newer "$work/newer.o" | wc -l) -eq 2 ]] || { echo "the check finds nothing"; exit 1; }

find_newer "$1" >"$work/found" || true
if [[ -s $work/found ]]; then
  sed --quiet 1,10p "$work/found"
  echo "$1 has instructions beyond x86-64-v2"
  exit 1
fi
echo "$1 has no instruction beyond x86-64-v2"
