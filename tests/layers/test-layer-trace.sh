#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
#
# Traces of real programs: the JSON is valid, calls are nested correctly, and none is missing. The
# layer of doc/examples, which is loaded above the trace, counts the calls for comparison.
set -u
. "${srcdir:-.}/tests/layers/layer-programs.sh"

OPENCL_LAYERS=$layers/libCLTrace.so:$PWD/doc/examples/.libs/libcount.so
OPENCL_TRACE_FILE=$work/trace
export OPENCL_LAYERS OPENCL_TRACE_FILE

counted() {
	grep -E '^ *[0-9]+ cl[A-Z]' "$work/err" | sort -k 2
}

for program in $programs; do
	OPENCL_TRACE_FORMAT=json run_program "$program"
	check "$program: trace" ./tests/layers/trace-check "$work/trace" >"$work/traced"
	grep -v '^row' "$work/traced" | sort -k 2 >"$work/calls"
	counted >"$work/counted"
	check "$program: some calls" test -s "$work/counted"
	check "$program: no call is missing" diff -u "$work/counted" "$work/calls"
	case $program in
	vector-add) rows=1 ;;
	arrays) rows=3 ;;
	*) rows=0 ;;
	esac
	check "$program: rows" test "$(grep -cx 'row queue#[0-9]*' "$work/traced")" -eq "$rows"
	if command -v "${python:-python3}" >/dev/null; then
		check "$program: as Python reads it" \
			"${python:-python3}" -m json.tool "$work/trace" "$work/tool"
	fi

	# As text there is one line per call, or two if others are inside.
	run_program "$program"
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
