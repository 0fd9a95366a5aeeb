/* SPDX-License-Identifier: Apache-2.0 */
/*
 * changes: between any two looks of the validation layer at an object of a call, other threads end
 * the layer, start it again, or release the object and make another one. A program that releases an
 * object which is in use is wrong, but the layer lives through it. What it finds then is not known.
 * The same with memory that is short once.
 *
 * Changes come at every STEPth look. "make check-thorough" makes the wrong calls, too, and has all changes
 * at each look, which takes some minutes.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "layers/changing-objects.h"
#include "layers/validation-cases.h"
#include "layers/validation-run.h"
#include "layers/validation-words.h"

#define STEP 8

struct clrouter_table clrouter_target; /* layer.h declares it; unused here */

static changing_objects_set_fn *set;
static unsigned step;
static unsigned first;

static void start_again(void)
{
	run_stop();
	run_start();
}

/* Makes the call with CHANGE at NUMBER; returns how many numbers there are. */
static unsigned call(const struct validation_case *one, enum change change, unsigned number)
{
	uint64_t result;
	unsigned count;

	run_start();
	set(change, number, start_again);
	words_call(words_slot(one->function), one->words, &result);
	count = set(CHANGE_END, 0, NULL);
	run_stop();
	return count;
}

static void run_change(const struct validation_case *one, enum change change)
{
	const unsigned count = call(one, change, 0);

	for (unsigned number = 1 + first % step; number <= count; number += step)
		call(one, change, number);
}

static void run_changes(const struct validation_case *one)
{
	for (int change = 0; change < CHANGES; change++)
		if (step == 1 || change == CHANGE_END || change == CHANGE_OTHER ||
		    change == CHANGE_NO_MEMORY)
			run_change(one, (enum change)change);
}

/* In a process of its own: the others follow if it does not live through it. */
static void run_alone(const struct validation_case *one)
{
	int status;
	pid_t child = fork();

	first++;
	if (child == 0) {
		run_changes(one);
		_exit(EXIT_SUCCESS);
	}
	if (child < 0 || waitpid(child, &status, 0) != child || status != 0)
		run_fail("the layer does not live through changes", one->function, one->words, "");
}

/* The cases prove nothing if CHANGE cannot come. */
static void expect_chance(const char *function, enum change change)
{
	const struct validation_case one = { .function = function, .words = "" };

	if (call(&one, change, 0) == 0)
		run_fail("nothing can change", function, "", "");
}

int main(void)
{
	step = run_step(STEP);
	setvbuf(stdout, NULL, _IOLBF, 0);
	setenv("OPENCL_VALIDATION_LEVELS", "*", 1);
	setenv("OPENCL_VALIDATION_DETAIL", "yes", 1);
	setenv("OPENCL_VALIDATION_RACES", "yes", 1);
	run_open(CHANGING_LAYER);
	*(void **)&set = run_symbol("changing_objects_set");
	if (step == 1)
		cases_run(run_alone);
	else
		cases_run_allowed(run_alone);
	expect_chance("clEnqueueReadBuffer", CHANGE_END);
	expect_chance("clEnqueueMapBuffer", CHANGE_NO_MEMORY);
	printf("failures: %u\n", run_failures());
	return run_failures() > 0;
}
