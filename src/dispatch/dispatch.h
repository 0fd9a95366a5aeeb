/* SPDX-License-Identifier: Apache-2.0 */
/*
 * dispatch: the switch and the slots that every exported function goes through.
 *
 * The entry points define it and only read it; the loader writes it, once at the start and
 * once at shutdown, perhaps during another thread's call: either value serves that call. A
 * slot is never empty, not even before the first constructor has run.
 *
 * entry-points-x86_64.S reads the layout: the switch, then the slots.
 */
#ifndef CLROUTER_DISPATCH_DISPATCH_H
#define CLROUTER_DISPATCH_DISPATCH_H

#include <stdint.h>

#include "api/api.h"

struct dispatch {
	/*
	 * 0: a call goes by the table in its handle, and NULL to the slots. UINTPTR_MAX:
	 * every call goes to the slots.
	 */
	uintptr_t slow_mode;

	/* The first layer's function, the terminator, or what initialises the loader. */
	struct api_table slots;

	/* The loader's own address of an extension function it exports, NULL if unknown. */
	void *(*find_export)(const char *name);
};

/*
 * The slot of the function NAME in the variable `dispatch`. A thread that loads a pointer
 * which the loader has stored also sees the registry.
 */
#define DISPATCH_SLOT(name) __atomic_load_n(&dispatch.slots.name, __ATOMIC_ACQUIRE)

#endif
