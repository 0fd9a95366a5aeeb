# SPDX-License-Identifier: Apache-2.0
#
# gen-calls.awk: calls of any OpenCL function by its slot, for test-layer-validation; on top of
# gen-api.awk, which reads api.list:
#
#	awk -v product=validation-calls.c -f src/api/gen-api.awk -f tests/layers/gen-calls.awk \
#		src/api/api.list

BEGIN { more_products = 1 }

function print_accept(i,	k, list)
{
	for (k = 1; k <= count[i]; k++)
		list = list (k > 1 ? ", " : "") "&" pname[i, k]
	print "\nstatic " head(i, "accept_") "\n{"
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
		"table->" name[i] "(" list ");\n\t\tbreak;"
}

END {
	if (refused)
		exit 1
	begin("calls of any OpenCL function, and a driver that accepts them all")
	include("layers/validation-calls.h")
	for (i = 0; i < slots; i++)
		print_accept(i)
	print "\nvoid accept_fill(struct clrouter_table *table)\n{"
	for (i = 0; i < slots; i++)
		print "\ttable->" name[i] " = accept_" name[i] ";"
	print "}\n\nvoid call_slot(const struct clrouter_table *table, unsigned int slot,"
	print "\t       void *const *values, void *result)\n{\n\tswitch (slot) {"
	for (i = 0; i < slots; i++)
		print_call(i)
	print "\tdefault:\n\t\tbreak;\n\t}\n}"
}
