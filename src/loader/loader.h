/* SPDX-License-Identifier: Apache-2.0 */
/*
 * loader: the only context of the process, and when it starts and ends: once,
 * whichever thread comes first, over forks, and at exit.
 *
 *   NEW --first use--> RUNNING --done--> READY --destructor--> CLOSED
 *                         |                  (NEW goes to CLOSED as well)
 *                         +--nobody is left who would finish it--> LOST
 */
#ifndef CLROUTER_LOADER_LOADER_H
#define CLROUTER_LOADER_LOADER_H

#include <stdbool.h>

#include "loader/context.h"
#include "dispatch/dispatch.h"

/*
 * Initialises on first use; other threads wait. True: the slots of DISPATCH are
 * set, call through them. False: call the terminators, for this thread is
 * initialising just now (a driver calls back from its own start-up and sees the
 * platforms accepted so far), or there is nothing to use any more: after
 * shutdown, in a child forked while another thread was initialising, or when a
 * driver has ended that thread; then there are no platforms.
 *
 * DISPATCH is written once now and once at shutdown, and must stay valid.
 */
bool loader_use(struct dispatch *dispatch);

/* What the initialised loader knows: for the tool. Valid until exit. */
const struct context *loader_context(void);

#endif
