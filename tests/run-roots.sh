#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
#
# run-roots: every directory in tests/roots is a case: a small etc/ and usr/,
# the arguments of clrouter in args, its output in expect. A new case is a new
# directory, without links: make dist follows them. Lines about what is built in
# are left out, for they differ from build to build, and so does the directory of
# the configuration in cures.
#
# run-roots.sh --accept writes the expectations anew.
# shellcheck disable=SC1091,SC2154  # tool-lib.sh sets them
set -u
. "${srcdir:-.}/tests/tool-lib.sh"

count=0
for case in "$srcdir"/tests/roots/*/; do
	case=${case%/}
	count=$((count + 1))
	# shellcheck disable=SC2046  # arguments are divided by blanks
	run $(cat "$case/args") --root "$case" --program /usr/bin/program
	{
		printf '%s\n' "$output" | grep -v -e '[:;] built in$' -e '^# variable: HOME' -e '^    searched ' |
			sed -e 's|in [^ ]*/OpenCL/loader\.conf|in LOADER_CONF|'
		echo "status $status"
	} >"$work/output"
	if [ "${1-}" = --accept ]; then
		cp "$work/output" "$case/expect"
	elif ! diff -u "$case/expect" "$work/output"; then
		fail "$case"
	fi
done
[ "$count" -gt 0 ] || fail "there is no case in $srcdir/tests/roots"
finish "$count roots look as they should"
