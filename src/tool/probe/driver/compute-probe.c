/* SPDX-License-Identifier: Apache-2.0 */
/* compute-probe: see compute-probe.h. */
#include "tool/probe/driver/compute-probe.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "base/array.h"
#include "discover/policy.h"
#include "driver/driver.h"
#include "opencl/build-log.h"
#include "tool/output/excerpt.h"
#include "tool/output/format.h"
#include "tool/probe/driver/cache-folder.h"
#include "tool/probe/driver/device-index.h"
#include "tool/probe/driver/driver-probe.h"
#include "tool/probe/driver/report.h"

#define COUNT 256		/* work-items */
#define ROUNDS 8
#define MOST_LOG 16777216	/* bytes of a build log */

/* Whole numbers only: every device has to find the same ones. */
static const char source[] =
	"__kernel void clrouter_check(__global const uint *input, __global uint *output,\n"
	"                             uint rounds)\n"
	"{\n"
	"	uint i = (uint)get_global_id(0);\n"
	"	uint x = input[i];\n"
	"	for (uint round = 0; round < rounds; round++)\n"
	"		x = x * 1664525u + 1013904223u + i;\n"
	"	output[i] = x;\n"
	"}\n";

static cl_uint expected_result(cl_uint i, cl_uint x)
{
	for (unsigned round = 0; round < ROUNDS; round++)
		x = x * 1664525U + 1013904223U + i;
	return x;
}

/* -- the child -------------------------------------------------------------- */

/* What the child has made so far. */
struct trial {
	int report;
	struct arena *arena;
	struct candidate candidate;	/* the driver keeps a pointer to it */
	const struct api_table *table;
	cl_platform_id platform;
	cl_device_id device;
	cl_context context;
	cl_command_queue queue;
	cl_program program;
	cl_kernel kernel;
	cl_mem input;
	cl_mem output;
	cl_uint results[COUNT];
};

struct question {
	const struct compute_probe *probe;
	const struct cache_folder *folder;
};

static void begin_step(const struct trial *trial, enum compute_step step)
{
	report_put_number(trial->report, "step", step);
}

/* Did FUNCTION succeed? CODE is what it returned. */
static bool has_succeeded(const struct trial *trial, const char *function, cl_int code)
{
	struct verdict verdict = { REASON_OK, code, NULL };

	if (code != CL_SUCCESS)
		report_put(trial->report, "failed",
			   format_into(trial->arena, "%s returned %s", function,
				       format_code(&verdict, trial->arena)));
	return code == CL_SUCCESS;
}

/* The same for a function that returns OBJECT. */
static bool has_made(const struct trial *trial, const char *function, const void *object,
		     cl_int code)
{
	if (!has_succeeded(trial, function, code))
		return false;
	if (!object)
		report_put(trial->report, "failed",
			   format_into(trial->arena, "%s returned NULL without an error",
				       function));
	return object != NULL;
}

static bool has_functions(const struct trial *trial)
{
#define FUNCTION(name) { #name, trial->table->name != NULL }
	const struct {
		const char *name;
		bool is_there;
	} functions[] = {
		FUNCTION(clGetDeviceInfo), FUNCTION(clCreateContext), FUNCTION(clReleaseContext),
		FUNCTION(clCreateCommandQueue), FUNCTION(clReleaseCommandQueue),
		FUNCTION(clCreateBuffer), FUNCTION(clReleaseMemObject),
		FUNCTION(clCreateProgramWithSource), FUNCTION(clBuildProgram),
		FUNCTION(clGetProgramBuildInfo), FUNCTION(clReleaseProgram),
		FUNCTION(clCreateKernel), FUNCTION(clSetKernelArg), FUNCTION(clReleaseKernel),
		FUNCTION(clEnqueueNDRangeKernel), FUNCTION(clEnqueueReadBuffer),
	};
#undef FUNCTION

	for (size_t i = 0; i < ARRAY_SIZE(functions); i++)
		if (!functions[i].is_there) {
			report_put(trial->report, "failed",
				   format_into(trial->arena, "the driver has no %s",
					       functions[i].name));
			return false;
		}
	return true;
}

/* A query that fails says nothing: the flag is then as USUAL. */
static bool get_flag(const struct trial *trial, cl_device_info name, bool usual)
{
	cl_bool flag = CL_FALSE;

	if (trial->table->clGetDeviceInfo(trial->device, name, sizeof(flag), &flag, NULL) !=
	    CL_SUCCESS)
		return usual;
	return flag != CL_FALSE;
}

static bool is_able(const struct trial *trial)
{
	const bool is_little = __BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__;
	cl_device_type type = 0;
	const char *why = NULL;

	trial->table->clGetDeviceInfo(trial->device, CL_DEVICE_TYPE, sizeof(type), &type, NULL);
	if (type & CL_DEVICE_TYPE_CUSTOM)
		why = "a custom device builds no programs from source";
	else if (!get_flag(trial, CL_DEVICE_AVAILABLE, true))
		why = "the driver says that the device is not available (CL_DEVICE_AVAILABLE)";
	else if (!get_flag(trial, CL_DEVICE_COMPILER_AVAILABLE, true))
		why = "the driver has no compiler for it (CL_DEVICE_COMPILER_AVAILABLE)";
	else if (get_flag(trial, CL_DEVICE_ENDIAN_LITTLE, is_little) != is_little)
		why = "its byte order is not that of the host (CL_DEVICE_ENDIAN_LITTLE)";
	report_put(trial->report, "unable", why);
	return !why;
}

static bool create_objects(struct trial *trial)
{
	const cl_context_properties properties[] = {
		CL_CONTEXT_PLATFORM, (cl_context_properties)trial->platform, 0
	};
	const struct api_table *table = trial->table;
	cl_uint numbers[COUNT];
	cl_int code = CL_SUCCESS;

	begin_step(trial, COMPUTE_CREATE);
	for (cl_uint i = 0; i < COUNT; i++)
		numbers[i] = ~i;
	trial->context = table->clCreateContext(properties, 1, &trial->device, NULL, NULL, &code);
	if (!has_made(trial, "clCreateContext", trial->context, code))
		return false;
	trial->queue = table->clCreateCommandQueue(trial->context, trial->device, 0, &code);
	if (!has_made(trial, "clCreateCommandQueue", trial->queue, code))
		return false;
	trial->input = table->clCreateBuffer(trial->context,
					     CL_MEM_READ_ONLY | CL_MEM_COPY_HOST_PTR,
					     sizeof(numbers), numbers, &code);
	if (!has_made(trial, "clCreateBuffer", trial->input, code))
		return false;
	trial->output = table->clCreateBuffer(trial->context, CL_MEM_WRITE_ONLY,
					      sizeof(trial->results), NULL, &code);
	return has_made(trial, "clCreateBuffer", trial->output, code);
}

static void put_log_line(const struct trial *trial, const char *log, size_t size)
{
	struct build_log_line line;

	if (build_log_find(log, size, &line))
		report_put(trial->report, "log",
			   excerpt_of_line(line.text, line.length, 0, trial->arena));
}

static void put_log(const struct trial *trial)
{
	const struct api_table *table = trial->table;
	size_t size = 0;
	char *log;

	if (table->clGetProgramBuildInfo(trial->program, trial->device, CL_PROGRAM_BUILD_LOG, 0,
					 NULL, &size) != CL_SUCCESS || size > MOST_LOG)
		return;
	log = calloc(1, size + 1);
	if (log && table->clGetProgramBuildInfo(trial->program, trial->device,
						CL_PROGRAM_BUILD_LOG, size, log, NULL) == CL_SUCCESS)
		put_log_line(trial, log, size);
	free(log);
}

static bool build(struct trial *trial)
{
	const struct api_table *table = trial->table;
	const char *text = source;
	cl_int code = CL_SUCCESS;

	begin_step(trial, COMPUTE_BUILD);
	trial->program = table->clCreateProgramWithSource(trial->context, 1, &text, NULL, &code);
	if (!has_made(trial, "clCreateProgramWithSource", trial->program, code))
		return false;
	code = table->clBuildProgram(trial->program, 1, &trial->device, "", NULL, NULL);
	if (!has_succeeded(trial, "clBuildProgram", code)) {
		put_log(trial);
		return false;
	}
	trial->kernel = table->clCreateKernel(trial->program, "clrouter_check", &code);
	return has_made(trial, "clCreateKernel", trial->kernel, code);
}

static bool run_kernel(struct trial *trial)
{
	const struct api_table *table = trial->table;
	const cl_uint rounds = ROUNDS;
	const struct {
		size_t size;
		const void *value;
	} arguments[] = {
		{ sizeof(cl_mem), &trial->input },
		{ sizeof(cl_mem), &trial->output },
		{ sizeof(rounds), &rounds },
	};
	const size_t items = COUNT;
	cl_int code;

	begin_step(trial, COMPUTE_RUN);
	for (cl_uint i = 0; i < ARRAY_SIZE(arguments); i++) {
		code = table->clSetKernelArg(trial->kernel, i, arguments[i].size,
					     arguments[i].value);
		if (!has_succeeded(trial, "clSetKernelArg", code))
			return false;
	}
	code = table->clEnqueueNDRangeKernel(trial->queue, trial->kernel, 1, NULL, &items, NULL,
					     0, NULL, NULL);
	if (!has_succeeded(trial, "clEnqueueNDRangeKernel", code))
		return false;
	code = table->clEnqueueReadBuffer(trial->queue, trial->output, CL_TRUE, 0,
					  sizeof(trial->results), trial->results, 0, NULL, NULL);
	return has_succeeded(trial, "clEnqueueReadBuffer", code);
}

static bool has_right_result(const struct trial *trial)
{
	for (cl_uint i = 0; i < COUNT; i++) {
		const cl_uint expected = expected_result(i, ~i);

		if (trial->results[i] == expected)
			continue;
		report_put(trial->report, "wrong",
			   format_into(trial->arena, "number %u of %u is 0x%08x, expected 0x%08x",
				       i, COUNT, trial->results[i], expected));
		return false;
	}
	return true;
}

static void release_objects(const struct trial *trial)
{
	const struct api_table *table = trial->table;

	begin_step(trial, COMPUTE_RELEASE);
	if (trial->kernel)
		table->clReleaseKernel(trial->kernel);
	if (trial->program)
		table->clReleaseProgram(trial->program);
	if (trial->output)
		table->clReleaseMemObject(trial->output);
	if (trial->input)
		table->clReleaseMemObject(trial->input);
	if (trial->queue)
		table->clReleaseCommandQueue(trial->queue);
	if (trial->context)
		table->clReleaseContext(trial->context);
}

static void try_device(struct trial *trial)
{
	struct timespec start;
	struct timespec end;

	if (!has_functions(trial) || !is_able(trial))
		return;
	clock_gettime(CLOCK_MONOTONIC, &start);
	if (create_objects(trial) && build(trial) && run_kernel(trial) && has_right_result(trial)) {
		clock_gettime(CLOCK_MONOTONIC, &end);
		report_put_number(trial->report, "good", (end.tv_sec - start.tv_sec) * 1000000 +
				  (end.tv_nsec - start.tv_nsec) / 1000);
	}
	release_objects(trial);
}

/* Finds the device again that an earlier child has listed. */
static bool find_device(struct trial *trial, struct driver_list *list,
			const struct compute_probe *probe)
{
	struct device_index index = { .first = NULL };
	struct origin by;
	struct policy policy;
	const struct driver *driver;
	const struct platform *platform;

	trial->candidate = *probe->candidate;
	policy = policy_of_candidate(probe->settings, &trial->candidate, &by);
	driver = driver_open(list, &trial->candidate, &policy);
	if (!driver || driver->count <= probe->platform)
		return false;
	platform = &driver->platforms[probe->platform];
	trial->table = driver_probe_table(platform);
	if (!trial->table)
		return false;
	trial->platform = platform->handle;
	device_index_add(&index, trial->platform, trial->table, trial->arena);
	for (const struct device_place *place = index.first; place; place = place->next)
		if (place->platform_index == probe->device)
			trial->device = place->id;
	return trial->device != NULL;
}

static void compute(int report, void *argument)
{
	static struct table_pool tables;	/* drivers keep pointers to them */
	static struct arena arena;
	static struct driver_list list;
	static struct trial trial;
	const struct question *question = argument;

	cache_folder_enter(question->folder);
	driver_list_init(&list, &tables, &arena);
	trial.report = report;
	trial.arena = &arena;
	begin_step(&trial, COMPUTE_LOAD);
	if (find_device(&trial, &list, question->probe))
		try_device(&trial);
	else
		report_put(report, "failed", "the driver does not list the device a second time");
	begin_step(&trial, COMPUTE_EXIT);
}

/* -- the parent ------------------------------------------------------------- */

static void take_report(struct compute_probe *probe)
{
	const struct {
		const char *key;
		const char **text;
	} texts[] = {
		{ "unable", &probe->unable },
		{ "failed", &probe->failed },
		{ "log", &probe->log },
		{ "wrong", &probe->wrong },
	};
	struct report report;
	const char *key;
	const char *value;

	report_init(&report, probe->child.report, probe->child.report_size);
	while (report_next(&report, &key, &value)) {
		const long number = report_number(value);

		for (size_t i = 0; i < ARRAY_SIZE(texts); i++)
			if (strcmp(key, texts[i].key) == 0)
				*texts[i].text = value;
		if (strcmp(key, "step") == 0 && number >= COMPUTE_LOAD && number <= COMPUTE_EXIT)
			probe->step = (enum compute_step)number;
		if (strcmp(key, "good") == 0) {
			probe->is_good = true;
			probe->seconds = (double)number / 1e6;
		}
	}
}

void compute_probe_run(struct compute_probe *probe, unsigned limit, struct arena *arena)
{
	struct cache_folder folder;
	struct question question = { probe, &folder };

	if (!cache_folder_make(&folder)) {
		probe->no_folder = format_into(arena, "%s: %s", folder.path, strerror(errno));
		return;
	}
	child_run(&probe->child, compute, &question, limit, arena);
	if (!cache_folder_remove(&folder))
		probe->left_folder = format_into(arena, "%s", folder.path);
	take_report(probe);
}

const char *compute_probe_step_text(enum compute_step step)
{
	switch (step) {
	case COMPUTE_LOAD:
		return "while its library was loaded";
	case COMPUTE_CREATE:
		return "while it created a context, a queue and buffers";
	case COMPUTE_BUILD:
		return "while it built the program";
	case COMPUTE_RUN:
		return "while it ran the kernel";
	case COMPUTE_RELEASE:
		return "while its objects were released";
	case COMPUTE_EXIT:
		break;
	}
	return "while the program ended";
}
