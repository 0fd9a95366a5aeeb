/* SPDX-License-Identifier: Apache-2.0 */
/* code-launch: the parts of code-parts.h about arguments, the launch and its results. */
#include <inttypes.h>
#include <string.h>

#include "base/array.h"
#include "capture/capture-format.h"
#include "tool/replay/code/code-parts.h"
#include "tool/replay/code/code-text.h"

/* -- arguments ------------------------------------------------------------------------------- */

static void put_argument_comment(FILE *file, const struct capture_argument *argument, size_t index)
{
	if (!*argument->name && !*argument->type)
		return;
	fprintf(file, "\t/* %zu: ", index);
	code_text_comment(file, argument->type);
	fputs(*argument->name && *argument->type ? " " : "", file);
	code_text_comment(file, argument->name);
	fputs(" */\n", file);
}

/* Whole numbers are written as such, other values as bytes. */
static bool put_number(FILE *file, const struct capture_argument *argument, size_t index)
{
	static const struct {
		const char *type;
		const char *name;
		size_t size;
		bool is_signed;
	} types[] = {
		{ "char", "cl_char", 1, true }, { "uchar", "cl_uchar", 1, false },
		{ "short", "cl_short", 2, true }, { "ushort", "cl_ushort", 2, false },
		{ "int", "cl_int", 4, true }, { "uint", "cl_uint", 4, false },
		{ "long", "cl_long", 8, true }, { "ulong", "cl_ulong", 8, false },
	};
	uint64_t number = 0;

	for (size_t i = 0; i < ARRAY_SIZE(types); i++) {
		const unsigned int unused = (unsigned int)(64 - 8 * types[i].size);

		if (strcmp(argument->type, types[i].type) != 0 || argument->size != types[i].size)
			continue;
		for (size_t j = 0; j < types[i].size; j++) {
			const size_t place = __BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__ ?
						     j : types[i].size - 1 - j;

			number |= (uint64_t)argument->bytes[j] << (8 * place);
		}
		fprintf(file, "\tconst %s value_%zu = ", types[i].name, index);
		if (!types[i].is_signed)
			fprintf(file, "%" PRIu64 "%s;\n", number, types[i].size == 8 ? "ULL" : "");
		else if (number << unused == (uint64_t)1 << 63)
			fprintf(file, "%" PRId64 "LL - 1;\n", ((int64_t)(number << unused) >> unused) + 1);
		else
			fprintf(file, "%" PRId64 "%s;\n", (int64_t)(number << unused) >> unused,
				types[i].size == 8 ? "LL" : "");
		return true;
	}
	return false;
}

static void put_value(FILE *file, const struct capture_argument *argument, size_t index)
{
	float value;

	if (argument->size == 0) {
		fprintf(file, "\tcheck(clSetKernelArg(kernel, %zu, 0, \"\"), \"clSetKernelArg %zu\");\n",
			index, index);
		return;
	}
	if (!put_number(file, argument, index)) {
		fprintf(file, "\tstatic const unsigned char value_%zu[] = {\n\t\t", index);
		code_text_bytes(file, argument->bytes, (size_t)argument->size);
		if (strcmp(argument->type, "float") == 0 && argument->size == sizeof(value)) {
			memcpy(&value, argument->bytes, sizeof(value));
			fprintf(file, "\t/* %.9g */", (double)value);
		}
		fputs("\n\t};\n", file);
	}
	fprintf(file,
		"\tcheck(clSetKernelArg(kernel, %zu, sizeof(value_%zu), &value_%zu), "
		"\"clSetKernelArg %zu\");\n", index, index, index, index);
}

static void put_argument(FILE *file, const struct capture_argument *argument, size_t index)
{
	put_argument_comment(file, argument, index);
	switch (argument->kind) {
	case CAPTURE_VALUE:
		put_value(file, argument, index);
		break;
	case CAPTURE_LOCAL:
	case CAPTURE_NULL:
		fprintf(file,
			"\tcheck(clSetKernelArg(kernel, %zu, %" PRIu64
			", NULL), \"clSetKernelArg %zu\");\n", index, argument->size, index);
		break;
	case CAPTURE_OBJECT:
	case CAPTURE_SAMPLER:
		fprintf(file,
			"\tcheck(clSetKernelArg(kernel, %zu, sizeof(%s_%u), &%s_%u), "
			"\"clSetKernelArg %zu\");\n", index,
			argument->kind == CAPTURE_OBJECT ? "memory" : "sampler", argument->index,
			argument->kind == CAPTURE_OBJECT ? "memory" : "sampler", argument->index, index);
		break;
	case CAPTURE_POINTER:
		fprintf(file,
			"\tcheck(clSetKernelArgSVMPointer(kernel, %zu, (char *)memory_%u + %" PRIu64
			"), \"clSetKernelArgSVMPointer %zu\");\n", index, argument->index,
			argument->offset, index);
		break;
	case CAPTURE_UNSET:
		fprintf(file, "\t/* Argument %zu was not set. */\n", index);
		break;
	}
}

void code_put_arguments(FILE *file, const struct capture *capture)
{
	const struct capture_launch *launch = &capture->launch;

	if (capture->argument_count > 0)
		fputs("\n\t/* Arguments. */\n", file);
	for (size_t i = 0; i < capture->argument_count; i++)
		put_argument(file, &capture->arguments[i], i);
	for (size_t i = 0; i < launch->setting_count; i++) {
		if (launch->settings[i].size == 0)
			continue;
		fprintf(file, "\tstatic const unsigned char setting_%zu[] = { ", i);
		code_text_bytes(file, launch->settings[i].bytes, launch->settings[i].size);
		fprintf(file,
			" };\n\tcheck(clSetKernelExecInfo(kernel, 0x%X, sizeof(setting_%zu), setting_%zu),\n"
			"\t      \"clSetKernelExecInfo\");\n", launch->settings[i].id, i, i);
	}
}

/* -- the launch ------------------------------------------------------------------------------ */

static void put_sizes(FILE *file, const struct capture_sizes *sizes, unsigned int count,
		      const char *name)
{
	if (!sizes->is_given)
		return;
	fprintf(file, "\tconst size_t %s[] = {", name);
	for (unsigned int i = 0; i < count; i++)
		fprintf(file, "%s %zu", i > 0 ? "," : "", sizes->sizes[i]);
	fputs(" };\n", file);
}

static void put_suggested(FILE *file, const struct capture_launch *launch)
{
	if (launch->local.is_given || !launch->suggested_local.is_given)
		return;
	fputs("\t/* The driver chose work-groups of", file);
	for (unsigned int i = 0; i < launch->dimensions; i++)
		fprintf(file, "%s %zu", i > 0 ? " x" : "", launch->suggested_local.sizes[i]);
	fputs(" work-items. */\n", file);
}

static void put_enqueue(FILE *file, const struct capture_launch *launch)
{
	const char *event = launch->status < 0 ? "&event" : "NULL";

	if (launch->is_task)
		fprintf(file, "\terror = clEnqueueTask(queue, kernel, 0, NULL, %s);\n", event);
	else
		fprintf(file,
			"\terror = clEnqueueNDRangeKernel(queue, kernel, %u, %s, %s, %s, 0, NULL, %s);\n",
			launch->dimensions, launch->offset.is_given ? "offset" : "NULL",
			launch->global.is_given ? "global" : "NULL",
			launch->local.is_given ? "local" : "NULL", event);
}

void code_put_launch(FILE *file, const struct capture *capture)
{
	const struct capture_launch *launch = &capture->launch;
	const char *function = launch->is_task ? "clEnqueueTask" : "clEnqueueNDRangeKernel";

	fputs("\n\t/* The launch. */\n", file);
	if (!launch->is_task) {
		put_sizes(file, &launch->offset, launch->dimensions, "offset");
		put_sizes(file, &launch->global, launch->dimensions, "global");
		put_sizes(file, &launch->local, launch->dimensions, "local");
		put_suggested(file, launch);
	}
	if (launch->status < 0)
		fputs("\tcl_event event;\n", file);
	put_enqueue(file, launch);
	if (launch->error != 0) {
		fprintf(file,
			"\tif (error != %d) {\n\t\tprintf(\"FAIL: %s returned %%d, expected %d\\n\", "
			"(int)error);\n\t\tfailures++;\n\t}\n", launch->error, function, launch->error);
		return;
	}
	fprintf(file, "\tcheck(error, \"%s\");\n", function);
	if (launch->status < 0)
		fprintf(file, "\tcheck_status(event, %d);\n", launch->status);
	else
		fputs("\tcheck(clFinish(queue), \"clFinish\");\n", file);
}

/* -- the results ----------------------------------------------------------------------------- */

static void put_rule(FILE *file, const struct capture_range *range, size_t index, size_t number)
{
	const struct capture_rule *rule = &range->rule;

	fprintf(file, "\tconst struct rule rule_%zu_%zu = { .element = %zu, ", index, number,
		rule->size);
	if (rule->as > CAPTURE_FLOAT64)
		fprintf(file, ".ulps = %" PRIu64 "U, .is_signed = %d, ", rule->ulps,
			rule->as >= CAPTURE_SNORM8);
	else if (rule->as >= CAPTURE_FLOAT16)
		fprintf(file,
			".components = %u, .ulps = %" PRIu64 "U,\n\t\t.relative = %.17g, .absolute = %.17g, ",
			rule->components, rule->ulps, rule->relative, rule->absolute);
	fprintf(file, ".varies = %d };\n", range->varies);
}

static void put_range(FILE *file, const struct capture *capture, size_t index, size_t number)
{
	const struct capture_memory *memory = &capture->memory[index];
	const struct capture_range *range = &memory->ranges[number];

	put_rule(file, range, index, number);
	fprintf(file, "\tcompare_%s(", code_text_rule(&range->rule));
	code_text_memory(file, capture, index);
	fprintf(file, ", %" PRIu64 ", %" PRIu64 ",\n\t\t", range->offset, range->size);
	if (memory->kind == CAPTURE_IMAGE)
		fprintf(file, "read_image(memory_%zu, region_%zu, %" PRIu64 "),\n\t\t", index, index,
			range->size);
	else
		fprintf(file, "%s(memory_%zu, %" PRIu64 ", %" PRIu64 "),\n\t\t",
			memory->kind == CAPTURE_SVM ? "read_shared" : "read_buffer", index,
			range->offset, range->size);
	code_text_contents(file, &range->after);
	fprintf(file, ", &rule_%zu_%zu);\n", index, number);
}

void code_put_comparison(FILE *file, const struct capture *capture)
{
	bool is_any = false;

	for (int varies = 0; varies < 2; varies++)
		for (size_t i = 0; i < capture->memory_count; i++)
			for (size_t j = 0; j < capture->memory[i].range_count; j++) {
				const struct capture_range *range = &capture->memory[i].ranges[j];

				if (!range->after.hash || range->varies != (varies == 1))
					continue;
				if (!is_any)
					fputs("\n\t/* What is in memory afterwards. */\n", file);
				is_any = true;
				put_range(file, capture, i, j);
			}
}
