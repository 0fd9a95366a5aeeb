# SPDX-License-Identifier: Apache-2.0
#
# validation-rules.awk: the ids in libCLValidation-rules(7), from the lists of the validation layer:
#
#	awk -v part=checked -f validation-rules.awk advice.list all-rules.list
#
# The parts are `advice`, `checked`, and `others` for the conditions that are not checked.

function text_after(count,	text)
{
	text = $0
	while (count-- > 0)
		sub(/^[ \t]*[^ \t]+[ \t]+/, "", text)
	gsub(/\\/, "\\e", text)
	sub(/^[.']/, "\\\\\\&&", text)
	return text
}

/^#/ || /^[ \t]*$/ { next }

FILENAME ~ /advice\.list$/ {
	if (part != "advice")
		next
	if ($1 == "advice")
		printf ".It Li %s\nLevel %s, section %s:\n", $2, $3, $4
	else if ($1 == "expected")
		printf "expected %s.\n", text_after(1)
	else if ($1 == "mend")
		printf "%s\n", text_after(1)
	count++
	next
}

part == "advice" { next }

function place()
{
	return ($3 ~ /^[0-9]/ ? "section " $3 : $3) ($4 == "ext" ? "" : ", since " $4)
}

$5 == "checked" && part == "checked" {
	printf ".It Li %s\n%s, %s: %s.\n", $1, $2 == "-" ? "no code" : $2, place(), text_after(6)
	count++
}

$5 != "checked" && part == "others" {
	state = $5 == "open" ? "not checked yet" : $5 == "outcome" ? "no mistake" : "cannot be checked"
	if ($5 ~ /:/)
		state = state " (" tolower(substr($5, index($5, ":") + 1)) ")"
	printf ".It Li %s\n%s, %s, %s: %s.\n", $1, $2 == "-" ? "no code" : $2, place(), state, text_after(6)
	count++
}

END {
	if (count == 0)
		exit 1
}
