/* SPDX-License-Identifier: Apache-2.0 */
/*
 * route: the guard and the slots that every exported function goes through.
 *
 * The entry points (floor 7) fill it with what serves until the first call, and only
 * read it afterwards; the loader (floor 6) writes it: once at start, once at shutdown.
 * Neither knows the other; the first-use handlers pass the route to the loader.
 *
 * The layout is read by calls-asm.S: guard first, then the slots.
 */
#ifndef CLROUTER_DISPATCH_ROUTE_H
#define CLROUTER_DISPATCH_ROUTE_H

#include <stdint.h>

#include "api/api.h"

struct route {
	/*
	 * 0: a handle's own table is used, and NULL goes to the slots.
	 * UINTPTR_MAX: every call goes to the slots (slow mode).
	 */
	uintptr_t guard;

	/* First layer's function, terminator, or first-use handler; NULL until they are filled. */
	struct api_table slots;

	/* Address of an exported extension function by name, NULL if unknown. */
	void *(*find_export)(const char *name);
};

#endif
