/* SPDX-License-Identifier: Apache-2.0 */
/*
 * finding-values: see finding-values.h.
 */
#include "layers/validation/report/finding-values.h"

#include <inttypes.h>

#include "base/array.h"
#include "layers/validation/query.h"
#include "opencl/number.h"
#include "opencl/printer.h"
#include "state/facts.h"
#include "state/track.h"

void values_add_handle(struct line *line, const void *handle)
{
	const struct object *object = live_object(handle);

	if (!handle) {
		line_add(line, "NULL");
		return;
	}
	line_add_hex(line, (uintptr_t)handle);
	if (!object)
		line_add(line, " (no object)");
	else if (object->is_root)
		line_add(line, " (%s)", names_kind(object->kind));
	else
		line_add(line, " (%s #%" PRIu32 "%s)", names_kind(object->kind), object->number,
			 object->references > 0 ? "" : ", released");
}

static void add_object(const struct printer *printer, enum object_kind kind, uint64_t handle,
		       bool is_new)
{
	(void)kind;
	(void)is_new;
	values_add_handle(printer->line, (const void *)(uintptr_t)handle);
}

static enum object_kind find_kind(const struct printer *printer, uint64_t handle)
{
	const struct object *object = live_object((const void *)(uintptr_t)handle);

	(void)printer;
	return object ? atomic_load(&object->kind) : OBJECT_NONE;
}

/* The number of handles may be too large: a list is not read after one that is no object. */
static void add_handles(const struct printer *printer, const struct call *call, unsigned index)
{
	const struct signature_param *param = call_param(call, index);
	size_t count;
	const void *array = track_array(call, index, &count);

	printer_add_array(printer, param, array, count, param->size);
}

/* Is what PARAM points to, bytes of any meaning, a handle of an object that is known? */
static bool is_object(const struct printer *printer, const struct call *call,
		      const struct signature_param *param, const void *pointer)
{
	const size_t size = signature_count(param, call->values);

	return size == sizeof(void *) &&
	       find_kind(printer, signature_number(pointer, size)) != OBJECT_NONE;
}

/* The call is wrong, so of what its pointers lead to only what checks have looked at is read. */
static void add_pointed(const struct printer *printer, const struct call *call, unsigned index,
			const void *pointer)
{
	const struct signature_param *param = call_param(call, index);
	bool is_shown = false;

	switch (param->kind) {
	case PARAM_HANDLES:
		add_handles(printer, call, index);
		return;
	case PARAM_BYTES:
		is_shown = is_object(printer, call, param, pointer);
		break;
	case PARAM_NUMBERS:
	case PARAM_STRING:
	case PARAM_PAIRS:
	case PARAM_LIST:
	case PARAM_FORMAT:
	case PARAM_DESC:
		is_shown = true;
		break;
	default:
		break;
	}
	if (is_shown)
		printer_add_pointed(printer, &signatures[call->slot], param, call->values, pointer);
	else
		printer_add_pointer(printer->line, (uintptr_t)pointer);
}

void values_add(struct line *line, const struct call *call, unsigned index)
{
	const struct signature_param *param = call_param(call, index);
	const struct printer printer = { .line = line,
					 .pointer_size = sizeof(void *),
					 .add_object = add_object,
					 .find_kind = find_kind };
	const void *pointer;

	switch (param->kind) {
	case PARAM_NUMBER:
	case PARAM_NAMES:
		number_add(line, param->group, call_number(call, index), param->size);
		break;
	case PARAM_SIGNED:
		line_add(line, "%" PRId32, (int32_t)call_number(call, index));
		break;
	case PARAM_HANDLE:
		values_add_handle(line, call_pointer(call, index));
		break;
	default:
		pointer = call_pointer(call, index);
		if (pointer)
			add_pointed(&printer, call, index, pointer);
		else
			line_add(line, "NULL");
		break;
	}
}

const struct object *values_object(const struct call *call, unsigned index)
{
	const struct object *object;

	if (call_param(call, index)->kind != PARAM_HANDLE)
		return NULL;
	object = live_object(call_pointer(call, index));
	return object && !object->is_unseen ? object : NULL;
}

/* The driver's name for HANDLE, an object of KIND that may be used, goes to NAME if it has one. */
static void ask_name(const void *handle, enum object_kind kind, char name[VALUES_NAME])
{
	static const struct {
		enum object_kind kind;
		unsigned slot;
		cl_uint name;
	} queries[] = {
		{ OBJECT_KERNEL, CLROUTER_SLOT_clGetKernelInfo, CL_KERNEL_FUNCTION_NAME },
		{ OBJECT_DEVICE, CLROUTER_SLOT_clGetDeviceInfo, CL_DEVICE_NAME },
		{ OBJECT_PLATFORM, CLROUTER_SLOT_clGetPlatformInfo, CL_PLATFORM_NAME },
	};

	for (size_t i = 0; i < ARRAY_SIZE(queries); i++)
		if (queries[i].kind == kind)
			query_driver(queries[i].slot, handle, NULL, queries[i].name,
				     VALUES_NAME - 1, name, NULL);
}

void values_add_name(struct line *line, const struct call *call, unsigned index)
{
	const struct signature_param *param = call_param(call, index);
	const void *handle = param->kind == PARAM_HANDLE ? call_pointer(call, index) : NULL;
	enum object_kind kind = param->object;
	const struct facts_queue *queue = NULL;
	char name[VALUES_NAME] = "";

	if (!handle || !live_is_live(live_record(handle), kind))
		return;
	if (kind == OBJECT_QUEUE)
		queue = facts_of_queue(handle);
	if (queue && queue->devices.count == 1) {
		handle = queue->devices.list[0];
		kind = OBJECT_DEVICE;
	}
	ask_name(handle, kind, name);
	if (*name)
		line_add_quoted(line, name, strlen(name), VALUES_NAME);
}
