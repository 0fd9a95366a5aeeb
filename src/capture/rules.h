/* SPDX-License-Identifier: Apache-2.0 */
/*
 * rules: how contents are compared that a kernel's argument leads to, by the type of the argument.
 * Keeps no state.
 */
#ifndef CLROUTER_CAPTURE_RULES_H
#define CLROUTER_CAPTURE_RULES_H

#include <stdbool.h>

#include "capture/capture.h"

/*
 * The rule for what a pointer of TYPE, as "float4*", leads to, with the usual bounds. False: it is no
 * pointer to numbers.
 */
bool rules_of_type(const char *type, struct capture_rule *rule);

/*
 * Gives contents whose rule is CAPTURE_UNKNOWN the one that all arguments agree on which reach them,
 * if the types of these are known; and those that are compared as bits the size of their elements.
 */
void rules_complete(struct capture *capture);

#endif
