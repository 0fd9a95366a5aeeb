/* SPDX-License-Identifier: Apache-2.0 */
/* api-table: see api-table.h. */
#include "api/api-table.h"

#include "base/array.h"

const struct loader_table *table_replacements;

struct loader_table *table_take(struct table_pool *pool, struct arena *arena)
{
	struct loader_table *table;

	if (pool->used < TABLE_POOL_SIZE)
		return &pool->fixed[pool->used++];
	table = arena_alloc(arena, sizeof(*table));
	if (table)
		pool->needs_arena = true;
	return table;
}

/* A thread of the driver may already make a call: it sees a table that is filled. */
void table_replace(struct table_pool *pool, struct loader_table *table,
		   const struct api_table *replaced)
{
	table->replaced = replaced;
	table->next = table_replacements;
	__atomic_store_n(&table_replacements, table, __ATOMIC_RELEASE);
	if (pool->slow_mode)
		__atomic_store_n(pool->slow_mode, UINTPTR_MAX, __ATOMIC_RELAXED);
}

void table_forget(const struct loader_table *last)
{
	__atomic_store_n(&table_replacements, last, __ATOMIC_RELEASE);
}

void table_fill(struct api_table *table, clIcdGetFunctionAddressForPlatformKHR_t *get_function,
		cl_platform_id platform)
{
	void **slots = (void **)table;

	for (unsigned slot = 0; slot < API_SLOTS; slot++)
		slots[slot] = get_function(platform, api_name(slot));
}

bool table_has_first_tag(const struct api_table *table)
{
	return (uintptr_t)table->clGetPlatformIDs == CLROUTER_ICD2_TAG;
}

bool table_has_second_tag(const struct api_table *table)
{
	return (uintptr_t)table->clUnloadCompiler == CLROUTER_ICD2_TAG;
}

unsigned table_length(unsigned version)
{
	/* The number of functions in CL/cl_icd.h of that version: the table grew with each. */
	static const struct {
		unsigned short version;
		unsigned short slots;
	} lengths[] = {
		{ 1000, 81 },  { 1001, 93 },  { 1002, 119 }, { 2000, 137 },
		{ 2001, 144 }, { 2002, 146 }, { 3000, 149 },
	};

	for (size_t i = 0; i < ARRAY_SIZE(lengths); i++)
		if (lengths[i].version == version)
			return lengths[i].slots;
	return API_SLOTS;
}
