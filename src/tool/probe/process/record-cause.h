/* SPDX-License-Identifier: Apache-2.0 */
/*
 * record-cause: why nothing of a program was recorded, the most certain cause first: it runs with
 * elevated privileges, is static or has other words, the layer was refused, it has loaded another
 * loader, it ended by a signal, or it has made no OpenCL call.
 */
#ifndef CLROUTER_TOOL_PROBE_PROCESS_RECORD_CAUSE_H
#define CLROUTER_TOOL_PROBE_PROCESS_RECORD_CAUSE_H

#include "tool/probe/process/loader-watch.h"

/*
 * The cause, a sentence without a full stop, in ARENA: of WORD, the program that was
 * started and has ended with STATUS, as waitpid(2) gives it; WATCH is what was seen of it. REFUSED is
 * why the layer was not loaded when it was tried, or NULL.
 */
const char *record_cause_find(const char *word, int status, const struct loader_watch *watch,
			      const char *refused, struct arena *arena);

#endif
