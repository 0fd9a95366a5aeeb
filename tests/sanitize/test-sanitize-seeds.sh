#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
#
# Each seed, a kernel with one fault and a lawful neighbour, on PoCL: the fault is found, with its line,
# expression, object, distance and number of work-items, and nothing else is.
set -u
# shellcheck source=tests/sanitize/sanitize-lib.sh
. "${srcdir:-.}/tests/sanitize/sanitize-lib.sh"

for file in "$srcdir"/tests/sanitize/seeds/*.cl; do
	name=${file##*/}
	# The seeds have findings, so the tool's status is not looked at.
	sanitize ./tests/sanitize/seeds-program "$file"
	summary=$(tail -n 1 "$work/out")
	echo "$name: $summary"
	check "$name: the findings are those expected" grep -q ' passed, 0 failed' "$work/out"
done
finish
