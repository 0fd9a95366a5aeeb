#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
#
# test-manuals: compares the manual pages with the tables of the code. Every key, variable, verdict,
# subcommand and finding of doctor must be mentioned in its page, the members of JSON and the columns
# of tables must be those that the pages describe (members.awk), and mandoc must not warn.
# test-examples.sh tests the examples. "make check" runs it in the build directory.
# shellcheck disable=SC2046  # words of the tables
set -u
srcdir=${srcdir:-.}
failed=0
work=$(mktemp -d) || exit 99
trap 'rm -rf "$work"' EXIT

fail()
{
	echo "FAIL: $*"
	failed=$((failed + 1))
}

# mentions PAGE WORD: fails unless PAGE has WORD as a whole word. A page may have "\-" for "-".
mentions()
{
	sed 's/\\-/-/g' "$1" | grep -qwF -e "$2" || fail "$1 does not mention $2"
}

# each PAGE WORD...
each()
{
	page=$1
	shift
	[ $# -gt 0 ] || fail "no words were found in the sources that $page should mention"
	for word; do
		mentions "$page" "$word"
	done
}

keys_of()
{
	awk -F'[",]' -v kinds="$1" '/^\t\{ "[a-z_]+", SECTION_/ {
		kind = $4
		gsub(/[ \t]|SECTION_/, "", kind)
		if (kinds ~ kind "( |$)")
			print $2
	}' "$srcdir/src/config/keys.c" | sort -u
}

variables()
{
	sed -n 's/^\tX(\([A-Z_]*\),.*/\1/p' \
		"$srcdir/src/base/env.h" "$srcdir/src/base/os-linux.h" "$srcdir/src/base/os-windows.h"
}

verdicts()
{
	sed -n 's/^\tX([A-Z0-9_]*, "\([a-z0-9-]*\)",.*/\1/p' "$srcdir/src/base/reason.h" | grep -vx ok
}

subcommands()
{
	sed -n 's/^\t{ "\([a-z]*\)", tool_.*/\1/p' "$srcdir/src/tool/commands/tables.c"
}

options()
{
	sed -n 's/^\t{ "\([a-z]*\)", .*OPTION_.*/\1/p' "$srcdir/src/tool/commands/tables.c"
}

# The ids of doctor that the code has as words: the fourth argument, also on a line of its own.
findings()
{
	find "$srcdir/src/tool/doctor" -name '*.c' -exec cat {} + | tr -d '\n\t' |
		grep -o -e 'finding_add([^;]*;' -e 'warn(findings, [^;]*;' |
		sed -e 's/^finding_add(//' -e 's/^warn(findings, /&,/' -e 's/)[^)]*$//' \
			-e ':nested' -e 's/([^()]*)//g' -e 't nested' |
		cut -d, -f4 | sed -n 's/^ *"\([a-z-]*\)"$/\1/p' | sort -u
}

shipped_layers()
{
	sed -n 's/^library = //p' "$srcdir/etc/layers.conf.d/50-shipped.conf"
}

layer_variables()
{
	sed -n 's/^\t.*"\(OPENCL_[A-Z_]*\)".*/\1/p' "$srcdir/src/config/known-options.h"
}

# known_words KIND: the words of KNOWN_KIND_WORDS.
known_words()
{
	sed -n "/define KNOWN_$1_WORDS/,/[^\\\\]\$/p" "$srcdir/src/config/known-options.h" |
		grep -o '"[a-z_]*"' | tr -d '"'
}

each doc/clrouter.1 $(subcommands)
each doc/clrouter.1 $(options)
each doc/clrouter.1 $(findings)

# The rules of what stands out: code and manual have the same.
report=$srcdir/src/tool/report
rules=$(
	sed -n '/^} rules/,/^};/s/^\t\[REMARK_[A-Z_]*\] = { "\([a-z-]*\)".*/\1/p' "$report/view/remark-words.c"
	sed -n 's/^\t\[IDLE_[A-Z_]*\] = { "\(idle-[a-z-]*\)".*/\1/p' "$report/idle.c"
)
described=$(sed -n '/^\.\\" rules$/,/^\.El/s/^\.It Cm //p' doc/clrouter.1)
[ "$(echo "$rules" | sort)" = "$(echo "$described" | sort)" ] && [ "$rules" ] ||
	fail "clrouter(1) describes other rules than remark-words.c and idle.c have"
each doc/clrouter.1 $(sed -n 's/^\t\[GROUP_[A-Z]*\] = { "\(group-[a-z]*\)".*/\1/p' "$report/summary/group-remarks.c")
each doc/layers.conf.5 $(layer_variables)
each doc/opencl-layers.7 $(layer_variables | grep -v -e VALIDATION -e COMPATIBILITY -e SANITIZE -e WAIT) $(shipped_layers)
each doc/libCLCompatibility.7 $(layer_variables | grep COMPATIBILITY)
each doc/libCLCompatibility.7 $(known_words FEATURE) $(known_words EXTENSION)
each doc/libCLWait.7 $(layer_variables | grep WAIT)
each doc/libCLSanitize.7 $(layer_variables | grep SANITIZE)
each doc/libCLValidation.7 $(layer_variables | grep VALIDATION)
each doc/libCLValidation-rules.7 $(awk '/^cl/ { print $1 }' "src/layers/validation/all-rules.list" |
	awk 'NR % 50 == 1')
awk -v product=advice-table.h -v strict=1 -v rules="src/layers/validation/all-rules.list" \
	-f "$srcdir/src/layers/validation/report/gen-advice.awk" \
	"$srcdir/src/layers/validation/report/advice.list" >/dev/null 2>"$work/advice" ||
	fail "advice.list is not complete: $(cat "$work/advice")"
each doc/libCLValidation-rules.7 $(awk '/^advice/ { print $2 }' "$srcdir/src/layers/validation/report/advice.list")
each doc/opencl-layers.7 CLROUTER_LAYER CLROUTER_FUNCTIONS CLROUTER_SLOTS clrouter_target clrouter_table
# The part of the page that is about a section names its keys; the files in etc/ have all keys.
for section in loader order drivers driver program layers layer; do
	page=loader
	[ "${section#layer}" = "$section" ] || page=layers
	part=$work/$page.conf.5-$section
	awk -v begin="^[.]Ss The [[]${section}[] ]" '/^[.]S[hs]/ { is_part = $0 ~ begin } is_part && /^[.]It Ic /' \
		"doc/$page.conf.5" >"$part"
	each "$part" $(keys_of "$(echo "$section" | tr '[:lower:]' '[:upper:]')")
done
each "$srcdir/etc/loader.conf" $(keys_of "LOADER ORDER DRIVERS DRIVER PROGRAM")
each "$srcdir/etc/layers.conf" $(keys_of "LAYERS LAYER")
each doc/libOpenCL.7 $(variables)
each doc/libOpenCL.7 $(verdicts)
# The layers whose settings doctor judges.
each "$srcdir/src/tool/doctor/shipped-layers.c" $(sed -n 's/^\tX([A-Z_]*, "\([a-z]*\)",.*/\1/p' \
	"$srcdir/src/config/known-options.h" | sort -u)

# The page of a report and timelines have formats of their own, which a script and Perfetto read.
find "$srcdir/src/tool" -name '*.c' ! -path '*/report/page/*' ! -path '*/report/timeline/*' -print >"$work/files"
# shellcheck disable=SC2046  # names without blanks
members=$(awk -v least=250 -f "$srcdir/tests/process/members.awk" $(cat "$work/files") \
	"$srcdir/src/launch/launch-members.c" "$srcdir/doc/clrouter.1.in" "$srcdir/doc/summary-format.md" \
	"$srcdir/doc/capture-format.md")
[ -z "$members" ] || fail "$members"

# What is wrong in each way is found, and only that.
members_can_fail()
{
	cat >"$work/code.c" <<-'EOF'
		static const struct table_column good_columns[] = {
			{ "told", TABLE_TEXT, AT(told) },
			{ "untold", TABLE_TEXT, AT(untold) },
			{ NULL, TABLE_TEXT, AT(told), "title" },
		};
		static const struct table_column other_columns[] = {
			{ "lonely", TABLE_TEXT, AT(lonely) },
		};
		#define SHARED { "shared", TABLE_COUNT, AT(shared) }
		static const struct table good = TABLE("rows", good_columns);
		json_text(answer->output, "called", "text");
		lines_fact(output, "fact", "%s", text);
		put_array(output, names ? "loaders" : "drivers");
	EOF
	cat >"$work/page.1" <<-'EOF'
		.Va before
		.\" members code:good_columns
		.Va told ,
		.Pq Va untold_either No in text
		.\" members code
		.Va rows , loaders , nowhere
		.\" members gone
		.Sh NEXT
		.Va after
	EOF
	cat >"$work/README.md" <<-'EOF'
		<!-- members code
			code:good_columns -->
		| key | meaning |
		| told, missing | `cell` |
		`called`, `--option`, `wrong`
	EOF
	(cd "$work" && awk -v least=9 -f "$members_awk" code.c page.1 README.md) | sort >"$work/found"
	cat <<-'EOF' | sort | diff "$work/found" - || fail "these are the members that members.awk finds wrong"
		no page describes the members of code:other_columns
		only 6 members were found
		page.1:4: there is no member untold_either in code:good_columns
		page.1:6: there is no member nowhere in code
		page.1:7: there are no members in gone
		README.md:1: the member shared of code is not described
		README.md:2: the member untold of code:good_columns is not described
		README.md:4: there is no member missing in code code:good_columns
		README.md:5: there is no member wrong in code code:good_columns
	EOF
}
members_awk=$(cd "$srcdir" && pwd)/tests/process/members.awk
members_can_fail

[ "$(wc -l <"$srcdir/doc/examples/count-layer.c")" -lt 40 ] ||
	fail "count-layer.c has 40 lines or more, opencl-layers(7) says less"

for page in doc/*.[157]; do
	if grep -n '@[A-Z_]*@' "$page"; then
		fail "$page has a placeholder left"
	fi
	if command -v mandoc >/dev/null; then
		mandoc -T lint -W warning "$page" || fail "mandoc warns about $page"
	fi
done
command -v mandoc >/dev/null || echo "not tested: lint of the pages: mandoc is not installed"

[ "$failed" -eq 0 ] && echo "the manuals mention all that the tables have"
exit "$failed"
