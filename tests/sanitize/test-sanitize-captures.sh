#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
#
# What clrouter capture finds on PoCL with the sanitizer: accesses outside of memory of each kind, as clrouter
# sanitize says them; nothing in a lawful launch; and what could not be checked, because of the program, of
# the rewriter, or of a driver that dies or hangs of it. stub-rewriter.c is a rewriter with faults.
set -u
# shellcheck source=tests/sanitize/sanitize-lib.sh
. "${srcdir:-.}/tests/sanitize/sanitize-lib.sh"

[ -e "$layers/libCLCapture.so" ] || skip "there is no capture layer on this system"
builddir=$PWD
clrouter=$builddir/clrouter
program=$builddir/tests/sanitize/captures-program
XDG_RUNTIME_DIR=$work/run
export XDG_RUNTIME_DIR
unset OPENCL_SANITIZE_FORMAT OPENCL_SANITIZE_FILE
mkdir "$work/run" "$work/here" && cd "$work/here" || exit 99

# take MODE [LINE [OPTION...]]: captures the launch of the program
take() {
	mode=$1
	line=${2-}
	shift "$(($# < 2 ? $# : 2))"
	rm -rf "$mode"
	"$clrouter" capture --launch 1 -o "$mode" --layer "$layers/libCLCapture.so" "$@" \
		"$program" "$mode" ${line:+"$line"} >"$work/out" 2>"$work/err" ||
		fail "$mode: not captured: $(cat "$work/err")"
	[ -z "$(find "$work/run" -name "clrouter-*")" ] || fail "$mode: something of the server is left over"
}

# notes KIND [WHO]: the texts of these notes of the capture, a line each
notes() {
	sed -n "s/^note\tkind=$1\ttext=\(${2-sanitize}.*\)/\1/p" "$mode/launch.txt"
}

# has KIND [TEXT]: the sanitizer has this one note, an expression for the whole text; or none
has() {
	if [ $# -eq 1 ]; then
		[ -z "$(notes "$1")" ]
	else
		[ "$(notes "$1" | wc -l)" -eq 1 ] && notes "$1" | grep -q -x -e "sanitize: $2"
	fi
}

# shown: the finding of the sanitizer is in what clrouter replay prints, and in the head of launch.h
shown() {
	"$clrouter" replay "$mode" >"$work/said" 2>&1
	grep -q -x -F -e "    findings   $(notes finding)" "$work/said" &&
		sed '/^ \*\/$/q' "$mode/launch.h" | grep -q -x -F -e " *     found     by $(notes finding)"
}

# faulty MODE TEXT: the kernel of MODE has this one finding
faulty() {
	take "$1"
	check "$1: its fault is found" has finding "error: ${1}_one: $2; first by work-item .*; 1 time so far"
	check "$1: its kernel is checked as a whole" has unchecked
	check "$1: Oclgrind does not say it again" test -z "$(notes finding 'oclgrind: I')"
}

# --- faults ---

faulty global 'source:2:29: write of 4 bytes, out\[i\]: at byte 124 of argument 1, "out" (global int \*, 124 bytes), 0 bytes beyond its end'
check "global: replay and launch.h show it" shown
"$clrouter" sanitize "$program" global 2>&1 >"$work/out" | sed -n 's/^clrouter: \(sanitize: .*\); enqueued at .*/\1/p' \
	>"$work/own"
check "clrouter sanitize says the same" test "$(cat "$work/own")" = "$(notes finding)"
faulty local 'source:5:24: read of 4 bytes, tile\[i + 1\]: at byte 124 of argument 2, "tile" (local int \*, 124 bytes), 0 bytes beyond its end'
faulty array 'source:.*: read of 4 bytes, table\[i + 1\]: index 31 of table, which has 31 elements'
faulty shared 'source:.*: read of 4 bytes, in\[i + 1\]: at byte 124 of argument 0, "in" (global int \*, 124 bytes), 0 bytes beyond its end'
faulty linked 'source 2:2:3: write of 4 bytes, to\[i\]: at byte 124 of argument 1, "out" (global int \*, 124 bytes), 0 bytes beyond its end'
take part
check "part: the end of a part of a buffer is found" has finding 'error: global_one: .* out\[i\]: at byte 124 of argument 1, .*'

# Oclgrind's word counts for what was not checked, but not for a line that has a finding.
take mixed
check "mixed: what is checked is found" has finding 'error: mixed_one: source:22:3: write of 4 bytes, out\[i\]: .*'
check "mixed: it is said what is not" \
	has unchecked '1 of the 3 accesses of kernel mixed_one: 1 through pointers to private memory'
if command -v oclgrind >/dev/null; then
	check "mixed: Oclgrind finds it" test -n "$(notes finding 'oclgrind: Invalid read of size 4 at private ')"
	check "mixed: Oclgrind finds nothing else in memory" test -z "$(notes finding 'oclgrind: Invalid write ')"
fi

# Of a binary, only what is written just beyond the end.
take binary
check "binary: a tail is overwritten" \
	has finding 'error: global_one: 4 bytes were written beyond the end of buffer 2 (124 bytes), from byte 124 to byte 127; by this launch'
check "binary: it is said that it was not checked" \
	has unchecked 'the program: it was made from a binary .*; only writes just beyond the end of memory were looked for'

# The same of a program from SPIR-V.
version=$("$builddir/tests/sanitize/tails-program" il)
printf 'kernel void global_one(global int *in, global int *out)\n%s\n' \
	'{ int i = get_global_id(0); out[i] = i; }' >il.cl
if [ -z "$version" ]; then
	echo "left out: PoCL takes no IL"
elif ! make_il il "$version" >"$work/err" 2>&1; then
	echo "left out: no SPIR-V can be made: $(tail -n 1 "$work/err")"
else
	take il il.spv
	check "il: a tail is overwritten" \
		has finding 'error: global_one: 4 bytes were written beyond the end of buffer 2 (124 bytes), .*'
	check "il: it is said that it was not checked" \
		has unchecked 'the program: .*; only writes just beyond the end of memory were looked for'
fi

# --- no fault ---

take right
check "right: nothing is found" has finding
check "right: all is checked" has unchecked
check "right: the sanitizer is named" test "$(notes checked-by)" = sanitize
take pointers
check "pointers: nothing is found" has finding
check "pointers: it is said what was not checked" \
	has unchecked '1 of the 2 accesses of kernel pointers_one: 1 through pointers to private memory'

# --- races ---

if command -v oclgrind >/dev/null; then
	program=$builddir/tests/tool/replay-program
	take race
	program=$builddir/tests/sanitize/captures-program
	check "race: the sanitizer finds nothing" test "$(notes finding)$(notes unchecked)" = ""
	check "race: Oclgrind finds it" test -n "$(notes finding 'oclgrind: Read-write data race ')"
else
	echo "Oclgrind is not installed: it finds no race"
fi

# --- drivers that die or hang ---

take far
check "far: what ended the process is found once" has finding 'error: far_one: .* out\[8589934592\]: at byte 34359738368 of argument 1, .*'
check "far: it is said how" has unchecked \
	'the launch as it is: it crashed with SIGSEGV, while it ran the kernel; it was checked with bad accesses redirected'
check "far: Oclgrind does not say it again" test -z "$(notes finding 'oclgrind: I')"
check "far: replay shows it, too" shown

# As a build directory in which the rewriter is another program.
mkdir -p "$work/build/.libs" || exit 99
cp "$clrouter" "$work/build" && ln -s "$layers"/*.so* "$work/build/.libs" || exit 99
clrouter=$work/build/clrouter
take global
check "without the rewriter, one line says so" has unchecked \
	'clrouter-rewriter is not installed: install the package clrouter-rewriter; there is no .*'
check "nothing is found then" has finding
if command -v oclgrind >/dev/null; then
	check "Oclgrind finds it then" test -n "$(notes finding 'oclgrind: Invalid write of size 4 ')"
else
	echo "Oclgrind is not installed: it finds nothing"
fi

cp "$builddir/tests/tool/stub-rewriter" "$work/build/clrouter-rewriter" || exit 99
take global '//stub crash'
check "the rewriter crashes" has unchecked 'the program: clrouter-rewriter crashed with signal 11 .*'
printf 'kernel\tright_one\t1\t1\t3\n' >hang.table
printf 'kernel void right_one(global int *a, global int *b, local int *c, global uint *records,\n%s\n' \
	'global const ulong *regions, uint launch) { volatile uint one = 1; while (one) ; }' >hang.cl
# On a busy machine, it may be built when the time is over.
take right '//stub answer hang' --timeout 5
check "what hangs because of the checks is ended" has unchecked \
	'it did not come back within the time limit, while it \(ran the kernel; with bad accesses redirected: .*\|built .*\)'
check "nothing is found then, either" has finding

# --- a program under the sanitizer ---

clrouter=$builddir/clrouter
rm -rf both
"$clrouter" sanitize "$clrouter" capture --launch 1 -o both --layer "$layers/libCLCapture.so" "$program" global \
	>"$work/out" 2>"$work/err"
mode=both
check "a program under the sanitizer is captured as it is" \
	test "$(sed -n 's/^call.*\tkernel=\([^\t]*\).*/\1/p' both/launch.txt)" = global_one
check "its fault is found once more" test "$(cat "$work/own")" = "$(notes finding)"
finish
