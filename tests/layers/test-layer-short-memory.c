/* SPDX-License-Identifier: Apache-2.0 */
/*
 * short-memory: the validation and the lifetime layer run out of memory while a program makes its
 * objects, or after that: at each of their allocations, once, or from then on. That is no mistake of
 * the program: what it does right is no finding, and is not answered by the layer.
 *
 * The program runs with each allocation. Single calls, which are many, are made with every STEPth
 * one only, beginning with another one for each call; by "make check-thorough" with each.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

#include "layers/short-memory.h"
#include "layers/validation-cases.h"
#include "layers/validation-objects.h"
#include "layers/validation-run.h"
#include "layers/validation-words.h"

#define STEP 512

struct clrouter_table clrouter_target; /* layer.h declares it; unused here */

static short_memory_set_fn *set;
static unsigned step;
static unsigned first;
static unsigned long runs;

/* What a child tells: the findings, and how many allocations there were. */
static struct outcome {
	unsigned count;
	char findings[4096];
} *outcome;

/* -- a program ----------------------------------------------------------------------------- */

static void *object(const char *name)
{
	return (void *)(uintptr_t)objects_value(name);
}

/* Two queues, of which events order what they do. */
static void use_queues(cl_mem buffer)
{
	static char bytes[64];
	cl_command_queue queue = object("queue");
	cl_command_queue other =
		run_layer->clCreateCommandQueue(object("context"), object("device"), 0, NULL);
	cl_event user = run_layer->clCreateUserEvent(object("context"), NULL);
	cl_event written, read;

	/* The host orders these two: the second has ended before the first may begin. */
	run_layer->clEnqueueWriteBuffer(queue, buffer, CL_FALSE, 64, 16, bytes, 1, &user, NULL);
	run_layer->clEnqueueReadBuffer(other, buffer, CL_FALSE, 64, 16, bytes + 16, 0, NULL, NULL);
	run_layer->clFinish(other);
	run_layer->clEnqueueWriteBuffer(queue, buffer, CL_FALSE, 0, 16, bytes, 1, &user, &written);
	run_layer->clEnqueueReadBuffer(other, buffer, CL_FALSE, 0, 16, bytes, 1, &written, &read);
	run_layer->clEnqueueFillBuffer(queue, buffer, bytes, 4, 0, 16, 1, &read, NULL);
	run_layer->clSetUserEventStatus(user, CL_COMPLETE);
	run_layer->clWaitForEvents(1, &read);
	run_layer->clFinish(queue);
	run_layer->clEnqueueFillBuffer(other, buffer, bytes, 4, 0, 16, 0, NULL, NULL);
	run_layer->clFinish(other);
	run_layer->clReleaseEvent(user);
	run_layer->clReleaseEvent(written);
	run_layer->clReleaseEvent(read);
	run_layer->clReleaseCommandQueue(other);
}

static void use_memory(cl_mem buffer)
{
	const cl_buffer_region region = { 0, 64 };
	cl_command_queue queue = object("queue");
	cl_mem part = run_layer->clCreateSubBuffer(buffer, 0, CL_BUFFER_CREATE_TYPE_REGION, &region,
						   NULL);
	void *svm = run_layer->clSVMAlloc(object("context"), 0, 64, 0);
	void *mapped;

	for (int i = 0; i < 2; i++) {
		mapped = run_layer->clEnqueueMapBuffer(queue, i == 0 ? buffer : part, CL_TRUE,
						       CL_MAP_WRITE, 0, 16, 0, NULL, NULL, NULL);
		run_layer->clEnqueueUnmapMemObject(queue, i == 0 ? buffer : part, mapped, 0, NULL,
						   NULL);
	}
	run_layer->clEnqueueSVMMap(queue, CL_TRUE, CL_MAP_WRITE, svm, 64, 0, NULL, NULL);
	run_layer->clEnqueueSVMUnmap(queue, svm, 0, NULL, NULL);
	run_layer->clFinish(queue);
	run_layer->clSVMFree(object("context"), svm);
	run_layer->clReleaseMemObject(part);
}

static void use_kernels(cl_mem buffer)
{
	const char *text = "kernel void f(int a, int b) {}";
	const void *const no_pointers[] = { NULL };
	const size_t one = 1;
	cl_context context = object("context");
	cl_program program = run_layer->clCreateProgramWithSource(context, 1, &text, NULL, NULL);
	cl_program compiled = run_layer->clCreateProgramWithSource(context, 1, &text, NULL, NULL);
	cl_program linked;
	cl_kernel kernel, copy;

	run_layer->clBuildProgram(program, 0, NULL, NULL, NULL, NULL);
	kernel = run_layer->clCreateKernel(program, "f", NULL);
	for (cl_uint i = 0; i < 2; i++)
		run_layer->clSetKernelArg(kernel, i, sizeof(buffer), &buffer);
	run_layer->clSetKernelExecInfo(kernel, CL_KERNEL_EXEC_INFO_SVM_PTRS, sizeof(no_pointers),
				       no_pointers);
	copy = run_layer->clCloneKernel(kernel, NULL);
	run_layer->clEnqueueNDRangeKernel(object("queue"), kernel, 1, NULL, &one, NULL, 0, NULL, NULL);
	run_layer->clEnqueueNDRangeKernel(object("queue"), copy, 1, NULL, &one, NULL, 0, NULL, NULL);
	run_layer->clReleaseKernel(copy);
	run_layer->clReleaseKernel(kernel);
	run_layer->clBuildProgram(program, 0, NULL, NULL, NULL, NULL);
	run_layer->clCompileProgram(compiled, 0, NULL, NULL, 0, NULL, NULL, NULL, NULL);
	linked = run_layer->clLinkProgram(context, 0, NULL, NULL, 1, &compiled, NULL, NULL, NULL);
	run_layer->clReleaseProgram(linked);
	run_layer->clReleaseProgram(compiled);
	run_layer->clReleaseProgram(program);
}

static void run_program(void)
{
	cl_mem buffer = run_layer->clCreateBuffer(object("context"), 0, 4096, NULL, NULL);

	use_queues(buffer);
	use_memory(buffer);
	use_kernels(buffer);
	run_layer->clRetainMemObject(buffer);
	run_layer->clReleaseMemObject(buffer);
	run_layer->clReleaseMemObject(buffer);
}

/* -- runs ------------------------------------------------------------------------------------ */

static void run_call(const struct validation_case *one)
{
	uint64_t result;

	words_call(words_slot(one->function), one->words, &result);
}

static void run_here(const struct validation_case *one, enum shortage shortage, unsigned number)
{
	set(shortage, number);
	run_start();
	if (one)
		run_call(one);
	else
		run_program();
	outcome->count = set(shortage, 0);
	snprintf(outcome->findings, sizeof(outcome->findings), "%s", run_findings());
	run_stop();
}

/*
 * Runs the call ONE, or the program if that is NULL, short of memory from allocation NUMBER on; how
 * many there were. In a process of its own: the layers keep the memory for what they know of an
 * address.
 */
static unsigned run(const struct validation_case *one, enum shortage shortage, unsigned number)
{
	const char *function = one ? one->function : "a program";
	const char *words = one ? one->words : "";
	int status;
	pid_t child;

	*outcome = (struct outcome){ .count = 0 };
	child = fork();
	if (child == 0) {
		run_here(one, shortage, number);
		_exit(EXIT_SUCCESS);
	}
	if (child < 0 || waitpid(child, &status, 0) != child || status != 0)
		run_fail("the layer does not live without memory", function, words, "");
	if (outcome->findings[0] != '\0')
		run_fail("a finding without memory", function, words, outcome->findings);
	runs++;
	return outcome->count;
}

static void run_short(const struct validation_case *one, unsigned from, unsigned by)
{
	const unsigned count = run(one, SHORT_ONCE, 0);

	for (unsigned number = from; number <= count; number += by) {
		run(one, SHORT_ONCE, number);
		run(one, SHORT_FOR_GOOD, number);
	}
}

static void run_one_call(const struct validation_case *one)
{
	run_short(one, 1 + first++ % step, step);
}

/* The layer LIBRARY, which writes into the file that VARIABLE names. */
static void run_layer_of(const char *library, const char *variable)
{
	char path[1024];

	snprintf(path, sizeof(path), SHORT_LAYERS "%s", library);
	run_open(path);
	setenv(variable, getenv("OPENCL_VALIDATION_FILE"), 1);
	*(void **)&set = run_symbol("short_memory_set");
	run_short(NULL, 1, 1);
	if (outcome->count == 0)
		run_fail("no allocation", library, "", "");
}

int main(void)
{
	step = run_step(STEP);
	setvbuf(stdout, NULL, _IOLBF, 0);
	words_may_be_unseen = true;
	setenv("OPENCL_VALIDATION_CALLS", "answer", 1);
	setenv("OPENCL_VALIDATION_RACES", "yes", 1);
	/* The buffer of the calls stays mapped, and nothing is released. */
	setenv("OPENCL_VALIDATION_RULES", "!race-mapped,!object-never-released", 1);
	outcome = mmap(NULL, sizeof(*outcome), PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1,
		       0);
	if (outcome == MAP_FAILED)
		return 1;
	run_layer_of("short-lifetime.so", "OPENCL_LIFETIME_FILE");
	run_layer_of("short-validation.so", "OPENCL_VALIDATION_FILE");
	cases_run_allowed(run_one_call);
	printf("runs: %lu\n", runs);
	printf("failures: %u\n", run_failures());
	return run_failures() > 0;
}
