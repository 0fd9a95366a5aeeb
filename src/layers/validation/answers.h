/* SPDX-License-Identifier: Apache-2.0 */
/*
 * answers: which wrong calls the layer answers in the driver's place, with the error code of the
 * rule. It answers only if the driver could read or write what is not there. Any other call goes to
 * the driver: often several error codes fit, and the program gets the one that it gets without the
 * layer.
 *
 * Set when the layer starts, and only read after that.
 */
#ifndef CLROUTER_LAYERS_VALIDATION_ANSWERS_H
#define CLROUTER_LAYERS_VALIDATION_ANSWERS_H

#include <stdbool.h>

#include "layers/validation/checks/check.h"

enum answers {
	ANSWERS_HANDLES,	/* calls with handles that are no objects */
	ANSWERS_NONE,
	ANSWERS_ALL		/* and those with missing pointers, or regions out of bounds */
};

void answers_start(enum answers wanted);

/* Does TEST, of which CALL is wrong, look at handles? What such a call does is not known. */
bool answers_is_about_handle(const struct rule_test *test);

/* Is TEST about a device that does not have what the function is for? */
bool answers_is_about_support(const struct rule_test *test);

/* The same for what no rule is about: the timers of devices. */
bool answers_lacks_support(const struct call *call);

/*
 * Why the layer would answer a call, from the weakest reason to the strongest. A driver that does not
 * have what the function is for follows at most the handle that it finds its function by, so only the
 * last one counts then.
 */
enum answers_ground {
	GROUND_NONE,
	GROUND_PLACE,	/* a pointer or region that leads to nothing */
	GROUND_NULL,	/* a handle that is NULL: not every driver looks */
	GROUND_HANDLE	/* a handle of another kind, released, or made up */
};

/* The reason to answer CALL, which fails TEST. */
enum answers_ground answers_ground(const struct call *call, const struct rule_test *test);

#endif
