/* SPDX-License-Identifier: Apache-2.0 */
/*
 * set-steps: what "clrouter set" has written into one configuration file, as data: the steps, each one
 * call of the command, the oldest first. They are comments there, and the lines that set keys follow
 * from them, so a step can be taken back. The module reads and writes texts only; it knows neither
 * files nor what the keys do.
 *
 * The lines of set are one part of a file, which may have lines of others before and after it. A part
 * in which a line was changed by hand is not what its steps say, and reading it fails.
 */
#ifndef CLROUTER_TOOL_COMMANDS_SET_STEPS_H
#define CLROUTER_TOOL_COMMANDS_SET_STEPS_H

#include <stdbool.h>
#include <stddef.h>

#include "base/arena.h"
#include "config/settings.h"

/* Steps that a later one has replaced are kept, to be taken back, while a part has no more than this. */
#define SET_STEPS_KEPT 32

enum set_subject { SET_DEVICE, SET_DRIVER, SET_ORDER, SET_SUBJECTS };

struct set_step {
	struct set_step *next;
	unsigned number;	/* counted through both files */
	enum set_subject subject;
	const char *program;	/* a glob; NULL: all programs */
	const char **words;	/* what follows the subject: of SET_DRIVER a glob, then "on" or "off" */
	size_t count;
};

/* A file that has the part, or may get it. Texts are in the arena, or belong to the caller. */
struct set_part {
	enum settings_family family;
	const char *before;	/* what others have in the file before the part, */
	size_t before_size;
	const char *after;	/* and after it */
	size_t after_size;
	bool adds_end;		/* "before" did not end with a newline, so the part begins with one */
	struct set_step *steps;
};

/* The word on the command line. */
const char *set_subject_name(enum set_subject subject);

/* False: WORD is none. */
bool set_subject_find(const char *word, enum set_subject *subject);

/* The file that a step of SUBJECT is in. */
enum settings_family set_subject_family(enum set_subject subject);

/* Does STEP take back what others of its key have set, and set nothing? */
bool set_step_is_unset(const struct set_step *step);

/* Have both the same subject and program, and of SET_DRIVER the same glob? The later one counts then. */
bool set_step_has_key(const struct set_step *a, const struct set_step *b);

/* The step whose lines are in effect for the key of LIKE; NULL: none, or the last one sets nothing. */
const struct set_step *set_part_find(const struct set_part *part, const struct set_step *like);

/* "driver pocl off for darktable" in ARENA. */
const char *set_step_text(const struct set_step *step, struct arena *arena);

/*
 * Reads the SIZE bytes at TEXT, a file of FAMILY, into PART; a file without the part has no steps. NULL:
 * that is done. Otherwise why it cannot be, as a sentence without its period.
 */
const char *set_part_read(struct set_part *part, enum settings_family family, const char *text,
			  size_t size, struct arena *arena);

/*
 * Adds a copy of STEP, whose texts are not copied, with the number that it has. Steps that others have
 * replaced are dropped if there are too many. False: no memory.
 */
bool set_part_add(struct set_part *part, const struct set_step *step, struct arena *arena);

/* Removes the last step and returns it; NULL: there is none. */
struct set_step *set_part_undo(struct set_part *part);

/*
 * The new contents of the file in ARENA, and their SIZE, which is 0 if nothing is left. NULL: no memory.
 */
const char *set_part_write(const struct set_part *part, size_t *size, struct arena *arena);

#endif
