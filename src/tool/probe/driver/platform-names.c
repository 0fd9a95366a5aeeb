/* SPDX-License-Identifier: Apache-2.0 */
/* platform-names: see platform-names.h. */
#include "tool/probe/driver/platform-names.h"

#include <stdint.h>
#include <string.h>

#include "tool/output/format.h"
#include "tool/output/suggest.h"

#define SHORTEST 3 /* bytes before a star, that names are compared with */

bool platform_names_has_driver(const struct snapshot *snapshot, const char *glob)
{
	LIST_EACH(const struct candidate, candidate, snapshot->drivers.first)
		if (match_glob(&candidate->names, glob))
			return true;
	return false;
}

static void add_platforms(struct platform_name **list, const struct driver_probe *probe,
			  struct arena *arena)
{
	LIST_EACH(const struct reported_platform, platform, probe->reported.first) {
		struct platform_name *added = arena_append(arena, list, sizeof(*added));

		if (!added)
			return;
		added->candidate = probe->candidate;
		added->name = platform->name;
		added->names = probe->candidate->names;
		match_names_set_platform(&added->names, platform->name, platform->vendor);
	}
}

struct platform_name *platform_names_ask(const struct snapshot *snapshot, struct tool *tool)
{
	struct platform_name *first = NULL;

	LIST_EACH(const struct candidate, candidate, snapshot->drivers.first) {
		struct driver_probe probe = driver_probe_of(candidate, &snapshot->settings);

		if (candidate->verdict.reason != REASON_OK &&
		    candidate->verdict.reason != REASON_DISABLED)
			continue;
		driver_probe_run(&probe, tool->timeout, &tool->arena);
		add_platforms(&first, &probe, &tool->arena);
	}
	return first;
}

struct platform_name *platform_names_of(const struct driver_probe *probes, struct arena *arena)
{
	struct platform_name *first = NULL;

	for (; probes; probes = probes->next)
		add_platforms(&first, probes, arena);
	return first;
}

/* As many bytes of NAME as the glob has before its star are compared, and all of it is proposed. */
static void consider_name(struct suggestion *suggestion, const struct match_name *name, size_t most,
			  struct arena *arena)
{
	const size_t length = name->length < most ? name->length : most;
	const char *whole = format_into(arena, "%.*s", (int)name->length, name->text);
	const char *compared = format_into(arena, "%.*s", (int)length, name->text);

	suggest_consider(suggestion, compared);
	if (suggestion->best == compared)
		suggestion->best = whole;
}

static void consider(struct suggestion *suggestion, const struct match_names *names, size_t most,
		     struct arena *arena)
{
	for (int i = 0; i < MATCH_KINDS; i++)
		if (names->names[i].text)
			consider_name(suggestion, &names->names[i], most, arena);
}

const char *platform_names_suggest(const struct snapshot *snapshot,
				   const struct platform_name *list, const char *glob,
				   struct arena *arena)
{
	const size_t length = strlen(glob);
	const bool has_star = length > SHORTEST && glob[length - 1] == '*';
	const size_t most = has_star ? length - 1 : SIZE_MAX;
	struct suggestion suggestion;

	suggest_begin(&suggestion, format_into(arena, "%.*s", (int)(length - has_star), glob));
	LIST_EACH(const struct candidate, candidate, snapshot->drivers.first)
		consider(&suggestion, &candidate->names, most, arena);
	for (; list; list = list->next)
		consider(&suggestion, &list->names, most, arena);
	return strchr(glob, '/') ? "" : suggest_end(&suggestion, "", arena);
}

const struct platform_name *platform_names_find(const struct platform_name *list,
						const char *glob)
{
	while (list && !match_glob(&list->names, glob))
		list = list->next;
	return list;
}
