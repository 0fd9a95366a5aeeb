/* SPDX-License-Identifier: Apache-2.0 */
/* settings: how the origin of a value is written in messages. */
#include "config/settings.h"

#include "base/text.h"

const char *origin_text(const struct origin *origin, struct arena *arena)
{
	char line[16];
	const char *parts[] = { origin->name, line };

	if (!origin->name)
		return "built in";
	if (origin->line == 0)
		return origin->name;
	text_format(line, sizeof(line), ":%u", origin->line);
	return arena_join(arena, parts, 2);
}
