/* SPDX-License-Identifier: Apache-2.0 */
/* suggest: see suggest.h. */
#include "tool/output/suggest.h"

#include <string.h>

#include "base/text.h"
#include "config/keys.h"
#include "tool/output/format.h"

#define NAME_LIMIT ((size_t)50)	/* bytes; a longer name is similar to none */

static size_t least(size_t a, size_t b, size_t c)
{
	size_t smaller = a < b ? a : b;

	return smaller < c ? smaller : c;
}

/* The number of bytes to change, insert or remove (Levenshtein), ignoring the case of letters. */
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

/* One byte may differ in a name of 2 or 3 bytes, two if it has up to 7, three up to 11. */
void suggest_begin(struct suggestion *suggestion, const char *name)
{
	const size_t length = strlen(name);

	suggestion->name = name;
	suggestion->best = NULL;
	suggestion->limit = length < 2 ? 0 : 2 + length / 4;
}

void suggest_consider(struct suggestion *suggestion, const char *known)
{
	size_t needed = distance(known, suggestion->name);

	if (needed < suggestion->limit) {
		suggestion->limit = needed;
		suggestion->best = known;
	}
}

const char *suggest_end(const struct suggestion *suggestion, const char *prefix,
			struct arena *arena)
{
	return suggestion->best ? format_into(arena, "; did you mean \"%s%s\"?", prefix,
					      suggestion->best)
				: "";
}

static void search_keys(struct suggestion *suggestion, enum settings_section section)
{
	for (const struct key *key = keys_next(section, NULL); key; key = keys_next(section, key))
		suggest_consider(suggestion, key->name);
}

static void search_sections(struct suggestion *suggestion, enum settings_family family)
{
	for (enum settings_section section = 0; section < SECTION_UNKNOWN; section++)
		if (keys_section_family(section) == family)
			suggest_consider(suggestion, keys_section_name(section));
}

const char *suggest_text(const struct settings_problem *problem, struct arena *arena)
{
	bool is_section = problem->section == SECTION_UNKNOWN;
	struct suggestion suggestion;

	if (!problem->unknown)
		return problem->text;
	suggest_begin(&suggestion, problem->unknown);
	if (is_section)
		search_sections(&suggestion, problem->family);
	else
		search_keys(&suggestion, problem->section);
	if (!suggestion.best)
		return problem->text;
	return format_into(arena, "%s; did you mean %s%s%s?", problem->text,
			   is_section ? "[" : "\"", suggestion.best, is_section ? "]" : "\"");
}
