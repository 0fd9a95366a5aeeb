#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
#
# Emulated semaphores on a real PoCL: semaphore-program finds them as the specification has them. It
# finds the same with the other layers above, and these know the functions and the objects.
set -u
. "${srcdir:-.}/tests/layers/layer-programs.sh"

OPENCL_TRACE_FILE=$work/trace
OPENCL_LIFETIME_FILE=$work/findings
OPENCL_VALIDATION_FILE=$work/wrong
OPENCL_RECORD_FILE=$work/record
OPENCL_COMPATIBILITY_FORCE=semaphore
export OPENCL_TRACE_FILE OPENCL_LIFETIME_FILE OPENCL_VALIDATION_FILE OPENCL_RECORD_FILE
export OPENCL_COMPATIBILITY_FORCE
below=$layers/libCLCompatibility.so

# run LAYERS [VARIABLE=VALUE]... PROGRAM CASE...: LAYERS are in the order of OPENCL_LAYERS.
run() {
	list=$1
	shift
	env OPENCL_LAYERS="$list" "$@" >"$work/out" 2>"$work/err"
}
program=./tests/layers/semaphore-program

run "$below" $program
check "emulated semaphores: status $?" grep -qx '0 failures' "$work/out"
run "$below" OPENCL_COMPATIBILITY_HIDE=cl_khr_semaphore $program
check "hidden" grep -qx 'no semaphores' "$work/out"
run "$below" OPENCL_COMPATIBILITY_FORCE=none OPENCL_COMPATIBILITY_PROVIDE='!semaphore' $program
check "not provided" grep -qx 'no semaphores' "$work/out"

# What is right is no finding, also with all layers together; the last one is next to the program.
right='reuse late_wait early_wait several out_of_order lists events failures_of_signals
	released_in_use released_with_wait queries threads'
above=
for layer in Lifetime Validation Record Trace; do
	above=$above:$layers/libCL$layer.so
	rm -f "$work/trace" "$work/findings" "$work/wrong" "$work/record"
	# shellcheck disable=SC2086  # a list of words
	run "$below$above" $program $right
	check "with layers up to $layer" grep -qx '0 failures' "$work/out"
	check "lifetime or validation finds nothing" has_none "$work/findings" "$work/wrong"
done
check "an object that trace knows" grep -q \
	'] clCreateSemaphoreWithPropertiesKHR(context=context#1, .* = semaphore#1 <' "$work/trace"
check "a list of objects" grep -q \
	'] clEnqueueWaitSemaphoresKHR(command_queue=queue#[0-9]*, num_sema_objects=3, ' "$work/trace"
check "the type of a command" grep -q \
	'] clGetEventInfo(.*param_name=CL_EVENT_COMMAND_TYPE.*CL_COMMAND_SEMAPHORE_WAIT_KHR' "$work/trace"
check "nothing is unseen" sh -c "! grep 'are not traced' '$work/trace'"

# The record has the same calls as the trace.
./clrouter report --export text "$work/record" >"$work/reported"
for file in trace reported; do
	sed -n 's/^[^]]*\] \(cl[A-Za-z]*Semaphores*[A-Za-z]*KHR\)(.*/\1/p' "$work/$file" | sort | uniq -c \
		>"$work/$file.calls"
done
check "record: as the trace" diff -u "$work/trace.calls" "$work/reported.calls"
check "record: there are calls" test "$(wc -l <"$work/reported.calls")" -eq 6

# Wrong calls are found.
rm -f "$work/findings" "$work/wrong"
run "$below:$layers/libCLLifetime.so" $program wrong_arguments
check "wrong calls with lifetime" grep -qx '0 failures' "$work/out"
check "lifetime finds the release" \
	grep -q 'clReleaseSemaphoreKHR: sema_object: semaphore#.* is released too often' "$work/findings"
run "$below:$layers/libCLValidation.so" $program wrong_arguments wrong_properties wrong_queries
check "wrong calls with validation" grep -qx '0 failures' "$work/out"
check "validation finds a semaphore that is gone" \
	grep -q 'clEnqueueSignalSemaphoresKHR-sema_objects-2: .*CL_INVALID_SEMAPHORE_KHR' "$work/wrong"
finish
