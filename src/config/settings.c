/* SPDX-License-Identifier: Apache-2.0 */
/* settings: see settings.h. */
#include "config/settings.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "base/text.h"

#define TEXT_SIZE 512		/* bytes of a message; a line of a file has at most 198 */
#define WARNINGS_PER_FILE 32

const char *origin_text(const struct origin *origin, struct arena *arena)
{
	char line[16];
	const char *parts[] = { origin->name, line };

	if (!origin->name)
		return "built in";
	if (origin->line == 0)
		return origin->name;
	text_format(line, sizeof(line), ":%u", origin->line);
	return arena_join(arena, parts, 2);
}

static void link_problem(struct settings *settings, struct settings_problem *problem)
{
	if (settings->last_problem)
		settings->last_problem->next = problem;
	else
		settings->problems = problem;
	settings->last_problem = problem;
}

void settings_add_no_memory(struct settings *settings)
{
	struct settings_problem *problem = &settings->no_memory;

	if (problem->text)
		return;
	problem->level = LOG_ERROR;
	problem->text = "there was not enough memory, part of the configuration is left out";
	link_problem(settings, problem);
}

struct settings_file *settings_add_file(struct settings *settings, const char *path,
					unsigned source)
{
	struct settings_file *file = arena_alloc(settings->arena, sizeof(*file));

	if (!file) {
		settings_add_no_memory(settings);
		return NULL;
	}
	file->path = path;
	file->source = source;
	if (settings->last_file)
		settings->last_file->next = file;
	else
		settings->files = file;
	settings->last_file = file;
	return file;
}

static struct settings_problem *add_text(struct settings *settings, enum log_level level,
					 struct origin origin, const char *text)
{
	struct settings_problem *problem = arena_alloc(settings->arena, sizeof(*problem));

	if (problem)
		problem->text = arena_copy(settings->arena, text, strlen(text));
	if (!problem || !problem->text) {
		settings_add_no_memory(settings);
		return NULL;
	}
	problem->level = level;
	problem->origin = origin;
	link_problem(settings, problem);
	return problem;
}

/* Counts a warning about a line. True if it is beyond the limit; the first such adds a warning. */
static bool exceeds_limit(struct settings *settings, enum log_level level, struct origin origin)
{
	struct settings_file *file = settings->last_file;

	if (level != LOG_WARNING || origin.line == 0 || !file)
		return false;
	file->warnings++;
	if (file->warnings == WARNINGS_PER_FILE + 1)
		add_text(settings, level, origin, "further warnings about this file are left out");
	return file->warnings > WARNINGS_PER_FILE;
}

struct settings_problem *settings_add_problem(struct settings *settings, enum log_level level,
					      struct origin origin, const char *format, ...)
{
	char text[TEXT_SIZE];
	va_list arguments;

	if (exceeds_limit(settings, level, origin))
		return NULL;
	va_start(arguments, format);
	vsnprintf(text, sizeof(text), format, arguments);
	va_end(arguments);
	return add_text(settings, level, origin, text);
}

void settings_clear_files(struct settings *settings)
{
	settings->files = NULL;
	settings->last_file = NULL;
	settings->problems = NULL;
	settings->last_problem = NULL;
	memset(&settings->no_memory, 0, sizeof(settings->no_memory));
}
