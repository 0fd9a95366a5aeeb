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

# run LAYERS CASE...: LAYERS are in the order of OPENCL_LAYERS.
run() {
	list=$1
	shift
	OPENCL_LAYERS=$list ./tests/layers/semaphore-program "$@" >"$work/out" 2>"$work/err"
}

run "$below"
check "emulated semaphores: status $?" grep -qx '0 failures' "$work/out"
OPENCL_COMPATIBILITY_HIDE=cl_khr_semaphore run "$below"
check "hidden" grep -qx 'no semaphores' "$work/out"
OPENCL_COMPATIBILITY_FORCE=none OPENCL_COMPATIBILITY_PROVIDE='all !semaphore' run "$below"
check "not provided" grep -qx 'no semaphores' "$work/out"
finish
