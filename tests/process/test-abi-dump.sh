#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
#
# test-abi-dump: compares the dynamic symbols of the built library with the committed list,
# libOpenCL.abi. A symbol or version node that is missing, or has another ELF type, size or
# prototype, breaks existing programs. A new symbol must be added to the list: in the build
# directory, "tests/process/test-abi-dump.sh --accept" writes it, but only if nothing is missing.
#
# A line of the list has the node, the ELF type, the size ("-" for functions, whose size does not
# matter) and the prototype.
set -u
library=${OPENCL_LIBRARY_UNDER_TEST:-.libs/libOpenCL.so.1}
srcdir=${srcdir:-$(dirname "$0")/../..}
list=$srcdir/tests/process/libOpenCL.abi
work=$(mktemp -d) || exit 1
trap 'rm -rf "$work"' EXIT

command -v readelf >/dev/null || {
	echo "skipped: there is no readelf (Debian: binutils)"
	exit 77
}

# The symbols that the library defines: name, node, type, size. The nodes are taken from these,
# because only GNU's linkers define a symbol for a node itself.
dump_symbols() {
	readelf --dyn-syms -W "$library" | awk '
		$7 == "UND" || $7 == "ABS" || $5 == "LOCAL" || $8 !~ /@/ { next }
		{ split($8, part, /@+/); print part[1], part[2], $4, $4 == "FUNC" ? "-" : $3 }'
}

# The lines of the list. A symbol without a prototype in api.list has its name instead.
dump() {
	dump_symbols | awk '
		NR == FNR {
			if (/^[0-9]/) {
				for (i = 1; i <= 5; i++)
					sub(/^[^ \t]+[ \t]+/, "")
				name = $0
				sub(/\(.*/, "", name)
				sub(/.*[ *]/, "", name)
				prototype[name] = $0
			}
			next
		}
		{ print $2, $3, $4, $1 in prototype ? prototype[$1] : $1 }' "$srcdir/src/api/api.list" - |
		LC_ALL=C sort
}

dump >"$work/found"
grep -v '^#' "$list" 2>/dev/null | LC_ALL=C sort >"$work/expected"
gone=$(LC_ALL=C comm -13 "$work/found" "$work/expected")
new=$(LC_ALL=C comm -23 "$work/found" "$work/expected")
if [ -n "$gone" ]; then
	printf 'FAILED: missing or changed:\n%s\n' "$gone"
elif [ -n "$new" ] && [ "${1:-}" = --accept ]; then
	{
		echo "# The ABI of libOpenCL.so.1: see test-abi-dump.sh, which compares it and writes it."
		cat "$work/found"
	} >"$list"
	exit
fi
[ -z "$new" ] || printf 'FAILED: not in %s:\n%s\n' "$list" "$new"
echo "$(wc -l <"$work/expected") symbols are expected, $(wc -l <"$work/found") are there"
[ -z "$gone$new" ]
