# SPDX-License-Identifier: Apache-2.0
#
# gen-api.awk: makes a product from api.list, the product's name being given:
#
#	awk -v product=api.h -f gen-api.awk api.list > api.h
#
# It reads the whole list, checks it, and prints one product; all of them stand
# in the table at the end. It knows the columns and nothing of any one function:
# what is special about a function is a value in one of its columns. POSIX awk.
#
# Another program may add products of its own on top: it is given as a second -f,
# and sets more_products in its BEGIN.

function refuse(text)
{
	printf "%s:%d: %s\n", FILENAME, FNR, text | "cat 1>&2"
	refused = 1
	exit 1
}

BEGIN { first_guarded = 66 }

# -- reading ----------------------------------------------------------------

# The parameter TEXT: its name, and its type as in a cast.
function read_parameter(slot, i, text,	name, type)
{
	type = text
	if (text ~ /\(CL_CALLBACK \*/) {
		name = text
		sub(/^.*\(CL_CALLBACK \*/, "", name)
		sub(/\).*$/, "", name)
		sub("\\(CL_CALLBACK \\*" name, "(CL_CALLBACK *", type)
	} else {
		# An array parameter is a pointer in every respect.
		if (sub(/\[\]$/, "", type))
			sub(/[A-Za-z_0-9]+$/, "*&", type)
		text = type
		name = type
		sub(/^.*[ *]/, "", name)
		sub(/ ?[A-Za-z_0-9]+$/, "", type)
	}
	if (name !~ /^[a-z][a-z_0-9]*$/)
		refuse("no name in the parameter \"" text "\"")
	pname[slot, i] = name
	ptype[slot, i] = type
	pdecl[slot, i] = text
}

# Splits TEXT at the commas that stand outside parentheses.
function read_parameters(slot, text,	i, c, depth, one)
{
	count[slot] = 0
	args[slot] = ""
	if (text == "void")
		return
	text = text ","
	for (i = 1; i <= length(text); i++) {
		c = substr(text, i, 1)
		depth += (c == "(") - (c == ")")
		if (c != "," || depth > 0) {
			one = one c
			continue
		}
		sub(/^ +/, "", one)
		read_parameter(slot, ++count[slot], one)
		args[slot] = args[slot] (count[slot] > 1 ? ", " : "") pname[slot, count[slot]]
		one = ""
	}
}

function read_prototype(slot, text,	front)
{
	if (text !~ /^[^(]*[ *]cl[A-Za-z0-9]+\(.*\)$/)
		refuse("expected a prototype, found \"" text "\"")
	front = text
	sub(/\(.*$/, "", front)
	text = substr(text, length(front) + 2)
	params[slot] = substr(text, 1, length(text) - 1)
	name[slot] = front
	sub(/^.*[ *]/, "", name[slot])
	ret[slot] = substr(front, 1, length(front) - length(name[slot]))
	sub(/ $/, "", ret[slot])
	read_parameters(slot, params[slot])
}

function read_answer(slot, text,	part)
{
	split(text, part, ":")
	way[slot] = part[1]
	code[slot] = part[2]
	if (way[slot] !~ /^(return|errcode|default|null|nothing)$/)
		refuse("expected an answer, found \"" text "\"")
	if (way[slot] == "errcode" && pname[slot, count[slot]] != "errcode_ret")
		refuse("answer errcode needs errcode_ret as the last parameter")
	if (way[slot] ~ /^(return|errcode|default)$/ && (code[slot] != "") != (route[slot] == "handle"))
		refuse("a code belongs to route handle, and to no other")
}

/^#/ || NF == 0 { next }

{
	if (NF < 7 || $1 != slots + 0)
		refuse("expected slot " slots + 0 " and the other columns, found \"" $1 "\"")
	slot = slots++
	node[slot] = $2
	route[slot] = $3
	if (route[slot] !~ /^(handle|hand)$/)
		refuse("expected route handle or hand, found \"" $3 "\"")
	if ($5 !~ /^(-|ext|first|ext,first)$/)
		refuse("expected flags, found \"" $5 "\"")
	is_ext[slot] = $5 ~ /ext/
	is_first[slot] = $5 ~ /first/
	prototype = $0
	for (i = 1; i <= 5; i++)
		sub(/^[^ \t]+[ \t]+/, "", prototype)
	read_prototype(slot, prototype)
	read_answer(slot, $4)
}

# -- pieces of C ------------------------------------------------------------

function spaced(type)
{
	return type (type ~ /\*$/ ? "" : " ")
}

# The head of a definition or declaration of PREFIX_NAME.
function head(slot, prefix)
{
	return spaced(ret[slot]) "CL_API_CALL " prefix name[slot] "(" params[slot] ")"
}

# A statement that leaves the function with what TARGET answers.
function leave(slot, target)
{
	return (ret[slot] == "void" ? "" : "return ") target "(" args[slot] ");"
}

# The statements that answer with CODE, the way that the function fails.
function answer(slot, code)
{
	if (way[slot] == "nothing")
		return ""
	if (way[slot] == "null")
		return "\treturn NULL;\n"
	if (way[slot] == "errcode")
		return "\tif (errcode_ret != NULL)\n\t\t*errcode_ret = " code ";\n\treturn NULL;\n"
	return "\treturn " code ";\n"
}

function begin(what)
{
	print "/* SPDX-License-Identifier: Apache-2.0 */"
	print "/* generated from api.list, do not edit: " what " */"
}

function include(file)
{
	print "#include \"" file "\""
}

# Parameters that are there for the signature only.
function allow_unused()
{
	print "\n#pragma GCC diagnostic ignored \"-Wunused-parameter\""
}

function header_begin(file, what,	macro)
{
	begin(what)
	macro = "CLROUTER_" toupper(file)
	gsub(/[^A-Z_]/, "_", macro)
	print "#ifndef " macro "\n#define " macro "\n"
}

function declare_hidden(slot, prefix)
{
	print "extern api_fn_" name[slot] " " prefix name[slot] " API_HIDDEN;"
}

# Has the function a version in the table of terminators for short tables?
# Every driver's table reaches as far as slot 65.
function is_guarded(slot)
{
	return route[slot] == "handle" && slot >= first_guarded
}

# -- products: the types and names ------------------------------------------

function print_header(	i, version)
{
	header_begin("api/api.h", "types, table and names of the OpenCL functions")
	print "#ifndef CL_TARGET_OPENCL_VERSION\n#define CL_TARGET_OPENCL_VERSION 300\n#endif"
	split("1_0 1_1 1_2 2_0 2_1 2_2 3_0", version, " ")
	for (i = 1; i in version; i++) {
		print "#ifndef CL_USE_DEPRECATED_OPENCL_" version[i] "_APIS"
		print "#define CL_USE_DEPRECATED_OPENCL_" version[i] "_APIS\n#endif"
	}
	print "\n#include <stddef.h>\n"
	print "#include <CL/cl.h>\n#include <CL/cl_gl.h>\n#include <CL/cl_egl.h>\n#include <CL/cl_ext.h>\n"
	print "#define API_HIDDEN __attribute__((visibility(\"hidden\")))\n"
	for (i = 0; i < slots; i++)
		print "typedef " head(i, "api_fn_") ";"
	print "\n/* The table that an OpenCL object points to. Entries may be NULL. */"
	print "struct api_table {"
	for (i = 0; i < slots; i++)
		print "\tapi_fn_" name[i] " *" name[i] ";"
	print "};\n\nenum api_slot {"
	for (i = 0; i < slots; i++)
		print "\tAPI_SLOT_" name[i] " = " i ","
	print "\tAPI_FIRST_GUARDED = " first_guarded ",\t/* from here on a driver's table may end */"
	print "\tAPI_SLOTS = " slots "\n};\n"
	print "/* All names in the order of the slots, each behind its length, and ended by a NUL byte. */"
	print "extern const char api_names[] API_HIDDEN;\n"
	print "static inline const char *api_first_name(void)\n{\n\treturn api_names + 1;\n}\n"
	print "static inline const char *api_next_name(const char *name)\n{"
	print "\treturn name + (unsigned char)name[-1] + 2;\n}\n"
	print "/* The name of the function in SLOT, which is less than API_SLOTS. */"
	print "const char *api_name(unsigned int slot) API_HIDDEN;\n"
	print "/* The slot of the function called NAME, -1 if the table has none. */"
	print "int api_slot(const char *name) API_HIDDEN;\n\n#endif"
}

function print_check(	i)
{
	begin("the compiler compares api.list with the official headers")
	for (i = 0; i < slots; i++) {
		print "_Static_assert(offsetof(struct api_table, " name[i] ") == " i " * sizeof(void *), \"slot\");"
		if (node[i] == "3.1")
			print "#ifdef HAVE_CL_ICD_DISPATCH_SLOT_" i
		print "_Static_assert(offsetof(cl_icd_dispatch, " name[i] ") == " i " * sizeof(void *), \"slot\");"
		if (node[i] == "3.1")
			print "#endif"
		if (node[i] != "-")
			print "extern api_fn_" name[i] " " name[i] ";"
	}
}

# One text and no pointers to its parts: each would be a relocation.
function print_names(	i)
{
	begin("names and their slots")
	print "#include <string.h>\n"
	include("api/api.h")
	print "\nconst char api_names[] ="
	for (i = 0; i < slots; i++)
		print "\t\"" sprintf("\\%03o", length(name[i])) "\" \"" name[i] (i + 1 < slots ? "\\0\"" : "\";")
	print "\nconst char *api_name(unsigned int slot)\n{"
	print "\tconst char *name = api_first_name();\n"
	print "\twhile (slot-- > 0)\n\t\tname = api_next_name(name);\n\treturn name;\n}"
	print "\nint api_slot(const char *name)\n{"
	print "\tconst char *each = api_first_name();\n\tint slot;\n"
	print "\tfor (slot = 0; slot < API_SLOTS; slot++, each = api_next_name(each))"
	print "\t\tif (strcmp(each, name) == 0)\n\t\t\treturn slot;\n\treturn -1;\n}"
}

# -- products: answers and terminators --------------------------------------

function print_answers_header(	i)
{
	header_begin("api/api-answers.h", "what is answered without a driver")
	include("api/api.h")
	print ""
	for (i = 0; i < slots; i++) {
		declare_hidden(i, "missing_")
		if (route[i] == "handle")
			declare_hidden(i, "null_")
	}
	print "\n#endif"
}

# How a parameter is handed over: as a word (pointers, sizes, numbers of 32 bits), or
# as 64 bits, which are two words on some machines.
function passing(type)
{
	return type ~ /^cl_(ulong|bitfield|device_type|.*_(flags|properties))$/ ? "long" : "word"
}

# Another name for the function OTHER.
function alias(slot, prefix, other)
{
	return "extern api_fn_" name[slot] " " prefix name[slot] " __attribute__((alias(\"" other "\")));"
}

# PREFIX_NAME answers with CODE. One function serves all that answer alike and are
# called alike, the others are other names of it: it looks at no parameter, except
# at the last one where that is errcode_ret. On machines of 64 bits each parameter is one
# word.
function print_answer(slot, prefix, code,	key, wide, definition, i)
{
	wide = way[slot] " " code
	if (way[slot] == "errcode")
		wide = wide " " count[slot]
	key = wide
	for (i = 1; way[slot] == "errcode" && i <= count[slot]; i++)
		key = key " " passing(ptype[slot, i])
	definition = head(slot, prefix) "\n{\n" answer(slot, code) "}"
	if (key in same)
		print "\n" alias(slot, prefix, same[key])
	else if (wide in same_wide)
		print "\n#if UINTPTR_MAX > 0xFFFFFFFF\n" alias(slot, prefix, same_wide[wide]) \
			"\n#else\n" definition "\n#endif"
	else
		print "\n" definition
	if (!(wide in same_wide))
		same_wide[wide] = prefix name[slot]
	if (!(key in same))
		same[key] = prefix name[slot]
	answered_by[prefix, slot] = same[key]
}

# The functions for empty slots: which one it is, in a byte for each slot.
function print_missing(	i, n, kind)
{
	print "\nvoid *answer_missing(unsigned int slot)\n{\n\tstatic const unsigned char kinds[] = {"
	for (i = 0; i < slots; i++) {
		if (!(answered_by["missing_", i] in kind))
			kind[answered_by["missing_", i]] = n++
		printf "%s%d,%s", i % 16 ? " " : "\t\t", kind[answered_by["missing_", i]],
			i % 16 == 15 || i == slots - 1 ? "\n" : ""
	}
	print "\t};\n\n\tswitch (kinds[slot]) {"
	for (i = 0; i < slots; i++)
		if (answered_by["missing_", i] == "missing_" name[i])
			print "\tcase " kind["missing_" name[i]] ":\n\t\treturn (void *)missing_" name[i] ";"
	print "\t}\n\treturn NULL;\n}"
}

function print_answers(	i)
{
	begin("what is answered without a driver")
	print "#include <stdint.h>\n"
	include("api/answer.h")
	allow_unused()
	print "#if !defined(__clang__)\n#pragma GCC diagnostic ignored \"-Wattribute-alias\"\n#endif"
	for (i = 0; i < slots; i++) {
		print_answer(i, "missing_", "CL_INVALID_OPERATION")
		if (route[i] == "handle" && way[i] != "default")
			print_answer(i, "null_", code[i])
	}
	print_missing()
	print "\nvoid answer_fill_missing(void **table)\n{"
	print "\tfor (unsigned int slot = 0; slot < API_SLOTS; slot++)"
	print "\t\tif (table[slot] == NULL)\n\t\t\ttable[slot] = answer_missing(slot);\n}"
}

function print_terminators_header(	i)
{
	header_begin("dispatch/api-terminators.h", "the functions at the bottom of the layers")
	include("api/api.h")
	print ""
	for (i = 0; i < slots; i++) {
		declare_hidden(i, "terminator_")
		if (is_guarded(i))
			declare_hidden(i, "guarded_")
	}
	print "\n#endif"
}

# The statements that call a driver's function by the handle, slow paths aside.
function call_driver(slot)
{
	return "\telse if ((table = handle_table(" pname[slot, 1] "))->" name[slot] " == NULL)\n" \
		"\t\t" leave(slot, "missing_" name[slot]) "\n" \
		"\telse\n\t\t" leave(slot, "table->" name[slot]) "\n"
}

function print_terminators(	i)
{
	begin("terminators in C")
	print "#include \"config.h\"\n"
	include("api/answer.h")
	include("api/handle.h")
	include("dispatch/terminator-list.h")
	print "\n#ifndef HAVE_ASM_ENTRIES"
	for (i = 0; i < slots; i++)
		if (route[i] == "handle") {
			print "\n" head(i, "terminator_") "\n{\n\tconst struct api_table *table;\n"
			print "\tif (" pname[i, 1] " == NULL)\n\t\t" leave(i, "null_" name[i])
			printf "%s}\n", call_driver(i)
		}
	print_fill("terminator_fill", "terminator_", "all")
	print "\n#endif"
	print_fill("terminator_fill_by_hand", "terminator_", "hand")
}

# What reads a slot only where the driver's table reaches that far.
function print_guarded(	i)
{
	begin("terminators for drivers with short tables")
	print "#include \"config.h\"\n"
	include("api/answer.h")
	include("api/handle.h")
	include("dispatch/terminator.h")
	include("dispatch/terminator-list.h")
	print "\n#ifndef HAVE_ASM_ENTRIES"
	for (i = 0; i < slots; i++)
		if (is_guarded(i)) {
			print "\n" head(i, "guarded_") "\n{"
			print "\tif (" pname[i, 1] " != NULL &&"
			print "\t    terminator_table_length(handle_driver_table(" pname[i, 1] ")) <= " i ")"
			print "\t\t" leave(i, "missing_" name[i])
			print "\telse\n\t\t" leave(i, "terminator_" name[i]) "\n}"
		}
	print_fill("guarded_fill", "guarded_", "guarded")
	print "\n#endif"
}

# Plain code, since a static table of pointers is a table of relocations.
function print_fill(function_name, prefix, which,	i)
{
	print "\nvoid " function_name "(void **table)\n{"
	for (i = 0; i < slots; i++)
		if (which == "all" || which == route[i] || which == "guarded" && is_guarded(i))
			print "\ttable[" i "] = (void *)" prefix name[i] ";"
	print "}"
}

# -- products: the exports --------------------------------------------------

# What can be called without a handle may be called before there is anything in its slot;
# then it goes here. "-" for all others.
function early(slot)
{
	if (is_first[slot])
		return "first_" name[slot]
	return route[slot] == "hand" ? "terminator_" name[slot] : "-"
}

function print_asm(	i)
{
	begin("one line per function, for the macros of calls-asm.S")
	print "API_FIRST_GUARDED = " first_guarded
	for (i = 0; i < slots; i++)
		print "api_function " name[i] ", " i ", " route[i] ", " \
			(node[i] == "-" ? "internal" : "exported") ", " early(i) ", " \
			(is_ext[i] ? "extension" : "core")
}

# The statements that call by the slot.
function call_slot(slot)
{
	if (early(slot) == "-")
		return "\t\t" leave(slot, "SLOT(" name[slot] ")") "\n"
	return "\t\t" leave(slot, "(SLOT(" name[slot] ") != NULL ? SLOT(" name[slot] ") : " early(slot) ")") "\n"
}

function print_entries(	i)
{
	begin("entry points in C")
	for (i = 0; i < slots; i++) {
		if (node[i] == "-")
			continue
		print "\nEXPORT api_fn_" name[i] " " name[i] ";"
		print head(i, "") "\n{"
		if (route[i] == "handle")
			printf "\tconst struct api_table *table;\n\n\tif (goes_to_slot(%s))\n%s%s",
				pname[i, 1], call_slot(i), call_driver(i)
		else
			printf "%s", call_slot(i)
		print "}"
		print "extern api_fn_" name[i] " entry_" name[i] " API_HIDDEN __attribute__((alias(\"" name[i] "\")));"
	}
}

function print_first_use(	i)
{
	begin("functions that can be a program's first call; the loader's own exports")
	for (i = 0; i < slots; i++)
		if (is_first[i])
			declare_hidden(i, "first_")
	print "\n#ifndef HAVE_ASM_ENTRIES"
	for (i = 0; i < slots; i++)
		if (is_ext[i])
			declare_hidden(i, "entry_")
	for (i = 0; i < slots; i++)
		if (is_first[i]) {
			print "\n" head(i, "first_") "\n{\n\tfill_route();\n\tif (loader_use(&route))"
			print "\t\t" leave(i, "SLOT(" name[i] ")")
			print "\telse\n\t\t" leave(i, "terminator_" name[i]) "\n}"
		}
	print "\nstatic void *find_export(const char *name)\n{\n\tswitch (api_slot(name)) {"
	for (i = 0; i < slots; i++)
		if (is_ext[i])
			print "\tcase " i ":\n\t\treturn (void *)entry_" name[i] ";"
	print "\t}\n\treturn NULL;\n}\n\n#endif"
}

function print_slots(	i)
{
	begin("what the slots hold before the first call, where it is not the terminator")
	for (i = 0; i < slots; i++)
		if (is_first[i])
			print "\troute.slots." name[i] " = first_" name[i] ";"
}

function print_map(	i, n, before, version)
{
	begin("the version nodes of libOpenCL.so.1")
	split("1.0 1.1 1.2 2.0 2.1 2.2 3.0 3.1", version, " ")
	for (n = 1; n in version; n++) {
		print "OPENCL_" version[n] " {\nglobal:"
		for (i = 0; i < slots; i++)
			if (node[i] == version[n])
				print "\t" name[i] ";"
		print (n == 1 ? "local:\n\t*;\n" : "") "}" before ";\n"
		before = " OPENCL_" version[n]
	}
}

END {
	if (refused)
		exit 1
	if (product == "api.h") print_header()
	else if (product == "api-check.inc") print_check()
	else if (product == "api-names.c") print_names()
	else if (product == "api-answers.h") print_answers_header()
	else if (product == "api-answers.c") print_answers()
	else if (product == "api-terminators.h") print_terminators_header()
	else if (product == "api-terminators.c") print_terminators()
	else if (product == "api-guarded.c") print_guarded()
	else if (product == "api-asm.inc") print_asm()
	else if (product == "api-entries.inc") print_entries()
	else if (product == "api-first-use.inc") print_first_use()
	else if (product == "api-slots.inc") print_slots()
	else if (product == "libOpenCL.map") print_map()
	else if (!more_products) refuse("no product is called \"" product "\"")
}
