/* SPDX-License-Identifier: Apache-2.0 */
/*
 * capture-job: a launch that is captured, from its call until its directory is written: the struct
 * launch that is written, and beside it what only the layer needs. There may be several in a
 * process.
 *
 * The thread that makes the launch fills it (describe.h). After writer_queue() it belongs to the
 * writer's thread. Its texts and arrays are in its arena, or in the calls that it keeps.
 */
#ifndef CLROUTER_LAYERS_CAPTURE_CAPTURE_JOB_H
#define CLROUTER_LAYERS_CAPTURE_CAPTURE_JOB_H

#include <stdbool.h>
#include <stdint.h>

#include "base/arena.h"
#include "launch/blake2b.h"
#include "launch/launch.h"
#include "layers/capture/event-answers.h"
#include "layers/capture/write/directory.h"
#include "opencl/call.h"
#include "state/memory.h"

#define JOB_REASON 512 /* bytes */

enum job_moment { JOB_BEFORE, JOB_AFTER, JOB_MOMENTS };

/* Of a struct launch_memory. */
struct job_memory {
	const void *handle; /* or the address of shared memory */
	size_t region[3];   /* of an image, as commands have it */
};

/* Of a struct launch_range. */
struct job_range {
	bool is_written;    /* or may be, by the launch */
	bool is_unchanged;  /* the contents after the launch are those before it */
	const void *source; /* what the bytes are copied from: the object, or a sub-buffer of it */
	uint64_t source_offset;
	void *copies[JOB_MOMENTS];		/* cl_mem, or shared memory; NULL: none */
	char hashes[JOB_MOMENTS][BLAKE2B_TEXT]; /* empty: none */
};

/* What the writer may do with a job. */
enum job_state {
	JOB_NEW,     /* it does not have it */
	JOB_READY,   /* its call has not returned */
	JOB_QUEUED,  /* its commands have not ended */
	JOB_ENDED,   /* they have */
	JOB_DROPPED, /* it is not written */
	JOB_LEFT,    /* the process has ended before its call has returned */
};

struct job {
	struct launch launch;
	struct job_memory *memory; /* the same index as in launch, as those that follow */
	size_t memory_count;
	struct job_range *ranges;
	size_t range_count;
	const void **samplers; /* handles */
	size_t sampler_count;
	struct arena arena;
	bool is_short; /* of memory, so something may be missing in LAUNCH */
	void **copies; /* that it keeps */
	size_t copy_count;
	char reason[JOB_REASON]; /* why it is refused */
	cl_kernel kernel;	 /* as the program has it; not retained */
	cl_command_queue queue;	 /* the same */
	cl_device_id device;
	cl_device_id part;  /* the same if it is a sub-device, retained; else NULL */
	cl_context context; /* retained; NULL: not yet */
	cl_event *waited;   /* what it waited for, retained; NULL: nothing, or no memory */
	cl_uint waited_count;
	cl_event event; /* of the launch; NULL: the call has failed */
	cl_event last;	/* ends after the copies; may be the same as EVENT */
	struct event_answer
		*answer;	   /* NULL: event-answers.h has it, and the references to the two */
	struct memory_svm *shared; /* allocations that were there */
	size_t shared_count;
	struct directory directory;
	unsigned int claim; /* MiB, of claim.h; 0: none */
	/* For the writer, with its lock. */
	enum job_state state;
	bool is_in_use; /* by a thread that calls the driver about its last event */
	struct job *next;
};

/* A job of CALL, the launch NUMBER, which is about to be made or has failed; NULL: no memory. */
struct job *job_make(const struct call *call, uint64_t number);

/* Releases all that JOB has but its copies, and JOB. */
void job_free(struct job *job);

/* Sets REASON, of JOB_REASON bytes; returns false. */
bool job_refuse(char *reason, const char *format, ...) __attribute__((format(__printf__, 2, 3)));

/* The reason is that there is no memory; returns false. */
bool job_refuse_memory(struct job *job);

/*
 * One element more, all zero, in *LIST of *COUNT elements of SIZE bytes each; NULL: there is no
 * memory, which is the reason.
 */
void *job_add(struct job *job, void *list, size_t *count, size_t size);
#define JOB_ADD(job, list, count) job_add(job, &(list), &(count), sizeof(*(list)))

/* Keeps COPY, which may be NULL, until JOB is freed; returns it. NULL: there is none, or no memory.
 */
void *job_keep(struct job *job, void *copy);

/* A copy of TEXT; NULL: JOB is short of memory. */
const char *job_copy_text(struct job *job, const char *text);

/* What is written of an argument, setting or constant: SIZE bytes at VALUE, which may be NULL. */
static inline struct launch_bytes job_bytes(const void *value, uint64_t size)
{
	return (struct launch_bytes){ .bytes = value, .size = value ? size : 0 };
}

#endif
