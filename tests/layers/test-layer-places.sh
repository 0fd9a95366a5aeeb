#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
#
# Findings of the validation and lifetime layers name the places of the program, one finding for each
# place, also if other layers are nearer to the program. "make check" runs this script in the build directory.
set -u
. "${srcdir:-.}/tests/layers/checks.sh"
layers=$PWD/.libs
between=$PWD/tests/layers/.libs/between-layer.so

if grep -q -e __asan_init -e __tsan_init "$layers/libCLTrace.so"; then
	skip "the layers are built with a sanitizer, which has frames of its own on the stack"
fi

LD_LIBRARY_PATH=$layers
OPENCL_LOADER_CONFIG=none
OCL_ICD_VENDORS=$PWD/tests/stubs/stub-icd1.so
OPENCL_VALIDATION_FILE=$work/found
OPENCL_TRACE_FILE=$work/trace
OPENCL_RECORD_FILE=$work/record
OPENCL_LIFETIME_FILE=$work/lifetime
export LD_LIBRARY_PATH OPENCL_LOADER_CONFIG OCL_ICD_VENDORS OPENCL_VALIDATION_FILE \
	OPENCL_TRACE_FILE OPENCL_RECORD_FILE OPENCL_LIFETIME_FILE

# run LAYER...: runs the program with these layers, the first of which is below the others.
run() {
	OPENCL_LAYERS=$1
	export OPENCL_LAYERS
	shift
	for layer; do
		OPENCL_LAYERS=$OPENCL_LAYERS:$layer
	done
	rm -f "$work/found" "$work/lifetime"
	./tests/layers/places-program >"$work/out" 2>"$work/err" || fail "status $?"
}

# count_places FUNCTION: how many places of FUNCTION of the program are in the findings.
count_places() {
	grep -oE "called(_at\":\"| at )[^ ]*places-program\($1\+0x[0-9a-f]*\)" "$work/found" |
		sed 's/.*+//' | sort -u | wc -l
}

# has_lines: each call of the program has its line in the findings.
has_lines() {
	[ -n "$lines" ] || return 0
	for line in $lines; do
		grep -q "places-program([a-z_]*+0x[0-9a-f]*) \[[^ ]*/places-program\.c:$line\]" \
			"$work/found" || return
	done
}

# check_places LAYER...
check_places() {
	for format in text json; do
		OPENCL_VALIDATION_FORMAT=$format
		export OPENCL_VALIDATION_FORMAT
		run "$layers/libCLValidation.so" "$@"
		check "$format, $*: two places of one function" test "$(count_places ask_twice)" -eq 2
		check "$format, $*: one of another" test "$(count_places ask_once)" -eq 1
		check "$format, $*: a place is one finding" \
			test "$(grep -cE ': 2 times at one place: |"count":2,' "$work/found")" -eq 1
		check "$format, $*: the places have lines" has_lines
		check "$format, $*: no place of a library" \
			sh -c "! grep -E 'called[_ ]at.*\.so' '$work/found'"
	done
}

# check_lifetime LAYER...: the same of a finding of the lifetime layer.
check_lifetime() {
	run "$lifetime" "$@"
	check "lifetime, $*: the place of the program" grep -q \
		'^clrouter: lifetime: clGetContextInfo: context: platform#1 is no context; called at [^ ]*places-program(use_platform+0x' \
		"$work/lifetime"
}

lines=$(grep -n 'clGetPlatformIDs(0' "$srcdir/tests/layers/places-program.c" | cut -d : -f 1)
program=tests/layers/places-program
if ! readelf -SW $program | grep -q '[.]debug_line .*PROGBITS [^C]*$'; then
	echo "not tested: lines: $program has no line tables, or compressed ones"
	lines=
fi

trace=$layers/libCLTrace.so
record=$layers/libCLRecord.so
lifetime=$layers/libCLLifetime.so
check_places
check_lifetime
compiler=$(sed -n 's/^CC = //p' Makefile)
printf '#include <execinfo.h>\n' | $compiler -E - >"$work/out" 2>"$work/err" || {
	echo "not tested: layers between: this C library has no backtrace()"
	finish
}
check_places "$lifetime"
check_places "$trace"
check_places "$record"
check_places "$layers/libCLDevices.so"
check_places "$between"
check_places "$trace" "$lifetime"
check_lifetime "$record" "$between" "$trace"
check_places "$record" "$between" "$lifetime" "$trace"
finish
