/* SPDX-License-Identifier: Apache-2.0 */
/*
 * shadow: a library that stands before the right one in the search of the dynamic linker, by
 * LD_LIBRARY_PATH or in the linker's cache. That it is the cause is not guessed: the linker is
 * asked again without it.
 */
#include "tool/doctor/cause/causes.h"

#include <stdlib.h>
#include <string.h>

#include "base/text.h"
#include "tool/doctor/shell.h"
#include "tool/output/format.h"
#include "tool/probe/file/library-file.h"
#include "tool/probe/file/library-search.h"

#define VARIABLE "LD_LIBRARY_PATH"

static const char *directory_of(const char *path, struct arena *arena)
{
	size_t length = (size_t)(text_base_name(path) - path);

	return arena_copy(arena, path, length > 1 ? length - 1 : length);
}

/* Is the directory of PATH in the variable? */
static const char *find_in_variable(const char *path, struct arena *arena)
{
	const char *rest = getenv(VARIABLE);
	size_t length = (size_t)(text_base_name(path) - path);

	while (rest && length > 0) {
		size_t size;
		const char *element = text_next_element(&rest, ':', &size);

		while (size > 1 && element[size - 1] == '/')
			size--;
		if (size + 1 == length && strncmp(element, path, size) == 0)
			return arena_copy(arena, element, size);
	}
	return NULL;
}

/* The directory may be written with a slash after it. */
static void cure_variable(struct finding *finding, const char *directory, struct tool *tool)
{
	const char *value = getenv(VARIABLE);
	const char *slashed = format_into(&tool->arena, "%s/", directory);
	const char *command = shell_take_out(VARIABLE, value, directory, ':', &tool->arena);

	if (strcmp(command, format_into(&tool->arena, "export " VARIABLE "=%s",
					shell_word(value, &tool->arena))) == 0)
		command = shell_take_out(VARIABLE, value, slashed, ':', &tool->arena);
	finding_cure(finding, "%s", command);
}

/* Directories that come first in ld.so.conf are first in the cache. Nothing is moved away. */
static void cure_cache(struct finding *finding, const char *right, struct tool *tool)
{
	const char *directory = shell_word(directory_of(right, &tool->arena), &tool->arena);
	const char *value = getenv(VARIABLE);

	finding_cure(finding, "export " VARIABLE "=%s%s  # for this shell", directory,
		     value && *value ? "${" VARIABLE ":+:$" VARIABLE "}" : "");
	finding_cure(
		finding,
		"or for all programs, as root: echo %s >/etc/ld.so.conf.d/00-first.conf; ldconfig",
		directory);
}

void shadow_cure(struct finding *finding, const char *wrong, const char *right, struct tool *tool)
{
	const char *directory = find_in_variable(wrong, &tool->arena);

	if (directory)
		cure_variable(finding, directory, tool);
	else
		cure_cache(finding, right, tool);
}

static void put(struct finding *finding, const char *wrong, const char *right, struct tool *tool)
{
	const char *directory = find_in_variable(wrong, &tool->arena);

	finding_fact(finding, "wrong file", "%s (%s)", wrong,
		     directory ? VARIABLE : "the linker's cache");
	finding_fact(finding, "right file", "%s", right);
	shadow_cure(finding, wrong, right, tool);
}

/* -- what it needs -------------------------------------------------------------- */

/* Without the variable: every file that is another one then. */
static bool try_without_variable(struct finding *finding, const char *library, const char *detail,
				 const struct dependencies *answer, struct tool *tool)
{
	struct dependencies other;
	bool is_any = false;

	dependencies_ask(&other, library, "", tool->timeout, &tool->arena);
	if (!dependencies_are_complete(&other))
		return false;
	LIST_EACH(const struct dependency, found, other.found) {
		const char *wrong = dependencies_file_of(answer, found->text);

		if (!wrong && detail && strcmp(text_base_name(detail), found->text) == 0)
			wrong = detail;
		if (!wrong || strcmp(wrong, found->path) == 0 ||
		    !find_in_variable(wrong, &tool->arena))
			continue;
		put(finding, wrong, found->path, tool);
		is_any = true;
	}
	return is_any;
}

/* With the directory of another file of the same name in front. */
static bool try_other(struct finding *finding, const char *library, const char *name,
		      const char *wrong, struct tool *tool)
{
	const struct library_hit *hit = library_search(name, &tool->arena);
	const char *value = format_or(getenv(VARIABLE), "");

	for (; hit; hit = hit->next) {
		const char *directory = directory_of(hit->path, &tool->arena);
		struct dependencies other;

		if (!library_search_is_good(hit) || !directory || strcmp(hit->path, wrong) == 0)
			continue;
		dependencies_ask(&other, library,
				 format_into(&tool->arena, "%s%s%s", directory,
					     *value ? ":" : "", value),
				 tool->timeout, &tool->arena);
		if (!dependencies_are_complete(&other))
			continue;
		put(finding, wrong, hit->path, tool);
		return true;
	}
	return false;
}

bool shadow_explain(struct finding *finding, const char *library, const char *detail,
		    const struct dependencies *answer, struct tool *tool)
{
	bool is_path = detail && *detail == '/' && !strpbrk(detail, " \t");

	if (dependencies_are_complete(answer))
		return false;
	if (format_or(getenv(VARIABLE), "")[0] &&
	    try_without_variable(finding, library, is_path ? detail : NULL, answer, tool))
		return true;
	if (is_path && try_other(finding, library, text_base_name(detail), detail, tool))
		return true;
	LIST_EACH(const struct dependency, found, answer->found)
		if (*found->text != '/' && try_other(finding, library, found->text, found->path, tool))
			return true;
	return false;
}

/* -- the driver itself ----------------------------------------------------------- */

static bool is_driver(const struct library_hit *hit)
{
	return library_search_is_good(hit) && hit->place != LIBRARY_ELSEWHERE &&
	       library_file_is_driver(hit->path);
}

bool shadow_explain_driver(struct finding *finding, const char *library, struct tool *tool)
{
	const struct library_hit *first = library_search(library, &tool->arena);
	const struct library_hit *hit = first;

	if (text_base_name(library) != library || !first)
		return false;
	while ((hit = hit->next))
		if (is_driver(hit)) {
			put(finding, first->path, hit->path, tool);
			return true;
		}
	return false;
}
