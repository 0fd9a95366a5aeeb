/* SPDX-License-Identifier: Apache-2.0 */
/*
 * copies: see copies.h. Copies come one after the other, each after the event of the one before, so
 * that the event of the last one stands for all, also on drivers without markers that wait.
 */
#include "layers/capture/copies.h"

#include "opencl/names.h"

static const struct launch_memory *memory_of(const struct job *job, size_t range)
{
	return &job->launch.memory[job->launch.ranges[range].memory];
}

static bool is_needed(const struct job *job, size_t range, enum job_moment moment, bool has_failed)
{
	return moment == JOB_BEFORE || (job->ranges[range].is_written && !has_failed);
}

/* -- memory ---------------------------------------------------------------------------------- */

static bool is_within_limit(struct job *job, uint64_t limit, bool has_failed)
{
	uint64_t bytes[JOB_MOMENTS] = { 0 };

	for (size_t i = 0; i < job->launch.range_count; i++)
		for (enum job_moment moment = 0; moment < JOB_MOMENTS; moment++)
			if (is_needed(job, i, moment, has_failed) &&
			    __builtin_add_overflow(bytes[moment], job->launch.ranges[i].size,
						   &bytes[moment]))
				return job_refuse(job->reason, "its sizes are wrong");
	if (bytes[JOB_AFTER] <= limit && bytes[JOB_BEFORE] <= limit - bytes[JOB_AFTER])
		return true;
	return job_refuse(
		job->reason,
		"its contents have %.1f MiB before it and %.1f MiB after it, which is more "
		"than the limit, %llu MiB",
		(double)bytes[JOB_BEFORE] / 1048576, (double)bytes[JOB_AFTER] / 1048576,
		(unsigned long long)(limit >> 20));
}

static bool make_copy(struct job *job, size_t range, enum job_moment moment)
{
	const size_t size = (size_t)job->launch.ranges[range].size;
	void **copy = &job->ranges[range].copies[moment];
	cl_int error;

	if (memory_of(job, range)->kind == LAUNCH_SVM)
		*copy = clrouter_target.clSVMAlloc(job->context, CL_MEM_READ_WRITE, size, 0);
	else
		*copy = clrouter_target.clCreateBuffer(job->context, CL_MEM_READ_WRITE, size, NULL,
						       &error);
	job->launch.call.device_bytes += size;
	return *copy ||
	       job_refuse(job->reason, "the device has no memory for a copy of %zu bytes", size);
}

bool copies_make(struct job *job, uint64_t limit, bool has_failed)
{
	if (!is_within_limit(job, limit, has_failed))
		return false;
	for (size_t i = 0; i < job->launch.range_count; i++)
		for (enum job_moment moment = 0; moment < JOB_MOMENTS; moment++)
			if (is_needed(job, i, moment, has_failed) && !make_copy(job, i, moment))
				return false;
	return true;
}

void copies_free(struct job *job, bool has_ended)
{
	for (size_t i = 0; i < job->launch.range_count; i++)
		for (enum job_moment moment = 0; moment < JOB_MOMENTS; moment++) {
			const bool is_shared = memory_of(job, i)->kind == LAUNCH_SVM;
			void *copy = job->ranges[i].copies[moment];

			job->ranges[i].copies[moment] = NULL;
			if (copy && !is_shared)
				clrouter_target.clReleaseMemObject(copy);
			else if (copy && has_ended)
				clrouter_target.clSVMFree(job->context, copy);
		}
}

/* -- commands -------------------------------------------------------------------------------- */

static cl_int enqueue(const struct job *job, size_t range, enum job_moment moment,
		      struct copies_wait wait, cl_event *event)
{
	const size_t origin[3] = { 0 };
	const struct job_range *own = &job->ranges[range];
	const uint64_t memory = job->launch.ranges[range].memory;
	const size_t size = (size_t)job->launch.ranges[range].size;
	const cl_mem source = (cl_mem)(uintptr_t)own->source;

	switch (job->launch.memory[memory].kind) {
	case LAUNCH_SVM:
		return clrouter_target.clEnqueueSVMMemcpy(job->queue, CL_FALSE, own->copies[moment],
							  own->source, size, wait.count,
							  wait.events, event);
	case LAUNCH_IMAGE:
		return clrouter_target.clEnqueueCopyImageToBuffer(
			job->queue, source, own->copies[moment], origin, job->memory[memory].region,
			0, wait.count, wait.events, event);
	default:
		return clrouter_target.clEnqueueCopyBuffer(job->queue, source, own->copies[moment],
							   (size_t)own->source_offset, 0, size,
							   wait.count, wait.events, event);
	}
}

static bool enqueue_next(struct job *job, size_t range, enum job_moment moment,
			 struct copies_wait wait, cl_event *last)
{
	const struct copies_wait before = { 1, last };
	const struct names_value *name;
	cl_event event = NULL;
	const cl_int error = enqueue(job, range, moment, *last ? before : wait, &event);

	if (error != CL_SUCCESS || !event) {
		name = names_find(NAMES_cl_error, error);
		return job_refuse(job->reason, "the driver copies no contents %s it: %s",
				  moment == JOB_BEFORE ? "before" : "after",
				  name ? name->name : "an unknown error");
	}
	if (*last)
		clrouter_target.clReleaseEvent(*last);
	*last = event;
	return true;
}

bool copies_enqueue(struct job *job, enum job_moment moment, struct copies_wait wait,
		    cl_event *last)
{
	*last = NULL;
	for (size_t i = 0; i < job->launch.range_count; i++)
		if (job->ranges[i].copies[moment] &&
		    !enqueue_next(job, i, moment, wait, last))
			return false;
	return true;
}
