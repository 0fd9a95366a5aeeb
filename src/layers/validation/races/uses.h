/* SPDX-License-Identifier: Apache-2.0 */
/*
 * uses: what memory a call uses. No function may be called with a lock held: the driver may be
 * asked how arguments of kernels are declared, and memory.h takes its lock.
 */
#ifndef CLROUTER_LAYERS_VALIDATION_RACES_USES_H
#define CLROUTER_LAYERS_VALIDATION_RACES_USES_H

#include "layers/validation/races/access.h"
#include "layers/validation/races/command-order.h"
#include "layers/validation/races/storage.h"
#include "opencl/call.h"

#define USES_MOST (STORAGE_ARGUMENTS + 2) /* of one call */

/*
 * Is it known what CALL, which enqueues a command, uses and waits for? Functions of extensions can
 * do both in ways of their own: semaphores, for example.
 */
bool uses_are_known(const struct call *call);

/* What CALL, whose uses are known, reads and writes. Returns how many LIST has. */
size_t uses_find(const struct call *call, struct access list[USES_MOST]);

/*
 * Finds a mapped region that a use in LIST, which has COUNT, must leave alone until it is unmapped,
 * and what it uses itself; this is doubtful if the use may be one that only reads.
 */
bool uses_find_mapped(const struct access *list, size_t count, struct access *mapped);

/* The same for coarse-grained shared memory, of a command that launches a kernel. */
bool uses_find_shared_mapped(const struct access *list, size_t count, struct access *mapped);

/* Which work-items CALL, which enqueues a kernel, runs. */
struct order_range uses_range(const struct call *call);

#endif
