/* SPDX-License-Identifier: Apache-2.0 */
/* validation-own: what the validation layer keeps of a call between its hooks. */
#ifndef CLROUTER_LAYERS_VALIDATION_VALIDATION_OWN_H
#define CLROUTER_LAYERS_VALIDATION_VALIDATION_OWN_H

#include <assert.h>

#include "opencl/call.h"

/* More doubtful findings than a call can have by accident. */
#define OWN_DOUBTS 4

/* See checks/limit.h. */
struct own_limit {
	uint64_t number; /* of the call */
	const char *relation;
	const char *name; /* NULL: nothing is noted */
	uint64_t limit;
};

struct validation_own {
	const void *waited_event; /* of the wait list, where the new event is stored; NULL: none */
	char *options;		  /* of a build, made for it, or NULL; set by arg-info.h */
	cl_event event; /* of the command, which the application did not ask for; NULL: none */
	bool has_event; /* the driver was asked for it; both are set by pending.c */
	cl_int errcode; /* in place of the one that the application did not ask for */
	bool is_broken; /* the call breaks a rule */
	unsigned char doubt_count;
	struct doubt {
		unsigned char rule; /* among the function's rules */
		unsigned char test; /* of the rule */
	} doubts[OWN_DOUBTS];
	struct own_limit limit;
} __attribute__((may_alias));

static_assert(sizeof(struct validation_own) <= CALL_OWN, "a call has no memory for it");

static inline struct validation_own *validation_own(const struct call *call)
{
	return call_own(call);
}

#endif
