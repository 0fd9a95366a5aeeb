/* SPDX-License-Identifier: Apache-2.0 */
/*
 * draft: see draft.h. A later version of clrouter may know a section, key or value that this one
 * does not. So an unknown one is a warning, and only its lines are ignored, with those that
 * continue it.
 */
#include "config/draft.h"

#include <string.h>

#include "base/text.h"

void draft_init(struct draft *draft, struct settings *settings, const char *path,
		enum settings_family family, bool is_system)
{
	memset(draft, 0, sizeof(*draft));
	draft->settings = settings;
	draft->path = path;
	draft->family = family;
	draft->is_system = is_system;
}

static struct origin origin_of(const struct draft *draft, unsigned line)
{
	return (struct origin){ draft->path, line };
}

/* -- problems ---------------------------------------------------------------- */

/*
 * Stores the unknown name in PROBLEM (which may be NULL), so that the tool can suggest a known
 * one.
 */
static void keep_unknown(const struct draft *draft, struct settings_problem *problem,
			 const char *name, size_t length, enum settings_section section)
{
	if (!problem)
		return;
	problem->unknown = arena_copy(draft->settings->arena, name, length);
	problem->section = section;
	problem->family = draft->family;
}

static void report_unknown_key(struct draft *draft, struct origin origin, const char *name)
{
	enum settings_section section = draft->section->kind;
	enum settings_section owner = keys_find_owner(draft->family, name);
	struct settings_problem *problem;

	if (owner != SECTION_UNKNOWN) {
		settings_add_problem(draft->settings, LOG_WARNING, origin,
				     "unknown key \"%s\" in [%s], ignored; it belongs in [%s]",
				     name, keys_section_name(section), keys_section_name(owner));
		return;
	}
	problem = settings_add_problem(draft->settings, LOG_WARNING, origin,
				       "unknown key \"%s\" in [%s], ignored", name,
				       keys_section_name(section));
	keep_unknown(draft, problem, name, strlen(name), section);
}

/* True if the section can be used; if not, adds a problem. WORD is the length of the first word. */
static bool check_section(struct draft *draft, struct origin origin, enum settings_section kind,
			  const char *text, size_t length, size_t word)
{
	const char *name = keys_section_name(kind);
	struct settings *settings = draft->settings;
	bool has_argument = word < length;

	if (kind == SECTION_UNKNOWN) {
		keep_unknown(draft,
			     settings_add_problem(settings, LOG_WARNING, origin,
						  "unknown section [%.*s], its lines are ignored",
						  (int)length, text),
			     text, word, SECTION_UNKNOWN);
		return false;
	}
	if (keys_section_family(kind) != draft->family) {
		settings_add_problem(settings, LOG_WARNING, origin,
				     "section [%s] belongs in %s.conf, its lines are ignored",
				     name, draft->family == FAMILY_LOADER ? "layers" : "loader");
		return false;
	}
	if (keys_section_has_argument(kind) != has_argument) {
		settings_add_problem(settings, LOG_WARNING, origin,
				     "expected [%s%s], found [%.*s]; its lines are ignored", name,
				     has_argument ? "" : kind == SECTION_LAYER ? " NAME" : " GLOB",
				     (int)length, text);
		return false;
	}
	return true;
}

/* Parses VALUE into SETTING. True if KEY can have it in this file; if not, adds a problem. */
static bool check_value(struct draft *draft, struct origin origin, const struct key *key,
			const char *value, struct setting *setting)
{
	if (!keys_parse(key, value, setting)) {
		settings_add_problem(draft->settings, LOG_WARNING, origin,
				     "expected %s for \"%s\", found \"%s\"; the line is ignored",
				     keys_expected(key), key->name, value);
		return false;
	}
	if (key->type == KEY_USE && !draft->is_system) {
		settings_add_problem(draft->settings, LOG_WARNING, origin,
				     "\"%s\" counts in the system's files only; the line is "
				     "ignored",
				     key->name);
		return false;
	}
	return true;
}

/* -- lists ------------------------------------------------------------------- */

static bool add_item(struct draft_list *list, const char *text, size_t length,
		     struct origin origin, struct arena *arena)
{
	struct draft_item *item = arena_alloc(arena, sizeof(*item));

	if (!item)
		return false;
	item->origin = origin;
	if (!keys_element_inherits(text, length)) {
		item->text = arena_copy(arena, text, length);
		if (!item->text)
			return false;
	}
	if (list->last)
		list->last->next = item;
	else
		list->first = item;
	list->last = item;
	return true;
}

void draft_list_add(struct draft_list *list, const char *text, char separator,
		    struct origin origin, struct settings *settings)
{
	const char *rest = text;

	list->ends_empty = false;
	while (rest) {
		size_t length;
		const char *element = keys_next_element(&rest, separator, &length);

		if (length == 0 && separator == ',')
			continue;
		if (length == 0 && !rest)
			list->ends_empty = true;
		else if (!add_item(list, element, length, origin, settings->arena))
			settings_add_no_memory(settings);
	}
}

/* -- sections and lines ------------------------------------------------------ */

static void add_section(struct draft *draft, struct origin origin, enum settings_section kind,
			const char *argument, size_t length)
{
	struct arena *arena = draft->settings->arena;
	struct draft_section *section = arena_alloc(arena, sizeof(*section));

	if (section)
		section->argument = arena_copy(arena, argument, length);
	if (!section || !section->argument) {
		settings_add_no_memory(draft->settings);
		return;
	}
	section->kind = kind;
	section->origin = origin;
	if (draft->last_section)
		draft->last_section->next = section;
	else
		draft->first_section = section;
	draft->last_section = section;
	draft->section = section;
}

void draft_add_section(struct draft *draft, unsigned line, const char *text, size_t length)
{
	struct origin origin = origin_of(draft, line);
	size_t word = 0;
	size_t argument;
	enum settings_section kind;

	draft->has_header = true;
	draft->section = NULL;
	draft->list = NULL;
	draft->may_continue = false;
	for (; length && text_is_blank(*text); length--)
		text++;
	while (length && text_is_blank(text[length - 1]))
		length--;
	while (word < length && !text_is_blank(text[word]))
		word++;
	argument = word;
	while (argument < length && text_is_blank(text[argument]))
		argument++;
	kind = keys_find_section(text, word);
	if (check_section(draft, origin, kind, text, length, word))
		add_section(draft, origin, kind, text + argument, length - argument);
}

static struct draft_line *add_line(struct draft *draft, const struct key *key,
				   const struct setting *value)
{
	struct draft_line *line = arena_alloc(draft->settings->arena, sizeof(*line));

	if (!line) {
		settings_add_no_memory(draft->settings);
		return NULL;
	}
	line->section = draft->section;
	line->key = key;
	line->value = *value;
	if (draft->last_line)
		draft->last_line->next = line;
	else
		draft->first_line = line;
	draft->last_line = line;
	return line;
}

/* The buffer of TEXT does not live as long as the draft, while a known word is static. */
static void add_scalar(struct draft *draft, const struct key *key, struct setting *value,
		       const char *text)
{
	if (value->text == text)
		value->text = arena_copy(draft->settings->arena, text, strlen(text));
	if (value->text)
		add_line(draft, key, value);
	else
		settings_add_no_memory(draft->settings);
}

/* The items of weaker sources, then "NAME=VALUE": no line takes another option away. */
static void add_option(struct draft *draft, struct draft_list *list, const char *name,
		       const char *value, struct origin origin)
{
	struct arena *arena = draft->settings->arena;
	const char *parts[] = { name, "=", value };
	const char *text = arena_join(arena, parts, 3);

	if (!text || !add_item(list, "", 0, origin, arena) ||
	    !add_item(list, text, strlen(text), origin, arena))
		settings_add_no_memory(draft->settings);
}

void draft_add_key(struct draft *draft, unsigned line, const char *name, const char *value)
{
	struct setting setting = { .origin = origin_of(draft, line), .is_set = true };
	const struct key *key;

	draft->list = NULL;
	draft->may_continue = true;
	if (!draft->section) {
		if (!draft->has_header)
			settings_add_problem(draft->settings, LOG_WARNING, setting.origin,
					     "key \"%s\" is in no section, ignored", name);
		return;
	}
	key = keys_find(draft->section->kind, name);
	if (!key) {
		report_unknown_key(draft, setting.origin, name);
		return;
	}
	draft->may_continue = keys_is_list(key) && key->type != KEY_OPTION;
	if (!check_value(draft, setting.origin, key, value, &setting))
		return;
	if (!keys_is_list(key)) {
		add_scalar(draft, key, &setting, value);
		return;
	}
	draft->list = add_line(draft, key, &setting);
	if (draft->list && key->type == KEY_OPTION)
		add_option(draft, &draft->list->list, name + strlen(key->name), value,
			   setting.origin);
	else if (draft->list)
		draft_list_add(&draft->list->list, value, keys_separator(key), setting.origin,
			       draft->settings);
}

void draft_continue_list(struct draft *draft, unsigned line, const char *value)
{
	struct setting setting = { .origin = origin_of(draft, line) };
	struct draft_line *list = draft->list;

	if (list && check_value(draft, setting.origin, list->key, value, &setting))
		draft_list_add(&list->list, value, keys_separator(list->key), setting.origin,
			       draft->settings);
}

void draft_append(struct draft *draft, const struct draft *more)
{
	if (more->first_section) {
		if (draft->last_section)
			draft->last_section->next = more->first_section;
		else
			draft->first_section = more->first_section;
		draft->last_section = more->last_section;
	}
	if (more->first_line) {
		if (draft->last_line)
			draft->last_line->next = more->first_line;
		else
			draft->first_line = more->first_line;
		draft->last_line = more->last_line;
	}
}
