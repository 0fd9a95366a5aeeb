#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
#
# Traces of real programs: no call is missing. The layer of doc/examples, which is loaded above the
# trace, counts the calls for comparison.
set -u
. "${srcdir:-.}/tests/layers/layer-programs.sh"

OPENCL_LAYERS=$layers/libCLTrace.so:$PWD/doc/examples/.libs/libcount.so
OPENCL_TRACE_FILE=$work/trace
export OPENCL_LAYERS OPENCL_TRACE_FILE

counted() {
	grep -E '^ *[0-9]+ cl[A-Z]' "$work/err" | sort -k 2
}

for program in $programs; do
	run_program "$program"
	sed -n 's/^\[[0-9]* [0-9.]*\] *\(} \)\{0,1\}\(cl[A-Za-z]*\)(.* us>$/\2/p' "$work/trace" |
		sort | uniq -c | awk '{ printf "%8d %s\n", $1, $2 }' >"$work/calls"
	counted >"$work/counted"
	check "$program: some calls" test -s "$work/counted"
	check "$program: no call is missing" diff -u "$work/counted" "$work/calls"

	# There is one line for each call, or two if others are inside.
	check "$program: lines" test "$(grep -c ' us>$' "$work/trace")" -eq \
		"$(counted | awk '{ sum += $1 } END { print sum + 0 }')"
	check "$program: nothing else" sh -c "! grep -vE ' us>$| \{$' '$work/trace'"

	# The table at the end has the same counts.
	OPENCL_TRACE_SUMMARY=only run_program "$program"
	awk 'NF == 5 && $5 ~ /^cl/ { printf "%8d %s\n", $1, $5 }' "$work/trace" |
		sort -k 2 >"$work/calls"
	counted >"$work/counted"
	check "$program: summary" diff -u "$work/counted" "$work/calls"
done
finish
