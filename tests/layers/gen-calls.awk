# SPDX-License-Identifier: Apache-2.0
#
# gen-calls.awk: calls of any OpenCL function by its slot, for test-layer-validation; on top of
# gen-api.awk, which reads api.list, and gen-extensions.awk, which reads extensions.list:
#
#	awk -v product=validation-calls.c -v lists=src/opencl -f src/api/gen-api.awk \
#		-f src/opencl/gen-extensions.awk -f tests/layers/gen-calls.awk \
#		src/api/api.list

BEGIN { more_products = 1 }

function print_accept(i,	k, list)
{
	for (k = 1; k <= count[i]; k++)
		list = list (k > 1 ? ", " : "") "&" pname[i, k]
	print "\nstatic " spaced(ret[i]) "CL_API_CALL accept_" id[i] "(" params[i] ")\n{"
	print "\tvoid *values[] = { " (list == "" ? "NULL" : list) " };"
	if (ret[i] == "void")
		print "\n\taccept_call(" i ", values, NULL);\n}"
	else
		print "\t" spaced(ret[i]) "result = 0;\n\n\taccept_call(" i ", values, &result);" \
			"\n\treturn result;\n}"
}

function print_call(i,	k, list)
{
	for (k = 1; k <= count[i]; k++)
		list = list (k > 1 ? ", " : "") "*(__typeof__(" ptype[i, k] ") *)values[" k - 1 "]"
	print "\tcase " i ":"
	print "\t\t" (ret[i] == "void" ? "" : "*(__typeof__(" ret[i] ") *)result = ") \
		(i < slots ? "table->" name[i] : "((__typeof__(accept_" id[i] ") *)function)") \
		"(" list ");\n\t\tbreak;"
}

END {
	if (refused)
		exit 1
	read_extensions(lists "/extensions.list")
	begin("calls of any OpenCL function, and a driver that accepts them all")
	include("layers/validation-calls.h")
	for (i = 0; i < functions; i++)
		print_accept(i)
	print "\nvoid accept_fill(struct clrouter_table *table)\n{"
	for (i = 0; i < slots; i++)
		print "\ttable->" name[i] " = accept_" name[i] ";"
	print "}\n\nvoid *accept_function(unsigned int slot)\n{\n\tswitch (slot) {"
	for (i = slots; i < functions; i++)
		print "\tcase " i ":\n\t\treturn (void *)accept_" id[i] ";"
	print "\tdefault:\n\t\treturn NULL;\n\t}\n}"
	print "\nvoid call_slot(const struct clrouter_table *table, unsigned int slot,"
	print "\t       void *function, void *const *values, void *result)\n{\n\tswitch (slot) {"
	for (i = 0; i < functions; i++)
		print_call(i)
	print "\tdefault:\n\t\tbreak;\n\t}\n}"
}
