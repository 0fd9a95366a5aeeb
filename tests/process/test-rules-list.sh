#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
#
# test-rules-list: no id of a rule of the validation layer goes, since users filter findings by them:
# rules.ids has all. all-rules.awk writes the lines of rules.list out, and refuses what it does not
# know. A rule that quick.c does not have is checked even if quick.c finds that a call is right.
#
# In the build directory, after make, "tests/process/test-rules-list.sh --accept" adds new ids to rules.ids.
srcdir=${srcdir:-$(dirname "$0")/../..}
validation=$srcdir/src/layers/validation
all=src/layers/validation/all-rules.list
ids=$srcdir/tests/process/rules.ids
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

work=$(mktemp -d) || exit 99
trap 'rm -rf "$work"' EXIT

# The build has made the list of all rules from rules.list as it is now: no new id is overlooked.
awk -f "$validation/all-rules.awk" "$validation/rules.list" | cmp -s - "$all" || {
	fail "$all is not made from rules.list as it is now: run make first"
	exit $failed
}

# A line for each function, with all of its ids.
awk '/^cl/ { split($1, part, /-/)
	sub(/-/, " ", $1)
	line[part[1]] = line[part[1]] " " part[2] "-" part[3] }
	END { for (name in line) print name line[name] }' "$all" | LC_ALL=C sort >"$work/ids"
gone=$(awk 'NR == FNR { for (i = 2; i <= NF; i++) there[$1 "-" $i] = 1; next }
	{ for (i = 2; i <= NF; i++) if (!(($1 "-" $i) in there)) print $1 "-" $i }' "$work/ids" "$ids")
if [ -n "$gone" ]; then
	fail "ids are gone: $gone"
elif [ "${1:-}" = --accept ]; then
	cp "$work/ids" "$ids"
elif ! cmp -s "$work/ids" "$ids"; then
	fail "there are new ids or another order; --accept adds them to rules.ids"
fi

# What all-rules.awk writes of common rules and LINE, or says of it, as one line.
written() {
	printf '%s\n' 'common a,b:c CODE checked one:@,x+two:@ what @ is' \
		'common m SHORT outcome - memory' "$1" >"$work/some.list"
	awk -f "$validation/all-rules.awk" "$work/some.list" 2>&1 | tr '\n' ';'
}
while IFS='|' read -r line wanted; do
	found=$(written "$line" | sed "s|$work/some.list:||")
	[ "$found" = "$wanted" ] || fail "$line: expected $wanted, found $found"
done <<'EOF'
clA,clB 5.1,1.0 b-2:c d-1:a m-1|clA-b-2 CODE 5.1 1.0 checked one:b,x+two:b what b is;clA-d-1 CODE 5.1 1.0 checked one:d,x+two:d what d is;clA-m-1 SHORT 5.1 1.0 outcome - memory;clB-b-2 CODE 5.1 1.0 checked one:b,x+two:b what b is;clB-d-1 CODE 5.1 1.0 checked one:d,x+two:d what d is;clB-m-1 SHORT 5.1 1.0 outcome - memory;
clA 5.1,1.0 b-1:a=OTHER b-2:c x,ext m-9=-|clA-b-1 OTHER 5.1 1.0 checked one:b,x+two:b what b is;clA-b-2 CODE 5.1 1.0 checked one:b,x+two:b what b is;clA-m-9 - x ext outcome - memory;
clA 5.1,1.0 m-1 d-1:c|clA-m-1 SHORT 5.1 1.0 outcome - memory;3: no common rule is called c;
clA 5.1,1.0 m|3: expected PARAMETER-NUMBER, found "m";
clA 5.1 1.0 m-1|3: expected common, a rule or a function, found "clA";
common m CODE checked one:@ what|3: a common rule is called m already;
clA 5.1,1.0 a-1:a b-1:c|clA-a-1 CODE 5.1 1.0 checked one:a,x+two:a what a is;clA-b-1 CODE 5.1 1.0 checked one:b,x+two:b what b is;3: no function has the common rule m;
EOF

make_table "$all" "$validation/rules.list" >"$work/table" || fail "no table is made"

# A new rule in the middle of the others comes after those that quick.c may answer for.
sed "/^$rule-1 /a $rule-99 CL_INVALID_WORK_DIMENSION 5.10 1.0 checked nonzero:work_dim not 0" \
	"$all" >"$work/rules.list"
make_table "$work/rules.list" "$validation/rules.list" >"$work/more" || fail "no table with a new rule"
[ "$(list_ids <"$work/more" | tail -n 1)" = "$rule-99" ] || fail "a new rule is not the last"
[ -n "$(quick_counts <"$work/table")" ] || fail "quick.c answers for nothing"
[ "$(quick_counts <"$work/more")" = "$(quick_counts <"$work/table")" ] ||
	fail "quick.c answers for a new rule"

# A rule that quick.c has no more is checked in any case.
sed "/^quick clEnqueueNDRangeKernel/s/ ${rule#*-}-1 / /" "$validation/rules.list" >"$work/quick.list"
make_table "$all" "$work/quick.list" >"$work/less" || fail "no table of a shorter list"
[ "$(list_ids <"$work/less" | tail -n 1)" = "$rule-1" ] || fail "a rule that left is not the last"

grep -v "^$rule-1 " "$all" >"$work/rules.list"
found=$(make_table "$work/rules.list" "$validation/rules.list") && fail "the table is made without $rule-1"
case $found in
*"no rule is called $rule-1"*) ;;
*) fail "of a rule that is not there, found: $(printf '%s\n' "$found" | tail -n 1)" ;;
esac
exit $failed
