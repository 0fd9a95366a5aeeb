/* SPDX-License-Identifier: Apache-2.0 */
/*
 * never-released: see never-released.h.
 */
#include "layers/validation/never-released.h"

#include <inttypes.h>
#include <stdlib.h>

#include "base/common/line.h"
#include "layers/frame/place/symbols.h"
#include "layers/validation/report/report.h"
#include "state/left-over.h"

#define FOUND_BUFFER 8192 /* bytes: a place, with the longest paths, and what is left there */

/* "mem #1, made at PLACE, is never released, 1 reference left" */
static void add_group(struct line *line, const struct left_group *group)
{
	const struct object *first = group->first;
	const bool is_one = group->count == 1;

	if (is_one)
		line_add(line, "%s #%" PRIu32, names_kind(first->kind), first->number);
	else
		line_add(line, "%zu %ss", group->count, names_kind(first->kind));
	line_add(line, ", made at ");
	symbols_add(line, first->made_site);
	line_add(line, ", %s never released, %ld reference%s left", is_one ? "is" : "are",
		 group->references, group->references == 1 ? "" : "s");
	if (!is_one)
		line_add(line, "; the first is %s #%" PRIu32, names_kind(first->kind), first->number);
}

static void report_group(struct problem problem, const struct left_group *group)
{
	char found[FOUND_BUFFER];
	struct line line = line_in(found, sizeof(found));

	add_group(&line, group);
	problem.slot = group->first->made_by;
	problem.site = group->first->made_site;
	problem.subject = names_kind(group->first->kind);
	problem.found = found;
	report_add_last(&problem, group->first->made_at);
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
