/* SPDX-License-Identifier: Apache-2.0 */
/*
 * memory: see memory.h.
 */
#include "layers/validation/memory.h"

#include "layers/common/lock.h"
#include "layers/common/pointer-map.h"

static struct lock memory_lock = LOCK_INIT;
static struct pointer_map mapped; /* how often */
static struct pointer_map svm;	  /* the size */

static uintptr_t get(const struct pointer_map *map, const void *pointer)
{
	uintptr_t value;

	lock_take(&memory_lock);
	value = pointer == NULL ? 0 : pointer_map_get(map, pointer);
	lock_give(&memory_lock);
	return value;
}

static void change(const void *pointer, int by)
{
	uintptr_t value;

	if (pointer == NULL)
		return;
	lock_take(&memory_lock);
	value = pointer_map_get(&mapped, pointer) + (uintptr_t)by;
	if (value == 0 || value == UINTPTR_MAX)
		pointer_map_remove(&mapped, pointer);
	else
		pointer_map_set(&mapped, pointer, value);
	lock_give(&memory_lock);
}

void memory_note_mapped(const void *pointer)
{
	change(pointer, 1);
}

void memory_note_unmapped(const void *pointer)
{
	change(pointer, -1);
}

bool memory_is_mapped(const void *pointer)
{
	return get(&mapped, pointer) != 0;
}

void memory_note_svm(const void *pointer, size_t size)
{
	if (pointer == NULL || size == 0)
		return;
	lock_take(&memory_lock);
	pointer_map_set(&svm, pointer, size);
	lock_give(&memory_lock);
}

void memory_note_svm_freed(const void *pointer)
{
	if (pointer == NULL)
		return;
	lock_take(&memory_lock);
	pointer_map_remove(&svm, pointer);
	lock_give(&memory_lock);
}

size_t memory_svm_size(const void *pointer)
{
	return get(&svm, pointer);
}
