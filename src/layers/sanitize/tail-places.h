/* SPDX-License-Identifier: Apache-2.0 */
/*
 * tail-places: what the layer has in a context to write and read tails: a queue, and a buffer for
 * copies. It stays as long as armed tails do, and as the program has the context.
 *
 * Any thread may call the functions, with no lock held.
 */
#ifndef CLROUTER_LAYERS_SANITIZE_TAIL_PLACES_H
#define CLROUTER_LAYERS_SANITIZE_TAIL_PLACES_H

#include <stdbool.h>
#include <stddef.h>

#include <clrouter/layer.h>

#define TAIL_PLACES_COPIES ((size_t)64 * 4096) /* bytes of that buffer */

struct tail_place;

/* For the layer's start. */
void tail_places_start(void);

/* The place of the context HANDLE, with COUNT references more; NULL: there is no memory. */
struct tail_place *tail_places_join(cl_context handle, size_t count);

/* Takes one back. */
void tail_places_leave(struct tail_place *place);
void tail_places_leave_context(cl_context context);

/* The program releases its last reference to CONTEXT. */
void tail_places_forget(cl_context context);

/* The queue for DEVICE, which keeps the order; NULL: the driver has none. */
cl_command_queue tail_places_queue(struct tail_place *place, cl_device_id device);

/* The driver has not answered in time: it is asked no more. */
void tail_places_lose(struct tail_place *place);
bool tail_places_is_lost(const struct tail_place *place);

/* The buffer for copies, which no other thread has until it is given back; NULL: there is none. */
cl_mem tail_places_take_copies(struct tail_place *place);
void tail_places_give_copies(struct tail_place *place, cl_mem copies);

#endif
