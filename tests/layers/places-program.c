/* SPDX-License-Identifier: Apache-2.0 */
/*
 * places-program: the program of test-layer-places.sh. It makes a wrong call at two places of one
 * function, twice at one place of another, and one with an object of the wrong kind.
 */
#include <CL/cl.h>

/* So that the last call is no jump and has a place, and no function is a part of main(). */
static volatile cl_int result;

static void ask_twice(void)
{
	result = clGetPlatformIDs(0, NULL, NULL);
	result = clGetPlatformIDs(0, NULL, NULL);
}

static void ask_once(void)
{
	result = clGetPlatformIDs(0, NULL, NULL);
}

static void use_platform(void)
{
	cl_platform_id platform = NULL;

	result = clGetPlatformIDs(1, &platform, NULL);
	result = clGetContextInfo((cl_context)platform, CL_CONTEXT_DEVICES, 0, NULL, NULL);
}

static void (*volatile functions[])(void) = { ask_twice, ask_once, ask_once, use_platform };

int main(void)
{
	for (int i = 0; i < 4; i++)
		functions[i]();
	return 0;
}
