/* SPDX-License-Identifier: Apache-2.0 */
/* site-table: see site-table.h. */
#include "rewriter/site-table.h"

#include <stdlib.h>
#include <string.h>

#include "base/common/list.h"
#include "base/text.h"
#include "rewriter/head-writer.h"

/* A kernel whose table is being made. */
struct site_table_kernel {
	struct arena *arena;
	struct sites_kernel *kernel;
};

static void add_unchecked(struct site_table_kernel *table, const char *why)
{
	struct sites_kernel *kernel = table->kernel;
	size_t i = 0;

	while (i < kernel->unchecked_count && kernel->unchecked[i].why != why)
		i++;
	if (i == kernel->unchecked_count) {
		if (!list_make_space_in(table->arena, &kernel->unchecked, i,
					sizeof(kernel->unchecked[0])))
			exit(1);
		kernel->unchecked[i] = (struct sites_unchecked){ 0, why };
		kernel->unchecked_count++;
	}
	kernel->unchecked[i].count++;
}

static void count_uses(struct tree_function *function, void *data)
{
	struct site_table_kernel *table = data;

	LIST_EACH(const struct memory_use, use, function->uses.first) {
		table->kernel->total++;
		if (use->why)
			add_unchecked(table, use->why);
		else
			table->kernel->checked++;
	}
}

static enum sites_space site_space(enum tree_space space)
{
	return space == TREE_LOCAL	? SITES_LOCAL
	       : space == TREE_CONSTANT ? SITES_CONSTANT
					: SITES_GLOBAL;
}

static void list_sized(struct site_table_kernel *table, const struct tree_node *node)
{
	struct sites_kernel *kernel = table->kernel;

	for (unsigned i = 0; function_plan_parameter(node, i); i++) {
		const struct tree_node *parameter = function_plan_parameter(node, i);
		const struct tree_declaration *declaration = parameter->declaration;

		kernel->arguments++;
		if (!head_writer_is_sized(parameter))
			continue;
		if (!list_make_space_in(table->arena, &kernel->sized, kernel->sized_count,
					sizeof(kernel->sized[0])))
			exit(1);
		kernel->sized[kernel->sized_count++] = (struct sites_sized){
			i, site_space(declaration->type->target->space), declaration->name,
			rewriting_type_name(table->arena, declaration->type)
		};
	}
}

/* The places of all units, in one list. */
static void join_sites(struct arena *arena, struct sites *sites, struct rewriting *const *units,
		       size_t count)
{
	size_t all = 0;

	for (size_t i = 0; i < count; i++)
		all += units[i]->site_count;
	sites->sites = growing_text_alloc(arena, (all + 1) * sizeof(sites->sites[0]));
	for (size_t i = 0; i < count; i++) {
		if (units[i]->site_count > 0)
			memcpy(&sites->sites[sites->site_count], units[i]->sites,
			       units[i]->site_count * sizeof(sites->sites[0]));
		sites->site_count += units[i]->site_count;
	}
}

static void join_objects(struct arena *arena, struct sites *sites, struct rewriting *const *units,
			 size_t count)
{
	for (size_t i = 0; i < count; i++)
		for (size_t j = 0; j < units[i]->object_count; j++) {
			if (!list_make_space_in(arena, &sites->objects, sites->object_count,
						sizeof(sites->objects[0])))
				exit(1);
			sites->objects[sites->object_count++] = units[i]->objects[j];
		}
}

char *site_table_write(struct rewriting *const *units, size_t count)
{
	struct arena *arena = &units[0]->edits.arena;
	struct function_plan *plan = units[0]->plan;
	struct sites sites = { 0 };
	char *text;

	join_sites(arena, &sites, units, count);
	join_objects(arena, &sites, units, count);
	LIST_EACH(struct tree_function, function, plan->first) {
		struct site_table_kernel table = { .arena = arena };

		if (!function->node->is_kernel)
			continue;
		if (!list_make_space_in(arena, &sites.kernels, sites.kernel_count,
					sizeof(sites.kernels[0])) ||
		    !sites.kernels)
			exit(1);
		table.kernel = &sites.kernels[sites.kernel_count++];
		*table.kernel = (struct sites_kernel){ .name = function->declaration->name };
		function_plan_reach(plan, function, count_uses, &table);
		list_sized(&table, function->node);
	}
	text = sites_write(&sites);
	if (!text)
		exit(1);
	return text;
}
