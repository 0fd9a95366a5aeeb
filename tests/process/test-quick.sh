#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
#
# test-quick: a rule of the validation layer that quick.list lacks is checked even if quick.c finds
# that a call is right, and the build stops if quick.list and rules.list differ.
srcdir=${srcdir:-.}
validation=$srcdir/src/layers/validation
rule=clEnqueueNDRangeKernel-work_dim
failed=0

fail() {
	echo "FAIL: $*"
	failed=1
}

# make_table RULES QUICK: the table that the build makes of the two lists.
make_table() {
	awk -v product=rules-table.c -v rules="$1" -v quick="$2" -v lists="$srcdir/src/opencl" \
		-f "$srcdir/src/api/gen-api.awk" -f "$srcdir/src/opencl/gen-extensions.awk" \
		-f "$validation/gen-rules.awk" "$srcdir/src/api/api.list" 2>&1
}

# list_ids: the rules about clEnqueueNDRangeKernel in the order of the table.
list_ids() {
	sed -n 's/.*\.id = "\(clEnqueueNDRangeKernel-[^"]*\)".*/\1/p'
}

# quick_counts: for how many rules quick.c answers, without the functions that it does not know.
quick_counts() {
	sed -n '/rules_quick/,/^}/s/^\t\([1-9][0-9]*\),$/\1/p' | tr '\n' ' '
}

# refuses RULES QUICK TEXT
refuses() {
	found=$(make_table "$1" "$2") && fail "the table is made in spite of: $3"
	case $found in
	*"$3"*) ;;
	*) fail "expected \"$3\", found: $(printf '%s\n' "$found" | tail -n 1)" ;;
	esac
}

work=$(mktemp -d) || exit 99
trap 'rm -rf "$work"' EXIT
make_table "$validation/rules.list" "$validation/quick.list" >"$work/table" || fail "no table is made"

# A new rule in the middle of the others comes after those that quick.c may answer for.
sed "/^$rule-1 /a $rule-99 CL_INVALID_WORK_DIMENSION 5.10 1.0 checked nonzero:work_dim not 0" \
	"$validation/rules.list" >"$work/rules.list"
make_table "$work/rules.list" "$validation/quick.list" >"$work/more" || fail "no table with a new rule"
[ "$(list_ids <"$work/more" | tail -n 1)" = "$rule-99" ] || fail "a new rule is not the last"
[ -n "$(quick_counts <"$work/table")" ] || fail "quick.c answers for nothing"
[ "$(quick_counts <"$work/more")" = "$(quick_counts <"$work/table")" ] ||
	fail "quick.c answers for a new rule"

# A rule that leaves quick.list is checked in any case.
grep -v "^$rule-1 " "$validation/quick.list" >"$work/quick.list"
make_table "$validation/rules.list" "$work/quick.list" >"$work/less" || fail "no table of a shorter list"
[ "$(list_ids <"$work/less" | tail -n 1)" = "$rule-1" ] || fail "a rule that left is not the last"

sed "s/ work_dim:work_dim,command_queue / work_dim:work_dim,command_queue+nonzero:work_dim /" \
	"$validation/rules.list" >"$work/rules.list"
refuses "$work/rules.list" "$validation/quick.list" \
	"the check is work_dim:work_dim,command_queue+nonzero:work_dim, but quick.c has"
grep -v "^$rule-1 " "$validation/rules.list" >"$work/rules.list"
refuses "$work/rules.list" "$validation/quick.list" "no rule is called $rule-1"
echo "$rule-1" >"$work/quick.list"
refuses "$validation/rules.list" "$work/quick.list" "expected a rule and its check, found \"$rule-1\""
exit $failed
