# SPDX-License-Identifier: Apache-2.0
#
# gen-api.awk: generates one file from api.list and prints it. The variable `product`
# names the file:
#
#	awk -v product=api.h -f gen-api.awk api.list > api.h
#
# The program reads and checks the whole list first; the END rule at the end of this
# file lists the products. It knows the columns of the list, but no function by its
# name: what is special about a function is a value in one of its columns. If the list
# is malformed, it prints FILE:LINE, what it expected and what it found to standard
# error, and exits with status 1.
#
# With -v target=windows the code is for DLLs. There symbols have no visibility and no aliases, and
# in 32-bit programs a function removes its own parameters from the stack (CL_API_CALL is __stdcall),
# so no function can serve calls with other parameters.
#
# It is POSIX awk, so that the build needs no other language. Names after a tab in a
# parameter list are local variables.
#
# A second awk program can add products, as src/opencl/gen-layer.awk does: it is
# passed with a further -f and sets more_products in its BEGIN rule.

function refuse(text)
{
	printf "%s:%d: %s\n", FILENAME, FNR, text | "cat 1>&2"
	refused = 1
	exit 1
}

BEGIN {
	is_windows = target == "windows"
}

# -- reading ----------------------------------------------------------------

# Parses parameter I of SLOT, TEXT, into its name, its type (as written in a cast) and
# its declaration.
function read_parameter(slot, i, text,	name, type)
{
	type = text
	if (text ~ /\(CL_CALLBACK \*/) {
		name = text
		sub(/^.*\(CL_CALLBACK \*/, "", name)
		sub(/\).*$/, "", name)
		sub("\\(CL_CALLBACK \\*" name, "(CL_CALLBACK *", type)
	} else {
		# In C, a parameter that is declared as an array is a pointer.
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

# Splits the parameter list TEXT at commas outside parentheses. args[SLOT] becomes the
# list of names, to pass the parameters on.
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
	if (text !~ /^[^(]*[ *]cl[A-Za-z0-9_]+\(.*\)$/)
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

function read_fallback(slot, text,	part)
{
	split(text, part, ":")
	fallback[slot] = part[1]
	code[slot] = part[2]
	if (fallback[slot] !~ /^(return|errcode|default|null|nothing)$/)
		refuse("expected a fallback, found \"" text "\"")
	if (fallback[slot] == "errcode" && pname[slot, count[slot]] != "errcode_ret")
		refuse("fallback errcode needs errcode_ret as the last parameter")
	if (fallback[slot] ~ /^(return|errcode|default)$/ && (code[slot] != "") != (dispatch[slot] == "handle"))
		refuse("a code belongs to dispatch handle, and to no other")
}

/^#/ || NF == 0 { next }

{
	if (NF < 7 || $1 != slots + 0)
		refuse("expected slot " slots + 0 " and the other columns, found \"" $1 "\"")
	slot = slots++
	node[slot] = $2
	dispatch[slot] = $3
	if (dispatch[slot] !~ /^(handle|custom)$/)
		refuse("expected dispatch handle or custom, found \"" $3 "\"")
	if ($5 !~ /^(-|ext|first|ext,first|first,hand)$/)
		refuse("expected flags, found \"" $5 "\"")
	is_ext[slot] = $5 ~ /ext/
	is_first[slot] = $5 ~ /first/
	is_by_hand[slot] = $5 ~ /hand/
	prototype = $0
	for (i = 1; i <= 5; i++)
		sub(/^[^ \t]+[ \t]+/, "", prototype)
	read_prototype(slot, prototype)
	read_fallback(slot, $4)
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

# A statement that calls TARGET with the same arguments and returns its result.
function call_and_return(slot, target)
{
	return (ret[slot] == "void" ? "" : "return ") target "(" args[slot] ");"
}

# The statements that make the function fail with CODE, as its column `fallback` says.
function fail(slot, code)
{
	if (fallback[slot] == "nothing")
		return ""
	if (fallback[slot] == "null")
		return "\treturn NULL;\n"
	if (fallback[slot] == "errcode")
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

# Fallbacks have parameters for their signature only.
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
	print "#define API_HIDDEN" (is_windows ? "" : " __attribute__((visibility(\"hidden\")))") "\n"
	for (i = 0; i < slots; i++)
		print "typedef " head(i, "api_fn_") ";"
	print "\n/* The table that an OpenCL object points to. Entries may be NULL. */"
	print "struct api_table {"
	for (i = 0; i < slots; i++)
		print "\tapi_fn_" name[i] " *" name[i] ";"
	print "};\n\nenum api_slot {"
	for (i = 0; i < slots; i++)
		print "\tAPI_SLOT_" name[i] " = " i ","
	print "\tAPI_SLOTS = " slots "\n};\n"
	print "/* The name of the function in SLOT, which is less than API_SLOTS. */"
	print "const char *api_name(unsigned int slot) API_HIDDEN;\n"
	print "/* The slot of the function called NAME, -1 if the table has none. */"
	print "int api_slot(const char *name) API_HIDDEN;\n\n#endif"
}

function print_check(	i)
{
	begin("compares api.list with the official headers while compiling")
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

function print_names(	i)
{
	begin("names and their slots")
	print "#include <string.h>\n"
	include("api/api.h")
	print "\nstatic const char names[API_SLOTS][" longest_name() + 1 "] = {"
	for (i = 0; i < slots; i++)
		print "\t\"" name[i] "\","
	print "};\n\nconst char *api_name(unsigned int slot)\n{\n\treturn names[slot];\n}"
	print "\nint api_slot(const char *name)\n{"
	print "\tfor (int slot = 0; slot < API_SLOTS; slot++)"
	print "\t\tif (strcmp(names[slot], name) == 0)\n\t\t\treturn slot;\n\treturn -1;\n}"
}

function longest_name(	i, most)
{
	for (i = 0; i < slots; i++)
		if (length(name[i]) > most)
			most = length(name[i])
	return most
}

# -- products: fallbacks and terminators --------------------------------------

function print_fallbacks_header(	i)
{
	header_begin("api/api-fallbacks.h", "what functions do if no driver can serve the call")
	include("api/api.h")
	print ""
	for (i = 0; i < slots; i++) {
		declare_hidden(i, "missing_")
		if (dispatch[i] == "handle")
			declare_hidden(i, "null_")
	}
	print "\n#endif"
}

# Defines PREFIX<name>, which fails with CODE. Unless it has to find errcode_ret it uses no
# parameter, so one function serves all functions that fail alike; the others are aliases of it.
function print_fallback(slot, prefix, code,	key)
{
	key = (fallback[slot] == "default" ? "return" : fallback[slot]) " " code
	if (fallback[slot] != "errcode" && key in same && !is_windows) {
		print "\nextern api_fn_" name[slot] " " prefix name[slot] " __attribute__((alias(\"" same[key] "\")));"
		return
	}
	same[key] = prefix name[slot]
	print "\n" head(slot, prefix) "\n{\n" fail(slot, code) "}"
}

function print_fallbacks(	i)
{
	begin("what functions do if no driver can serve the call")
	include("api/fallback.h")
	allow_unused()
	print "#if !defined(__clang__)\n#pragma GCC diagnostic ignored \"-Wattribute-alias\"\n#endif"
	for (i = 0; i < slots; i++) {
		print_fallback(i, "missing_", "CL_INVALID_OPERATION")
		if (dispatch[i] == "handle" && fallback[i] != "default")
			print_fallback(i, "null_", code[i])
	}
	print_missing()
}

# The fallbacks of functions that return an error code are all aliases of one function, so the
# switch lists the other functions only.
function print_missing(	i, most)
{
	print "\nstatic void *find_missing(int slot)\n{\n\tswitch (slot) {"
	for (i = 0; i < slots; i++)
		if (fallback[i] ~ /^(return|default)$/ && !is_windows)
			most = name[i]
		else
			print "\tcase " i ":\n\t\treturn (void *)missing_" name[i] ";"
	print "\tdefault:\n\t\treturn " (most ? "(void *)missing_" most : "NULL") ";\n\t}\n}"
	print "\nvoid fallback_fill_missing(void **table)\n{"
	print "\tfor (int slot = 0; slot < API_SLOTS; slot++)"
	print "\t\tif (!table[slot])\n\t\t\ttable[slot] = find_missing(slot);\n}"
}

function print_terminators_header(	i)
{
	header_begin("dispatch/api-terminators.h", "the functions below all layers")
	include("api/api.h")
	print ""
	for (i = 0; i < slots; i++)
		declare_hidden(i, "terminator_")
	print "\n#endif"
}

# The statements that call the driver's function through the table that FIND finds for the handle, or
# the fallback if its slot is empty. They continue an `if` before them.
function call_driver(slot, find)
{
	return "\telse if (!(table = " find "(" pname[slot, 1] "))->" name[slot] ")\n" \
		"\t\t" call_and_return(slot, "missing_" name[slot]) "\n" \
		"\telse\n\t\t" call_and_return(slot, "table->" name[slot]) "\n"
}

function print_terminators(	i)
{
	begin("terminators")
	include("api/fallback.h")
	include("dispatch/terminator.h")
	include("dispatch/terminator-list.h")
	for (i = 0; i < slots; i++)
		if (dispatch[i] == "handle") {
			print "\n" head(i, "terminator_") "\n{\n\tconst struct api_table *table;\n"
			print "\tif (!" pname[i, 1] ")\n\t\t" call_and_return(i, "null_" name[i])
			printf "%s}\n", call_driver(i, "terminator_table")
		}
	print "\nvoid terminator_fill(void **table)\n{"
	for (i = 0; i < slots; i++)
		print "\ttable[" i "] = (void *)terminator_" name[i] ";"
	print "}"
}

# -- products: the exports --------------------------------------------------

# Lines for the macro of src/loader/entry-points-x86_64.S.
function print_entries_asm(	i)
{
	begin("one line for each exported function")
	for (i = 0; i < slots; i++)
		if (node[i] != "-")
			print "\tentry_point " name[i] ", " i ", " dispatch[i]
}

# What the name of the loader's own function begins with: entry_<name> is the loader's function even
# if the program defines <name> as well, which has no effect on a DLL.
function entry()
{
	return is_windows ? "" : "entry_"
}

function print_entries(	i)
{
	begin("the exported functions, in C")
	include("api/fallback.h")
	include("api/handle.h")
	include("loader/entry-points.h")
	for (i = 0; i < slots; i++) {
		if (node[i] == "-")
			continue
		print "\n" (is_windows ? "" : "ENTRY_POINT ") "api_fn_" name[i] " " name[i] ";"
		print head(i, "") "\n{"
		if (dispatch[i] == "handle") {
			print "\tconst struct api_table *table;\n"
			print "\tif (goes_to_slot(" pname[i, 1] "))"
			printf "\t\t%s\n%s", call_and_return(i, "DISPATCH_SLOT(" name[i] ")"), call_driver(i, "handle_table")
		} else
			print "\t" call_and_return(i, "DISPATCH_SLOT(" name[i] ")")
		print "}"
		if (!is_windows)
			print "extern api_fn_" name[i] " entry_" name[i] " API_HIDDEN __attribute__((alias(\"" name[i] "\")));"
	}
}

function print_first_use(	i)
{
	begin("the functions that initialise the loader; the loader's own extension functions")
	for (i = 0; i < slots; i++)
		if (is_ext[i])
			declare_hidden(i, entry())
	for (i = 0; i < slots; i++)
		if (is_first[i] && !is_by_hand[i]) {
			print "\nstatic " head(i, "first_") "\n{\n\tif (loader_use(&dispatch))"
			print "\t\t" call_and_return(i, "DISPATCH_SLOT(" name[i] ")")
			print "\t" call_and_return(i, "terminator_" name[i]) "\n}"
		}
	print "\nstatic void *find_export(const char *name)\n{\n\tswitch (api_slot(name)) {"
	for (i = 0; i < slots; i++)
		if (is_ext[i])
			print "\tcase " i ":\n\t\treturn (void *)" entry() name[i] ";"
	print "\t}\n\treturn NULL;\n}"
}

function print_slots(	i)
{
	begin("the slots before the loader is initialised")
	for (i = 0; i < slots; i++)
		print "\t\t." name[i] " = " (is_first[i] ? "first_" : "terminator_") name[i] ","
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

function print_def(	i)
{
	print "; generated from api.list, do not edit: the exports of OpenCL.dll"
	print "LIBRARY OpenCL.dll\nEXPORTS"
	for (i = 0; i < slots; i++)
		if (node[i] != "-")
			print "\t" name[i]
}

END {
	if (refused)
		exit 1
	if (product == "api.h") print_header()
	else if (product == "api-check.inc") print_check()
	else if (product == "api-names.c") print_names()
	else if (product == "api-fallbacks.h") print_fallbacks_header()
	else if (product == "api-fallbacks.c") print_fallbacks()
	else if (product == "api-terminators.h") print_terminators_header()
	else if (product == "api-terminators.c") print_terminators()
	else if (product == "api-entries-asm.inc") print_entries_asm()
	else if (product == "api-entries.c") print_entries()
	else if (product == "api-first-use.inc") print_first_use()
	else if (product == "api-slots.inc") print_slots()
	else if (product == "libOpenCL.map") print_map()
	else if (product == "libOpenCL.def") print_def()
	else if (!more_products) refuse("no product is called \"" product "\"")
}
