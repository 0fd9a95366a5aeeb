/* SPDX-License-Identifier: Apache-2.0 */
/* live-names: see live-names.h. */
#include "tool/report/live/live-names.h"

#include <stdlib.h>
#include <string.h>

#include "base/text.h"
#include "tool/report/space.h"

static size_t find(const struct live_names *names, uint32_t hash, const char *text)
{
	size_t next = live_map_get(&names->map, hash);

	while (next > 0 && strcmp(names->list[next - 1].text, text) != 0)
		next = names->list[next - 1].next;
	return next - 1;	/* 0 less 1 is LIVE_NAMES_NONE */
}

size_t live_names_add(struct live_names *names, const char *text)
{
	const uint32_t hash = text_hash(text);
	const size_t known = find(names, hash, text);
	struct live_name name = { .next = live_map_get(&names->map, hash) };

	if (known != LIVE_NAMES_NONE)
		return known;
	if (!space_make(&names->list, names->count, sizeof(name)))
		return LIVE_NAMES_NONE;
	name.text = arena_copy(&names->arena, text, strlen(text));
	if (!name.text || !live_map_set(&names->map, hash, names->count + 1)) {
		space_is_short();
		return LIVE_NAMES_NONE;
	}
	names->list[names->count] = name;
	return names->count++;
}

void live_names_done(struct live_names *names)
{
	pointer_map_done(&names->map);
	free(names->list);
	arena_done(&names->arena);
	*names = (struct live_names){ .list = NULL };
}
