/* SPDX-License-Identifier: Apache-2.0 */
/*
 * objects: see objects.h.
 */
#include "layers/compatibility/core/objects.h"

#include <stdatomic.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "base/common/pointer-map.h"
#include "layers/compatibility/locks.h"

struct callback {
	void(CL_CALLBACK *notify)(cl_context context, void *user_data);
	void *user_data;
	struct callback *next; /* that was added before */
};

struct object {
	unsigned serial;
	unsigned references; /* of the program */
	const void *context; /* that it is in; NULL: it is one itself */
	unsigned context_serial;

	/* of a context */
	cl_context handle;
	unsigned children;
	struct notice *notice;
	struct callback *callbacks;

	size_t count; /* of the properties, with the 0 at their end */
	cl_ulong properties[];
};

static struct lock lock = LOCK_INIT;
static struct pointer_map map; /* from a handle to its struct object */
static unsigned last_serial;

void objects_start(void)
{
	locks_add(&lock);
}

/* -- the map, with the lock ------------------------------------------------------------ */

static struct object *find(const void *handle)
{
	return handle == NULL ? NULL : (struct object *)pointer_map_get(&map, handle);
}

static void free_object(struct object *object)
{
	if (object == NULL)
		return;
	while (object->callbacks != NULL) {
		struct callback *next = object->callbacks->next;

		free(object->callbacks);
		object->callbacks = next;
	}
	free(object);
}

/* The context HANDLE, if it is gone now: it has no references and no objects. NULL: it is not. */
static struct object *end_context(const void *handle, struct object *context)
{
	if (context->references > 0 || context->children > 0)
		return NULL;
	pointer_map_remove(&map, handle);
	return context;
}

/* HANDLE, which is OBJECT, is not there any more. The context that ends by it, or NULL. */
static struct object *forget(const void *handle, struct object *object)
{
	const void *owner = object->context;
	const unsigned serial = object->context_serial;
	struct object *context = find(owner);

	object->references = 0;
	if (owner == NULL)
		return end_context(handle, object);
	pointer_map_remove(&map, handle);
	free_object(object);
	if (context == NULL || context->serial != serial)
		return NULL;
	context->children--;
	return end_context(owner, context);
}

/* Another object was at the address of a new one, and its end was not seen. */
static void forget_stale(const void *handle)
{
	struct object *object = find(handle);

	if (object == NULL)
		return;
	object->children = 0;
	free_object(forget(handle, object));
}

/* -- life ------------------------------------------------------------------------------ */

static size_t count_properties(const cl_ulong *properties)
{
	size_t count = 0;

	if (properties == NULL)
		return 0;
	while (properties[count] != 0)
		count += 2;
	return count + 1;
}

/* With the lock. */
static void link_to_context(struct object *object, const void *owner)
{
	const struct object *given = find(owner);
	struct object *context;

	object->context = given != NULL && given->context != NULL ? given->context : owner;
	context = find(object->context);
	if (context == NULL)
		return;
	object->context_serial = context->serial;
	context->children++;
}

bool objects_add(const void *handle, const void *owner, const cl_ulong *properties)
{
	const size_t count = count_properties(properties);
	struct object *object = calloc(1, sizeof(*object) + count * sizeof(*properties));
	bool is_added = false;

	lock_take(&lock);
	forget_stale(handle);
	if (object != NULL)
		is_added = pointer_map_set(&map, handle, (uintptr_t)object);
	if (is_added) {
		last_serial = last_serial == UINT32_MAX ? 1 : last_serial + 1;
		object->serial = last_serial;
		object->references = 1;
		object->count = count;
		if (count > 0)
			memcpy(object->properties, properties, count * sizeof(*properties));
		if (owner != NULL)
			link_to_context(object, owner);
		else
			object->handle = (cl_context)(uintptr_t)handle;
	}
	lock_give(&lock);
	if (!is_added)
		free(object);
	return is_added;
}

void objects_retain(const void *handle)
{
	struct object *object;

	lock_take(&lock);
	object = find(handle);
	if (object != NULL)
		object->references++;
	lock_give(&lock);
}

struct object *objects_release(const void *handle)
{
	struct object *object;
	struct object *ended = NULL;

	lock_take(&lock);
	object = find(handle);
	if (object != NULL && object->references > 0 && --object->references == 0)
		ended = forget(handle, object);
	lock_give(&lock);
	return ended;
}

void objects_end(struct object *context)
{
	if (context == NULL)
		return;
	if (context->notice != NULL && context->callbacks != NULL)
		atomic_store(&context->notice->is_over, true);
	for (const struct callback *callback = context->callbacks; callback != NULL;
	     callback = callback->next)
		callback->notify(context->handle, callback->user_data);
	free_object(context);
}

/* -- what is known --------------------------------------------------------------------- */

cl_int objects_answer(const void *handle, const struct answer *answer)
{
	const struct object *object;
	cl_int error;

	lock_take(&lock);
	object = find(handle);
	error = object == NULL ? answer_bytes(answer, NULL, 0)
			       : answer_bytes(answer, object->properties,
					      object->count * sizeof(*object->properties));
	lock_give(&lock);
	return error;
}

bool objects_has_list(const void *handle)
{
	const struct object *object;
	bool has_list;

	lock_take(&lock);
	object = find(handle);
	has_list = object != NULL && object->count > 0;
	lock_give(&lock);
	return has_list;
}

unsigned objects_serial(const void *handle)
{
	const struct object *object;
	unsigned serial;

	lock_take(&lock);
	object = find(handle);
	serial = object == NULL ? 0 : object->serial;
	lock_give(&lock);
	return serial;
}

void objects_set_notice(cl_context context, struct notice *notice)
{
	struct object *object;

	lock_take(&lock);
	object = find(context);
	if (object != NULL)
		object->notice = notice;
	lock_give(&lock);
}

cl_int objects_add_callback(cl_context context,
			    void(CL_CALLBACK *notify)(cl_context context, void *user_data),
			    void *user_data)
{
	struct callback *callback = malloc(sizeof(*callback));
	struct callback *unused = callback;
	struct object *object;

	if (callback == NULL)
		return CL_OUT_OF_HOST_MEMORY;
	callback->notify = notify;
	callback->user_data = user_data;
	lock_take(&lock);
	object = find(context);
	if (object != NULL) {
		callback->next = object->callbacks;
		object->callbacks = callback;
		unused = NULL;
	}
	lock_give(&lock);
	free(unused);
	return unused == NULL ? CL_SUCCESS : CL_OUT_OF_HOST_MEMORY;
}
