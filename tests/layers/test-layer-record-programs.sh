#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
#
# Records of real programs: no call is missing, compared with what the layer of doc/examples
# counts above it, and each command of a queue with profiling has its times.
set -u
. "${srcdir:-.}/tests/layers/layer-programs.sh"

OPENCL_LAYERS=$layers/libCLRecord.so:$PWD/doc/examples/.libs/libcount.so
OPENCL_RECORD_FILE=$work/record
export OPENCL_LAYERS OPENCL_RECORD_FILE OPENCL_RECORD_PROFILE_QUEUES

only_calls() {
	grep -E '^ *[0-9]+ cl[A-Z]' "$1" | sort -k 2
}

for program in $programs; do
	run_program "$program"
	check "$program: record" ./tests/layers/record-check "$work/record" >"$work/recorded"
	only_calls "$work/err" >"$work/counted"
	only_calls "$work/recorded" >"$work/calls"
	check "$program: some calls" test -s "$work/counted"
	check "$program: no call is missing" diff -u "$work/counted" "$work/calls"
	check "$program: it was ended" grep -qx 'state 1' "$work/recorded"
	check "$program: nothing is lost" grep -qx 'lost 0' "$work/recorded"
	check "$program: no call is open" grep -qx 'open 0' "$work/recorded"

	OPENCL_RECORD_PROFILE_QUEUES=yes run_program "$program"
	check "$program: record with times" \
		./tests/layers/record-check "$work/record" >"$work/recorded"
	enqueued=$(grep -c 'clEnqueue' "$work/recorded")
	commands=$(sed -n 's/^commands //p' "$work/recorded")
	check "$program: commands have times" \
		sh -c "[ $enqueued -eq 0 ] || [ $commands -gt 0 ]"
done
finish
