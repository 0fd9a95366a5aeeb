/* SPDX-License-Identifier: Apache-2.0 */
/* inclusion: see inclusion.h. */
#include "tool/replay/include/inclusion.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/text.h"
#include "launch/build-options.h"
#include "capture/capture-format.h"
#include "tool/output/format.h"
#include "tool/replay/include/conditions.h"
#include "tool/replay/include/folders.h"
#include "tool/replay/include/lines.h"

struct work {
	struct inclusion *inclusion;
	struct arena *arena;
	struct folders folders;
	struct option_macros macros;
	struct conditions conditions;
	FILE *out;
	size_t size;		/* bytes in OUT */
	unsigned int level;
};

/* A source that is being put in its place. */
struct source {
	const char *path;
	const char *folder;
	size_t number;		/* of the file, for "#pragma once" */
	bool is_once;
};

static void put_source(struct work *work, const struct source *source, const char *text, size_t size);

/* False: it is refused. */
static bool is_good(const struct work *work)
{
	return !work->inclusion->refusal;
}

static void put(struct work *work, const char *text, size_t size)
{
	work->size += size;
	if (work->size > CAPTURE_MOST_WHOLE && is_good(work))
		work->inclusion->refusal = format_into(work->arena, "with the files that it includes, the "
						       "source has more than %d bytes", CAPTURE_MOST_WHOLE);
	if (is_good(work))
		fwrite(text, 1, size, work->out);
}

static void put_text(struct work *work, const char *text)
{
	put(work, text, strlen(text));
}

/* The next line is LINE of PATH. */
static void put_place(struct work *work, size_t line, const char *path)
{
	char shown[TEXT_SHOWN_SIZE];

	put_text(work, format_into(work->arena, "#line %zu \"", line));
	while (*path) {
		text_take_shown(&path, shown);
		if (*shown == '"' || *shown == '\\')
			put_text(work, "\\");
		put_text(work, shown);
	}
	put_text(work, "\"\n");
}

static void take_directive(struct work *work, const char *directive)
{
	if (!conditions_take(&work->conditions, directive) && is_good(work))
		work->inclusion->refusal = format_into(work->arena, "the source has more than %d #if in each "
						       "other", CONDITIONS_MOST);
}

/* -- files ----------------------------------------------------------------------------------- */

/* The number of the file, from 1; 0: there is no memory. */
static size_t add_file(struct work *work, const struct included *included)
{
	struct inclusion_file **end = &work->inclusion->files;
	size_t number = 1;

	for (; *end; end = &(*end)->next, number++)
		if (strcmp((*end)->key, included->key) == 0)
			return number;
	*end = arena_alloc(work->arena, sizeof(**end));
	if (!*end)
		return 0;
	(*end)->path = included->path;
	(*end)->key = included->key;
	(*end)->is_header = included->is_header;
	return number;
}

static const char *folder_of(struct work *work, const char *path)
{
	const char *name = text_base_name(path);

	if (name - path <= 1)
		return name == path ? "" : "/";
	return format_or(arena_copy(work->arena, path, (size_t)(name - path) - 1), "");
}

static bool is_once(const char *directive)
{
	const char *rest = directive ? lines_after(directive, "pragma") : NULL;

	return rest && strcmp(rest, "once") == 0;
}

static bool has_once(const char *text, size_t size)
{
	struct lines lines;
	bool has = false;

	if (!lines_start(&lines, text, size))
		return false;
	while (!has && lines_next(&lines))
		has = is_once(lines_directive(&lines));
	lines_done(&lines);
	return has;
}

/* Puts a directive that is not in the source. */
static void put_own(struct work *work, const char *directive)
{
	take_directive(work, directive);
	put_text(work, format_into(work->arena, "#%s\n", directive));
}

static void put_file(struct work *work, const struct included *included)
{
	static const char mark[] = "\xef\xbb\xbf";	/* of UTF-8 */
	const size_t skipped = strncmp(included->bytes, mark, strlen(mark)) == 0 ? strlen(mark) : 0;
	const struct source source = { .path = included->path,
				       .folder = included->is_header ? "" : folder_of(work, included->path),
				       .number = add_file(work, included),
				       .is_once = has_once(included->bytes, included->size) };

	if (source.is_once)
		put_own(work, format_into(work->arena, "ifndef CLROUTER_ONCE_%zu", source.number));
	put_place(work, 1, source.path);
	put_source(work, &source, included->bytes + skipped, included->size - skipped);
	if (source.is_once)
		put_own(work, "endif");
}

/* -- lines ----------------------------------------------------------------------------------- */

/* The name in REST, what follows "include", in the arena; NULL: it is none. *IS_QUOTED: by quotes. */
static const char *name_of(struct work *work, const char *rest, bool *is_quoted)
{
	const char *text = *rest == '"' || *rest == '<' ? rest : option_macros_expand(&work->macros, rest);
	const char *end;

	while (text && text_is_space(*text))
		text++;
	*is_quoted = text && *text == '"';
	end = text && (*text == '"' || *text == '<') ? strchr(text + 1, *is_quoted ? '"' : '>') : NULL;
	return end && end > text + 1 ? arena_copy(work->arena, text + 1, (size_t)(end - text - 1)) : NULL;
}

/*
 * Puts nothing but the ends of a line that does not count: a file with a guard may be there many times,
 * and nobody should miss what it includes.
 */
static void put_ends(struct work *work, const struct lines *lines)
{
	for (size_t i = 0; i < lines->count; i++)
		put(work, "\n", 1);
}

static bool put_include(struct work *work, const struct source *source, const struct lines *lines,
			const char *rest)
{
	struct included included;
	bool is_quoted;
	const char *name;

	name = name_of(work, rest, &is_quoted);
	if (!name || !folders_find(&work->folders, name, is_quoted, source->folder, &included))
		return false;
	if (work->level == INCLUSION_MOST_LEVELS) {
		work->inclusion->refusal = format_into(work->arena, "%s is included by more than %d files in "
						       "each other: perhaps by itself", included.path,
						       INCLUSION_MOST_LEVELS);
	} else {
		work->level++;
		put_file(work, &included);
		work->level--;
		put_place(work, lines->number + lines->count, source->path);
	}
	free(included.bytes);
	return true;
}

static void put_line(struct work *work, const struct source *source, const struct lines *lines)
{
	const char *directive = lines_directive(lines);
	const char *rest = directive ? lines_after(directive, "include") : NULL;

	if ((!directive || rest) && conditions_now(&work->conditions) == CONDITION_NOT_TAKEN) {
		put_ends(work, lines);
		return;
	}
	if (rest && put_include(work, source, lines, rest))
		return;
	if (is_once(directive)) {
		if (source->is_once)
			put_own(work, format_into(work->arena, "define CLROUTER_ONCE_%zu", source->number));
		else
			put(work, "\n", 1);
		return;
	}
	if (directive)
		take_directive(work, directive);
	put(work, lines->start, (size_t)(lines->at - lines->start));
	if (lines->at == lines->end && lines->at[-1] != '\n')
		put(work, "\n", 1);
}

static void put_source(struct work *work, const struct source *source, const char *text, size_t size)
{
	struct lines lines;

	if (!lines_start(&lines, text, size)) {
		work->inclusion->refusal = "there is not enough memory";
		return;
	}
	while (is_good(work) && lines_next(&lines))
		put_line(work, source, &lines);
	lines_done(&lines);
}

/* -- the whole ------------------------------------------------------------------------------- */

static bool has_files(const struct inclusion *inclusion)
{
	const struct inclusion_file *file = inclusion->files;

	while (file && file->is_header)
		file = file->next;
	return file != NULL;
}

static void run(struct work *work, const struct capture_program *program, size_t index)
{
	const char *rest = program->options;
	const char *definition;
	const struct source source = { .path = format_into(work->arena, "program-%zu.cl", index),
				       .folder = "" };

	while ((definition = build_options_next(&rest, 'D', work->arena)))
		option_macros_option(&work->macros, definition);
	put_source(work, &source, (const char *)program->text.bytes, (size_t)program->text.size);
}

void inclusion_make(struct inclusion *inclusion, const struct capture *capture, size_t program,
		    struct arena *arena)
{
	struct work *work = calloc(1, sizeof(*work));

	*inclusion = (struct inclusion){ .files = NULL };
	if (work)
		work->out = open_memstream(&inclusion->text, &inclusion->size);
	if (!work || !work->out) {
		inclusion->refusal = "there is not enough memory";
		free(work);
		return;
	}
	work->inclusion = inclusion;
	work->arena = arena;
	work->folders = (struct folders){ capture, &capture->programs[program], arena };
	work->macros.arena = arena;
	work->conditions.macros = &work->macros;
	run(work, &capture->programs[program], program);
	if (fclose(work->out) != 0)
		inclusion->refusal = "there is not enough memory";
	if (inclusion->refusal || !has_files(inclusion)) {
		free(inclusion->text);
		inclusion->text = NULL;
	}
	free(work);
}
