#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
#
# Programs whose kernels have no fault, on PoCL: with the sanitizer they have the same results, their
# kernels are checked, and nothing is found.
set -u
# shellcheck source=tests/sanitize/sanitize-lib.sh
. "${srcdir:-.}/tests/sanitize/sanitize-lib.sh"

# check_same NAME COMMAND...: the output of the command is the same as without the sanitizer.
check_same() {
	name=$1
	shift
	rm -f "$OPENCL_SANITIZE_FILE"
	"$@" >"$work/expected" || fail "$name does not run without the sanitizer"
	check "$name ends without findings, checked" sanitize "$@"
	check "$name has the same results" cmp "$work/expected" "$work/out"
	check "$name has no finding" test ! -s "$OPENCL_SANITIZE_FILE"
}

check_same launches-program ./tests/sanitize/launches-program 20
check_same vector-add ./doc/examples/vector-add

# Its results are times.
if command -v clpeak >/dev/null; then
	rm -f "$OPENCL_SANITIZE_FILE"
	check "clpeak ends without findings, checked" sanitize clpeak --global-bandwidth \
		--compute-integer --kernel-latency
	check "clpeak has no finding" test ! -s "$OPENCL_SANITIZE_FILE"
	check "clpeak has results" grep -q 'float16 *: [0-9]' "$work/out"
else
	echo "clpeak is not installed: left out"
fi
finish
