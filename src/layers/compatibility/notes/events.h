/* SPDX-License-Identifier: Apache-2.0 */
/*
 * events: events of the driver that stand for emulated commands. They answer the command type that
 * the program expects, and the references that the program has. Any thread may call.
 */
#ifndef CLROUTER_LAYERS_COMPATIBILITY_NOTES_EVENTS_H
#define CLROUTER_LAYERS_COMPATIBILITY_NOTES_EVENTS_H

#include <stdbool.h>

#include <clrouter/layer.h>

/*
 * For the start of a feature: puts functions for events into TABLE, around those that are there.
 * Doing it again does nothing.
 */
void events_start(struct clrouter_table *table);

/* EVENT, which the program is about to get, is of a command of TYPE. False: no memory. */
bool events_add(cl_event event, cl_command_type type);

#endif
