#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
#
# test-pictures: the pictures of README.md are there, small, and made of what is in the tree: what
# they show has not changed since doc/pictures/make-pictures.sh has made them.

srcdir=${srcdir:-.}
failed=0

fail() {
	echo "FAIL: $*"
	failed=1
}

if ! command -v sha256sum >/dev/null; then
	echo "skipped: there is no sha256sum"
	exit 77
fi
cd "$srcdir" || exit 99

# check_sources LIST: all files of LIST are as they were; every file of the page is in it.
check_sources() {
	sha256sum -c --quiet "$1" 2>&1 ||
		fail "the page has changed: run make-pictures.sh and look at the pictures"
	for file in src/tool/report/page/web/*; do
		grep -q "  $file\$" "$1" || fail "$file is not in $1: run make-pictures.sh"
	done
}

check_sources doc/pictures/sources
pictures=$(sed -n 's/.*!\[[^]]*\](\([^)]*\.png\)).*/\1/p' README.md)
[ "$(printf '%s\n' "$pictures" | wc -l)" -ge 2 ] || fail "README.md shows only: $pictures"
for picture in $pictures; do
	[ -f "$picture" ] || { fail "README.md shows $picture, which is not there"; continue; }
	size=$(wc -c <"$picture")
	[ "$size" -le 204800 ] || fail "$picture has $size bytes"
	[ "$(head -c 4 "$picture" | tail -c 3)" = PNG ] || fail "$picture is no PNG"
done

# A change is found, and so is a new file.
work=$(mktemp -d) || exit 99
trap 'rm -rf "$work"' EXIT
sed -e '1s/^......../00000000/' -e '/main\.js/d' doc/pictures/sources >"$work/sources"
(check_sources "$work/sources") >"$work/found"
grep -q '^FAIL: the page has changed' "$work/found" ||
	fail "a change is not found: $(cat "$work/found")"
grep -q '^FAIL: .*main\.js is not in' "$work/found" || fail "a new file is not found"

[ "$failed" -eq 0 ] && echo "the pictures are of this page"
exit "$failed"
