/* SPDX-License-Identifier: Apache-2.0 */
/*
 * trial-types: which type of OpenCL a name such as "real" stands for, that a program has given to it.
 * Drivers tell only the name, so a kernel is appended to the program, which selects a number by type:
 * the compiler knows. What fails is not reported: the contents are compared as bytes then.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/array.h"
#include "capture/numbers.h"
#include "tool/output/format.h"
#include "tool/probe/driver/report.h"
#include "tool/replay/trial.h"

#define KERNEL "clrouter_types"

/* What names of types consist of, also "struct pair". */
#define NAME "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789_ "

/* Those of one line, or none of them, are known to a compiler. */
static const struct {
	const char *extension;	/* NULL: they are always there */
	const char *macro;
	const char *names[9];
} groups[] = {
	{ NULL, "CLROUTER_USUAL", { "char", "uchar", "short", "ushort", "int", "uint", "long", "ulong",
				    "float" } },
	{ "cl_khr_fp64", "CLROUTER_64", { "double" } },
	{ "cl_khr_fp16", "CLROUTER_16", { "half" } },
};

static const unsigned int components[] = { 1, 2, 3, 4, 8, 16 };

#define MOST_NAMES ARRAY_SIZE(groups[0].names)

/* The number that stands for a type; 0 is none. */
static unsigned int number_of(size_t group, size_t name, size_t vector)
{
	return (unsigned int)((group * MOST_NAMES + name) * ARRAY_SIZE(components) + vector + 1);
}

static void put_type_name(FILE *file, size_t group, size_t name, size_t vector)
{
	fputs(groups[group].names[name], file);
	if (components[vector] > 1)
		fprintf(file, "%u", components[vector]);
}

static void put_group(FILE *file, size_t group)
{
	if (groups[group].extension)
		fprintf(file, "#ifdef %s\n", groups[group].extension);
	fprintf(file, "#define %s", groups[group].macro);
	for (size_t name = 0; name < MOST_NAMES && groups[group].names[name]; name++)
		for (size_t vector = 0; vector < ARRAY_SIZE(components); vector++) {
			fputc(' ', file);
			put_type_name(file, group, name, vector);
			fprintf(file, ": %u,", number_of(group, name, vector));
		}
	if (groups[group].extension)
		fprintf(file, "\n#else\n#define %s\n#endif", groups[group].macro);
	fputc('\n', file);
}

/*
 * Is TYPE, as "real*", a pointer to what only the program knows, or as "real" such a value? What is no
 * name cannot be asked for: a struct that has none is described in other words.
 */
static bool is_asked(const struct capture_argument *argument, const char *type)
{
	struct numbers_type found;
	struct capture_rule rule;
	const size_t length = type ? strspn(type, NAME) : 0;

	if (length == 0)
		return false;
	if (argument->kind == CAPTURE_VALUE)
		return type[length] == '\0' && !numbers_find_type(type, &found);
	return strcmp(type + length, "*") == 0 && !numbers_rule_of_type(type, &rule);
}

static void put_kernel(FILE *file, const struct capture *capture, const char *const *types)
{
	fputc('\n', file);
	for (size_t group = 0; group < ARRAY_SIZE(groups); group++)
		put_group(file, group);
	fputs("__kernel void " KERNEL "(__global uint *clrouter_found)\n{\n", file);
	for (size_t i = 0; i < capture->argument_count; i++)
		if (is_asked(&capture->arguments[i], types[i]))
			fprintf(file, "clrouter_found[%zu] = _Generic(*(%.*s*)0, CLROUTER_USUAL CLROUTER_64 "
				"CLROUTER_16 default: 0);\n", i, (int)strspn(types[i], NAME), types[i]);
	fputs("}\n", file);
}

/* The program's source with the kernel; NULL: it has none, or there is no memory. Freed by the caller. */
static char *source_of(const struct capture *capture, const char *const *types)
{
	const struct capture_program *program = &capture->programs[capture->launch.program];
	char *text = NULL;
	size_t size = 0;
	FILE *file;

	if (program->kind != CAPTURE_PROGRAM_SOURCE || program->is_compiled)
		return NULL;
	file = open_memstream(&text, &size);
	if (!file)
		return NULL;
	fwrite(program->text.bytes, 1, (size_t)program->text.size, file);
	put_kernel(file, capture, types);
	if (fclose(file) == 0)
		return text;
	free(text);
	return NULL;
}

static cl_kernel make_kernel(const struct trial *trial, const char *text, const char *options)
{
	const struct api_table *table = trial->use.table;
	cl_int code = CL_SUCCESS;
	cl_program program = table->clCreateProgramWithSource(trial->use.context, 1, &text, NULL, &code);

	if (!program || code != CL_SUCCESS ||
	    table->clBuildProgram(program, 1, &trial->use.device, options, NULL, NULL) != CL_SUCCESS)
		return NULL;
	return table->clCreateKernel(program, KERNEL, &code);
}

/* Runs KERNEL, which stores SIZE bytes of FOUND. */
static bool run(const struct trial *trial, cl_kernel kernel, cl_uint *found, size_t size)
{
	const struct api_table *table = trial->use.table;
	const size_t one = 1;
	cl_int code = CL_SUCCESS;
	cl_mem buffer = table->clCreateBuffer(trial->use.context,
					      CL_MEM_READ_WRITE | CL_MEM_COPY_HOST_PTR, size, found, &code);

	return buffer && code == CL_SUCCESS &&
	       table->clSetKernelArg(kernel, 0, sizeof(buffer), &buffer) == CL_SUCCESS &&
	       table->clEnqueueNDRangeKernel(trial->use.queue, kernel, 1, NULL, &one, &one, 0, NULL,
					     NULL) == CL_SUCCESS &&
	       table->clEnqueueReadBuffer(trial->use.queue, buffer, CL_TRUE, 0, size, found, 0, NULL,
					  NULL) == CL_SUCCESS;
}

static void put_found(const struct trial *trial, size_t index, cl_uint found)
{
	const size_t vector = (found - 1) % ARRAY_SIZE(components);
	const size_t name = (found - 1) / ARRAY_SIZE(components);
	char text[16] = "";

	if (found == 0 || name >= ARRAY_SIZE(groups) * MOST_NAMES ||
	    !groups[name / MOST_NAMES].names[name % MOST_NAMES])
		return;
	if (components[vector] > 1)
		snprintf(text, sizeof(text), "%u", components[vector]);
	report_put(trial->use.report, TRIAL_TYPE,
		   format_into(trial->use.arena, "%zu %s%s%s", index,
			       groups[name / MOST_NAMES].names[name % MOST_NAMES], text,
			       trial->capture->arguments[index].kind == CAPTURE_VALUE ? "" : "*"));
}

void trial_put_named_types(const struct trial *trial, const char *const *types)
{
	const struct capture *capture = trial->capture;
	const struct capture_program *program = &capture->programs[capture->launch.program];
	const size_t count = capture->argument_count;
	cl_uint *found = NULL;
	cl_kernel kernel = NULL;
	char *text = NULL;
	size_t asked = 0;

	for (size_t i = 0; i < count; i++)
		asked += is_asked(&capture->arguments[i], types[i]);
	if (asked == 0 || !trial->use.table->clCreateProgramWithSource)
		return;
	trial_begin_step(trial, TRIAL_BUILD);
	text = source_of(capture, types);
	found = calloc(count, sizeof(*found));
	kernel = text && found ? make_kernel(trial, text, program->options) : NULL;
	if (kernel && run(trial, kernel, found, count * sizeof(*found)))
		for (size_t i = 0; i < count; i++)
			if (is_asked(&capture->arguments[i], types[i]))
				put_found(trial, i, found[i]);
	free(found);
	free(text);
}
