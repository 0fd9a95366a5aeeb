/* SPDX-License-Identifier: Apache-2.0 */
/*
 * trial-run: runs the launch of a trial and compares what it leaves in memory. Before each run, all
 * contents are what they were before the launch that was captured.
 */
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "base/text.h"
#include "tool/output/format.h"
#include "tool/probe/driver/report.h"
#include "tool/replay/compare.h"
#include "tool/replay/trial.h"

#define CHUNK ((uint64_t)4 << 20)	/* bytes of zeros that are written at once */

/* -- contents -------------------------------------------------------------------------------- */

/* Writes SIZE bytes at OFFSET of the memory INDEX, which is no image. */
static bool write_bytes(const struct trial *trial, size_t index, uint64_t offset, size_t size,
			const void *bytes)
{
	const struct api_table *table = trial->use.table;

	if (trial->capture->memory[index].kind == CAPTURE_SVM)
		return device_use_succeeded(&trial->use, "clEnqueueSVMMemcpy",
			table->clEnqueueSVMMemcpy(trial->use.queue, CL_TRUE,
						  (char *)trial->memory[index] + offset, bytes,
						  size, 0, NULL, NULL));
	return device_use_succeeded(&trial->use, "clEnqueueWriteBuffer",
				   table->clEnqueueWriteBuffer(trial->use.queue, trial->memory[index],
							       CL_TRUE, (size_t)offset, size, bytes,
							       0, NULL, NULL));
}

static bool write_zeros(const struct trial *trial, size_t index, const struct capture_range *range)
{
	const size_t most = (size_t)(range->size < CHUNK ? range->size : CHUNK);
	void *zeros = calloc(1, most);
	bool is_written = zeros != NULL;

	if (!zeros)
		report_put(trial->use.report, DEVICE_USE_FAILED, "there is not enough memory");
	for (uint64_t done = 0; is_written && done < range->size; done += most) {
		const uint64_t left = range->size - done;

		is_written = write_bytes(trial, index, range->offset + done,
					 left < most ? (size_t)left : most, zeros);
	}
	free(zeros);
	return is_written;
}

static bool write_image(const struct trial *trial, size_t index, const struct capture_range *range)
{
	static const size_t origin[3];
	const void *bytes = range->before.bytes;
	void *zeros = NULL;
	size_t region[3];
	cl_int code;

	if (!TRIAL_HAS(trial, clEnqueueWriteImage) || !TRIAL_HAS(trial, clEnqueueReadImage))
		return false;
	if (!bytes)
		bytes = zeros = calloc(1, (size_t)range->size);
	if (!bytes) {
		report_put(trial->use.report, DEVICE_USE_FAILED, "there is not enough memory");
		return false;
	}
	capture_region(&trial->capture->memory[index], region);
	code = trial->use.table->clEnqueueWriteImage(trial->use.queue, trial->memory[index], CL_TRUE, origin,
						 region, 0, 0, bytes, 0, NULL, NULL);
	free(zeros);
	return device_use_succeeded(&trial->use, "clEnqueueWriteImage", code);
}

/* Writes what was in RANGE of the memory INDEX before the launch. */
static bool write_range(const struct trial *trial, size_t index, const struct capture_range *range)
{
	if (trial->capture->memory[index].kind == CAPTURE_IMAGE)
		return write_image(trial, index, range);
	if (range->before.bytes)
		return write_bytes(trial, index, range->offset, (size_t)range->size, range->before.bytes);
	return write_zeros(trial, index, range);
}

static bool write_ranges(const struct trial *trial, size_t index)
{
	const struct capture_memory *memory = &trial->capture->memory[index];
	bool is_written = true;

	for (size_t i = 0; is_written && i < memory->range_count; i++)
		if (memory->ranges[i].before.hash)
			is_written = write_range(trial, index, &memory->ranges[i]);
	return is_written;
}

/* The same from the start of a buffer to the end of its last range, in one command. */
static bool write_at_once(const struct trial *trial, size_t index)
{
	const struct capture_memory *memory = &trial->capture->memory[index];
	const struct capture_range *last = &memory->ranges[memory->range_count - 1];
	const size_t size = (size_t)(last->offset + last->size);
	unsigned char *bytes = calloc(1, size);
	bool is_written;

	if (!bytes) {
		report_put(trial->use.report, DEVICE_USE_FAILED, "there is not enough memory");
		return false;
	}
	for (size_t i = 0; i < memory->range_count; i++)
		if (memory->ranges[i].before.bytes)
			memcpy(bytes + memory->ranges[i].offset, memory->ranges[i].before.bytes,
			       (size_t)memory->ranges[i].size);
	is_written = write_bytes(trial, index, 0, size, bytes);
	free(bytes);
	return is_written;
}

/* Writes what was in all memory before the launch. */
static bool write_contents(const struct trial *trial)
{
	const struct capture *capture = trial->capture;
	bool is_written = true;

	for (size_t i = 0; is_written && i < capture->memory_count; i++)
		if (trial->writes_at_once && capture->memory[i].kind == CAPTURE_BUFFER &&
		    capture->memory[i].range_count > 0)
			is_written = write_at_once(trial, i);
		else
			is_written = write_ranges(trial, i);
	return is_written;
}

/* Reads RANGE of the memory INDEX into BYTES. */
static bool read_range(const struct trial *trial, size_t index, const struct capture_range *range,
		       unsigned char *bytes)
{
	static const size_t origin[3];
	const struct api_table *table = trial->use.table;
	size_t region[3];

	switch (trial->capture->memory[index].kind) {
	case CAPTURE_IMAGE:
		capture_region(&trial->capture->memory[index], region);
		return TRIAL_HAS(trial, clEnqueueReadImage) &&
		       device_use_succeeded(&trial->use, "clEnqueueReadImage",
			       table->clEnqueueReadImage(trial->use.queue, trial->memory[index], CL_TRUE,
							 origin, region, 0, 0, bytes, 0, NULL, NULL));
	case CAPTURE_SVM:
		return device_use_succeeded(&trial->use, "clEnqueueSVMMemcpy",
			table->clEnqueueSVMMemcpy(trial->use.queue, CL_TRUE, bytes,
						  (char *)trial->memory[index] + range->offset,
						  (size_t)range->size, 0, NULL, NULL));
	case CAPTURE_BUFFER:
	case CAPTURE_SUB_BUFFER:
		break;
	}
	return device_use_succeeded(&trial->use, "clEnqueueReadBuffer",
				   table->clEnqueueReadBuffer(trial->use.queue, trial->memory[index],
							      CL_TRUE, (size_t)range->offset,
							      (size_t)range->size, bytes, 0, NULL,
							      NULL));
}

/* Memory for the contents of RANGE; NULL: there is none, which is reported. */
static unsigned char *allocate_range(const struct trial *trial, const struct capture_range *range)
{
	unsigned char *bytes = malloc((size_t)range->size);

	if (!bytes)
		report_put(trial->use.report, DEVICE_USE_FAILED, "there is not enough memory");
	return bytes;
}

/* -- the launch ------------------------------------------------------------------------------ */

static const size_t *sizes_of(const struct capture_sizes *sizes)
{
	return sizes->is_given ? sizes->sizes : NULL;
}

static cl_int enqueue(const struct trial *trial, cl_event *event)
{
	const struct capture_launch *launch = &trial->capture->launch;

	if (launch->is_task && trial->use.table->clEnqueueTask)
		return trial->use.table->clEnqueueTask(trial->use.queue, trial->kernel, 0, NULL, event);
	return trial->use.table->clEnqueueNDRangeKernel(trial->use.queue, trial->kernel, launch->dimensions,
						    sizes_of(&launch->offset),
						    sizes_of(&launch->global),
						    sizes_of(&launch->local), 0, NULL, event);
}

/* Reports how long it took: by the device, or else by the clock. */
static void put_time(const struct trial *trial, cl_event event, const struct timespec *start)
{
	const struct api_table *table = trial->use.table;
	struct timespec end;
	cl_ulong from = 0;
	cl_ulong to = 0;

	clock_gettime(CLOCK_MONOTONIC, &end);
	if (event && table->clGetEventProfilingInfo &&
	    table->clGetEventProfilingInfo(event, CL_PROFILING_COMMAND_START, sizeof(from), &from,
					   NULL) == CL_SUCCESS &&
	    table->clGetEventProfilingInfo(event, CL_PROFILING_COMMAND_END, sizeof(to), &to, NULL) ==
		    CL_SUCCESS && to > from && to - from < INT32_MAX * (cl_ulong)1000)
		report_put_number(trial->use.report, TRIAL_LAUNCH_NS, (long)(to - from));
	else
		report_put_number(trial->use.report, TRIAL_LAUNCH_NS,
				  (end.tv_sec - start->tv_sec) * 1000000000 + end.tv_nsec -
					  start->tv_nsec);
}

/* The state in which the command of EVENT ended. */
static cl_int status_of(const struct trial *trial, cl_event event, cl_int code)
{
	cl_int status = code;

	if (event && trial->use.table->clGetEventInfo &&
	    trial->use.table->clGetEventInfo(event, CL_EVENT_COMMAND_EXECUTION_STATUS, sizeof(status),
					 &status, NULL) != CL_SUCCESS)
		return code;
	return status < 0 ? status : code;
}

/* Says how a launch that fails, or should have, differs from what was captured. */
static void put_failure(const struct trial *trial, const char *what, cl_int code, cl_int expected)
{
	report_put(trial->use.report, code == expected ? TRIAL_RIGHT : TRIAL_WRONG,
		   format_into(trial->use.arena, "%s %s%s%s", what, device_use_code(&trial->use, code),
			       code == expected ? "" : ", expected ",
			       code == expected ? "" : device_use_code(&trial->use, expected)));
}

enum launched { LAUNCHED, LAUNCH_JUDGED, LAUNCH_FAILED };

/* Launches and waits. If the capture has a failure, or there is one, the run is judged. */
static enum launched launch(const struct trial *trial)
{
	const struct capture_launch *captured = &trial->capture->launch;
	struct timespec start;
	cl_event event = NULL;
	cl_int code;

	clock_gettime(CLOCK_MONOTONIC, &start);
	code = enqueue(trial, &event);
	if (code != CL_SUCCESS || captured->error != CL_SUCCESS) {
		if (captured->error == CL_SUCCESS)
			device_use_succeeded(&trial->use, "clEnqueueNDRangeKernel", code);
		else
			put_failure(trial, "the launch returned", code, captured->error);
		if (code == CL_SUCCESS)
			trial->use.table->clFinish(trial->use.queue);
		return captured->error == CL_SUCCESS ? LAUNCH_FAILED : LAUNCH_JUDGED;
	}
	code = trial->use.table->clFinish(trial->use.queue);
	code = status_of(trial, event, code);
	if (code != CL_SUCCESS || captured->status < 0) {
		if (captured->status == 0)
			device_use_succeeded(&trial->use, "the launch was enqueued, but its event", code);
		else
			put_failure(trial, "the launch ended with", code, captured->status);
		return captured->status == 0 ? LAUNCH_FAILED : LAUNCH_JUDGED;
	}
	put_time(trial, event, &start);
	if (event && trial->use.table->clReleaseEvent)
		trial->use.table->clReleaseEvent(event);
	return LAUNCHED;
}

/* -- the comparison -------------------------------------------------------------------------- */

static void put_difference(const struct trial *trial, size_t index, size_t number,
			   const struct difference *difference, const unsigned char *found)
{
	const struct capture_range *range = &trial->capture->memory[index].ranges[number];
	const unsigned char *expected = range->after.bytes;
	char text[COMPARE_TEXT];

	report_put_number(trial->use.report, TRIAL_MEMORY, (long)index);
	report_put_number(trial->use.report, TRIAL_RANGE, (long)number);
	report_put_number(trial->use.report, TRIAL_OFFSET, (long)(range->offset + difference->first));
	report_put_number(trial->use.report, TRIAL_ELEMENT, (long)difference->size);
	compare_put_value(&range->rule, found + difference->first, difference->size, text);
	report_put(trial->use.report, TRIAL_FOUND, text);
	compare_put_value(&range->rule, expected ? expected + difference->first : NULL,
			  difference->size, text);
	report_put(trial->use.report, TRIAL_EXPECTED, text);
}

/* Compares one range; *COUNT are the elements that differ so far. */
static bool compare_range(const struct trial *trial, size_t index, size_t number, uint64_t *count)
{
	const struct capture_range *range = &trial->capture->memory[index].ranges[number];
	unsigned char *found = allocate_range(trial, range);
	struct difference difference = { .count = 0 };
	const bool is_read = found && read_range(trial, index, range, found);

	if (is_read)
		difference = compare_contents(&range->rule, range->after.bytes, found, range->size);
	if (difference.count > 0 && *count == 0 && !trial->has_difference)
		put_difference(trial, index, number, &difference, found);
	*count += difference.count;
	free(found);
	return is_read;
}

/*
 * Contents that are not the same each time are compared last: they say the least. Only the first
 * difference of all runs is reported.
 */
static bool compare(struct trial *trial)
{
	const struct capture *capture = trial->capture;
	uint64_t count = 0;

	for (int varies = 0; varies < 2; varies++)
		for (size_t i = 0; i < capture->memory_count; i++)
			for (size_t j = 0; j < capture->memory[i].range_count; j++) {
				const struct capture_range *range = &capture->memory[i].ranges[j];

				if (range->after.hash && range->varies == (varies == 1) &&
				    !compare_range(trial, i, j, &count))
					return false;
			}
	report_put(trial->use.report, count == 0 ? TRIAL_RIGHT : TRIAL_WRONG, "");
	if (count > 0 && !trial->has_difference) {
		report_put_number(trial->use.report, TRIAL_COUNT, (long)count);
		trial->has_difference = true;
	}
	return true;
}

bool trial_run(struct trial *trial, unsigned int count)
{
	for (unsigned int i = 0; i < count; i++) {
		enum launched launched;

		trial_begin_step(trial, TRIAL_PREPARE);
		if (!write_contents(trial))
			return false;
		trial_begin_step(trial, TRIAL_RUN);
		launched = launch(trial);
		if (launched == LAUNCH_FAILED || (launched == LAUNCHED && !compare(trial)))
			return false;
	}
	return true;
}

/* -- is it deterministic? -------------------------------------------------------------------- */

/* Visits all ranges that are to be compared. RESULTS has the contents of the first run. */
static bool visit_results(const struct trial *trial, unsigned char **results, bool is_second)
{
	const struct capture *capture = trial->capture;
	size_t at = 0;

	for (size_t i = 0; i < capture->memory_count; i++)
		for (size_t j = 0; j < capture->memory[i].range_count; j++) {
			const struct capture_range *range = &capture->memory[i].ranges[j];
			unsigned char *found;
			struct difference difference;

			if (!range->after.hash)
				continue;
			found = allocate_range(trial, range);
			if (!found || !read_range(trial, i, range, found)) {
				free(found);
				return false;
			}
			if (!is_second) {
				results[at++] = found;
				continue;
			}
			difference = compare_bytes(range->after.bytes, results[at++], found,
						   range->size);
			free(found);
			if (difference.count > 0)
				report_put(trial->use.report, TRIAL_VARIES,
					   format_into(trial->use.arena, "%zu %zu %" PRIu64 " %" PRIu64,
						       i, j, difference.first, difference.count));
		}
	return true;
}

static size_t count_ranges(const struct capture *capture)
{
	size_t count = 0;

	for (size_t i = 0; i < capture->memory_count; i++)
		count += capture->memory[i].range_count;
	return count;
}

bool trial_run_twice(struct trial *trial)
{
	const size_t count = count_ranges(trial->capture);
	unsigned char **results;
	bool is_done = trial_allocate(trial, &results, count, sizeof(unsigned char *));

	for (int i = 0; is_done && i < 2; i++) {
		enum launched launched;

		trial_begin_step(trial, TRIAL_PREPARE);
		is_done = write_contents(trial);
		if (!is_done)
			break;
		trial_begin_step(trial, TRIAL_RUN);
		launched = launch(trial);
		is_done = launched == LAUNCH_JUDGED ||
			  (launched == LAUNCHED && visit_results(trial, results, i == 1));
	}
	for (size_t i = 0; results && i < count; i++)
		free(results[i]);
	return is_done;
}
