/* SPDX-License-Identifier: Apache-2.0 */
/*
 * server-process: a server (server.h) in a process of its own, for a tool that does something else
 * meanwhile. It ends with the tool, however that ends, and then its directory is removed.
 */
#ifndef CLROUTER_TOOL_SANITIZE_SERVER_PROCESS_H
#define CLROUTER_TOOL_SANITIZE_SERVER_PROCESS_H

#include <limits.h>
#include <stdbool.h>
#include <sys/types.h>

#include "tool/sanitize/server.h"

struct server_process {
	pid_t id;
	int life;	     /* the process ends when nobody has this descriptor open */
	char path[PATH_MAX]; /* of the server's socket */
};

/* Starts the process, which SERVER belongs to then. False: there is none, which is reported. */
bool server_process_start(struct server_process *process, struct server *server);

/* Ends it, with its connections and workers, and waits for that. */
void server_process_end(struct server_process *process);

#endif
