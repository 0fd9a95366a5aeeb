/* SPDX-License-Identifier: Apache-2.0 */
/*
 * launch-members: the one table of the members of struct launch. The writer, the reader and the
 * writer of C walk over it, and know no member. The key of a column is the name of its member.
 */
#ifndef CLROUTER_LAUNCH_LAUNCH_MEMBERS_H
#define CLROUTER_LAUNCH_LAUNCH_MEMBERS_H

#include <stddef.h>

#include "launch/launch.h"
#include "table/table.h"

/* One struct of struct launch, or an array of them. */
struct launch_rows {
	struct table table; /* its key is the first word of the lines */
	const char *member; /* its name in struct launch */
	size_t size;	    /* bytes of a row */
	size_t offset;	    /* in struct launch: of the struct, or of the pointer to the array */
	size_t count;	    /* of the array: the offset of the number of its rows; 0: no array */
	size_t most;	    /* rows of the array */
	/* What is wrong with ROW, if LAUNCH has all that comes before it; NULL: nothing can be. */
	const char *(*check)(const struct launch *launch, const void *row);
};

#define LAUNCH_TABLES 15

/* In the order of struct launch and of the file. What a row refers to by an index comes before it.
 */
extern const struct launch_rows launch_rows[LAUNCH_TABLES];

/* The rows of LAUNCH, and how many there are. */
static inline const void *launch_rows_of(const struct launch_rows *rows,
					 const struct launch *launch, size_t *count)
{
	const char *member = (const char *)launch + rows->offset;

	*count = rows->count ? *(const size_t *)((const char *)launch + rows->count) : 1;
	return rows->count ? *(void *const *)member : member;
}

#endif
