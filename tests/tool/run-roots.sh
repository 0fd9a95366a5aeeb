#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
#
# run-roots: every directory in tests/roots is a case: a small etc/ and usr/,
# the arguments of clrouter in args, its output in expect. A new case is a new
# directory, without links: make dist follows them. What cannot be stored in it is made
# by its setup, in a copy (roots-lib.sh). Lines about what is built in are left
# out, because they differ between builds, and so does the directory of the
# configuration in cures; what an error is called differs between C libraries.
#
# run-roots.sh --accept writes the expectations anew.
# shellcheck disable=SC1091,SC2154  # tool-lib.sh and roots-lib.sh set them
set -u
. "${srcdir:-.}/tests/tool/tool-lib.sh"
. "$srcdir/tests/tool/roots-lib.sh"
can_be_user || exit 77
chmod 755 "$work"
cp "$clrouter" "$work/clrouter" && clrouter=$work/clrouter || exit 99
trap 'chmod -R u+rwX "$work"; rm -rf "$work"' EXIT

count=0
for case in "$srcdir"/tests/roots/*/; do
	case=${case%/}
	root=$case
	runner=
	count=$((count + 1))
	if [ -e "$case/setup" ]; then
		root=$work/${case##*/}
		runner=$as_user
		copy_root "$case" "$root" 2>"$work/error" || {
			echo "not tested: $case: $(cat "$work/error")"
			continue
		}
	fi
	# shellcheck disable=SC2046  # arguments are divided by blanks
	run $(cat "$case/args") --root "$root" --program /usr/bin/program
	{
		printf '%s\n' "$output" | grep -v -e '[:;] built in$' -e '^# variable: HOME' -e '^    searched ' |
			sed -e 's|in [^ ]*/OpenCL/loader\.conf|in LOADER_CONF|' \
				-e 's|\(: the file cannot be read\): .*|\1|'
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
