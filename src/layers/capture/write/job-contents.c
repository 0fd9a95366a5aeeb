/* SPDX-License-Identifier: Apache-2.0 */
/*
 * job-contents: see job-files.h.
 */
#include "layers/capture/write/job-files.h"

#include <errno.h>
#include <inttypes.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>

#include "launch/launch-format.h"
#include "launch/launch-rules.h"
#include "layers/capture/write/directory.h"

#define PART (4 << 20) /* bytes that are read at once; a multiple of a pointer's size */

/* What writes the contents of one moment. */
struct writing {
	struct job *job;
	enum job_moment moment;
	cl_command_queue queue; /* of its own */
	pthread_mutex_t *calls; /* held in calls of the driver: Oclgrind ends by two at once */
	char *part;
	char *other; /* of as many bytes, for a comparison */
	uint64_t file_bytes;
	char reason[JOB_REASON]; /* of its own: two threads may have one */
	bool is_good;
};

static bool refuse_file(struct writing *writing)
{
	return job_refuse(writing->reason, "%s/" LAUNCH_CONTENTS ": %s",
			  writing->job->directory.path, strerror(errno));
}

/* -- pointers ------------------------------------------------------------------------------ */

/*
 * A value that is an address in shared memory is a pointer, as far as anybody can know: a replay
 * has its memory at other addresses.
 */
bool job_contents_find_pointer(const struct job *job, const char *bytes, size_t size,
			       size_t *offset)
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
static bool add_part(struct writing *writing, size_t range, struct directory_file *file,
		     const char *bytes, size_t size)
{
	const uint64_t offset = writing->job->launch.ranges[range].offset + file->size;
	size_t at;

	if (writing->moment == JOB_BEFORE &&
	    job_contents_find_pointer(writing->job, bytes, size, &at))
		return job_refuse(writing->reason,
				  "the memory that it uses has a pointer into shared memory, at "
				  "offset %" PRIu64,
				  offset + at);
	return directory_add(file, bytes, size) || refuse_file(writing);
}

/* The copy of a moment while it is read. */
struct reading {
	void *copy;
	uint64_t size;
	bool is_shared; /* it is mapped */
};

static bool open_copy(struct writing *writing, size_t range, enum job_moment moment,
		      struct reading *reading)
{
	const struct launch *launch = &writing->job->launch;
	const struct launch_range *row = &launch->ranges[range];
	cl_int error = CL_SUCCESS;

	*reading = (struct reading){ writing->job->ranges[range].copies[moment], row->size,
				     launch->memory[row->memory].kind == LAUNCH_SVM };
	if (reading->is_shared) {
		pthread_mutex_lock(writing->calls);
		error = clrouter_target.clEnqueueSVMMap(writing->queue, CL_TRUE, CL_MAP_READ,
							reading->copy, (size_t)row->size, 0, NULL,
							NULL);
		pthread_mutex_unlock(writing->calls);
	}
	return error == CL_SUCCESS ||
	       job_refuse(writing->reason, "the driver does not map a copy (%d)", (int)error);
}

static void close_copy(struct writing *writing, const struct reading *reading)
{
	if (!reading->is_shared)
		return;
	pthread_mutex_lock(writing->calls);
	clrouter_target.clEnqueueSVMUnmap(writing->queue, reading->copy, 0, NULL, NULL);
	pthread_mutex_unlock(writing->calls);
}

/*
 * The SIZE bytes at OFFSET of what is read, in BUFFER or where they are. NULL: the reason is set.
 */
static const char *read_part(struct writing *writing, const struct reading *reading,
			     uint64_t offset, size_t size, char *buffer)
{
	cl_int error;

	if (reading->is_shared)
		return (const char *)reading->copy + offset;
	pthread_mutex_lock(writing->calls);
	error = clrouter_target.clEnqueueReadBuffer(writing->queue, reading->copy, CL_TRUE, offset,
						    size, buffer, 0, NULL, NULL);
	pthread_mutex_unlock(writing->calls);
	if (error == CL_SUCCESS)
		return buffer;
	/* NVIDIA's driver does not say so by the event of the launch. */
	job_refuse(writing->reason,
		   "the driver does not read a copy (%d); if the launch has ended its context by a "
		   "bad access, \"clrouter sanitize --option sanitize.redirect=yes clrouter "
		   "capture\" keeps it alive",
		   (int)error);
	return NULL;
}

static size_t part_size(const struct reading *reading, uint64_t done)
{
	return reading->size - done < PART ? (size_t)(reading->size - done) : PART;
}

static bool add_copy(struct writing *writing, size_t range, struct directory_file *file)
{
	struct reading reading;
	bool is_good = true;

	if (!open_copy(writing, range, writing->moment, &reading))
		return false;
	for (uint64_t done = 0; done < reading.size && is_good;) {
		const size_t size = part_size(&reading, done);
		const char *bytes = read_part(writing, &reading, done, size, writing->part);

		is_good = bytes && add_part(writing, range, file, bytes, size);
		done += size;
	}
	close_copy(writing, &reading);
	return is_good;
}

/*
 * Comparing is cheap, hashing and writing are not. Reads as far as the contents before and after
 * the launch are the same.
 */
static bool compare(struct writing *writing, struct job_range *range, const struct reading *before,
		    const struct reading *after)
{
	range->is_unchanged = true;
	for (uint64_t done = 0; done < before->size && range->is_unchanged;) {
		const size_t size = part_size(before, done);
		const char *old = read_part(writing, before, done, size, writing->other);
		const char *new = old ? read_part(writing, after, done, size, writing->part) : NULL;

		if (!new)
			return false;
		range->is_unchanged = memcmp(old, new, size) == 0;
		done += size;
	}
	return true;
}

static bool find_unchanged(struct writing *writing, size_t range)
{
	struct reading before, after;
	bool is_good = false;

	if (!open_copy(writing, range, JOB_BEFORE, &before))
		return false;
	if (open_copy(writing, range, JOB_AFTER, &after)) {
		is_good = compare(writing, &writing->job->ranges[range], &before, &after);
		close_copy(writing, &after);
	}
	close_copy(writing, &before);
	return is_good;
}

static bool write_contents(struct writing *writing, size_t range)
{
	struct job_range *own = &writing->job->ranges[range];
	struct directory_file file;

	if (writing->moment == JOB_AFTER && !find_unchanged(writing, range))
		return false;
	if (writing->moment == JOB_AFTER && own->is_unchanged)
		return true;
	if (!directory_begin(&file, &writing->job->directory, writing->moment))
		return refuse_file(writing);
	if (!add_copy(writing, range, &file)) {
		directory_drop(&file);
		return false;
	}
	if (!directory_end(&file, own->hashes[writing->moment]))
		return refuse_file(writing);
	writing->file_bytes += file.written;
	return true;
}

/* A launch that has ended with an error has left nothing that is to be compared. */
static bool is_wanted(const struct writing *writing, size_t range)
{
	const struct job *job = writing->job;

	return job->ranges[range].copies[writing->moment] &&
	       (writing->moment == JOB_BEFORE || !launch_has_failed(&job->launch));
}

static bool write_all(struct writing *writing)
{
	for (size_t i = 0; i < writing->job->launch.range_count; i++)
		if (is_wanted(writing, i) && !write_contents(writing, i))
			return false;
	return true;
}

static bool open_queue(struct writing *writing)
{
	const struct job *job = writing->job;
	cl_int error = CL_SUCCESS;

	pthread_mutex_lock(writing->calls);
	writing->queue = clrouter_target.clCreateCommandQueue(job->context, job->device, 0, &error);
	pthread_mutex_unlock(writing->calls);
	return writing->queue ||
	       job_refuse(writing->reason, "there is no queue to read its contents (%d)",
			  (int)error);
}

static void *write_moment(void *data)
{
	struct writing *writing = data;

	writing->part = malloc(PART);
	writing->other = malloc(PART);
	if (!writing->part || !writing->other)
		writing->is_good = job_refuse(writing->reason, "there is not enough memory");
	else
		writing->is_good = open_queue(writing) && write_all(writing);
	pthread_mutex_lock(writing->calls);
	if (writing->queue)
		clrouter_target.clReleaseCommandQueue(writing->queue);
	pthread_mutex_unlock(writing->calls);
	free(writing->part);
	free(writing->other);
	return NULL;
}

/* The hashes become the launch's hashes; contents that are unchanged have the old one. */
static void set_hashes(struct job *job)
{
	for (size_t i = 0; i < job->launch.range_count; i++) {
		struct launch_range *row = &job->launch.ranges[i];
		const struct job_range *own = &job->ranges[i];

		if (*own->hashes[JOB_BEFORE] != '\0')
			row->before = own->hashes[JOB_BEFORE];
		if (own->is_unchanged)
			row->after = row->before;
		else if (*own->hashes[JOB_AFTER] != '\0')
			row->after = own->hashes[JOB_AFTER];
	}
}

/* Hashing takes most of the time, so each moment has a thread, if there can be a second one. */
bool job_contents_write(struct job *job)
{
	pthread_mutex_t calls = PTHREAD_MUTEX_INITIALIZER;
	struct writing before = { .job = job, .moment = JOB_BEFORE, .calls = &calls };
	struct writing after = { .job = job, .moment = JOB_AFTER, .calls = &calls };
	pthread_t thread;
	const bool has_thread = pthread_create(&thread, NULL, write_moment, &after) == 0;

	write_moment(&before);
	if (has_thread)
		pthread_join(thread, NULL);
	else
		write_moment(&after);
	set_hashes(job);
	job->launch.call.file_bytes += before.file_bytes + after.file_bytes;
	if (before.is_good && after.is_good)
		return true;
	return job_refuse(job->reason, "%s", before.is_good ? after.reason : before.reason);
}
