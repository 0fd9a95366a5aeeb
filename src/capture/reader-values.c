/* SPDX-License-Identifier: Apache-2.0 */
/* reader-values: see reader-values.h. */
#include "capture/reader-values.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "base/text.h"
#include "launch/blake2b.h"
#include "capture/capture-format.h"
#include "capture/capture-reader.h"
#include "capture/json-text.h"

bool reader_is_good(const struct reader *reader)
{
	return reader->problem[0] == '\0';
}

bool reader_refuse(struct reader *reader, const char *format, ...)
{
	size_t used = 0;
	va_list arguments;

	if (!reader_is_good(reader))
		return false;
	if (reader->list && reader->is_array)
		used = text_format(reader->problem, CAPTURE_PROBLEM, "%s[%zu]: ", reader->list,
				   reader->index);
	else if (reader->list)
		used = text_format(reader->problem, CAPTURE_PROBLEM, "%s: ", reader->list);
	va_start(arguments, format);
	vsnprintf(reader->problem + used, CAPTURE_PROBLEM - used, format, arguments);
	va_end(arguments);
	return false;
}

bool reader_refuse_memory(struct reader *reader)
{
	return reader_refuse(reader, "there is not enough memory");
}

const char *reader_member(struct reader *reader, const char *object, const char *name)
{
	const char *value = object ? json_text_member(object, name) : NULL;

	if (!value)
		reader_refuse(reader, "%s is missing, or there twice", name);
	return reader_is_good(reader) ? value : NULL;
}

const char *reader_object(struct reader *reader, const char *object, const char *name)
{
	const char *value = reader_member(reader, object, name);

	if (!value || json_text_is_object(value))
		return value;
	reader_refuse(reader, "%s is no object", name);
	return NULL;
}

const char *reader_array(struct reader *reader, const char *object, const char *name, size_t most,
			 size_t *count)
{
	const char *value = reader_member(reader, object, name);

	*count = 0;
	if (value && !json_text_is_array(value))
		reader_refuse(reader, "%s is no array", name);
	else if (value)
		*count = json_text_count(value);
	if (*count > most)
		reader_refuse(reader, "%s has %zu elements, more than %zu", name, *count, most);
	if (reader_is_good(reader))
		return value;
	*count = 0;
	return NULL;
}

uint64_t reader_number(struct reader *reader, const char *object, const char *name)
{
	const char *value = reader_member(reader, object, name);
	uint64_t number = 0;

	if (value && !json_text_unsigned(value, &number)) {
		reader_refuse(reader, "%s is no number from 0 to 2^64 - 1", name);
		return 0;
	}
	return number;
}

uint32_t reader_number32(struct reader *reader, const char *object, const char *name)
{
	const uint64_t number = reader_number(reader, object, name);

	if (number <= UINT32_MAX)
		return (uint32_t)number;
	reader_refuse(reader, "%s is more than 2^32 - 1", name);
	return 0;
}

int32_t reader_code(struct reader *reader, const char *object, const char *name)
{
	const char *value = reader_member(reader, object, name);
	int64_t number = 0;

	if (value && (!json_text_signed(value, &number) || number > 0 || number < INT32_MIN)) {
		reader_refuse(reader, "%s is neither 0 nor an error code", name);
		return 0;
	}
	return (int32_t)number;
}

uint32_t reader_index(struct reader *reader, const char *object, const char *name, size_t count)
{
	const uint64_t number = reader_number(reader, object, name);

	if (number < count)
		return (uint32_t)number;
	reader_refuse(reader, "%s is %llu, but there are only %zu", name,
		      (unsigned long long)number, count);
	return 0;
}

uint32_t reader_index_or_null(struct reader *reader, const char *object, const char *name,
			      size_t count)
{
	const char *value = reader_member(reader, object, name);

	return value && json_text_is(value, "null") ? CAPTURE_NONE :
						      reader_index(reader, object, name, count);
}

double reader_real(struct reader *reader, const char *object, const char *name)
{
	const char *value = reader_member(reader, object, name);
	double number = 0;

	if (value && (!json_text_real(value, &number) || number < 0)) {
		reader_refuse(reader, "%s is no number that can be a bound", name);
		return 0;
	}
	return number;
}

bool reader_flag(struct reader *reader, const char *object, const char *name)
{
	const char *value = reader_member(reader, object, name);

	if (value && !json_text_is(value, "true") && !json_text_is(value, "false"))
		return reader_refuse(reader, "%s is neither true nor false", name);
	return value && json_text_is(value, "true");
}

const char *reader_text(struct reader *reader, const char *object, const char *name)
{
	const char *value = reader_member(reader, object, name);
	const char *text = value ? json_text_string(value, reader->arena) : NULL;

	if (!text)
		reader_refuse(reader, "%s is no string of bytes, or there is no memory", name);
	return text ? text : "";
}

const char *reader_text_or_null(struct reader *reader, const char *object, const char *name)
{
	const char *value = reader_member(reader, object, name);

	return value && json_text_is(value, "null") ? NULL : reader_text(reader, object, name);
}

unsigned int reader_word(struct reader *reader, const char *object, const char *name,
			 const char *const *words, unsigned int count)
{
	const char *text = reader_text(reader, object, name);

	for (unsigned int i = 0; i < count; i++)
		if (strcmp(text, words[i]) == 0)
			return i;
	reader_refuse(reader, "%s is \"%.40s\", which is not known", name, text);
	return 0;
}

const unsigned char *reader_bytes(struct reader *reader, const char *object, const char *name,
				  size_t *size)
{
	const char *value = reader_member(reader, object, name);
	const unsigned char *bytes = NULL;

	*size = 0;
	if (value)
		bytes = json_text_bytes(value, CAPTURE_MOST_BYTES, size, reader->arena);
	if (!bytes) {
		*size = 0;
		reader_refuse(reader, "%s has no pairs of hexadecimal digits, or too many", name);
	}
	return bytes;
}

static bool is_hash(const char *text)
{
	return strspn(text, "0123456789abcdef") == BLAKE2B_TEXT - 1 &&
	       text[BLAKE2B_TEXT - 1] == '\0';
}

const char *reader_hash(struct reader *reader, const char *object, const char *name, bool may_lack)
{
	const char *text = may_lack ? reader_text_or_null(reader, object, name) :
				      reader_text(reader, object, name);

	if (!text || strcmp(text, CAPTURE_ZERO) == 0 || is_hash(text))
		return text;
	reader_refuse(reader, "%s is no hash of %d digits", name, BLAKE2B_TEXT - 1);
	return NULL;
}

void *reader_list(struct reader *reader, size_t count, size_t size)
{
	void *list;

	if (count == 0 || !reader_is_good(reader))
		return NULL;
	list = count <= SIZE_MAX / size ? arena_alloc(reader->arena, count * size) : NULL;
	if (!list)
		reader_refuse_memory(reader);
	return list;
}
