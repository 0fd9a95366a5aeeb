/* SPDX-License-Identifier: Apache-2.0 */
/*
 * event-notes: events of the driver that stand for emulated commands. They answer the command type
 * that the program expects, and the references that the program has. One of a command buffer stands
 * for several commands: it begins when the first of them begins, and ends when the last one ends.
 *
 * Such an event may be released before the driver calls a callback of the program, and the callback
 * may ask it: so each callback has a reference until it is called. If the driver never calls, as
 * PoCL and rusticl do when a command fails, the event stays.
 *
 * Any thread may call. The driver is called without a lock.
 */
#ifndef CLROUTER_LAYERS_COMPATIBILITY_NOTES_EVENT_NOTES_H
#define CLROUTER_LAYERS_COMPATIBILITY_NOTES_EVENT_NOTES_H

#include <stdbool.h>
#include <stddef.h>

#include <clrouter/layer.h>

/* What one event stands for. */
struct event_note;

/*
 * For the start of a feature: puts functions for events into TABLE, around those that are there.
 * Doing it again does nothing.
 */
void events_wrap(struct clrouter_table *table);

/* For an event of a command of TYPE, and up to COUNT events of others; NULL: there is no memory. */
struct event_note *events_make(cl_command_type type, size_t count);

/* EVENT belongs to a command that may be the first one to begin; it is released with NOTE. */
void events_add_first(struct event_note *note, cl_event event);

/* The same, of a command that may be the last one to end. Without any, the event itself tells. */
void events_add_last(struct event_note *note, cl_event event);

/* From now on EVENT, which has one reference, is about NOTE. False: no memory. NOTE may be NULL. */
bool events_set(struct event_note *note, cl_event event);

/* Frees NOTE, which may be NULL, and which no event is about. */
void events_free(struct event_note *note);

#endif
