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

/^\tX\([A-Z]/ { row = "" }
/^\tX\([A-Z]/, /\)( \\)?$/ { row = row $0 }
row ~ /\)( \\)?$/ {
	count = split(row, part, "\"")
	printf ".It Sy %s : Ic option.%s\n.Ev %s :\n", part[2], part[4], part[6]
	if (row ~ / WORDS, /)
		print "a list of"
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
