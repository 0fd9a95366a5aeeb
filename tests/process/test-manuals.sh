#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
#
# test-manuals: compares the manual pages with the tables of the code. Every key, variable, verdict
# and subcommand must be mentioned in its page, and mandoc must not warn. test-examples.sh tests
# the examples. "make check" runs it in the build directory.
# shellcheck disable=SC2046  # words of the tables
set -u
srcdir=${srcdir:-.}
failed=0

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

shipped_layers()
{
	sed -n 's/^library = //p' "$srcdir/etc/layers.conf.d/50-shipped.conf"
}

layer_variables()
{
	sed -n 's/^\t.*"\(OPENCL_[A-Z_]*\)".*/\1/p' "$srcdir/src/config/known-options.h"
}

each doc/clrouter.1 $(subcommands)
each doc/clrouter.1 $(options)
each doc/layers.conf.5 $(layer_variables)
each doc/opencl-layers.7 $(layer_variables | grep -v -e VALIDATION -e COMPATIBILITY) $(shipped_layers)
each doc/libCLCompatibility.7 $(layer_variables | grep COMPATIBILITY)
each doc/libCLValidation.7 $(layer_variables | grep VALIDATION)
each doc/libCLValidation-rules.7 $(awk '/^cl/ { print $1 }' "$srcdir/src/layers/validation/rules.list" |
	awk 'NR % 50 == 1')
awk -v product=advice-table.h -v strict=1 -v rules="$srcdir/src/layers/validation/rules.list" \
	-f "$srcdir/src/layers/validation/report/gen-advice.awk" \
	"$srcdir/src/layers/validation/report/advice.list" >/dev/null || fail "advice.list is not complete"
each doc/libCLValidation-rules.7 $(awk '/^advice/ { print $2 }' "$srcdir/src/layers/validation/report/advice.list")
each doc/opencl-layers.7 CLROUTER_LAYER CLROUTER_FUNCTIONS CLROUTER_SLOTS clrouter_target clrouter_table
each doc/loader.conf.5 $(keys_of "LOADER ORDER DRIVERS DRIVER PROGRAM")
each doc/layers.conf.5 $(keys_of "LAYERS LAYER")
each doc/libOpenCL.7 $(variables)
each doc/libOpenCL.7 $(verdicts)
# The layers whose settings doctor judges.
each "$srcdir/src/tool/doctor/shipped-layers.c" $(sed -n 's/^\tX([A-Z_]*, "\([a-z]*\)",.*/\1/p' \
	"$srcdir/src/config/known-options.h" | sort -u)

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
