#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
#
# run-roots: every directory in tests/roots is a case: a small etc/ and usr/, the arguments of
# clrouter in `args`, its output in `expect`. A new case is a new directory, without links, because
# "make dist" follows them; the script `setup` makes in a copy what cannot be stored (roots-lib.sh).
#
# Three things are not compared: lines about built-in values and the directory of the configuration
# in cures, which differ between builds, and texts of errno, which differ between C libraries.
#
# run-roots.sh --accept writes the output of now into `expect`.
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
finish "$count roots give the expected output"
