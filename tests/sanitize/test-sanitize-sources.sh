#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
#
# The rewriter takes the sources of real programs, and checks their accesses. The sources are not here:
# a layer writes those that installed programs build. doc/performance.md has the counts of more
# programs.
set -u
# shellcheck source=tests/sanitize/sanitize-lib.sh
. "${srcdir:-.}/tests/sanitize/sanitize-lib.sh"

# rewritten NAME KERNELS PERCENT PROGRAM...: all of its sources are rewritten, which have at least
# KERNELS kernels, and of their accesses at least PERCENT are checked.
rewritten() {
	name=$1 kernels=$2 percent=$3
	shift 3
	if ! command -v "$1" >/dev/null; then
		echo "$name is not installed: left out"
		return
	fi
	mkdir "$work/$name"
	KEEP_SOURCES=$work/$name OPENCL_LAYERS=$PWD/tests/sanitize/.libs/keep-sources.so \
		"$@" >"$work/out" 2>&1 || fail "$name does not run"
	./tests/sanitize/sources-program ./clrouter-rewriter "$name" "" 1.2 "$work/$name"/*.cl \
		>"$work/row" 2>"$work/err"
	cat "$work/row"
	check "$name: all sources are rewritten, with their kernels and accesses" awk -F '|' \
		-v "kernels=$kernels" -v "percent=$percent" \
		'{ found = $3 > 0 && $3 == $4 && $5 >= kernels && $7 + 0 >= percent }
		END { exit !found }' "$work/row"
}

rewritten clpeak 20 100 clpeak --kernel-latency
rewritten vector-add 1 100 ./doc/examples/vector-add
rewritten launches-program 5 100 ./tests/sanitize/launches-program 1
finish
