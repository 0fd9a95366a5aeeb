/* SPDX-License-Identifier: Apache-2.0 */
/*
 * candidate: one thing that names a library (an .icd file, a .lay file, or an
 * element of a list), and what became of it. Nothing refused is dropped: it
 * stays in its list with a verdict.
 *
 * Candidates and their strings live in the arena of the loader's context. Written
 * by the initialising thread only.
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
	CANDIDATE_FROM_FILENAMES,	/* OCL_ICD_FILENAMES: stays first */
	CANDIDATE_FROM_VENDORS,	/* named one by one in OCL_ICD_VENDORS and its like */
	CANDIDATE_FROM_DIRECTORY,	/* found in a directory */
	CANDIDATE_FROM_CONFIG,	/* a layer that layers.conf loads */
	CANDIDATE_FROM_LAYERS,	/* OPENCL_LAYERS */
};

struct candidate {
	struct candidate *next;
	enum candidate_origin origin;
	const char *path;	/* the file without the root; NULL: a library named directly */
	const char *section;	/* a layer's [layer] section; NULL: none */
	const char *written;	/* the library as written; NULL: not known */
	const char *library;	/* what dlopen gets; NULL: not known */
	struct match_names names;	/* of a driver, set by scan_drivers() */
	struct verdict verdict;
};

struct candidate_list {
	struct candidate *first;
	struct candidate **last;	/* the pointer that the next one is linked to */
	size_t count;
	enum log_topic topic;	/* of messages about these candidates */
};

void candidate_list_init(struct candidate_list *list, enum log_topic topic);

/* Appends an empty candidate, NULL if there is no memory. */
struct candidate *candidate_list_add(struct candidate_list *list, struct arena *arena,
				     enum candidate_origin origin);

/* The file's path, else the library as written: what a message calls it. */
const char *candidate_name(const struct candidate *candidate);

/*
 * Puts the working directory in front of libraries with a relative path, as dlopen would do at
 * this moment: a driver may go to another directory while it starts. What cannot be made a path
 * that dlopen takes stays as it is.
 */
void candidate_list_resolve(struct candidate_list *list, struct arena *arena);

/*
 * Sets the verdict and logs it once. DETAIL must live as long as the candidate;
 * NULL for none. CODE is an errno or an OpenCL error code, 0 for none.
 */
void candidate_refuse(struct candidate *candidate, enum log_topic topic, enum reason reason,
		      int code, const char *detail);

#endif
