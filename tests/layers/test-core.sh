#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
#
# The compatibility layer gives PoCL's device what OpenCL 2.0 to 3.0 added, by means of PoCL's older
# functions, and the results are the same as with PoCL's own functions. Without "force" nothing
# changes.
set -u
. "${srcdir:-.}/tests/layers/layer-programs.sh"

layer=$layers/libCLCompatibility.so

# run_core NAME: runs the program; its output is in $work/NAME.
run_core() {
	./tests/layers/core-program >"$work/$1" 2>"$work/$1.err"
}

# PoCL refuses a sampler without properties, which OpenCL allows. PoCL 7.1 does not call the functions
# for the end of a context.
comparable() {
	grep -v -e '^layer' -e '^end' "$work/$1" | awk '/^sampler with nothing/ { skip = 1; next }
		skip && /^its properties/ { skip = 0; next } { skip = 0; print }'
}

same_as_driver() {
	comparable driver >"$work/expected"
	comparable "$1" >"$work/found"
	diff "$work/expected" "$work/found"
}

run_core driver || skip "PoCL has no device here"
OPENCL_LAYERS=$layer
export OPENCL_LAYERS

run_core provided
check "by default, the results are PoCL's" same_as_driver provided

OPENCL_COMPATIBILITY_FORCE=core,create_command_queue,suggested_local_work_size
export OPENCL_COMPATIBILITY_FORCE
run_core forced
check "emulated results are the same as PoCL's" same_as_driver forced
check "the functions for the end of a context are called, the last one first" \
	grep -q '^end: -30, "", "ba"$' "$work/forced"
check "a suggested size is the one that is used" \
	grep -q 'layer suggests: 0, the size that is used' "$work/forced"
check "nothing is written to standard error" test ! -s "$work/forced.err"

# All shipped layers above it see what the program does.
OPENCL_LAYERS=$layer:$layers/libCLValidation.so:$layers/libCLLifetime.so:$layers/libCLTrace.so
OPENCL_TRACE_FILE=$work/trace
OPENCL_VALIDATION_FILE=$work/validation
OPENCL_LIFETIME_FILE=$work/lifetime
export OPENCL_TRACE_FILE OPENCL_VALIDATION_FILE OPENCL_LIFETIME_FILE
run_core layered
check "the results with all layers are the same as PoCL's" same_as_driver layered
check "the trace has the clone" grep -q 'clCloneKernel' "$work/trace"
unset OPENCL_COMPATIBILITY_FORCE

OPENCL_LAYERS=$layer
for program in $programs; do
	OPENCL_COMPATIBILITY_FORCE=core
	export OPENCL_COMPATIBILITY_FORCE
	run_program "$program"
done
finish
