#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
#
# Programs that are linked from several sources and libraries, with headers that are programs, and those
# that come back as binaries, on PoCL: with the sanitizer they have the same results and their kernels are
# checked; a fault is found in its source. A binary that was not seen made from a source is not checked.
set -u
# shellcheck source=tests/sanitize/sanitize-lib.sh
. "${srcdir:-.}/tests/sanitize/sanitize-lib.sh"

program=./tests/sanitize/linked-program
LINKED_OPTIONS="-I$work -DFACTOR=4"
LINKED_FILE=$work/compiled
export LINKED_OPTIONS LINKED_FILE
echo '#define UNUSED' >"$work/included.h"

# same MODE...: no finding, all accesses checked, and the results of the program without the sanitizer.
same() {
	rm -f "$OPENCL_SANITIZE_FILE"
	"$program" "$@" >"$work/expected" || return
	sanitize "$program" "$@" || return
	cmp "$work/expected" "$work/out" && [ ! -s "$OPENCL_SANITIZE_FILE" ] && is_checked
}

is_checked() {
	grep -q "^clrouter: sanitize: kernel first: \(6 of 6\|4 of 4\|10 of 13\) accesses checked, 1 launch" "$work/err"
}

# found TEXT...: each is in one finding.
found() {
	for text; do
		if [ "$(grep -c -e "$text" "$OPENCL_SANITIZE_FILE")" -ne 1 ]; then
			cat "$OPENCL_SANITIZE_FILE"
			return 1
		fi
	done
}

# The first kernel's accesses are in other sources, the second one's in a kernel of another source.
found_all() {
	found '"kernel":"first".*"file":"source 2","line":7,.*"argument":1,' \
		'"kernel":"first".*"file":"source 3","line":7,.*"argument":0,' \
		'"kernel":"second".*"file":"source 1","line":7,"column":2,.*"argument":0,' \
		'"kernel":"second".*"file":"source 1","line":7,"column":10,.*"argument":1,' \
		'"kernel":"second".*"file":"source 3","line":13,.*"argument":0,' \
		'"kernel":"second".*"file":"source 3","line":14,.*"argument":0,'
}

# faulty MODE...: launches a work-item too many.
faulty() {
	rm -f "$OPENCL_SANITIZE_FILE"
	sanitize "$program" "$@" faulty
	is_checked
}

# unchecked REASON MODE...: nothing is checked because of REASON, which is said once.
unchecked() {
	reason=$1
	shift
	sanitize "$program" "$@" && return 1
	[ "$(grep -c "1 program not checked: .*$reason" "$work/err")" -eq 1 ] || { cat "$work/err"; return 1; }
}

check "three sources" same link
check "their faults" faulty link
check "where they are" found_all
check "a library" same library
check "its faults" faulty library
check "where they are" found_all
check "pointers that are handed around" same odd
check "their faults" faulty odd
if grep -q 'accesses not judged' "$work/err"; then
	echo "the device has system SVM, so pointers of unknown origin are not judged"
	check "where the others are" found '"source 2","line":4,.*"argument":1,'
else
	check "where they are" found '"source 2","line":4,.*"argument":1,' \
		'"source 3","line":7,.*"access":"read"' '"source 3","line":8,.*"access":"write"'
fi
check "a source that was kept as a binary" same mixed
check "its faults" faulty mixed
check "where they are" found_all

check "a program of which a part is unchecked is not checked as a whole" env OPENCL_SANITIZE_BINARY_CACHE=no \
	sh -c './clrouter sanitize "$0" mixed 2>&1 | grep "1 program not checked: .* is not used" &&
		! ./clrouter sanitize "$0" mixed 2>&1 | grep "accesses checked"' "$program"

check "a program that keeps its binary" same save "$work/binary"
check "it comes back" same load "$work/binary"
# What the source includes is as it was when the binary was made.
echo '#error gone' >"$work/included.h"
check "its faults" faulty load "$work/binary"
check "where they are" found '"kernel":"first","line":6,.*"argument":0,' '"kernel":"first","line":6,.*"argument":1,'
check "the cache is not used" env OPENCL_SANITIZE_BINARY_CACHE=no sh -c '
	./clrouter sanitize "$0" load "$1" 2>&1 | grep -q "the cache of binaries is not used"' "$program" "$work/binary"
check "linked sources that are kept" same save-linked "$work/linked"
check "they come back" same load "$work/linked"
check "their faults" faulty load "$work/linked"
check "where they are" found_all

# Files that are wrong cost the checks only.
binaries=$XDG_CACHE_HOME/clrouter/binaries
check "only the user can read the cache" [ "$(stat -c %a "$binaries")" = 700 ]
for file in "$binaries"/*; do
	printf 'x' | dd of="$file" bs=1 seek=200 conv=notrunc 2>/dev/null
done
check "another byte" unchecked "has not seen made from a source" load "$work/linked"
rm -r "$binaries"
check "a foreign binary" unchecked "has not seen made from a source" load "$work/binary"
mkdir -p "$binaries" && chmod 770 "$binaries"
check "a directory of others" unchecked "others can write to the cache" load "$work/binary"
finish
