/* SPDX-License-Identifier: Apache-2.0 */
/* modules: see modules.h. */
#include "tool/report/code/modules.h"

#include <stdlib.h>
#include <string.h>

#include "base/common/list.h"
#include "tool/report/code/source.h"

#define MOST_MODULES 4096 /* a program has some hundred; looking for one takes time for each */

/* Each thread records the modules that it calls from, again and again: the same one is kept once. */
static bool is_known(const struct modules *modules, const struct record_module *record,
		     const char *path)
{
	const struct module *module = modules_find(modules, record->begin, record->time);

	return module && module->time <= record->time && module->begin == record->begin &&
	       module->size == record->size && module->base == record->base &&
	       module->id_size == record->id_size &&
	       memcmp(module->id, record->id, sizeof(module->id)) == 0 &&
	       strcmp(module->path, path) == 0;
}

static bool add(struct modules *modules, const struct record_module *record, const char *path,
		struct arena *arena)
{
	struct module *module = arena_alloc(arena, sizeof(*module));

	if (!module || !list_make_space(&modules->list, modules->count, sizeof(module)))
		return false;
	*module = (struct module){ .begin = record->begin,
				   .size = record->size,
				   .base = record->base,
				   .time = record->time,
				   .path = path,
				   .is_between = record->head.detail == RECORD_MODULE_BETWEEN,
				   .id_size = record->id_size };
	memcpy(module->id, record->id, sizeof(module->id));
	modules->list[modules->count++] = module;
	return true;
}

bool modules_add(struct modules *modules, const struct record *record, struct arena *arena)
{
	const struct record_module *module = (const struct record_module *)record;
	const char *text = (const char *)(module + 1);
	const char *path;

	if (record->size < sizeof(*module) || module->id_size > RECORD_MODULE_ID ||
	    modules->count == MOST_MODULES)
		return true;
	path = arena_copy(arena, text, strnlen(text, record->size - sizeof(*module)));
	return path && (is_known(modules, module, path) || add(modules, module, path, arena));
}

/* Is LEFT the better answer for TIME? */
static bool is_better(const struct module *left, const struct module *right, uint64_t time)
{
	if (left->time <= time)
		return right->time > time || left->time >= right->time;
	return right->time > time && left->time < right->time;
}

struct module *modules_find(const struct modules *modules, uint64_t address, uint64_t time)
{
	struct module *found = NULL;

	for (size_t i = 0; i < modules->count; i++) {
		struct module *module = modules->list[i];

		if (address - module->begin < module->size &&
		    (!found || is_better(module, found, time)))
			found = module;
	}
	return found;
}

void modules_done(struct modules *modules)
{
	for (size_t i = 0; i < modules->count; i++)
		source_close(modules->list[i]);
	free(modules->list);
	*modules = (struct modules){ NULL, 0 };
}
