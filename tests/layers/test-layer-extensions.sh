#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
#
# The extension functions of a real PoCL: without a layer they are the driver's own, with trace,
# lifetime, validation and record they are the layer's, and the calls return the same.
set -u
. "${srcdir:-.}/tests/layers/layer-programs.sh"

OPENCL_TRACE_FILE=$work/trace
OPENCL_LIFETIME_FILE=$work/findings
OPENCL_VALIDATION_FILE=$work/wrong
OPENCL_RECORD_FILE=$work/record
export OPENCL_TRACE_FILE OPENCL_LIFETIME_FILE OPENCL_VALIDATION_FILE OPENCL_RECORD_FILE

./tests/layers/extension-program >"$work/without"
status=$?
[ "$status" -ne 2 ] || skip "this PoCL has no command buffers: $(tail -n 1 "$work/without")"
check "without layers" test "$status" -eq 0
check "the driver's own functions" sh -c "! grep ' in ' '$work/without' | grep -v ' in libpocl'"
grep -v ' in ' "$work/without" >"$work/results"
check "results" test -s "$work/results"

for layer in libCLTrace.so libCLLifetime.so libCLValidation.so libCLRecord.so; do
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
check "lifetime finds nothing" has_none "$work/findings"
check "validation finds nothing" has_none "$work/wrong"

# The record says the same of the functions of extensions as the trace, without times and addresses.
./clrouter report --export text "$work/record" >"$work/reported"
for file in trace reported; do
	sed -n 's/^[^]]*\] \(cl[A-Za-z]*\(KHR\|PoCL\)(.*\) <[0-9.]* us>$/\1/p' "$work/$file" \
		>"$work/$file.calls"
done
check "record: as the trace" diff -u "$work/trace.calls" "$work/reported.calls"
check "record: there are calls" test "$(wc -l <"$work/reported.calls")" -ge 7
OPENCL_RECORD_PROFILE_QUEUES=yes OPENCL_LAYERS=$layers/libCLRecord.so \
	./tests/layers/extension-program >"$work/out" || fail "record with profiling: status $?"
./clrouter report --export html "$work/record" >"$work/reported"
check "record: when the device executed the command buffer" grep -q '"command buffer"' \
	"$work/reported"
check "record: nothing is unseen" sh -c "! ./clrouter report '$work/record' | grep 'not recorded'"
finish
