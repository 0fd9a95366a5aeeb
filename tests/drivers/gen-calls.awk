# SPDX-License-Identifier: Apache-2.0
#
# gen-calls.awk: generates what the tests need from api.list. It adds products to
# gen-api.awk, which reads the list:
#
#	awk -v product=call-cases.inc -f gen-api.awk -f gen-calls.awk api.list
#
# The calls record the bytes of each argument that they pass, and the stub driver records
# the bytes of each argument that arrives, so this program needs no types.

BEGIN { more_products = 1 }

function print_symbols(	i)
{
	print "# generated from api.list, do not edit"
	for (i = 0; i < slots; i++)
		if (node[i] != "-")
			print name[i] "@@OPENCL_" node[i]
}

function print_stub(	i, k)
{
	begin("functions of the stub driver")
	for (i = 0; i < slots; i++) {
		print "\n__attribute__((unused)) static " head(i, "stub_") "\n{"
		if (ret[i] != "void")
			print "\t" spaced(ret[i]) "result;\n"
		print "\tstub_record(" i ");"
		for (k = 1; k <= count[i]; k++)
			print "\tstub_argument(&" pname[i, k] ", sizeof(" ptype[i, k] "));"
		if (ret[i] != "void")
			print "\tstub_result(" i ", &result, sizeof(result));\n\treturn result;"
		print "}"
	}
	print "\n#ifdef STUB_EXPORTED"
	for (i = 0; i < slots; i++)
		print_export(i)
	print "#define STUB_FUNCTION(name) name\n#else\n#define STUB_FUNCTION(name) stub_##name\n#endif"
	print "\nstatic const struct stub_function stub_functions[] = {"
	for (i = 0; i < slots; i++)
		print "\t{ \"" name[i] "\", (void *)STUB_FUNCTION(" name[i] ") },"
	print "};"
}

# stub-driver.c itself exports the functions that it answers.
function print_export(i)
{
	print "EXPORT api_fn_" name[i] " " name[i] ";"
	if (name[i] !~ /^cl(GetPlatformInfo|GetDeviceIDs|GetDeviceInfo|GetExtensionFunctionAddress)$/)
		print "EXPORT api_fn_" name[i] " " name[i] " __attribute__((alias(\"stub_" name[i] "\")));"
}

function print_call(i,	k, which)
{
	print "\nextern api_fn_" name[i] " " name[i] ";"
	print "static void call_" name[i] "(struct call *call)\n{"
	for (k = 1; k <= count[i]; k++)
		print "\t" pdecl[i, k] ";"
	if (ret[i] != "void")
		print "\t" spaced(ret[i]) "result;"
	print ""
	for (k = 1; k <= count[i]; k++) {
		which = k == 1 ? "handle" : "argument"
		if (k == count[i] && fallback[i] == "errcode")
			which = "errcode"
		print "\tcall_" which "(call, &" pname[i, k] ", sizeof(" pname[i, k] "));"
	}
	print "\t" (ret[i] == "void" ? "" : "result = ") name[i] "(" args[i] ");"
	if (ret[i] != "void")
		print "\tcall_result(call, &result, sizeof(result));"
	print "}"
}

function print_calls(	i)
{
	begin("calls of the exported functions whose first parameter is the handle")
	for (i = 0; i < slots; i++)
		if (node[i] != "-" && dispatch[i] == "handle")
			print_call(i)
	print "\nstatic const struct call_case call_cases[] = {"
	for (i = 0; i < slots; i++)
		if (node[i] != "-" && dispatch[i] == "handle")
			print "\t{ \"" name[i] "\", " i ", " count[i] ", call_" name[i] ", FALLBACK_" \
				toupper(fallback[i]) ", " (code[i] == "" ? 0 : code[i]) ", " is_ext[i] " },"
	print "};"
}

# For a test that defines the macro NULL_CALL(name, fallback, code).
function print_null_calls(	i)
{
	begin("the exported functions whose first parameter is the handle, and their answer to NULL")
	for (i = 0; i < slots; i++)
		if (node[i] != "-" && dispatch[i] == "handle" && fallback[i] != "default")
			print "NULL_CALL(" name[i] ", " toupper(fallback[i]) ", " (code[i] == "" ? 0 : code[i]) ")"
}

END {
	if (product == "api-symbols.txt") print_symbols()
	else if (product == "stub-functions.inc") print_stub()
	else if (product == "call-cases.inc") print_calls()
	else if (product == "null-calls.inc") print_null_calls()
	else refuse("no product is called \"" product "\"")
}
