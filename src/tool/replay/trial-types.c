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
#include "launch/launch-rules.h"
#include "tool/output/format.h"
#include "tool/probe/driver/report.h"
#include "tool/replay/trial.h"

#define KERNEL "clrouter_types"

/* What names of types consist of, also "struct pair". */
#define NAME "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789_ "

/* A compiler knows all types of a line, or none of them. */
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
static bool is_asked(const struct launch_argument *argument, const char *type)
{
	struct launch_type found;
	const size_t length = type ? strspn(type, NAME) : 0;

	if (length == 0)
		return false;
	if (argument->kind == LAUNCH_VALUE)
		return type[length] == '\0' && !launch_find_type(type, &found);
	return strcmp(type + length, "*") == 0 && !launch_find_pointed_type(type, &found);
}

static void put_kernel(FILE *file, const struct launch *launch, const char *const *types)
{
	fputc('\n', file);
	for (size_t group = 0; group < ARRAY_SIZE(groups); group++)
		put_group(file, group);
	fputs("__kernel void " KERNEL "(__global uint *clrouter_found)\n{\n", file);
	for (size_t i = 0; i < launch->argument_count; i++)
		if (is_asked(&launch->arguments[i], types[i]))
			fprintf(file, "clrouter_found[%zu] = _Generic(*(%.*s*)0, CLROUTER_USUAL CLROUTER_64 "
				"CLROUTER_16 default: 0);\n", i, (int)strspn(types[i], NAME), types[i]);
	fputs("}\n", file);
}

/* The program's source with the kernel; NULL: it has none, or there is no memory. Freed by the caller. */
static char *source_of(const struct launch *launch, const char *const *types)
{
	const struct launch_program *program = &launch->programs[launch->call.program];
	char *text = NULL;
	size_t size = 0;
	FILE *file;

	if (program->kind != LAUNCH_SOURCE || program->build != LAUNCH_BUILT)
		return NULL;
	file = open_memstream(&text, &size);
	if (!file)
		return NULL;
	fwrite(program->text, 1, (size_t)program->size, file);
	put_kernel(file, launch, types);
	if (fclose(file) == 0)
		return text;
	free(text);
	return NULL;
}

static cl_kernel make_kernel(const struct device_use *use, const char *text, const char *options)
{
	const struct api_table *table = use->table;
	cl_int code = CL_SUCCESS;
	cl_program program = table->clCreateProgramWithSource(use->context, 1, &text, NULL, &code);

	if (!program || code != CL_SUCCESS ||
	    table->clBuildProgram(program, 1, &use->device, options, NULL, NULL) != CL_SUCCESS)
		return NULL;
	return table->clCreateKernel(program, KERNEL, &code);
}

/* Runs KERNEL, which stores SIZE bytes of FOUND. */
static bool run(const struct device_use *use, cl_kernel kernel, cl_uint *found, size_t size)
{
	const struct api_table *table = use->table;
	const size_t one = 1;
	cl_int code = CL_SUCCESS;
	cl_mem buffer = table->clCreateBuffer(use->context, CL_MEM_READ_WRITE | CL_MEM_COPY_HOST_PTR,
					      size, found, &code);

	return buffer && code == CL_SUCCESS &&
	       table->clSetKernelArg(kernel, 0, sizeof(buffer), &buffer) == CL_SUCCESS &&
	       table->clEnqueueNDRangeKernel(use->queue, kernel, 1, NULL, &one, &one, 0, NULL, NULL) ==
		       CL_SUCCESS &&
	       table->clEnqueueReadBuffer(use->queue, buffer, CL_TRUE, 0, size, found, 0, NULL, NULL) ==
		       CL_SUCCESS;
}

static void put_found(const struct device_use *use, const struct launch *launch, size_t index,
		      cl_uint found)
{
	const size_t vector = (found - 1) % ARRAY_SIZE(components);
	const size_t name = (found - 1) / ARRAY_SIZE(components);
	char text[16] = "";

	if (found == 0 || name >= ARRAY_SIZE(groups) * MOST_NAMES ||
	    !groups[name / MOST_NAMES].names[name % MOST_NAMES])
		return;
	if (components[vector] > 1)
		snprintf(text, sizeof(text), "%u", components[vector]);
	report_put(use->report, TRIAL_TYPE,
		   format_into(use->arena, "%zu %s%s%s", index,
			       groups[name / MOST_NAMES].names[name % MOST_NAMES], text,
			       launch->arguments[index].kind == LAUNCH_VALUE ? "" : "*"));
}

void trial_put_named_types(const struct device_use *use, const struct launch *launch,
			   const char *const *types)
{
	const struct launch_program *program = &launch->programs[launch->call.program];
	const size_t count = launch->argument_count;
	cl_uint *found = NULL;
	cl_kernel kernel = NULL;
	char *text = NULL;
	size_t asked = 0;

	for (size_t i = 0; i < count; i++)
		asked += is_asked(&launch->arguments[i], types[i]);
	if (asked == 0 || !use->table->clCreateProgramWithSource)
		return;
	text = source_of(launch, types);
	found = calloc(count, sizeof(*found));
	kernel = text && found ? make_kernel(use, text, program->here ? program->here : program->options)
			       : NULL;
	if (kernel && run(use, kernel, found, count * sizeof(*found)))
		for (size_t i = 0; i < count; i++)
			if (is_asked(&launch->arguments[i], types[i]))
				put_found(use, launch, i, found[i]);
	free(found);
	free(text);
}
