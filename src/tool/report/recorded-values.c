/* SPDX-License-Identifier: Apache-2.0 */
/* recorded-values: see recorded-values.h. */
#include "tool/report/recorded-values.h"

#include <inttypes.h>
#include <string.h>

#include "opencl/number.h"
#include "opencl/printer.h"
#include "record/recorded-call.h"

/* What the functions below need of the call whose argument they add. */
struct printed_call {
	struct printer
		printer; /* its first member: the printer's functions get this struct by it */
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

/* An object that the call makes has its handle only when the call ends. */
static void add_object(const struct printer *printer, enum object_kind kind, uint64_t handle,
		       bool is_new)
{
	const struct printed_call *context = (const struct printed_call *)printer;
	const struct record_call *call = context->call;
	const struct history_object *object = history_find(
		context->history, kind, handle, is_new ? RECORD_TIME(call->end) : call->begin);

	if (object)
		line_add(printer->line, "%s#%" PRIu32, names_kind(kind), object->number);
	else
		line_add(printer->line, "%s 0x%" PRIx64, names_kind(kind), handle);
}

static enum object_kind find_kind(const struct printer *printer, uint64_t handle)
{
	const struct printed_call *context = (const struct printed_call *)printer;
	const struct history_object *object =
		history_find_argument(context->history, handle, context->call->begin);

	return object ? object->kind : OBJECT_NONE;
}

/* -- contents ----------------------------------------------------------------- */

/* After the last object that was stored there are zeros. */
static void add_objects(const struct printed_call *context, const struct signature_param *param,
			const struct contents *contents)
{
	const size_t size = context->history->pointer_size;
	const bool is_stored = param->kind == PARAM_FOUND || param->kind == PARAM_MADE;
	size_t count = 0;

	while (count < contents->size / size &&
	       !(is_stored && signature_number(contents->bytes + count * size, size) == 0))
		count++;
	printer_add_array(&context->printer, param, contents->bytes, count, size);
}

/* Numbers of type size_t are as wide as they are in the program. */
static size_t element_size(const struct printed_call *context, const struct signature_param *param,
			   const struct contents *contents)
{
	const uint64_t count = param->count < 0 || param->count >= context->call->head.arguments
				       ? param->fixed
				       : context->call->arguments[param->count];

	if (count > 0 && contents->size == count * sizeof(uint32_t))
		return sizeof(uint32_t);
	return param->size == sizeof(uint32_t) ? sizeof(uint32_t) : sizeof(uint64_t);
}

static void add_numbers(const struct printed_call *context, const struct signature_param *param,
			const struct contents *contents)
{
	const size_t size = element_size(context, param, contents);

	printer_add_array(&context->printer, param, contents->bytes, contents->size / size, size);
}

/* Each string has a NUL byte after it. */
static void add_strings(struct line *line, const struct contents *contents)
{
	size_t at = 0;

	line_add(line, "[");
	for (size_t i = 0; at < contents->size && printer_begin_element(line, i); i++) {
		const size_t length = strnlen(contents->bytes + at, contents->size - at);

		line_add_quoted(line, contents->bytes + at, length, PRINTER_BYTES);
		at += length + 1;
	}
	line_add(line, "]");
}

/* The size that a query has stored is what the next argument points to. */
static size_t value_size(const struct printed_call *context, int index,
			 const struct contents *contents)
{
	const struct record_content *size =
		record_find_content(context->call, (unsigned int)index + 1);
	uint64_t bytes = contents->size;

	if (size && (size->size == sizeof(uint32_t) || size->size == sizeof(uint64_t)))
		bytes = signature_number(size + 1, size->size);
	return bytes < contents->size ? (size_t)bytes : contents->size;
}

static void add_value(const struct printed_call *context, int index,
		      const struct contents *contents)
{
	const struct signature_param *param = &context->function->params[index];
	const struct signature_param *query = &context->function->params[param->by];
	const struct names_value *entry =
		query->kind == PARAM_NAMES && param->by < context->call->head.arguments
			? names_find(query->group, (int64_t)context->call->arguments[param->by])
			: NULL;

	printer_add_value(&context->printer, entry, contents->bytes,
			  value_size(context, index, contents));
}

static void add_properties(const struct printed_call *context, const struct signature_param *param,
			   const struct contents *contents)
{
	const size_t width = contents->size % sizeof(uint64_t) ? sizeof(uint32_t) : param->size;

	printer_add_properties(&context->printer, param, contents->bytes, contents->size, width);
}

static void add_desc(const struct printed_call *context, const struct contents *contents)
{
	cl_image_desc desc;

	memcpy(&desc, contents->bytes, sizeof(desc));
	printer_add_desc(&context->printer, &desc);
}

static void add_contents(const struct printed_call *context, int index,
			 const struct contents *contents)
{
	const struct signature_param *param = &context->function->params[index];
	const struct printer *printer = &context->printer;

	if ((param->kind == PARAM_FORMAT && contents->size >= sizeof(cl_image_format)))
		printer_add_format(printer, contents->bytes);
	else if (param->kind == PARAM_DESC && contents->size == sizeof(cl_image_desc))
		add_desc(context, contents);
	else if (param->kind == PARAM_HANDLES || param->kind == PARAM_FOUND ||
		 param->kind == PARAM_MADE)
		add_objects(context, param, contents);
	else if (param->kind == PARAM_NUMBERS || param->kind == PARAM_RESULT)
		add_numbers(context, param, contents);
	else if (param->kind == PARAM_STRING)
		line_add_quoted(printer->line, contents->bytes,
				strnlen(contents->bytes, contents->size), PRINTER_BYTES);
	else if (param->kind == PARAM_STRINGS)
		add_strings(printer->line, contents);
	else if (param->kind == PARAM_PAIRS || param->kind == PARAM_LIST)
		add_properties(context, param, contents);
	else if (param->kind == PARAM_VALUE)
		add_value(context, index, contents);
	else
		printer_add_bytes(printer, contents->bytes, contents->size);
}

/* -- arguments ---------------------------------------------------------------- */

/* What a call should store is known if it succeeded; an error code, if it returned. */
static bool is_known(const struct printed_call *context, const struct signature_param *param,
		     const struct record_content *content)
{
	int32_t code;

	if (!(content->flags & RECORD_STORED))
		return true;
	return context->call->end != 0 && !(context->call->end & RECORD_LEFT) &&
	       (param->group == NAMES_cl_error ||
		!recorded_failed(context->history->known, context->call, &code));
}

static void add_pointed(const struct printed_call *context, int index, uint64_t value)
{
	const struct record_content *content =
		record_find_content(context->call, (unsigned int)index);
	struct contents contents;

	if (value == 0 || !content ||
	    !is_known(context, &context->function->params[index], content)) {
		printer_add_pointer(context->printer.line, value);
		return;
	}
	contents = (struct contents){ (const char *)(content + 1), content->size,
				      (content->flags & RECORD_TRUNCATED) != 0 };
	add_contents(context, index, &contents);
	if (contents.is_truncated)
		line_add(context->printer.line, "...");
}

static void add_argument(const struct printed_call *context, int index)
{
	const struct signature_param *param = &context->function->params[index];
	const uint64_t value = context->call->arguments[index];

	switch (param->kind) {
	case PARAM_NUMBER:
	case PARAM_NAMES:
		number_add(context->printer.line, param->group,
			   param->size == sizeof(uint32_t) ? (uint32_t)value : value, param->size);
		break;
	case PARAM_SIGNED:
		line_add(context->printer.line, "%" PRId32, (int32_t)value);
		break;
	case PARAM_HANDLE:
		printer_add_object(&context->printer, param->object, value, false);
		break;
	default:
		add_pointed(context, index, value);
	}
}

static struct printed_call context_of(struct line *line, const struct record_call *call,
				      const struct history *history)
{
	return (struct printed_call){
		.printer = { line, history->pointer_size, add_object, find_kind },
		.call = call,
		.history = history,
		.function = known_functions_find(history->known, call->head.detail),
	};
}

bool recorded_add_argument(struct line *line, const struct record_call *call,
			   const struct history *history, int index, struct recorded_value *value)
{
	const struct printed_call context = context_of(line, call, history);
	const struct signature *function = context.function;
	const struct signature_param *param;

	*value = (struct recorded_value){ .name = NULL };
	if (index >= call->head.arguments - history->has_places)
		return false;
	value->number = call->arguments[index];
	if (!function || index >= function->param_count) {
		printer_add_pointer(line, call->arguments[index]);
		return true;
	}
	param = &function->params[index];
	value->name = param->name;
	value->is_signed = param->kind == PARAM_SIGNED;
	value->is_number = value->is_signed ||
			   (param->kind == PARAM_NUMBER && param->group == NAMES_NONE);
	if (value->is_signed)
		value->number = (uint64_t)(int64_t)(int32_t)value->number;
	else if (param->size == sizeof(uint32_t))
		value->number = (uint32_t)value->number;
	add_argument(&context, index);
	return true;
}

void recorded_add_arguments(struct line *line, const struct record_call *call,
			    const struct history *history)
{
	const struct printed_call context = context_of(line, call, history);
	const struct signature *function = context.function;
	const int count = call->head.arguments - history->has_places;

	for (int i = 0; i < count; i++) {
		line_add(line, "%s", i > 0 ? ", " : "");
		if (!function || i >= function->param_count) {
			printer_add_pointer(line, call->arguments[i]);
			continue;
		}
		line_add(line, "%s=", function->params[i].name);
		add_argument(&context, i);
	}
}

void recorded_add_result(struct line *line, const struct record_call *call,
			 const struct history *history)
{
	const struct printed_call context = context_of(line, call, history);
	const struct signature *function = context.function;

	if (call->end == 0)
		line_add(line, "did not return");
	else if (call->end & RECORD_LEFT)
		line_add(line, "left by an exception or the end of the thread");
	else if (function && function->result.kind == PARAM_NOTHING)
		line_add(line, "nothing");
	else if (function && function->result.kind == PARAM_MADE)
		printer_add_object(&context.printer, function->result.object, call->result, true);
	else if (!function || function->result.kind == PARAM_POINTER)
		printer_add_pointer(line, call->result);
	else
		number_add(line, function->result.group, call->result, function->result.size);
}
