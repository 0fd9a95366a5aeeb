/* SPDX-License-Identifier: Apache-2.0 */
/* option-macros: see option-macros.h. */
#include "tool/replay/include/option-macros.h"

#include <string.h>

#include "base/text.h"
#include "tool/output/format.h"

#define MOST_PARAMETERS 8
#define MOST_TEXT 4096	/* bytes of what a macro stands for */
#define MOST_LEVELS 16	/* macros in macros */
#define MOST_STEPS 1024	/* macros that are replaced in one line */

struct option_macro {
	struct option_macro *next;
	const char *name;
	const char *body;
	const char *parameters[MOST_PARAMETERS];
	size_t count;
	unsigned int region;
	bool is_function;
	bool is_certain;	/* it is defined */
	bool is_open;		/* it may have another body, if its region does not count */
	bool is_unknown;	/* it is not certain which body it has */
};

size_t option_macros_name_length(const char *text)
{
	size_t length = 0;

	while (text_is_name(text[length]))
		length++;
	return *text >= '0' && *text <= '9' ? 0 : length;
}

static const char *skip_blanks(const char *text)
{
	while (text_is_space(*text))
		text++;
	return text;
}

/* -- the table ------------------------------------------------------------------------------- */

static struct option_macro *find(const struct option_macros *macros, const char *name)
{
	struct option_macro *macro = macros->lists[text_hash(name) % OPTION_MACROS_LISTS];

	while (macro && strcmp(macro->name, name) != 0)
		macro = macro->next;
	return macro;
}

static struct option_macro *find_at(const struct option_macros *macros, const char *text)
{
	const size_t length = option_macros_name_length(text);
	const char *name = length > 0 ? arena_copy(macros->arena, text, length) : NULL;

	return name ? find(macros, name) : NULL;
}

/* Takes "a, b)" from TEXT; returns what follows. NULL: it is something else. */
static const char *take_parameters(struct option_macros *macros, struct option_macro *macro,
				   const char *text)
{
	macro->is_function = true;
	for (text = skip_blanks(text); *text != ')';) {
		const size_t length = option_macros_name_length(text);

		if (length == 0 || macro->count == MOST_PARAMETERS)
			return NULL;
		macro->parameters[macro->count++] = arena_copy(macros->arena, text, length);
		text = skip_blanks(text + length);
		if (*text == ',')
			text = skip_blanks(text + 1);
		else if (*text != ')')
			return NULL;
	}
	return text + 1;
}

static void set_body(struct option_macro *macro, const struct option_macro *old, const char *body,
		     unsigned int region)
{
	const bool is_other = old->body && (strcmp(old->body, body ? body : "") != 0 ||
					    old->is_function != macro->is_function);

	macro->body = format_or(body, "");
	macro->is_unknown = !body;
	macro->is_certain = true;
	macro->region = old->body && old->is_certain && old->region == 0 && !is_other ? 0 : region;
	macro->is_open = is_other || old->is_unknown;
}

void option_macros_define(struct option_macros *macros, const char *text, unsigned int region)
{
	const size_t length = option_macros_name_length(text);
	const char *name = length > 0 ? arena_copy(macros->arena, text, length) : NULL;
	struct option_macro *macro = name ? find(macros, name) : NULL;
	struct option_macro old = { 0 };
	struct option_macro **list;

	if (!name)
		return;
	if (macro) {
		old = *macro;
	} else {
		macro = arena_alloc(macros->arena, sizeof(*macro));
		if (!macro)
			return;
		list = &macros->lists[text_hash(name) % OPTION_MACROS_LISTS];
		old.next = *list;
		*list = macro;
	}
	*macro = (struct option_macro){ .name = name, .next = old.next };
	text += length;
	if (*text == '(')
		text = take_parameters(macros, macro, text + 1);
	set_body(macro, &old, text ? format_into(macros->arena, "%s", skip_blanks(text)) : NULL, region);
}

void option_macros_option(struct option_macros *macros, const char *text)
{
	const char *body = strchr(text, '=');

	if (body)
		option_macros_define(macros, format_into(macros->arena, "%.*s %s", (int)(body - text), text,
							 body + 1), 0);
	else
		option_macros_define(macros, format_into(macros->arena, "%s 1", text), 0);
}

void option_macros_undefine(struct option_macros *macros, const char *text, unsigned int region)
{
	struct option_macro *macro = find_at(macros, text);

	if (!macro)
		return;
	macro->is_certain = false;
	if (region == 0)
		macro->body = NULL;
}

void option_macros_end_region(struct option_macros *macros, unsigned int region)
{
	for (size_t i = 0; i < OPTION_MACROS_LISTS; i++)
		for (struct option_macro *macro = macros->lists[i]; macro; macro = macro->next)
			if (macro->region == region) {
				macro->is_certain = false;
				macro->is_unknown = macro->is_unknown || macro->is_open;
			}
}

bool option_macros_is_certain(const struct option_macros *macros, const char *text)
{
	const struct option_macro *macro = find_at(macros, text);

	return macro && macro->body && macro->is_certain;
}

/* -- replacing ------------------------------------------------------------------------------- */

struct expansion {
	const struct option_macros *macros;
	char *text;	/* of MOST_TEXT bytes */
	size_t used;
	unsigned int *steps;
	bool is_wrong;
};

/* A macro whose body is looked at is no macro in there. */
struct hidden {
	const struct hidden *next;
	const struct option_macro *macro;
	unsigned int level;
};

struct arguments {
	const char *texts[MOST_PARAMETERS];
	size_t count;
};

static void put(struct expansion *output, const char *text, size_t length)
{
	if (output->is_wrong || length >= MOST_TEXT - output->used) {
		output->is_wrong = true;
		return;
	}
	memcpy(output->text + output->used, text, length);
	output->used += length;
	output->text[output->used] = '\0';
}

static struct expansion begin(const struct option_macros *macros, unsigned int *steps)
{
	struct expansion output = { .macros = macros, .steps = steps };

	if (++*steps <= MOST_STEPS)
		output.text = arena_alloc(macros->arena, MOST_TEXT);
	output.is_wrong = !output.text;
	return output;
}

static void expand(struct expansion *output, const char *text, const struct hidden *hidden);

/* The length of what begins with the quote at TEXT. */
static size_t quoted_length(const char *text)
{
	size_t length = 1;

	while (text[length] && text[length] != *text)
		length += text[length] == '\\' && text[length + 1] ? 2 : 1;
	return length + (text[length] != '\0');
}

/* TEXT in quotes, with single blanks. */
static void put_string(struct expansion *output, const char *text)
{
	put(output, "\"", 1);
	for (; *text; text++) {
		const bool is_space = text_is_space(*text);

		if (is_space && (text_is_space(text[1]) || !text[1]))
			continue;
		if (*text == '"')
			put(output, "\\", 1);
		put(output, is_space ? " " : text, 1);
	}
	put(output, "\"", 1);
}

/* The argument for the parameter at NAME; NULL: it is none. */
static const char *argument_of(const struct option_macro *macro, const struct arguments *arguments,
			       const char *name, size_t length)
{
	for (size_t i = 0; i < macro->count; i++)
		if (strlen(macro->parameters[i]) == length && strncmp(macro->parameters[i], name, length) == 0)
			return arguments->texts[i];
	return NULL;
}

/* The body with its arguments. */
static void put_body(struct expansion *output, const struct option_macro *macro,
		     const struct arguments *arguments, const struct hidden *hidden)
{
	for (const char *at = macro->body; *at;) {
		const bool is_string = *at == '#' && macro->is_function;
		const char *name = is_string ? skip_blanks(at + 1) : at;
		const size_t length = option_macros_name_length(name);
		const char *argument = length > 0 ? argument_of(macro, arguments, name, length) : NULL;

		if (is_string && !argument)
			output->is_wrong = true;
		if (is_string && argument)
			put_string(output, argument);
		else if (argument)
			expand(output, argument, hidden);
		else if (*at == '"' || *at == '\'')
			put(output, at, quoted_length(at));
		else
			put(output, at, length > 0 ? length : 1);
		if (argument || (length > 0 && !is_string))
			at = name + length;
		else
			at += *at == '"' || *at == '\'' ? quoted_length(at) : 1;
	}
}

static const char *trimmed(struct expansion *output, const char *text, const char *end)
{
	text = skip_blanks(text);
	while (end > text && text_is_space(end[-1]))
		end--;
	return format_or(arena_copy(output->macros->arena, text, end > text ? (size_t)(end - text) : 0), "");
}

/* Takes "a, b)" at TEXT; returns what follows. NULL: it does not end, or has too many. */
static const char *take_arguments(struct expansion *output, struct arguments *arguments, const char *text)
{
	const char *start = text;
	unsigned int level = 0;

	for (; *text; text += *text == '"' || *text == '\'' ? quoted_length(text) : 1) {
		const bool is_end = level == 0 && (*text == ')' || *text == ',');

		level += *text == '(';
		level -= level > 0 && *text == ')';
		if (!is_end)
			continue;
		if (arguments->count == MOST_PARAMETERS)
			return NULL;
		arguments->texts[arguments->count++] = trimmed(output, start, text);
		start = text + 1;
		if (*text == ')')
			return start;
	}
	return NULL;
}

static bool is_hidden(const struct hidden *hidden, const struct option_macro *macro)
{
	while (hidden && hidden->macro != macro)
		hidden = hidden->next;
	return hidden != NULL;
}

/* Puts what the MACRO stands for; REST is what follows its name. Returns what follows it all. */
static const char *put_macro(struct expansion *output, const struct option_macro *macro, const char *rest,
			     const struct hidden *hidden)
{
	const struct hidden inner = { hidden, macro, hidden ? hidden->level + 1 : 1 };
	struct arguments arguments = { .count = 0 };
	struct expansion body = begin(output->macros, output->steps);

	if (macro->is_function && *skip_blanks(rest) != '(') {
		put(output, macro->name, strlen(macro->name));
		return rest;
	}
	if (macro->is_function)
		rest = take_arguments(output, &arguments, skip_blanks(rest) + 1);
	if (!rest || macro->is_unknown || inner.level > MOST_LEVELS || body.is_wrong ||
	    (macro->is_function && arguments.count != (macro->count > 0 ? macro->count : 1))) {
		output->is_wrong = true;
		return "";
	}
	put_body(&body, macro, &arguments, hidden);
	output->is_wrong = output->is_wrong || body.is_wrong;
	if (!output->is_wrong)
		expand(output, body.text, &inner);
	return rest;
}

static void expand(struct expansion *output, const char *text, const struct hidden *hidden)
{
	while (*text && !output->is_wrong) {
		const size_t length = option_macros_name_length(text);
		const struct option_macro *macro = length > 0 ? find_at(output->macros, text) : NULL;
		size_t plain = length;

		if (macro && macro->body && !is_hidden(hidden, macro)) {
			text = put_macro(output, macro, text + length, hidden);
			continue;
		}
		if (*text == '"' || *text == '\'')
			plain = quoted_length(text);
		else if (length == 0)
			for (plain = 1; *text >= '0' && *text <= '9' && text_is_name(text[plain]);)
				plain++;
		put(output, text, plain);
		text += plain;
	}
}

const char *option_macros_expand(const struct option_macros *macros, const char *text)
{
	unsigned int steps = 0;
	struct expansion output = begin(macros, &steps);

	if (!output.is_wrong)
		expand(&output, text, NULL);
	return output.is_wrong ? NULL : output.text;
}
