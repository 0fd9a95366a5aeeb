/* SPDX-License-Identifier: Apache-2.0 */
/*
 * sanitize-regions: the shared virtual memory of a context, as kernels get it (sanitize-format.h).
 * A new buffer is made only if allocations have changed; an older one stays as long as a kernel has
 * it.
 */
#ifndef CLROUTER_LAYERS_SANITIZE_SANITIZE_REGIONS_H
#define CLROUTER_LAYERS_SANITIZE_SANITIZE_REGIONS_H

#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>

#include <clrouter/layer.h>

/* A buffer with the regions, as they were at a moment. */
struct regions {
	atomic_uint references;
	uint64_t moment;
	cl_mem buffer;
};

/* Where a context has its newest one. All zero at first. */
struct regions_place {
	struct regions *newest; /* NULL: none */
	atomic_bool is_open;	/* kernels may use other memory, too */
};

/* For the layer's start. */
void regions_start(void);

/* An allocation was made or freed. */
void regions_note_change(void);

/* The program has memory that is not known: from now on kernels of all contexts may use it. */
void regions_note_open(void);

/* Kernels in the context of PLACE may use any memory of the process. */
void regions_open(struct regions_place *place);

/* May kernels there use memory that is in no region? */
bool regions_are_open(const struct regions_place *place);

/* The moment that regions have now: it changes if an allocation does. */
uint64_t regions_moment(void);

/*
 * The regions of CONTEXT, whose place is PLACE; the caller gives them back. NULL: the driver or the
 * host has no memory. Calls the driver, if they have changed.
 */
struct regions *regions_take(struct regions_place *place, cl_context context);
void regions_give(struct regions *regions);

/* The context is gone. */
void regions_forget(struct regions_place *place);

#endif
