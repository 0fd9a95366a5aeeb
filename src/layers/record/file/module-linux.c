/* SPDX-License-Identifier: Apache-2.0 */
/*
 * module-linux: see module.h.
 */
#include "layers/record/file/module.h"

#include <stdlib.h>
#include <string.h>

#include "base/common/lock.h"
#include "base/common/system.h"
#include "base/text.h"
#include "layers/frame/auto-free.h"
#include "layers/frame/place/layer-code.h"
#include "layers/frame/place/place-library.h"
#include "layers/record/file/own-process.h"

/* The C library has locks of its own here, which a forked child must not find locked. */
static struct lock lock = LOCK_INIT;

static void copy_build_id(struct record_module *module, const struct library *library)
{
	const char *id;
	const size_t size = library_build_id(library, &id);

	module->id_size = size < RECORD_MODULE_ID ? (uint32_t)size : RECORD_MODULE_ID;
	memcpy(module->id, id, module->id_size);
}

bool module_find(const void *address, struct record_module *module, char *path, size_t size)
{
	AUTO_FREE struct library *library = malloc(sizeof(*library));
	bool is_found;

	if (!library)
		return false;
	lock_take(&lock);
	is_found = library_find(library, address);
	lock_give(&lock);
	if (!is_found)
		return false;
	/* What is asked is a return address. */
	module->head.detail = layer_code_has((const char *)address + 1) ? RECORD_MODULE_BETWEEN
								       : RECORD_MODULE_PROGRAM;
	module->begin = library->begin;
	module->size = library->size;
	module->base = library->load_address;
	copy_build_id(module, library);
	if (*library->name != '\0')
		text_format(path, size, "%s", library->name);
	else if (!own_process_program(path, size))
		*path = '\0';
	return true;
}

int module_take_stack(void **frames, int count)
{
	int taken;

	lock_take(&lock);
	taken = system_take_stack(frames, count);
	lock_give(&lock);
	return taken;
}

void module_before_fork(void)
{
	lock_take(&lock);
	if (layer_code_lock())
		lock_take(layer_code_lock());
}

void module_after_fork(void)
{
	if (layer_code_lock())
		lock_give(layer_code_lock());
	lock_give(&lock);
}
