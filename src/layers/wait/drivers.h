/* SPDX-License-Identifier: Apache-2.0 */
/*
 * drivers: what each driver does while a thread waits for it, and what the layer therefore does. A
 * driver that sleeps in its waits is left alone, and so is one whose commands end only in its own
 * waits, because it computes in the thread that waits. Takes no lock; any thread may call.
 */
#ifndef CLROUTER_LAYERS_WAIT_DRIVERS_H
#define CLROUTER_LAYERS_WAIT_DRIVERS_H

#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>

#include <clrouter/layer.h>

#include "layers/wait/clock.h"

/* The longest time that is polled before polling has seen a wait of the driver end. */
#define DRIVERS_TRIAL (50 * NS_PER_MS)

enum driver_way {
	DRIVER_MEASURED,   /* its own wait is called, and measured */
	DRIVER_TRIED,	   /* it is polled, for DRIVERS_TRIAL at most */
	DRIVER_POLLED,	   /* it is polled */
	DRIVER_LEFT_ALONE, /* its own wait is called */
};

struct wait_driver {
	_Atomic(cl_platform_id) platform; /* NULL: the entry is free */
	_Atomic(enum driver_way) way;
	atomic_uint sleeping; /* waits in which the thread slept */
	atomic_uint missed;   /* trials that saw no end */
	atomic_uint entered;  /* its own waits that were called before the end */
	atomic_uint left;     /* ... and those that have returned */
};

/* The driver of PLATFORM. NULL: there are too many. */
struct wait_driver *drivers_find(cl_platform_id platform);

/* Its own waits are not measured, because they are watched. */
void drivers_try(struct wait_driver *driver);

/* Around its own wait, if that is called before the end of what it waits for. */
struct clock_spent drivers_enter(struct wait_driver *driver);
void drivers_leave(struct wait_driver *driver, uint64_t duration, const struct clock_spent *before);

/*
 * Before a wait that is polled; then, polling has seen it end, unless a wait of the driver may have
 * brought that about since it BEGAN.
 */
unsigned int drivers_begin_poll(const struct wait_driver *driver);
void drivers_saw_end(struct wait_driver *driver, unsigned int began);

/* A trial has not seen the end. */
void drivers_missed_end(struct wait_driver *driver);

/* For the layer's start. */
void drivers_start(void);

#endif
