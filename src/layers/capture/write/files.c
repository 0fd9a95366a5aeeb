/* SPDX-License-Identifier: Apache-2.0 */
/*
 * files: see files.h.
 */
#include "layers/capture/write/files.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "base/file/safe-open.h"
#include "base/text.h"
#include "capture/capture-format.h"
#include "launch/capture-status.h"
#include "layers/capture/write/contents.h"
#include "layers/capture/write/directory.h"
#include "layers/capture/write/manifest.h"
#include "layers/capture/outcome.h"
#include "layers/frame/auto-free.h"

static bool refuse_file(struct job *job, const char *name)
{
	return model_refuse(&job->model, "%s/%s: %s", job->directory.path, name, strerror(errno));
}

/* The value of an argument may be a pointer, or a struct with one. */
static bool check_values(struct job *job)
{
	size_t at;

	for (size_t i = 0; i < job->model.argument_count; i++) {
		const struct model_argument *argument = &job->model.arguments[i];

		if (argument->kind == MODEL_VALUE &&
		    contents_find_pointer(job, call_pointer(argument->set, ARG_clSetKernelArg_arg_value),
				 argument->size, &at))
			return model_refuse(&job->model,
					    "argument %zu has a pointer into shared memory", i);
	}
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
	return own_dir_replace(&job->directory.own, name, bytes, size) || refuse_file(job, name);
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
	return own_dir_replace(&job->directory.own, CAPTURE_MANIFEST, manifest, size) ||
	       refuse_file(job, CAPTURE_MANIFEST);
}

static bool write_files(struct job *job)
{
	const uint64_t begin = job_now();
	const bool is_good = check_values(job) && contents_write(job) && write_programs(job);

	job->write_ns = job_now() - begin;
	return is_good && write_manifest(job);
}

bool files_write(struct job *job, const char *pattern)
{
	struct directory *directory = &job->directory;

	if (!directory_make(directory, pattern))
		return model_refuse(&job->model, "%s: %s", directory->path, safe_open_error(errno));
	outcome_say(CAPTURE_STATUS_BEGUN, "%s", directory->path);
	if (write_files(job)) {
		directory_close(directory);
		return true;
	}
	directory_remove(directory);
	return false;
}
