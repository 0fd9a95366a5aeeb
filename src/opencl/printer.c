/* SPDX-License-Identifier: Apache-2.0 */
/* printer: see printer.h. */
#include "opencl/printer.h"

#include <inttypes.h>
#include <string.h>

#include "opencl/number.h"

bool printer_begin_element(struct line *line, size_t index)
{
	line_add_text(line, index == 0 ? "" : ", ");
	if (index == PRINTER_ELEMENTS)
		line_add_text(line, "...");
	return index < PRINTER_ELEMENTS;
}

void printer_add_pointer(struct line *line, uint64_t pointer)
{
	if (pointer == 0)
		line_add_text(line, "NULL");
	else
		line_add_hex(line, pointer);
}

void printer_add_object(const struct printer *printer, enum object_kind kind, uint64_t handle,
			bool is_new)
{
	if (handle == 0)
		line_add_text(printer->line, "NULL");
	else
		printer->add_object(printer, kind, handle, is_new);
}

void printer_add_array(const struct printer *printer, const struct signature_param *param,
		       const char *bytes, size_t count, size_t size)
{
	struct line *line = printer->line;

	line_add_text(line, "[");
	for (size_t i = 0; i < count && printer_begin_element(line, i); i++, bytes += size) {
		if (param->object == OBJECT_NONE)
			number_add(line, param->group, signature_number(bytes, size), size);
		else
			printer_add_object(printer, param->object, signature_number(bytes, size),
					   param->kind == PARAM_MADE);
	}
	line_add_text(line, "]");
}

/* It is an object more often than not. */
void printer_add_bytes(const struct printer *printer, const char *bytes, size_t size)
{
	const size_t shown = PRINTER_BYTES / 4;
	const uint64_t handle = size == printer->pointer_size ? signature_number(bytes, size) : 0;
	const enum object_kind kind = printer->find_kind(printer, handle);

	if (kind != OBJECT_NONE) {
		printer_add_object(printer, kind, handle, false);
		return;
	}
	line_add_text(printer->line, "<");
	for (size_t i = 0; i < size && i < shown; i++)
		line_add(printer->line, "%s%02x", i > 0 ? " " : "", (unsigned char)bytes[i]);
	line_add_text(printer->line, size > shown ? " ...>" : ">");
}

void printer_add_value(const struct printer *printer, const struct names_value *entry,
		       const char *bytes, size_t size)
{
	const size_t word = printer->pointer_size;
	const struct signature_param element = {
		.kind = PARAM_FOUND,
		.object = entry ? entry->object : OBJECT_NONE,
		.group = entry ? entry->group : NAMES_NONE,
	};

	if (entry && entry->is_text)
		line_add_quoted(printer->line, bytes, strnlen(bytes, size), PRINTER_BYTES);
	else if (element.object != OBJECT_NONE && size == word)
		printer_add_object(printer, element.object, signature_number(bytes, size), false);
	else if (element.object != OBJECT_NONE)
		printer_add_array(printer, &element, bytes, size / word, word);
	else if (size == sizeof(cl_uint) || size == sizeof(cl_ulong))
		number_add(printer->line, element.group, signature_number(bytes, size), size);
	else if (size > 0 && size <= PRINTER_BYTES && size % word == 0)
		printer_add_array(printer, &element, bytes, size / word, word);
	else
		line_add(printer->line, "<%zu byte%s>", size, size == 1 ? "" : "s");
}

/* A name of GROUP; in a list it may be a number. */
static void add_name(struct line *line, enum names_group group, uint64_t name, bool has_pairs)
{
	if (has_pairs || names_find(group, (int64_t)name))
		number_add(line, group, name, sizeof(name));
	else
		line_add(line, "%" PRIu64, name);
}

/* The value of the property that ENTRY names. */
static void add_property(const struct printer *printer, const struct names_value *entry,
			 uint64_t value)
{
	if (entry && entry->object != OBJECT_NONE)
		printer_add_object(printer, entry->object, value, false);
	else
		number_add(printer->line, entry ? entry->group : NAMES_NONE, value,
			   sizeof(value));
}

void printer_add_properties(const struct printer *printer, const struct signature_param *param,
			    const char *list, size_t size, size_t width)
{
	struct line *line = printer->line;
	const bool has_pairs = param->kind == PARAM_PAIRS;
	const size_t step = has_pairs ? 2 * width : width;
	const struct names_value *entry;
	size_t count = 0;
	uint64_t name;

	line_add_text(line, has_pairs ? "{" : "[");
	for (size_t at = 0; at + step <= size; at += step) {
		name = signature_number(list + at, width);
		if (name == 0 || !printer_begin_element(line, count++))
			break;
		add_name(line, param->group, name, has_pairs);
		if (!has_pairs)
			continue;
		entry = param->group == NAMES_NONE ? NULL : names_find(param->group, (int64_t)name);
		line_add_text(line, ": ");
		add_property(printer, entry, signature_number(list + at + width, width));
	}
	line_add_text(line, has_pairs ? "}" : "]");
}

void printer_add_format(const struct printer *printer, const char *format)
{
	const size_t size = sizeof(cl_uint);

	line_add_text(printer->line, "{");
	number_add(printer->line, NAMES_cl_channel_order, signature_number(format, size), size);
	line_add_text(printer->line, ", ");
	number_add(printer->line, NAMES_cl_channel_type, signature_number(format + size, size),
		   size);
	line_add_text(printer->line, "}");
}

void printer_add_desc(const struct printer *printer, const cl_image_desc *desc)
{
	line_add_text(printer->line, "{");
	number_add(printer->line, NAMES_cl_mem_object_type, desc->image_type, sizeof(cl_uint));
	line_add(printer->line, ", %zux%zux%zu, array=%zu, pitch=%zu/%zu, mem=", desc->image_width,
		 desc->image_height, desc->image_depth, desc->image_array_size,
		 desc->image_row_pitch, desc->image_slice_pitch);
	printer_add_object(printer, OBJECT_MEM, (uintptr_t)desc->buffer, false);
	if (desc->num_mip_levels != 0)
		line_add(printer->line, ", levels=%u", (unsigned)desc->num_mip_levels);
	if (desc->num_samples != 0)
		line_add(printer->line, ", samples=%u", (unsigned)desc->num_samples);
	line_add_text(printer->line, "}");
}

/* A NULL is a mistake, after which no driver reads further. */
static void add_strings(struct line *line, const char *const *strings, size_t count,
			const size_t *lengths)
{
	line_add_text(line, "[");
	for (size_t i = 0; i < count && printer_begin_element(line, i); i++) {
		if (!strings[i]) {
			line_add_text(line, "NULL");
			break;
		}
		line_add_quoted(line, strings[i],
				lengths && lengths[i] > 0 ? lengths[i] : strlen(strings[i]),
				PRINTER_BYTES);
	}
	line_add_text(line, "]");
}

void printer_add_pointed(const struct printer *printer, const struct signature *function,
			 const struct signature_param *param, void *const *values,
			 const void *pointer)
{
	struct line *line = printer->line;
	size_t count = signature_count(param, values);

	switch (param->kind) {
	case PARAM_HANDLES:
	case PARAM_NUMBERS:
		count = signature_shown(function, param, values, pointer, PRINTER_ELEMENTS);
		printer_add_array(printer, param, pointer, count, param->size);
		break;
	case PARAM_RESULT:
		printer_add_array(printer, param, pointer, count, param->size);
		break;
	case PARAM_FOUND:
	case PARAM_MADE:
		printer_add_array(printer, param, pointer, signature_stored(param, values),
				  param->size);
		break;
	case PARAM_STRING:
		line_add_quoted(line, pointer, strnlen(pointer, PRINTER_BYTES + 1), PRINTER_BYTES);
		break;
	case PARAM_STRINGS:
		add_strings(line, pointer, count,
			    param->by < 0 ? NULL : *(const size_t *const *)values[param->by]);
		break;
	case PARAM_BYTES:
		printer_add_bytes(printer, pointer, count);
		break;
	case PARAM_PAIRS:
	case PARAM_LIST:
		printer_add_properties(printer, param, pointer, SIZE_MAX, param->size);
		break;
	case PARAM_FORMAT:
		printer_add_format(printer, pointer);
		break;
	case PARAM_DESC:
		printer_add_desc(printer, pointer);
		break;
	case PARAM_VALUE:
		printer_add_value(printer, signature_query(function, param, values), pointer,
				  signature_value_size(function, param, values));
		break;
	default:
		printer_add_pointer(line, (uintptr_t)pointer);
	}
}
