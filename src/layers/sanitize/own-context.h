/* SPDX-License-Identifier: Apache-2.0 */
/*
 * own-context: what the layer has of its own in a context of the program: a queue for each device,
 * and the regions of shared memory. It is there as long as a shadow is, because it keeps the
 * context from being freed.
 */
#ifndef CLROUTER_LAYERS_SANITIZE_OWN_CONTEXT_H
#define CLROUTER_LAYERS_SANITIZE_OWN_CONTEXT_H

#include <stdbool.h>

#include "layers/sanitize/sanitize-regions.h"

struct own_queue;

struct own_context {
	struct own_context *next;
	cl_context handle;
	unsigned references;
	struct own_queue *queues;
	struct regions_place regions;
	struct regions_place command_regions; /* of command buffers, which outlive allocations */
};

/* For the layer's start. */
void own_context_start(void);

/* The one of HANDLE; own_context_give() takes the reference back. NULL: there is no memory. */
struct own_context *own_context_take(cl_context handle);
void own_context_give(struct own_context *context);

/* Its queue for DEVICE, which keeps the order. NULL: the driver has none. */
cl_command_queue own_context_queue(struct own_context *context, cl_device_id device);

/* How long is waited for a command of the layer's own. The program must not wait for ever. */
#define OWN_CONTEXT_PATIENCE ((uint64_t)2000000000) /* ns */

/*
 * Flushes QUEUE, and waits until EVENT, which is released, has ended. False: it has failed, or has
 * not ended within LIMIT, which is stored in *IS_LATE if that is not NULL: its memory must stay.
 */
bool own_context_await(cl_command_queue queue, cl_event event, uint64_t limit, bool *is_late);

/*
 * Unmaps BUFFER, which is mapped at MAP by QUEUE, and releases it. It waits for that: a command
 * that goes on would keep the context when the program releases that.
 */
void own_context_release(cl_command_queue queue, cl_mem buffer, volatile void *map);

#endif
