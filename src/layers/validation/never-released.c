/* SPDX-License-Identifier: Apache-2.0 */
/*
 * never-released: see never-released.h.
 */
#include "layers/validation/never-released.h"

#include <inttypes.h>
#include <stdlib.h>

#include "base/common/line.h"
#include "layers/validation/report/report.h"
#include "state/left-over.h"

static void report_group(struct problem problem, const struct left_group *group)
{
	const struct object *first = group->first;
	const char *plural = group->references == 1 ? "" : "s";
	char found[128];
	struct line line = line_in(found, sizeof(found));

	if (group->count == 1)
		line_add(&line, "#%" PRIu32 " never released, %ld reference%s left", first->number,
			 group->references, plural);
	else
		line_add(&line, "%zu never released, %ld reference%s left, the first is #%" PRIu32,
			 group->count, group->references, plural, first->number);
	problem.slot = first->made_by;
	problem.site = first->made_site;
	problem.subject = names_kind(first->kind);
	problem.found = found;
	report_add_last(&problem, first->made_at);
}

void never_released_end(void)
{
	const struct problem problem = report_problem(ADVICE_OBJECT_NEVER_RELEASED, NULL);
	struct left_group *groups;
	size_t count;

	/* Places are read from files, which takes longest. */
	if (!report_wants(problem.level, problem.id))
		return;
	groups = left_over_groups(true, &count);
	for (size_t i = 0; i < count; i++)
		report_group(problem, &groups[i]);
	free(groups);
}
