#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
#
# test-bad-cases: uses every file of bad-cases.sh with the built library. The platforms of the good
# drivers must be there, nothing may be printed, it must not take long, and the log must have the
# verdict. If root runs the test, another user runs the library, so that unreadable files are
# unreadable. "make check" runs it in the build directory.
set -u
srcdir=${srcdir:-.}
source=$(cd "$srcdir" && pwd -P)
loader=${OPENCL_LIBRARY_UNDER_TEST:?the path of the library}
drivers=${STUB_DIR:?the directory of the stub drivers}
probe=$PWD/tests/process/loader-probe
count=0
failed=0
work=$(mktemp -d) || exit 1
work=$(cd "$work" && pwd -P)
chmod 755 "$work"
trap 'chmod -R u+rwX "$work"; rm -rf "$work"' EXIT
. "$source/tests/process/bad-cases.sh"
# LeakSanitizer reports drivers that fork in a process with threads. test-faults looks for leaks.
export ASAN_OPTIONS="${ASAN_OPTIONS:-}:detect_leaks=0"
# The other user may have no access to the build directory.
cp -L "$loader" "$work/libOpenCL.so.1" && cp "$probe" "$work/probe" || exit 1

fail() {
	echo "FAILED: $*"
	failed=$((failed + 1))
}

leave_out() {
	echo "not tested: $1: $2"
}

# text_of VERDICT: what the log says, which is the text in reason.h. For a configuration file that
# is refused, the log has the line with the error instead.
text_of() {
	[ "$1" != config-refused ] || { echo "file is refused"; return; }
	sed -n "/^	X([A-Z0-9_]*, \"$1\",/{n;s/^[^\"]*\"\(.*\)\", *\\\\\$/\1/p;}" "$source/src/base/reason.h"
}

# probe VARIABLE=VALUE...: writes the names of the platforms to $work/out and messages to $work/err.
probe() {
	$as_user env ASAN_OPTIONS=detect_leaks=0 OPENCL_LOADER_CONFIG=none OPENCL_LAYER_PATH=/nonexistent "$@" \
		timeout 20 "$work/probe" "$work/libOpenCL.so.1" >"$work/out" 2>"$work/err" </dev/null
}

try() {
	kind=$1
	name=$2
	wanted=$3
	verdict=$4
	shift 4
	count=$((count + 1))
	probe "$@"
	status=$?
	found=$(grep -c '^Stub$' "$work/out")
	[ $status -eq 0 ] || fail "$name: status $status"
	case $wanted in
	*+) [ "$found" -ge "${wanted%+}" ] || fail "$name: $found platforms instead of $wanted" ;;
	*) [ "$found" -eq "$wanted" ] || fail "$name: $found platforms instead of $wanted" ;;
	esac
	[ ! -s "$work/err" ] || fail "$name: it prints: $(head -c 300 "$work/err")"
	[ "$verdict" = - ] && return
	probe "$@" OPENCL_LOADER_LOG=all
	text=$(text_of "$verdict")
	[ -n "$text" ] || fail "$name: reason.h has no \"$verdict\""
	grep -q -F "$text" "$work/err" || fail "$name: the log has no \"$text\" ($verdict)"
}

can_be_user || exit 77
prepare_drivers || exit 1
mkfifo "$work/fifo" "$work/libfifo.so"
bad_roots
bad_icd_files
bad_libraries
bad_lay_files
bad_variables
bad_drivers
wait
echo "$count cases, $failed failed"
[ "$failed" -eq 0 ]
