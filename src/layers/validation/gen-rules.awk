# SPDX-License-Identifier: Apache-2.0
#
# gen-rules.awk: what the validation layer and its test need from rules.list, of which all-rules.awk
# makes all-rules.list; on top of
# gen-api.awk, which reads api.list, and gen-extensions.awk, which reads extensions.list:
#
#	awk -v product=rules-table.c -v rules=all-rules.list \
#		-v quick=src/layers/validation/rules.list \
#		-v lists=src/opencl -f src/api/gen-api.awk \
#		-f src/opencl/gen-extensions.awk \
#		-f src/layers/validation/gen-rules.awk src/api/api.list
#
# It checks rules.list: every function, parameter and check that a rule names, and that no id is
# there twice. A function of an extension that has had two prototypes has two slots. A rule is for
# both, but for a slot without a parameter that the rule looks at. The rules that quick.c has come
# first among the rules of a function. POSIX awk.

BEGIN { more_products = 1 }

function refuse_rule(text)
{
	printf "rules.list: %s: %s\n", rule_name, text | "cat 1>&2"
	refused = 1
	exit 1
}

function parameter_index(slot, param,	k)
{
	for (k = 1; k <= count[slot]; k++)
		if (pname[slot, k] == param)
			return k - 1
	missing = param
	return -1
}

# "NAME:a,B" as a test of the rule: parameters in the one array, constants in the other.
function describe_test(slot, text,	part, arg, n, i, params, constants)
{
	if (split(text, part, ":") != 2 || part[1] !~ /^[a-z][a-z_0-9]*$/)
		refuse_rule("expected NAME:PARAMETER,..., found \"" text "\"")
	check_names[part[1]] = 1
	n = split(part[2], arg, ",")
	for (i = 1; i <= n; i++)
		if (arg[i] ~ /^[A-Z0-9]/)
			constants = constants (constants == "" ? "" : ", ") arg[i]
		else
			params = params (params == "" ? "" : ", ") parameter_index(slot, arg[i])
	return "{ .check = check_" part[1] ", .params = { " params " }, .param_count = " \
		split(params, arg, ",") \
		(constants == "" ? "" : ", .constants = { " constants " }") " }"
}

# The parameter that the id names, else the first one that is looked at.
function reported_parameter(slot, id, checks,	part, arg, k)
{
	split(id, part, "-")
	for (k = 1; k <= count[slot]; k++)
		if (pname[slot, k] == part[2])
			return k - 1
	split(checks, arg, /[:,+]/)
	return parameter_index(slot, arg[2])
}

# The rule of the columns PART is for SLOT, too. False: SLOT lacks a parameter that it needs.
function add_rule_for(slot, part,	tests, n, i, at)
{
	missing = ""
	n = split(part[6], tests, /\+/)
	at = rule_count[slot] + 1
	for (i = 1; i <= n; i++)
		rule_tests[slot, at, i] = describe_test(slot, tests[i])
	rule_param[slot, at] = reported_parameter(slot, part[1], part[6])
	if (missing != "")
		return 0
	rule_count[slot] = at
	rule_id[slot, at] = part[1]
	rule_code[slot, at] = part[2]
	rule_section[slot, at] = part[3]
	rule_since[slot, at] = part[4]
	rule_text[slot, at] = line
	rule_test_count[slot, at] = n
	return 1
}

function read_quick(	part, n, i)
{
	while (read_line(quick)) {
		n = split(line, part)
		for (i = 3; part[1] == "quick" && i <= n; i++)
			is_quick[part[2] "-" part[i]] = 1
	}
}

function add_rule(part,	function_name, slot, is_known, fits)
{
	function_name = part[1]
	sub(/-.*/, "", function_name)
	if (part[1] !~ /^cl[A-Za-z0-9_]+-[a-z_0-9]+-[0-9]+$/ || part[1] in rule_seen)
		refuse_rule("expected a new id")
	rule_seen[part[1]] = 1
	if (part[5] !~ /^(checked|open|outcome|impossible:[A-Z]+)$/)
		refuse_rule("no state is called \"" part[5] "\"")
	if ((part[5] == "checked") != (part[6] != "-"))
		refuse_rule("a rule has a check if it is checked, and only then")
	if (part[5] != "checked")
		return
	for (slot = 0; slot < functions; slot++)
		if (name[slot] == function_name) {
			is_known = 1
			fits += add_rule_for(slot, part)
		}
	if (!is_known)
		refuse_rule("no function is called " function_name)
	if (!fits)
		refuse_rule(function_name " has no parameter " missing)
}

function read_rules(	got, part, i)
{
	while ((got = (getline line < rules)) > 0) {
		if (split(line, part) < 7)
			refuse_rule("expected seven columns, found \"" line "\"")
		rule_name = part[1]
		for (i = 1; i <= 6; i++)
			sub(/^[^ \t]+[ \t]+/, "", line)
		gsub(/"/, "\\\"", line)
		add_rule(part)
	}
	if (got < 0)
		refuse_rule("cannot be read")
	for (i in is_quick)
		if (!(i in rule_seen))
			refuse_line(quick, "no rule is called " i)
}

function print_rule(slot, i,	k)
{
	print "\t{ .id = \"" rule_id[slot, i] "\","
	if (rule_code[slot, i] == "undefined")
		print "\t  .code = CL_INVALID_OPERATION, .code_name = \"undefined\","
	else if (rule_code[slot, i] != "-")
		print "\t  .code = " rule_code[slot, i] ", .code_name = \"" rule_code[slot, i] "\","
	print "\t  .section = \"" rule_section[slot, i] "\", .since = \"" rule_since[slot, i] "\","
	print "\t  .text = \"" rule_text[slot, i] "\", .param = " rule_param[slot, i] ","
	print "\t  .tests = {"
	for (k = 1; k <= rule_test_count[slot, i]; k++)
		print "\t\t" rule_tests[slot, i, k] ","
	print "\t  } },"
}

# The rules of SLOT that quick.c has, or the others.
function print_rules(slot, quick_ones,	i)
{
	for (i = 1; i <= rule_count[slot]; i++)
		if ((rule_id[slot, i] in is_quick) == quick_ones) {
			print_rule(slot, i)
			quick_count[slot] += quick_ones
		}
}

function print_table(	slot, first)
{
	begin("the rules that the validation layer checks")
	include("layers/validation/checks/check.h")
	include("state/facts.h")
	print "\nconst struct rule rules[] = {"
	for (slot = 0; slot < functions; slot++) {
		print_rules(slot, 1)
		print_rules(slot, 0)
	}
	print "};\n\nconst unsigned char rules_quick[CLROUTER_ALL_SLOTS] = {"
	for (slot = 0; slot < functions; slot++)
		print "\t" quick_count[slot] + 0 ","
	print "};\n\nconst unsigned short rules_first[CLROUTER_ALL_SLOTS + 1] = {"
	for (slot = 0; slot <= functions; slot++) {
		print "\t" first + 0 ","
		first += rule_count[slot]
	}
	print "};"
}

function print_checks(	check)
{
	header_begin("layers/validation/checks/checks.h", "the checks that rules.list names")
	for (check in check_names)
		print "check_fn check_" check ";" | "LC_ALL=C sort"
	close("LC_ALL=C sort")
	print "\n#endif"
}

END {
	if (refused)
		exit 1
	read_extensions(lists "/extensions.list")
	read_quick()
	read_rules()
	if (product == "rules-table.c") print_table()
	else if (product == "checks.h") print_checks()
	else refuse("no product is called \"" product "\"")
}
