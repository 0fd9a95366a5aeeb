/* SPDX-License-Identifier: Apache-2.0 */
/*
 * limit: a number of a call that is beyond a limit. A check compares by these functions, which note
 * what was compared if the call is wrong: the finding says it then. A comparison that holds costs
 * nothing more.
 *
 * What is noted counts only if the check then says that the call is wrong, and is the last one. It is
 * kept in the call.
 */
#ifndef CLROUTER_LAYERS_VALIDATION_CHECKS_LIMIT_H
#define CLROUTER_LAYERS_VALIDATION_CHECKS_LIMIT_H

#include "layers/validation/checks/check.h"
#include "layers/validation/validation-own.h"

/*
 * Notes that NUMBER of CALL is RELATION NAME, which is LIMIT: "65536 is more than
 * CL_DEVICE_MAX_WORK_ITEM_SIZES, which is 4096". The texts must stay. Returns false, as the check does.
 */
static inline bool limit_note(const struct call *call, uint64_t number, const char *relation,
			      const char *name, uint64_t limit)
{
	validation_own(call)->limit = (struct own_limit){ number, relation, name, limit };
	return false;
}

/* Is NUMBER of CALL at most, at least, below, exactly or a multiple of LIMIT, which is NAME? */
static inline bool limit_at_most(const struct call *call, uint64_t number, const char *name,
				 uint64_t limit)
{
	return number <= limit || limit_note(call, number, "more than", name, limit);
}

static inline bool limit_at_least(const struct call *call, uint64_t number, const char *name,
				  uint64_t limit)
{
	return number >= limit || limit_note(call, number, "less than", name, limit);
}

static inline bool limit_below(const struct call *call, uint64_t number, const char *name,
			       uint64_t limit)
{
	return number < limit || limit_note(call, number, "not below", name, limit);
}

static inline bool limit_equal(const struct call *call, uint64_t number, const char *name,
			       uint64_t limit)
{
	return number == limit || limit_note(call, number, "not", name, limit);
}

static inline bool limit_multiple(const struct call *call, uint64_t number, const char *name,
				  uint64_t limit)
{
	return number % limit == 0 || limit_note(call, number, "no multiple of", name, limit);
}

/* Do SIZE bytes or elements from OFFSET on end within LIMIT, which is NAME? */
static inline bool limit_inside(const struct call *call, uint64_t offset, uint64_t size,
				const char *name, uint64_t limit)
{
	uint64_t end;

	return !__builtin_add_overflow(offset, size, &end) && limit_at_most(call, end, name, limit);
}

#endif
