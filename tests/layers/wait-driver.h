/* SPDX-License-Identifier: Apache-2.0 */
/*
 * wait-driver: a fake driver for the wait layer, whose commands take time by a clock of its own.
 * The time goes on if somebody reads the clock, sleeps, or waits in the driver, and only then.
 *
 * Commands have an end as soon as all that they wait for has one, and are flushed. A driver that
 * works in its waits executes them there instead. What waits for an event that has failed
 * never ends.
 */
#ifndef WAIT_DRIVER_H
#define WAIT_DRIVER_H

#include <stdbool.h>
#include <stdint.h>

#include <clrouter/layer.h>

#define US UINT64_C(1000)
#define MS UINT64_C(1000000)
#define OVERSLEEP (55 * US) /* by which each sleep is too long */

enum driver_kind { SPINS, SLEEPS, WORKS };

/* What a test sets, and what it looks at. All zero but the version at first. */
struct fake_driver {
	enum driver_kind kind;
	const char *version; /* of the device */
	bool is_on_device;   /* queues are on the device */
	bool has_no_order;   /* queues keep no order */
	bool refuses;	     /* what flushes or waits, for want of something, before it does that */
	uint64_t duration;   /* of the next commands */
	uint64_t stall;	     /* by which the next sleep is too long, too */
	uint64_t now;
	void (*polled)(void); /* called at each poll */
	bool is_lazy;	     /* the first poll after a sleep sees no end */
	bool has_no_svm, has_no_images, has_two_devices;

	unsigned int polls;
	unsigned int sleeps;
	uint64_t slept;	    /* that was asked for */
	bool is_stale;	    /* the next poll sees no end */
	unsigned int early; /* waits that were called before the end, but for those below */
	unsigned int hangs; /* waits that could never end, from which it returned all the same */
	unsigned int markers;
	uint64_t cpu; /* of the thread */
	uint64_t switches;
	unsigned int calls; /* of functions that wait, or may wait */
	char log[1024];	    /* what the layer has written */
};

extern struct fake_driver fake;

/* The layer, started on this driver. */
extern const struct clrouter_table *layer;

void driver_start(void);

/* Objects: queues of two contexts, a user event of the first one. */
cl_command_queue driver_queue(unsigned int context);
cl_event driver_user_event(void);

/* Enqueues a command that takes fake.duration by the layer; its event, which is the test's. */
cl_event driver_command(cl_command_queue queue, cl_uint count, const cl_event *events);

/* Enqueues a wait for a semaphore, which is signaled by setting HELD, a user event. */
void driver_semaphore_wait(cl_command_queue queue, cl_event held);

/* Has the command of EVENT ended? */
bool driver_has_ended(cl_event event);

/* Has nobody but the test a reference to a command of QUEUE, which was enqueued with an event? */
bool driver_is_released(cl_command_queue queue);

/* -- for wait-transfers.c -- */

enum fake_kind { FAKE_OTHER, FAKE_EVENT, FAKE_QUEUE, FAKE_MEMORY };

/* Each object begins like this. */
struct fake_object {
	const void *table; /* &driver_word: the objects of one driver begin with the same word */
	enum fake_kind kind;
	unsigned int context; /* to which it belongs */
};

extern const char driver_word;

/* Is HANDLE, which may be any small number or an object, one of KIND? */
bool driver_has(const void *handle, enum fake_kind kind);

/* A loader sends a query by the handle, so it has to be an object of this driver. */
void driver_check_dispatch(const void *handle);

cl_context driver_context(unsigned int number);

/* Answers a query whose parameters are `size` and `value`. */
#define ANSWER(type, what) \
	(size < sizeof(type) ? CL_INVALID_VALUE : (*(type *)value = (what), CL_SUCCESS))

/*
 * A right transfer, but for its events. The copy takes no time, so that all that it waits for are
 * the commands before it.
 */
cl_int driver_transfer(cl_command_queue queue, cl_bool blocking, cl_uint count,
		       const cl_event *events, cl_event *event);

#endif
