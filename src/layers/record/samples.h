/* SPDX-License-Identifier: Apache-2.0 */
/*
 * samples: which commands of a sampled queue are measured. The driver's event is what a measurement
 * costs, several microseconds on a fast one, so not all commands can have one.
 *
 * The first commands of each kernel, and of each function that enqueues something else, are all
 * measured, and then one after each gap. Gaps grow if the measurements of all cost more than a
 * share of the run time, and shrink again. They have random lengths, because programs are periodic:
 * each tenth launch may be a large one. Each measured command stands for the commands of its
 * kernel or function since the one before.
 *
 * Any thread may call these functions.
 */
#ifndef CLROUTER_LAYERS_RECORD_SAMPLES_H
#define CLROUTER_LAYERS_RECORD_SAMPLES_H

#include <stdint.h>

#include "layers/record/file/kernel-names.h"

#define SAMPLES_FIRST 100	/* commands that are all measured */
#define SAMPLES_SHARE 10	/* the tenth part of the run time at most */
#define SAMPLES_COST 20000	/* ns of one; on an H100: 11,000 if all are measured, alone 21,000 */
#define SAMPLES_CREDIT UINT64_C(1000000000) /* ns of run time that may pay later */

/* Counts begin anew. To be called at the layer's start, which is NOW (ns, monotonic). */
void samples_start(uint64_t now);

/*
 * For how many commands does the one stand, itself included, that the function SLOT enqueues NOW (ns,
 * monotonic)? 0: it is not to be measured. KERNEL is the number of the kernel's name, KERNEL_NONE if
 * it is none.
 */
uint32_t samples_take(unsigned int slot, unsigned int kernel, uint64_t now);

/* Around a fork, in the thread that forks: before, and in both processes after it. */
void samples_before_fork(void);
void samples_after_fork(void);

#endif
