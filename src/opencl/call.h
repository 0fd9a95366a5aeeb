/* SPDX-License-Identifier: Apache-2.0 */
/*
 * call: one call of any OpenCL function, for layers that look at all functions. The wrappers are
 * generated from api.list and extensions.list and are the same in each such layer; the layer gives
 * them its own functions, the hooks.
 */
#ifndef CLROUTER_OPENCL_CALL_H
#define CLROUTER_OPENCL_CALL_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <clrouter/extension.h>

#include "opencl/args.h"
#include "opencl/signature.h"

/* More than any function has. */
#define CALL_VALUES 16

/* Bytes for what a layer keeps of a call. */
#define CALL_OWN 104

struct call {
	unsigned int slot;
	void **values;		/* addresses of the arguments, which may be changed */
	const void *frame;	/* of the wrapper on the stack: to be compared, never followed */
	const void *site;	/* the return address, in the program or in another layer: see place.h */
	cl_int refusal;		/* the error code if the call is refused */
	bool has_returned;
	bool is_ignored; /* for the layer: nothing is noted after the call */

	/* for state/track.h */
	unsigned int first_serial; /* of the object that is counted; 0: none */
	cl_uint stored_count;	/* what the driver says if the program does not ask for it */
	size_t stored_size;

	/*
	 * What a layer keeps between its hooks: a struct of its own, which before() sets. The
	 * wrapper does not clear it.
	 */
	_Alignas(uint64_t) unsigned char own[CALL_OWN];
};

/* Its struct; the layer checks that it fits. */
static inline void *call_own(const struct call *call)
{
	return (void *)(uintptr_t)call->own;
}

/*
 * What a layer does with each call. No lock may be held when they return.
 *
 * A call need not return: a callback of the program can throw an exception, end its thread or
 * use longjmp(), of which no layer is notified. So a layer must not keep a pointer to a call.
 */
struct call_hooks {
	/* Called before the driver. If false, the driver is not called: the program gets refusal. */
	bool (*before)(struct call *call);

	/* Called after the driver. RESULT is the address of the function's result; NULL for void. */
	void (*after)(struct call *call, const void *result);

	/* Called instead of after() if an exception or the end of the thread leaves the call, or NULL. */
	void (*left)(struct call *call);

	/*
	 * Called, if it is not NULL, when the program gets the address of the function NAME and its
	 * calls will not come to these hooks. No lock is held.
	 */
	clrouter_extension_unseen *unseen;
};

/*
 * Puts wrappers into TABLE for the functions whose slots WANTS accepts. They call GIVEN, which
 * must stay valid. To be called by a layer's start function.
 */
void call_wrap(struct clrouter_table *table, const struct call_hooks *given,
	       bool (*wants)(unsigned int slot));

/* -- the parameters of a call ------------------------------------------------------------ */

/*
 * INDEX is never a number: it is a constant of args.h, such as ARG_clSetKernelArg_arg_size, or comes
 * from a table. Code for several functions uses the constant of the one that it is mainly about; the
 * parameter must be at the same position in the others.
 */

/* The pointer or handle that parameter INDEX of CALL is. */
static inline const void *call_pointer(const struct call *call, unsigned index)
{
	const void *pointer;

	memcpy(&pointer, call->values[index], sizeof(pointer));
	return pointer;
}

/* The number that parameter INDEX of CALL is. */
static inline uint64_t call_number(const struct call *call, unsigned index)
{
	const size_t size = signature_size(&signatures[call->slot].params[index]);
	const uint64_t number = signature_number(call->values[index], size);

	return number;
}

static inline const struct signature_param *call_param(const struct call *call, unsigned index)
{
	return &signatures[call->slot].params[index];
}

/* Parameter INDEX of CALL as an array of COUNT handles, also if it is one handle. */
static inline const void *const *call_array(const struct call *call, unsigned index,
					    size_t *count)
{
	const struct signature_param *param = call_param(call, index);
	const bool is_one = param->kind == PARAM_HANDLE;
	const void *array = is_one ? call->values[index] : call_pointer(call, index);

	*count = !array ? 0 : is_one ? 1 : signature_count(param, call->values);
	return array;
}

/* -- commands and events ------------------------------------------------------------------ */

/* The queue that CALL is about; NULL: it is about none. */
static inline const void *call_queue(const struct call *call)
{
	const int index = signature_find(&signatures[call->slot], PARAM_HANDLE, OBJECT_QUEUE);

	return index < 0 ? NULL : call_pointer(call, (unsigned)index);
}

/* The event that CALL is about; NULL: it is about none. */
static inline const void *call_event(const struct call *call)
{
	const int index = signature_find(&signatures[call->slot], PARAM_HANDLE, OBJECT_EVENT);

	return index < 0 ? NULL : call_pointer(call, (unsigned)index);
}

/* The events that CALL, or its command, waits for, and how many. */
static inline const void *const *call_waits(const struct call *call, size_t *count)
{
	const int index = signature_find(&signatures[call->slot], PARAM_HANDLES, OBJECT_EVENT);

	*count = 0;
	return index < 0 ? NULL : call_array(call, (unsigned)index, count);
}

/* Where CALL stores the event of its command; NULL: nowhere. */
static inline const void *const *call_made_event(const struct call *call)
{
	const int index = signature_find(&signatures[call->slot], PARAM_MADE, OBJECT_EVENT);

	return index < 0 ? NULL : call_pointer(call, (unsigned)index);
}

/* Does CALL wait for the command that it enqueues? */
static inline bool call_blocks(const struct call *call)
{
	const int index = signature_find_blocking(&signatures[call->slot]);

	return index >= 0 && call_number(call, (unsigned)index) != CL_FALSE;
}

#endif
