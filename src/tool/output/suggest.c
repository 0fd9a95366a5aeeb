/* SPDX-License-Identifier: Apache-2.0 */
/* suggest: see suggest.h. */
#include "tool/output/suggest.h"

#include <string.h>

#include "base/text.h"
#include "config/keys.h"
#include "tool/output/format.h"

#define NAME_LIMIT ((size_t)50)	/* bytes; longer names are near none */

struct search {
	const char *name;	/* what was found in the file */
	const char *best;	/* the nearest name so far; NULL: none is near enough */
	size_t limit;		/* what is nearer than this is better */
};

static size_t least(size_t a, size_t b, size_t c)
{
	size_t smaller = a < b ? a : b;

	return smaller < c ? smaller : c;
}

/* How many letters must be changed, added or taken away (Levenshtein). */
static size_t distance(const char *known, const char *name)
{
	size_t length = strlen(name);
	size_t row[NAME_LIMIT + 1];

	if (length > NAME_LIMIT)
		return NAME_LIMIT;
	for (size_t j = 0; j <= length; j++)
		row[j] = j;
	for (size_t i = 0; known[i]; i++) {
		size_t diagonal = row[0];

		row[0] = i + 1;
		for (size_t j = 0; j < length; j++) {
			bool differs = text_lower(known[i]) != text_lower(name[j]);
			size_t cost = least(diagonal + differs, row[j] + 1, row[j + 1] + 1);

			diagonal = row[j + 1];
			row[j + 1] = cost;
		}
	}
	return row[length];
}

static void consider(struct search *search, const char *known)
{
	size_t needed = distance(known, search->name);

	if (needed < search->limit) {
		search->limit = needed;
		search->best = known;
	}
}

static void search_keys(struct search *search, enum settings_section section)
{
	for (const struct key *key = keys_next(section, NULL); key; key = keys_next(section, key))
		consider(search, key->name);
}

static void search_sections(struct search *search, enum settings_family family)
{
	for (enum settings_section section = 0; section < SECTION_UNKNOWN; section++)
		if (keys_section_family(section) == family)
			consider(search, keys_section_name(section));
}

const char *suggest_text(const struct settings_problem *problem, struct arena *arena)
{
	bool is_section = problem->section == SECTION_UNKNOWN;
	struct search search = { .name = problem->unknown };

	if (!problem->unknown)
		return problem->text;
	/* One wrong letter in a short word, three in a long one. */
	search.limit = 2 + strlen(problem->unknown) / 4;
	if (is_section)
		search_sections(&search, problem->family);
	else
		search_keys(&search, problem->section);
	if (!search.best)
		return problem->text;
	return format_into(arena, "%s; did you mean %s%s%s?", problem->text,
			   is_section ? "[" : "\"", search.best, is_section ? "]" : "\"");
}
