/* SPDX-License-Identifier: Apache-2.0 */
/*
 * sound: could the driver refuse a call that is about to wait? It answers such a call at once, so
 * what can be asked is asked before anything is waited for. Yes means that no mistake was found
 * that the driver would report. If in doubt, it is no, and the call goes to the driver as it is.
 *
 * Keeps no state; any thread may call. No handle needs to be a valid one, except the queue, by
 * which the call is sent; it may be NULL.
 */
#ifndef CLROUTER_LAYERS_WAIT_SOUND_H
#define CLROUTER_LAYERS_WAIT_SOUND_H

#include <stdbool.h>
#include <stdint.h>

#include <clrouter/layer.h>

#include "layers/wait/wait-queue.h"

/*
 * The events that a command of a queue with CONTEXT waits for, none of which has failed; OTHER is
 * an object of its driver.
 */
bool sound_events(cl_uint count, const cl_event *events, cl_context context, const void *other);

/* Does the call write memory objects, read them, or do what the flags of a map say? */
#define SOUND_READS ((cl_map_flags)CL_MAP_READ)
#define SOUND_WRITES ((cl_map_flags)CL_MAP_WRITE)

/* Has a map such FLAGS? */
bool sound_map(cl_map_flags flags);

bool sound_buffer(const struct wait_queue_facts *facts, cl_command_queue queue, cl_mem buffer,
		  cl_map_flags access, size_t offset, uint64_t size);

/* The extent of one side of a copy of a rectangle; 0: it is wrong. */
uint64_t sound_rect(const size_t *origin, const size_t *region, size_t row_pitch,
		    size_t slice_pitch);

bool sound_image(const struct wait_queue_facts *facts, cl_command_queue queue, cl_mem image,
		 cl_map_flags access, const size_t *origin, const size_t *region, size_t row_pitch,
		 size_t slice_pitch);

bool sound_image_map(const struct wait_queue_facts *facts, cl_command_queue queue, cl_mem image,
		     cl_map_flags flags, const size_t *origin, const size_t *region,
		     const size_t *row_pitch, const size_t *slice_pitch);

/* Shared virtual memory; SOURCE is NULL for a map. */
bool sound_svm(const struct wait_queue_facts *facts, const void *target, const void *source,
	       size_t size);

#endif
