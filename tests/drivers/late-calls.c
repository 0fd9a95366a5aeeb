/* SPDX-License-Identifier: Apache-2.0 */
/*
 * late-calls: a library whose destructor calls a function that the test sets. It does not need
 * libOpenCL, so its destructor runs after libOpenCL's, as the static destructors of other
 * libraries may do.
 */
#include <stddef.h>

typedef void late_calls_set_fn(void (*function)(void));

__attribute__((visibility("default"))) late_calls_set_fn late_calls_set;

static void (*late_function)(void);

void late_calls_set(void (*function)(void))
{
	late_function = function;
}

__attribute__((destructor)) static void end(void)
{
	if (late_function)
		late_function();
}
