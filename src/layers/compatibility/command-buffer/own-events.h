/* SPDX-License-Identifier: Apache-2.0 */
/*
 * own-events: the events of clEnqueueCommandBufferKHR. Such an event is the driver's, of the last
 * command or of an empty one, and answers queries as one command: it begins when the first of its
 * commands begins, and ends when the last one ends.
 *
 * Any thread may call. One lock is taken inside, not while the driver is called.
 */
#ifndef CLROUTER_LAYERS_COMPATIBILITY_COMMAND_BUFFER_OWN_EVENTS_H
#define CLROUTER_LAYERS_COMPATIBILITY_COMMAND_BUFFER_OWN_EVENTS_H

#include <stdbool.h>
#include <stddef.h>

#include <clrouter/layer.h>

/* What one event stands for. */
struct own_event;

/* One for up to COUNT events of commands; NULL: there is no memory. */
struct own_event *own_events_make(size_t count);

/* EVENT belongs to a command that may be the first one to begin; it is released with OWN. */
void own_events_add_first(struct own_event *own, cl_event event);

/* The same, of a command that may be the last one to end. Without any, the event itself tells. */
void own_events_add_last(struct own_event *own, cl_event event);

/* From now on EVENT, which has one reference, is about OWN. False: there is no memory. */
bool own_events_set(struct own_event *own, cl_event event);

/* Frees OWN, which may be NULL, and which no event is about. */
void own_events_free(struct own_event *own);

/* For the layer's start: puts functions into TABLE that know these events. */
void own_events_start(struct clrouter_table *table);

#endif
