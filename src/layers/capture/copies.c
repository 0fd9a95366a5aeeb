/* SPDX-License-Identifier: Apache-2.0 */
/*
 * copies: see copies.h. Copies come one after the other, each after the event of the one before, so
 * that the event of the last one stands for all, also on drivers without markers that wait.
 */
#include "layers/capture/copies.h"

#include "opencl/names.h"

static bool is_needed(const struct model_range *range, enum model_moment moment, bool has_failed)
{
	return moment == MODEL_BEFORE || (range->is_written && !has_failed);
}

/* -- memory ---------------------------------------------------------------------------------- */

static bool is_within_limit(struct job *job, bool has_failed)
{
	uint64_t bytes[MODEL_MOMENTS] = { 0 };

	for (size_t i = 0; i < job->model.memory_count; i++)
		for (size_t j = 0; j < job->model.memory[i].range_count; j++) {
			const struct model_range *range = &job->model.memory[i].ranges[j];

			for (int moment = 0; moment < MODEL_MOMENTS; moment++)
				if (is_needed(range, (enum model_moment)moment, has_failed) &&
				    __builtin_add_overflow(bytes[moment], range->size,
							   &bytes[moment]))
					return model_refuse(&job->model, "its sizes are wrong");
		}
	if (bytes[MODEL_AFTER] <= job->limit && bytes[MODEL_BEFORE] <= job->limit - bytes[MODEL_AFTER])
		return true;
	return model_refuse(&job->model,
			    "its contents have %.1f MiB before it and %.1f MiB after it, which is more "
			    "than the limit, %llu MiB",
			    (double)bytes[MODEL_BEFORE] / 1048576, (double)bytes[MODEL_AFTER] / 1048576,
			    (unsigned long long)(job->limit >> 20));
}

static bool make_copy(struct job *job, const struct model_memory *memory,
		      struct model_range *range, enum model_moment moment)
{
	const cl_context context = (cl_context)(uintptr_t)job->model.context;
	cl_int error = CL_OUT_OF_RESOURCES;

	if (memory->kind == MODEL_SVM)
		range->copies[moment] = clrouter_target.clSVMAlloc(context, CL_MEM_READ_WRITE,
								   range->size, 0);
	else
		range->copies[moment] = clrouter_target.clCreateBuffer(
			context, CL_MEM_READ_WRITE, range->size, NULL, &error);
	job->device_bytes += range->size;
	if (range->copies[moment] != NULL)
		return true;
	return model_refuse(&job->model, "the device has no memory for a copy of %llu bytes",
			    (unsigned long long)range->size);
}

bool copies_make(struct job *job, bool has_failed)
{
	if (!is_within_limit(job, has_failed))
		return false;
	for (size_t i = 0; i < job->model.memory_count; i++)
		for (size_t j = 0; j < job->model.memory[i].range_count; j++)
			for (int moment = 0; moment < MODEL_MOMENTS; moment++)
				if (is_needed(&job->model.memory[i].ranges[j],
					      (enum model_moment)moment, has_failed) &&
				    !make_copy(job, &job->model.memory[i],
					       &job->model.memory[i].ranges[j],
					       (enum model_moment)moment))
					return false;
	return true;
}

static void free_copy(const struct job *job, const struct model_memory *memory, void *copy,
		      bool has_ended)
{
	if (copy == NULL || (memory->kind == MODEL_SVM && !has_ended))
		return;
	if (memory->kind == MODEL_SVM)
		clrouter_target.clSVMFree((cl_context)(uintptr_t)job->model.context, copy);
	else
		clrouter_target.clReleaseMemObject(copy);
}

void copies_free(struct job *job, bool has_ended)
{
	for (size_t i = 0; i < job->model.memory_count; i++)
		for (size_t j = 0; j < job->model.memory[i].range_count; j++)
			for (int moment = 0; moment < MODEL_MOMENTS; moment++) {
				free_copy(job, &job->model.memory[i],
					  job->model.memory[i].ranges[j].copies[moment],
					  has_ended);
				job->model.memory[i].ranges[j].copies[moment] = NULL;
			}
}

/* -- commands -------------------------------------------------------------------------------- */

static cl_int enqueue(const struct job *job, const struct model_memory *memory,
		      const struct model_range *range, void *copy, struct copies_wait wait,
		      cl_event *event)
{
	const size_t origin[3] = { 0 };

	switch (memory->kind) {
	case MODEL_SVM:
		return clrouter_target.clEnqueueSVMMemcpy(job->queue, CL_FALSE, copy,
							  range->source, range->size, wait.count,
							  wait.events, event);
	case MODEL_IMAGE:
		return clrouter_target.clEnqueueCopyImageToBuffer(
			job->queue, (cl_mem)(uintptr_t)range->source, copy, origin, memory->region,
			0, wait.count, wait.events, event);
	default:
		return clrouter_target.clEnqueueCopyBuffer(
			job->queue, (cl_mem)(uintptr_t)range->source, copy, range->source_offset, 0,
			range->size, wait.count, wait.events, event);
	}
}

static bool enqueue_next(struct job *job, const struct model_memory *memory,
			 const struct model_range *range, enum model_moment moment,
			 struct copies_wait wait, cl_event *last)
{
	const struct copies_wait before = { 1, last };
	cl_event event = NULL;
	cl_int error;

	if (range->copies[moment] == NULL)
		return true;
	error = enqueue(job, memory, range, range->copies[moment], *last != NULL ? before : wait,
			&event);
	if (error != CL_SUCCESS || event == NULL) {
		const struct names_value *name = names_find(NAMES_cl_error, error);

		return model_refuse(&job->model, "the driver copies no contents %s it: %s",
				    moment == MODEL_BEFORE ? "before" : "after",
				    name != NULL ? name->name : "an unknown error");
	}
	if (*last != NULL)
		clrouter_target.clReleaseEvent(*last);
	*last = event;
	return true;
}

bool copies_enqueue(struct job *job, enum model_moment moment, struct copies_wait wait,
		    cl_event *last)
{
	*last = NULL;
	for (size_t i = 0; i < job->model.memory_count; i++)
		for (size_t j = 0; j < job->model.memory[i].range_count; j++)
			if (!enqueue_next(job, &job->model.memory[i],
					  &job->model.memory[i].ranges[j], moment, wait, last))
				return false;
	return true;
}
