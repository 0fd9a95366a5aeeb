/* SPDX-License-Identifier: Apache-2.0 */
/*
 * platform-info: see platform-info.h. Long answers are rare, so the first
 * question brings room along; only when that fails the size is asked for. Other
 * loaders ask for the size first, and get on with drivers that look at no room:
 * behind ours there is some for them.
 */
#include "driver/platform-info.h"

#include <stdint.h>
#include <string.h>

#include "base/text.h"

#define LONGEST_ANSWER ((size_t)1 << 24)	/* bytes; more is a broken driver */

__attribute__((cold))
static char *ask_with_room(struct platform_query *query, cl_platform_info name)
{
	size_t size = PLATFORM_INFO_ROOM;	/* where the driver tells none */
	char *text;

	query->error = query->ask(query->platform, name, 0, NULL, &size);
	if (query->error != CL_SUCCESS)
		return NULL;
	if (size > LONGEST_ANSWER) {
		query->error = CL_INVALID_VALUE;
		return NULL;
	}
	/* What the driver does not know of ends the text in any case. */
	text = arena_alloc(query->arena, size + PLATFORM_INFO_SLACK);
	if (!text) {
		query->error = CL_OUT_OF_HOST_MEMORY;
		return NULL;
	}
	query->error = query->ask(query->platform, name, size, text, NULL);
	return query->error == CL_SUCCESS ? text : NULL;
}

char *platform_info_text(struct platform_query *query, cl_platform_info name)
{
	if (!query->ask) {
		query->error = CL_INVALID_OPERATION;
		return NULL;
	}
	/* A driver may write nothing, tell no size, or forget the terminator. */
	query->size = SIZE_MAX;
	query->room[0] = '\0';
	query->error = query->ask(query->platform, name, PLATFORM_INFO_ROOM - 1, query->room,
				  &query->size);
	if (query->error == CL_SUCCESS && query->size <= PLATFORM_INFO_ROOM - 1) {
		query->room[query->size] = '\0';
		return query->room;
	}
	return ask_with_room(query, name);
}

#define EACH_BYTE (UINT64_MAX / 255)

/* The first blank or other byte below it from AT on, the terminator being one. */
static const char *find_word_end(const char *at)
{
	uint64_t bytes;
	uint64_t ends;

	for (;; at += sizeof(bytes)) {
		memcpy(&bytes, at, sizeof(bytes));
#if __BYTE_ORDER__ == __ORDER_BIG_ENDIAN__
		bytes = __builtin_bswap64(bytes);
#endif
		/* The lowest bit is right; above it there can be some too many. */
		ends = (bytes - EACH_BYTE * (' ' + 1)) & ~bytes & EACH_BYTE * 0x80;
		if (ends)
			return at + __builtin_ctzll(ends) / 8;
	}
}

#define IS_WORD(word, length, wanted) \
	((length) == sizeof(wanted) - 1 && memcmp(word, wanted, sizeof(wanted) - 1) == 0)

struct platform_extensions platform_info_extensions(const char *words)
{
	struct platform_extensions has = { false, false };
	const char *word = words;

	while (true) {
		const char *end = find_word_end(word);
		size_t length = (size_t)(end - word);

		has.icd |= IS_WORD(word, length, "cl_khr_icd");
		has.unloadable |= IS_WORD(word, length, "cl_khr_icd_unloadable");
		if (!*end)
			return has;
		word = end + 1;
	}
}

bool platform_info_bool(api_fn_clGetPlatformInfo *ask, cl_platform_id platform,
			cl_platform_info name)
{
	cl_bool value = CL_FALSE;

	return ask && ask(platform, name, sizeof(value), &value, NULL) == CL_SUCCESS &&
	       value != CL_FALSE;
}

cl_uint platform_info_devices(const struct api_table *table, cl_platform_id platform,
			      cl_device_type type)
{
	cl_uint count = 0;

	if (!table->clGetDeviceIDs ||
	    table->clGetDeviceIDs(platform, type, 0, NULL, &count) != CL_SUCCESS)
		return 0;
	return count;
}

unsigned platform_info_version(const char *text)
{
	unsigned parts[2] = { 0, 0 };

	text = text ? text_skip_prefix(text, "OpenCL ") : NULL;
	if (!text)
		return 0;
	for (int i = 0; i < 2; i++) {
		while (*text >= '0' && *text <= '9' && parts[i] < 1000)
			parts[i] = parts[i] * 10 + (unsigned)(*text++ - '0');
		if (*text == '.')
			text++;
	}
	return parts[0] * 1000 + parts[1];
}
