/* SPDX-License-Identifier: Apache-2.0 */
/*
 * limit: see limit.h.
 */
#include "layers/validation/checks/limit.h"

#include <inttypes.h>

#include "layers/validation/own.h"

bool limit_note(const struct call *call, uint64_t number, const char *relation, const char *name,
		uint64_t limit)
{
	validation_own(call)->limit = (struct own_limit){ number, relation, name, limit };
	return false;
}

bool limit_inside(const struct call *call, uint64_t offset, uint64_t size, const char *name,
		  uint64_t limit)
{
	uint64_t end;

	if (__builtin_add_overflow(offset, size, &end))
		return false;
	return limit_at_most(call, end, name, limit);
}

void limit_add(struct line *line, const struct call *call, const struct rule_test *test)
{
	struct own_limit *limit = &validation_own(call)->limit;

	limit->name = NULL;
	if (test->check(call, test) || limit->name == NULL)
		return;
	line_add(line, "%s%" PRIu64 " is %s %s, which is %" PRIu64, line->length > 0 ? "; " : "",
		 limit->number, limit->relation, limit->name, limit->limit);
}
