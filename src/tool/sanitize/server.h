/* SPDX-License-Identifier: Apache-2.0 */
/*
 * server: where the sanitizer's layer, in programs of this user, gets sources rewritten. It listens in a
 * directory that nobody else may enter, starts a worker (worker.h) for each source, several at once, and
 * passes the answers on. A peer that stops in the middle of a message, or does not read, waits alone.
 */
#ifndef CLROUTER_TOOL_SANITIZE_SERVER_H
#define CLROUTER_TOOL_SANITIZE_SERVER_H

#include <stdbool.h>

#include "base/arena.h"

struct server;

/*
 * Makes the directory and listens there. PROGRAM is clrouter-rewriter, which gets SECONDS for each
 * source. WHY, if it is not NULL, is why nothing can be rewritten, and what peers get as the answer. All
 * texts stay the caller's. NULL: that fails, which is reported.
 */
struct server *server_open(const char *program, const char *why, unsigned seconds);

/* The path of its socket. */
const char *server_path(const struct server *server);

/*
 * Serves until the descriptor UNTIL can be read, and at least once looks for what peers have sent. False
 * with errno: it cannot go on.
 */
bool server_serve(struct server *server, int until);

/* Ends all connections and workers, and removes the directory. */
void server_close(struct server *server);

/* For the parent of the process that serves: forgets SERVER, and the directory stays. */
void server_leave(struct server *server);

#endif
