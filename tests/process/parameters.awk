# SPDX-License-Identifier: Apache-2.0
#
# parameters.awk: finds parameters of OpenCL functions that are not called by their names, for
# test-parameters.sh:
#
#	awk -f parameters.awk all-rules.list FILE.c ...
#
# It prints a line for
# - a number in place of a parameter: call_pointer(call, 5), product(call, 5), test->params[3];
# - a constant of one function in a case of a switch that is about other functions;
# - a rule that gives a check fewer parameters than the enum of the check names.
#
# POSIX awk.

function complain(text)
{
	print FILENAME ":" FNR ": " text
}

# The line without comments; a comment may have begun in an earlier line.
function code_of(line)
{
	gsub(/\/\*([^*]|\*+[^*\/])*\*+\//, "", line)
	if (in_comment && !sub(/^.*\*\//, "", line))
		return ""
	in_comment = sub(/\/\*.*/, "", line)
	return line
}

# A statement, which may have several lines, is looked at when its last line is read.
function find_numbers(code,	i)
{
	statement = statement " " code
	if (code !~ /[;{}:]$/)
		return
	gsub(/[ \t]+/, " ", statement)
	for (i = 1; i <= 3; i++)
		if (match(statement, number_pattern[i]))
			complain("a number stands for a parameter:" \
				substr(statement, RSTART - 1, RLENGTH + 1))
	statement = ""
}

function is_of_case(constant,	name)
{
	for (name in case_names)
		if (index(constant, "ARG_" name "_") == 1)
			return 1
	return 0
}

# Case labels in consecutive lines are about the same statements.
function find_strangers(code)
{
	if (match(code, /case CLROUTER_SLOT_[A-Za-z0-9_]+:/)) {
		if (!after_label)
			split("", case_names)
		case_names[substr(code, RSTART + 19, RLENGTH - 20)] = 1
		after_label = in_case = 1
		return
	}
	after_label = 0
	if (code ~ /^[ \t]*default:/ || code ~ /^}/)
		in_case = 0
	while (in_case && match(code, /ARG_cl[A-Za-z0-9_]+/)) {
		if (!is_of_case(substr(code, RSTART, RLENGTH)))
			complain(substr(code, RSTART, RLENGTH) " is used for another function")
		code = substr(code, RSTART + RLENGTH)
	}
}

# The names that a check gives to its parameters.
function read_check(code,	name, part)
{
	if (code ~ /^}/)
		check = ""
	if (match(code, /^bool check_[a-z0-9_]+\(/))
		check = substr(code, 12, RLENGTH - 12)
	if (check == "" || code !~ /^[ \t]*enum [{] [A-Z]/)
		return
	name = code
	gsub(/^[ \t]*enum [{] | [}];$/, "", name)
	if (check in least && split(name, part, ", ") > least[check])
		complain("check_" check "() names " split(name, part, ", ") " parameters, but " \
			least_rule[check] " gives it " least[check])
}

# How many parameters the rules give to each check, at least. Those in capitals are constants.
function read_rule(	tests, part, names, n, i, k, many)
{
	n = split($6, tests, "+")
	for (i = 1; i <= n && $5 == "checked"; i++) {
		split(tests[i], part, ":")
		many = 0
		for (k = split(part[2], names, ","); k > 0; k--)
			many += names[k] ~ /^[a-z]/
		if (!(part[1] in least) || many < least[part[1]]) {
			least[part[1]] = many
			least_rule[part[1]] = $1
		}
	}
}

BEGIN {
	# An argument after `call`, perhaps after other parameters; an index of an array.
	number_pattern[1] = "[a-z_]+\\(([A-Z_]+, )?([a-z]+->)?&?(call|test|finder), ((ARG_[A-Za-z0-9_]+|test), )*[0-9]+[,)]"
	number_pattern[2] = "(call->(values|arguments|numbers)|->params|\\]\\.params)\\[[0-9]"
	number_pattern[3] = "params\\[[a-z_.+]+\\] = [0-9]+;"
}

FNR == 1 { in_comment = after_label = in_case = 0; statement = check = "" }

FILENAME ~ /rules\.list$/ {
	if ($0 !~ /^#/)
		read_rule()
	next
}

{
	code = code_of($0)
	find_numbers(code)
	find_strangers(code)
	read_check(code)
}
