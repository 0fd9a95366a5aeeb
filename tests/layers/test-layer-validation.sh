#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
#
# The validation layer says nothing about programs that are right: alone, and above the trace.
set -u
. "${srcdir:-.}/tests/layers/layer-programs.sh"

OPENCL_VALIDATION_FILE=$work/findings
OPENCL_TRACE_FILE=$work/trace
OPENCL_TRACE_FORMAT=json
export OPENCL_VALIDATION_FILE OPENCL_TRACE_FILE OPENCL_TRACE_FORMAT OPENCL_LAYERS

silent() {
	[ -e "$work/findings" ] && [ ! -s "$work/findings" ] && return
	cat "$work/findings"
	return 1
}

for program in $programs; do
	OPENCL_LAYERS=$layers/libCLValidation.so
	run_program "$program"
	check "$program: silent" silent
	OPENCL_LAYERS=$layers/libCLValidation.so:$layers/libCLTrace.so
	run_program "$program"
	check "$program, traced: silent" silent
done
finish
