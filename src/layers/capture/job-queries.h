/* SPDX-License-Identifier: Apache-2.0 */
/*
 * job-queries: what the driver says of the platform, device and kernel of a job. No lock may be
 * held.
 */
#ifndef CLROUTER_LAYERS_CAPTURE_JOB_QUERIES_H
#define CLROUTER_LAYERS_CAPTURE_JOB_QUERIES_H

#include "layers/capture/capture-job.h"

/* What the driver is asked about. */
enum ask_subject { ASK_PLATFORM, ASK_DEVICE, ASK_KERNEL, ASK_ARGUMENT };

struct ask {
	enum ask_subject subject;
	cl_platform_id platform;
	cl_uint argument;
};

/* The text that QUERY has of the subject; NULL: it is not known, or JOB is short of memory. */
const char *ask_text(struct job *job, struct ask ask, cl_uint query);

/* Fills the platform and the device of the launch. */
void ask_place(struct job *job);

/* What the launch would have as its work-group size if its call, CALL, has none; what it must have.
 */
void ask_sizes(struct job *job, const struct call *call);

#endif
