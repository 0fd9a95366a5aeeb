#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
#
# clrouter report: where in the program calls were made. First a record by make-record, whose addresses
# are known; then one of places-program, whose lines are.
# shellcheck disable=SC1091,SC2154  # tool-lib.sh sets them
set -u
. "${srcdir:-.}/tests/tool/tool-lib.sh"

look_for_python
here=$PWD
source=$(cd "${srcdir:-.}" && pwd)/tests/layers/places-program.c
map=/tmp/perf-$$.map
trap 'rm -rf "$work" "$map"' EXIT

# caller_of ERROR REST: the caller of the first call that failed with ERROR, and what it is to be
caller_of() {
	want_json "next(e for e in report['errors'] if e['code'] == '$1')['caller']$2"
}

# --- a binding of Python ---

"$here/tests/tool/make-record" binding "$work/binding" || exit 99
run report "$work/binding"
want '^    50.0 %  clGetProgramInfo: 1 call, of up to 50.0 ms$'
want '^    at clGetProgramInfo, 10.0 ms, in libapp.so+0x20$'
want '^    called by libmain.so+0x30 < 0x300018$'
want '^    cure: ask once'
want '^  record --stacks python3 -X perf ... says which functions of Python call$'
printf '%s\n' "300000 20 py::step:/home/me/train.py" >"$map"
run report "$work/binding"
want_not 'python3 -X perf'
want '^    at clGetProgramInfo, 10.0 ms, in step (train.py)$'
rm -f "$map"

# --- addresses that are known ---

printf '%s\n' "junk" "300000 20 py::step:/home/me/train.py" "300040 zz x" "300040" "" >"$map"
"$here/tests/tool/make-record" places "$work/places" || exit 99
run report --json "$work/places"
want_status 0
caller_of CL_INVALID_VALUE "['module'] == '/nonexistent/libold.so'"
caller_of CL_INVALID_VALUE "['build_id'] == '01abff'"
caller_of CL_INVALID_VALUE "['offset'] == 16"
caller_of CL_INVALID_VALUE "['function'] is None"
caller_of CL_INVALID_PLATFORM "['module'] == '/nonexistent/libnew.so'"
caller_of CL_INVALID_DEVICE "['module'] == 'program'"
caller_of CL_INVALID_DEVICE "['offset'] == 4096"
caller_of CL_INVALID_CONTEXT "['module'].startswith('/dev/')"
caller_of CL_INVALID_KERNEL "['function'] == 'step'"
caller_of CL_INVALID_PROGRAM "['module'] == '/nonexistent/other.so'"
caller_of CL_INVALID_KERNEL "['file'] == '/home/me/train.py'"
caller_of CL_INVALID_EVENT "['function'] is None"
caller_of CL_INVALID_EVENT "['address'] == 0x300040"
want_json "'caller' not in next(e for e in report['errors'] if e['code'] == 'CL_INVALID_SAMPLER')"
want_json "[f['offset'] for f in next(e for e in report['errors'] if 'stack' in e)['stack']] == [0, 32, 4096]"
run report "$work/places"
want_status 0
want '^    in libold.so+0x10$'
want '^    in libnew.so+0x10$'
want '^    in program+0x1000$'
want '^    in step (train.py)$'
want_not "$(printf '\033')"
ln -sf "$map.other" "$work/link"
mv "$map" "$map.other"
ln -s "$map.other" "$map"
run report "$work/places"
want_not 'in step'
rm -f "$map" "$map.other"
mkfifo "$map"
run report "$work/places"
want_status 0
want_not 'in step'
rm -f "$map"

# --- a database ---

if [ -n "$(sed -n 's/^SQLITE_LIBS = //p' Makefile)" ] && [ "$have_python" ] &&
	python3 -c 'import sqlite3' 2>/dev/null; then
	run report --export sqlite -o "$work/base" "$work/places"
	want_status 0
	python3 -c '
import sqlite3, sys
rows = sqlite3.connect(sys.argv[1]).execute("select caller from calls order by begin_ns")
callers = [row[0] for row in rows]
sys.exit(callers[:3] + callers[4:] != ["libold.so+0x10", "libnew.so+0x10", "program+0x1000",
	"0x300018", "libnew.so+0x30", None, "0x300040", None])' "$work/base" ||
		fail "the callers in the database are not right"
else
	echo "not tested: databases: there is no sqlite3"
fi

# --- a program ---

LD_LIBRARY_PATH=$here/.libs
OPENCL_LOADER_CONFIG=none
OCL_ICD_FILENAMES=$drivers/tool-driver.so
export LD_LIBRARY_PATH OPENCL_LOADER_CONFIG OCL_ICD_FILENAMES
program=$here/tests/layers/places-program
layer=$here/.libs/libCLRecord.so

run record --stacks --summary-only "$program"
want_status 2
run record --layer "$layer" -o "$work/plain" "$program"
if ! printf '%s\n' "$error" | grep -q recorded: && grep -q -e __asan_init -e __tsan_init "$layer"; then
	echo "left out: the layer is built with a sanitizer, which only programs built with it can load"
	exit "$((failed ? 1 : 77))"
fi
run record --stacks --layer "$layer" -o "$work/stacks" "$program"

# has_own_code: the functions of libOpenCL stand between a program and its layers, as if built by a
# compiler that makes no jumps of calls.
has_own_code() {
	printf '%s\n' "$output" | grep -A 3 '"caller": {' | grep -q '"module": ".*/libOpenCL\.so'
}

# What the report says of the program without stacks.
check_plain() {
	want_json "report['errors'][0]['caller']['module'] == '$program'"
	# A tool without libdw says once why nothing else is known.
	[ "$(printf '%s\n' "$error" | grep -c "built without libdw")" -eq "$([ -n "$libdw" ]; echo $?)" ] ||
		fail "$ran: with \"$libdw\": $error"
	id=$(readelf -n "$program" 2>/dev/null | sed -n 's/.*Build ID: //p')
	[ -z "$id" ] || want_json "report['errors'][0]['caller']['build_id'] == '$id'"
	[ -n "$libdw" ] || return 0
	want_json "report['errors'][0]['caller']['function'] == 'ask_twice'"
	[ -n "$line" ] || return 0
	want_json "report['errors'][0]['caller']['line'] == $line"
	run report "$work/plain"
	want "^    in ask_twice (places-program.c:$line)\$"
}

# A program that was built again since is another one.
check_replaced() {
	cp "$program" "$work/copy"
	run record --stacks --layer "$layer" -o "$work/replaced" "$work/copy"
	cp "$work/places" "$work/copy"
	run report --json "$work/replaced"
	want_json "any(f['module'] == '$work/copy' for f in report['errors'][0]['stack'])"
	want_json "not any(f['function'] == 'ask_twice' for f in report['errors'][0]['stack'])"
}

# Another layer makes the calls then.
check_layer_between() {
	OPENCL_TRACE_FILE=$work/trace
	export OPENCL_TRACE_FILE
	run record --stacks --layer "$layer" --layer "$here/.libs/libCLTrace.so" -o "$work/between" \
		"$program"
	run report --json "$work/between"
	want_json "report['errors'][0]['caller']['module'].endswith('/libCLTrace.so')"
	run report "$work/between"
	want_not "in libCLTrace"
	want "^    in .*places-program"
}

libdw=$(sed -n 's/^LIBDW_LIBS = //p' Makefile)
line=
if [ -z "$libdw" ]; then
	echo "not tested: functions and lines: there is no libdw"
elif readelf -SW "$program" | grep -q '[.]debug_line'; then
	line=$(grep -n 'clGetPlatformIDs(' "$source" | head -n 1 | cut -d : -f 1)
else
	echo "not tested: lines: $program has no line tables"
fi
run report --json "$work/plain"
want_status 0
want_json "report['errors'][0]['count'] == 4"
if grep -q -e __asan_init -e __tsan_init "$layer" && has_own_code; then
	echo "not tested: places without stacks: they are in libOpenCL, whose calls are no jumps"
else
	check_plain
fi
compiler=$(sed -n 's/^CC = //p' Makefile)
if ! printf '#include <execinfo.h>\n' | $compiler -E - >/dev/null 2>&1; then
	echo "not tested: stacks: this C library has no backtrace()"
else
	run report --json "$work/stacks"
	want_json "report['errors'][0]['stack'][0] == report['errors'][0]['caller']"
	want_json "len([f for f in report['errors'][0]['stack'] if f['module'] == '$program']) >= 2"
	[ -z "$libdw" ] ||
		want_json "'ask_twice' in [f['function'] for f in report['errors'][0]['stack']]"
	run report "$work/stacks"
	[ -z "$line" ] || want "^    in ask_twice (places-program.c:$line)\$"
	check_replaced
	check_layer_between
fi

finish "places are good"
