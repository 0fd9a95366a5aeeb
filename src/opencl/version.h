/* SPDX-License-Identifier: Apache-2.0 */
/*
 * version: reads versions in texts of drivers and settings. Keeps no state.
 */
#ifndef CLROUTER_OPENCL_VERSION_H
#define CLROUTER_OPENCL_VERSION_H

#include <stdbool.h>
#include <stdlib.h>

#include <CL/cl.h>

#include "base/text.h"

/* Reads a number of at most four digits, and moves *TEXT after it. */
static inline bool version_read_number(const char **text, unsigned *number)
{
	size_t digits = 0;

	for (*number = 0; digits < 4 && **text >= '0' && **text <= '9'; digits++)
		*number = *number * 10 + (unsigned)(*(*text)++ - '0');
	return digits > 0;
}

/*
 * Reads "MAJOR.MINOR", in all COUNT numbers, 3 at most, after PREFIX and a
 * blank, if PREFIX is not empty. Returns what follows; NULL: TEXT is something else.
 */
static inline const char *version_read(const char *text, const char *prefix, unsigned count,
				       cl_version *version)
{
	unsigned numbers[3] = { 0, 0, 0 };
	const char *at = text_skip_prefix(text, prefix);

	if (!at || (*prefix != '\0' && *at++ != ' '))
		return NULL;
	for (unsigned i = 0; i < count; i++) {
		if (i > 0 && *at++ != '.')
			return NULL;
		if (!version_read_number(&at, &numbers[i]))
			return NULL;
	}
	*version = CL_MAKE_VERSION(numbers[0], numbers[1], numbers[2]);
	return at;
}

#endif
