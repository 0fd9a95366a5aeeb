/* SPDX-License-Identifier: Apache-2.0 */
/*
 * launch-numbers: which of several launches somebody asks for, as the layer and the tool read it.
 */
#ifndef CLROUTER_LAUNCH_LAUNCH_NUMBERS_H
#define CLROUTER_LAUNCH_LAUNCH_NUMBERS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

/* From FIRST to LAST, which are counted from 1. */
struct launch_numbers {
	uint64_t first;
	uint64_t last;
};

/* The number at *TEXT, which moves after it; 0: there is none. */
static inline uint64_t launch_numbers_take(const char **text)
{
	char *end = NULL;
	const uint64_t number = **text >= '0' && **text <= '9' ? strtoull(*text, &end, 10) : 0;

	if (end)
		*text = end;
	return number;
}

/* Reads TEXT, "N" or "FROM-TO". False: it is something else, and NUMBERS do not change. */
static inline bool launch_numbers_parse(const char *text, struct launch_numbers *numbers)
{
	struct launch_numbers found;

	found.first = found.last = launch_numbers_take(&text);
	if (*text == '-') {
		text++;
		found.last = launch_numbers_take(&text);
	}
	if (*text != '\0' || found.first == 0 || found.last < found.first)
		return false;
	*numbers = found;
	return true;
}

/*
 * Reads TEXT, "GLOB", "GLOB:N" or "GLOB:FROM-TO". Returns the length of the glob; NUMBERS do not change
 * if there are none.
 */
static inline size_t launch_numbers_after_glob(const char *text, struct launch_numbers *numbers)
{
	const char *colon = strrchr(text, ':');

	if (colon && launch_numbers_parse(colon + 1, numbers))
		return (size_t)(colon - text);
	return strlen(text);
}

#endif
