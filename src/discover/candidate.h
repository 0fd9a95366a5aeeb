/* SPDX-License-Identifier: Apache-2.0 */
/*
 * candidate: a library that may be a driver or a layer, and what names it: an .icd file, a .lay
 * file or an element of a list. A candidate that is refused stays in its list, with a verdict.
 *
 * Candidates and their strings are in the arena that is passed to the functions; in the library
 * that is the arena of the context. Only the thread that initialises the loader changes them.
 * Afterwards any thread may read them.
 */
#ifndef CLROUTER_DISCOVER_CANDIDATE_H
#define CLROUTER_DISCOVER_CANDIDATE_H

#include <stdbool.h>
#include <stddef.h>

#include "base/arena.h"
#include "base/log.h"
#include "base/verdict.h"
#include "discover/match.h"

enum candidate_origin {
	CANDIDATE_FROM_FILENAMES,	/* in OCL_ICD_FILENAMES; its platforms stay first */
	CANDIDATE_FROM_VENDORS,		/* in OCL_ICD_VENDORS or OPENCL_VENDOR_PATH, no directory */
	CANDIDATE_FROM_DIRECTORY,	/* a file in a directory, or registered with the system */
	CANDIDATE_FROM_CONFIG,		/* a layer that layers.conf loads */
	CANDIDATE_FROM_LAYERS,		/* a layer in OPENCL_LAYERS */
	CANDIDATE_FROM_PROGRAM,		/* a layer that the program has chosen */
};

struct candidate {
	struct candidate *next;
	enum candidate_origin origin;
	const char *path;	/* of the file, without the root, or the place in the register;
				   NULL: neither names the library */
	const char *section;	/* of a layer: its [layer] section; NULL: none */
	const char *written;	/* the name of the library as written; NULL: not known */
	const char *library;	/* the name that dlopen gets; NULL: not known */
	struct match_names names;	/* of a driver: set by scan_drivers() */
	struct verdict verdict;	/* at first OK */
};

/* Candidates in the order in which they are tried. */
struct candidate_list {
	struct candidate *first;
	struct candidate **last;	/* where the pointer to the next candidate is stored */
	size_t count;
	enum log_topic topic;		/* of messages about these candidates */
};

/* Makes LIST empty. */
void candidate_list_init(struct candidate_list *list, enum log_topic topic);

/*
 * Appends a candidate without names and returns it. If there is no memory, logs that, returns
 * NULL.
 */
struct candidate *candidate_list_add(struct candidate_list *list, struct arena *arena,
				     enum candidate_origin origin);

/*
 * What a message calls CANDIDATE: the path of its file, or else the library as written, or "?".
 * Valid as long as the candidate.
 */
const char *candidate_name(const struct candidate *candidate);

/*
 * Makes each relative path in LIST absolute, with the working directory, as dlopen would do now.
 * That is done before the first library is opened, because a driver may change the working
 * directory while it starts. Bare names, and paths that start with a variable of the dynamic
 * linker ($ORIGIN), stay as they are. So does a path if there is no memory, if it would have
 * PATH_MAX bytes or more, or if the working directory is not known.
 */
void candidate_list_resolve(struct candidate_list *list, struct arena *arena);

/* Calls verdict_set() for CANDIDATE, with its name. Call it once for each candidate. */
void candidate_refuse(struct candidate *candidate, enum log_topic topic, enum reason reason,
		      int code, const char *detail);

#endif
