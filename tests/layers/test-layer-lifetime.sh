#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
#
# The lifetime layer reports nothing for correct programs: alone, and with the trace layer above it,
# which makes events of its own.
set -u
. "${srcdir:-.}/tests/layers/layer-programs.sh"

OPENCL_LIFETIME_FILE=$work/findings
OPENCL_TRACE_FILE=$work/trace
OPENCL_TRACE_FORMAT=json
export OPENCL_LIFETIME_FILE OPENCL_TRACE_FILE OPENCL_TRACE_FORMAT OPENCL_LAYERS

silent() {
	[ -e "$work/findings" ] && [ ! -s "$work/findings" ] && return
	cat "$work/findings"
	return 1
}

for program in $programs; do
	OPENCL_LAYERS=$layers/libCLLifetime.so
	run_program "$program"
	check "$program: silent" silent
	OPENCL_LAYERS=$layers/libCLLifetime.so:$layers/libCLTrace.so
	run_program "$program"
	check "$program, traced: silent" silent
done
finish
