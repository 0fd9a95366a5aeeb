# SPDX-License-Identifier: Apache-2.0
#
# known-options.awk: the list of the settings of the shipped layers in layers.conf(5), from the one
# table that the layers have them in:
#
#	awk -f known-options.awk ../src/config/known-options.h

# part[8], part[10] and so on, up to part[count - 1]
function put_words(count, i)
{
	for (i = 8; i < count; i += 2)
		printf ".Cm %s%s\n%s", part[i], i + 3 < count ? " ," : "", i + 3 == count ? "or\n" : ""
}

# Words that several settings have.
/^#define KNOWN_[A-Z]+_WORDS/ { name = $2; words[name] = "" }
name { words[name] = words[name] $0 }
name && !/\\$/ { sub(/^[^"]*/, "", words[name]); name = "" }

/^\tX\([A-Z]/ { row = "" }
/^\tX\([A-Z]/, /\)( \\)?$/ { row = row $0 }
row ~ /\)( \\)?$/ {
	for (each in words)
		sub(each, words[each], row)
	count = split(row, part, "\"")
	printf ".It Sy %s : Ic option.%s\n.Ev %s :\n", part[2], part[4], part[6]
	if (row ~ / (WORDS|FEATURES), /)
		print "a list of"
	else if (row ~ / NAMES, /)
		print "a list of names of extensions, and of"
	else if (row ~ / VERSIONS, /)
		print "a list of EXTENSION:VERSION, of"
	else if (row ~ / FUNCTIONS, /)
		print "a list of names of functions"
	else if (row ~ / NUMBER, /)
		print "a number above 0"
	else if (row ~ / TEXT, /)
		print "a text"
	put_words(count)
	row = ""
	rows++
}
END {
	if (rows == 0)
		exit 1
}
