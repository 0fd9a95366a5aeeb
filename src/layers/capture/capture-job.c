/* SPDX-License-Identifier: Apache-2.0 */
/*
 * capture-job: see capture-job.h.
 */
#include "config.h"

#include "layers/capture/capture-job.h"

#include <stdarg.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "base/common/line.h"
#include "base/common/list.h"
#include "base/common/system.h"
#include "base/os.h"

bool job_refuse(char *reason, const char *format, ...)
{
	struct line line = line_in(reason, JOB_REASON);
	va_list arguments;

	va_start(arguments, format);
	line_add_list(&line, format, arguments);
	va_end(arguments);
	return false;
}

bool job_refuse_memory(struct job *job)
{
	return job_refuse(job->reason, "there is not enough memory");
}

/* -- memory ---------------------------------------------------------------------------------- */

void *job_add(struct job *job, void *list, size_t *count, size_t size)
{
	char *items;

	if (!list_make_space_in(&job->arena, list, *count, size))
		return job_refuse_memory(job), NULL;
	memcpy(&items, list, sizeof(items));
	return items + (*count)++ * size;
}

void *job_keep(struct job *job, void *copy)
{
	void **place = copy ? JOB_ADD(job, job->copies, job->copy_count) : NULL;

	if (place)
		return *place = copy;
	job->is_short |= copy != NULL;
	free(copy);
	return NULL;
}

const char *job_copy_text(struct job *job, const char *text)
{
	const char *copy = arena_copy(&job->arena, text, strlen(text));

	job->is_short |= copy == NULL;
	return copy;
}

/* -- a job ----------------------------------------------------------------------------------- */

static uint64_t copy_sizes(uint64_t *copy, const size_t *sizes, size_t count)
{
	for (size_t i = 0; sizes && i < count; i++)
		copy[i] = sizes[i];
	return sizes != NULL;
}

static void copy_call(struct launch_call *launch, const struct call *call)
{
	static const size_t one = 1;
	const size_t *offset = NULL;
	const size_t *global = &one;
	const size_t *local = &one;

	launch->is_task = call->slot == CLROUTER_SLOT_clEnqueueTask;
	launch->dimensions = 1;
	if (!launch->is_task) {
		launch->dimensions = call_number(call, ARG_clEnqueueNDRangeKernel_work_dim);
		offset = call_pointer(call, ARG_clEnqueueNDRangeKernel_global_work_offset);
		global = call_pointer(call, ARG_clEnqueueNDRangeKernel_global_work_size);
		local = call_pointer(call, ARG_clEnqueueNDRangeKernel_local_work_size);
	}
	launch->has_offset = copy_sizes(launch->offset, offset, launch->dimensions);
	launch->has_global = copy_sizes(launch->global, global, launch->dimensions);
	launch->has_local = copy_sizes(launch->local, local, launch->dimensions);
}

static void describe_process(struct job *job)
{
	const unsigned int one = 1;
	struct launch_call *launch = &job->launch.call;
	const time_t now = time(NULL);
	char text[OS_PATH_SIZE] = "";
	struct tm parts;

	if (gmtime_r(&now, &parts))
		strftime(text, sizeof(text), "%Y-%m-%dT%H:%M:%SZ", &parts);
	launch->created = job_copy_text(job, text);
	launch->clrouter = PACKAGE_VERSION;
	system_program_name(text, sizeof(text));
	launch->process = job_copy_text(job, text);
	if (os_working_directory(text, sizeof(text)))
		launch->directory = job_copy_text(job, text);
	launch->process_id = (uint64_t)getpid();
	launch->host_bits = 8 * sizeof(void *);
	launch->host_order = *(const unsigned char *)&one == 1 ? "little" : "big";
}

struct job *job_make(const struct call *call, uint64_t number)
{
	struct job *job = calloc(1, sizeof(*job));

	if (!job)
		return NULL;
	job->answer = calloc(1, sizeof(*job->answer));
	if (!job->answer) {
		free(job);
		return NULL;
	}
	job->launch.call.number = number;
	copy_call(&job->launch.call, call);
	describe_process(job);
	return job;
}

void job_free(struct job *job)
{
	if (job->context)
		clrouter_target.clReleaseContext(job->context);
	if (job->answer && job->last && job->last != job->event)
		clrouter_target.clReleaseEvent(job->last);
	if (job->answer && job->event)
		clrouter_target.clReleaseEvent(job->event);
	for (cl_uint i = 0; i < job->waited_count; i++)
		clrouter_target.clReleaseEvent(job->waited[i]);
	if (job->part)
		clrouter_target.clReleaseDevice(job->part);
	for (size_t i = 0; i < job->copy_count; i++)
		free(job->copies[i]);
	arena_done(&job->arena);
	free(job->answer);
	free(job->waited);
	free(job->shared);
	free(job);
}
