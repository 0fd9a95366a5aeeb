/* SPDX-License-Identifier: Apache-2.0 */
/*
 * property-list: reads a list of properties, which are bit fields here. Keeps no state.
 */
#ifndef CLROUTER_LAYERS_COMPATIBILITY_COMMAND_BUFFER_PROPERTY_LIST_H
#define CLROUTER_LAYERS_COMPATIBILITY_COMMAND_BUFFER_PROPERTY_LIST_H

#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#include <clrouter/extension.h>

struct property_name {
	cl_properties name;
	cl_properties bits; /* that exist */
	cl_properties *value;
};

/*
 * Reads LIST, which may be NULL, into the values of the COUNT (at most 32) NAMES. A name is judged
 * before its value is read: the list may end after a wrong one. *COPY is LIST with its end, of
 * *COPIED words, to be freed; NULL for NULL. CL_INVALID_VALUE: a name or a value does not exist, or
 * a name is there twice.
 */
static inline cl_int property_list_read(const cl_properties *list,
					const struct property_name *names, size_t count,
					cl_properties **copy, size_t *copied)
{
	unsigned seen = 0;
	size_t words = 0;

	if (!list)
		return CL_SUCCESS;
	for (; list[words] != 0; words += 2) {
		size_t i = 0;

		while (i < count && names[i].name != list[words])
			i++;
		if (i == count || (seen & 1u << i) != 0 || (list[words + 1] & ~names[i].bits) != 0)
			return CL_INVALID_VALUE;
		seen |= 1u << i;
		*names[i].value = list[words + 1];
	}
	words++;
	*copy = malloc(words * sizeof(**copy));
	if (!*copy)
		return CL_OUT_OF_HOST_MEMORY;
	memcpy(*copy, list, words * sizeof(**copy));
	*copied = words;
	return CL_SUCCESS;
}

#endif
