/* SPDX-License-Identifier: Apache-2.0 */
/* strings: see strings.h. */
#include "tool/report/strings.h"

#include <stdlib.h>
#include <string.h>

#include "base/text.h"
#include "table/json.h"
#include "tool/report/space.h"

static size_t find(const struct strings *names, uint32_t hash, const char *text)
{
	size_t next = number_map_get(&names->map, hash);

	while (next > 0 && strcmp(names->list[next - 1].text, text) != 0)
		next = names->list[next - 1].next;
	return next - 1;	/* 0 less 1 is STRINGS_NONE */
}

size_t strings_add(struct strings *names, const char *text)
{
	const uint32_t hash = text_hash(text);
	const size_t known = find(names, hash, text);
	const size_t size = strlen(text) + 1;
	struct string name = { .next = number_map_get(&names->map, hash) };

	if (known != STRINGS_NONE)
		return known;
	if (names->most > 0 && size > names->most - names->bytes)
		return STRINGS_FULL;
	if (!space_make(&names->list, names->count, sizeof(name)))
		return STRINGS_NONE;
	name.text = arena_copy(&names->arena, text, size - 1);
	if (!name.text || !number_map_set(&names->map, hash, names->count + 1)) {
		space_is_short();
		return STRINGS_NONE;
	}
	names->list[names->count] = name;
	names->bytes += size;
	return names->count++;
}

void strings_put(FILE *file, const struct strings *names)
{
	fputc('[', file);
	for (size_t i = 0; i < names->count; i++) {
		fputs(i > 0 ? ",\n" : "", file);
		json_put_string(file, names->list[i].text);
	}
	fputc(']', file);
}

void strings_done(struct strings *names)
{
	pointer_map_done(&names->map);
	free(names->list);
	arena_done(&names->arena);
	*names = (struct strings){ .list = NULL };
}
