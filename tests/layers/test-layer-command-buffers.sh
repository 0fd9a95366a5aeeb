#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
#
# Command buffers that the compatibility layer emulates on PoCL: alone, with kernels that are cloned
# by the layer, and below the other layers, which see the program's calls and nothing of what the
# layer makes of them.
set -u
. "${srcdir:-.}/tests/layers/layer-programs.sh"

program=./tests/layers/command-buffer-program
lawful="commands orders barriers waits arguments empty-arguments updates pending-updates deferred
	threads shared-updates"

# run LAYERS FEATURES CASES...
run() {
	OPENCL_LAYERS=$1 OPENCL_COMPATIBILITY_FORCE=$2
	export OPENCL_LAYERS OPENCL_COMPATIBILITY_FORCE
	shift 2
	"$program" "$@" >"$work/out" 2>"$work/err"
	status=$?
	unset OPENCL_LAYERS OPENCL_COMPATIBILITY_FORCE
}

own=$layers/libCLCompatibility.so
run "$own" command_buffer
[ "$status" -ne 2 ] || skip "PoCL has no device here"
check "alone: $(tail -n 1 "$work/out")" test "$status" -eq 0
grep '^100 launches' "$work/out"
run "$own" core,command_buffer
check "kernels that the layer clones: $(tail -n 1 "$work/out")" test "$status" -eq 0
run "$own" all
check "with all features: $(tail -n 1 "$work/out")" test "$status" -eq 0

OPENCL_TRACE_FILE=$work/trace
OPENCL_LIFETIME_FILE=$work/findings
OPENCL_VALIDATION_FILE=$work/wrong
OPENCL_RECORD_FILE=$work/record
export OPENCL_TRACE_FILE OPENCL_LIFETIME_FILE OPENCL_VALIDATION_FILE OPENCL_RECORD_FILE
for each in Trace Record Validation Lifetime; do
	own=$own:$layers/libCL$each.so
done

# shellcheck disable=SC2086  # a list
run "$own" command_buffer $lawful
check "below the others: $(tail -n 1 "$work/out")" test "$status" -eq 0
check "lifetime finds nothing" test ! -s "$work/findings"
cp "$work/wrong" "$work/found" 2>/dev/null
check "validation finds nothing" sh -c "! grep ': error: ' '$work/wrong'"
check "recorded kernels are traced" \
	grep -q '] clCommandNDRangeKernelKHR(command_buffer=command_buffer#' "$work/trace"
check "updates are traced" grep -q '] clUpdateMutableCommandsKHR(' "$work/trace"
check "no copy of a kernel is seen" sh -c "! grep '] clCloneKernel(' '$work/trace'"
./clrouter report "$work/record" >"$work/report" 2>&1
check "the record can be read" grep -q 'clEnqueueCommandBufferKHR' "$work/report"

rm -f "$work/wrong"
run "$own" command_buffer
check "wrong calls below the others: $(tail -n 1 "$work/out")" test "$status" -eq 0
for rule in clCreateCommandBufferKHR-queues-3 clCommandCopyBufferKHR-sync_point_wait_list-1 \
	clCommandFillImageKHR-command_buffer-4 clEnqueueCommandBufferKHR-queues-7 \
	clUpdateMutableCommandsKHR-mutable_handle-1 clReleaseCommandBufferKHR-command_buffer-1; do
	check "$rule" grep -q ": $rule: " "$work/wrong"
done
finish
