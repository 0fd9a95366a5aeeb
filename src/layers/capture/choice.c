/* SPDX-License-Identifier: Apache-2.0 */
/*
 * choice: see choice.h.
 */
#include "layers/capture/choice.h"

#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>

#include "base/glob.h"
#include "base/text.h"

#define NAME_SIZE 1024

static struct {
	struct choice wanted;
	char glob[NAME_SIZE];
	uint64_t which;			/* of the launches of such kernels */
	atomic_ullong launches;
	atomic_ullong matches;
	atomic_bool is_over;
} choice;

/* GLOB:N; without a number at its end, the text is a glob, and the first launch is meant. */
static void set_kernel(const char *text)
{
	const char *colon = strrchr(text, ':');
	const size_t digits = colon != NULL ? strspn(colon + 1, "0123456789") : 0;
	size_t length = strlen(text);

	choice.which = 1;
	if (digits > 0 && colon[1 + digits] == '\0') {
		choice.which = strtoull(colon + 1, NULL, 10);
		length = (size_t)(colon - text);
	}
	text_format(choice.glob, sizeof(choice.glob), "%.*s", (int)length, text);
}

void choice_start(const struct choice *wanted)
{
	choice.wanted = *wanted;
	if (wanted->kernel != NULL)
		set_kernel(wanted->kernel);
	choice_restart();
}

void choice_restart(void)
{
	atomic_store(&choice.launches, 0);
	atomic_store(&choice.matches, 0);
	atomic_store(&choice.is_over, choice.wanted.launch == 0 && choice.wanted.kernel == NULL &&
					      !choice.wanted.is_failing);
}

bool choice_is_over(void)
{
	return atomic_load_explicit(&choice.is_over, memory_order_relaxed);
}

uint64_t choice_count(void)
{
	return atomic_fetch_add(&choice.launches, 1) + 1;
}

uint64_t choice_launches(void)
{
	return atomic_load(&choice.launches);
}

static bool is_kernel(const struct call *call)
{
	const cl_kernel kernel =
		(cl_kernel)(uintptr_t)call_pointer(call, ARG_clEnqueueNDRangeKernel_kernel);
	char name[NAME_SIZE] = "";

	if (kernel == NULL ||
	    clrouter_target.clGetKernelInfo(kernel, CL_KERNEL_FUNCTION_NAME, sizeof(name) - 1, name,
					    NULL) != CL_SUCCESS ||
	    !glob_matches(choice.glob, name))
		return false;
	return atomic_fetch_add(&choice.matches, 1) + 1 == choice.which;
}

/* Two threads may launch at once, and one of the launches is captured. */
static bool take(void)
{
	return !atomic_exchange(&choice.is_over, true);
}

bool choice_takes(const struct call *call, uint64_t number)
{
	if (choice_is_over() || choice.wanted.is_failing)
		return false;
	if (choice.wanted.launch != 0 && choice.wanted.launch != number)
		return false;
	if (choice.wanted.kernel != NULL && !is_kernel(call))
		return false;
	return take();
}

bool choice_takes_failed(void)
{
	return choice.wanted.is_failing && !choice_is_over() && take();
}
