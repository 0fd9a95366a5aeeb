#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
#
# The page of clrouter report in headless Chromium: it loads without an error and without a request,
# its tables sort, its timeline draws and follows keys and the wheel. page-test.js, which is added to
# a copy of the page, does that.
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
script=$(cd "$srcdir" && pwd -P)/tests/tool/page-test.js
cd "$work" || exit 99

# page CASE [SED]: the page of a record with the test in it, as CASE.html; SED spoils it
page() {
	"$here/tests/tool/make-record" "$1" "$1.clrecord" || exit 99
	"$clrouter" report --export=html -o page.html "$1.clrecord" || fail "no page of $1"
	nonce=$(sed -n "s/.*<script nonce=\"\([0-9a-f]*\)\">.*/\1/p" page.html)
	[ "${#nonce}" -eq 32 ] || fail "there is no nonce of 32 digits"
	{
		sed -e '/^<\/body>$/,$d' -e "${2:-}" page.html
		printf '<script nonce="%s">\n' "$nonce"
		cat "$script"
		printf '</script>\n</body>\n</html>\n'
	} >"$1.html"
}

# browse FILE: the document in the end, in dom; what page-test.js found, in results; what the
# console says, in console
browse() {
	timeout 100 "$browser" --headless=new --no-sandbox --disable-gpu --no-first-run \
		--user-data-dir="$work/profile" --window-size=1200,900 --enable-logging=stderr \
		--dump-dom "file://$work/$1" >dom 2>errors
	grep 'CONSOLE' errors >console
	sed '1,/id="test-results"/d' dom >results
}

page names
browse names.html
if ! grep -q '<html' dom; then
	echo "skipped: chromium does not run here: $(tail -n 3 errors)"
	exit 77
fi
for case in names reused killed many; do
	page "$case"
	browse "$case.html"
	grep -q '^results: end' results || fail "$case: the test did not run to its end"
	grep -q '^good: ' results || fail "$case: nothing is good"
	grep '^FAIL: ' results && fail "$case: see above"
	[ ! -s console ] || fail "$case: the console says $(cat console)"
done

# Errors in the page, and what the policy forbids, are found.
page killed 's/^showTables();$/showTables(); missing();/'
browse killed.html
grep -q 'CONSOLE.*missing' errors || fail "an error in the page is not found"
page killed 's|^<div id="tables">|<img src="file:///x.png">&|'
browse killed.html
grep -q 'Content Security Policy' console || fail "a request of the page is not found"

finish "the page is good"
