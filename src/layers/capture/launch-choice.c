/* SPDX-License-Identifier: Apache-2.0 */
/*
 * launch-choice: see launch-choice.h.
 */
#include "layers/capture/launch-choice.h"

#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>

#include "base/array.h"
#include "base/common/lock.h"
#include "base/glob.h"
#include "base/text.h"
#include "state/life.h"

#define NAME_SIZE 1024
#define MOST_NAMES 64	/* of kernels that are counted */
#define MOST_REFUSED 16 /* with so many refused launches in a row, the others are refused, too */

static struct lock lock = LOCK_INIT;

static struct {
	char glob[NAME_SIZE];
	bool has_kernel;
	bool is_failing;
	bool counts_all; /* NUMBERS count launches of all kernels */
	struct launch_numbers numbers; /* of such launches */
	uint64_t most;		       /* that are captured; 0: nothing is asked for */
	uint64_t most_refused;	       /* in a row */
	atomic_ullong launches;
	atomic_bool is_over;
	/* What follows has the lock. */
	uint64_t matches;
	uint64_t met;  /* of those in NUMBERS */
	uint64_t open; /* taken, and not settled */
	uint64_t captured;
	uint64_t refused; /* since one was captured */
	struct {
		char *name;
		uint64_t count;
	} kernels[MOST_NAMES]; /* while there is no match */
} choice;

void choice_start(const struct launch_choice *wanted)
{
	const bool is_asked =
		wanted->launch.first != 0 || wanted->kernel || wanted->is_failing;

	life_add_lock(&lock);
	choice.numbers = (struct launch_numbers){ 1, 1 };
	choice.has_kernel = wanted->kernel != NULL;
	choice.is_failing = wanted->is_failing;
	choice.counts_all = wanted->launch.first != 0;
	choice.most_refused = wanted->is_stream ? UINT64_MAX : MOST_REFUSED;
	if (choice.has_kernel)
		text_format(choice.glob, sizeof(choice.glob), "%.*s",
			    (int)launch_numbers_after_glob(wanted->kernel, &choice.numbers),
			    wanted->kernel);
	if (choice.counts_all)
		choice.numbers = wanted->launch;
	choice.most = is_asked ? choice.numbers.last - choice.numbers.first + 1 : 0;
	if (is_asked && wanted->count != 0) {
		if (choice.most == 1)
			choice.numbers.last = UINT64_MAX;
		choice.most = wanted->count;
	}
	choice_restart();
}

void choice_end(void)
{
	atomic_store(&choice.is_over, true);
}

void choice_restart(void)
{
	atomic_store(&choice.launches, 0);
	atomic_store(&choice.is_over, choice.most == 0);
	choice.matches = choice.met = choice.open = choice.captured = choice.refused = 0;
	for (size_t i = 0; i < ARRAY_SIZE(choice.kernels); i++)
		choice.kernels[i].count = 0;
}

bool choice_is_over(void)
{
	return atomic_load_explicit(&choice.is_over, memory_order_relaxed);
}

bool choice_is_several(void)
{
	return choice.most > 1;
}

uint64_t choice_count(void)
{
	return atomic_fetch_add(&choice.launches, 1) + 1;
}

uint64_t choice_launches(void)
{
	return atomic_load(&choice.launches);
}

uint64_t choice_captured(void)
{
	uint64_t captured;

	lock_take(&lock);
	captured = choice.captured;
	lock_give(&lock);
	return captured;
}

/* -- the names of kernels ------------------------------------------------------------------ */

static void count_kernel(const char *name)
{
	size_t i = 0;

	while (i < MOST_NAMES && choice.kernels[i].name &&
	       strcmp(choice.kernels[i].name, name) != 0)
		i++;
	if (i < MOST_NAMES && !choice.kernels[i].name)
		choice.kernels[i].name = strdup(name);
	if (i < MOST_NAMES && choice.kernels[i].name)
		choice.kernels[i].count++;
}

static bool is_kernel(const struct call *call)
{
	const cl_kernel kernel =
		(cl_kernel)(uintptr_t)call_pointer(call, ARG_clEnqueueNDRangeKernel_kernel);
	char name[NAME_SIZE] = "";
	bool is_match;

	if (!kernel ||
	    clrouter_target.clGetKernelInfo(kernel, CL_KERNEL_FUNCTION_NAME, sizeof(name) - 1, name,
					    NULL) != CL_SUCCESS)
		return false;
	is_match = glob_matches(choice.glob, name);
	lock_take(&lock);
	if (!is_match && choice.matches == 0)
		count_kernel(name);
	lock_give(&lock);
	return is_match;
}

void choice_say_kernels(void (*say)(const char *name, uint64_t count))
{
	lock_take(&lock);
	for (size_t i = 0; choice.matches == 0 && i < MOST_NAMES; i++)
		if (choice.kernels[i].count > 0)
			say(choice.kernels[i].name, choice.kernels[i].count);
	lock_give(&lock);
}

/* -- which are taken ----------------------------------------------------------------------- */

/* A launch fits: it has NUMBER, or the next one of its kind if that is 0. */
static bool take(uint64_t number)
{
	bool is_taken;

	lock_take(&lock);
	choice.matches++;
	if (number == 0)
		number = choice.matches;
	is_taken = number >= choice.numbers.first && number <= choice.numbers.last;
	choice.met += is_taken;
	is_taken &= choice.captured + choice.open < choice.most &&
		    choice.refused < choice.most_refused;
	choice.open += is_taken;
	lock_give(&lock);
	return is_taken;
}

void choice_settle(bool is_captured)
{
	bool is_over;

	lock_take(&lock);
	choice.open--;
	choice.captured += is_captured;
	choice.refused = is_captured ? 0 : choice.refused + 1;
	is_over = choice.captured >= choice.most || choice.refused >= choice.most_refused ||
		  choice.met > choice.numbers.last - choice.numbers.first;
	if (is_over && choice.open == 0)
		atomic_store(&choice.is_over, true);
	lock_give(&lock);
}

bool choice_takes(const struct call *call, uint64_t number)
{
	if (choice_is_over() || choice.is_failing)
		return false;
	if (choice.has_kernel && !is_kernel(call))
		return false;
	return take(choice.counts_all ? number : 0);
}

bool choice_takes_failed(void)
{
	return choice.is_failing && !choice_is_over() && take(0);
}
