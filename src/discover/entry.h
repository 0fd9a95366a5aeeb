/* SPDX-License-Identifier: Apache-2.0 */
/*
 * entry: one thing that names a library (an .icd file, a .lay file, or an
 * element of a list), and what became of it. Nothing refused is dropped: it
 * stays in its list with a verdict.
 *
 * Entries and their strings live in the arena of the loader's context. Written
 * by the initialising thread only.
 */
#ifndef CLROUTER_DISCOVER_ENTRY_H
#define CLROUTER_DISCOVER_ENTRY_H

#include <stdbool.h>
#include <stddef.h>

#include "base/arena.h"
#include "base/log.h"
#include "base/verdict.h"
#include "discover/match.h"

enum entry_origin {
	ENTRY_FROM_FILENAMES,	/* OCL_ICD_FILENAMES: stays first */
	ENTRY_FROM_VENDORS,	/* named one by one in OCL_ICD_VENDORS and its like */
	ENTRY_FROM_DIRECTORY,	/* found in a directory */
	ENTRY_FROM_CONFIG,	/* a layer that layers.conf loads */
	ENTRY_FROM_LAYERS,	/* OPENCL_LAYERS */
};

struct entry {
	struct entry *next;
	enum entry_origin origin;
	const char *path;	/* the file as found, without the root; NULL: a library named directly */
	const char *section;	/* a layer's [layer] section; NULL: none */
	const char *written;	/* the library as written; NULL: not known */
	const char *library;	/* what dlopen gets; NULL: not known */
	struct match_names names;	/* of a driver, set by scan_drivers() */
	struct verdict verdict;
};

struct entry_list {
	struct entry *first;
	struct entry **last;	/* the pointer that the next one is linked to */
	size_t count;
	enum log_topic topic;	/* of messages about these entries */
};

void entry_list_init(struct entry_list *list, enum log_topic topic);

/* Appends an empty entry, NULL if there is no memory. */
struct entry *entry_list_add(struct entry_list *list, struct arena *arena,
			     enum entry_origin origin);

/* The file's path, else the library as written: what a message calls it. */
const char *entry_name(const struct entry *entry);

/*
 * Puts the working directory in front of libraries with a relative path, as dlopen would do at
 * this moment: a driver may go to another directory while it starts. What cannot be made a path
 * that dlopen takes stays as it is.
 */
void entry_list_resolve(struct entry_list *list, struct arena *arena);

/*
 * Sets the verdict and logs it once. DETAIL must live as long as the entry;
 * NULL for none. CODE is an errno or an OpenCL error code, 0 for none.
 */
void entry_refuse(struct entry *entry, enum log_topic topic, enum reason reason,
		  int code, const char *detail);

#endif
