/* SPDX-License-Identifier: Apache-2.0 */
/*
 * checkers: those who look for what is wrong with a captured launch. Each replays it in child
 * processes, whose steps have the tool's limit of time, and may be asked between checking_begin()
 * and checking_end(), which it calls.
 */
#ifndef CLROUTER_TOOL_REPLAY_CHECKERS_H
#define CLROUTER_TOOL_REPLAY_CHECKERS_H

#include "tool/replay/checking.h"

/* The validation layer above the driver of the capture: what is wrong with the calls. */
void validation_checker_ask(struct checking *checking);

/* The sanitizer on the device of the capture: what the kernel reads and writes outside of its
 * memory. */
void sanitize_checker_ask(struct checking *checking);

/*
 * Oclgrind: races, values that were never set, and, if the sanitizer has not judged them, accesses
 * outside of memory. It is added to the drivers of the snapshot.
 */
void oclgrind_checker_ask(struct checking *checking);

#endif
