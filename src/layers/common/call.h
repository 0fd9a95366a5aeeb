/* SPDX-License-Identifier: Apache-2.0 */
/*
 * call: one call of any OpenCL function, as the layers see it that look at all of
 * them. The wrappers are generated from api.list and are the same in each such layer;
 * the layer hands them its own functions.
 */
#ifndef CLROUTER_LAYERS_COMMON_CALL_H
#define CLROUTER_LAYERS_COMMON_CALL_H

#include <stdbool.h>
#include <stdint.h>

#include <clrouter/layer.h>

/* More than any function has. */
#define CALL_VALUES 16

struct call {
	unsigned int slot;
	void **values;		/* addresses of the arguments, which may be changed */
	const void *frame;	/* of the wrapper on the stack: to be compared, never followed */
	cl_int refusal;		/* the error code if the call is refused */
	bool has_returned;

	/* the layer's own */
	uint64_t begin;
	uint64_t end;
	uint32_t numbers[CALL_VALUES];	/* of objects, by parameter */
	cl_event event;		/* in place of the one that the application did not ask for */
	bool owns_event;
	unsigned int depth;	/* how many calls of this thread it is inside of */
	bool is_shown;		/* its beginning was written when it began */
	bool is_ignored;
};

/*
 * What a layer does with each call. No lock may be held when they return.
 *
 * A call need not return: a callback of the program can throw an exception, end its thread or
 * use longjmp(), which tells nobody. So a layer must not keep a pointer to a call.
 */
struct call_hooks {
	/* Before the driver is called. False: it is not, and the application gets refusal. */
	bool (*before)(struct call *call);

	/* After that. RESULT is the address of what the function returns, or NULL. */
	void (*after)(struct call *call, const void *result);

	/* Instead of that: an exception or the end of the thread leaves the call. May be NULL. */
	void (*left)(struct call *call);
};

/*
 * Puts wrappers into TABLE for those functions that WANTS says yes to. They call HOOKS, which
 * must stay. To be called by a layer's start function.
 */
void call_wrap(struct clrouter_table *table, const struct call_hooks *hooks,
	       bool (*wants)(unsigned int slot));

#endif
