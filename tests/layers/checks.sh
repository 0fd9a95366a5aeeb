# SPDX-License-Identifier: Apache-2.0
# shellcheck shell=sh disable=SC2034  # those who source it use them
#
# The functions of the tests of the shipped layers, which source this file in the build directory.
# It makes an empty directory, $work. What a program says, the tests keep in $work/out and $work/err,
# and what they have found out in $work/found: if a check fails, these are shown.

srcdir=${srcdir:-.}
work=$(mktemp -d) || exit 99
trap 'chmod -R u+w "$work"; rm -rf "$work"' EXIT
failures=0
checks=0

skip() {
	echo "$*"
	exit 77
}

fail() {
	echo "FAILED: $*" >&2
	failures=$((failures + 1))
	{ cat "$work/out" "$work/err" "$work/found" 2>/dev/null; } >&2
}

# check TEXT COMMAND...
check() {
	text=$1
	shift
	checks=$((checks + 1))
	"$@" || fail "$text"
}

# Ends the test.
finish() {
	echo "$checks checks, $failures failed"
	[ "$failures" -eq 0 ]
	exit
}
