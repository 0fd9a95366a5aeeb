/* SPDX-License-Identifier: Apache-2.0 */
/* unit-file: see unit-file.h. */
#include "tool/probe/file/unit-file.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/array.h"
#include "base/file/dir.h"
#include "base/text.h"
#include "tool/output/format.h"
#include "tool/probe/file/program.h"
#include "tool/probe/file/whole-file.h"

#define MOST_BYTES 1048576	/* of a file, as systemd */
#define SUFFIX ".service"

/* The administrator's come first: their files replace others of the same name. */
static const char *const directories[] = {
	"/etc/systemd/system", "/run/systemd/system", "/usr/local/lib/systemd/system",
	"/usr/lib/systemd/system", "/lib/systemd/system",
};

/* -- lines ------------------------------------------------------------------------------------ */

static char *trim(char *text)
{
	char *end = text + strlen(text);

	while (text_is_space(*text))
		text++;
	while (end > text && text_is_space(end[-1]))
		*--end = '\0';
	return text;
}

struct unit_reader {
	struct unit_file *unit;
	const char *path;
	char *rest;	/* NULL: the end */
	unsigned line;
	bool is_service;
};

/* A line with those that continue it; comments between them are left out. NULL: the end. */
static char *take_line(struct unit_reader *reader)
{
	const char *joined = NULL;

	while (reader->rest) {
		char *line = trim(strsep(&reader->rest, "\n"));
		size_t length = strlen(line);

		reader->line++;
		if (*line == '#' || *line == ';')
			continue;
		if (length > 0 && line[length - 1] == '\\') {
			line[length - 1] = ' ';
			joined = format_joined(joined, "", line, reader->unit->arena);
			continue;
		}
		joined = format_joined(joined, "", line, reader->unit->arena);
		return arena_copy(reader->unit->arena, joined, strlen(joined));
	}
	return joined ? arena_copy(reader->unit->arena, joined, strlen(joined)) : NULL;
}

static void add_line(struct unit_reader *reader, char *text)
{
	char *equals = strchr(text, '=');
	struct unit_line *line;

	if (!equals)
		return;
	line = arena_append(reader->unit->arena, &reader->unit->lines, sizeof(*line));
	if (!line)
		return;
	*equals = '\0';
	line->key = trim(text);
	line->value = trim(equals + 1);
	line->file = reader->path;
	line->line = reader->line;
}

/* 0, or -errno. */
static int read_source(struct unit_file *unit, const char *path, const char *root)
{
	struct unit_reader reader = { .unit = unit, .path = path };
	const char *whole = arena_under_root(unit->arena, root, path);
	size_t size;
	char *bytes = whole ? whole_file_read(whole, MOST_BYTES, &size) : NULL;
	struct unit_source *source;
	char *line;

	if (!bytes)
		return errno ? -errno : -EIO;
	source = arena_append(unit->arena, &unit->sources, sizeof(*source));
	if (source)
		source->path = path;
	reader.rest = bytes;
	while ((line = take_line(&reader))) {
		if (*line == '[')
			reader.is_service = strcmp(line, "[Service]") == 0;
		else if (reader.is_service)
			add_line(&reader, line);
	}
	free(bytes);
	return 0;
}

/* -- files ------------------------------------------------------------------------------------ */

/* Links are followed below the root, as for a program. 0 with *FOUND, or -errno. */
static int follow(const char *path, const char *root, const char **found, struct arena *arena)
{
	struct program_file file;
	const int error = program_find(&file, path, root, arena);

	*found = error ? path : file.path;
	return error;
}

/* "name@.service" of "name@instance.service"; NULL: it is no instance. */
static const char *template_of(const char *name, struct arena *arena)
{
	const char *at = strchr(name, '@');

	return at && at[1] != '.' ? format_into(arena, "%.*s" SUFFIX, (int)(at + 1 - name), name) : NULL;
}

/* A link to /dev/null masks the unit; below a root there need not be such a device. */
static bool is_masked(const char *path, const char *root, struct arena *arena)
{
	const char *whole = arena_under_root(arena, root, path);
	char target[sizeof("/dev/null")] = "";

	return whole && readlink(whole, target, sizeof(target) - 1) > 0 &&
	       strcmp(target, "/dev/null") == 0;
}

static int find_unit(struct unit_file *unit, const char *name, const char *root)
{
	for (size_t i = 0; i < ARRAY_SIZE(directories); i++) {
		const char *path = arena_path(unit->arena, directories[i], name);
		const int error = path ? follow(path, root, &unit->path, unit->arena) : -ENOMEM;

		if (path && is_masked(path, root, unit->arena))
			return -EINVAL;
		if (error != -ENOENT && error != -ENOTDIR)
			return error;
	}
	unit->path = NULL;
	return -ENOENT;
}

/* A drop-in file that is known; the first one of a name counts. */
struct drop_in {
	struct drop_in *next;
	const char *name;
	const char *path;
};

static void add_drop_in(struct drop_in **list, const char *name, const char *path,
			struct arena *arena)
{
	struct drop_in *added;

	while (*list && strcmp((*list)->name, name) < 0)
		list = &(*list)->next;
	if (*list && strcmp((*list)->name, name) == 0)
		return;
	added = arena_alloc(arena, sizeof(*added));
	if (!added)
		return;
	*added = (struct drop_in){ *list, name, path };
	*list = added;
}

static void add_drop_ins(struct drop_in **list, const char *name, const char *root,
			 struct arena *arena)
{
	for (size_t i = 0; name && i < ARRAY_SIZE(directories); i++) {
		const char *path = format_into(arena, "%s/%s.d", directories[i], name);
		struct dir dir;

		if (dir_read(&dir, root, path, ".conf", arena) != 0)
			continue;
		for (size_t j = 0; j < dir.count; j++)
			add_drop_in(list, dir.names[j]->name, dir.names[j]->path, arena);
	}
}

/* "a-b-c.service" has drop-in files of "a-b-.service" and "a-.service", too. */
static void add_drop_ins_of_prefixes(struct drop_in **list, const char *name, const char *root,
				     struct arena *arena)
{
	for (size_t i = strlen(name) - strlen(SUFFIX); i-- > 1;)
		if (name[i - 1] == '-')
			add_drop_ins(list, format_into(arena, "%.*s" SUFFIX, (int)i, name), root,
				     arena);
}

static void read_drop_ins(struct unit_file *unit, const char *root)
{
	struct drop_in *list = NULL;

	add_drop_ins(&list, unit->name, root, unit->arena);
	add_drop_ins(&list, template_of(unit->name, unit->arena), root, unit->arena);
	add_drop_ins_of_prefixes(&list, unit->name, root, unit->arena);
	add_drop_ins(&list, "service", root, unit->arena);
	LIST_EACH(const struct drop_in, drop_in, list) {
		const char *path;

		if (follow(drop_in->path, root, &path, unit->arena) == 0)
			read_source(unit, path, root);
	}
}

int unit_file_read(struct unit_file *unit, const char *name, const char *root, struct arena *arena)
{
	const char *base = text_base_name(name);
	const char *template;
	int error;

	*unit = (struct unit_file){ .arena = arena };
	unit->name = text_has_suffix(base, SUFFIX) ? base : format_into(arena, "%s" SUFFIX, base);
	template = template_of(unit->name, arena);
	if (base != name) {
		error = follow(name, root, &unit->path, arena);
	} else {
		error = find_unit(unit, unit->name, root);
		if (error == -ENOENT && template)
			error = find_unit(unit, template, root);
	}
	errno = 0;
	if (!error)
		error = read_source(unit, unit->path, root);
	if (!error)
		read_drop_ins(unit, root);
	return error;
}

const char *unit_file_drop_in_directory(const struct unit_file *unit)
{
	return format_into(unit->arena, "%s/%s.d", directories[0], unit->name);
}

/* -- values ----------------------------------------------------------------------------------- */

const struct unit_line *unit_file_next(const struct unit_file *unit, const char *key,
				       const struct unit_line *line)
{
	const struct unit_line *first = NULL;

	LIST_EACH(const struct unit_line, each, line ? line->next : unit->lines) {
		if (strcmp(each->key, key) != 0)
			continue;
		if (*each->value && !first)
			first = each;
		if (!*each->value)
			first = NULL;
		if (first && line)	/* nothing takes back what comes after a line that counts */
			break;
	}
	return first;
}

const struct unit_line *unit_file_last(const struct unit_file *unit, const char *key)
{
	const struct unit_line *last = NULL;
	const struct unit_line *line = NULL;

	while ((line = unit_file_next(unit, key, line)))
		last = line;
	return last;
}

bool unit_file_flag(const struct unit_file *unit, const char *key, const struct unit_line **line)
{
	bool flag = false;

	*line = unit_file_last(unit, key);
	return *line && (text_equal_nocase((*line)->value, "y") ||
			 text_equal_nocase((*line)->value, "t") ||
			 (text_parse_bool((*line)->value, &flag) && flag));
}

/* What "%C" stands for; NULL: something that this module does not know. */
static const char *expand(const struct unit_file *unit, char c)
{
	const char *const name = unit->name;
	const char *at = strchr(name, '@');
	const int stem = (int)(strlen(name) - strlen(SUFFIX));

	switch (c) {
	case '%':
		return "%";
	case 'n':
		return name;
	case 'N':
		return format_into(unit->arena, "%.*s", stem, name);
	case 'p':
		return format_into(unit->arena, "%.*s", at ? (int)(at - name) : stem, name);
	case 'i':
	case 'I':
		return at ? format_into(unit->arena, "%.*s", (int)(name + stem - at - 1), at + 1) : "";
	default:
		return NULL;
	}
}

static const char *expand_all(const struct unit_file *unit, const char *word)
{
	const char *percent = strchr(word, '%');
	const char *text = percent && percent[1] ? expand(unit, percent[1]) : NULL;

	if (!text)
		return word;
	return format_into(unit->arena, "%.*s%s%s", (int)(percent - word), word, text,
			   expand_all(unit, percent + 2));
}

/* The character after a backslash; its bytes are taken. */
static char take_escape(const char **at)
{
	static const char names[] = "abfnrtvs";
	static const char values[] = "\a\b\f\n\r\t\v ";
	const char c = *(*at)++;
	const char *name = strchr(names, c);
	char digits[3] = "";

	if (c == 'x' && (*at)[0] && (*at)[1]) {
		memcpy(digits, *at, 2);
		*at += 2;
		return (char)strtoul(digits, NULL, 16);
	}
	return name ? values[name - names] : c;
}

const char *unit_file_word(const struct unit_file *unit, const char **rest)
{
	const char *at = *rest;
	char *word = arena_alloc(unit->arena, strlen(at) + 1);
	size_t length = 0;
	char quote = '\0';

	while (text_is_space(*at))
		at++;
	if (!word || !*at)
		return NULL;
	while (*at && (quote || !text_is_space(*at))) {
		if (*at == '\\' && at[1]) {
			at++;
			word[length++] = take_escape(&at);
		} else if (quote ? *at == quote : *at == '"' || *at == '\'') {
			quote = quote ? '\0' : *at;
			at++;
		} else {
			word[length++] = *at++;
		}
	}
	*rest = at;
	return expand_all(unit, word);
}

const char *unit_file_next_word(const struct unit_file *unit, const char *key,
				struct unit_words *words)
{
	const char *word = words->line ? unit_file_word(unit, &words->rest) : NULL;

	while (!word) {
		words->line = unit_file_next(unit, key, words->line);
		if (!words->line)
			return NULL;
		words->rest = words->line->value;
		word = unit_file_word(unit, &words->rest);
	}
	return word;
}
