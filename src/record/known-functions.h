/* SPDX-License-Identifier: Apache-2.0 */
/*
 * known-functions: what the numbers of functions in a record mean. Numbers below
 * RECORD_FIRST_EXTENSION are slots of the dispatch table; the others are described in the record,
 * which is not trusted: what a description says of a parameter is used only if no reader can be
 * misled by it, otherwise the parameter is a pointer.
 */
#ifndef CLROUTER_RECORD_KNOWN_FUNCTIONS_H
#define CLROUTER_RECORD_KNOWN_FUNCTIONS_H

#include <stdbool.h>

#include "base/arena.h"
#include "opencl/signature.h"
#include "record/record-format.h"

/* All zero but for `arena`: the functions of the dispatch table are known. */
struct known_functions {
	struct arena *arena;			/* descriptions live as long as it does */
	const struct signature **described;	/* by number - RECORD_FIRST_EXTENSION, or NULL */
};

/*
 * Adds the description RECORD, of type RECORD_FUNCTION. The first one of a number counts. Returns
 * false if there is no memory.
 */
bool known_functions_add(struct known_functions *known, const struct record *record);

/* The function NUMBER; NULL if it is not known. */
const struct signature *known_functions_find(const struct known_functions *known,
					     unsigned int number);

void known_functions_done(struct known_functions *known);

#endif
