/* SPDX-License-Identifier: Apache-2.0 */
/*
 * closing-loader: a loader that starts a layer as cl_loader_layers 1.0.0 has it, and that a program
 * can close without a word to the layer, as ocl-icd. What it gives to the layer is its own code, which is
 * gone then. It passes all calls on to libOpenCL.so.1, which stays.
 */
#include <dlfcn.h>
#include <stddef.h>

#include <clrouter/layer.h>

#include "layers/closing-loader.h"

struct clrouter_table clrouter_target;	/* the functions of the loader below */

#define FORWARD(ret, name, params, args)                  \
	static ret CL_API_CALL forward_##name params      \
	{                                                 \
		return clrouter_target.name args;         \
	}
CLROUTER_FUNCTIONS(FORWARD)

/* Only clrouter's loader has functions for layers. */
static void *CL_API_CALL find_none(const char *name)
{
	(void)name;
	return NULL;
}

#define FORWARD_ENTRY(ret, name, params, args) .name = forward_##name,
static struct clrouter_table forwards = { CLROUTER_FUNCTIONS(FORWARD_ENTRY) };

#define NAME(ret, name, params, args) #name,
static const char *const names[CLROUTER_SLOTS] = { CLROUTER_FUNCTIONS(NAME) };

static void find_functions(void *loader)
{
	for (size_t slot = 0; slot < CLROUTER_SLOTS; slot++) {
		void *const function = dlsym(loader, names[slot]);

		memcpy((char *)&clrouter_target + slot * sizeof(function), &function,
		       sizeof(function));
	}
}

const struct clrouter_table *closing_loader_start(const char *path)
{
	void *const loader = dlopen("libOpenCL.so.1", RTLD_NOW | RTLD_LOCAL);
	void *const layer = dlopen(path, RTLD_NOW | RTLD_LOCAL);
	void *const function = layer ? dlsym(layer, "clInitLayer") : NULL;
	const struct _cl_icd_dispatch *table = NULL;
	closing_loader_init *init;
	cl_uint count = 0;

	memcpy(&init, &function, sizeof(init));
	if (!loader || !init)
		return NULL;
	find_functions(loader);
	forwards.clGetExtensionFunctionAddress = find_none;
	if (init(CLROUTER_SLOTS, (const void *)&forwards, &count, &table) != CL_SUCCESS)
		return NULL;
	return (const void *)table;
}
