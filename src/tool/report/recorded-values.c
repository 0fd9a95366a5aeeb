/* SPDX-License-Identifier: Apache-2.0 */
/* recorded-values: see recorded-values.h. */
#include "tool/report/recorded-values.h"

#include <inttypes.h>
#include <string.h>

#include "opencl/number.h"
#include "record/recorded-call.h"

#define SHOWN_ELEMENTS 8
#define SHOWN_BYTES 64

/* What the functions below need of the call whose argument they add. */
struct context {
	struct line *line;
	const struct record_call *call;
	const struct history *history;
	const struct signature *function;
};

/* The contents of an argument. */
struct contents {
	const char *bytes;
	size_t size;
	bool is_truncated;
};

static void add_pointer(struct line *line, uint64_t pointer)
{
	line_add(line, pointer ? "0x%" PRIx64 : "NULL", pointer);
}

/* An object that the call makes has its handle only when the call ends. */
static void add_object(const struct context *context, enum object_kind kind, uint64_t handle,
		       bool is_new)
{
	const struct record_call *call = context->call;
	const struct history_object *object = history_find(
		context->history, kind, handle, is_new ? RECORD_TIME(call->end) : call->begin);

	if (handle == 0)
		line_add(context->line, "NULL");
	else if (object)
		line_add(context->line, "%s#%" PRIu32, names_kind(kind), object->number);
	else
		line_add(context->line, "%s 0x%" PRIx64, names_kind(kind), handle);
}

/* -- contents ----------------------------------------------------------------- */

static void add_objects(const struct context *context, const struct signature_param *param,
			const struct contents *contents)
{
	const size_t size = context->history->pointer_size;
	const bool is_stored = param->kind == PARAM_FOUND || param->kind == PARAM_MADE;

	line_add(context->line, "[");
	for (size_t i = 0; i < contents->size / size; i++) {
		const uint64_t handle = signature_number(contents->bytes + i * size, size);

		/* After the last one that was stored there are zeros. */
		if (is_stored && handle == 0)
			break;
		if (i == SHOWN_ELEMENTS) {
			line_add(context->line, ", ...");
			break;
		}
		line_add(context->line, "%s", i > 0 ? ", " : "");
		add_object(context, param->object, handle, param->kind == PARAM_MADE);
	}
	line_add(context->line, "]");
}

/* Numbers of type size_t are as wide as they are in the program. */
static size_t element_size(const struct context *context, const struct signature_param *param,
			   const struct contents *contents)
{
	const uint64_t count = param->count < 0 || param->count >= context->call->head.arguments
				       ? param->fixed
				       : context->call->arguments[param->count];

	if (count > 0 && contents->size == count * sizeof(uint32_t))
		return sizeof(uint32_t);
	return param->size == sizeof(uint32_t) ? sizeof(uint32_t) : sizeof(uint64_t);
}

static void add_numbers(const struct context *context, const struct signature_param *param,
			const struct contents *contents)
{
	const size_t size = element_size(context, param, contents);

	line_add(context->line, "[");
	for (size_t i = 0; i < contents->size / size; i++) {
		line_add(context->line, "%s", i > 0 ? ", " : "");
		if (i == SHOWN_ELEMENTS) {
			line_add(context->line, "...");
			break;
		}
		number_add(context->line, param->group,
			   signature_number(contents->bytes + i * size, size), size);
	}
	line_add(context->line, "]");
}

static void add_string(struct line *line, const struct contents *contents)
{
	line_add_quoted(line, contents->bytes, strnlen(contents->bytes, contents->size),
			SHOWN_BYTES);
}

/* Each string has a NUL byte after it. */
static void add_strings(struct line *line, const struct contents *contents)
{
	size_t at = 0;

	line_add(line, "[");
	for (size_t i = 0; at < contents->size; i++) {
		const size_t length = strnlen(contents->bytes + at, contents->size - at);

		line_add(line, "%s", i > 0 ? ", " : "");
		if (i == SHOWN_ELEMENTS) {
			line_add(line, "...");
			break;
		}
		line_add_quoted(line, contents->bytes + at, length, SHOWN_BYTES);
		at += length + 1;
	}
	line_add(line, "]");
}

/* An argument of a kernel is an object more often than not. */
static void add_bytes(const struct context *context, const struct contents *contents)
{
	const struct history_object *object = NULL;

	if (contents->size == context->history->pointer_size)
		object = history_find_argument(context->history,
					       signature_number(contents->bytes, contents->size),
					       context->call->begin);
	if (object) {
		add_object(context, object->kind, object->handle, false);
		return;
	}
	line_add(context->line, "<");
	for (size_t i = 0; i < contents->size && i < SHOWN_BYTES / 4; i++)
		line_add(context->line, "%s%02x", i > 0 ? " " : "",
			 (unsigned char)contents->bytes[i]);
	line_add(context->line, contents->size > SHOWN_BYTES / 4 ? " ...>" : ">");
}

/* The size that a query has stored is what the next argument points to. */
static size_t value_size(const struct context *context, int index, const struct contents *contents)
{
	const struct record_content *size =
		record_find_content(context->call, (unsigned int)index + 1);
	uint64_t bytes = contents->size;

	if (size && (size->size == sizeof(uint32_t) || size->size == sizeof(uint64_t)))
		bytes = signature_number(size + 1, size->size);
	return bytes < contents->size ? (size_t)bytes : contents->size;
}

static void add_value(const struct context *context, int index, const struct contents *contents)
{
	const struct signature_param *param = &context->function->params[index];
	const struct signature_param *query = &context->function->params[param->by];
	const struct names_value *entry =
		query->kind == PARAM_NAMES && param->by < context->call->head.arguments
			? names_find(query->group, (int64_t)context->call->arguments[param->by])
			: NULL;
	const struct contents value = { contents->bytes, value_size(context, index, contents),
					false };
	const struct signature_param found = { .kind = PARAM_FOUND,
					       .object = entry ? entry->object : OBJECT_NONE };

	if (entry && entry->is_text)
		add_string(context->line, &value);
	else if (found.object != OBJECT_NONE)
		add_objects(context, &found, &value);
	else if (value.size == sizeof(uint32_t) || value.size == sizeof(uint64_t))
		number_add(context->line, entry ? entry->group : NAMES_NONE,
			   signature_number(value.bytes, value.size), value.size);
	else
		line_add(context->line, "<%zu byte%s>", value.size, value.size == 1 ? "" : "s");
}

/* Properties: names with values in PAIRS, until 0. */
static void add_properties(const struct context *context, const struct signature_param *param,
			   const struct contents *contents)
{
	const size_t size = contents->size % sizeof(uint64_t) ? sizeof(uint32_t) : param->size;
	const bool has_pairs = param->kind == PARAM_PAIRS;
	uint64_t name = 0;

	line_add(context->line, "{");
	for (size_t i = 0; i < contents->size / size; i++) {
		const uint64_t number = signature_number(contents->bytes + i * size, size);
		const bool is_name = !has_pairs || i % 2 == 0;
		const struct names_value *entry =
			param->group == NAMES_NONE ? NULL : names_find(param->group, (int64_t)name);

		if (is_name && number == 0)
			break;
		line_add(context->line, "%s", i == 0 ? "" : is_name ? ", " : ": ");
		if (is_name)
			number_add(context->line, param->group, number, sizeof(number));
		else if (entry && entry->object != OBJECT_NONE)
			add_object(context, entry->object, number, false);
		else
			number_add(context->line, entry ? entry->group : NAMES_NONE, number,
				   sizeof(number));
		name = number;
	}
	line_add(context->line, "}");
}

static void add_format(struct line *line, const struct contents *contents)
{
	line_add(line, "{");
	number_add(line, NAMES_cl_channel_order, signature_number(contents->bytes, sizeof(cl_uint)),
		   sizeof(cl_uint));
	line_add(line, ", ");
	number_add(line, NAMES_cl_channel_type,
		   signature_number(contents->bytes + sizeof(cl_uint), sizeof(cl_uint)),
		   sizeof(cl_uint));
	line_add(line, "}");
}

static void add_desc(const struct context *context, const struct contents *contents)
{
	cl_image_desc desc;

	memcpy(&desc, contents->bytes, sizeof(desc));
	line_add(context->line, "{");
	number_add(context->line, NAMES_cl_mem_object_type, desc.image_type, sizeof(cl_uint));
	line_add(context->line, ", %zux%zux%zu, array=%zu, pitch=%zu/%zu, mem=", desc.image_width,
		 desc.image_height, desc.image_depth, desc.image_array_size, desc.image_row_pitch,
		 desc.image_slice_pitch);
	add_object(context, OBJECT_MEM, (uint64_t)(uintptr_t)desc.buffer, false);
	line_add(context->line, "}");
}

static void add_contents(const struct context *context, int index, const struct contents *contents)
{
	const struct signature_param *param = &context->function->params[index];

	if ((param->kind == PARAM_FORMAT && contents->size >= sizeof(cl_image_format)))
		add_format(context->line, contents);
	else if (param->kind == PARAM_DESC && contents->size == sizeof(cl_image_desc))
		add_desc(context, contents);
	else if (param->kind == PARAM_HANDLES || param->kind == PARAM_FOUND ||
		 param->kind == PARAM_MADE)
		add_objects(context, param, contents);
	else if (param->kind == PARAM_NUMBERS || param->kind == PARAM_RESULT)
		add_numbers(context, param, contents);
	else if (param->kind == PARAM_STRING)
		add_string(context->line, contents);
	else if (param->kind == PARAM_STRINGS)
		add_strings(context->line, contents);
	else if (param->kind == PARAM_PAIRS || param->kind == PARAM_LIST)
		add_properties(context, param, contents);
	else if (param->kind == PARAM_VALUE)
		add_value(context, index, contents);
	else
		add_bytes(context, contents);
}

/* -- arguments ---------------------------------------------------------------- */

/* What a call should store is known if it succeeded; an error code, if it returned. */
static bool is_known(const struct context *context, const struct signature_param *param,
		     const struct record_content *content)
{
	int32_t code;

	if (!(content->flags & RECORD_STORED))
		return true;
	return context->call->end != 0 && !(context->call->end & RECORD_LEFT) &&
	       (param->group == NAMES_cl_error ||
		!recorded_failed(context->history->known, context->call, &code));
}

static void add_pointed(const struct context *context, int index, uint64_t value)
{
	const struct record_content *content =
		record_find_content(context->call, (unsigned int)index);
	struct contents contents;

	if (value == 0 || !content ||
	    !is_known(context, &context->function->params[index], content)) {
		add_pointer(context->line, value);
		return;
	}
	contents = (struct contents){ (const char *)(content + 1), content->size,
				      (content->flags & RECORD_TRUNCATED) != 0 };
	add_contents(context, index, &contents);
	if (contents.is_truncated)
		line_add(context->line, "...");
}

static void add_argument(const struct context *context, int index)
{
	const struct signature_param *param = &context->function->params[index];
	const uint64_t value = context->call->arguments[index];

	switch (param->kind) {
	case PARAM_NUMBER:
	case PARAM_NAMES:
		number_add(context->line, param->group,
			   param->size == sizeof(uint32_t) ? (uint32_t)value : value, param->size);
		break;
	case PARAM_SIGNED:
		line_add(context->line, "%" PRId32, (int32_t)value);
		break;
	case PARAM_HANDLE:
		add_object(context, param->object, value, false);
		break;
	default:
		add_pointed(context, index, value);
	}
}

void recorded_add_arguments(struct line *line, const struct record_call *call,
			    const struct history *history)
{
	const struct signature *function = known_functions_find(history->known, call->head.detail);
	const struct context context = { line, call, history, function };

	for (int i = 0; i < call->head.arguments; i++) {
		line_add(line, "%s", i > 0 ? ", " : "");
		if (!function || i >= function->param_count) {
			add_pointer(line, call->arguments[i]);
			continue;
		}
		line_add(line, "%s=", function->params[i].name);
		add_argument(&context, i);
	}
}

void recorded_add_result(struct line *line, const struct record_call *call,
			 const struct history *history)
{
	const struct signature *function = known_functions_find(history->known, call->head.detail);
	const struct context context = { line, call, history, function };

	if (call->end == 0)
		line_add(line, "did not return");
	else if (call->end & RECORD_LEFT)
		line_add(line, "left by an exception or the end of the thread");
	else if (function && function->result.kind == PARAM_NOTHING)
		line_add(line, "nothing");
	else if (function && function->result.kind == PARAM_MADE)
		add_object(&context, function->result.object, call->result, true);
	else if (!function || function->result.kind == PARAM_POINTER)
		add_pointer(line, call->result);
	else
		number_add(line, function->result.group, call->result, function->result.size);
}
