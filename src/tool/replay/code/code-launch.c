/* SPDX-License-Identifier: Apache-2.0 */
/* code-launch: the parts of code-parts.h about arguments, the launch and its results. */
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "base/array.h"
#include "base/text.h"
#include "capture/capture-format.h"
#include "capture/rules.h"
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

static void put_argument(FILE *file, const struct capture_argument *argument, size_t index)
{
	put_argument_comment(file, argument, index);
	switch (argument->kind) {
	case CAPTURE_VALUE:
		code_put_value(file, argument, index);
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
		if (!capture_is_set(&launch->settings[i]))
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

/* Is it known what the driver chose in place of NULL? */
static bool has_chosen_local(const struct capture_launch *launch)
{
	return !launch->is_task && !launch->local.is_given && launch->suggested_local.is_given;
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
			launch->local.is_given	   ? "local" :
			has_chosen_local(launch) ? "CAPTURED_LOCAL ? chosen : NULL" : "NULL",
			event);
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
		if (has_chosen_local(launch))
			put_sizes(file, &launch->suggested_local, launch->dimensions, "chosen");
	}
	if (launch->status < 0)
		fputs("\tcl_event event = NULL;\n", file);
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

/* The names of bounds at the head of the program. */
static const char *const prefixes[] = { [CAPTURE_FLOAT16] = "HALF", [CAPTURE_FLOAT32] = "FLOAT",
					[CAPTURE_FLOAT64] = "DOUBLE" };

/* The first rule for numbers of the kind AS, whose bounds are at the head; NULL: there is none. */
static const struct capture_rule *head_rule(const struct capture *capture, enum capture_as as)
{
	struct capture_cursor at = { 0 };
	const struct capture_range *range;

	while ((range = capture_next(capture, &at)))
		if (range->after.hash && range->rule.as == as)
			return &range->rule;
	return NULL;
}

/* A number with no more digits than it needs. */
static void put_real(FILE *file, double number)
{
	char text[32];

	text_format(text, sizeof(text), "%.15g", number);
	if (strtod(text, NULL) < number || strtod(text, NULL) > number)
		text_format(text, sizeof(text), "%.17g", number);
	fprintf(file, "%s%s", text, strpbrk(text, ".e") ? "" : ".0");
}

static void put_bounds(FILE *file, const struct capture_rule *rule)
{
	const char *prefix = prefixes[rule->as];

	fprintf(file, "#define %s_ULPS %" PRIu64 "U\n#define %s_RELATIVE ", prefix, rule->ulps, prefix);
	put_real(file, rule->relative);
	fprintf(file, "\n#define %s_ABSOLUTE ", prefix);
	put_real(file, rule->absolute);
	fputc('\n', file);
}

void code_put_constants(FILE *file, const struct capture *capture)
{
	const struct capture_launch *launch = &capture->launch;
	bool is_any = false;

	for (int as = CAPTURE_FLOAT16; as <= CAPTURE_FLOAT64; as++) {
		const struct capture_rule *rule = head_rule(capture, (enum capture_as)as);

		if (!rule)
			continue;
		if (!is_any)
			fputs("/*\n * Results may differ by so many units in the last place, by this part of "
			      "the greater number, or by\n * this number. With 0 for all three they must be "
			      "equal.\n */\n", file);
		put_bounds(file, rule);
		is_any = true;
	}
	if (has_chosen_local(launch))
		fputs("/* 1: the local size that the driver of the capture chose; 0: NULL, so each driver "
		      "chooses. */\n#define CAPTURED_LOCAL 0\n", file);
	if (is_any || has_chosen_local(launch))
		fputc('\n', file);
}

static void put_rule(FILE *file, const struct capture *capture, size_t index, size_t number)
{
	const struct capture_range *range = &capture->memory[index].ranges[number];
	const struct capture_rule *rule = &range->rule;

	fprintf(file, "\tconst struct rule rule_%zu_%zu = { .element = %zu, ", index, number,
		rule->size);
	if (rule->as > CAPTURE_FLOAT64) {
		fprintf(file, ".ulps = %" PRIu64 "U, .is_signed = %d, ", rule->ulps,
			rule->as >= CAPTURE_SNORM8);
	} else if (rule->as >= CAPTURE_FLOAT16) {
		const char *prefix = prefixes[rule->as];

		fprintf(file, ".components = %u, ", rule->components);
		if (rules_are_alike(rule, head_rule(capture, rule->as))) {
			fprintf(file, ".ulps = %s_ULPS,\n\t\t.relative = %s_RELATIVE, .absolute = "
				"%s_ABSOLUTE, ", prefix, prefix, prefix);
		} else {
			fprintf(file, ".ulps = %" PRIu64 "U,\n\t\t.relative = ", rule->ulps);
			put_real(file, rule->relative);
			fputs(", .absolute = ", file);
			put_real(file, rule->absolute);
			fputs(", ", file);
		}
	}
	fprintf(file, ".varies = %d };\n", range->varies);
}

static void put_range(FILE *file, const struct capture *capture, size_t index, size_t number)
{
	const struct capture_memory *memory = &capture->memory[index];
	const struct capture_range *range = &memory->ranges[number];

	put_rule(file, capture, index, number);
	if (range->rule.as == CAPTURE_UNKNOWN)
		fputs("\t/* As bytes: whether these are floating-point numbers is not known. */\n", file);
	fprintf(file, "\tcompare_%s(", code_text_rule(&range->rule));
	code_text_range(file, capture, index, range);
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
