#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
#
# Launches with each kind of argument are captured on PoCL and replayed there, on Oclgrind, and on
# rusticl with llvmpipe, if these are installed; replay.c compiles without a warning, and has the same
# verdict. A launch whose result the specification leaves open is found to be wrong elsewhere.
set -u
# shellcheck source=tests/layers/layer-programs.sh
. "${srcdir:-.}/tests/layers/layer-programs.sh"

[ -e "$layers/libCLCapture.so" ] || skip "there is no capture layer on this system"
builddir=$PWD
clrouter=$builddir/clrouter
cd "$work" || exit 99

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

# outcome DRIVER MODE: what the replay says
outcome() {
	"$clrouter" replay --driver "$1" "$2" >"$work/said" 2>&1
	echo $? >"$work/status"
	sed -n '2,$s/^\([a-z-]*\): .*/\1/p' "$work/said" | head -n 1
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

# program MODE DRIVERS: replay.c has the verdict that clrouter had, on the drivers of OCL_ICD_VENDORS
program() {
	[ -n "$compiler" ] || return
	checks=$((checks + 1))
	(cd "$1" && $compiler -O2 -Wall -Wextra -pedantic -Werror -I"$builddir/../include" -o program replay.c \
		"$layers/libOpenCL.so.1") >"$work/compiled" 2>&1 ||
		{ fail "$1: replay.c: $(cat "$work/compiled")"; return; }
	status=0
	(cd "$1" && OCL_ICD_VENDORS=$2 ./program 0 0) >"$work/said" 2>&1 || status=$?
	case $3 in
	right) expected=0 last=PASS ;;
	wrong | no-launch | no-build) expected=1 last=FAIL: ;;
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
	grep -q '"runs": 2,' "$mode/manifest.json" || fail "$mode: it was not checked"
	grep -q '"differs": \[\],' "$mode/manifest.json" || fail "$mode: it is not deterministic"
	expect "$pocl" "$mode" right
	program "$mode" "$pocl" right
	if [ -n "$oclgrind" ]; then
		expect "*oclgrind*" "$mode" right unable
		program "$mode" "$oclgrind" "$found"
	fi
done

# Both arguments of an overlap lead to the contents that are compared.
if [ -e overlap ]; then
	expect "$pocl" overlap right
	grep -q '^    compared   argument 1, 2: bit by bit$' "$work/said" || fail "overlap: $(cat "$work/said")"
fi

# What a launch waited for is not in a capture, so one that failed because of that is not replayed.
if take layers/capture-program fails-later; then
	checks=$((checks + 1))
	[ ! -e fails-later/replay.c ] || fail "fails-later: there is a replay.c"
	grep -q '"problem": "it cannot be replayed: .* because an event that it waited for' fails-later/manifest.json ||
		fail "fails-later: the manifest does not say why it cannot be replayed"
	expect "$pocl" fails-later ""
	[ "$(cat "$work/status")" -eq 125 ] || fail "fails-later: status $(cat "$work/status")"
fi

# Objects that few programs have.
if take tool/replay-objects arrays; then
	grep -q '"runs": 2,' arrays/manifest.json || fail "arrays: it was not checked"
	expect "$pocl" arrays right
	program arrays "$pocl" right
	if [ -n "$oclgrind" ]; then
		expect "*oclgrind*" arrays right unable
		program arrays "$oclgrind" "$found"
	fi
fi

# What a program includes is in the capture, so it is built without these files.
if take tool/replay-objects includes; then
	grep -q '"name": "program-0-whole.cl"' includes/manifest.json ||
		fail "includes: no whole source: $(cat "$work/err")"
	grep -q "its program includes .*value.h.*: the capture has a source with these in it" "$work/err" ||
		fail "includes: it is not said what is in the capture: $(cat "$work/err")"
	rm -r "replay-files" replay-value.h
	POCL_CACHE_DIR=$work/other-cache
	expect "$pocl" includes right
	program includes "$pocl" right
	if [ -n "$oclgrind" ]; then
		expect "*oclgrind*" includes right
		program includes "$oclgrind" "$found"
	fi
	# No other file is read than one of this name, of a program that is there.
	cp includes/manifest.json "$work/manifest.json"
	for edit in 's|"program-0-whole.cl"|"../program-0-whole.cl"|' 's|{"program": 0, "name"|{"program": 1, "name"|' \
		's|-whole.cl", "size": |&1000000000|' 's|^       "hash": "|&0|' 's|"files": \[|&1, |'; do
		checks=$((checks + 1))
		sed "$edit" "$work/manifest.json" >includes/manifest.json
		cmp -s includes/manifest.json "$work/manifest.json" && fail "includes: $edit changes nothing"
		expect "$pocl" includes ""
		[ "$(cat "$work/status")" -eq 125 ] || fail "includes: $edit: $(cat "$work/said")"
	done
	cp "$work/manifest.json" includes/manifest.json
	# A source that was changed is refused.
	checks=$((checks + 1))
	echo >>includes/program-0-whole.cl
	expect "$pocl" includes ""
	grep -q 'program-0-whole.cl: its size is not what the manifest says' "$work/said" ||
		fail "includes: a changed source: $(cat "$work/said")"
	POCL_CACHE_DIR=$work/cache
fi
# A file that is not there any more is said to be missing.
if take tool/replay-objects temporary; then
	[ ! -e temporary/program-0-whole.cl ] || fail "temporary: there is a whole source"
	POCL_CACHE_DIR=$work/third-cache
	expect "$pocl" temporary no-build
	grep -q '^    missing    the program includes replay-gone.h: ' "$work/said" ||
		fail "temporary: it is not said that a file is missing: $(cat "$work/said")"
	grep -q 'includes  *replay-gone.h, which are not in this directory' temporary/replay.c ||
		fail "temporary: replay.c does not say that a file is missing"
	POCL_CACHE_DIR=$work/cache
fi
# Nothing is put in that does not do the same then.
if take tool/replay-objects level; then
	[ ! -e level/program-0-whole.cl ] || fail "level: there is a whole source"
	grep -q "left out, because with them in its source it is not the same: wrong" "$work/err" ||
		fail "level: it is not said: $(cat "$work/err")"
	expect "$pocl" level right
fi

# The types of arguments are found out, and numbers compared as such.
take tool/replay-program inexact
grep -q '"types": \["float\*", "float\*"\],' inexact/manifest.json || fail "inexact: no types"
take tool/replay-program named
grep -q '"types": \["float\*", "float2\*", "pair\*", "float", "float2", "uint", "pair"\],' named/manifest.json ||
	fail "named: $(grep '"types"' named/manifest.json)"
for line in 'const cl_float value_3 = 1.5f;' 'const cl_float2 value_4 = { .s = { 0.1f, -2.0f } };' \
	'const cl_uint value_5 = 1;' '/* 6: pair */'; do
	grep -q -F -x -e "	$line" named/replay.c || fail "named: no line $line: $(grep value_ named/replay.c)"
done
take tool/replay-program undefined

# alter FILE MANIFEST OFFSET VALUE: other contents, with their own hash
alter() {
	# shellcheck disable=SC2059  # an octal number
	printf "\\$(printf '%03o' "$4")" | dd of="$1" bs=1 seek="$3" conv=notrunc 2>/dev/null
	hash=$(b2sum -l 256 "$1" | cut -d ' ' -f 1)
	sed -i "s/${1##*/}/$hash/" "$2/manifest.json" "$2/replay.c"
	mv "$1" "$2/contents/$hash"
}

# What an image keeps of a number may be rounded either way, but not be another number.
take tool/replay-program pixels
grep -q '"as": "unorm8"' pixels/manifest.json || fail "pixels: $(grep compare pixels/manifest.json)"
expect "$pocl" pixels right
after=$(sed -n 's/.*"after": "\([0-9a-f]*\)".*/\1/p' pixels/manifest.json | tail -n 1)
for step in 1 2; do
	value=$(od -An -tu1 -j 400 -N 1 "pixels/contents/$after")
	alter "pixels/contents/$after" pixels 400 $((value + 1))
	after=$hash
	[ "$step" -eq 1 ] && verdict=right || verdict=wrong
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
# A difference in a sub-buffer is that of its argument.
take tool/replay-program parts
after=$(sed -n 's/.*"after": "\([0-9a-f]*\)".*/\1/p' parts/manifest.json | tail -n 1)
alter "parts/contents/$after" parts 12 1
expect "$pocl" parts wrong
grep -q 'argument 1 (float\*): number 3 of its sub-buffer (byte 12; byte 8204 of the whole buffer) is ' \
	"$work/said" || fail "parts: $(cat "$work/said")"
program parts "$pocl" wrong
grep -q '^FAIL: argument 1 (float\*), in memory_[0-9]: number 2051 (byte 8204) is ' "$work/said" ||
	fail "parts: replay.c says $(cat "$work/said")"
take tool/replay-program address
grep -q '"differs": \[$' address/manifest.json || fail "address: it is deterministic"
grep -q 'it is not deterministic' "$work/err" || fail "address: that is not said"
expect "$pocl" address varies
[ "$(cat "$work/status")" -eq 125 ] || fail "address: status $(cat "$work/status")"
program address "$pocl" varies
if [ -n "$oclgrind" ]; then
	expect "*oclgrind*" inexact right
	program inexact "$oclgrind" right
	expect "*oclgrind*" named right
	program named "$oclgrind" right
	expect "*oclgrind*" undefined wrong
	[ "$(cat "$work/status")" -eq 1 ] || fail "undefined: status $(cat "$work/status")"
	program undefined "$oclgrind" wrong
	# The other way: captured on Oclgrind, replayed on PoCL.
	mkdir other && cd other || exit 99
	pocl_vendors=$OCL_ICD_VENDORS
	OCL_ICD_VENDORS=$oclgrind
	for mode in buffers images; do
		take layers/capture-program "$mode" || continue
		OCL_ICD_VENDORS=$pocl_vendors
		expect "$pocl" "$mode" right
		OCL_ICD_VENDORS=$oclgrind
	done
	OCL_ICD_VENDORS=$pocl_vendors
	cd ..
fi
if [ -n "$rusticl" ]; then
	OCL_ICD_VENDORS=$pocl:$rusticl
	for mode in buffers images linked inexact; do
		expect rusticl "$mode" right
	done
fi

finish
