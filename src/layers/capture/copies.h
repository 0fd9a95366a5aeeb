/* SPDX-License-Identifier: Apache-2.0 */
/*
 * copies: copies the contents of memory on the device, before and after the launch, in the
 * program's own queue. Nothing waits here: the copies are read when the commands have ended.
 */
#ifndef CLROUTER_LAYERS_CAPTURE_COPIES_H
#define CLROUTER_LAYERS_CAPTURE_COPIES_H

#include "layers/capture/capture-job.h"

/* Events that a command waits for. */
struct copies_wait {
	cl_uint count;
	const cl_event *events;
};

/*
 * Makes the memory for the copies of JOB, without those after the launch if it HAS_FAILED. False:
 * it is more than LIMIT bytes, or there is none; the job has the reason.
 */
bool copies_make(struct job *job, uint64_t limit, bool has_failed);

/*
 * Enqueues the copies of MOMENT after the events of WAIT. *LAST is the event of the last one, which
 * ends after all of them; NULL: there is nothing to copy. False: the driver refused one, and the
 * job has the reason; *LAST may be set all the same, to one that was enqueued before.
 */
bool copies_enqueue(struct job *job, enum job_moment moment, struct copies_wait wait,
		    cl_event *last);

/*
 * Releases the memory of the copies. If commands have not ended, what is shared stays: drivers count
 * who uses a buffer, and not who uses shared memory.
 */
void copies_free(struct job *job, bool has_ended);

#endif
