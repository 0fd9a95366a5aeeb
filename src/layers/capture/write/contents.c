/* SPDX-License-Identifier: Apache-2.0 */
/*
 * contents: see contents.h.
 */
#include "layers/capture/write/contents.h"

#include <errno.h>
#include <inttypes.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>

#include "capture/capture-format.h"
#include "layers/capture/write/directory.h"

#define PART (4 << 20) /* bytes that are read at once; a multiple of a pointer's size */

/* What writes the contents of one moment. */
struct writing {
	struct job *job;
	enum model_moment moment;
	cl_command_queue queue; /* of its own */
	char *part;
	uint64_t file_bytes;
	struct model refusal;	/* has the reason only: two threads may have one */
	bool is_good;
};

static bool refuse_file(struct writing *writing)
{
	return model_refuse(&writing->refusal, "%s/" CAPTURE_CONTENTS ": %s",
			    writing->job->directory, strerror(errno));
}

/* -- pointers ------------------------------------------------------------------------------ */

/*
 * A value that is an address in shared memory is a pointer, as far as anybody can know: a replay has
 * its memory at other addresses.
 */
bool contents_find_pointer(const struct job *job, const char *bytes, size_t size, size_t *offset)
{
	const struct memory_svm *last;
	uintptr_t value, low, length;

	if (job->shared_count == 0)
		return false;
	last = &job->shared[job->shared_count - 1];
	low = job->shared[0].start;
	length = last->start + last->size - low;
	for (*offset = 0; *offset + sizeof(value) <= size; *offset += sizeof(value)) {
		memcpy(&value, bytes + *offset, sizeof(value));
		for (size_t i = 0; value - low < length && i < job->shared_count; i++)
			if (value - job->shared[i].start < job->shared[i].size)
				return true;
	}
	return false;
}

/* -- contents ------------------------------------------------------------------------------ */

/* Adds SIZE BYTES, which are at OFFSET in RANGE. */
static bool add_part(struct writing *writing, const struct model_range *range,
		     struct directory_file *file, const char *bytes, size_t size)
{
	const uint64_t offset = range->offset + file->size;
	size_t at;

	if (writing->moment == MODEL_BEFORE && contents_find_pointer(writing->job, bytes, size, &at))
		return model_refuse(&writing->refusal,
				    "the memory that it uses has a pointer into shared memory, at "
				    "offset %" PRIu64,
				    offset + at);
	return directory_add(file, bytes, size) || refuse_file(writing);
}

static bool add_buffer(struct writing *writing, const struct model_range *range,
		       struct directory_file *file)
{
	for (uint64_t done = 0; done < range->size;) {
		const uint64_t left = range->size - done;
		const size_t size = left < PART ? (size_t)left : PART;
		const cl_int error = clrouter_target.clEnqueueReadBuffer(
			writing->queue, range->copies[writing->moment], CL_TRUE, done, size, writing->part, 0,
			NULL, NULL);

		if (error != CL_SUCCESS)
			return model_refuse(&writing->refusal,
					    "the driver does not read a copy (%d)", (int)error);
		if (!add_part(writing, range, file, writing->part, size))
			return false;
		done += size;
	}
	return true;
}

static bool add_shared(struct writing *writing, const struct model_range *range,
		       struct directory_file *file)
{
	char *copy = range->copies[writing->moment];
	bool is_good = true;
	cl_int error = clrouter_target.clEnqueueSVMMap(writing->queue, CL_TRUE, CL_MAP_READ, copy,
						       range->size, 0, NULL, NULL);

	if (error != CL_SUCCESS)
		return model_refuse(&writing->refusal, "the driver does not map a copy (%d)",
				    (int)error);
	for (uint64_t done = 0; done < range->size && is_good;) {
		const uint64_t left = range->size - done;
		const size_t size = left < PART ? (size_t)left : PART;

		is_good = add_part(writing, range, file, copy + done, size);
		done += size;
	}
	clrouter_target.clEnqueueSVMUnmap(writing->queue, copy, 0, NULL, NULL);
	return is_good;
}

static bool write_contents(struct writing *writing, const struct model_memory *memory,
			   struct model_range *range)
{
	const struct job *job = writing->job;
	struct directory_file file;
	bool is_good;

	if (!directory_begin(&file, job->directory, writing->moment))
		return refuse_file(writing);
	is_good = memory->kind == MODEL_SVM ? add_shared(writing, range, &file)
					    : add_buffer(writing, range, &file);
	if (!is_good) {
		directory_drop(&file, job->directory);
		return false;
	}
	if (!directory_end(&file, job->directory, range->hashes[writing->moment]))
		return refuse_file(writing);
	writing->file_bytes += file.written;
	return true;
}

/* A launch that has ended with an error has left nothing that is to be compared. */
static bool is_wanted(const struct writing *writing, const struct model_range *range)
{
	const struct job *job = writing->job;

	return range->copies[writing->moment] != NULL &&
	       (writing->moment == MODEL_BEFORE || (job->launch != NULL && job->status >= 0));
}

static bool write_all(struct writing *writing)
{
	struct model *model = &writing->job->model;

	for (size_t i = 0; i < model->memory_count; i++)
		for (size_t j = 0; j < model->memory[i].range_count; j++)
			if (is_wanted(writing, &model->memory[i].ranges[j]) &&
			    !write_contents(writing, &model->memory[i],
					    &model->memory[i].ranges[j]))
				return false;
	return true;
}

static bool open_queue(struct writing *writing)
{
	const struct model *model = &writing->job->model;
	cl_int error = CL_SUCCESS;

	writing->queue = clrouter_target.clCreateCommandQueue(
		(cl_context)(uintptr_t)model->context, (cl_device_id)(uintptr_t)model->device, 0,
		&error);
	return writing->queue != NULL ||
	       model_refuse(&writing->refusal, "there is no queue to read its contents (%d)",
			    (int)error);
}

static void *write_moment(void *data)
{
	struct writing *writing = data;

	writing->part = malloc(PART);
	if (writing->part == NULL)
		writing->is_good = model_refuse_memory(&writing->refusal);
	else
		writing->is_good = open_queue(writing) && write_all(writing);
	if (writing->queue != NULL)
		clrouter_target.clReleaseCommandQueue(writing->queue);
	free(writing->part);
	return NULL;
}

/* Hashing takes most of the time, so each moment has a thread, if there can be a second one. */
bool contents_write(struct job *job)
{
	struct writing before = { .job = job, .moment = MODEL_BEFORE };
	struct writing after = { .job = job, .moment = MODEL_AFTER };
	pthread_t thread;
	const bool has_thread = pthread_create(&thread, NULL, write_moment, &after) == 0;

	write_moment(&before);
	if (has_thread)
		pthread_join(thread, NULL);
	else
		write_moment(&after);
	job->file_bytes += before.file_bytes + after.file_bytes;
	if (before.is_good && after.is_good)
		return true;
	return model_refuse(&job->model, "%s",
			    before.is_good ? after.refusal.reason : before.refusal.reason);
}
