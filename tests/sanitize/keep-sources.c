/* SPDX-License-Identifier: Apache-2.0 */
/*
 * keep-sources: a layer that writes each source that a program builds into the directory that the
 * variable KEEP_SOURCES names, as NUMBER.cl, and the options beside it, as NUMBER.options. The
 * number is a hash of both, so each pair is there once. sources-program reads them.
 *
 *	KEEP_SOURCES=/tmp/sources OPENCL_LAYERS=$PWD/tests/sanitize/.libs/keep-sources.so PROGRAM
 */
#include <pthread.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <clrouter/layer.h>

struct kept {
	struct kept *next;
	cl_program program;
	char *source;
};

/* Never freed: a handle may be used again, then the newest one is found. */
static struct kept *all;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static char *join(cl_uint count, const char **strings, const size_t *lengths)
{
	char *text = calloc(1, 1);
	size_t used = 0;

	for (cl_uint i = 0; text && i < count; i++) {
		const size_t length = lengths && lengths[i] ? lengths[i] : strlen(strings[i]);
		char *longer = realloc(text, used + length + 1);

		if (!longer)
			break;
		text = longer;
		memcpy(&text[used], strings[i], length);
		used += length;
		text[used] = '\0';
	}
	return text;
}

static uint64_t hash(uint64_t number, const char *text)
{
	for (; *text; text++)
		number = (number ^ (unsigned char)*text) * UINT64_C(1099511628211);
	return number;
}

static void write_text(uint64_t number, const char *ending, const char *text)
{
	const char *directory = getenv("KEEP_SOURCES");
	char path[4096];
	FILE *file;

	snprintf(path, sizeof(path), "%s/%016llx.%s", directory ? directory : ".",
		 (unsigned long long)number, ending);
	file = fopen(path, "w");
	if (!file)
		return;
	fputs(text, file);
	fclose(file);
}

static void keep(cl_program program, const char *options)
{
	const struct kept *kept;
	uint64_t number = UINT64_C(14695981039346656037);

	pthread_mutex_lock(&lock);
	for (kept = all; kept && kept->program != program; kept = kept->next)
		;
	pthread_mutex_unlock(&lock);
	if (!kept || !kept->source)
		return;
	options = options ? options : "";
	number = hash(hash(number, kept->source), options);
	write_text(number, "cl", kept->source);
	write_text(number, "options", options);
}

static cl_program CL_API_CALL make(cl_context context, cl_uint count, const char **strings,
				   const size_t *lengths, cl_int *error)
{
	cl_program program =
		clrouter_target.clCreateProgramWithSource(context, count, strings, lengths, error);
	struct kept *kept = program ? malloc(sizeof(*kept)) : NULL;

	if (kept) {
		kept->program = program;
		kept->source = join(count, strings, lengths);
		pthread_mutex_lock(&lock);
		kept->next = all;
		all = kept;
		pthread_mutex_unlock(&lock);
	}
	return program;
}

typedef void CL_CALLBACK notified(cl_program program, void *data);

static cl_int CL_API_CALL build(cl_program program, cl_uint count, const cl_device_id *devices,
				const char *options, notified *notify, void *data)
{
	keep(program, options);
	return clrouter_target.clBuildProgram(program, count, devices, options, notify, data);
}

static cl_int CL_API_CALL compile(cl_program program, cl_uint count, const cl_device_id *devices,
				  const char *options, cl_uint header_count,
				  const cl_program *headers, const char **names, notified *notify,
				  void *data)
{
	keep(program, options);
	return clrouter_target.clCompileProgram(program, count, devices, options, header_count,
						headers, names, notify, data);
}

static cl_int start(struct clrouter_table *table)
{
	table->clCreateProgramWithSource = make;
	table->clBuildProgram = build;
	table->clCompileProgram = compile;
	return CL_SUCCESS;
}

static void stop(void)
{
}

CLROUTER_LAYER("keep-sources", start, stop)
