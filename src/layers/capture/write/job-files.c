/* SPDX-License-Identifier: Apache-2.0 */
/*
 * job-files: see job-files.h.
 */
#include "layers/capture/write/job-files.h"

#include <errno.h>
#include <string.h>

#include "base/common/system.h"
#include "base/file/safe-open.h"
#include "launch/launch-file.h"
#include "launch/launch-format.h"
#include "layers/capture/job-queries.h"
#include "layers/capture/launch-choice.h"
#include "layers/capture/outcome.h"
#include "layers/frame/auto-free.h"

static const char *directories;

void files_start(const char *pattern)
{
	directories = pattern;
}

static bool refuse_file(struct job *job, const char *name)
{
	return job_refuse(job->reason, "%s/%s: %s", job->directory.path, name, strerror(errno));
}

/* The value of an argument may be a pointer, or a struct with one. */
static bool check_values(struct job *job)
{
	size_t at;

	for (size_t i = 0; i < job->launch.argument_count; i++) {
		const struct launch_bytes *value = &job->launch.arguments[i].value;

		if (job_contents_find_pointer(job, (const char *)value->bytes, (size_t)value->size,
					      &at))
			return job_refuse(job->reason,
					  "argument %zu has a pointer into shared memory", i);
	}
	return true;
}

static bool write_program(struct job *job, size_t index)
{
	struct launch_program *program = &job->launch.programs[index];
	char *text = arena_alloc(&job->arena, BLAKE2B_TEXT);
	struct blake2b hash;
	char name[64];

	if (!text)
		return job_refuse_memory(job);
	blake2b_start(&hash);
	blake2b_add(&hash, program->text, (size_t)program->size);
	blake2b_end(&hash, text);
	program->hash = text;
	job->launch.call.file_bytes += program->size;
	launch_file_program(program, (unsigned int)index, name, sizeof(name));
	return own_dir_replace(&job->directory.own, name, program->text, (size_t)program->size) ||
	       refuse_file(job, name);
}

static bool write_programs(struct job *job)
{
	for (size_t i = 0; i < job->launch.program_count; i++)
		if (job->launch.programs[i].text && !write_program(job, i))
			return false;
	return true;
}

static bool write_launch(struct job *job)
{
	size_t size = 0;
	AUTO_FREE char *text = launch_file_text(&job->launch, &size);

	if (!text)
		return job_refuse_memory(job);
	if (size > LAUNCH_MOST_FILE)
		return job_refuse(job->reason, "its description has %zu bytes", size);
	job->launch.call.file_bytes += size;
	return own_dir_replace(&job->directory.own, LAUNCH_FILE, text, size) ||
	       refuse_file(job, LAUNCH_FILE);
}

static bool write_files(struct job *job)
{
	const uint64_t begin = system_now();
	const bool is_good = check_values(job) && job_contents_write(job) && write_programs(job);

	job->launch.call.write_ns = system_now() - begin;
	if (!is_good)
		return false;
	ask_place(job);
	return job->is_short ? job_refuse_memory(job) : write_launch(job);
}

bool files_write(struct job *job)
{
	struct directory *directory = &job->directory;
	const uint64_t number = choice_is_several() ? choice_captured() + 1 : 0;

	if (!directory_make(directory, directories, number))
		return job_refuse(job->reason, "%s: %s", directory->path, safe_open_error(errno));
	outcome_say(STATUS_BEGUN, "%s", directory->path);
	if (write_files(job)) {
		directory_close(directory);
		return true;
	}
	directory_remove(directory);
	return false;
}
