#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
#
# Launches with each kind of argument are captured on PoCL and replayed there, on Oclgrind, and on
# rusticl with llvmpipe, if these are installed; replay.c compiles without a warning, and has the same
# verdict. A launch whose result the specification leaves open is found to differ elsewhere.
set -u
# shellcheck source=tests/layers/layer-programs.sh
. "${srcdir:-.}/tests/layers/layer-programs.sh"

[ -e "$layers/libCLCapture.so" ] || skip "there is no capture layer on this system"
builddir=$PWD
clrouter=$builddir/clrouter
cd "$work" || exit 99
cache=$POCL_CACHE_DIR

# take PROGRAM MODE [OPTION...]: captures its first launch in MODE
take() {
	program=$1
	mode=$2
	shift 2
	"$clrouter" capture "${@:---launch=1}" -o "$mode" --layer "$layers/libCLCapture.so" \
		"$builddir/tests/$program" "$mode" >"$work/out" 2>"$work/err" && return
	fail "$mode: not captured: $(cat "$work/err")"
	return 1
}

# has MODE ROW WORD: a line ROW of the capture has a word that matches WORD
has() {
	tr '\t' '\n' <"$1/launch.txt" | awk -v row="$2" -v word="^$3\$" \
		'/^[a-z]+$/ { is_row = $0 == row } is_row && $0 ~ word { found = 1 } END { exit !found }'
}

# outcome DRIVER MODE: what the replay says
outcome() {
	"$clrouter" replay --driver "$1" "$2" >"$work/said" 2>&1
	echo $? >"$work/status"
	sed -n '2,$s/^\([a-z-]*\): .*/\1/p' "$work/said" | grep -v '^result$' | head -n 1
}

# expect DRIVER MODE OUTCOME...: one of these
expect() {
	checks=$((checks + 1))
	found=$(outcome "$1" "$2")
	of=$2
	on=$1
	shift 2
	for each; do
		[ "$found" = "$each" ] && return
	done
	fail "$of on $on: $found, not $*: $(cat "$work/said")"
}

compiler=${CC:-cc}
$compiler --version >/dev/null 2>&1 || compiler=
[ -n "$compiler" ] || echo "there is no compiler: replay.c is not tested"

# program MODE DRIVERS VERDICT: replay.c, which is compiled once, has it on these drivers
program() {
	[ -n "$compiler" ] || return
	checks=$((checks + 1))
	# The engine is the same in all: -O2 finds its warnings in one of them, and takes three times as long.
	level=-O0
	[ "$1" != buffers ] || level=-O2
	[ -e "$1/program" ] || (cd "$1" && $compiler $level -Wall -Wextra -pedantic -Werror -I"$builddir/../include" \
		-o program replay.c "$layers/libOpenCL.so.1") >"$work/compiled" 2>&1 ||
		{ fail "$1: replay.c: $(cat "$work/compiled")"; return; }
	status=0
	(cd "$1" && OCL_ICD_VENDORS=$2 ./program 0 0) >"$work/said" 2>&1 || status=$?
	case $3 in
	same) expected=0 last=PASS ;;
	differs | no-launch | no-build) expected=1 last=FAIL: ;;
	varies) expected=2 last=VARIES: ;;
	*) expected=2 last= ;;
	esac
	[ "$status" -eq "$expected" ] || fail "$1 on $2: replay.c ends with $status: $(cat "$work/said")"
	grep -q "^$last" "$work/said" || fail "$1 on $2: replay.c says $(cat "$work/said")"
}

# Oclgrind has no .icd file on Debian, and is found by its program.
oclgrind=
if command -v oclgrind >/dev/null; then
	oclgrind=$("$clrouter" replay --help >/dev/null && find /usr/lib* -name liboclgrind-rt-icd.so | head -n 1)
fi
[ -n "$oclgrind" ] || echo "Oclgrind is not installed: left out"
rusticl=$(ls /etc/OpenCL/vendors/rusticl.icd 2>/dev/null)
[ -n "$rusticl" ] || echo "rusticl is not installed: left out"
RUSTICL_ENABLE=llvmpipe
export RUSTICL_ENABLE

for mode in buffers overlap zeros images image-3d image-in-buffer image-1d-array image-2d-array \
	sampler-properties host-pointer shared linked binary task failing; do
	case $mode in
	failing) take layers/capture-program "$mode" --failing ;;
	*) take layers/capture-program "$mode" ;;
	esac || continue
	has "$mode" call runs=2 || fail "$mode: it was not checked"
	has "$mode" range 'varies=.*' && fail "$mode: it is not deterministic"
	[ "$mode" = failing ] || grep -q 'validation found nothing wrong when it was replayed' err ||
		fail "$mode: a finding of the validation layer: $(cat err)"
	expect "$pocl" "$mode" same
	program "$mode" "$pocl" same
	if [ -n "$oclgrind" ]; then
		expect "*oclgrind*" "$mode" same unable
		# replay.c has the engine that has just replayed it there.
		[ "$mode" != buffers ] || program "$mode" "$oclgrind" "$found"
	fi
done

# Both arguments of an overlap lead to the contents that are compared.
if [ -e overlap ]; then
	expect "$pocl" overlap same
	grep -q '^    compared   argument 1, 2: bit by bit$' "$work/said" || fail "overlap: $(cat "$work/said")"
fi

# What a launch waited for is not in a capture, so one that failed because of that is not replayed.
if take layers/capture-program fails-later; then
	checks=$((checks + 1))
	[ ! -e fails-later/replay.c ] || fail "fails-later: there is a replay.c"
	has fails-later call 'problem=it cannot be replayed: .* because an event that it waited for.*' ||
		fail "fails-later: the capture does not say why it cannot be replayed"
	expect "$pocl" fails-later ""
	[ "$(cat "$work/status")" -eq 125 ] || fail "fails-later: status $(cat "$work/status")"
fi

# Objects that few programs have.
if take tool/replay-objects arrays; then
	has arrays call runs=2 || fail "arrays: it was not checked"
	expect "$pocl" arrays same
	program arrays "$pocl" same
	[ -z "$oclgrind" ] || expect "*oclgrind*" arrays same unable
fi

# What a program includes is in the capture, so it is built without these files.
if take tool/replay-objects includes; then
	for file in replay-files/value.h replay-files/other.h replay-value.h; do
		[ -e "includes/include/$file" ] || fail "includes: no copy of $file: $(cat "$work/err")"
		has includes include "path=$file" || fail "includes: the capture does not say that it has $file"
	done
	grep -q "its program includes .*value.h.*: the capture has copies of them" "$work/err" ||
		fail "includes: it is not said what is in the capture: $(cat "$work/err")"
	rm -r "replay-files" replay-value.h
	POCL_CACHE_DIR=$work/other-cache
	expect "$pocl" includes same
	program includes "$pocl" same
	if [ -n "$oclgrind" ]; then
		expect "*oclgrind*" includes same
		program includes "$oclgrind" "$found"
	fi
	# From any directory, which may have a blank in its name.
	mkdir "a b" && mv includes "a b" && cd "a b" || exit 99
	expect "$pocl" ../a\ b/includes same
	cd .. && mv "a b/includes" . || exit 99
	# A file that was changed is refused.
	checks=$((checks + 1))
	echo >>includes/include/replay-value.h
	expect "$pocl" includes ""
	grep -q 'include/replay-value.h: its size is not' "$work/said" ||
		fail "includes: a changed file: $(cat "$work/said")"
	POCL_CACHE_DIR=$cache
fi
# A file that is not there any more is said to be missing.
if take tool/replay-objects temporary; then
	[ ! -e temporary/include ] || fail "temporary: there are copies"
	POCL_CACHE_DIR=$work/third-cache
	expect "$pocl" temporary no-build
	grep -q '^    missing    the program includes replay-gone.h: ' "$work/said" ||
		fail "temporary: it is not said that a file is missing: $(cat "$work/said")"
	grep -q 'includes  *replay-gone.h, which is not in this directory' temporary/launch.h ||
		fail "temporary: launch.h does not say that a file is missing"
	POCL_CACHE_DIR=$cache
fi

# Copies are left out if the launch does something else with them.
if take tool/replay-objects path; then
	[ ! -e path/include ] || fail "path: there are copies"
	has path include '.*' && fail "path: the capture says that it has copies"
	grep -q "left out, because with copies of them it is not the same: differs" "$work/err" ||
		fail "path: it is not said: $(cat "$work/err")"
	expect "$pocl" path same
fi

# The types of arguments are found out, and numbers compared as such.
take tool/replay-program inexact
has inexact argument 'numbers=float[*]' && has inexact range as=float32 || fail "inexact: no types"
take tool/replay-program named
for type in 'float[*]' 'float2[*]' 'pair[*]' float float2 uint pair; do
	has named argument "numbers=$type" || fail "named: no $type: $(grep '^argument' named/launch.txt)"
done
for line in '/* argument 3, float: float 1.5 */' '/* argument 4, float2: float2 (0.1, -2) */' \
	'/* argument 5, uint: uint 1 */' '/* argument 6, pair */'; do
	grep -q -F -e "$line" named/launch.h || fail "named: no line $line: $(grep '/[*] argument' named/launch.h)"
done
take tool/replay-program undefined

# alter FILE MANIFEST OFFSET VALUE: other contents, with their own hash
alter() {
	# shellcheck disable=SC2059  # an octal number
	printf "\\$(printf '%03o' "$4")" | dd of="$1" bs=1 seek="$3" conv=notrunc 2>/dev/null
	hash=$(b2sum -l 256 "$1" | cut -d ' ' -f 1)
	sed -i "s/${1##*/}/$hash/" "$2/launch.txt" "$2/launch.h"
	mv "$1" "$2/contents/$hash"
	rm -f "$2/program"
}

# What an image keeps of a number may be rounded either way, but not be another number.
take tool/replay-program pixels
has pixels range as=unorm8 || fail "pixels: $(grep '^range' pixels/launch.txt)"
expect "$pocl" pixels same
after=$(sed -n 's/.*\tafter=\([0-9a-f]*\)\t.*/\1/p' pixels/launch.txt | tail -n 1)
for step in 1 2; do
	value=$(od -An -tu1 -j 400 -N 1 "pixels/contents/$after")
	alter "pixels/contents/$after" pixels 400 $((value + 1))
	after=$hash
	[ "$step" -eq 1 ] && verdict=same || verdict=differs
	expect "$pocl" pixels "$verdict"
	[ "$step" -eq 2 ] || {
		# Bounds of floats leave the steps of an image alone.
		"$clrouter" replay --driver "$pocl" --relative 0 pixels >"$work/said" 2>&1 ||
			fail "pixels with --relative 0: $(cat "$work/said")"
		"$clrouter" replay --driver "$pocl" --ulps 0 pixels >"$work/said" 2>&1 &&
			fail "pixels with --ulps 0: $(cat "$work/said")"
	}
	program pixels "$pocl" "$verdict"
done
# A difference in a sub-buffer is a difference in its argument.
take tool/replay-program parts
after=$(sed -n 's/.*\tafter=\([0-9a-f]*\)\t.*/\1/p' parts/launch.txt | tail -n 1)
alter "parts/contents/$after" parts 12 1
expect "$pocl" parts differs
grep -q 'argument 1 (float\*): number 3 of its sub-buffer (byte 12; byte 8204 of the whole buffer) is ' \
	"$work/said" || fail "parts: $(cat "$work/said")"
program parts "$pocl" differs
grep -q '^FAIL: argument 1.*: byte 8204 is ' "$work/said" ||
	fail "parts: replay.c says $(cat "$work/said")"
take tool/replay-program address
has address range 'varies=.*' || fail "address: it is deterministic"
grep -q 'it is not deterministic' "$work/err" || fail "address: that is not said"
expect "$pocl" address varies
[ "$(cat "$work/status")" -eq 125 ] || fail "address: status $(cat "$work/status")"
program address "$pocl" varies
if [ -n "$oclgrind" ]; then
	expect "*oclgrind*" inexact same
	program inexact "$oclgrind" same
	expect "*oclgrind*" named same
	program named "$oclgrind" same
	expect "*oclgrind*" undefined differs
	[ "$(cat "$work/status")" -eq 1 ] || fail "undefined: status $(cat "$work/status")"
	program undefined "$oclgrind" differs
	# The order in which work-items run is no fault of a driver.
	take tool/replay-program race
	expect "*oclgrind*" race differs same
	[ "$found" = same ] || grep -q '^result: the kernel has a race (oclgrind: .* data race at ' "$work/said" ||
		fail "race: a driver is blamed: $(cat "$work/said")"
	# The other way: captured on Oclgrind, replayed on PoCL.
	mkdir other && cd other || exit 99
	pocl_vendors=$OCL_ICD_VENDORS
	OCL_ICD_VENDORS=$oclgrind
	for mode in buffers images; do
		take layers/capture-program "$mode" || continue
		OCL_ICD_VENDORS=$pocl_vendors
		expect "$pocl" "$mode" same
		OCL_ICD_VENDORS=$oclgrind
	done
	OCL_ICD_VENDORS=$pocl_vendors
	cd ..
fi
if [ -n "$rusticl" ]; then
	OCL_ICD_VENDORS=$pocl:$rusticl
	for mode in buffers images linked inexact; do
		expect rusticl "$mode" same
	done
fi

finish
