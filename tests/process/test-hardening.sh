#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
#
# test-hardening: the hardening of the built files, beyond what test-abi.sh checks: the tool and the
# shipped layers, every function that is called through a table, the stack protector of functions
# with arrays, and the CET note of each object. "make check" runs it in the build directory.
set -u
library=${OPENCL_LIBRARY_UNDER_TEST:?the path of the library}
work=$(mktemp -d) || exit 1
trap 'rm -rf "$work"' EXIT
failed=0
count=0

# is WHAT EXPECTED FOUND
is() {
	count=$((count + 1))
	[ "$2" = "$3" ] && return
	echo "FAILED: $1: expected \"$2\", found \"$3\""
	failed=$((failed + 1))
}

objdump=${OBJDUMP:-objdump}
for tool in readelf "$objdump" nm; do
	command -v "$tool" >/dev/null && continue
	echo "skipped: there is no $tool (Debian: binutils)"
	exit 77
done
if nm -D "$library" | grep -q '__asan_\|__ubsan_\|__tsan_'; then
	echo "skipped: the build has a sanitizer, so it is not hardened as a package is"
	exit 77
fi

# -- files that are built --------------------------------------------------------------------------

for file in "$library" .libs/clrouter clrouter .libs/libCL*.so; do
	readelf -hW "$file" >"$work/header" 2>/dev/null || continue
	is "$file: position independent" DYN "$(awk '/Type:/ { print $2 }' "$work/header")"
	readelf -lW "$file" >"$work/segments"
	readelf -dW "$file" >"$work/dynamic"
	is "$file: stack" RW "$(awk '/GNU_STACK/ { print $(NF - 1) }' "$work/segments")"
	is "$file: written and executed" 0 "$(grep -c 'LOAD.* RWE ' "$work/segments")"
	is "$file: read-only after relocation" 1 "$(grep -c GNU_RELRO "$work/segments")"
	is "$file: bound at once" yes "$(grep -q 'BIND_NOW\|FLAGS_1.*NOW' "$work/dynamic" && echo yes)"
	is "$file: relocations of code" 0 "$(grep -c TEXTREL "$work/dynamic")"
	is "$file: search path of its own" 0 "$(grep -c 'RPATH\|RUNPATH' "$work/dynamic")"
done

# -- functions -------------------------------------------------------------------------------------

"$objdump" -d --no-show-raw-insn "$library" >"$work/code"

# Functions that read outside data into arrays on the stack. With -flto the compiler appends words
# to their names.
for function in log_write icd_file_read os_read_link; do
	is "$function is protected" yes "$(awk -v name="$function" '
		/^[0-9a-f]+ </ { split($2, part, /[<.>]/); inside = part[2] == name }
		inside && /__stack_chk_fail/ { print "yes"; exit }' "$work/code")"
done

# Functions in tables are called indirectly, so their first instruction must be endbr64. The part of
# a function that the compiler moved away (.cold) is only jumped to.
if readelf -hW "$library" | grep -q 'Machine:.*X86-64'; then
	awk '/^[0-9a-f]+ </ { name = substr($2, 2, length($2) - 3); sub(/@.*/, "", name); next }
		name { print name, $2; name = "" }' "$work/code" | grep -v '\.cold ' |
		grep -E '^(terminator|missing|null|first|entry)_cl|^cl[A-Z]' >"$work/starts"
	is "functions in tables are found" yes \
		"$([ "$(wc -l <"$work/starts")" -gt 300 ] && echo yes)"
	is "functions in tables without endbr64" "" "$(awk '$2 != "endbr64" { print $1 }' "$work/starts")"
fi

# -- the CET note ----------------------------------------------------------------------------------

has_note() {
	readelf -nW "$1" 2>/dev/null | grep -q 'x86 feature: IBT, SHSTK'
}

if readelf -hW "$library" | grep -q 'Machine:.*X86-64'; then
	without=
	for object in .libs/libcore.a src/.libs/*.o; do
		[ "$(nm -C "$object" 2>/dev/null | wc -l)" -gt 0 ] && ! has_note "$object" &&
			without="$without $object"
	done
	is "objects without CET note" "" "$without"
	start=$(${CC:-gcc} -print-file-name=crti.o)
	if has_note "$start"; then
		is "CET note of the library" yes "$(has_note "$library" && echo yes)"
	else
		echo "not tested: the library's CET note: $start has none"
	fi
fi

echo "$count checks, $failed failed"
[ "$failed" -eq 0 ]
