/* SPDX-License-Identifier: Apache-2.0 */
/*
 * files: see files.h.
 */
#include "layers/capture/write/files.h"

#include <errno.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "base/text.h"
#include "capture/capture-format.h"
#include "capture/capture-status.h"
#include "layers/capture/write/directory.h"
#include "layers/capture/write/manifest.h"
#include "layers/capture/outcome.h"
#include "layers/frame/auto-free.h"

#define PART (4 << 20) /* bytes that are read at once; a multiple of a pointer's size */

/* What writes one job. */
struct writing {
	struct job *job;
	cl_command_queue queue; /* of its own */
	char *part;
};

static bool refuse_file(struct job *job, const char *name)
{
	return model_refuse(&job->model, "%s%s%s: %s", job->directory, name[0] != '\0' ? "/" : "",
			    name, strerror(errno));
}

/* -- pointers ------------------------------------------------------------------------------ */

/*
 * A value that is an address in shared memory is a pointer, as far as anybody can know: a replay has
 * its memory at other addresses.
 */
static bool find_pointer(const struct job *job, const char *bytes, size_t size, size_t *offset)
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

/* The value of an argument may be a pointer, or a struct with one. */
static bool check_values(struct job *job)
{
	size_t at;

	for (size_t i = 0; i < job->model.argument_count; i++) {
		const struct model_argument *argument = &job->model.arguments[i];

		if (argument->kind == MODEL_VALUE &&
		    find_pointer(job, call_pointer(argument->set, ARG_clSetKernelArg_arg_value),
				 argument->size, &at))
			return model_refuse(&job->model,
					    "argument %zu has a pointer into shared memory", i);
	}
	return true;
}

/* -- contents ------------------------------------------------------------------------------ */

/* Adds SIZE BYTES, which are at OFFSET in RANGE. */
static bool add_part(const struct writing *writing, const struct model_range *range,
		     enum model_moment moment, struct directory_file *file, const char *bytes,
		     size_t size)
{
	const uint64_t offset = range->offset + file->size;
	size_t at;

	if (moment == MODEL_BEFORE && find_pointer(writing->job, bytes, size, &at))
		return model_refuse(&writing->job->model,
				    "the memory that it uses has a pointer into shared memory, at "
				    "offset %" PRIu64,
				    offset + at);
	return directory_add(file, bytes, size) || refuse_file(writing->job, CAPTURE_CONTENTS);
}

static bool add_buffer(const struct writing *writing, const struct model_range *range,
		       enum model_moment moment, struct directory_file *file)
{
	for (uint64_t done = 0; done < range->size;) {
		const uint64_t left = range->size - done;
		const size_t size = left < PART ? (size_t)left : PART;
		const cl_int error = clrouter_target.clEnqueueReadBuffer(
			writing->queue, range->copies[moment], CL_TRUE, done, size, writing->part, 0,
			NULL, NULL);

		if (error != CL_SUCCESS)
			return model_refuse(&writing->job->model,
					    "the driver does not read a copy (%d)", (int)error);
		if (!add_part(writing, range, moment, file, writing->part, size))
			return false;
		done += size;
	}
	return true;
}

static bool add_shared(const struct writing *writing, const struct model_range *range,
		       enum model_moment moment, struct directory_file *file)
{
	char *copy = range->copies[moment];
	bool is_good = true;
	cl_int error = clrouter_target.clEnqueueSVMMap(writing->queue, CL_TRUE, CL_MAP_READ, copy,
						       range->size, 0, NULL, NULL);

	if (error != CL_SUCCESS)
		return model_refuse(&writing->job->model, "the driver does not map a copy (%d)",
				    (int)error);
	for (uint64_t done = 0; done < range->size && is_good;) {
		const uint64_t left = range->size - done;
		const size_t size = left < PART ? (size_t)left : PART;

		is_good = add_part(writing, range, moment, file, copy + done, size);
		done += size;
	}
	clrouter_target.clEnqueueSVMUnmap(writing->queue, copy, 0, NULL, NULL);
	return is_good;
}

static bool write_contents(const struct writing *writing, const struct model_memory *memory,
			   struct model_range *range, enum model_moment moment)
{
	struct job *job = writing->job;
	struct directory_file file;
	bool is_good;

	if (!directory_begin(&file, job->directory))
		return refuse_file(job, CAPTURE_CONTENTS);
	is_good = memory->kind == MODEL_SVM ? add_shared(writing, range, moment, &file)
					    : add_buffer(writing, range, moment, &file);
	if (!is_good) {
		directory_drop(&file, job->directory);
		return false;
	}
	if (!directory_end(&file, job->directory, range->hashes[moment]))
		return refuse_file(job, CAPTURE_CONTENTS);
	job->file_bytes += file.written;
	return true;
}

/* A launch that has ended with an error has left nothing that is to be compared. */
static bool is_wanted(const struct job *job, const struct model_range *range,
		      enum model_moment moment)
{
	return range->copies[moment] != NULL &&
	       (moment == MODEL_BEFORE || (job->launch != NULL && job->status >= 0));
}

static bool write_all_contents(const struct writing *writing)
{
	struct model *model = &writing->job->model;

	for (size_t i = 0; i < model->memory_count; i++)
		for (size_t j = 0; j < model->memory[i].range_count; j++)
			for (int moment = 0; moment < MODEL_MOMENTS; moment++)
				if (is_wanted(writing->job, &model->memory[i].ranges[j],
					      (enum model_moment)moment) &&
				    !write_contents(writing, &model->memory[i],
						    &model->memory[i].ranges[j],
						    (enum model_moment)moment))
					return false;
	return true;
}

/* -- programs -------------------------------------------------------------------------------- */

/* The strings that the program gave, as one text; *SIZE bytes, free() it. */
static char *join_source(const struct call *made, size_t *size)
{
	const char *const *strings =
		call_pointer(made, ARG_clCreateProgramWithSource_strings);
	const size_t *lengths = call_pointer(made, ARG_clCreateProgramWithSource_lengths);
	const size_t count = call_number(made, ARG_clCreateProgramWithSource_count);
	char *text;

	*size = 0;
	for (size_t i = 0; i < count; i++)
		*size += lengths != NULL && lengths[i] != 0 ? lengths[i] : strlen(strings[i]);
	text = malloc(*size + 1);
	*size = 0;
	for (size_t i = 0; text != NULL && i < count; i++) {
		const size_t length =
			lengths != NULL && lengths[i] != 0 ? lengths[i] : strlen(strings[i]);

		memcpy(text + *size, strings[i], length);
		*size += length;
	}
	return text;
}

/* The binary for DEVICE. */
static const void *find_binary(const struct call *made, const void *device, size_t *size)
{
	const void *const *devices =
		call_pointer(made, ARG_clCreateProgramWithBinary_device_list);
	const size_t *lengths = call_pointer(made, ARG_clCreateProgramWithBinary_lengths);
	const void *const *binaries =
		call_pointer(made, ARG_clCreateProgramWithBinary_binaries);
	const size_t count = call_number(made, ARG_clCreateProgramWithBinary_num_devices);

	for (size_t i = 0; i < count && devices != NULL && lengths != NULL && binaries != NULL; i++)
		if (devices[i] == device) {
			*size = lengths[i];
			return binaries[i];
		}
	return NULL;
}

static bool write_program(struct job *job, size_t index)
{
	struct model_program *program = &job->model.programs[index];
	const struct call *made = program->made;
	AUTO_FREE char *source = NULL;
	const void *bytes;
	size_t size = 0;
	char name[64];
	struct blake2b hash;

	if (made->slot == CLROUTER_SLOT_clCreateProgramWithSource) {
		source = join_source(made, &size);
		bytes = source;
	} else if (made->slot == CLROUTER_SLOT_clCreateProgramWithBinary) {
		bytes = find_binary(made, job->model.device, &size);
		if (bytes == NULL)
			return model_refuse(&job->model, "its program has no binary that is known "
							 "for its device");
	} else {
		bytes = call_pointer(made, ARG_clCreateProgramWithIL_il);
		size = call_number(made, ARG_clCreateProgramWithIL_length);
	}
	if (bytes == NULL)
		return model_refuse_memory(&job->model);
	blake2b_start(&hash);
	blake2b_add(&hash, bytes, size);
	blake2b_end(&hash, program->hash);
	program->size = size;
	job->file_bytes += size;
	text_format(name, sizeof(name), CAPTURE_PROGRAM, (unsigned int)index, program->suffix);
	return directory_write(job->directory, name, bytes, size) || refuse_file(job, name);
}

static bool write_programs(struct job *job)
{
	for (size_t i = 0; i < job->model.program_count; i++)
		if (job->model.programs[i].suffix != NULL && !write_program(job, i))
			return false;
	return true;
}

/* -- the directory --------------------------------------------------------------------------- */

static bool write_manifest(struct job *job)
{
	size_t size = 0;
	AUTO_FREE char *manifest = manifest_make(job, &size);

	if (manifest == NULL)
		return model_refuse_memory(&job->model);
	if (size > CAPTURE_MOST_MANIFEST)
		return model_refuse(&job->model, "its description has %zu bytes", size);
	job->file_bytes += size;
	return directory_write(job->directory, CAPTURE_MANIFEST, manifest, size) ||
	       refuse_file(job, CAPTURE_MANIFEST);
}

static bool write_files(struct job *job)
{
	struct writing writing = { .job = job };
	cl_int error = CL_SUCCESS;
	const uint64_t begin = job_now();
	bool is_good;

	writing.part = malloc(PART);
	if (writing.part == NULL)
		return model_refuse_memory(&job->model);
	writing.queue = clrouter_target.clCreateCommandQueue(
		(cl_context)(uintptr_t)job->model.context,
		(cl_device_id)(uintptr_t)job->model.device, 0, &error);
	if (writing.queue == NULL)
		model_refuse(&job->model, "there is no queue to read its contents (%d)", (int)error);
	is_good = writing.queue != NULL && check_values(job) && write_all_contents(&writing) &&
		  write_programs(job);
	if (writing.queue != NULL)
		clrouter_target.clReleaseCommandQueue(writing.queue);
	free(writing.part);
	job->write_ns = job_now() - begin;
	return is_good && write_manifest(job);
}

bool files_write(struct job *job, const char *pattern)
{
	if (!directory_make(pattern, job->directory))
		return model_refuse(&job->model, "%s: %s", job->directory, strerror(errno));
	outcome_say(CAPTURE_STATUS_BEGUN, "%s", job->directory);
	if (write_files(job))
		return true;
	directory_remove(job->directory);
	return false;
}
