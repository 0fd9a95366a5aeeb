# SPDX-License-Identifier: Apache-2.0
#
# all-rules.awk: a line for each rule, as the other generators and the tests read them, from
# rules.list, whose head explains its lines:
#
#	awk -f all-rules.awk rules.list >all-rules.list
#
# POSIX awk.

function refuse(text)
{
	printf "%s:%d: %s\n", FILENAME, FNR, text | "cat 1>&2"
	refused = 1
	exit 1
}

# The rest of the line after COUNT words.
function rest(count,	text)
{
	text = $0
	while (count-- > 0)
		sub(/^[^ \t]+[ \t]+/, "", text)
	return text
}

function add_common(	names, n, i)
{
	n = split($2, names, ",")
	for (i = 1; i <= n; i++) {
		if (names[i] in common_code)
			refuse("a common rule is called " names[i] " already")
		common_code[names[i]] = $3
		common_rest[names[i]] = $4 " " $5 " " rest(5)
		is_unused[names[i]] = 1
	}
}

# WORD is PARAMETER-NUMBER, and perhaps :NAME and =CODE: the rule that FUNCTION_NAME has by it. PLACE
# is its section and version.
function print_common(function_name, word, place,	id, param, name, code, text)
{
	if (!match(word, /^[a-z_0-9]+-[0-9]+/))
		refuse("expected PARAMETER-NUMBER, found \"" word "\"")
	id = substr(word, 1, RLENGTH)
	name = substr(word, RLENGTH + 1)
	code = name
	if (!sub(/^[^=]*=/, "", code))
		code = ""
	sub(/=.*/, "", name)
	param = id
	sub(/-[0-9]+$/, "", param)
	if (name == "" || (param name) in common_code)
		name = param name
	else
		name = substr(name, 2)
	if (!(name in common_code))
		refuse("no common rule is called " name)
	delete is_unused[name]
	text = common_rest[name]
	gsub(/@/, param, text)
	sub(/,/, " ", place)
	print function_name "-" id, code == "" ? common_code[name] : code, place, text
}

/^#/ || /^[ \t]*$/ || $1 == "quick" { next }

$1 == "common" { add_common(); next }

$1 ~ /-/ { print; next }

$1 ~ /^cl[A-Za-z0-9_,]+$/ && $2 ~ /,/ {
	n = split($1, functions, ",")
	for (i = 1; i <= n; i++)
		for (k = 2; k <= NF; k++)
			if ($k ~ /,/)
				place = $k
			else
				print_common(functions[i], $k, place)
	next
}

{ refuse("expected common, a rule or a function, found \"" $1 "\"") }

END {
	if (refused)
		exit 1
	for (name in is_unused)
		refuse("no function has the common rule " name)
}
