/* SPDX-License-Identifier: Apache-2.0 */
/*
 * sanitize-records: see sanitize-records.h.
 */
#include "layers/sanitize/sanitize-records.h"

#include <stdlib.h>

#define FOUND_SIZE sizeof(uint32_t)

static void map(struct records *records)
{
	cl_int error = CL_SUCCESS;
	void *pointer = clrouter_target.clEnqueueMapBuffer(
		records->queue, records->buffer, CL_TRUE, CL_MAP_READ, 0,
		records->words * sizeof(uint32_t), 0, NULL, NULL, &error);

	records->map = error == CL_SUCCESS ? pointer : NULL;
}

bool records_make(struct records *records, struct own_context *context, cl_device_id device,
		  bool shows_maps, size_t sites)
{
	*records = (struct records){ .words = SANITIZE_SCRATCH_AT(sites) +
					      SANITIZE_SCRATCH / sizeof(uint32_t) };
	records->queue = own_context_queue(context, device);
	records->copy = calloc(records->words, sizeof(uint32_t));
	if (records->queue && records->copy)
		records->buffer = clrouter_target.clCreateBuffer(
			context->handle,
			CL_MEM_READ_WRITE | CL_MEM_ALLOC_HOST_PTR | CL_MEM_COPY_HOST_PTR,
			records->words * sizeof(uint32_t), records->copy, NULL);
	if (!records->buffer) {
		free(records->copy);
		records->copy = NULL;
		return false;
	}
	if (shows_maps)
		map(records);
	return true;
}

void records_done(struct records *records)
{
	own_context_release(records->queue, records->buffer, records->map);
	if (!records->is_lost)
		free(records->copy);
}

/* The mark that something was found stays, so that from then on all is read. */
static const uint32_t *read_map(struct records *records)
{
	if (records->map[SANITIZE_HEAD_FOUND] == 0)
		return NULL;
	for (size_t i = 0; i < records->words; i++)
		records->copy[i] = records->map[i];
	return records->copy;
}

/* Reads SIZE bytes, and waits for that. */
static bool read_bytes(struct records *records, size_t size)
{
	cl_event event = NULL;

	if (clrouter_target.clEnqueueReadBuffer(records->queue, records->buffer, CL_FALSE, 0, size,
						records->copy, 0, NULL, &event) != CL_SUCCESS)
		return false;
	return own_context_await(records->queue, event, OWN_CONTEXT_PATIENCE, &records->is_lost);
}

static const uint32_t *read_buffer(struct records *records)
{
	if (!read_bytes(records, FOUND_SIZE) || records->copy[SANITIZE_HEAD_FOUND] == 0 ||
	    !read_bytes(records, records->words * sizeof(uint32_t)))
		return NULL;
	return records->copy;
}

const uint32_t *records_read(struct records *records, bool is_dead)
{
	if (records->map)
		return read_map(records);
	return is_dead || records->is_lost ? NULL : read_buffer(records);
}

uint32_t records_passed(struct records *records, bool is_dead)
{
	if (records->map)
		return records->map[SANITIZE_HEAD_PASSED];
	if (is_dead || records->is_lost ||
	    !read_bytes(records, SANITIZE_HEAD_WORDS * sizeof(uint32_t)))
		return 0;
	return records->copy[SANITIZE_HEAD_PASSED];
}
