/* SPDX-License-Identifier: Apache-2.0 */
/*
 * dispatch: what an exported function reads before it calls a driver: the slow-mode switch and
 * one slot for each function.
 *
 * The exported functions only read it, in any thread. The loader writes it when it is initialised
 * and when it is shut down. Another thread may be in a call meanwhile: it reads the old or the new
 * value, and either one serves the call. The struct is initialised statically, so no slot is ever
 * NULL, not even before the first constructor runs.
 *
 * src/loader/entry-points-x86_64.S depends on the layout: first slow_mode, then the slots.
 */
#ifndef CLROUTER_DISPATCH_DISPATCH_H
#define CLROUTER_DISPATCH_DISPATCH_H

#include <stdint.h>

#include "api/api.h"

struct dispatch {
	/*
	 * 0: a call goes to the table in its handle, and a call with a NULL handle to its slot.
	 * UINTPTR_MAX (slow mode): every call goes to its slot.
	 */
	uintptr_t slow_mode;

	/*
	 * Before the first call, a function that initialises the loader or the terminator; then
	 * the function of the layer nearest the application, or without layers the terminator.
	 */
	struct api_table slots;

	/*
	 * The address of the extension function NAME that the loader itself exports, or has for the
	 * program; NULL if it has none of this name. Any thread may call it.
	 */
	void *(*find_export)(const char *name);
};

/*
 * The function in the slot NAME of the variable `dispatch`. The slots are stored with release
 * order, so a thread that loads the loader's new pointer here also sees the registry.
 */
#define DISPATCH_SLOT(name) __atomic_load_n(&dispatch.slots.name, __ATOMIC_ACQUIRE)

#endif
