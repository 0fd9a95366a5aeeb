/* SPDX-License-Identifier: Apache-2.0 */
/*
 * never-released: see stages.h.
 */
#include "layers/validation/stages.h"

#include <inttypes.h>
#include <stdlib.h>

#include "base/common/line.h"
#include "layers/validation/report/finding-report.h"
#include "state/left-over.h"

typedef void group_fn(struct problem *problem, const struct left_group *group);

/* Reports NAME about each group of objects that are left over, by REPORT. */
static void report_groups(enum advice_name name, bool by_stack, group_fn *report)
{
	struct left_group *groups;
	size_t count;

	/* Places are read from files, which takes longest. */
	if (!report_wants(advice[name].level, advice[name].id))
		return;
	groups = left_over_groups(by_stack, &count);
	for (size_t i = 0; i < count; i++) {
		struct problem problem = report_problem(name, NULL);

		problem.slot = groups[i].first->made_by;
		problem.site = groups[i].first->made_site;
		report(&problem, &groups[i]);
	}
	free(groups);
}

static void report_objects(struct problem *problem, const struct left_group *group)
{
	const struct object *first = group->first;
	char found[128];
	struct line line = line_in(found, sizeof(found));

	if (group->count == 1)
		line_add(&line, "#%" PRIu32, first->number);
	else
		line_add(&line, "%zu", group->count);
	line_add(&line, " never released, %ld reference%s left", group->references,
		 group->references == 1 ? "" : "s");
	if (group->count > 1)
		line_add(&line, ", the first is #%" PRIu32, first->number);
	problem->subject = names_kind(first->kind);
	problem->found = found;
	report_add_last(problem, first->made_at);
}

void never_released_end(void)
{
	report_groups(ADVICE_OBJECT_NEVER_RELEASED, true, report_objects);
}

static void report_events(struct problem *problem, const struct left_group *group)
{
	char found[64];
	struct line line = line_in(found, sizeof(found));

	if (group->first->kind != OBJECT_EVENT)
		return;
	line_add(&line, "%zu never released", group->count);
	problem->found = found;
	report_add_last(problem, NULL);
}

void never_released_events(void)
{
	report_groups(ADVICE_PERFORMANCE_EVENT_LEAK, false, report_events);
}
