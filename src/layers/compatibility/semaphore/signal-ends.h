/* SPDX-License-Identifier: Apache-2.0 */
/*
 * signal-ends: signals whose end is awaited by commands that are enqueued already. The driver calls
 * back at the end of each. If a command fails, NVIDIA's driver calls back as if it had completed,
 * and PoCL and rusticl do not call: so the status is asked for, and those that are awaited are
 * looked at when a user event was set to an error, and when semaphores are used.
 *
 * Any thread may call. One lock is taken inside; the driver is called without it.
 */
#ifndef CLROUTER_LAYERS_COMPATIBILITY_SEMAPHORE_SIGNAL_ENDS_H
#define CLROUTER_LAYERS_COMPATIBILITY_SEMAPHORE_SIGNAL_ENDS_H

#include <clrouter/layer.h>

#include "layers/compatibility/semaphore/waiters.h"

/* For the layer's start: the lock is taken over a fork, and TABLE gets a function. */
void signal_ends_start(struct clrouter_table *table);

/* PLACE awaits SIGNAL from now on, whose reference is taken. */
void signal_ends_add(struct waiter_place *place, struct signal *signal);

/* PLACE will never have a signal: its command fails with ERROR. */
void signal_ends_fail(struct waiter_place *place, cl_int error);

/* Looks for signals that have failed. */
void signal_ends_look(void);

#endif
