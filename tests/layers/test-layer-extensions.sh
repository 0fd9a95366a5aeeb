#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
#
# The extension functions of a real PoCL: without a layer they are the driver's own, with trace,
# lifetime and validation they are the layer's, and the calls return the same.
set -u
. "${srcdir:-.}/tests/layers/layer-programs.sh"

OPENCL_TRACE_FILE=$work/trace
OPENCL_LIFETIME_FILE=$work/findings
OPENCL_VALIDATION_FILE=$work/wrong
export OPENCL_TRACE_FILE OPENCL_LIFETIME_FILE OPENCL_VALIDATION_FILE

./tests/layers/extension-program >"$work/without"
status=$?
[ "$status" -ne 2 ] || skip "this PoCL has no command buffers: $(tail -n 1 "$work/without")"
check "without layers" test "$status" -eq 0
check "the driver's own functions" sh -c "! grep ' in ' '$work/without' | grep -v ' in libpocl'"
grep -v ' in ' "$work/without" >"$work/results"
check "results" test -s "$work/results"

for layer in libCLTrace.so libCLLifetime.so libCLValidation.so; do
	OPENCL_LAYERS=$layers/$layer ./tests/layers/extension-program >"$work/with" ||
		fail "$layer: status $?"
	check "$layer: the layer's functions" \
		test "$(grep -c " in $layer\$" "$work/with")" -eq "$(grep -c ' in ' "$work/without")"
	grep -v ' in ' "$work/with" >"$work/out"
	check "$layer: the same results" diff -u "$work/results" "$work/out"
done

traced() {
	grep -q "] $1 = CL_SUCCESS <" "$work/trace"
}
check "content size" traced 'clSetContentSizeBufferPoCL(buffer=mem#1, content_size_buffer=mem#2)'
check "finalize" traced 'clFinalizeCommandBufferKHR(command_buffer=command_buffer#1)'
check "barrier" grep -q '] clCommandBarrierWithWaitListKHR(command_buffer=command_buffer#1, ' \
	"$work/trace"
check "nothing is unseen" sh -c "! grep 'are not traced' '$work/trace'"
check "lifetime finds nothing" test ! -s "$work/findings"
check "validation finds nothing" test ! -s "$work/wrong"
finish
