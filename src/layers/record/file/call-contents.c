/* SPDX-License-Identifier: Apache-2.0 */
/*
 * call-contents: see call-contents.h.
 */
#include "layers/record/file/call-contents.h"

#include <stdbool.h>
#include <string.h>

#include "opencl/signature.h"

#define MOST_ELEMENTS 64
#define MOST_DIMENSIONS 3
#define MOST_BYTES 64  /* of the value of a kernel argument */
#define MOST_VALUE 256 /* bytes of what a query stores */
#define MOST_STRING 4096
#define MOST_STRINGS ((size_t)1 << 20)

/* How many bytes of a content are kept. */
enum extent {
	EXTENT_FIXED,	/* `size` */
	EXTENT_COUNTED, /* `size` for each of the elements that argument `count` says */
	EXTENT_SEARCHED /* as far as the first zero, and the like */
};

/* One of the arguments of a function that point to something that is kept. */
struct content {
	struct record_content head; /* as it is written, but for the size */
	unsigned char extent;	    /* enum extent */
	unsigned char kind;	    /* enum param_kind */
	unsigned char size;	    /* bytes, of an element or of all */
	signed char count;	    /* index of the argument with the number of elements, or -1 */
	signed char by;		    /* as in signature.h */
	uint16_t most;		    /* elements */
};

#define MOST_CONTENTS 8 /* of one function */

static struct contents_plan {
	const struct content *end;
	bool returns_error; /* the result is CL_SUCCESS or an error */
	struct content items[MOST_CONTENTS];
} plans[CLROUTER_ALL_SLOTS];

static bool is_kept(enum param_kind kind)
{
	return (kind >= PARAM_HANDLES && kind <= PARAM_DESC) && kind != PARAM_CALLBACK;
}

static bool is_stored(enum param_kind kind)
{
	return kind == PARAM_FOUND || kind == PARAM_MADE || kind == PARAM_RESULT ||
	       kind == PARAM_VALUE;
}

static uint16_t most_elements(const struct signature *function, const struct signature_param *param)
{
	if (param->kind == PARAM_BYTES)
		return MOST_BYTES;
	if (param->kind == PARAM_VALUE)
		return MOST_VALUE;
	/* More dimensions than there can be are the driver's to refuse. */
	if (strcmp(function->params[param->count].name, "work_dim") == 0)
		return MOST_DIMENSIONS;
	return MOST_ELEMENTS;
}

static void set_extent(struct content *content, const struct signature *function,
		       const struct signature_param *param)
{
	const bool is_bytes = param->kind == PARAM_BYTES || param->kind == PARAM_VALUE;

	content->size = is_bytes ? 1 : param->size;
	if (param->kind == PARAM_STRING || param->kind == PARAM_STRINGS ||
	    param->kind == PARAM_PAIRS || param->kind == PARAM_LIST) {
		content->extent = EXTENT_SEARCHED;
	} else if (param->kind == PARAM_FORMAT || param->kind == PARAM_DESC) {
		content->size =
			param->kind == PARAM_DESC ? sizeof(cl_image_desc) : sizeof(cl_image_format);
	} else if (param->count < 0) {
		content->size =
			(unsigned char)(param->size * (param->fixed > 0 ? param->fixed : 1));
	} else {
		content->extent = EXTENT_COUNTED;
		content->most = most_elements(function, param);
	}
}

static void prepare(unsigned int slot)
{
	const struct signature *function = &signatures[slot];
	struct contents_plan *plan = &plans[slot];
	struct content *content = plan->items;

	plan->returns_error = function->result.kind == PARAM_NAMES;
	for (int i = 0; i < function->param_count; i++) {
		const struct signature_param *param = &function->params[i];

		if (!is_kept(param->kind) || content == plan->items + MOST_CONTENTS)
			continue;
		content->head.argument = (uint8_t)i;
		content->head.flags = is_stored(param->kind) ? RECORD_STORED : 0;
		content->kind = (unsigned char)param->kind;
		content->count = param->count;
		content->by = param->by;
		set_extent(content, function, param);
		content++;
	}
	plan->end = content;
}

/* If the layer is started again, threads may be in calls: for them nothing may change here. */
void contents_start(void)
{
	static bool is_prepared;

	if (is_prepared)
		return;
	is_prepared = true;
	for (unsigned int slot = 0; slot < CLROUTER_ALL_SLOTS; slot++)
		prepare(slot);
}

/* In the size of a content: there was more. */
#define MORE (SIZE_MAX / 2 + 1)

static size_t at_most(uint64_t value, size_t most)
{
	return value <= most ? (size_t)value : most | MORE;
}

/* Bytes of a list up to the element that is 0; each STEP elements begin with a name. */
static size_t list_size(const char *list, size_t size, size_t step)
{
	static const char zeros[sizeof(uint64_t)];
	size_t n = 0;

	while (n < MOST_ELEMENTS && memcmp(list + n * size, zeros, size) != 0)
		n += step;
	return (n + (n < MOST_ELEMENTS)) * size;
}

static size_t string_length(const char *const *strings, const size_t *lengths, size_t i)
{
	if (!strings[i])
		return 0;
	return lengths && lengths[i] > 0 ? lengths[i] : strlen(strings[i]);
}

static const void *pointer_in(const struct content *content, const uint64_t *arguments)
{
	return (const void *)(uintptr_t)arguments[content->head.argument];
}

/*
 * Each string with a NUL byte after it. A NULL is a mistake, after which neither a driver nor this
 * reads further: the number may be too large.
 */
static size_t strings_size(const struct content *content, const uint64_t *arguments)
{
	const char *const *strings = pointer_in(content, arguments);
	const size_t *lengths =
		content->by < 0 ? NULL : (const void *)(uintptr_t)arguments[content->by];
	size_t size = 0;

	for (uint64_t i = 0; i < arguments[content->count] && size <= MOST_STRINGS; i++) {
		size += string_length(strings, lengths, i) + 1;
		if (!strings[i])
			break;
	}
	return at_most(size, MOST_STRINGS);
}

/* Bytes that are kept, perhaps with MORE, of a content whose end has to be searched for. */
static size_t search_size(const struct content *content, const uint64_t *arguments)
{
	const void *at = pointer_in(content, arguments);

	switch ((enum param_kind)content->kind) {
	case PARAM_STRING:
		return at_most(strlen(at) + 1, MOST_STRING);
	case PARAM_STRINGS:
		return strings_size(content, arguments);
	default:
		return list_size(at, content->size, content->kind == PARAM_PAIRS ? 2 : 1);
	}
}

/*
 * How many elements, or bytes, are kept of those that are too many: none after one that is 0, see
 * strings_size(), and no sizes of more dimensions than there can be.
 */
static size_t most_of(const struct content *content, const uint64_t *arguments)
{
	static const char zeros[sizeof(uint64_t)];
	const char *list = pointer_in(content, arguments);

	if (content->most == MOST_DIMENSIONS)
		return MORE;
	if (content->kind != PARAM_HANDLES && content->kind != PARAM_NUMBERS)
		return content->most | MORE;
	if (arguments[content->count] > SIGNATURE_MOST)
		return MORE;
	for (size_t i = 0; i < content->most; i++)
		if (memcmp(list + i * content->size, zeros, content->size) == 0)
			return (i + 1) | MORE;
	return content->most | MORE;
}

/* The same of any; its argument is not NULL. */
static inline size_t content_size(const struct content *content, const uint64_t *arguments)
{
	size_t count;

	if (content->extent == EXTENT_FIXED)
		return content->size;
	if (content->extent != EXTENT_COUNTED)
		return search_size(content, arguments);
	count = at_most(arguments[content->count], content->most);
	if (count & MORE)
		count = most_of(content, arguments);
	return ((count & ~MORE) * content->size) | (count & MORE);
}

static size_t padded(size_t size)
{
	return (size + 7) & ~(size_t)7;
}

static void copy_strings(const struct content *content, const uint64_t *arguments, char *to,
			 size_t size)
{
	const char *const *strings = pointer_in(content, arguments);
	const size_t *lengths =
		content->by < 0 ? NULL : (const void *)(uintptr_t)arguments[content->by];
	size_t done = 0;

	memset(to, 0, size);
	for (uint64_t i = 0; i < arguments[content->count] && done < size; i++) {
		size_t length = string_length(strings, lengths, i);

		length = length < size - done ? length : size - done;
		if (length > 0)
			memcpy(to + done, strings[i], length);
		done += length + 1;
	}
}

/* Writes SIZE bytes, and zeros up to a multiple of 8. */
static void write_value(const struct content *content, const uint64_t *arguments, char *to,
			size_t size)
{
	if (size % sizeof(uint64_t) != 0)
		memset(to + padded(size) - sizeof(uint64_t), 0, sizeof(uint64_t));
	if (content->head.flags & RECORD_STORED)
		memset(to, 0, size);
	else if (content->kind == PARAM_STRINGS)
		copy_strings(content, arguments, to, size);
	else
		memcpy(to, pointer_in(content, arguments), size);
}

size_t contents_write(unsigned int slot, const uint64_t *arguments, char *to, size_t space)
{
	const struct contents_plan *plan = &plans[slot];
	size_t sum = 0;

	for (const struct content *content = plan->items; content < plan->end; content++) {
		char *place = to + sum;
		struct record_content head = content->head;
		size_t size;

		if (arguments[head.argument] == 0)
			continue;
		size = content_size(content, arguments);
		if (size & MORE)
			head.flags |= RECORD_TRUNCATED;
		size &= ~MORE;
		if (size == 0)
			continue;
		sum += sizeof(head) + padded(size);
		if (sum > space)
			continue;
		head.size = (uint32_t)size;
		memcpy(place, &head, sizeof(head));
		/* Most are a handle, which needs no call. */
		if (content->kind == PARAM_BYTES && size == sizeof(uint64_t))
			memcpy(place + sizeof(head), pointer_in(content, arguments),
			       sizeof(uint64_t));
		else
			write_value(content, arguments, place + sizeof(head), size);
	}
	return sum;
}

/* The number that the call has stored through the argument BY, UINT64_MAX if none. */
static uint64_t stored_number(const struct content *content, const uint64_t *arguments)
{
	const int by = content->kind == PARAM_VALUE ? content->head.argument + 1 : content->by;
	const void *at = by < 0 ? NULL : (const void *)(uintptr_t)arguments[by];

	if (!at || content->kind == PARAM_RESULT)
		return UINT64_MAX;
	if (content->kind == PARAM_VALUE)
		return *(const size_t *)at;
	return *(const cl_uint *)at;
}

/* Bytes that the call has stored, at most SIZE. */
static size_t stored_size(const struct content *content, const uint64_t *arguments, size_t size)
{
	const uint64_t number = stored_number(content, arguments);

	return content->extent == EXTENT_COUNTED && number < size / content->size
		       ? (size_t)number * content->size
		       : size;
}

/* The record is in a file that others may write: what is read in it is checked. */
void contents_store(unsigned int slot, const uint64_t *arguments, uint64_t result, char *contents,
		    size_t size)
{
	const struct contents_plan *plan = &plans[slot];
	const struct content *content = plan->items;
	size_t at = 0;

	if (plan->returns_error && result != CL_SUCCESS)
		return;
	while (size - at > sizeof(struct record_content)) {
		const struct record_content *head = (const struct record_content *)(contents + at);
		const size_t kept = head->size;

		while (content < plan->end && content->head.argument != head->argument)
			content++;
		at += sizeof(*head);
		if (content == plan->end || kept > size - at)
			return;
		if (content->head.flags & RECORD_STORED)
			memcpy(contents + at, pointer_in(content, arguments),
			       stored_size(content, arguments, kept));
		at += padded(kept);
	}
}
