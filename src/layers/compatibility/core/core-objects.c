/* SPDX-License-Identifier: Apache-2.0 */
/*
 * core-objects: see core-objects.h.
 */
#include "layers/compatibility/core/core-objects.h"

#include <stdatomic.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "layers/compatibility/notes/handle-notes.h"
#include "opencl/lists.h"

struct context_callback {
	void(CL_CALLBACK *notify)(cl_context context, void *user_data);
	void *user_data;
	struct context_callback *next; /* that was added before */
};

/* The note of a context stays until all objects in it are gone, too: they hold it. */
struct core_object {
	struct note note;
	unsigned serial;
	struct core_object
		*context; /* that it is in, held; NULL: none that is known, or it is one itself */

	/* of a context */
	cl_context handle;
	struct notice *notice;
	struct context_callback *callbacks;

	size_t count; /* of the properties, with the 0 at their end */
	cl_ulong properties[];
};

static unsigned last_serial;

static void unlock(void)
{
	notes_unlock(NOTE_OBJECT);
}

/* With the lock, as all up to the next line. */
static struct core_object *find(const void *handle)
{
	return notes_find(handle, NOTE_OBJECT);
}

static void free_callbacks(struct core_object *object)
{
	while (object->callbacks) {
		struct context_callback *next = object->callbacks->next;

		free(object->callbacks);
		object->callbacks = next;
	}
}

static void free_object(struct core_object *object)
{
	if (!object)
		return;
	free_callbacks(object);
	free(object);
}

/* One hold less of OBJECT, which is at HANDLE. The context that ends by it, or NULL. */
static struct core_object *drop(const void *handle, struct core_object *object)
{
	struct core_object *context = object->context;

	if (--object->note.holds > 0)
		return NULL;
	if (find(handle) == object)
		notes_replace(handle, NOTE_OBJECT, NULL);
	if (object->handle)
		return object;
	free_object(object);
	return !context ? NULL : drop(context->handle, context);
}

/* The end of another object at the address of a new one was not seen: no callback is called. */
static void forget_stale(const void *handle)
{
	struct core_object *object = find(handle);

	if (!object)
		return;
	notes_replace(handle, NOTE_OBJECT, NULL);
	free_callbacks(object);
	if (object->note.references > 0)
		free_object(drop(handle, object));
}

/* -- life ------------------------------------------------------------------------------ */

/* With the lock: OBJECT is in the context of OWNER. */
static void link_to_context(struct core_object *object, const void *owner)
{
	struct core_object *given = find(owner);

	if (given && !given->handle)
		given = given->context;
	object->context = given;
	if (given)
		given->note.holds++;
}

bool objects_add(const void *handle, const void *owner, const cl_ulong *properties)
{
	const size_t count = properties ? lists_length(properties) + 1 : 0;
	struct core_object *object = calloc(1, sizeof(*object) + count * sizeof(*properties));
	bool is_added = false;

	notes_lock(NOTE_OBJECT);
	forget_stale(handle);
	if (object)
		is_added = notes_replace(handle, NOTE_OBJECT, &object->note);
	if (is_added) {
		last_serial = last_serial == UINT32_MAX ? 1 : last_serial + 1;
		object->serial = last_serial;
		object->note.references = 1;
		object->note.holds = 1;
		object->count = count;
		if (count > 0)
			memcpy(object->properties, properties, count * sizeof(*properties));
		if (owner)
			link_to_context(object, owner);
		else
			object->handle = (cl_context)(uintptr_t)handle;
	}
	unlock();
	if (!is_added)
		free(object);
	return is_added;
}

/* A context that lives on by its objects can get references again. */
void objects_retain(const void *handle)
{
	struct core_object *object = notes_take(handle, NOTE_OBJECT);

	if (!object)
		return;
	if (object->note.references++ == 0)
		object->note.holds++;
	unlock();
}

struct core_object *objects_release(const void *handle)
{
	struct core_object *object = notes_take(handle, NOTE_OBJECT);
	struct core_object *ended = NULL;

	if (!object)
		return NULL;
	if (object->note.references > 0 && --object->note.references == 0)
		ended = drop(handle, object);
	unlock();
	return ended;
}

void objects_end(struct core_object *context)
{
	if (!context)
		return;
	if (context->notice && context->callbacks)
		atomic_store(&context->notice->is_over, true);
	for (const struct context_callback *callback = context->callbacks; callback;
	     callback = callback->next)
		callback->notify(context->handle, callback->user_data);
	free_object(context);
}

/* -- what is known --------------------------------------------------------------------- */

cl_int objects_answer(const void *handle, const struct query_answer *answer)
{
	const struct core_object *object = notes_take(handle, NOTE_OBJECT);
	cl_int error;

	if (!object)
		return answer_bytes(answer, NULL, 0);
	error = answer_bytes(answer, object->properties,
			     object->count * sizeof(*object->properties));
	unlock();
	return error;
}

bool objects_has_list(const void *handle)
{
	const struct core_object *object = notes_take(handle, NOTE_OBJECT);
	bool has_list;

	if (!object)
		return false;
	has_list = object->count > 0;
	unlock();
	return has_list;
}

unsigned objects_serial(const void *handle)
{
	const struct core_object *object = notes_take(handle, NOTE_OBJECT);
	unsigned serial;

	if (!object)
		return 0;
	serial = object->serial;
	unlock();
	return serial;
}

void objects_set_notice(cl_context context, struct notice *notice)
{
	struct core_object *object = notes_take(context, NOTE_OBJECT);

	if (!object)
		return;
	object->notice = notice;
	unlock();
}

cl_int objects_add_callback(cl_context context,
			    void(CL_CALLBACK *notify)(cl_context context, void *user_data),
			    void *user_data)
{
	struct context_callback *callback = malloc(sizeof(*callback));
	struct core_object *object = !callback ? NULL : notes_take(context, NOTE_OBJECT);

	if (!object) {
		free(callback);
		return CL_OUT_OF_HOST_MEMORY;
	}
	*callback = (struct context_callback){ notify, user_data, object->callbacks };
	object->callbacks = callback;
	unlock();
	return CL_SUCCESS;
}
