# SPDX-License-Identifier: Apache-2.0
#
# members: compares the members of JSON, and the columns of tables, with the pages that describe them.
# The arguments are C files and pages; what is wrong is printed, a line each.
#
# In code, a unit is an array of struct table_column, as "FILE:ARRAY", with the keys of its columns; or
# the rest of a file, as "FILE", with the keys of its tables, of macros that are columns of several, and
# those that are written by calls such as json_text(output, "key", or are strings of
# format_json_texts(). FILE is without folder and suffix. In a page, "members UNIT..." in a comment
# begins the description of units: its words are the words of the macro Va, or in Markdown the words
# in the first cells of a table and in backquotes. It ends at the next such comment, or at a
# heading. Each key has to be in a description of its unit, and each word has to be a key of one of
# the units, or at least a string in such a file.

function base_name(file) {
	sub(/.*\//, "", file)
	sub(/\.[^.]*$/, "", file)
	return file
}

function add_key(unit, key) {
	if (!((unit, key) in is_key)) {
		keys[++key_count] = unit " " key
		is_key[unit, key] = 1
		is_unit[unit] = 1
	}
}

function add_word(word) {
	words[++word_count] = place() " " word
	described[word_count] = units
	count = split(units, unit, " ")
	for (i = 1; i <= count; i++)
		has_word[unit[i], word] = 1
}

function place() {
	return FILENAME ":" FNR
}

function begin_description(text) {
	is_open = text ~ /^<!--/ && text !~ /-->/
	sub(/^.*members /, "", text)
	sub(/ *-->.*/, "", text)
	units = units (units == "" ? "" : " ") text
	count = split(text, unit, " ")
	for (i = 1; i <= count; i++) {
		is_described[unit[i]] = 1
		described_at[unit[i]] = place()
	}
}

FNR == 1 {
	file = base_name(FILENAME)
	array = units = ""
	is_code = FILENAME ~ /\.c$/
}

is_code {
	line = $0
	if (match(line, /struct table_column [a-z_]+\[\]/))
		array = substr(line, RSTART + 20, RLENGTH - 22)
	if (array != "" && match(line, /\{ "[a-z_]+",/))
		add_key(file ":" array, substr(line, RSTART + 3, RLENGTH - 5))
	else if (match(line, /\{ "[a-z_]+", TABLE_/))
		add_key(file, substr(line, RSTART + 3, RLENGTH - 12))
	if (line ~ /^};/)
		array = ""
	while (match(line, /[a-z]+_[a-z_]+\(([a-z]+->)*output, "[a-z_]+"|TABLE\("[a-z_]+"/)) {
		call = substr(line, RSTART, RLENGTH - 1)
		line = substr(line, RSTART + RLENGTH)
		split(call, part, "\"")
		if (call !~ /^(lines_(head|fact|plain)|put_fact|safe_put)\(/)
			add_key(file, part[2])
	}
	line = $0
	if (line ~ /^\t+format_json_texts\(/)
		is_texts = 1
	while (match(line, /"[a-z_]+"/)) {
		if (is_texts)
			add_key(file, substr(line, RSTART + 1, RLENGTH - 2))
		is_string[file, substr(line, RSTART + 1, RLENGTH - 2)] = 1
		line = substr(line, RSTART + RLENGTH)
	}
	if ($0 ~ /;$/)
		is_texts = 0
	next
}

is_open { begin_description($0 ~ /-->/ ? $0 : "<!-- members " $0); next }
/^(\.\\"|<!--) members / { units = ""; begin_description($0); next }
/^(\.Sh|\.Ss|#)/ { units = "" }
units == "" { next }

# A page of mdoc: the words after Va, up to another macro.
/^\./ {
	is_member = 0
	for (field = 1; field <= NF; field++) {
		word = $field
		sub(/^\./, "", word)
		if (word ~ /^[A-Z][a-z]$/)
			is_member = word == "Va"
		else if (is_member && word ~ /^[a-z_]+$/)
			add_word(word)
	}
	next
}
FILENAME ~ /\.md$/ && /^\| [a-z_, ]+ \|/ && $2 != "key" {
	cell = $0
	sub(/^\| /, "", cell)
	sub(/ \|.*/, "", cell)
	cells = split(cell, part, ", ")
	for (field = 1; field <= cells; field++)
		add_word(part[field])
	next
}
FILENAME ~ /\.md$/ {
	cells = split($0, part, "`")
	for (field = 2; field <= cells; field += 2)
		if (part[field] ~ /^[a-z_]+$/)
			add_word(part[field])
}

END {
	for (i = 1; i <= key_count; i++) {
		split(keys[i], part, " ")
		if (!(part[1] in is_described) && !(part[1] in is_told))
			print "no page describes the members of " part[1]
		else if (!((part[1], part[2]) in has_word) && !(part[1] in is_told))
			print described_at[part[1]] ": the member " part[2] " of " part[1] " is not described"
		if (!(part[1] in is_described))
			is_told[part[1]] = 1
	}
	for (i = 1; i <= word_count; i++) {
		split(words[i], part, " ")
		count = split(described[i], unit, " ")
		found = 0
		for (field = 1; field <= count; field++)
			found += ((unit[field], part[2]) in is_key) ||
				(unit[field] !~ /:/ && ((unit[field], part[2]) in is_string))
		if (!found)
			print part[1] ": there is no member " part[2] " in " described[i]
	}
	for (each in is_described)
		if (!(each in is_unit))
			print described_at[each] ": there are no members in " each
	if (key_count < least)
		print "only " key_count " members were found"
}
