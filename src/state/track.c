/* SPDX-License-Identifier: Apache-2.0 */
/*
 * track: see track.h.
 */
#include "state/track.h"

#include <string.h>

#include "base/array.h"
#include "base/glob.h"
#include "base/text.h"
#include "opencl/signature.h"

/* By which parameters a function hands out objects. */
struct outputs {
	unsigned char count;
	bool tell_how_much;	/* another parameter says how much one has got */
	unsigned char params[CALL_VALUES];
};

static struct outputs all_outputs[CLROUTER_ALL_SLOTS];
static char unknown_function[64];

static bool is_output(const struct signature_param *param)
{
	switch (param->kind) {
	case PARAM_MADE:
	case PARAM_FOUND:
	case PARAM_VALUE:
		return true;
	default:
		return false;
	}
}

static struct outputs find_outputs(const struct signature *function)
{
	struct outputs outputs = { .count = 0 };

	for (unsigned char i = 0; i < function->param_count; i++) {
		if (!is_output(&function->params[i]))
			continue;
		outputs.params[outputs.count++] = i;
		outputs.tell_how_much |= function->params[i].by >= 0;
	}
	return outputs;
}

/* If the layer is started again, threads may be in calls: for them nothing may change here. */
void track_start(void)
{
	unknown_function[0] = '\0';
	for (unsigned slot = 0; slot < CLROUTER_ALL_SLOTS; slot++)
		all_outputs[slot] = find_outputs(&signatures[slot]);
}

bool track_is_counted(unsigned int slot)
{
	const enum signature_action action = signatures[slot].action;

	return action == ACTION_RETAIN || action == ACTION_RELEASE;
}

const char *track_unknown_function(void)
{
	return unknown_function;
}

/* -- programs that a callback gets before the call returns --------------------------------- */

/* The calls of clLinkProgram with a callback that have not returned. */
static atomic_int link_count;

static bool is_link(const struct call *call)
{
	return call->slot == CLROUTER_SLOT_clLinkProgram &&
	       call_pointer(call, ARG_clLinkProgram_pfn_notify);
}

void track_returned(const struct call *call)
{
	if (is_link(call))
		atomic_fetch_sub(&link_count, 1);
}

bool track_is_linking(void)
{
	return atomic_load(&link_count) > 0;
}

/* What was released at that address before is gone, unless it is that program itself. */
bool track_adopt(enum object_kind kind, const void *handle)
{
	const struct object *object = live_object(handle);

	if (kind != OBJECT_PROGRAM || !handle || !track_is_linking() ||
	    (object && (object->is_root || object->is_early || object->references > 0)))
		return false;
	live_made_early(kind, handle, CLROUTER_SLOT_clLinkProgram);
	return true;
}

/* -- references -------------------------------------------------------------------------- */

/* The object that CALL is about: its first argument. */
static struct object *first_object(const struct call *call)
{
	const struct signature *function = &signatures[call->slot];

	if (function->param_count == 0 || function->params[ARG_first].kind != PARAM_HANDLE)
		return NULL;
	return live_object(*(void **)call->values[ARG_first]);
}

/*
 * Counted before the call: once the driver has released it for good, another thread can
 * be given the same address. And a callback can come before its call returns, and after
 * the release of the object that it gets.
 */
void track_before(struct call *call)
{
	const struct signature *function = &signatures[call->slot];
	struct object *object;

	if (is_link(call))
		atomic_fetch_add(&link_count, 1);
	if (track_is_counted(call->slot))
		track_adopt(call_param(call, ARG_first)->object, call_pointer(call, ARG_first));
	object = first_object(call);
	call->first_serial = 0;
	if (!object || object->is_root)
		return;
	call->first_serial = atomic_load(&object->serial);
	for (int i = 0; i < function->param_count; i++)
		if (function->params[i].kind == PARAM_CALLBACK && *(void **)call->values[i])
			live_lend(object);
	if (function->action == ACTION_RETAIN)
		live_retain(object);
	else if (function->action == ACTION_RELEASE)
		live_release(object, call->slot);
}

/* The driver has refused the call. */
static void count_back(const struct call *call)
{
	const struct signature *function = &signatures[call->slot];
	struct object *object = first_object(call);

	if (!object || atomic_load(&object->serial) != call->first_serial)
		return;
	if (function->action == ACTION_RETAIN)
		live_release(object, call->slot);
	else if (function->action == ACTION_RELEASE)
		live_retain(object);
}

/* -- objects that calls hand out --------------------------------------------------------- */

/* What the call has stored: objects of its making, and others. */
static void note_stored(const struct call *call, const struct signature_param *param,
			void *const *handles, size_t count)
{
	for (size_t i = 0; i < count; i++)
		if (param->kind == PARAM_MADE)
			live_made(param->object, handles[i], call->slot, call->site);
		else
			live_found(param->object, handles[i]);
}

static bool is_context_properties(const struct call *call, const struct names_value *entry)
{
	return call->slot == CLROUTER_SLOT_clGetContextInfo &&
	       entry->value == CL_CONTEXT_PROPERTIES;
}

/* What the query that PARAM of CALL answers is about; NULL if its answer has no objects. */
static const struct names_value *find_query(const struct call *call,
					    const struct signature_param *param)
{
	const struct names_value *entry =
		signature_query(&signatures[call->slot], param, call->values);
	bool has_objects = entry &&
			   (entry->object != OBJECT_NONE || is_context_properties(call, entry));

	return has_objects ? entry : NULL;
}

/* The platform stands in the list by which the context was made. */
static void note_properties(const intptr_t *properties, size_t count)
{
	for (size_t i = 0; i + 1 < count && properties[i] != 0; i += 2)
		if (properties[i] == CL_CONTEXT_PLATFORM)
			live_found(OBJECT_PLATFORM, (const void *)properties[i + 1]);
}

static void note_value(const struct call *call, const struct signature_param *param,
		       const void *value)
{
	const struct signature *function = &signatures[call->slot];
	const struct names_value *entry = find_query(call, param);
	const size_t count = signature_value_size(function, param, call->values) / sizeof(void *);

	if (!entry)
		return;
	if (entry->object == OBJECT_NONE)
		note_properties(value, count);
	for (size_t i = 0; entry->object != OBJECT_NONE && i < count; i++)
		live_found(entry->object, ((void *const *)value)[i]);
}

static void note_output(const struct call *call, unsigned index)
{
	const struct signature_param *param = call_param(call, index);
	const void *pointer = call_pointer(call, index);

	if (!pointer)
		return;
	if (param->kind == PARAM_VALUE)
		note_value(call, param, pointer);
	else
		note_stored(call, param, pointer, signature_stored(param, call->values));
}

/* Has CALL stored, or can it have stored, objects? */
static bool has_output(const struct call *call)
{
	const struct outputs *outputs = &all_outputs[call->slot];

	for (unsigned i = 0; i < outputs->count; i++) {
		const struct signature_param *param =
			&signatures[call->slot].params[outputs->params[i]];

		if (call_pointer(call, outputs->params[i]) &&
		    (param->kind != PARAM_VALUE || find_query(call, param)))
			return true;
	}
	return false;
}

/* -- how much calls store ------------------------------------------------------------------ */

/* Makes the pointer that argument INDEX of CALL is lead to OWN; false if it leads somewhere. */
static bool set_pointer(struct call *call, unsigned index, void *own)
{
	if (call_pointer(call, index))
		return false;
	memcpy(call->values[index], &own, sizeof(own));
	return true;
}

static void ask_stored(struct call *call, unsigned index)
{
	const struct signature_param *param = call_param(call, index);

	if (!call_pointer(call, index))
		return;
	/* A driver that does not say it has stored as much as fits, as far as is known. */
	if (param->kind == PARAM_VALUE && find_query(call, param)) {
		if (set_pointer(call, index + 1, &call->stored_size))
			call->stored_size = signature_count(param, call->values);
	} else if (param->kind != PARAM_VALUE && param->by >= 0) {
		if (set_pointer(call, (unsigned)param->by, &call->stored_count))
			call->stored_count = (cl_uint)signature_count(param, call->values);
	}
}

void track_ask_stored(struct call *call)
{
	const struct outputs *outputs = &all_outputs[call->slot];

	for (unsigned i = 0; i < outputs->count && outputs->tell_how_much; i++)
		ask_stored(call, outputs->params[i]);
}

static void note_all(const struct call *call, const void *result)
{
	const struct signature *function = &signatures[call->slot];
	const struct outputs *outputs = &all_outputs[call->slot];

	for (unsigned i = 0; i < outputs->count; i++)
		note_output(call, outputs->params[i]);
	if (function->result.kind != PARAM_MADE)
		return;
	live_made(function->result.object, *(void *const *)result, call->slot, call->site);
}

/* A pointer that comes together with an error code may be an object, or none. */
static const void *doubtful_result(const struct call *call, const void *result)
{
	return signatures[call->slot].result.kind == PARAM_MADE ? *(void *const *)result : NULL;
}

static void note_doubtful(const struct call *call, const void *handle)
{
	const struct object *object = live_object(handle);

	if (!object || (!object->is_root && object->references == 0))
		live_used_unseen(signatures[call->slot].result.object, handle);
}

bool track_has_news(const struct call *call, const void *result)
{
	const struct signature *function = &signatures[call->slot];

	if (!signature_succeeded(function, call->values, result))
		return track_is_counted(call->slot) || doubtful_result(call, result);
	return function->result.kind == PARAM_MADE || has_output(call);
}

void track_after(const struct call *call, const void *result)
{
	if (signature_succeeded(&signatures[call->slot], call->values, result))
		note_all(call, result);
	else if (doubtful_result(call, result))
		note_doubtful(call, doubtful_result(call, result));
	else
		count_back(call);
}

/* -- functions that no layer is between ------------------------------------------------ */

static bool is_known(const char *name)
{
	for (unsigned i = 0; i < CLROUTER_SLOTS; i++)
		if (strcmp(signatures[i].name, name) == 0)
			return true;
	return false;
}

void track_unseen(const char *name, enum clrouter_extension_reason reason)
{
	static const char *const changing[] = {
		"clCreate*", "clImport*", "clEnqueue*", "clCommand*", "clRetain*", "clRelease*",
		"clSetKernelArg*",
	};
	const bool is_export = reason == CLROUTER_EXTENSION_SOURCE && is_known(name);

	if (is_export || glob_matches("clGet*", name))
		return;
	if (unknown_function[0] == '\0')
		text_format(unknown_function, sizeof(unknown_function), "%s", name);
	for (size_t i = 0; i < ARRAY_SIZE(changing); i++)
		if (glob_matches(changing[i], name))
			live_expect_unseen();
}

/* Elements of ARRAY, which has COUNT, up to the first address that no object has had. */
static size_t known_count(const void *const *array, size_t count, bool can_be_null)
{
	if (count > SIGNATURE_MOST)
		return 0;
	for (size_t i = 0; i < count; i++)
		if (!array[i] ? !can_be_null : !live_record(array[i]))
			return i + 1;
	return count;
}

/* Only a native kernel can be given NULL in place of an object. */
const void *const *track_array(const struct call *call, unsigned index, size_t *count)
{
	const bool can_be_null = call->slot == CLROUTER_SLOT_clEnqueueNativeKernel &&
				 call_param(call, index)->object == OBJECT_MEM;
	const void *const *array = call_array(call, index, count);

	*count = known_count(array, *count, can_be_null);
	return array;
}

const void *const *track_waits(const struct call *call, size_t *count)
{
	const void *const *waits = call_waits(call, count);

	*count = known_count(waits, *count, false);
	return waits;
}
