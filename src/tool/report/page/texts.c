/* SPDX-License-Identifier: Apache-2.0 */
/* texts: see texts.h. */
#include "tool/report/page/texts.h"

#include <stdlib.h>
#include <string.h>

#include "base/text.h"
#include "table/json.h"
#include "tool/report/space.h"

#define FIRST_PLACES 1024

void texts_init(struct texts *texts, size_t most_bytes)
{
	*texts = (struct texts){ .most_bytes = most_bytes };
}

/* The place of TEXT, or the one where it belongs. */
static uint32_t *find_place(const struct texts *texts, const char *text)
{
	size_t at = text_hash(text) & (texts->place_count - 1);

	while (texts->places[at] > 0 && strcmp(texts->list[texts->places[at] - 1], text) != 0)
		at = (at + 1) & (texts->place_count - 1);
	return &texts->places[at];
}

/* The table is never more than half full. */
static bool grow(struct texts *texts)
{
	const size_t count = texts->place_count > 0 ? 2 * texts->place_count : FIRST_PLACES;
	uint32_t *places = calloc(count, sizeof(*places));

	if (!places)
		return space_is_short();
	free(texts->places);
	texts->places = places;
	texts->place_count = count;
	for (size_t i = 0; i < texts->count; i++)
		*find_place(texts, texts->list[i]) = (uint32_t)i + 1;
	return true;
}

bool texts_add(struct texts *texts, const char *text, uint32_t *number)
{
	const size_t size = strlen(text) + 1;
	uint32_t *place;
	char *copy;

	*number = TEXTS_NONE;
	if (2 * (texts->count + 1) > texts->place_count && !grow(texts))
		return false;
	place = find_place(texts, text);
	if (*place > 0) {
		*number = *place - 1;
		return true;
	}
	if (size > texts->most_bytes - texts->bytes)
		return true;
	if (!space_make(&texts->list, texts->count, sizeof(*texts->list)))
		return false;
	copy = strdup(text);
	if (!copy)
		return space_is_short();
	texts->bytes += size;
	texts->list[texts->count++] = copy;
	*place = (uint32_t)texts->count;
	*number = *place - 1;
	return true;
}

void texts_put(FILE *file, const struct texts *texts)
{
	fputc('[', file);
	for (size_t i = 0; i < texts->count; i++) {
		fputs(i > 0 ? ",\n" : "", file);
		json_put_string(file, texts->list[i]);
	}
	fputc(']', file);
}

void texts_done(struct texts *texts)
{
	for (size_t i = 0; i < texts->count; i++)
		free(texts->list[i]);
	free(texts->list);
	free(texts->places);
	*texts = (struct texts){ 0 };
}
