/* SPDX-License-Identifier: Apache-2.0 */
/* platform-names: see platform-names.h. */
#include "tool/probe/driver/platform-names.h"

#include "tool/probe/driver/driver-probe.h"

bool platform_names_has_driver(const struct snapshot *snapshot, const char *glob)
{
	for (const struct candidate *candidate = snapshot->drivers.first; candidate;
	     candidate = candidate->next)
		if (match_glob(&candidate->names, glob))
			return true;
	return false;
}

static void add_platforms(struct platform_name ***end, const struct driver_probe *probe,
			  struct arena *arena)
{
	for (const struct reported_platform *platform = probe->reported.first; platform;
	     platform = platform->next) {
		struct platform_name *added = arena_alloc(arena, sizeof(*added));

		if (!added)
			return;
		added->candidate = probe->candidate;
		added->name = platform->name;
		added->names = probe->candidate->names;
		match_names_set_platform(&added->names, platform->name, platform->vendor);
		**end = added;
		*end = &added->next;
	}
}

struct platform_name *platform_names_ask(const struct snapshot *snapshot, struct tool *tool)
{
	struct platform_name *first = NULL;
	struct platform_name **end = &first;

	for (const struct candidate *candidate = snapshot->drivers.first; candidate;
	     candidate = candidate->next) {
		struct driver_probe probe = driver_probe_of(candidate, &snapshot->settings);

		if (candidate->verdict.reason != REASON_OK &&
		    candidate->verdict.reason != REASON_DISABLED)
			continue;
		driver_probe_run(&probe, tool->timeout, &tool->arena);
		add_platforms(&end, &probe, &tool->arena);
	}
	return first;
}

const struct platform_name *platform_names_find(const struct platform_name *list,
						const char *glob)
{
	while (list && !match_glob(&list->names, glob))
		list = list->next;
	return list;
}
