/* SPDX-License-Identifier: Apache-2.0 */
/*
 * draft: see draft.h. What is not known may be known to a later
 * version, so it is told and passed over, with the lines that continue it.
 */
#include "config/draft.h"

#include <string.h>

#include "config/values.h"
#include "base/text.h"

void conf_draft_init(struct conf_draft *draft, struct conf_notes *notes, const char *path,
		     enum conf_family family, bool is_system)
{
	memset(draft, 0, sizeof(*draft));
	draft->notes = notes;
	draft->path = path;
	draft->family = family;
	draft->is_system = is_system;
}

static struct origin origin_of(const struct conf_draft *draft, unsigned line)
{
	return (struct origin){ draft->path, line };
}

static void tell_unknown_section(struct conf_draft *draft, struct origin origin,
				 const char *text, size_t length, size_t word)
{
	const char *nearest = conf_nearest_section(draft->family, text, word);

	conf_notes_problem(draft->notes, LOG_WARNING, origin,
			   "unknown section [%.*s], its lines are ignored%s%s%s",
			   (int)length, text, nearest ? "; did you mean [" : "",
			   nearest ? nearest : "", nearest ? "]?" : "");
}

/* True when the section can be used; otherwise why not is noted. */
static bool check_section(struct conf_draft *draft, struct origin origin, enum conf_kind kind,
			  const char *text, size_t length, size_t word)
{
	const char *name = conf_kind_name(kind);

	if (kind == CONF_KIND_UNKNOWN) {
		tell_unknown_section(draft, origin, text, length, word);
		return false;
	}
	if (conf_kind_family(kind) != draft->family) {
		conf_notes_problem(draft->notes, LOG_WARNING, origin,
				   "section [%s] belongs into %s.conf, its lines are ignored",
				   name, draft->family == CONF_LOADER ? "layers" : "loader");
		return false;
	}
	if (conf_kind_has_argument(kind) != (word < length)) {
		conf_notes_problem(draft->notes, LOG_WARNING, origin,
				   "expected [%s%s], found [%.*s]; its lines are ignored", name,
				   word < length ? "" : kind == CONF_KIND_LAYER ? " NAME" : " GLOB",
				   (int)length, text);
		return false;
	}
	return true;
}

static void add_section(struct conf_draft *draft, struct origin origin, enum conf_kind kind,
			const char *argument, size_t length)
{
	struct conf_section *section = arena_alloc(draft->notes->arena, sizeof(*section));

	if (section)
		section->argument = arena_copy(draft->notes->arena, argument, length);
	if (!section || !section->argument) {
		conf_notes_no_memory(draft->notes);
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

void conf_draft_section(struct conf_draft *draft, unsigned line, const char *text,
			size_t length)
{
	struct origin origin = origin_of(draft, line);
	size_t word = 0;
	size_t argument;
	enum conf_kind kind;

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
	kind = conf_find_kind(text, word);
	if (check_section(draft, origin, kind, text, length, word))
		add_section(draft, origin, kind, text + argument, length - argument);
}

static void tell_unknown_key(struct conf_draft *draft, struct origin origin, const char *name)
{
	enum conf_kind kind = draft->section->kind;
	const char *nearest = conf_nearest_key(kind, name);
	enum conf_kind owner = conf_find_owner(draft->family, name);

	if (owner != CONF_KIND_UNKNOWN)
		conf_notes_problem(draft->notes, LOG_WARNING, origin,
				   "unknown key \"%s\" in [%s], ignored; it belongs into [%s]",
				   name, conf_kind_name(kind), conf_kind_name(owner));
	else
		conf_notes_problem(draft->notes, LOG_WARNING, origin,
				   "unknown key \"%s\" in [%s], ignored%s%s%s", name,
				   conf_kind_name(kind), nearest ? "; did you mean \"" : "",
				   nearest ? nearest : "", nearest ? "\"?" : "");
}

/* True when the value is one of the key's; otherwise that is noted. */
static bool check_value(struct conf_draft *draft, struct origin origin,
			const struct conf_key *key, const char *value, unsigned *number,
			const char **word)
{
	if (!conf_check_value(key->type, value, number, word)) {
		conf_notes_problem(draft->notes, LOG_WARNING, origin,
				   "expected %s for \"%s\", found \"%s\"; the line is ignored",
				   conf_type_expects(key->type), key->name, value);
		return false;
	}
	if (key->type == CONF_TYPE_USE && !draft->is_system) {
		conf_notes_problem(draft->notes, LOG_WARNING, origin,
				   "\"%s\" counts in the system's files only; the line is ignored",
				   key->name);
		return false;
	}
	return true;
}

static struct conf_line *add_line(struct conf_draft *draft, struct origin origin,
				  const struct conf_key *key)
{
	struct conf_line *line = arena_alloc(draft->notes->arena, sizeof(*line));

	if (!line) {
		conf_notes_no_memory(draft->notes);
		return NULL;
	}
	line->section = draft->section;
	line->key = key;
	line->origin = origin;
	if (draft->last_line)
		draft->last_line->next = line;
	else
		draft->first_line = line;
	draft->last_line = line;
	return line;
}

static void add_elements(struct conf_draft *draft, struct conf_line *line, const char *value,
			 struct origin origin)
{
	char separator = conf_type_separator(line->key->type);

	if (!conf_list_add(&line->list, value, separator, origin, draft->notes->arena))
		conf_notes_no_memory(draft->notes);
}

/* A word that stands in a table needs no copy. */
static void add_scalar(struct conf_draft *draft, struct origin origin,
		       const struct conf_key *key, unsigned meaning, const char *word,
		       const char *value)
{
	const char *text = word;
	struct conf_line *line;

	if (word == value)
		text = arena_copy(draft->notes->arena, value, strlen(value));
	if (!text) {
		conf_notes_no_memory(draft->notes);
		return;
	}
	line = add_line(draft, origin, key);
	if (line) {
		line->number = meaning;
		line->text = text;
	}
}

static void add_list(struct conf_draft *draft, struct origin origin,
		     const struct conf_key *key, const char *value)
{
	struct conf_line *line = add_line(draft, origin, key);

	if (line)
		add_elements(draft, line, value, origin);
	draft->list = line;
}

void conf_draft_key(struct conf_draft *draft, unsigned line, const char *name,
		    const char *value)
{
	struct origin origin = origin_of(draft, line);
	const struct conf_key *key;
	const char *word;
	unsigned meaning = 0;

	draft->list = NULL;
	draft->may_continue = true;
	if (!draft->section) {
		if (!draft->has_header)
			conf_notes_problem(draft->notes, LOG_WARNING, origin,
					   "key \"%s\" stands in no section, ignored", name);
		return;
	}
	key = conf_find_key(draft->section->kind, name);
	if (!key) {
		tell_unknown_key(draft, origin, name);
		return;
	}
	draft->may_continue = conf_type_is_list(key->type);
	if (!check_value(draft, origin, key, value, &meaning, &word))
		return;
	if (draft->may_continue)
		add_list(draft, origin, key, value);
	else
		add_scalar(draft, origin, key, meaning, word, value);
}

void conf_draft_continue(struct conf_draft *draft, unsigned line, const char *value)
{
	struct conf_line *list = draft->list;
	struct origin origin = origin_of(draft, line);
	const char *word;
	unsigned meaning;

	if (list && check_value(draft, origin, list->key, value, &meaning, &word))
		add_elements(draft, list, value, origin);
}

void conf_draft_append(struct conf_draft *draft, const struct conf_draft *more)
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
