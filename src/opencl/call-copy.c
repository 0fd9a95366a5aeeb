/* SPDX-License-Identifier: Apache-2.0 */
/*
 * call-copy: see call-copy.h.
 */
#include "opencl/call-copy.h"

#include <stdlib.h>

#include "opencl/lists.h"

/*
 * One pass counts the bytes, and the next one writes them: both go through the same functions.
 * Another thread of the program may change a text or a list between them, so the second pass needs
 * more than was counted; what does not fit is left out, and the copy fails.
 */
struct copy_writer {
	char *to; /* NULL: only counts */
	size_t size;
	size_t used;
};

/*
 * Space for SIZE bytes, with those at FROM unless that is NULL. NULL if the pass only counts or
 * there is no space left.
 */
static void *put(struct copy_writer *writer, const void *from, size_t size)
{
	const size_t align = _Alignof(max_align_t);
	const size_t place = writer->used;

	writer->used += (size + align - 1) / align * align;
	if (!writer->to || place > writer->size || size > writer->size - place)
		return NULL;
	if (from && size > 0)
		memcpy(writer->to + place, from, size);
	return writer->to + place;
}

/*
 * The same for a text or list of SIZE bytes and an end of END bytes, which is 0 in the copy. The
 * end of pairs is two elements: one ends the list of values that a last pair may have.
 */
static void *put_ended(struct copy_writer *writer, const void *from, size_t size, size_t end)
{
	char *place = put(writer, NULL, size + end);

	if (!place)
		return NULL;
	if (size > 0)
		memcpy(place, from, size);
	memset(place + size, 0, end);
	return place;
}

/* -- what arguments point to ------------------------------------------------------------- */

static bool is_binaries(const struct call *call, const struct signature_param *param)
{
	return call->slot == CLROUTER_SLOT_clCreateProgramWithBinary &&
	       param == call_param(call, ARG_clCreateProgramWithBinary_binaries);
}

/*
 * COUNT texts with a NUL byte after each; LENGTHS may be NULL, and has 0 for a text that ends
 * itself.
 */
static void *put_strings(struct copy_writer *writer, const char *const *strings,
			 const size_t *lengths, size_t count, bool are_binaries)
{
	const char **list = put(writer, strings, count * sizeof(*strings));

	for (size_t i = 0; i < count; i++) {
		size_t length = lengths ? lengths[i] : 0;
		const char *text;

		if (!strings[i])
			continue;
		if (length == 0 && !are_binaries)
			length = strlen(strings[i]);
		text = put_ended(writer, strings[i], length, 1);
		if (list)
			list[i] = text;
	}
	return list;
}

/* The bytes before the 0 that ends the list at ADDRESS, of STEP elements of SIZE bytes each. */
static size_t list_size(const char *address, size_t size, size_t step)
{
	size_t count = 0;

	while (signature_number(address + count * size, size) != 0)
		count += step;
	return count * size;
}

static size_t pairs_size(const void *address, size_t size)
{
	const cl_properties *at = address;
	struct property property;

	if (size != sizeof(*at))
		return list_size(address, size, 2);
	while (lists_next(&at, &property))
		;
	return (size_t)((const char *)at - (const char *)address);
}

static void *put_strings_of(struct copy_writer *writer, const struct call *call,
			    const struct signature_param *param, const void *address)
{
	const bool are_binaries = is_binaries(call, param);
	const int count =
		are_binaries ? (int)ARG_clCreateProgramWithBinary_num_devices : param->count;
	const int lengths = are_binaries ? (int)ARG_clCreateProgramWithBinary_lengths : param->by;

	return put_strings(writer, address,
			   lengths < 0 ? NULL : call_pointer(call, (unsigned)lengths),
			   (size_t)call_number(call, (unsigned)count), are_binaries);
}

/* Copies what PARAM points to, which is at ADDRESS; returns where the copy of the call points. */
static const void *put_contents(struct copy_writer *writer, const struct call *call,
				const struct signature_param *param, const void *address)
{
	switch (param->kind) {
	case PARAM_FOUND:
	case PARAM_MADE:
	case PARAM_RESULT:
	case PARAM_VALUE:
		return NULL;
	case PARAM_HANDLES:
	case PARAM_NUMBERS:
		return put(writer, address, signature_count(param, call->values) * param->size);
	case PARAM_BYTES:
		return put(writer, address, signature_count(param, call->values));
	case PARAM_STRING:
		return put_ended(writer, address, strlen(address), 1);
	case PARAM_STRINGS:
		return put_strings_of(writer, call, param, address);
	case PARAM_PAIRS:
		return put_ended(writer, address, pairs_size(address, param->size),
				 (size_t)2 * param->size);
	case PARAM_LIST:
		return put_ended(writer, address, list_size(address, param->size, 1), param->size);
	case PARAM_FORMAT:
		return put(writer, address, sizeof(cl_image_format));
	case PARAM_DESC:
		return put(writer, address, sizeof(cl_image_desc));
	default:
		return is_binaries(call, param) ? put_strings_of(writer, call, param, address)
						: address;
	}
}

/* -- the call ---------------------------------------------------------------------------- */

/* Does an argument of this kind hold a pointer or a handle, and not a number? */
static bool is_pointer(enum param_kind kind)
{
	return kind != PARAM_NUMBER && kind != PARAM_SIGNED && kind != PARAM_NAMES &&
	       kind != PARAM_HANDLE;
}

static struct call *write_call(struct copy_writer *writer, const struct call *call)
{
	const unsigned int count = signatures[call->slot].param_count;
	struct call *copy = put(writer, call, sizeof(*call));
	void **values = put(writer, NULL, CALL_VALUES * sizeof(*values));

	for (unsigned int i = 0; i < count; i++) {
		const struct signature_param *param = call_param(call, i);
		void *value = put(writer, call->values[i], signature_size(param));
		const void *address = is_pointer(param->kind) ? call_pointer(call, i) : NULL;

		if (address)
			address = put_contents(writer, call, param, address);
		if (!value)
			continue;
		values[i] = value;
		if (is_pointer(param->kind))
			memcpy(value, &address, sizeof(address));
	}
	if (copy) {
		copy->values = values;
		memset(copy->own, 0, sizeof(copy->own));
	}
	return copy;
}

struct call *call_copy(const struct call *call)
{
	struct copy_writer writer = { 0 };
	struct call *copy;

	write_call(&writer, call);
	writer.to = malloc(writer.used);
	if (!writer.to)
		return NULL;
	writer.size = writer.used;
	writer.used = 0;
	copy = write_call(&writer, call);
	/* The copy begins where the memory does. */
	if (writer.used <= writer.size)
		return copy;
	free(writer.to);
	return NULL;
}
