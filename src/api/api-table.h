/* SPDX-License-Identifier: Apache-2.0 */
/*
 * api-table: the loader's own dispatch tables, and what is known of the tables of drivers.
 *
 * An ICD 2 driver stores a pointer to the loader's table in each of its objects (cl_khr_icd 2.0.0,
 * dispatch data). The table of an ICD 1 driver is in the driver, and all of its objects point to it.
 * If calls must not go through that table as it is, a table of the loader's takes its place: then
 * every call has to go to a terminator (slow mode), which finds the replacement.
 *
 * A table never moves and is never freed: calls may still use it while the process ends. The first
 * TABLE_POOL_SIZE tables are in static storage. Further ones are in the arena, which is then kept,
 * and the loader with it.
 *
 * The thread that initialises the loader takes, fills and adds the tables; afterwards they are
 * read-only. Any thread may call table_in_use().
 */
#ifndef CLROUTER_API_API_TABLE_H
#define CLROUTER_API_API_TABLE_H

#include <stdbool.h>
#include <stdint.h>

#include "api/api.h"
#include "base/arena.h"
#include "clrouter/icd.h"

#define TABLE_POOL_SIZE 64	/* platforms */
#define TABLE_LEAST_SLOTS 66	/* of a driver's table: the functions of OpenCL 1.0 */

/* Of a function that reads after the end of a driver's table, which is not known. */
#define TABLE_READER __attribute__((no_sanitize("address")))

/* A table of the loader's. Its slots are the first member, so that both have the same address. */
struct loader_table {
	struct api_table slots;
	const struct api_table *replaced;	/* the driver's table in whose place it is, or NULL */
	const struct loader_table *next;	/* of those that are in the place of another */
};

/* Zeroed before its first use, but for slow_mode. */
struct table_pool {
	uintptr_t *slow_mode;	/* becomes UINTPTR_MAX when a table is replaced; or NULL */
	unsigned used;		/* tables of `fixed` that are taken */
	bool needs_arena;	/* a table is in the arena */
	struct loader_table fixed[TABLE_POOL_SIZE];
};

/* Returns a table whose slots are all NULL; NULL if an allocation failed. */
struct loader_table *table_take(struct table_pool *pool, struct arena *arena);

/*
 * All tables of the process that are in the place of a driver's, the newest first; NULL: there is none.
 * Terminators look there without knowing the loader that has the tables.
 */
extern const struct loader_table *table_replacements API_HIDDEN;

/* Puts TABLE of POOL, which is filled, in the place of the driver's table REPLACED. */
void table_replace(struct table_pool *pool, struct loader_table *table,
		   const struct api_table *replaced);

/*
 * Forgets the replacements that are newer than LAST, which was table_replacements before: their driver
 * is closed, and another one may get a table at the same address.
 */
void table_forget(const struct loader_table *last);

/* What is to be called through instead of a driver's TABLE: its replacement, or TABLE itself. */
static inline const struct api_table *table_in_use(const struct api_table *table)
{
	const struct loader_table *next = __atomic_load_n(&table_replacements, __ATOMIC_ACQUIRE);

	for (; __builtin_expect(next != NULL, 0); next = next->next)
		if (next->replaced == table)
			return &next->slots;
	return table;
}

/*
 * Fills TABLE: calls GET_FUNCTION, the driver's clIcdGetFunctionAddressForPlatformKHR, with the
 * name of each function. A function that the driver does not have is NULL.
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
