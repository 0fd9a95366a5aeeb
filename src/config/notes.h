/* SPDX-License-Identifier: Apache-2.0 */
/*
 * notes: what there is to tell about the configuration: the files that
 * were looked at and the problems found in them, in the order they were met.
 * Only collects, for the log is not set up before the configuration is read.
 */
#ifndef CLROUTER_CONFIG_NOTES_H
#define CLROUTER_CONFIG_NOTES_H

#include "base/arena.h"
#include "config/settings.h"

struct conf_notes {
	struct settings *settings;
	struct arena *arena;
	struct settings_problem **last_problem;
	struct settings_file **last_file;
	unsigned told;		/* warnings about the file that is being read */
};

/* Starts with empty lists; what was noted before is forgotten. */
void conf_notes_init(struct conf_notes *notes, struct settings *settings,
		     struct arena *arena);

/* Notes a file; NULL when there is no memory, which is noted then. */
struct settings_file *conf_notes_file(struct conf_notes *notes, const char *path,
				      unsigned source, bool is_layers);

/*
 * Notes a problem. Of one file not more than a few dozen warnings are kept: a
 * file of another kind has one in every line.
 */
__attribute__((format(printf, 4, 5)))
void conf_notes_problem(struct conf_notes *notes, enum log_level level,
			struct origin origin, const char *format, ...);

/* Notes, once, that something was left out for want of memory. Needs none. */
void conf_notes_no_memory(struct conf_notes *notes);

#endif
