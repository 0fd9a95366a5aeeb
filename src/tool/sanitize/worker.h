/* SPDX-License-Identifier: Apache-2.0 */
/*
 * worker: the program clrouter-rewriter while it rewrites one source, which may be hostile. It has only
 * what it needs: the request, a pipe for its answer, and the program's working directory, in which a
 * source finds what it includes. It writes no file, and its time and its memory are limited.
 */
#ifndef CLROUTER_TOOL_SANITIZE_WORKER_H
#define CLROUTER_TOOL_SANITIZE_WORKER_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>

#include "base/arena.h"
#include "sanitize/exchange.h"

#define WORKER_REASON 512 /* bytes of a text that says why there is no answer */

struct worker {
	pid_t id;   /* also of its process group; 0: there is none */
	int answer; /* the pipe */
	uint64_t end; /* when its time is over, of system_now() */
	unsigned seconds; /* that it has */
	struct exchange_input input;
};

/*
 * The path of clrouter-rewriter, in ARENA: the one beside the tool in the directory where both were
 * built, or else the installed one. If it is not there, *WHY is why nothing can be rewritten; else NULL.
 */
const char *worker_find_program(const char **why, struct arena *arena);

/*
 * Starts PROGRAM for REQUEST, with SECONDS for all of it. False: it cannot be started, REASON says why.
 * What fails later, for example that there is no such working directory, comes as its answer.
 */
bool worker_start(struct worker *worker, const char *program, const struct exchange *request,
		  unsigned seconds, char reason[WORKER_REASON]);

/*
 * Reads from WORKER once, without waiting. EXCHANGE_WHOLE: ANSWER is its answer, rewritten or refused;
 * EXCHANGE_NONE: there will be none, REASON says why. In both cases it has ended, with all that it
 * started.
 */
enum exchange_arrival worker_read(struct worker *worker, struct exchange *answer,
				  char reason[WORKER_REASON]);

/* Kills a WORKER, if there is one. */
void worker_kill(struct worker *worker);

/* Is its time over? Then it is killed, and REASON says so. */
bool worker_is_late(struct worker *worker, uint64_t now, char reason[WORKER_REASON]);

#endif
