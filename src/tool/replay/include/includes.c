/* SPDX-License-Identifier: Apache-2.0 */
/* includes: see includes.h. */
#include "tool/replay/include/includes.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "base/text.h"
#include "launch/build-options.h"
#include "launch/launch-format.h"
#include "tool/output/format.h"
#include "tool/replay/include/include-macros.h"
#include "tool/replay/include/include-search.h"
#include "tool/replay/include/include-tree.h"

/* Where a name is looked for: both are NULL for the program's own source. */
struct include_source {
	const char *folder; /* of a file */
	const char *header; /* its name for clCompileProgram */
};

/* A name that macros make: all of them have to be known. */
struct made {
	struct made *next;
	const char *text;
	struct include_source source;
	bool is_found;
};

struct include_work {
	struct launch *launch;
	struct arena *arena;
	struct include_tree tree;
	size_t program; /* what follows is of this one */
	struct include_search *search;
	struct include_macros macros;
	struct made *made;
	struct include_file *next; /* a file that was found and not read yet */
};

/* -- lines ----------------------------------------------------------------------------------- */

static const char *skip_space(const char *text)
{
	while (text_is_space(*text))
		text++;
	return text;
}

/* Joins continued lines. A compiler also takes blanks after the backslash. */
static void join_lines(char *text)
{
	char *out = text;

	while (*text) {
		const size_t blanks = *text == '\\' ? strspn(text + 1, " \t\r") : 0;

		if (*text == '\\' && text[1 + blanks] == '\n')
			text += blanks + 2;
		else
			*out++ = *text++;
	}
	*out = '\0';
}

/* Puts a blank in the place of each comment. What is in quotes ends with its line at the latest. */
static void remove_comments(char *text)
{
	char *out = text;
	char quote = '\0';

	while (*text) {
		if (!quote && text[0] == '/' && text[1] == '/') {
			text += strcspn(text, "\n");
		} else if (!quote && text[0] == '/' && text[1] == '*') {
			char *end = strstr(text + 2, "*/");

			text = end ? end + 2 : text + strlen(text);
			*out++ = ' ';
		} else {
			if (quote && *text == '\\' && text[1] && text[1] != '\n')
				*out++ = *text++;
			else if (*text == quote || *text == '\n')
				quote = '\0';
			else if (!quote && (*text == '"' || *text == '\''))
				quote = *text;
			*out++ = *text++;
		}
	}
	*out = '\0';
}

/* What follows "#" and WORD in LINE, without blanks around it; NULL: it is something else. */
static const char *after_word(const char *line, const char *word)
{
	const char *rest = *line == '#' ? text_skip_prefix(skip_space(line + 1), word) : NULL;

	return rest && !text_is_name(*rest) ? skip_space(rest) : NULL;
}

/* -- names ----------------------------------------------------------------------------------- */

static void add_missing(struct include_work *work, const char *name)
{
	struct launch *launch = work->launch;
	const char *copy = format_into(work->arena, "%.*s", LAUNCH_MOST_PATH, name);

	for (size_t i = 0; i < launch->missing_count; i++)
		if (launch->missing[i].program == work->program &&
		    strcmp(launch->missing[i].name, copy) == 0)
			return;
	if (launch->missing_count < LAUNCH_MOST_INCLUDES)
		launch->missing[launch->missing_count++] =
			(struct launch_missing){ work->program, copy };
}

/* Is NAME in SOURCE one that clCompileProgram got? */
static bool is_header(const struct include_work *work, const struct include_source *source,
		      const char *name)
{
	const char *header = format_or(source->header, "");
	const size_t length = (size_t)(text_base_name(header) - header);

	for (size_t i = 0; i < work->launch->header_count; i++) {
		const struct launch_header *each = &work->launch->headers[i];

		if (each->program == work->program &&
		    (strcmp(each->name, name) == 0 || (strncmp(each->name, header, length) == 0 &&
						       strcmp(each->name + length, name) == 0)))
			return true;
	}
	return false;
}

/* Finds the file NAME, in quotes or "<>"; one that macros have made may have lost them. */
static bool find(struct include_work *work, const struct include_source *source, const char *name,
		 bool is_made)
{
	const bool is_quoted = *name != '<';
	struct include_file *file;

	name += *name == '<' || *name == '"';
	name = format_into(work->arena, "%.*s", (int)strcspn(name, is_quoted ? "\"" : ">"), name);
	if (!*name || is_header(work, source, name))
		return true;
	file = is_made && *name == '/'
		       ? include_search_find_made(work->search, name)
		       : include_search_find(work->search, name, is_quoted, source->folder);
	if (file && file->who != work->program + 1) {
		file->who = work->program + 1;
		file->then = work->next;
		work->next = file;
	}
	if (!file && !is_made)
		add_missing(work, name);
	return file;
}

static void read_line(struct include_work *work, const struct include_source *source,
		      const char *line)
{
	const char *text = after_word(line, "define");
	struct made *made;

	if (text)
		include_macros_define(&work->macros, text, false);
	text = after_word(line, "include");
	if (text && (*text == '"' || *text == '<'))
		find(work, source, text, false);
	else if (text && (made = arena_alloc(work->arena, sizeof(*made)))) {
		*made = (struct made){ work->made, format_into(work->arena, "%s", text), *source,
				       false };
		work->made = made;
	}
}

static void read_source(struct include_work *work, const struct include_source *source,
			const void *bytes, size_t size)
{
	static const char mark[] = "\xef\xbb\xbf"; /* of UTF-8 */
	char *text = bytes ? malloc(size + 1) : NULL;
	char *end;

	if (!text)
		return;
	memcpy(text, bytes, size);
	text[size] = '\0';
	for (size_t i = 0; i < size; i++)
		if (!text[i])
			text[i] = ' ';
	if (text_skip_prefix(text, mark))
		memset(text, ' ', strlen(mark));
	join_lines(text);
	remove_comments(text);
	for (char *line = text; *line; line = end) {
		end = line + strcspn(line, "\n");
		if (*end)
			*end++ = '\0';
		for (size_t length = strlen(line); length > 0 && text_is_space(line[length - 1]);)
			line[--length] = '\0';
		read_line(work, source, skip_space(line));
	}
	free(text);
}

static void find_made(struct include_work *work, struct made *made)
{
	for (size_t i = 0; i < work->macros.most; i++) {
		struct arena arena = ARENA_INIT;
		const char *text = include_macros_expand(&work->macros, made->text, i, &arena);

		if (text && find(work, &made->source, skip_space(text), true))
			made->is_found = true;
		arena_done(&arena);
	}
}

/* -- programs -------------------------------------------------------------------------------- */

static void read_program(struct include_work *work)
{
	const struct launch *launch = work->launch;
	const struct launch_program *program = &launch->programs[work->program];

	read_source(work, &(struct include_source){ NULL, NULL }, program->text, program->size);
	for (size_t i = 0; i < launch->header_count; i++) {
		const struct launch_header *header = &launch->headers[i];
		const struct launch_program *input = &launch->programs[header->header];

		if (header->program == work->program)
			read_source(work, &(struct include_source){ NULL, header->name },
				    input->text, input->size);
	}
	/* A file can define what is in a name that was read before. */
	do {
		for (struct include_file *file; (file = work->next);) {
			work->next = file->then;
			read_source(work, &(struct include_source){ file->folder, NULL },
				    file->bytes, file->size);
		}
		for (struct made *made = work->made; made; made = made->next)
			find_made(work, made);
	} while (work->next);
	for (const struct made *made = work->made; made; made = made->next)
		if (!made->is_found)
			add_missing(work, made->text);
}

/* Finds what program NUMBER includes. */
static void collect(struct include_work *work, size_t number, const char *working_directory)
{
	const char *rest = work->launch->programs[number].options;
	const char *option;

	work->program = number;
	work->made = NULL;
	work->macros = (struct include_macros){ .arena = work->arena };
	include_search_start(work->search, &work->tree, rest, working_directory);
	while ((option = build_options_next(&rest, 'D', work->arena)))
		include_macros_define(&work->macros, option, true);
	read_program(work);
}

static bool is_built(const struct launch_program *program)
{
	return program->kind == LAUNCH_SOURCE && program->build != LAUNCH_UNBUILT && program->text;
}

bool includes_collect(struct launch *launch, struct own_dir *directory,
		      const char *working_directory, struct arena *arena)
{
	struct include_work *work = arena_alloc(arena, sizeof(*work));
	struct include_search *searches =
		arena_alloc(arena, launch->program_count * sizeof(*searches));
	bool is_good;

	launch->missing = arena_alloc(arena, LAUNCH_MOST_INCLUDES * sizeof(*launch->missing));
	errno = ENOMEM;
	if (!work || !searches || !launch->missing)
		return false;
	*work = (struct include_work){ .launch = launch, .arena = arena, .tree.arena = arena };
	for (size_t i = 0; i < launch->program_count; i++) {
		work->search = &searches[i];
		if (is_built(&launch->programs[i]))
			collect(work, i, working_directory);
	}
	is_good = include_tree_write(&work->tree, directory, launch);
	for (size_t i = 0; is_good && i < launch->program_count; i++)
		if (is_built(&launch->programs[i]))
			include_search_set_options(&searches[i], &launch->programs[i]);
	if (!is_good)
		launch->missing_count = 0;
	include_tree_done(&work->tree);
	return is_good;
}
