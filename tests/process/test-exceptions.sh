#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
#
# test-exceptions: a driver throws a C++ exception, calls pthread_exit() or prints a backtrace while
# the loader is initialised. The library is stripped. The stack must be unwound through the library,
# the start must count as lost for all threads, and no thread may hang.
set -u
srcdir=${srcdir:-.}
library=${OPENCL_LIBRARY_UNDER_TEST:?the path of the library}
cxx=${CXX:-g++}
work=$(mktemp -d) || exit 1
trap 'rm -rf "$work"' EXIT
failed=0
count=0

if ! command -v "$cxx" >/dev/null; then
	echo "skipped: there is no C++ compiler (Debian: g++)"
	exit 77
fi
if nm -D "$library" 2>/dev/null | grep -q '__asan_\|__tsan_'; then
	echo "skipped: the build has a sanitizer, whose library a program without it cannot load"
	exit 77
fi

compile() {
	"$cxx" -g -O1 -pthread -I"$srcdir/include" -DCL_TARGET_OPENCL_VERSION=300 "$@"
}

strip -o "$work/libOpenCL.so.1" "$library" || exit 1
# The library is named by its path, because the linker skips libraries of other machines after -l.
if ! compile -fPIC -shared -o "$work/driver.so" "$srcdir/tests/process/exceptions-driver.cc" ||
	! compile -rdynamic -o "$work/program" "$srcdir/tests/process/exceptions-program.cc" \
		"$work/libOpenCL.so.1"; then
	echo "skipped: $cxx cannot build for the machine that the library is built for"
	exit 77
fi

# run HOW EXPECTED [main]: the program prints a line that matches EXPECTED, and "good".
run() {
	count=$((count + 1))
	how=$1
	expected=$2
	shift 2
	HOW=$how LD_LIBRARY_PATH=$work OCL_ICD_VENDORS=$work/driver.so OPENCL_LOADER_CONFIG=none \
		"$work/program" "$@" >"$work/output" 2>&1
	status=$?
	if [ $status -ne 0 ] || ! grep -q "$expected" "$work/output" ||
		! grep -q -x good "$work/output"; then
		echo "FAILED: $how $*: status $status, expected \"$expected\" and \"good\", found:"
		cat "$work/output"
		failed=$((failed + 1))
	fi
}

for thread in "" main; do
	run throw '^caught: thrown by the driver$' $thread
	run exit '^good$' $thread
done
# The backtrace leads from the driver through the loader to a function of the program.
run trace 'program(+\{0,1\}.*\(call_first\|check\|main\)' main

echo "$count checks, $failed failed"
[ "$failed" -eq 0 ]
