#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
#
# The page of clrouter report in headless Chromium: it loads without an error and without a request,
# its tables sort and lead to the timeline, which draws and follows mouse, fingers and keys; also in
# the dark, on a small screen, and without all calls. page-test.js, which is added to a copy of the
# page, does that.
# shellcheck disable=SC1091,SC2154  # tool-lib.sh sets them
set -u

for browser in chromium chromium-browser google-chrome; do
	browser=$(command -v "$browser") && break
done
if [ -z "$browser" ]; then
	echo "skipped: there is no chromium (Debian: chromium)"
	exit 77
fi
. "${srcdir:-.}/tests/tool/tool-lib.sh"
here=$(pwd -P)
tests=$(cd "$srcdir" && pwd -P)/tests/tool
cd "$work" || exit 99

# bytes FILE OFFSET NUMBER: changes the lowest four bytes of a number
bytes() {
	printf '%b' "$(printf '\\0%o\\0%o\\0%o\\0%o' $(($3 & 255)) $(($3 >> 8 & 255)) $(($3 >> 16 & 255)) \
		$(($3 >> 24)))" | dd of="$1" bs=1 seek="$2" conv=notrunc 2>/dev/null
}

# make_group: three processes; the second one has the same calls as the first, and began 20 s later
make_group() {
	mkdir -p group.clrecord
	for number in 1 2; do
		"$here/tests/tool/make-record" names group.clrecord/$number || exit 99
		bytes group.clrecord/$number 40 $number
	done
	start=$(($(od -A n -t u8 -j 32 -N 8 group.clrecord/2) + 20000000000))
	bytes group.clrecord/2 32 $((start & 0xffffffff))
	bytes group.clrecord/2 36 $((start >> 32))
	"$here/tests/tool/make-record" busy group.clrecord/3 3000 || exit 99
}

# page CASE [SED]: the page of a record with the test in it, as CASE.html; SED spoils it. The case
# busy-COUNT is a record of so many calls, group are several records.
page() {
	case $1 in
	busy-*) "$here/tests/tool/make-record" busy "$1.clrecord" "${1#busy-}" || exit 99 ;;
	group) make_group ;;
	*) "$here/tests/tool/make-record" "$1" "$1.clrecord" || exit 99 ;;
	esac
	"$clrouter" report --export=html -o page.html "$1.clrecord" || fail "no page of $1"
	rm -rf "$1.clrecord"
	nonce=$(sed -n "s/.*<script nonce=\"\([0-9a-f]*\)\">.*/\1/p" page.html)
	[ "${#nonce}" -eq 32 ] || fail "there is no nonce of 32 digits"
	{
		sed -e '/^<\/body>$/,$d' -e "${2:-}" page.html
		printf '<script nonce="%s">\n' "$nonce"
		cat "$tests/page-test-busy.js" "$tests/page-test.js"
		printf '</script>\n</body>\n</html>\n'
	} >"$1.html"
}

# browse FILE [OPTION]...: the document in the end, in dom; what page-test.js found, in results; what the
# console says, in console
browse() {
	file=$1
	shift
	timeout 200 "$browser" --headless=new --no-sandbox --disable-gpu --no-first-run \
		--user-data-dir="$work/profile" --window-size=1200,900 --enable-logging=stderr \
		"$@" --dump-dom "file://$work/$file" >dom 2>errors
	grep 'CONSOLE' errors >console
	sed '1,/id="test-results"/d' dom >results
}

page names
double=$(grep -o '^function [A-Za-z]*' page.html | sort | uniq -d)
[ -z "$double" ] || fail "the scripts of the page have a function twice: $double"
browse names.html
if ! grep -q '<html' dom; then
	echo "skipped: chromium does not run here: $(tail -n 3 errors)"
	exit 77
fi
# judge CASE: what browse has found
judge() {
	grep -q '^results: end' results || fail "$1: the test did not run to its end"
	grep -q '^good: ' results || fail "$1: nothing is good"
	grep '^FAIL: ' results && fail "$1: see above"
	[ ! -s console ] || fail "$1: the console says $(cat console)"
}

judge names
for case in ranges reused killed hung long many extreme busy-3000 group; do
	page "$case"
	browse "$case.html"
	judge "$case"
done
browse busy-3000.html --blink-settings=preferredColorScheme=0
judge "busy-3000 in the dark"
browse busy-3000.html --window-size=500,844
judge "busy-3000 on a phone"

# A page without all calls is small, and still has what it is asked for.
page busy-1300000
[ "$(wc -c <page.html)" -lt 30000000 ] || fail "the page is too large: $(wc -c <page.html)"
browse busy-1300000.html
judge busy-1300000

# A page of a part of the time says which part.
"$here/tests/tool/make-record" busy part.clrecord 3000 || exit 99
"$clrouter" report --from 1ms --to 5ms --export=html -o part.html part.clrecord || fail "no page of a part"
browse part.html
grep -q '<dt>Only</dt><dd>what was between 1.00 ms and 5.00 ms' dom || fail "the page does not say of which part it is"

# Errors in the page, and what the policy forbids, are found.
page killed 's/^showTimeline();$/showTimeline(); missing();/'
browse killed.html
grep -q 'CONSOLE.*missing' errors || fail "an error in the page is not found"
page killed 's|^<div id="tables">|<img src="file:///x.png">&|'
browse killed.html
grep -q 'Content Security Policy' console || fail "a request of the page is not found"

finish "the page is good"
