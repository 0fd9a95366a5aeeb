#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
#
# test-circles: the objects of clrouter call each other in one direction. There is an order of
# its files in which each calls only files before it. Run by make check, in the build directory.
set -u
work=$(mktemp -d) || exit 99
trap 'rm -rf "$work"' EXIT

# list_symbols KIND OBJECT...: lines "symbol object", of symbols that are defined or used
list_symbols() {
	kind=$1
	shift
	for object; do
		"${NM:-nm}" "--$kind-only" --extern-only "$object" |
			awk -v object="$object" '{ print $NF, object }'
	done | sort -k 1,1
}

# Of the convenience library, which are where libtool puts those of libraries.
objects=$(find src/tool -path '*/.libs/*' -name '*.o')
[ -n "$objects" ] || objects=$(find src/tool -name '*.o')
# shellcheck disable=SC2086  # a list
list_symbols defined $objects >"$work/defined"
# shellcheck disable=SC2086
list_symbols undefined $objects >"$work/undefined"
join "$work/undefined" "$work/defined" | awk '$2 != $3 { print $2, $3 }' | sort -u >"$work/calls"
if [ ! -s "$work/calls" ]; then
	echo "skipped: nm finds no calls between objects"
	exit 77
fi
if ! tsort "$work/calls" >/dev/null 2>"$work/circle"; then
	echo "FAIL: these objects call each other in a circle:"
	sed -n 's/^tsort: \(src.*\)/    \1/p' "$work/circle"
	exit 1
fi
echo "$(wc -l <"$work/calls") pairs of objects call each other in one direction"
