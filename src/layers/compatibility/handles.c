/* SPDX-License-Identifier: Apache-2.0 */
/*
 * handles: see handles.h.
 */
#include "layers/compatibility/handles.h"

#include <stdatomic.h>
#include <string.h>

#include "base/common/pointer-map.h"
#include "layers/compatibility/locks.h"

static struct lock lock = LOCK_INIT;
static struct pointer_map map; /* from a handle to its kind and 1 */
static atomic_size_t count;    /* in the map; 0: no lock is needed to find none */

void handles_start(void)
{
	locks_add(&lock);
}

bool handles_add(struct handle *handle, enum handle_kind kind, const void *like,
		 void (*destroy)(struct handle *handle))
{
	bool is_added;

	memcpy(&handle->dispatch, like, sizeof(handle->dispatch));
	handle->kind = kind;
	handle->references = 1;
	handle->holds = 1;
	handle->destroy = destroy;
	lock_take(&lock);
	is_added = pointer_map_set(&map, handle, (uintptr_t)kind + 1);
	if (is_added)
		atomic_fetch_add_explicit(&count, 1, memory_order_relaxed);
	lock_give(&lock);
	return is_added;
}

/* The object that VALUE is; NULL: none of KIND. With the lock. */
static struct handle *find(const void *value, enum handle_kind kind)
{
	if (value == NULL || pointer_map_get(&map, value) != (uintptr_t)kind + 1)
		return NULL;
	return (struct handle *)(uintptr_t)value;
}

bool handles_is(const void *value, enum handle_kind kind)
{
	return atomic_load_explicit(&count, memory_order_relaxed) != 0 &&
	       handles_references(value, kind) != 0;
}

void *handles_hold(const void *value, enum handle_kind kind)
{
	struct handle *handle;

	lock_take(&lock);
	handle = find(value, kind);
	if (handle != NULL)
		handle->holds++;
	lock_give(&lock);
	return handle;
}

void handles_hold_again(struct handle *handle)
{
	lock_take(&lock);
	handle->holds++;
	lock_give(&lock);
}

void handles_drop(struct handle *handle)
{
	bool is_last;

	lock_take(&lock);
	is_last = --handle->holds == 0;
	lock_give(&lock);
	if (is_last)
		handle->destroy(handle);
}

bool handles_retain(const void *value, enum handle_kind kind)
{
	struct handle *handle;

	lock_take(&lock);
	handle = find(value, kind);
	if (handle != NULL)
		handle->references++;
	lock_give(&lock);
	return handle != NULL;
}

/* The references of the program together are one hold. */
bool handles_release(const void *value, enum handle_kind kind)
{
	struct handle *handle;
	bool is_last;

	lock_take(&lock);
	handle = find(value, kind);
	is_last = handle != NULL && --handle->references == 0;
	if (is_last) {
		pointer_map_remove(&map, handle);
		atomic_fetch_sub_explicit(&count, 1, memory_order_relaxed);
	}
	lock_give(&lock);
	if (is_last)
		handles_drop(handle);
	return handle != NULL;
}

cl_uint handles_references(const void *value, enum handle_kind kind)
{
	const struct handle *handle;
	cl_uint references;

	lock_take(&lock);
	handle = find(value, kind);
	references = handle == NULL ? 0 : handle->references;
	lock_give(&lock);
	return references;
}
