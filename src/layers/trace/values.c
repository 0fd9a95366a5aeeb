/* SPDX-License-Identifier: Apache-2.0 */
/*
 * values: see values.h.
 */
#include "layers/trace/values.h"

#include <inttypes.h>
#include <string.h>

#include "layers/trace/objects.h"
#include "layers/trace/own.h"
#include "opencl/names.h"
#include "opencl/number.h"

#define SHOWN_ELEMENTS 8
#define SHOWN_BYTES 64

static void add_pointer(struct line *line, const void *pointer)
{
	if (pointer == NULL)
		line_add_text(line, "NULL");
	else
		line_add_hex(line, (uintptr_t)pointer);
}

static void add_numbered(struct line *line, enum object_kind kind, uint32_t number)
{
	if (number == 0) {
		line_add_text(line, "NULL");
		return;
	}
	line_add_text(line, names_kind(kind));
	line_add_text(line, "#");
	line_add_decimal(line, number, 1);
}

static void add_object(struct line *line, enum object_kind kind, const void *object, bool is_new)
{
	add_numbered(line, kind,
		     is_new ? trace_object_made(kind, object) : trace_object_number(kind, object));
}

/* COUNT elements of SIZE bytes: objects of KIND, or numbers. */
static void add_array(struct line *line, const struct signature_param *param, const void *array,
		      size_t count, size_t size)
{
	const char *at = array;

	line_add_text(line, "[");
	for (size_t i = 0; i < count; i++, at += size) {
		if (i > 0)
			line_add_text(line, ", ");
		if (i == SHOWN_ELEMENTS) {
			line_add_text(line, "...");
			break;
		}
		if (param->object == OBJECT_NONE)
			number_add(line, param->group, signature_number(at, size), size);
		else
			add_object(line, param->object, *(void *const *)at,
				   param->kind == PARAM_MADE);
	}
	line_add_text(line, "]");
}

static void add_strings(struct line *line, const char *const *strings, size_t count,
			const size_t *lengths)
{
	line_add_text(line, "[");
	for (size_t i = 0; i < count && i <= SHOWN_ELEMENTS; i++) {
		if (i > 0)
			line_add_text(line, ", ");
		if (i == SHOWN_ELEMENTS)
			line_add_text(line, "...");
		else if (strings[i] == NULL)
			line_add_text(line, "NULL");
		else
			line_add_quoted(line, strings[i],
					lengths != NULL && lengths[i] > 0 ?
						lengths[i] : strlen(strings[i]),
					SHOWN_BYTES);
	}
	line_add_text(line, "]");
}

/* An argument of a kernel is an object more often than not. */
static void add_bytes(struct line *line, const unsigned char *bytes, size_t count)
{
	const void *object = NULL;

	if (count == sizeof(object))
		memcpy(&object, bytes, sizeof(object));
	if (trace_object_kind(object) != OBJECT_NONE) {
		add_object(line, trace_object_kind(object), object, false);
		return;
	}
	line_add_text(line, "<");
	for (size_t i = 0; i < count && i < SHOWN_BYTES / 4; i++)
		line_add(line, "%s%02x", i > 0 ? " " : "", bytes[i]);
	line_add(line, count > SHOWN_BYTES / 4 ? " ...>" : ">");
}

/* What a query has stored: ENTRY says what that is. */
static void add_stored(struct line *line, const struct names_value *entry, const void *stored,
		       size_t size)
{
	struct signature_param element = { .kind = PARAM_FOUND };

	if (entry != NULL && entry->is_text) {
		line_add_quoted(line, stored, strnlen(stored, size), SHOWN_BYTES);
		return;
	}
	if (entry != NULL) {
		element.object = entry->object;
		element.group = entry->group;
	}
	if (element.object != OBJECT_NONE && size == sizeof(void *))
		add_object(line, element.object, *(void *const *)stored, false);
	else if (element.object != OBJECT_NONE)
		add_array(line, &element, stored, size / sizeof(void *), sizeof(void *));
	else if (size == sizeof(cl_uint) || size == sizeof(cl_ulong))
		number_add(line, element.group, signature_number(stored, size), size);
	else if (size > 0 && size <= SHOWN_BYTES && size % sizeof(size_t) == 0)
		add_array(line, &element, stored, size / sizeof(size_t), sizeof(size_t));
	else
		line_add(line, "<%zu byte%s>", size, size == 1 ? "" : "s");
}

/* The value of the property that ENTRY names. */
static void add_property(struct line *line, const struct names_value *entry, uint64_t value)
{
	const void *object = (const void *)(uintptr_t)value;

	if (entry != NULL && entry->object != OBJECT_NONE)
		add_object(line, entry->object, object, false);
	else
		number_add(line, entry != NULL ? entry->group : NAMES_NONE, value, sizeof(value));
}

static void add_pairs(struct line *line, const struct signature_param *param, const char *list)
{
	const char *between = "";
	uint64_t name;

	line_add_text(line, "{");
	while (!line->is_truncated && (name = signature_number(list, param->size)) != 0) {
		const struct names_value *entry = param->group == NAMES_NONE ?
							  NULL :
							  names_find(param->group, (int64_t)name);

		line_add(line, "%s", between);
		number_add(line, param->group, name, sizeof(name));
		line_add_text(line, ": ");
		add_property(line, entry, signature_number(list + param->size, param->size));
		list += (size_t)2 * param->size;
		between = ", ";
	}
	line_add_text(line, "}");
}

static void add_list(struct line *line, const struct signature_param *param, const char *list)
{
	const char *between = "";
	uint64_t number;

	line_add_text(line, "[");
	for (; !line->is_truncated && (number = signature_number(list, param->size)) != 0;
	     list += param->size) {
		line_add(line, "%s", between);
		if (names_find(param->group, (int64_t)number) != NULL)
			number_add(line, param->group, number, sizeof(number));
		else
			line_add(line, "%" PRIu64, number);
		between = ", ";
	}
	line_add_text(line, "]");
}

static void add_format(struct line *line, const cl_image_format *format)
{
	line_add_text(line, "{");
	number_add(line, NAMES_cl_channel_order, format->image_channel_order, sizeof(cl_uint));
	line_add_text(line, ", ");
	number_add(line, NAMES_cl_channel_type, format->image_channel_data_type, sizeof(cl_uint));
	line_add_text(line, "}");
}

static void add_desc(struct line *line, const cl_image_desc *desc)
{
	line_add_text(line, "{");
	number_add(line, NAMES_cl_mem_object_type, desc->image_type, sizeof(cl_uint));
	line_add(line, ", %zux%zux%zu, array=%zu, pitch=%zu/%zu, mem=", desc->image_width,
		 desc->image_height, desc->image_depth, desc->image_array_size,
		 desc->image_row_pitch, desc->image_slice_pitch);
	add_object(line, OBJECT_MEM, desc->buffer, false);
	line_add_text(line, "}");
}

/* What POINTER, which is not NULL, points to. */
static void add_memory(struct line *line, const struct signature *function,
		       const struct signature_param *param, const struct call *call,
		       const void *pointer)
{
	size_t count = signature_count(param, call->values);

	switch (param->kind) {
	case PARAM_HANDLES:
	case PARAM_NUMBERS:
		add_array(line, param, pointer, count, param->size);
		break;
	case PARAM_STRING:
		line_add_quoted(line, pointer, strlen(pointer), SHOWN_BYTES);
		break;
	case PARAM_STRINGS:
		add_strings(line, pointer, count,
			    param->by < 0 ? NULL : *(const size_t *const *)call->values[param->by]);
		break;
	case PARAM_BYTES:
		add_bytes(line, pointer, count);
		break;
	case PARAM_PAIRS:
		add_pairs(line, param, pointer);
		break;
	case PARAM_LIST:
		add_list(line, param, pointer);
		break;
	case PARAM_FORMAT:
		add_format(line, pointer);
		break;
	case PARAM_DESC:
		add_desc(line, pointer);
		break;
	case PARAM_FOUND:
	case PARAM_MADE:
		add_array(line, param, pointer, signature_stored(param, call->values), param->size);
		break;
	case PARAM_RESULT:
		add_array(line, param, pointer, count, param->size);
		break;
	case PARAM_VALUE:
		add_stored(line, signature_query(function, param, call->values), pointer,
			   signature_value_size(function, param, call->values));
		break;
	default:
		add_pointer(line, pointer);
	}
}

/* What the call stores can be read once it has; errors are stored by calls that fail. */
static bool is_readable(const struct signature_param *param, enum trace_stage stage)
{
	if (stage == STAGE_UNSURE)
		return false;
	switch (param->kind) {
	case PARAM_FOUND:
	case PARAM_MADE:
	case PARAM_RESULT:
	case PARAM_VALUE:
		return stage == STAGE_DONE ||
		       (stage == STAGE_FAILED && param->group == NAMES_cl_error);
	default:
		return true;
	}
}

enum trace_stage trace_stage_after(const struct call *call, const void *result)
{
	if (!call->has_returned)
		return STAGE_BEGIN;
	return signature_succeeded(&signatures[call->slot], call->values, result) ? STAGE_DONE : STAGE_FAILED;
}

void trace_add_argument(struct line *line, const struct signature *function, int index,
			const struct call *call, enum trace_stage stage)
{
	const struct signature_param *param = &function->params[index];
	const void *value = call->values[index];
	const void *pointer;

	switch (param->kind) {
	case PARAM_NUMBER:
	case PARAM_NAMES:
		number_add(line, param->group, signature_number(value, param->size), param->size);
		return;
	case PARAM_SIGNED:
		line_add(line, "%d", *(const cl_int *)value);
		return;
	case PARAM_HANDLE:
		add_numbered(line, param->object, trace_own(call)->numbers[index]);
		return;
	default:
		memcpy(&pointer, value, sizeof(pointer));
	}
	if (pointer != NULL && is_readable(param, stage))
		add_memory(line, function, param, call, pointer);
	else
		add_pointer(line, pointer);
}

void trace_add_result(struct line *line, const struct call *call, const void *result)
{
	const struct signature_param *param = &signatures[call->slot].result;

	if (!call->has_returned)
		line_add_text(line, "did not return");
	else if (param->kind == PARAM_NOTHING)
		line_add_text(line, "nothing");
	else if (param->kind == PARAM_MADE)
		add_object(line, param->object, *(void *const *)result, true);
	else if (param->kind == PARAM_POINTER)
		add_pointer(line, *(void *const *)result);
	else
		number_add(line, param->group, signature_number(result, param->size), param->size);
}
