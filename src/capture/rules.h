/* SPDX-License-Identifier: Apache-2.0 */
/*
 * rules: how the contents of a capture are compared whose types became known later. Keeps no state.
 */
#ifndef CLROUTER_CAPTURE_RULES_H
#define CLROUTER_CAPTURE_RULES_H

#include "capture/capture.h"

/*
 * Gives contents whose rule is CAPTURE_UNKNOWN the one that all arguments agree on which reach them,
 * if the types of these are known; and those that are compared as bits the size of their elements.
 */
void rules_complete(struct capture *capture);

#endif
