#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
#
# A C++ program, on PoCL, whose callback throws an exception out of a call. The exception must pass
# each layer, and the trace must end the call that was left.
set -u
. "${srcdir:-.}/tests/layers/layer-programs.sh"

command -v "${CXX:-g++}" >/dev/null || skip "no C++ compiler: ${CXX:-g++} is not installed"
"${CXX:-g++}" -DCL_TARGET_OPENCL_VERSION=300 -o "$work/throws" \
	"$srcdir/tests/layers/layer-throws.cc" -L.libs -lOpenCL >"$work/out" 2>&1 ||
	skip "the C++ program cannot be built: $(cat "$work/out")"

OPENCL_VISIBLE_DEVICES=all
OPENCL_TRACE_FILE=$work/trace
OPENCL_RECORD_FILE=$work/record
OPENCL_LIFETIME_FILE=$work/findings
export OPENCL_VISIBLE_DEVICES OPENCL_TRACE_FILE OPENCL_LAYERS OPENCL_RECORD_FILE OPENCL_LIFETIME_FILE

# PoCL may call back in another thread, or not let exceptions pass: then there is nothing to test.
OPENCL_LAYERS=
caught=$("$work/throws" 2>/dev/null)
[ "$caught" = 3 ] || skip "without layers the program does not catch what it throws through this PoCL"

catches() {
	[ "$("$work/throws" 2>"$work/err")" = 3 ] && [ ! -s "$work/err" ] && return
	cat "$work/err"
	return 1
}

ended() {
	[ "$(grep -c 'did not return' "$work/trace")" -eq 3 ]
}

for layer in Trace Lifetime Devices Record; do
	OPENCL_LAYERS=$layers/libCL$layer.so
	check "$layer" catches
done
check "lifetime finds nothing" has_none "$work/findings"
check "the trace has the ends" ended
check "the record can be read" ./tests/layers/record-check "$work/record" >"$work/recorded"
check "the record has the ends" grep -qx 'left 3' "$work/recorded"
check "the trace has the next calls outside" grep -q '\] clGetProgramBuildInfo(' "$work/trace"
finish
