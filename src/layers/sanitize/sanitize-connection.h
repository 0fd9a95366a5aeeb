/* SPDX-License-Identifier: Apache-2.0 */
/*
 * sanitize-connection: the way to "clrouter sanitize", which has kernels rewritten. It is open from
 * the layer's start on, because a program may give up the right to open one; a forked child opens
 * its own. One request at a time: another thread waits.
 */
#ifndef CLROUTER_LAYERS_SANITIZE_SANITIZE_CONNECTION_H
#define CLROUTER_LAYERS_SANITIZE_SANITIZE_CONNECTION_H

#include <stdbool.h>

#include "sanitize/exchange.h"

#define CONNECTION_REASON 512 /* bytes */

/*
 * For the layer's start: connects to the socket PATH, which may be NULL. False: nothing can be
 * rewritten, because of REASON.
 */
bool connection_start(const char *path, char reason[CONNECTION_REASON]);

/*
 * Sends REQUEST and waits for its ANSWER, an EXCHANGE_REWRITTEN that has all of its texts;
 * exchange_done() frees it. False: there is none, because of REASON.
 */
bool connection_rewrite(const struct exchange *request, struct exchange *answer,
			char reason[CONNECTION_REASON]);

/* In a forked child: the connection is the parent's. It opens one at its first request. */
void connection_forget(void);

/* For the layer's end. */
void connection_end(void);

#endif
