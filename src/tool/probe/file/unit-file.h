/* SPDX-License-Identifier: Apache-2.0 */
/*
 * unit-file: the section [Service] of a systemd unit, with its drop-in files, as systemd.unit(5) says
 * which of them count, in which order. It reads files; systemd is neither asked nor needed. It knows the
 * syntax of values, but not what the keys mean. Texts live in the arena.
 *
 * Not looked at are units that systemd makes itself, by generators, or at run time by systemctl
 * set-property.
 */
#ifndef CLROUTER_TOOL_PROBE_FILE_UNIT_FILE_H
#define CLROUTER_TOOL_PROBE_FILE_UNIT_FILE_H

#include <stdbool.h>
#include <stddef.h>

#include "base/arena.h"

struct unit_line {
	struct unit_line *next;
	const char *key;
	const char *value;	/* continued lines are joined */
	const char *file;	/* without the root */
	unsigned line;
};

/* A file that was read, in the order in which they count. */
struct unit_source {
	struct unit_source *next;
	const char *path;	/* without the root */
};

struct unit_file {
	const char *name;	/* "boinc-client.service" */
	const char *path;	/* of the unit itself, without the root; NULL: only drop-in files were found */
	struct unit_source *sources;
	struct unit_line *lines;	/* later ones are stronger */
	struct arena *arena;
};

/*
 * Reads the unit NAME under ROOT; ".service" may be left out, and a name with a slash is the path of the
 * file. 0, or -errno: -ENOENT if there is no such unit, -EINVAL if it is masked.
 */
int unit_file_read(struct unit_file *unit, const char *name, const char *root, struct arena *arena);

/* The first directory in which drop-in files of the unit are looked for; it need not exist. */
const char *unit_file_drop_in_directory(const struct unit_file *unit);

/*
 * The first line of KEY that counts, or the one after LINE. An empty value takes back all before it, and
 * is not returned. NULL: there is none.
 */
const struct unit_line *unit_file_next(const struct unit_file *unit, const char *key,
				       const struct unit_line *line);

/* The last line of KEY that counts; NULL: none. */
const struct unit_line *unit_file_last(const struct unit_file *unit, const char *key);

/* The same for a value that is yes or no; false if no line says yes. */
bool unit_file_flag(const struct unit_file *unit, const char *key, const struct unit_line **line);

/*
 * The next word of *REST, a value, without quotes, escapes and the specifiers that depend on the name
 * only. NULL: there is none.
 */
const char *unit_file_word(const struct unit_file *unit, const char **rest);

/* A walk over the words of all lines of a key; zeroed at first. */
struct unit_words {
	const struct unit_line *line;	/* that has the word */
	const char *rest;
};

/* The next word of the lines of KEY that count. NULL after the last one. */
const char *unit_file_next_word(const struct unit_file *unit, const char *key,
				struct unit_words *words);

#endif
