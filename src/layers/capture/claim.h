/* SPDX-License-Identifier: Apache-2.0 */
/*
 * claim: memory for launches that "clrouter diverge" compares while the program runs. It has made a
 * directory in memory. For each launch there is a directory NUMBER-BYTES-PID in it, from before the
 * launch is copied until it is compared and the tool removes it: its capture is "launch" there, and
 * it takes so many BYTES meanwhile. If nobody compares launches, the functions do nothing. Any
 * thread may call them, without a lock.
 */
#ifndef CLROUTER_LAYERS_CAPTURE_CLAIM_H
#define CLROUTER_LAYERS_CAPTURE_CLAIM_H

#include "layers/capture/capture-job.h"

/* For the layer's start: the directory, which must stay, or NULL; and the bytes that all launches
 * may take. */
void claim_start(const char *wanted, uint64_t most);

/* Are launches compared? */
bool claim_is_wanted(void);

/*
 * JOB is described: gives it a directory. Waits until launches are compared, if there is no memory,
 * unless that could be for ever. False: it has the reason, which is empty if the comparison is
 * over.
 */
bool claim_make(struct job *job);

/* JOB is not written. */
void claim_drop(const struct job *job);

#endif
