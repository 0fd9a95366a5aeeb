#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
#
# make-pictures: makes the pictures of README.md again, of the example doc/examples/frames.c on
# PoCL: page.png is the page of "clrouter report --export html", report.png the first screen of
# "clrouter report". It needs chromium, runs in the build directory, and writes beside itself:
#
#	srcdir=.. sh ../doc/pictures/make-pictures.sh
#
# "sources" has the checksums of what the pictures show. tests/process/test-pictures.sh fails if one
# of these files has changed since.

here=$(pwd -P)
root=$(cd "${srcdir:-.}" && pwd -P) || exit 1
work=$(mktemp -d) || exit 1
trap 'rm -rf "$work"' EXIT
export LD_LIBRARY_PATH="$here/.libs" OCL_ICD_VENDORS=/etc/OpenCL/vendors/pocl.icd
export POCL_CACHE_DIR="$work/cache"

# What the pictures show, from the root of the tree.
list_sources() {
	(cd "$root" &&
		ls src/tool/report/page/web/* doc/pictures/make-pictures.sh doc/examples/frames.c)
}

# picture FILE WIDTH HEIGHT PAGE
picture() {
	chromium --headless=new --no-sandbox --disable-gpu --no-first-run --hide-scrollbars \
		--user-data-dir="$work/profile" --window-size="$2,$3" \
		--screenshot="$work/$1" "file://$4" >"$work/log" 2>&1
	[ -s "$work/$1" ] || { cat "$work/log"; exit 1; }
}

# The second run finds the kernels in PoCL's cache. The program has a name and a place as a user's
# has.
mkdir "$work/film" && cd "$work/film" || exit 1
cc -g -O2 -o frames "$root/doc/examples/frames.c" -L"$here/.libs" -lOpenCL || exit 1
for run in first second; do
	echo "the $run run" >&2
	"$here/clrouter" record -o frames.clrecord ./frames >"$work/log" 2>&1 ||
		{ cat "$work/log"; exit 1; }
done
"$here/clrouter" report --export html -o page.html frames.clrecord || exit 1

# What a person would do: select a kernel, and show the time from its call on.
nonce=$(sed -n 's/.*<script nonce="\([0-9a-f]*\)">.*/\1/p' page.html)
{
	sed '/^<\/body>$/,$d' page.html
	cat <<EOF
<script nonce="$nonce">
const found = findMatches(namesWith((name) => name === "blur_columns"), new Set(), isLane);
const call = detailsOf(found[1]).call;
byId("summary-title").parentNode.hidden = true;
select(found[1], true);
setView(spans.begin[call] - 4e6, spans.end[found[2]] + 1e6);
draw();
</script>
</body>
</html>
EOF
} >shown.html
picture page.png 1200 700 "$work/film/shown.html"

{
	printf '<!DOCTYPE html>\n<meta charset="utf-8">\n<style>\n'
	printf 'body { margin: 0; background: #14171c; color: #e4e8ed; }\n'
	printf 'pre { margin: 14px 18px; font: 15px/1.3 monospace; }\nb { color: #7ab4ff; }\n</style>\n<pre>'
	printf '<b>$ clrouter report frames.clrecord</b>\n'
	"$here/clrouter" report frames.clrecord | head -n 36 |
		sed -e 's/&/\&amp;/g' -e 's/</\&lt;/g' -e 's/, host .*//'
	printf '</pre>\n'
} >report.html
picture report.png 860 755 "$work/film/report.html"

cp "$work/page.png" "$work/report.png" "$root/doc/pictures/" || exit 1
list_sources | (cd "$root" && xargs sha256sum) >"$root/doc/pictures/sources"
ls -l "$root/doc/pictures"
