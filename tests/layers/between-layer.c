/* SPDX-License-Identifier: Apache-2.0 */
/*
 * between-layer: a layer that only passes calls on. It is built without calls that are jumps, so that
 * each of its functions has a frame on the stack between the program and the next layer.
 */
#include <clrouter/layer.h>

#define PASS(ret, name, params, args) \
	static ret CL_API_CALL pass_##name params \
	{ \
		return clrouter_target.name args; \
	}
CLROUTER_FUNCTIONS(PASS)

static cl_int start(struct clrouter_table *table)
{
#define INSTALL(ret, name, params, args) table->name = pass_##name;
	CLROUTER_FUNCTIONS(INSTALL)
	return CL_SUCCESS;
}

CLROUTER_LAYER("between", start, NULL)
