/* SPDX-License-Identifier: Apache-2.0 */
/*
 * record-cause: why nothing of a program was recorded, the most certain cause first: it runs with
 * elevated privileges, is static or has other words, the layer was refused, it has loaded another
 * loader, it ended by a signal, or it has made no OpenCL call.
 */
#ifndef CLROUTER_TOOL_PROBE_PROCESS_RECORD_CAUSE_H
#define CLROUTER_TOOL_PROBE_PROCESS_RECORD_CAUSE_H

#include <stdbool.h>
#include <sys/types.h>

#include "base/arena.h"

/*
 * Which libOpenCL a program that was started, or one that it has started, has loaded: also one that
 * it opened by a path of its own, which nobody can know before. It is looked at now and then, by
 * /proc; what is loaded only for a moment is not seen. All zero: nothing was seen. Strings live in
 * the arena of loader_watch_look().
 */
struct loader_watch {
	unsigned pid;	     /* of the process that has loaded one; 0: none has */
	const char *program; /* its path; NULL: not known */
	const char *path;    /* of the loader */
	const char *loader;  /* which one it is, in words */
	bool is_ours;	     /* it is clrouter's */
	bool is_done;	     /* nobody has to look again: another loader was seen */
	unsigned bits;	     /* of the process, if it has other words than this program; or 0 */
};

/* Looks at the process ID and those that it has started. */
void loader_watch_look(struct loader_watch *watch, pid_t id, struct arena *arena);

/*
 * The cause, a sentence without a full stop, in ARENA: of WORD, the program that was
 * started and has ended with STATUS, as waitpid(2) gives it; WATCH is what was seen of it. REFUSED is
 * why the layer was not loaded when it was tried, or NULL.
 */
const char *record_cause_find(const char *word, int status, const struct loader_watch *watch,
			      const char *refused, struct arena *arena);

#endif
