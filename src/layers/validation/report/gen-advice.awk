# SPDX-License-Identifier: Apache-2.0
#
# gen-advice.awk: the tables that the validation layer needs from advice.list:
#
#	awk -v product=advice-table.c -v rules=all-rules.list -f gen-advice.awk advice.list
#
# It checks advice.list against rules.list, of which all-rules.awk makes all-rules.list: with
# "-v strict=1" every check that a rule has is explained. POSIX awk.

function refuse(text)
{
	printf "%s:%d: %s\n", FILENAME, FNR, text | "cat 1>&2"
	refused = 1
	exit 1
}

# The rest of the line after COUNT words, as a literal of C.
function rest(count,	text)
{
	text = $0
	sub(/^[ \t]+/, "", text)
	while (count-- > 0)
		sub(/^[^ \t]+[ \t]+/, "", text)
	if (text == "" || text ~ /["\\]/)
		refuse("expected a text without quotes and backslashes")
	return "\"" text "\""
}

function read_rules(	line, part, test, n, i)
{
	while ((getline line < rules) > 0) {
		split(line, part)
		if (part[5] != "checked")
			continue
		n = split(part[6], test, /\+/)
		for (i = 1; i <= n; i++) {
			sub(/:.*/, "", test[i])
			is_used[test[i]] = part[1]
		}
	}
}

BEGIN {
	read_rules()
}

/^#/ || /^[ \t]*$/ { next }

$1 == "check" {
	n = split($2, names, ",")
	for (i = 1; i <= n; i++) {
		if (names[i] in check_text)
			refuse("the check " names[i] " is there twice")
		check_text[names[i]] = rest(2)
		check_names[++check_count] = names[i]
	}
	next
}

$1 == "advice" {
	if ($2 !~ /^[a-z-]+$/ || $3 !~ /^(warning|limit|performance)$/ || NF != 4 || $2 in is_advice)
		refuse("expected \"advice ID LEVEL SECTION\", found \"" $0 "\"")
	is_advice[$2] = 1
	id[++count] = $2
	level[count] = $3
	section[count] = $4
	next
}

count > 0 && $1 == "expected" { expected[count] = rest(1); next }
count > 0 && $1 == "mend" { mend[count] = rest(1); next }

{ refuse("expected check or advice, found \"" $0 "\"") }

function upper_name(name)
{
	name = toupper(name)
	gsub(/-/, "_", name)
	return name
}

function print_header(	i)
{
	print "/* Generated from advice.list by gen-advice.awk: findings beside the rules. */"
	print "#ifndef CLROUTER_LAYERS_VALIDATION_REPORT_ADVICE_TABLE_H"
	print "#define CLROUTER_LAYERS_VALIDATION_REPORT_ADVICE_TABLE_H\n\nenum advice_name {"
	for (i = 1; i <= count; i++)
		print "\tADVICE_" upper_name(id[i]) ","
	print "\tADVICE_COUNT\n};\n\n#endif"
}

function print_table(	i)
{
	print "/* Generated from advice.list by gen-advice.awk: findings, and how they are mended. */"
	print "#include \"layers/validation/report/advice.h\""
	print "#include \"layers/validation/checks/check.h\"\n"
	print "const struct advice advice[ADVICE_COUNT] = {"
	for (i = 1; i <= count; i++)
		print "\t{ \"" id[i] "\", LEVEL_" toupper(level[i]) ", \"" section[i] "\",\n\t  " \
			expected[i] ",\n\t  " mend[i] " },"
	print "};\n\nconst struct advice_check advice_checks[] = {"
	for (i = 1; i <= check_count; i++)
		if (check_names[i] in is_used)
			print "\t{ check_" check_names[i] ", " check_text[check_names[i]] " },"
	print "\t{ NULL, NULL }\n};"
}

END {
	if (refused)
		exit 1
	for (i = 1; i <= count; i++)
		if (expected[i] == "" || mend[i] == "")
			refuse(id[i] " needs the lines expected and mend")
	for (name in is_used)
		if (strict && !(name in check_text))
			refuse("no line explains the check " name ", which " is_used[name] " has")
	if (product == "advice-table.h") print_header()
	else if (product == "advice-table.c") print_table()
	else refuse("no product is called \"" product "\"")
}
