/* SPDX-License-Identifier: Apache-2.0 */
/*
 * icd-content: what an .icd file has in place of the name of a library: quotes around the name, a
 * comment after it, JSON as Vulkan's files, the library itself.
 */
#include "tool/doctor/cause/causes.h"

#include <string.h>

#include "base/file/safe-open.h"
#include "base/text.h"
#include "tool/doctor/shell.h"
#include "tool/output/format.h"
#include "tool/probe/file/library-file.h"
#include "tool/probe/file/library-search.h"

#define CONTENT_SIZE 4096	/* bytes that are looked at */

/* -- the name ----------------------------------------------------------------- */

/* The end of the name: before a comment, a semicolon or the blanks before one. */
static size_t name_length(const char *text)
{
	size_t length = strlen(text);

	for (size_t i = 1; i < length; i++)
		if (text_is_blank(text[i - 1]) && (text[i] == '#' || text[i] == ';'))
			length = i;
	while (length > 0 && (text_is_blank(text[length - 1]) || text[length - 1] == ';'))
		length--;
	return length;
}

/* "library = libfoo.so" */
static const char *skip_key(const char *text)
{
	const char *value = strpbrk(text, "=:");

	if (!value || strcspn(text, "/.") < (size_t)(value - text))
		return text;
	value++;
	while (text_is_blank(*value))
		value++;
	return *value ? value : text;
}

const char *icd_content_clean_name(const char *text, struct arena *arena)
{
	const char *name = skip_key(text);
	size_t length = name_length(name);

	if (length > 2 && (*name == '"' || *name == '\'') && name[length - 1] == *name) {
		name++;
		length -= 2;
	}
	if (length == 0 || (name == text && length == strlen(text)))
		return NULL;
	return arena_copy(arena, name, length);
}

/* -- other kinds of files ------------------------------------------------------- */

/* The value of "library_path" in JSON, without its escapes; NULL: there is none. */
static const char *find_library_path(const char *json, struct arena *arena)
{
	static const char key[] = "\"library_path\"";
	const char *value = strstr(json, key);
	const char *start = value ? strchr(value + strlen(key), '"') : NULL;
	const char *end = start ? strchr(start + 1, '"') : NULL;

	return end ? arena_copy(arena, start + 1, (size_t)(end - start - 1)) : NULL;
}

static bool is_driver(const char *name, struct tool *tool)
{
	const struct library_hit *hit;

	if (text_base_name(name) == name) {
		hit = library_search_good(library_search(name, &tool->arena));
		if (!hit)
			return false;
		name = hit->path;
	}
	return library_file_is_driver(name);
}

static void explain_json(struct finding *finding, const char *bytes, const char *file,
			 struct tool *tool)
{
	const char *library = find_library_path(bytes, &tool->arena);

	finding_fact(finding, "file",
		     "%s is a JSON file, as Vulkan's drivers have; OpenCL's has only the name of "
		     "the library",
		     file);
	if (library && is_driver(library, tool))
		finding_cure(finding, "echo %s >%s  # as root", shell_word(library, &tool->arena),
			     shell_word(file, &tool->arena));
	else
		finding_cure(finding, "mv %s %s.json  # as root; it names no OpenCL driver",
			     shell_word(file, &tool->arena), shell_word(file, &tool->arena));
}

static void explain_library(struct finding *finding, const char *file, struct tool *tool)
{
	size_t length = strlen(file) - (text_has_suffix(file, ".icd") ? strlen(".icd") : 0);
	const char *word = shell_word(file, &tool->arena);
	const char *library = shell_word(format_into(&tool->arena, "%.*s.so", (int)length, file),
					 &tool->arena);

	finding_fact(finding, "file", "%s is a library itself, not a file that names one", file);
	finding_cure(finding, "mv %s %s && echo %s >%s  # as root", word, library, library, word);
}

static void explain_name(struct finding *finding, const struct candidate *candidate,
			 const char *name, struct tool *tool)
{
	finding_fact(finding, "file",
		     "%s has more than a name: quotes, a key or a comment on the line are a part "
		     "of the name",
		     candidate->path);
	finding_cure(finding, "echo %s >%s  # as root", shell_word(name, &tool->arena),
		     shell_word(candidate->path, &tool->arena));
}

bool icd_content_explain(struct finding *finding, const struct candidate *candidate,
			 struct tool *tool)
{
	const char *whole = candidate->path ? arena_under_root(&tool->arena, tool->root,
							       candidate->path) : NULL;
	char bytes[CONTENT_SIZE] = "";
	const char *start = bytes;
	const char *name;

	if (!whole || safe_read_start(whole, bytes, sizeof(bytes) - 1) <= 0)
		return false;
	while (text_is_space(*start))
		start++;
	name = candidate->written ? icd_content_clean_name(candidate->written, &tool->arena) : NULL;
	if (*start == '{' || *start == '[')
		explain_json(finding, bytes, candidate->path, tool);
	else if (text_skip_prefix(bytes, "\177ELF"))
		explain_library(finding, candidate->path, tool);
	else if (name)
		explain_name(finding, candidate, name, tool);
	else
		return false;
	return true;
}
