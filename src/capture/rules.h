/* SPDX-License-Identifier: Apache-2.0 */
/*
 * rules: how the contents of a capture are compared whose types became known later. Keeps no state.
 */
#ifndef CLROUTER_CAPTURE_RULES_H
#define CLROUTER_CAPTURE_RULES_H

#include "capture/capture.h"

/* ARGUMENT's type was found out: TYPE, in which no names are of the program if that is known. */
void rules_set_type(struct capture_argument *argument, const char *type);

/*
 * Gives contents whose rule is CAPTURE_UNKNOWN the one that all arguments agree on which reach them,
 * if the types of these are known; and those that are compared as bits the size of their elements.
 */
void rules_complete(struct capture *capture);

/* Does ARGUMENT reach RANGE of the memory INDEX? An image of a buffer may reach all of it. */
bool rules_reaches(const struct capture *capture, const struct capture_argument *argument,
		   size_t index, const struct capture_range *range);

/*
 * The first argument that reaches RANGE of the memory INDEX, one that may write there if there is one;
 * argument_count: none does.
 */
size_t rules_argument_of(const struct capture *capture, size_t index, const struct capture_range *range);

/* Do the two compare in the same way, with the same bounds, whatever the size of elements is? */
bool rules_are_alike(const struct capture_rule *a, const struct capture_rule *b);

#endif
