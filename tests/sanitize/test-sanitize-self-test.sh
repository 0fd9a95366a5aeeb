#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
#
# clrouter sanitize --self-test on PoCL: the sanitizer works there, and does not if nothing is rewritten, or
# if the rewriter puts in no checks.
set -u
# shellcheck source=tests/sanitize/sanitize-lib.sh
. "${srcdir:-.}/tests/sanitize/sanitize-lib.sh"

# self_test STATUS TEXT [OPTION...]: a line says TEXT of PoCL's device.
self_test() {
	expected=$1
	text=$2
	shift 2
	status=0
	"$tool" sanitize --self-test "$@" >"$work/out" 2>"$work/err" || status=$?
	[ "$status" -eq "$expected" ] && grep -q -e "$text" "$work/out"
}

tool=./clrouter
check "the sanitizer works" self_test 0 \
	'^Portable Computing Language: .*: finds the planted fault, accuses no right kernel$'
check "as JSON" self_test 0 '"text": "finds the planted fault, accuses no right kernel"' --json

# As a build directory in which the rewriter is another program.
mkdir -p "$work/build/.libs" || exit 99
cp clrouter "$work/build" && ln -s "$PWD"/.libs/*.so* "$work/build/.libs" || exit 99
tool=$work/build/clrouter
check "there is no rewriter" self_test 1 \
	': checks no kernel: .*clrouter-rewriter is not installed: install the package'
printf '#!/bin/sh\nexit 3\n' >"$work/build/clrouter-rewriter" && chmod +x "$work/build/clrouter-rewriter"
check "the rewriter fails" self_test 1 \
	': checks no kernel: 1 program not checked: clrouter-rewriter ended with exit status 3'
finish
