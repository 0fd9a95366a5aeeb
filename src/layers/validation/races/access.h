/* SPDX-License-Identifier: Apache-2.0 */
/* access: what a command reads or writes. Keeps no state. */
#ifndef CLROUTER_LAYERS_VALIDATION_RACES_ACCESS_H
#define CLROUTER_LAYERS_VALIDATION_RACES_ACCESS_H

#include "opencl/region.h"

/* The memory of the host; offsets there are addresses. */
#define ACCESS_HOST 0

struct access {
	uint64_t space;		/* ACCESS_HOST, or the number of what has memory of its own */
	struct region region;	/* of SPACE */
	bool writes;
	bool is_doubtful;	/* a kernel that may write does perhaps only read */
	uint32_t number;	/* of the memory object; 0: none */
};

static inline struct access access_of(uint64_t space, struct region region, bool writes)
{
	return (struct access){ .space = space, .region = region, .writes = writes };
}

/* Are A and B about the same bytes, which one of them may write? False if that is not known. */
static inline bool access_conflicts(const struct access *a, const struct access *b)
{
	return a->space == b->space && (a->writes || b->writes) &&
	       region_overlap(&a->region, &b->region);
}

/* Does one of A and B certainly write? */
static inline bool access_is_certain(const struct access *a, const struct access *b)
{
	return (a->writes && !a->is_doubtful) || (b->writes && !b->is_doubtful);
}

#endif
