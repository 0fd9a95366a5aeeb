/* SPDX-License-Identifier: Apache-2.0 */
/*
 * claim: memory for launches that "clrouter diverge" compares while the program runs. Each launch
 * takes some from before it is copied until the tool has compared it, and all processes of the
 * program share one limit (launch/compared.h). If nobody compares launches, the functions do
 * nothing. Any thread may call them, without a lock.
 */
#ifndef CLROUTER_LAYERS_CAPTURE_CLAIM_H
#define CLROUTER_LAYERS_CAPTURE_CLAIM_H

#include "layers/capture/capture-job.h"

/*
 * For the layer's start: the file that is shared, or NULL; and what all launches may take. False:
 * there is no such file, so nobody compares launches any more.
 */
bool claim_start(const char *wanted, uint64_t mebibytes);

/* Are launches compared? */
bool claim_is_wanted(void);

/*
 * JOB is described: takes memory for it. If there is none, waits until other launches are compared,
 * unless that could be for ever. False: JOB has the reason.
 */
bool claim_make(struct job *job);

/* JOB is not written. */
void claim_drop(const struct job *job);

#endif
