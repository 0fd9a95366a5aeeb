/* SPDX-License-Identifier: Apache-2.0 */
/*
 * platform-info: see platform-info.h.
 *
 * Most answers are short, so the first query already passes a buffer; the size is queried only if
 * that fails. Other loaders query the size first, so they also work with drivers that ignore the
 * size of the buffer. For these drivers the buffer is larger than the size that is passed.
 */
#include "driver/platform-info.h"

#include <stdint.h>
#include <string.h>

#include "base/text.h"

#define MAX_ANSWER_SIZE ((size_t)1 << 24)	/* bytes; a driver that reports more is broken */

static char *ask_with_size(struct platform_query *query, cl_platform_info name)
{
	size_t size = PLATFORM_INFO_SIZE;	/* for drivers that do not store the size */
	char *text;

	query->error = query->get_info(query->platform, name, 0, NULL, &size);
	if (query->error != CL_SUCCESS)
		return NULL;
	if (size > MAX_ANSWER_SIZE) {
		query->error = CL_INVALID_VALUE;
		return NULL;
	}
	/* The driver does not get the last byte, so the text is always terminated. */
	text = arena_alloc(query->arena, size + 1);
	if (!text) {
		query->error = CL_OUT_OF_HOST_MEMORY;
		return NULL;
	}
	query->error = query->get_info(query->platform, name, size, text, NULL);
	return query->error == CL_SUCCESS ? text : NULL;
}

char *platform_info_text(struct platform_query *query, cl_platform_info name)
{
	if (!query->get_info) {
		query->error = CL_INVALID_OPERATION;
		return NULL;
	}
	/* A driver may store no text, no size, or no terminator. */
	query->size = SIZE_MAX;
	query->buffer[0] = '\0';
	query->error = query->get_info(query->platform, name, PLATFORM_INFO_SIZE - 1, query->buffer,
				  &query->size);
	if (query->error == CL_SUCCESS && query->size <= PLATFORM_INFO_SIZE - 1) {
		query->buffer[query->size] = '\0';
		return query->buffer;
	}
	return ask_with_size(query, name);
}

/* A blank, the terminator or another control character ends a word. */
static bool ends_word(char c)
{
	return (unsigned char)c <= ' ';
}

/* Both names begin alike. Only whole words count. */
struct platform_extensions platform_info_extensions(const char *words)
{
	static const char icd[] = "cl_khr_icd";
	struct platform_extensions has = { false, false };

	for (const char *at = strstr(words, icd); at; at = strstr(at + 1, icd)) {
		const char *end = at + strlen(icd);
		const char *unloadable = text_skip_prefix(end, "_unloadable");

		if (at != words && !ends_word(at[-1]))
			continue;
		has.icd |= ends_word(*end);
		has.unloadable |= unloadable && ends_word(*unloadable);
	}
	return has;
}

bool platform_info_bool(api_fn_clGetPlatformInfo *get_info, cl_platform_id platform,
			cl_platform_info name)
{
	cl_bool value = CL_FALSE;

	return get_info && get_info(platform, name, sizeof(value), &value, NULL) == CL_SUCCESS &&
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
