#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
#
# test-layer-control: a program that records itself, doc/examples/record-menu.c: only what it does
# between "on" and "off" is in the record, with the names of objects that are older; and what it says
# if that is not possible.
set -u

build=$PWD
menu=$build/doc/examples/record-menu
check=$build/tests/layers/record-check
work=$(mktemp -d) || exit 99
trap 'rm -rf "$work"' EXIT
unset OPENCL_RECORD_FILE OPENCL_RECORD_REPLACE OPENCL_RECORD_LIMIT OPENCL_RECORD_FILTER \
	OPENCL_RECORD_DURATION OPENCL_RECORD_PROFILE_QUEUES OPENCL_RECORD_STATUS \
	OPENCL_RECORD_PAUSED OPENCL_LAYERS OPENCL_LAYER_PATH OPENCL_LOADER_LAYERS_DISABLE
export OPENCL_LOADER_CONFIG="$work/loader.conf" OCL_ICD_VENDORS="$build/tests/stubs/stub-icd1.so"
: >"$work/loader.conf"
printf '[layer record]\nlibrary = %s\n' "$build/.libs/libCLRecord.so" >"$work/layers.conf"
failed=0
checks=0

# expect TEXT COMMAND...
expect() {
	text=$1
	shift
	checks=$((checks + 1))
	"$@" && return
	echo "FAILED: $text"
	cat "$work/out" "$work/err" "$work/found"
	failed=$((failed + 1))
}

# menu WORD...: runs the program, with these lines in its menu
menu() {
	rm -f "$work/menu.clrecord"
	: >"$work/found"
	(cd "$work" && printf '%s\n' "$@" | "$menu" >"$work/out" 2>"$work/err")
	[ ! -e "$work/menu.clrecord" ] || "$check" "$work/menu.clrecord" >"$work/found" 2>&1
}

# says LINE: the program, as a whole line
says() {
	grep -qx -e "$1" "$work/out"
}

# calls FUNCTION NUMBER: in the record
calls() {
	[ "$(awk -v name="$1" '$2 == name { sum += $1 } END { print sum + 0 }' "$work/found")" -eq "$2" ]
}

menu work on work work off work
expect "it can be switched" says 'on: 0'
expect "and off" says 'off: 0'
expect "it works" test "$(grep -c '^platform: ' "$work/out")" -eq 4
expect "only what was asked for" calls clGetPlatformInfo 2
expect "objects always" calls clGetPlatformIDs 4
expect "the layer says nothing" test ! -s "$work/err"

menu work work
expect "nothing was asked for" calls clGetPlatformInfo 0
menu off work on work on work off off work on work
expect "several times" calls clGetPlatformInfo 3
OPENCL_RECORD_PAUSED=no menu work work
expect "the variable is stronger" calls clGetPlatformInfo 2
OPENCL_RECORD_DURATION=1 menu on work
expect "with other settings" calls clGetPlatformInfo 1
rm -f "$work/menu.clrecord"
(cd "$work" && { echo on; echo work; sleep 1.5; echo work; echo work; echo on; } |
	OPENCL_RECORD_DURATION=1 "$menu" >"$work/out" 2>"$work/err")
expect "the time is over" says 'on: -59'

# Threads call while it is switched, and a child goes on while its parent pauses.
mkdir "$work/here"
: >"$work/found"
(cd "$work/here" && OPENCL_LAYERS=record OPENCL_RECORD_PAUSED=yes \
	"$build/tests/layers/control-program" >"$work/out" 2>"$work/err")
expect "threads: the program ends" test $? -eq 0
for file in "$work"/here/*; do
	expect "threads: the record is valid" "$check" "$file" >"$work/found" 2>&1
	awk '$2 == "clGetPlatformInfo" { sum += $1 } END { print sum + 0 }' "$work/found"
done | sort -n >"$work/counts"
expect "threads: two processes" test "$(wc -l <"$work/counts")" -eq 2
expect "threads: the child records what it asked for" test "$(sed -n 1p "$work/counts")" -eq 1
expect "threads: something was recorded" test "$(sed -n 2p "$work/counts")" -gt 0
expect "threads: and something was not" test "$(sed -n 2p "$work/counts")" -lt "$(cat "$work/out")"

# The layer cannot write, or is not there.
mkdir "$work/closed"
OPENCL_RECORD_FILE="$work/closed/no/such/file" menu on work on
expect "no file" says 'on: -59'
OPENCL_LOADER_LAYERS_DISABLE='*' menu on work
expect "the user forbids it" says 'the record layer is not there: disabled'
expect "and it works" grep -q '^platform: ' "$work/out"
: >"$work/layers.conf"
menu on work
expect "there is no such layer" says 'the record layer is not there: not-found'

[ "$failed" -eq 0 ] || exit 1
echo "$checks checks, 0 failed"
