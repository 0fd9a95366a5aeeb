# SPDX-License-Identifier: Apache-2.0
#
# verdicts.awk: the list of verdicts in the manual, from the one table that the
# library has them in:
#
#	awk -f verdicts.awk ../src/reason.h

/^#define REASONS\(X\)/ { reading = 1; next }
/^enum reason/ { reading = 0 }
reading {
	sub(/\\$/, "")
	row = row $0
	while (match(row, /X\([A-Z0-9_]+, *"[^"]*", *[A-Z_]+, *[a-z]+,[ \t]*"[^"]*",[ \t]*"[^"]*"\)/)) {
		split(substr(row, RSTART, RLENGTH), part, "\"")
		row = substr(row, RSTART + RLENGTH)
		if (part[2] == "ok")
			continue
		printf ".It Li %s\n%s%s.\n", part[2], toupper(substr(part[4], 1, 1)), \
			substr(part[4], 2)
		if (part[6] != "")
			printf "%s%s.\n", toupper(substr(part[6], 1, 1)), substr(part[6], 2)
		count++
	}
}
END {
	if (count == 0)
		exit 1
}
