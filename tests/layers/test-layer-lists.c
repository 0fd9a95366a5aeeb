/* SPDX-License-Identifier: Apache-2.0 */
/*
 * lists: a program gives a number of elements that is far too large with a list of two. A driver
 * that looks at the elements one after the other finds the mistake in the second one, and never
 * reads what is after it. So a layer that reads on is the one that crashes: after the list is a page
 * that nothing may touch.
 *
 * Every call that is allowed is made again like this, for each of its numbers, under each layer: with every
 * STEPth of the mistakes and numbers below; by "make check-thorough" with each.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "layers/at-end.h"
#include "layers/validation-cases.h"
#include "layers/validation-driver.h"
#include "layers/validation-objects.h"
#include "layers/validation-run.h"
#include "layers/validation-words.h"
#include "opencl/constants.h"
#include "opencl/signature.h"

#define LISTS 4
#define ELEMENTS 2
#define STEP 2

struct clrouter_table clrouter_target; /* layer.h declares it; unused here */

/* The second element of lists of handles. */
enum mistake { MISTAKE_NULL, MISTAKE_UNKNOWN, MISTAKES };

/* Few are checked one by one; for 70,000 there is memory. */
static const char *const numbers[] = { "1000", "70000", "0xffffffff" };

static const struct layer {
	const char *library;
	const char *variable;	/* names the file that it writes */
	unsigned mistakes;	/* a layer that knows no objects shows a few unknown handles */
} layers[] = {
	{ "libCLTrace.so", "OPENCL_TRACE_FILE", 1 },
	{ "libCLRecord.so", "OPENCL_RECORD_FILE", 1 },
	{ "libCLLifetime.so", "OPENCL_LIFETIME_FILE", MISTAKES },
	{ "libCLValidation.so", "OPENCL_VALIDATION_FILE", MISTAKES },
	{ "libCLCapture.so", "OPENCL_CAPTURE_FILE", MISTAKES },
	{ "libCLDevices.so", "OPENCL_DEVICES_FILE", MISTAKES },
	{ "libCLWait.so", "OPENCL_WAIT_FILE", MISTAKES },
	{ "libCLSanitize.so", "OPENCL_SANITIZE_FILE", MISTAKES },
	{ "libCLCompatibility.so", "OPENCL_COMPATIBILITY_FILE", MISTAKES }, /* with all forced */
};

static const struct layer *layer;
static unsigned calls;
static unsigned turns;
static unsigned step;

/* -- lists --------------------------------------------------------------------------------- */

/* A list that the signatures do not describe, and the parameter with the number. */
static const struct {
	const char *list;
	const char *number;
} other_lists[] = {
	{ "svm_pointers", "num_svm_pointers" },
	{ "configs", "num_configs" },
	{ "config_types", "num_configs" },
	{ "binaries", "num_devices" },
};

/* The parameter with the number of elements of PARAM; NULL: it is no list. */
static const char *number_of(const struct signature *function, const struct signature_param *param)
{
	for (size_t i = 0; i < sizeof(other_lists) / sizeof(other_lists[0]); i++)
		if (strcmp(other_lists[i].list, param->name) == 0)
			return other_lists[i].number;
	if (param->count < 0 || (param->kind != PARAM_HANDLES && param->kind != PARAM_NUMBERS &&
				 param->kind != PARAM_STRINGS))
		return NULL;
	return function->params[param->count].name;
}

static uint64_t object_of(enum object_kind kind)
{
	static const char *const names[OBJECT_KINDS] = {
		[OBJECT_DEVICE] = "device",   [OBJECT_QUEUE] = "queue",
		[OBJECT_MEM] = "buffer",      [OBJECT_PROGRAM] = "program",
		[OBJECT_EVENT] = "event",     [OBJECT_SEMAPHORE] = "semaphore",
		[OBJECT_COMMAND] = "command",
	};

	return names[kind] ? objects_value(names[kind]) : 0;
}

/* Bytes of an element. */
static size_t size_of(const struct signature_param *param)
{
	return param->kind == PARAM_NUMBERS ? param->size : sizeof(void *);
}

/* Writes the elements of PARAM to LIST; all but handles end with a 0. */
static void fill(const struct signature_param *param, enum mistake mistake, char *list)
{
	static const char text[] = "kernel void f() {}";
	static char unknown[64];
	uint64_t elements[ELEMENTS] = { 1, 0 };

	if (param->kind == PARAM_HANDLES) {
		elements[0] = object_of(param->object);
		if (mistake == MISTAKE_UNKNOWN)
			elements[1] = (uintptr_t)unknown;
	} else if (param->kind != PARAM_NUMBERS) {
		elements[0] = (uintptr_t)text;
	}
	for (size_t i = 0; i < ELEMENTS; i++)
		memcpy(list + i * size_of(param), &elements[i], size_of(param));
}

/* A new list of PARAM that ends where memory ends. */
static const char *make_list(const struct signature_param *param, enum mistake mistake)
{
	char *list = at_end(NULL, ELEMENTS * size_of(param));

	fill(param, mistake, list);
	return list;
}

/* -- calls --------------------------------------------------------------------------------- */

/* Makes the call ONE with too large a NUMBER, VALUE, which the driver refuses. */
static void call_here(const struct validation_case *one, const char *number, const char *value,
		      enum mistake mistake)
{
	static const char *const names[LISTS] = { "end_0", "end_1", "end_2", "end_3" };
	const unsigned slot = words_slot(one->function);
	const struct signature *function = &signatures[slot];
	unsigned lists = 0;
	uint64_t result;
	char words[1024];
	size_t used;

	run_start();
	used = (size_t)snprintf(words, sizeof(words), "%s %s=%s", one->words, number, value);
	for (unsigned i = 0; i < function->param_count; i++) {
		const struct signature_param *param = &function->params[i];
		const char *of = number_of(function, param);

		if (!of || strcmp(of, number) != 0 || lists == LISTS)
			continue;
		objects_name(names[lists], (uintptr_t)make_list(param, mistake));
		used += (size_t)snprintf(words + used, sizeof(words) - used, " %s=%s", param->name,
					 names[lists++]);
	}
	driver_refuse(slot, CL_INVALID_VALUE);
	words_call(slot, words, &result);
	run_stop();
}

static void call(const struct validation_case *one, const char *number, const char *value,
		 enum mistake mistake)
{
	int status = 0;
	const pid_t child = fork();

	calls++;
	if (child == 0) {
		call_here(one, number, value, mistake);
		_exit(EXIT_SUCCESS);
	}
	if (child < 0 || waitpid(child, &status, 0) != child || status != 0)
		run_fail(layer->library, one->function, number,
			 mistake == MISTAKE_NULL ? ": NULL" : ": unknown");
}

/*
 * A native kernel may be given NULL in place of a memory object; and no error is specified for
 * pointers that cannot be freed: a driver frees all of them. Emulated command buffers have one
 * queue each, so there is no function that gives them others.
 */
static bool is_no_error(const char *function, const char *number)
{
	return (strcmp(function, "clRemapCommandBufferKHR") == 0 &&
		strcmp(layer->library, "libCLCompatibility.so") == 0) ||
	       (strcmp(function, "clEnqueueNativeKernel") == 0 &&
		strcmp(number, "num_mem_objects") == 0) ||
	       (strcmp(function, "clEnqueueSVMFree") == 0 &&
		strcmp(number, "num_svm_pointers") == 0);
}

/* Once for each number of ONE. */
static void call_each(const struct validation_case *one)
{
	const struct signature *function = &signatures[words_slot(one->function)];
	const char *last = "";

	for (unsigned i = 0; i < function->param_count; i++) {
		const char *number = number_of(function, &function->params[i]);

		if (!number || strcmp(number, last) == 0)
			continue;
		last = number;
		if (is_no_error(one->function, number))
			continue;
		turns++;
		for (unsigned mistake = 0; mistake < layer->mistakes; mistake++)
			for (size_t k = 0; k < sizeof(numbers) / sizeof(numbers[0]); k++)
				if ((turns + mistake + k) % step == 0)
					call(one, number, numbers[k], (enum mistake)mistake);
	}
}

/* In a process of its own, because the cases are read once. */
static int run_layer_here(void)
{
	char path[1024];

	snprintf(path, sizeof(path), LAYER_DIR "/%s", layer->library);
	run_open(path);
	setenv(layer->variable, getenv("OPENCL_VALIDATION_FILE"), 1);
	cases_run_allowed(call_each);
	printf("%s: calls: %u, failures: %u\n", layer->library, calls, run_failures());
	return run_failures() > 0 || calls < 100 ? EXIT_FAILURE : EXIT_SUCCESS;
}

int main(void)
{
	unsigned failed = 0;

	step = run_step(STEP);
	setvbuf(stdout, NULL, _IOLBF, 0);
	words_may_be_unseen = true;
	setenv("OPENCL_VALIDATION_RACES", "yes", 1);
	setenv("OPENCL_VALIDATION_LEVELS", "*", 1);
	setenv("OPENCL_COMPATIBILITY_FORCE", "all", 1);
	setenv("OPENCL_WAIT_WATCH", "5", 1);
	for (size_t i = 0; i < sizeof(layers) / sizeof(layers[0]); i++) {
		int status = 0;
		pid_t child;

		layer = &layers[i];
		child = fork();
		if (child == 0)
			_exit(run_layer_here());
		failed += child < 0 || waitpid(child, &status, 0) != child || status != 0;
	}
	return failed > 0;
}
