/* SPDX-License-Identifier: Apache-2.0 */
/* notes: see notes.h. */
#include "config/notes.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#define TEXT_SIZE 512		/* bytes of a message; a line of a file has 198 */
#define WARNINGS_PER_FILE 32

void conf_notes_init(struct conf_notes *notes, struct settings *settings,
		     struct arena *arena)
{
	notes->settings = settings;
	notes->arena = arena;
	notes->last_problem = &settings->problems;
	notes->last_file = &settings->files;
	notes->told = 0;
	settings->problems = NULL;
	settings->files = NULL;
	memset(&settings->no_memory, 0, sizeof(settings->no_memory));
}

static void link_problem(struct conf_notes *notes, struct settings_problem *problem)
{
	*notes->last_problem = problem;
	notes->last_problem = &problem->next;
}

void conf_notes_no_memory(struct conf_notes *notes)
{
	struct settings_problem *problem = &notes->settings->no_memory;

	if (problem->text)
		return;
	problem->level = LOG_ERROR;
	problem->text = "there was not enough memory, part of the configuration is left out";
	link_problem(notes, problem);
}

struct settings_file *conf_notes_file(struct conf_notes *notes, const char *path,
				      unsigned source, bool is_layers)
{
	struct settings_file *file = arena_alloc(notes->arena, sizeof(*file));

	notes->told = 0;
	if (!file) {
		conf_notes_no_memory(notes);
		return NULL;
	}
	file->path = path;
	file->source = source;
	file->is_layers = is_layers;
	*notes->last_file = file;
	notes->last_file = &file->next;
	return file;
}

static void add_problem(struct conf_notes *notes, enum log_level level,
			struct origin origin, const char *text)
{
	struct settings_problem *problem = arena_alloc(notes->arena, sizeof(*problem));

	if (problem)
		problem->text = arena_copy(notes->arena, text, strlen(text));
	if (!problem || !problem->text) {
		conf_notes_no_memory(notes);
		return;
	}
	problem->level = level;
	problem->origin = origin;
	link_problem(notes, problem);
}

void conf_notes_problem(struct conf_notes *notes, enum log_level level,
			struct origin origin, const char *format, ...)
{
	char text[TEXT_SIZE];
	va_list arguments;

	if (level == LOG_WARNING && origin.line && notes->told++ >= WARNINGS_PER_FILE) {
		if (notes->told == WARNINGS_PER_FILE + 1)
			add_problem(notes, level, origin,
				    "further warnings about this file are left out");
		return;
	}
	va_start(arguments, format);
	vsnprintf(text, sizeof(text), format, arguments);
	va_end(arguments);
	add_problem(notes, level, origin, text);
}
