#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
#
# test-layer-control: a program that records itself, doc/examples/record-menu.c: only what it does
# between "on" and "off" is in the record, with the names of objects that are older; and what it says
# if that is not possible.
set -u
# shellcheck source=tests/layers/checks.sh
. "${srcdir:-.}/tests/layers/checks.sh"

build=$PWD
menu=$build/doc/examples/record-menu
reader=$build/tests/layers/record-check
unset OPENCL_RECORD_FILE OPENCL_RECORD_REPLACE OPENCL_RECORD_LIMIT OPENCL_RECORD_FILTER \
	OPENCL_RECORD_DURATION OPENCL_RECORD_PROFILE_QUEUES OPENCL_RECORD_STATUS \
	OPENCL_RECORD_PAUSED OPENCL_LAYERS OPENCL_LAYER_PATH OPENCL_LOADER_LAYERS_DISABLE
export OPENCL_LOADER_CONFIG="$work/loader.conf" OCL_ICD_VENDORS="$build/tests/stubs/stub-icd1.so"
: >"$work/loader.conf"
printf '[layer record]\nlibrary = %s\n' "$build/.libs/libCLRecord.so" >"$work/layers.conf"

# menu WORD...: runs the program, with these lines in its menu
menu() {
	rm -f "$work/menu.clrecord"
	: >"$work/found"
	(cd "$work" && printf '%s\n' "$@" | "$menu" >"$work/out" 2>"$work/err")
	[ ! -e "$work/menu.clrecord" ] || "$reader" "$work/menu.clrecord" >"$work/found" 2>&1
}

# says LINE: the program, as a whole line
says() {
	grep -qx -e "$1" "$work/out"
}

# The layer's time runs when the program says something.
wait_until_said() {
	tries=0
	until says "$1" || [ "$tries" -ge 600 ]; do
		tries=$((tries + 1))
		sleep 0.05
	done
}

# calls FUNCTION NUMBER: in the record
calls() {
	[ "$(awk -v name="$1" '$2 == name { sum += $1 } END { print sum + 0 }' "$work/found")" -eq "$2" ]
}

menu work on work work off work
check "it can be switched" says 'on: 0'
check "and off" says 'off: 0'
check "it works" test "$(grep -c '^platform: ' "$work/out")" -eq 4
check "only what was asked for" calls clGetPlatformInfo 2
check "objects always" calls clGetPlatformIDs 4
check "the layer says nothing" test ! -s "$work/err"

menu work work
check "nothing was asked for" calls clGetPlatformInfo 0
menu off work on work on work off off work on work
check "several times" calls clGetPlatformInfo 3
OPENCL_RECORD_PAUSED=no menu work work
check "the variable is stronger" calls clGetPlatformInfo 2
OPENCL_RECORD_DURATION=1000 menu on work
check "with other settings" calls clGetPlatformInfo 1
rm -f "$work/menu.clrecord"
: >"$work/out"
(cd "$work" && { echo on; wait_until_said 'on: 0'; sleep 1.5; echo work; echo work; echo on; } |
	OPENCL_RECORD_DURATION=1 "$menu" >"$work/out" 2>"$work/err")
check "the time is over" says 'on: -59'

# Threads call while it is switched, and a child goes on while its parent pauses.
mkdir "$work/here"
: >"$work/found"
(cd "$work/here" && OPENCL_LAYERS=record OPENCL_RECORD_PAUSED=yes \
	"$build/tests/layers/control-program" >"$work/out" 2>"$work/err")
check "threads: the program ends" test $? -eq 0
for file in "$work"/here/*; do
	check "threads: the record is valid" "$reader" "$file" >"$work/found" 2>&1
	awk '$2 == "clGetPlatformInfo" { sum += $1 } END { print sum + 0 }' "$work/found"
done | sort -n >"$work/counts"
check "threads: two processes" test "$(wc -l <"$work/counts")" -eq 2
check "threads: the child records what it asked for" test "$(sed -n 1p "$work/counts")" -eq 1
check "threads: something was recorded" test "$(sed -n 2p "$work/counts")" -gt 0
check "threads: and something was not" test "$(sed -n 2p "$work/counts")" -lt "$(cat "$work/out")"

# The layer cannot write, or is not there.
mkdir "$work/closed"
OPENCL_RECORD_FILE="$work/closed/no/such/file" menu on work on
check "no file" says 'on: -59'
OPENCL_LOADER_LAYERS_DISABLE='*' menu on work
check "the user forbids it" says 'the record layer is not there: disabled'
check "and it works" grep -q '^platform: ' "$work/out"
: >"$work/layers.conf"
menu on work
check "there is no such layer" says 'the record layer is not there: not-found'

finish
