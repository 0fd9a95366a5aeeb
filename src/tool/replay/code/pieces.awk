# SPDX-License-Identifier: Apache-2.0
#
# pieces.awk: makes pieces.c of helpers.txt: the parts of a replay.c, each with the name that a line
# "@NAME" gives to what follows it.

function text(line) {
	gsub(/[\\"]/, "\\\\&", line)
	gsub(/\t/, "\\t", line)
	return "\t\"" line "\\n\""
}

BEGIN {
	print "/* Made by pieces.awk of helpers.txt; do not edit. */"
	print "#include \"tool/replay/code/pieces.h\"\n"
	print "const struct piece pieces[] = {"
}

/^@/ {
	if (count++ > 0)
		print "\t},"
	print "\t{ \"" substr($0, 2) "\","
	next
}

{ print text($0) }

END {
	print "\t},"
	print "};"
	print "\nconst size_t pieces_count = sizeof(pieces) / sizeof(pieces[0]);"
}
