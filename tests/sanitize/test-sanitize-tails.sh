#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
#
# Tails after buffers, on PoCL: calls return what they return without them, kernels of binaries, and of
# IL if PoCL takes it, that stay in their memory have the same results and no finding, and each write
# beyond an end is found.
set -u
# shellcheck source=tests/sanitize/sanitize-lib.sh
. "${srcdir:-.}/tests/sanitize/sanitize-lib.sh"
program=./tests/sanitize/tails-program
# Binaries whose sources are kept are checked.
OPENCL_SANITIZE_BINARY_CACHE=no
export OPENCL_SANITIZE_BINARY_CACHE

# check_same MODE [IL]: the output of the program is the same with tails, and nothing is found.
check_same() {
	rm -f "$OPENCL_SANITIZE_FILE"
	"$program" "$@" >"$work/expected" || fail "$* does not run without the sanitizer"
	sanitize "$program" "$@"
	check "$*: the results are the same" cmp "$work/expected" "$work/out"
	check "$*: nothing is found" test ! -s "$OPENCL_SANITIZE_FILE"
}

check_same codes
check_same right
check "what was looked for is said" grep -q \
	'^clrouter: sanitize: [0-9]* launches of kernels that are not checked: ' "$work/err"

# found KERNEL SIZE BYTES LAUNCHES: one finding of the memory that has SIZE bytes.
found() {
	check "the fault of $1 at $2 bytes is found" test "$(grep -c "\"id\":\"tail-overwritten\",$(
		)\"kernel\":\"$1\".*\"size\":$2,\"offset\":$2,.*\"bytes\":$3,\"launches\":$4," \
		"$OPENCL_SANITIZE_FILE")" -eq 1
}

# check_faults [IL]
check_faults() {
	rm -f "$OPENCL_SANITIZE_FILE"
	sanitize "$program" faulty "$@"
	found fill 1001 1 1
	found fill 1002 2 1
	found fill 1003 3 1
	found fill 1004 4 1
	found fill 1011 1 1
	found fill 1012 1 1
	found fill 1013 1 1
	found copy 1024 1 1
	found fill 1150 1 1
	found fill 1032 1 7
	for thread in 0 1 2 3; do
		found fill $((1100 + 64 * thread + 20 + thread)) 1 1
	done
	if grep -q '^svm' "$work/out"; then
		found fill 1041 1 1
	fi
	check "the other launches of a queue are named" grep -q '"kernel":"count","launches":5,' \
		"$OPENCL_SANITIZE_FILE"
	check "nothing else is found" test \
		"$(grep -c '"tail-overwritten","kernel":"[a-z]*","memory"' "$OPENCL_SANITIZE_FILE")" -eq \
		"$((14 + $(grep -c '^svm' "$work/out")))"
}

check_faults

rm -f "$OPENCL_SANITIZE_FILE"
OPENCL_SANITIZE_TAILS=no sanitize "$program" faulty
check "without tails nothing is found" test ! -s "$OPENCL_SANITIZE_FILE"

version=$("$program" il)
if [ -z "$version" ]; then
	echo "left out: PoCL takes no IL"
elif ! { "$program" source >"$work/il.cl" && make_il "$work/il" "$version"; } >"$work/err" 2>&1; then
	echo "left out: no SPIR-V can be made: $(tail -n 1 "$work/err")"
else
	check_same right "$work/il.spv"
	check_faults "$work/il.spv"
fi
finish
