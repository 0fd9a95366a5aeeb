/* SPDX-License-Identifier: Apache-2.0 */
/*
 * count-layer: counts the calls of every OpenCL function and prints the counts
 * when the program ends. doc/writing-a-layer.md explains it line by line.
 *
 *	cc -shared -fPIC $(pkg-config --cflags OpenCL) count-layer.c -o libcount.so
 *	OPENCL_LAYERS=$PWD/libcount.so clinfo
 */
#include <clrouter/layer.h>
#include <stdatomic.h>
#include <stdio.h>

static atomic_ulong calls[CLROUTER_SLOTS];

/* For each function one that counts, then calls the next layer or the driver. */
#define COUNT(ret, name, params, args) \
	static ret CL_API_CALL count_##name params \
	{ \
		atomic_fetch_add(&calls[CLROUTER_SLOT_##name], 1); \
		return clrouter_target.name args; \
	}
CLROUTER_FUNCTIONS(COUNT)

static cl_int start(struct clrouter_table *table)
{
#define INSTALL(ret, name, params, args) table->name = count_##name;
	CLROUTER_FUNCTIONS(INSTALL)
	return CL_SUCCESS;
}

static void stop(void)
{
#define PRINT(ret, name, params, args) \
	if (calls[CLROUTER_SLOT_##name]) \
		fprintf(stderr, "%8lu %s\n", calls[CLROUTER_SLOT_##name], #name);
	CLROUTER_FUNCTIONS(PRINT)
}

CLROUTER_LAYER("count", start, stop)
