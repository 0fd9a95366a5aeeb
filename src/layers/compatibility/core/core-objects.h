/* SPDX-License-Identifier: Apache-2.0 */
/*
 * core-objects: what the program has made with drivers older than OpenCL 3.0: contexts, queues,
 * memory objects, samplers, programs and kernels. It knows the properties that an object was made
 * with, whether an object is still there, and when all of a context is gone.
 *
 * An object counts from its creation until the program has released it as often as it has a
 * reference. What the program was not seen to make is not there.
 *
 * Any thread may call. One lock is taken inside; nothing is called with it.
 */
#ifndef CLROUTER_LAYERS_COMPATIBILITY_CORE_CORE_OBJECTS_H
#define CLROUTER_LAYERS_COMPATIBILITY_CORE_CORE_OBJECTS_H

#include <stdbool.h>

#include <CL/cl.h>

#include "layers/compatibility/answer.h"

/*
 * HANDLE is a new object with one reference. OWNER is its context, or an object in it; NULL: it is
 * itself a context. PROPERTIES, which ends with 0, may be NULL. False: no memory; it is not there
 * then, and no object that was at the address before.
 */
bool objects_add(const void *handle, const void *owner, const cl_ulong *properties);

/* One reference more, if HANDLE is there. */
void objects_retain(const void *handle);

struct core_object;

/*
 * One reference less, if HANDLE is there: to be called before the driver releases it, because
 * another thread may get the address then. What it returns is for objects_end(), after the driver.
 */
struct core_object *objects_release(const void *handle);

/* Calls the callbacks of a context that is gone. CONTEXT may be NULL: none is. */
void objects_end(struct core_object *context);

/* Answers with the properties of HANDLE; with nothing if it has none. */
cl_int objects_answer(const void *handle, const struct query_answer *answer);

/* Was HANDLE made with a list of properties, which may be empty? */
bool objects_has_list(const void *handle);

/* A number that no other object has; 0: HANDLE is not there. */
unsigned objects_serial(const void *handle);

typedef void CL_CALLBACK notice_function(const char *text, const void *info, size_t size,
					 void *user_data);

/* The program's function that a context calls if there is an error. */
struct notice {
	notice_function *notify;
	void *user_data;
	_Atomic(bool) is_over; /* the context is gone: it is not called any more */
	struct notice *next;   /* all of them stay: the driver may call late */
};

/* NOTICE belongs to CONTEXT. */
void objects_set_notice(cl_context context, struct notice *notice);

/* NOTIFY is called when CONTEXT is gone; those that were added last are called first. */
cl_int objects_add_callback(cl_context context,
			    void(CL_CALLBACK *notify)(cl_context context, void *user_data),
			    void *user_data);

#endif
