/* SPDX-License-Identifier: Apache-2.0 */
/*
 * loader: owns the only context of the process, and decides when it is initialised and closed:
 * once, by the first thread that needs it, also across fork(), and at exit or dlclose.
 *
 *   NEW --first use--> initialising --done--> READY --destructor--> CLOSED
 *                           |                     (NEW becomes CLOSED as well)
 *                           +--the initialising thread is gone--> ABANDONED
 *
 * Any thread may call these functions at any time.
 */
#ifndef CLROUTER_LOADER_LOADER_H
#define CLROUTER_LOADER_LOADER_H

#include <stdbool.h>

#include "loader/context.h"
#include "dispatch/dispatch.h"

/*
 * Initialises the loader if no thread has done so; if another thread is doing so, waits for it.
 * DISPATCH is written now and again at shutdown, and must live as long as the process.
 *
 * Returns true if the caller is to call through the slots of DISPATCH, which are set. Returns
 * false if the caller is to call the terminators:
 * - This thread is initialising the loader: a driver calls the loader while it is started. It
 *   sees the platforms that were accepted so far.
 * - The loader is closed.
 * - The initialisation will never be finished: the process was forked while another thread was
 *   initialising, or a driver has ended that thread. There are no platforms.
 */
bool loader_use(struct dispatch *dispatch);

/* What the loader knows, for the tool. To be called after loader_use(); valid until exit. */
const struct context *loader_context(void);

#endif
