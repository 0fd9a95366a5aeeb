# SPDX-License-Identifier: Apache-2.0
#
# gen-extensions.awk: reads extensions.list, whose head explains it, and makes what authors of
# layers get of it. It comes before the files that call it: gen-layer.awk, gen-rules.awk of the
# validation layer and gen-calls.awk of its test:
#
#	awk -v product=wrappers.c -v lists=src/opencl -f src/api/gen-api.awk \
#		-f src/opencl/gen-extensions.awk -f src/opencl/gen-layer.awk \
#		src/api/api.list
#
# A function of an extension has a slot like a function of api.list, though no table: the numbers
# from `slots` to `functions`. A function that is in api.list too keeps the slot that it has there.
# Line E of the list is about the slot line_slot[E]. POSIX awk.

# -- reading ----------------------------------------------------------------

function refuse_line(file, text)
{
	printf "%s%s: %s\n", file, (file in read_lines ? ":" read_lines[file] : ""), text | "cat 1>&2"
	refused = 1
	exit 1
}

# Reads the next line of FILE that is no comment into the global LINE.
function read_line(file,	got)
{
	while ((got = (getline line < file)) > 0) {
		read_lines[file]++
		if (line !~ /^#/ && line !~ /^[ \t]*$/)
			return 1
	}
	if (got < 0)
		refuse_line(file, "cannot be read")
	return 0
}

# The number that a driver reports for version TEXT (OpenCL 3.0 API, 4.2: CL_MAKE_VERSION).
function version_number(file, text,	part)
{
	if (text !~ /^[0-9]+\.[0-9]+\.[0-9]+$/)
		refuse_line(file, "expected a version, found \"" text "\"")
	split(text, part, ".")
	return part[1] * 4194304 + part[2] * 4096 + part[3]
}

function read_versions(file, e, text,	part)
{
	first[e] = last[e] = 0
	if (text == "*")
		return
	if (split(text, part, "-") != 2)
		refuse_line(file, "expected FIRST-LAST or *, found \"" text "\"")
	first[e] = version_number(file, part[1])
	last[e] = version_number(file, part[2])
	oldest[e] = part[1]
	newest[e] = part[2]
	if (first[e] > last[e] || last[e] == 0)
		refuse_line(file, "the versions " text " are in no order")
}

# How a call fails that a layer refuses: gen-api.awk's read_fallback() reads it for api.list.
function derive_fallback(slot)
{
	if (ret[slot] == "void")
		fallback[slot] = "nothing"
	else if (ret[slot] == "cl_int")
		fallback[slot] = "return"
	else
		fallback[slot] = pname[slot, count[slot]] == "errcode_ret" ? "errcode" : "null"
}

# All versions from 1.0.0 on with the same first number have one prototype.
function refuse_two_prototypes(file, slot, e,	k)
{
	for (k = 0; k < e; k++)
		if (name[line_slot[k]] == name[slot] && int(last[k] / 4194304) > 0 && \
		    int(last[k] / 4194304) == int(last[e] / 4194304))
			refuse_line(file, name[slot] " has two lines for the versions " newest[k] \
				" and " newest[e])
}

# The slot of the function that PROTOTYPE, of line E, is about.
function read_function(file, e, prototype,	slot)
{
	if (prototype !~ /\(/) {
		if (!(prototype in slot_of))
			refuse_line(file, "api.list has no " prototype)
		return slot_of[prototype]
	}
	slot = functions++
	FILENAME = file
	FNR = read_lines[file]
	read_prototype(slot, prototype)
	derive_fallback(slot)
	if (name[slot] in slot_of && slot_of[name[slot]] < slots)
		refuse_line(file, "api.list has the prototype of " name[slot])
	if (name[slot] in slot_of && (last[e] == 0 || !(name[slot] in oldest_of)))
		refuse_line(file, name[slot] " has two lines, so both need versions")
	refuse_two_prototypes(file, slot, e)
	if (last[e] != 0)
		oldest_of[name[slot]] = oldest[e]
	id[slot] = name[slot]
	if (name[slot] in slot_of) {
		id[slot] = name[slot] "_" oldest[e]
		gsub(/\./, "_", id[slot])
	}
	slot_of[name[slot]] = slot
	return slot
}

# Reads the list FILE. gen-api.awk has read api.list before.
function read_extensions(file,	part, i, e)
{
	functions = slots
	types = extensions = 0
	for (i = 0; i < slots; i++) {
		slot_of[name[i]] = i
		id[i] = name[i]
	}
	while (read_line(file)) {
		if (split(line, part) < 3)
			refuse_line(file, "expected three columns, found \"" line "\"")
		for (i = 1; i <= 2; i++)
			sub(/^[^ \t]+[ \t]+/, "", line)
		if (part[1] == "type") {
			type_name[types] = part[2]
			type_is[types++] = line
			continue
		}
		e = extensions++
		extension[e] = part[1]
		read_versions(file, e, part[2])
		line_slot[e] = read_function(file, e, line)
	}
	close(file)
}

# -- products ---------------------------------------------------------------

# The line E for the macros of include/clrouter/extension.h.
function print_extension(e,	i)
{
	i = line_slot[e]
	print "#define CLROUTER_EXTENSION_" id[i] "(X) \\"
	print "\tX(" id[i] ", \"" name[i] "\", \"" extension[e] "\", " first[e] "u, " last[e] "u, \\"
	print "\t  " ret[i] ", " (ret[i] == "void" ? "" : "return") ", (driver, " args[i] "), \\"
	print "\t  " params[i] ")"
}

function print_extension_header(	e, i)
{
	begin("the functions of extensions, for the authors of layers")
	print "#ifndef CLROUTER_EXTENSION_FUNCTIONS_H\n#define CLROUTER_EXTENSION_FUNCTIONS_H\n"
	print "#include <clrouter/layer.h>\n"
	print "/* Older OpenCL headers lack some of these types. */"
	for (i = 0; i < types; i++)
		print "typedef " spaced(type_is[i]) type_name[i] ";"
	print "\n/* Their numbers follow enum clrouter_slot. No table has such slots. */"
	print "enum clrouter_extension_slot {\n\tCLROUTER_LAST_TABLE_SLOT = CLROUTER_SLOTS - 1,"
	for (i = slots; i < functions; i++)
		print "\tCLROUTER_SLOT_" id[i] ","
	print "\tCLROUTER_ALL_SLOTS\n};\n"
	print "/* X(name) for each of them. */"
	print "#define CLROUTER_EXTENSIONS(X) \\"
	for (e = 0; e < extensions; e++)
		print "\tX(" id[line_slot[e]] ")" (e + 1 < extensions ? " \\" : "")
	print "\n/* X(name, \"name\", \"extension\", first and last version or 0, result, return, (driver,"
	print " * arguments), parameters) for one. */"
	for (e = 0; e < extensions; e++)
		print_extension(e)
	print "\n#endif"
}

# Has line E the prototype of the version MACRO? As clrouter_extension_has_prototype() says.
function version_test(e, macro,	major)
{
	major = int(last[e] / 4194304)
	return macro " >= " first[e] " && (" macro " <= " last[e] \
		(major > 0 ? " || " macro " >> 22 == " major : "") ")"
}

# Compares the list with the headers: a wrong prototype is a compile error. Headers without
# versions are from before 0.9.5 of cl_khr_command_buffer, and have the first prototypes.
function print_extension_check(	e, i, macro)
{
	begin("compares extensions.list with the official headers while compiling")
	for (e = 0; e < extensions; e++) {
		i = line_slot[e]
		if (i < slots)
			continue
		macro = toupper(extension[e]) "_EXTENSION_VERSION"
		if (last[e] == 0)
			print "#ifdef " extension[e]
		else {
			print "#if defined(" macro ") ? " version_test(e, macro) \
				" : defined(" extension[e] ") && " first[e] " == " version_number("", "0.9.0")
		}
		print "extern " head(i, "") ";\n#endif"
	}
}
