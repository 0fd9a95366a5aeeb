/* SPDX-License-Identifier: Apache-2.0 */
/*
 * table: the loader's own dispatch tables, one for each ICD 2 platform. Drivers
 * keep pointers to them in every object, so a table never moves and is never
 * given back.
 *
 * They lie in static storage, for they must outlive every late call; only when
 * there are more than TABLE_POOL_SIZE platforms they come from the heap, and
 * then the loader has to stay in memory.
 */
#ifndef CLROUTER_API_TABLE_H
#define CLROUTER_API_TABLE_H

#include <stdbool.h>

#include "api/api.h"
#include "base/arena.h"
#include "clrouter/icd.h"

#define TABLE_POOL_SIZE 64	/* platforms */

struct table_pool {
	struct api_table fixed[TABLE_POOL_SIZE];
	unsigned used;
	bool needs_arena;	/* some table lies outside of the pool */
};

/* An empty table (all entries NULL), NULL when there is no memory. */
struct api_table *table_take(struct table_pool *pool, struct arena *arena);

/*
 * Asks GET_FUNCTION for every function of PLATFORM by its name; what the driver
 * does not have answers CL_INVALID_OPERATION. The platform's table is complete
 * from then on.
 */
void table_fill(struct api_table *table, clIcdGetFunctionAddressForPlatformKHR_t *get_function,
		cl_platform_id platform);

/*
 * The slots that a driver of this OpenCL version (1000 * major + minor) has in
 * its table; all of them for a version that is not known.
 */
unsigned table_length(unsigned version);

/* Does the table carry the ICD 2 tag in slot 0, in slot 31? */
bool table_has_first_tag(const struct api_table *table);
bool table_has_second_tag(const struct api_table *table);

#endif
