/* SPDX-License-Identifier: Apache-2.0 */
/*
 * values: see values.h.
 */
#include "layers/validation/report/values.h"

#include <inttypes.h>

#include "state/facts.h"
#include "state/track.h"

#define SHOWN_ELEMENTS 8
#define SHOWN_STRING 64 /* bytes */

void values_add_handle(struct line *line, const void *handle)
{
	const struct object *object = live_object(handle);

	if (handle == NULL) {
		line_add(line, "NULL");
		return;
	}
	line_add_hex(line, (uintptr_t)handle);
	if (object == NULL)
		line_add(line, " (no object)");
	else if (object->is_root)
		line_add(line, " (%s)", names_kind(object->kind));
	else
		line_add(line, " (%s #%" PRIu32 "%s)", names_kind(object->kind), object->number,
			 object->references > 0 ? "" : ", released");
}

static void add_names(struct line *line, enum names_group group, uint64_t value)
{
	const struct names_value *entry = names_find(group, (int64_t)value);

	if (entry != NULL && !names_tables[group].is_bits)
		line_add(line, "%s", entry->name);
	else
		line_add(line, "0x%" PRIx64, value);
}

static void add_array(struct line *line, const struct call *call, unsigned index)
{
	const struct signature_param *param = call_param(call, index);
	const char *array = call_pointer(call, index);
	size_t count;

	if (param->kind == PARAM_HANDLES)
		track_array(call, index, &count);
	else
		count = signature_shown(&signatures[call->slot], param, call->values, array,
					SHOWN_ELEMENTS);
	line_add(line, "{");
	for (size_t i = 0; i < count && i < SHOWN_ELEMENTS; i++) {
		line_add(line, i > 0 ? ", " : " ");
		if (param->kind == PARAM_HANDLES)
			values_add_handle(line, ((const void *const *)(const void *)array)[i]);
		else
			line_add(line, "%" PRIu64,
				 signature_number(array + i * param->size, param->size));
	}
	line_add(line, count > SHOWN_ELEMENTS ? ", ... }" : " }");
}

static void add_pointer(struct line *line, const struct call *call, unsigned index)
{
	const enum param_kind kind = call_param(call, index)->kind;
	const void *pointer = call_pointer(call, index);

	if (pointer == NULL)
		line_add(line, "NULL");
	else if (kind == PARAM_HANDLES || kind == PARAM_NUMBERS)
		add_array(line, call, index);
	else if (kind == PARAM_STRING)
		line_add_quoted(line, pointer, strnlen(pointer, SHOWN_STRING + 1), SHOWN_STRING);
	else
		line_add_hex(line, (uintptr_t)pointer);
}

void values_add(struct line *line, const struct call *call, unsigned index)
{
	const struct signature_param *param = call_param(call, index);

	switch (param->kind) {
	case PARAM_NUMBER:
		line_add(line, "%" PRIu64, call_number(call, index));
		break;
	case PARAM_SIGNED:
		line_add(line, "%" PRId32, (int32_t)call_number(call, index));
		break;
	case PARAM_NAMES:
		add_names(line, param->group, call_number(call, index));
		break;
	case PARAM_HANDLE:
		values_add_handle(line, call_pointer(call, index));
		break;
	default:
		add_pointer(line, call, index);
		break;
	}
}

const struct object *values_object(const struct call *call, unsigned index)
{
	const struct object *object;

	if (call_param(call, index)->kind != PARAM_HANDLE)
		return NULL;
	object = live_object(call_pointer(call, index));
	return object != NULL && !object->is_unseen ? object : NULL;
}

/* The driver's name for HANDLE, an object of KIND that may be used, goes to NAME if it has one. */
static void ask_name(const void *handle, enum object_kind kind, char name[VALUES_NAME])
{
	const uintptr_t address = (uintptr_t)handle;
	const size_t size = VALUES_NAME - 1;

	if (kind == OBJECT_KERNEL)
		clrouter_target.clGetKernelInfo((cl_kernel)address, CL_KERNEL_FUNCTION_NAME, size,
						name, NULL);
	else if (kind == OBJECT_DEVICE)
		clrouter_target.clGetDeviceInfo((cl_device_id)address, CL_DEVICE_NAME, size, name,
						NULL);
	else if (kind == OBJECT_PLATFORM)
		clrouter_target.clGetPlatformInfo((cl_platform_id)address, CL_PLATFORM_NAME, size,
						  name, NULL);
}

void values_add_name(struct line *line, const struct call *call, unsigned index)
{
	const struct signature_param *param = call_param(call, index);
	const void *handle = param->kind == PARAM_HANDLE ? call_pointer(call, index) : NULL;
	enum object_kind kind = param->object;
	const struct facts_queue *queue = NULL;
	char name[VALUES_NAME] = "";

	if (handle == NULL || !live_is_live(live_record(handle), kind))
		return;
	if (kind == OBJECT_QUEUE)
		queue = facts_of_queue(handle);
	if (queue != NULL && queue->devices.count == 1) {
		handle = queue->devices.list[0];
		kind = OBJECT_DEVICE;
	}
	ask_name(handle, kind, name);
	if (*name)
		line_add_quoted(line, name, strlen(name), VALUES_NAME);
}
