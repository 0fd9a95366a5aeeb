/* SPDX-License-Identifier: Apache-2.0 */
/*
 * job: the launch that is captured, from its call until the directory is written. There is one in
 * a process at most.
 *
 * The thread that makes the launch fills it. After job_queue() of writer.h it belongs to the
 * writer's thread.
 */
#ifndef CLROUTER_LAYERS_CAPTURE_JOB_H
#define CLROUTER_LAYERS_CAPTURE_JOB_H

#include <stdbool.h>
#include <stdint.h>
#include <time.h>

#include "layers/capture/model.h"
#include "layers/capture/write/directory.h"
#include "state/memory.h"

#define JOB_NAME 1024 /* bytes of the kernel's name */

struct job {
	struct model model;
	struct call *call;		/* a copy */
	uint64_t number;
	cl_command_queue queue;		/* as the program has it; not retained */
	cl_context context;		/* retained; NULL: not yet */
	cl_device_id part;		/* the device if it is a sub-device, retained; else NULL */
	cl_command_queue_properties properties;
	cl_int error;			/* of the call */
	cl_int status;			/* of the command */
	cl_int wait_status;		/* of the first event that it waited for and that failed, or 0 */
	cl_event *waited;		/* what it waited for, retained; NULL: nothing, or no memory */
	cl_uint waited_count;
	cl_event launch;		/* NULL: the call has failed */
	cl_event last;			/* ends after the copies; may be the same as LAUNCH */
	bool is_answered;		/* answers.h has the references to the two */
	time_t date;
	char kernel[JOB_NAME];
	size_t suggested[3];
	bool has_suggested;
	size_t required[3];
	struct memory_svm *shared;	/* allocations that were there */
	size_t shared_count;
	uint64_t limit;			/* bytes */
	uint64_t device_bytes;
	uint64_t file_bytes;
	uint64_t call_ns;
	uint64_t write_ns;
	struct directory directory;
};

/* A job of CALL, the launch NUMBER, which is about to be made or has failed; NULL: no memory. */
struct job *job_make(const struct call *call, uint64_t number);

/*
 * Releases all that JOB has, and JOB. If it HAS_ENDED not, commands may still use shared memory: that
 * stays.
 */
void job_free(struct job *job, bool has_ended);

/*
 * Fills the model, and asks what may be gone later. False: the model's reason says why it cannot be
 * captured.
 */
bool job_describe(struct job *job, const struct call *call, bool has_failed);

/* Nanoseconds of a clock that only goes forward. */
uint64_t job_now(void);

#endif
