/* SPDX-License-Identifier: Apache-2.0 */
/*
 * table: the loader's own dispatch tables, one for each ICD 2 platform; and what is known of the
 * tables of drivers.
 *
 * The driver stores a pointer to the loader's table in each of its objects (cl_khr_icd 2.0.0,
 * dispatch data), so a table never moves and is never freed: calls may still use it while the
 * process ends. The first TABLE_POOL_SIZE tables are in static storage. Further ones are in the
 * arena, which is then kept, and the loader with it.
 *
 * The thread that initialises the loader takes and fills the tables; afterwards they are
 * read-only.
 */
#ifndef CLROUTER_API_TABLE_H
#define CLROUTER_API_TABLE_H

#include <stdbool.h>

#include "api/api.h"
#include "base/arena.h"
#include "clrouter/icd.h"

#define TABLE_POOL_SIZE 64	/* platforms */

/* Zeroed before its first use. */
struct table_pool {
	struct api_table fixed[TABLE_POOL_SIZE];
	unsigned used;		/* tables of `fixed` that are taken */
	bool needs_arena;	/* a table is in the arena */
};

/* Returns a table whose entries are all NULL; NULL if an allocation failed. */
struct api_table *table_take(struct table_pool *pool, struct arena *arena);

/*
 * Fills TABLE: calls GET_FUNCTION, the driver's clIcdGetFunctionAddressForPlatformKHR, with the
 * name of each function. A function that the driver does not have becomes one that fails with
 * CL_INVALID_OPERATION, so afterwards no entry is NULL.
 */
void table_fill(struct api_table *table, clIcdGetFunctionAddressForPlatformKHR_t *get_function,
		cl_platform_id platform);

/*
 * The number of slots in the dispatch table of OpenCL VERSION (1000 * major + minor); API_SLOTS,
 * which is all, if the version is not known.
 */
unsigned table_length(unsigned version);

/*
 * Does a driver's table have the ICD 2 tag in slot 0 (first) or slot 31 (second)? The driver is
 * an ICD 2 driver if both have it, an ICD 1 driver if neither has it.
 */
bool table_has_first_tag(const struct api_table *table);
bool table_has_second_tag(const struct api_table *table);

#endif
