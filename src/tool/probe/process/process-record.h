/* SPDX-License-Identifier: Apache-2.0 */
/*
 * process-record: which record a running process writes: the record layer has it mapped. Everything
 * is read and nothing is run. The process may be anybody's and may want to mislead.
 */
#ifndef CLROUTER_TOOL_PROBE_PROCESS_PROCESS_RECORD_H
#define CLROUTER_TOOL_PROBE_PROCESS_PROCESS_RECORD_H

#include "base/arena.h"

/*
 * The path of the record of the process PID, in ARENA; the newest one if there are several. NULL:
 * *WHY is why there is none, to be written after the number of the process.
 */
const char *process_record_find(unsigned pid, struct arena *arena, const char **why);

#endif
