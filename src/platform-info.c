/* SPDX-License-Identifier: Apache-2.0 */
/*
 * platform-info: see platform-info.h. Long answers are rare, so the first
 * question brings room along; only when that fails the size is asked for.
 */
#include "platform-info.h"

#include <stdint.h>
#include <string.h>

#include "text.h"

#define LONGEST_ANSWER ((size_t)1 << 24)	/* bytes; more is a broken driver */

static char *ask_with_room(api_fn_clGetPlatformInfo *ask, cl_platform_id platform,
				 cl_platform_info name, struct arena *arena, cl_int *error)
{
	size_t size = PLATFORM_INFO_ROOM;	/* where the driver tells none */
	char *text;

	*error = ask(platform, name, 0, NULL, &size);
	if (*error != CL_SUCCESS)
		return NULL;
	if (size > LONGEST_ANSWER) {
		*error = CL_INVALID_VALUE;
		return NULL;
	}
	/* One byte more than the driver knows of ends the text in any case. */
	text = arena_alloc(arena, size + 1);
	if (!text) {
		*error = CL_OUT_OF_HOST_MEMORY;
		return NULL;
	}
	*error = ask(platform, name, size, text, NULL);
	return *error == CL_SUCCESS ? text : NULL;
}

char *platform_info_text(api_fn_clGetPlatformInfo *ask, cl_platform_id platform,
			 cl_platform_info name, char *room, struct arena *arena, cl_int *error)
{
	size_t size = SIZE_MAX;

	if (!ask) {
		*error = CL_INVALID_OPERATION;
		return NULL;
	}
	/* A driver may write nothing, tell no size, or forget the terminator. */
	room[0] = '\0';
	*error = ask(platform, name, PLATFORM_INFO_ROOM - 1, room, &size);
	if (*error == CL_SUCCESS && size <= PLATFORM_INFO_ROOM - 1) {
		room[size] = '\0';
		return room;
	}
	return ask_with_room(ask, platform, name, arena, error);
}

#define IS_WORD(word, length, wanted) \
	((length) == sizeof(wanted) - 1 && memcmp(word, wanted, sizeof(wanted) - 1) == 0)

struct platform_extensions platform_info_extensions(char *words)
{
	struct platform_extensions has = { false, false };
	const char *word = words;
	const char *end;

	for (char *tab = words; (tab = strchr(tab, '\t')); tab++)
		*tab = ' ';
	do {
		size_t length;

		end = strchr(word, ' ');
		length = end ? (size_t)(end - word) : strlen(word);
		has.icd |= IS_WORD(word, length, "cl_khr_icd");
		has.unloadable |= IS_WORD(word, length, "cl_khr_icd_unloadable");
		word += length + 1;
	} while (end);
	return has;
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
