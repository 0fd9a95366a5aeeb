/* SPDX-License-Identifier: Apache-2.0 */
/* compute-probe: see compute-probe.h. */
#include "tool/probe/driver/compute-probe.h"

#include <errno.h>
#include <limits.h>
#include <signal.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "base/array.h"
#include "base/common/own-dir.h"
#include "tool/output/format.h"
#include "tool/probe/driver/device-use.h"
#include "tool/probe/driver/driver-probe.h"
#include "tool/probe/driver/report.h"
#include "tool/probe/interruption.h"

#define COUNT 256		/* work-items */
#define ROUNDS 8

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

/* -- a folder in the place of caches --------------------------------------------- */

/*
 * An empty temporary folder that takes the place of the user's caches, so that a compiler of a driver
 * neither finds an old result there nor leaves a new one.
 */
struct cache_folder {
	struct own_dir directory;
	char path[PATH_MAX];
	sigset_t mask;		/* the signals that were blocked before */
};

/* Where compilers keep their results and temporary files. */
static const char *const variables[] = {
	"TMPDIR", "XDG_CACHE_HOME",
	"POCL_CACHE_DIR",
	"MESA_SHADER_CACHE_DIR", "MESA_GLSL_CACHE_DIR",	/* the latter until Mesa 22 */
	"CUDA_CACHE_PATH",					/* NVIDIA */
	"AMD_COMGR_CACHE_DIR",
	"NEO_CACHE_DIR", "cl_cache_dir",			/* Intel; the latter is an old name */
};

/*
 * Makes the folder below TMPDIR or /tmp. Until it is removed, a signal that is to end the tool
 * waits (interruption.h): it ends child_run(), and then the tool, but no folder is left. False with
 * errno if there can be no folder; no signal waits then.
 */
static bool cache_folder_make(struct cache_folder *folder)
{
	int error;

	interruption_hold(&folder->mask);
	if (own_dir_make_temporary(&folder->directory, getenv("TMPDIR"), folder->path))
		return true;
	error = errno;
	interruption_release(&folder->mask);
	errno = error;
	return false;
}

/* In a child: lets all compilers that are known use FOLDER. */
static void cache_folder_enter(const struct cache_folder *folder)
{
	for (size_t i = 0; i < ARRAY_SIZE(variables); i++)
		setenv(variables[i], folder->path, 1);
}

/* Removes all that is in it, and lets signals take effect. False if the folder is still there. */
static bool cache_folder_remove(struct cache_folder *folder)
{
	const bool is_gone = own_dir_remove_all(&folder->directory);

	interruption_release(&folder->mask);
	return is_gone;
}

/* -- the child -------------------------------------------------------------- */

/* What the child has made so far. */
struct compute_trial {
	struct device_use use;
	cl_program program;
	cl_kernel kernel;
	cl_mem input;
	cl_mem output;
	cl_uint results[COUNT];
};

struct compute_question {
	const struct compute_probe *probe;
	const struct cache_folder *folder;
};

static void begin_step(const struct compute_trial *trial, enum compute_step step)
{
	report_put_number(trial->use.report, "step", step);
}

static bool has_functions(const struct compute_trial *trial)
{
	static const char *const names[] = {
		"clGetDeviceInfo", "clCreateContext", "clReleaseContext", "clCreateCommandQueue",
		"clReleaseCommandQueue", "clCreateBuffer", "clReleaseMemObject",
		"clCreateProgramWithSource", "clBuildProgram", "clGetProgramBuildInfo",
		"clReleaseProgram", "clCreateKernel", "clSetKernelArg", "clReleaseKernel",
		"clEnqueueNDRangeKernel", "clEnqueueReadBuffer",
	};
	void *const *slots = (void *const *)trial->use.table;

	for (size_t i = 0; i < ARRAY_SIZE(names); i++)
		if (!slots[api_slot(names[i])])
			return device_use_lacks(&trial->use, names[i]);
	return true;
}

static bool is_able(const struct compute_trial *trial)
{
	const char *why = NULL;

	if (device_use_is_custom(&trial->use))
		why = "a custom device builds no programs from source";
	else if (!device_use_flag(&trial->use, CL_DEVICE_AVAILABLE, true))
		why = "the driver says that the device is not available (CL_DEVICE_AVAILABLE)";
	else if (!device_use_flag(&trial->use, CL_DEVICE_COMPILER_AVAILABLE, true))
		why = "the driver has no compiler for it (CL_DEVICE_COMPILER_AVAILABLE)";
	else if (!device_use_has_host_order(&trial->use))
		why = "its byte order differs from the host's (CL_DEVICE_ENDIAN_LITTLE)";
	report_put(trial->use.report, "unable", why);
	return !why;
}

static bool create_objects(struct compute_trial *trial)
{
	const struct api_table *table = trial->use.table;
	cl_uint numbers[COUNT];
	cl_int code = CL_SUCCESS;

	begin_step(trial, COMPUTE_CREATE);
	for (cl_uint i = 0; i < COUNT; i++)
		numbers[i] = ~i;
	if (!device_use_open(&trial->use))
		return false;
	trial->input = table->clCreateBuffer(trial->use.context,
					     CL_MEM_READ_ONLY | CL_MEM_COPY_HOST_PTR,
					     sizeof(numbers), numbers, &code);
	if (!device_use_made(&trial->use, "clCreateBuffer", trial->input, code))
		return false;
	trial->output = table->clCreateBuffer(trial->use.context, CL_MEM_WRITE_ONLY,
					      sizeof(trial->results), NULL, &code);
	return device_use_made(&trial->use, "clCreateBuffer", trial->output, code);
}

static bool build(struct compute_trial *trial)
{
	const struct api_table *table = trial->use.table;
	const char *text = source;
	cl_int code = CL_SUCCESS;

	begin_step(trial, COMPUTE_BUILD);
	trial->program = table->clCreateProgramWithSource(trial->use.context, 1, &text, NULL, &code);
	if (!device_use_made(&trial->use, "clCreateProgramWithSource", trial->program, code))
		return false;
	code = table->clBuildProgram(trial->program, 1, &trial->use.device, "", NULL, NULL);
	if (!device_use_succeeded(&trial->use, "clBuildProgram", code)) {
		device_use_put_log(&trial->use, trial->program);
		return false;
	}
	trial->kernel = table->clCreateKernel(trial->program, "clrouter_check", &code);
	return device_use_made(&trial->use, "clCreateKernel", trial->kernel, code);
}

static bool run_kernel(struct compute_trial *trial)
{
	const struct api_table *table = trial->use.table;
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
		if (!device_use_succeeded(&trial->use, "clSetKernelArg", code))
			return false;
	}
	code = table->clEnqueueNDRangeKernel(trial->use.queue, trial->kernel, 1, NULL, &items, NULL,
					     0, NULL, NULL);
	if (!device_use_succeeded(&trial->use, "clEnqueueNDRangeKernel", code))
		return false;
	code = table->clEnqueueReadBuffer(trial->use.queue, trial->output, CL_TRUE, 0,
					  sizeof(trial->results), trial->results, 0, NULL, NULL);
	return device_use_succeeded(&trial->use, "clEnqueueReadBuffer", code);
}

static bool has_right_result(const struct compute_trial *trial)
{
	for (cl_uint i = 0; i < COUNT; i++) {
		const cl_uint expected = expected_result(i, ~i);

		if (trial->results[i] == expected)
			continue;
		report_put(trial->use.report, "wrong",
			   format_into(trial->use.arena, "number %u of %u is 0x%08x, expected 0x%08x",
				       i, COUNT, trial->results[i], expected));
		return false;
	}
	return true;
}

static void release_objects(const struct compute_trial *trial)
{
	const struct api_table *table = trial->use.table;

	begin_step(trial, COMPUTE_RELEASE);
	if (trial->kernel)
		table->clReleaseKernel(trial->kernel);
	if (trial->program)
		table->clReleaseProgram(trial->program);
	if (trial->output)
		table->clReleaseMemObject(trial->output);
	if (trial->input)
		table->clReleaseMemObject(trial->input);
	if (trial->use.queue)
		table->clReleaseCommandQueue(trial->use.queue);
	if (trial->use.context)
		table->clReleaseContext(trial->use.context);
}

static void try_device(struct compute_trial *trial)
{
	struct timespec start;
	struct timespec end;

	if (!has_functions(trial) || !is_able(trial))
		return;
	clock_gettime(CLOCK_MONOTONIC, &start);
	if (create_objects(trial) && build(trial) && run_kernel(trial) && has_right_result(trial)) {
		clock_gettime(CLOCK_MONOTONIC, &end);
		report_put_number(trial->use.report, "good", (end.tv_sec - start.tv_sec) * 1000000 +
				  (end.tv_nsec - start.tv_nsec) / 1000);
	}
	release_objects(trial);
}

static void compute(int report, void *argument)
{
	static struct arena arena;	/* drivers keep pointers to both */
	static struct compute_trial trial;
	const struct compute_question *question = argument;
	const struct compute_probe *probe = question->probe;

	cache_folder_enter(question->folder);
	trial.use.report = report;
	trial.use.arena = &arena;
	begin_step(&trial, COMPUTE_LOAD);
	driver_probe_link(probe->loader);
	if (device_use_find(&trial.use, probe->candidate, probe->settings, probe->platform,
			    probe->device))
		try_device(&trial);
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
		{ DEVICE_USE_FAILED, &probe->failed },
		{ DEVICE_USE_LOG, &probe->log },
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
	struct compute_question question = { probe, &folder };

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
	static const char *const texts[] = {
		[COMPUTE_LOAD] = "while its library was loaded",
		[COMPUTE_CREATE] = "while it created a context, a queue and buffers",
		[COMPUTE_BUILD] = "while it built the program",
		[COMPUTE_RUN] = "while it ran the kernel",
		[COMPUTE_RELEASE] = "while its objects were released",
		[COMPUTE_EXIT] = "while the program ended",
	};

	return texts[step];
}
