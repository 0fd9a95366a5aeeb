/* SPDX-License-Identifier: Apache-2.0 */
/* dependencies: see dependencies.h. */
#include "tool/probe/file/dependencies.h"

#include <link.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/os.h"
#include "base/text.h"
#include "tool/probe/child.h"

#define MOST_WORDS 256	/* of each kind: more than OpenCL has functions */

/* The linker's own words, which it does not translate. */
#define ARROW " => "
#define NOT_FOUND ARROW "not found"
#define UNDEFINED "undefined symbol: "
#define VERSION ": version `"

struct linker_question {
	const char *linker;
	const char *program;
	const char *library;
	const char *search_path;	/* NULL: as it is set */
};

/* The first object is the program; its header names its linker. */
static int find_linker(struct dl_phdr_info *info, size_t size, void *data)
{
	const char **linker = data;

	(void)size;
	for (int i = 0; i < info->dlpi_phnum; i++)
		if (info->dlpi_phdr[i].p_type == PT_INTERP)
			*linker = (const char *)(info->dlpi_addr + info->dlpi_phdr[i].p_vaddr);
	return 1;
}

static void ask(int report, void *argument)
{
	const struct linker_question *question = argument;

	(void)report;
	setenv("LD_PRELOAD", question->library, 1);
	setenv("LD_TRACE_LOADED_OBJECTS", "1", 1);
	setenv("LD_WARN", "yes", 1);
	setenv("LD_BIND_NOW", "yes", 1);
	if (question->search_path)
		setenv("LD_LIBRARY_PATH", question->search_path, 1);
	unsetenv("LD_DEBUG");
	execl(question->linker, question->linker, question->program, (char *)NULL);
}

struct dependency *dependencies_add(struct dependency **list, const char *text, size_t length,
				    size_t most, struct arena *arena)
{
	struct dependency *word;
	const char *copy;
	size_t count = 0;

	for (word = *list; word; word = word->next, count++)
		if (strncmp(word->text, text, length) == 0 && !word->text[length])
			return word;
	copy = count < most ? arena_copy(arena, text, length) : NULL;
	word = copy ? arena_append(arena, list, sizeof(*word)) : NULL;
	if (word)
		word->text = copy;
	return word;
}

/* "undefined symbol: name\t(file)": the tab becomes a blank. */
static void add_symbol(struct dependencies *answer, const char *text, struct arena *arena)
{
	char *copy = arena_copy(arena, text, strlen(text));
	char *tab = copy ? strchr(copy, '\t') : NULL;

	if (tab)
		*tab = ' ';
	if (copy)
		dependencies_add(&answer->undefined, copy, strlen(copy), MOST_WORDS, arena);
}

/* "libc.so.6 => /lib/libc.so.6 (0x...)", or of a library that was named by its path, only that. */
static void add_found(struct dependencies *answer, const char *line, const char *end,
		      struct arena *arena)
{
	const char *arrow = strstr(line, ARROW);
	const char *path = arrow ? arrow + strlen(ARROW) : line;
	struct dependency *found = NULL;

	if (*path == '/')
		found = dependencies_add(&answer->found, line,
					 (size_t)((arrow ? arrow : end) - line), SIZE_MAX, arena);
	if (found)
		found->path = arena_copy(arena, path, (size_t)(end - path));
}

static void take_line(struct dependencies *answer, const char *line, struct arena *arena)
{
	const char *missing = strstr(line, NOT_FOUND);
	const char *version = strstr(line, VERSION);
	const char *address = strstr(line, " (0x");

	while (text_is_blank(*line))
		line++;
	if (missing)
		dependencies_add(&answer->missing, line, (size_t)(missing - line), MOST_WORDS,
				 arena);
	else if (version)
		dependencies_add(&answer->versions, line, strlen(line), MOST_WORDS, arena);
	else if (strncmp(line, UNDEFINED, strlen(UNDEFINED)) == 0)
		add_symbol(answer, line + strlen(UNDEFINED), arena);
	else if (address)
		add_found(answer, line, address, arena);
}

/* In a list for preloading, blanks and colons would divide the name. */
static bool can_be_asked(const struct linker_question *question)
{
	return question->linker && question->program && *question->library &&
	       !strpbrk(question->library, " :\t\n");
}

void dependencies_parse(struct dependencies *answer, const char *output, struct arena *arena)
{
	const char *line;

	memset(answer, 0, sizeof(*answer));
	while ((line = child_next_line(&output, arena)))
		take_line(answer, line, arena);
	/* What a library that is not there would have defined says nothing. */
	if (answer->missing)
		answer->undefined = NULL;
}

void dependencies_ask(struct dependencies *answer, const char *library, const char *search_path,
		      unsigned limit, struct arena *arena)
{
	struct linker_question question = { NULL, os_own_program(arena), library, search_path };
	struct child child;

	memset(answer, 0, sizeof(*answer));
	dl_iterate_phdr(find_linker, &question.linker);
	if (!can_be_asked(&question))
		return;
	child_run(&child, ask, &question, limit, arena);
	dependencies_parse(answer, child.output, arena);
}

bool dependencies_are_complete(const struct dependencies *answer)
{
	return !answer->missing && !answer->undefined && !answer->versions && answer->found;
}

const char *dependencies_file_of(const struct dependencies *answer, const char *name)
{
	const struct dependency *found = answer->found;

	while (found && strcmp(found->text, name) != 0)
		found = found->next;
	return found ? found->path : NULL;
}
