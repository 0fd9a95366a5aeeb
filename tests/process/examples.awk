# SPDX-License-Identifier: Apache-2.0
#
# examples.awk: takes the examples out of one manual page (mdoc) or Markdown document, for
# test-examples.sh. Usage: awk -v out=DIRECTORY -f examples.awk PAGE
#
# An example is a literal block of mdoc (.Bd -literal ... .Ed, .Dl), or a fenced or indented block
# of Markdown. A mark stands in the lines above it:
#
#     .\" example NAME: KIND [ARGUMENT]            <!-- example NAME: KIND [ARGUMENT] -->
#
# Marks with one NAME belong to one example, and are steps of it in their order:
#
#     setup COMMAND    no block follows: a command that prepares what the page takes for granted;
#                      "installed" installs clrouter, "pocl" takes the system's PoCL as only driver
#     file PATH        the block is the contents of the file PATH; if it is a configuration file,
#                      doctor finds no mistake in it
#     mistake PATH     the same, for a configuration file with a mistake
#     session          commands after "$ " (or "# "), each followed by what it prints
#     commands         commands without a prompt, none of which may fail
#     configure        command lines of configure
#     text REASON      the block is no example that can be run, for this reason
#
# Writes the block of each step into out/NUMBER and prints "NUMBER LINE NAME: KIND ARGUMENT". A
# block without a mark, or a mark without a block, is printed as "error LINE TEXT".

function error(line, text) {
	print "error", line, text
}

# What a reader sees of a line of mdoc.
function unescape(line) {
	gsub(/\\&/, "", line)
	gsub(/\\-/, "-", line)
	gsub(/\\ /, " ", line)
	gsub(/\\\(aq/, "'", line)
	gsub(/\\e/, "\\", line)
	return line
}

function take_mark(mark,    kind) {
	sub(/ *-->$/, "", mark)
	sub(/^[^a-z]*example /, "", mark)
	if (marked)
		error(marked, "a mark without a block")
	kind = mark
	sub(/^[^:]*: */, "", kind)
	marked = NR
	step = ++steps
	print step, NR, mark
	if (kind ~ /^setup /)
		marked = 0
	else if (kind == "text")
		error(NR, "a mark \"text\" without a reason")
}

function begin_block(how) {
	if (!marked)
		error(NR, "a block without a mark")
	in_block = how
	file = marked ? out "/" step : "/dev/null"
	marked = 0
	printf "" >file
}

function end_block() {
	in_block = ""
	close(file)
}

function check_mark() {
	if (marked)
		error(marked, "a mark without a block")
	marked = 0
}

FNR == 1 {
	is_markdown = FILENAME ~ /\.md$/
}

# An indented block ends before the next line that is neither indented nor blank.
in_block == "indent" && /^$/ {
	blanks = blanks "\n"
	was_blank = 1
	next
}
in_block == "indent" && !/^    / {
	end_block()
}

!in_block && /^(\.\\"| *<!--) example / {
	take_mark($0)
	next
}

# --- mdoc ---

!is_markdown && !in_block && /^\.Dl / {
	begin_block("line")
	print unescape(substr($0, 5)) >file
	end_block()
	next
}
!is_markdown && !in_block && /^\.Bd .*-(literal|unfilled)/ {
	begin_block("display")
	next
}
!is_markdown && in_block && /^\.Ed/ {
	end_block()
	next
}
!is_markdown && in_block {
	if (/^\./)
		error(NR, "a macro inside an example")
	print unescape($0) >file
	next
}
!is_markdown && !/^\.(Pp|\\")/ {
	check_mark()
}

# --- Markdown ---

is_markdown && !in_block && /^ *```/ {
	begin_block("fence")
	indent = index($0, "`")
	blanks = ""
	next
}
is_markdown && in_block == "fence" && /^ *```/ {
	end_block()
	was_blank = 1
	next
}
is_markdown && !in_block && was_blank && /^    / {
	begin_block("indent")
	blanks = ""
}
is_markdown && in_block {
	printf "%s%s\n", blanks, substr($0, in_block == "indent" ? 5 : indent) >file
	blanks = ""
	next
}
is_markdown && !/^$/ {
	check_mark()
}
is_markdown {
	was_blank = /^$/
}

END {
	check_mark()
	if (in_block == "fence" || in_block == "display")
		error(NR, "a block without an end")
}
