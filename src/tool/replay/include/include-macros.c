/* SPDX-License-Identifier: Apache-2.0 */
/* include-macros: see include-macros.h. */
#include "tool/replay/include/include-macros.h"

#include <string.h>

#include "base/text.h"
#include "tool/output/format.h"

#define MOST_BODIES 16	/* of one macro */
#define MOST_TEXT 4096	/* bytes of what a text becomes */
#define MOST_LEVELS 32	/* macros in macros; also of one that is in itself */
#define MOST_STEPS 1024 /* macros that are replaced in one text */

/* One body of a macro. */
struct include_macro {
	struct include_macro *next;
	const char *name;
	const char *body;
	const char *parameter; /* NULL: it has none */
};

static const char *skip_space(const char *text)
{
	while (text_is_space(*text))
		text++;
	return text;
}

/* The length of the token at TEXT: a name, a number, something in quotes, or another byte. */
static size_t token_length(const char *text)
{
	size_t length = 1;

	if (*text == '"' || *text == '\'') {
		length += strcspn(text + 1, *text == '"' ? "\"" : "'");
		return length + (text[length] != '\0');
	}
	while (text_is_name(*text) && text_is_name(text[length]))
		length++;
	return length;
}

/* What is in the parentheses at *TEXT, which is moved after them. NULL: there are none. */
static const char *take_argument(const char **text, struct arena *arena)
{
	const char *start = skip_space(*text);
	const char *end = start;
	unsigned int level = 0;

	do {
		level += *end == '(';
		level -= *end == ')';
		end += *end ? token_length(end) : 0;
	} while (*end && level > 0);
	if (*start != '(' || level > 0)
		return NULL;
	*text = end--;
	start = skip_space(start + 1);
	while (end > start && text_is_space(end[-1]))
		end--;
	return format_into(arena, "%.*s", end > start ? (int)(end - start) : 0, start);
}

void include_macros_define(struct include_macros *macros, const char *text, bool is_option)
{
	const char *body = text + (text_is_name(*text) ? token_length(text) : 0);
	const char *name = arena_copy(macros->arena, text, (size_t)(body - text));
	const char *parameter = *body == '(' ? take_argument(&body, macros->arena) : NULL;
	struct include_macro **place;
	size_t bodies = 1;

	if (!name)
		return;
	if (is_option)
		body = *body ? body + 1 : "1";
	body = format_into(macros->arena, "%s", skip_space(body));
	for (place = &macros->lists[text_hash(name) % INCLUDE_MACROS_LISTS]; *place;
	     place = &(*place)->next)
		if (strcmp((*place)->name, name) == 0 &&
		    (++bodies > MOST_BODIES || strcmp((*place)->body, body) == 0))
			return;
	*place = arena_alloc(macros->arena, sizeof(**place));
	if (*place)
		**place = (struct include_macro){ NULL, name, body, parameter };
	if (macros->most < bodies)
		macros->most = bodies;
}

/* -- replacing ------------------------------------------------------------------------------- */

struct expansion {
	const struct include_macros *macros;
	struct arena *arena;
	size_t round;
	unsigned int steps;
};

static const struct include_macro *find(const struct expansion *work, const char *name)
{
	const struct include_macro *bodies[MOST_BODIES];
	size_t count = 0;

	for (const struct include_macro *macro =
		     work->macros->lists[text_hash(name) % INCLUDE_MACROS_LISTS];
	     macro; macro = macro->next)
		if (strcmp(macro->name, name) == 0)
			bodies[count++] = macro;
	return count > 0 ? bodies[work->round % count] : NULL;
}

/* TEXT, in which PARAMETER stands for ARGUMENT. */
static const char *expand(struct expansion *work, const char *text, const char *parameter,
			  const char *argument, unsigned int level)
{
	const char *result = level <= MOST_LEVELS && ++work->steps <= MOST_STEPS ? "" : NULL;

	while (*text && result) {
		const size_t length = token_length(text);
		const char *part = format_into(work->arena, "%.*s", (int)length, text);
		const struct include_macro *macro = find(work, part);
		const char *own = NULL;

		text += length;
		if (parameter && strcmp(part, parameter) == 0)
			part = argument;
		else if (macro &&
			 (!macro->parameter || (own = take_argument(&text, work->arena)))) {
			own = own ? expand(work, own, parameter, argument, level + 1) : "";
			part = own ? expand(work, macro->body, macro->parameter, own, level + 1)
				   : NULL;
		}
		if (!part || strlen(result) + strlen(part) > MOST_TEXT)
			return NULL;
		if (*part != '#')
			result = format_into(work->arena, "%s%s", result, part);
	}
	return result;
}

const char *include_macros_expand(const struct include_macros *macros, const char *text,
				  size_t round, struct arena *arena)
{
	struct expansion work = { .macros = macros, .arena = arena, .round = round };

	return expand(&work, text, NULL, NULL, 0);
}
