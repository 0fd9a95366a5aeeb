/* SPDX-License-Identifier: Apache-2.0 */
/*
 * command-buffer-driver: a fake driver that executes nothing, and writes down what is enqueued and
 * which events that waits for. Its first device has no command buffers, its second one has them if
 * a test says so. The state is for one test.
 */
#ifndef COMMAND_BUFFER_DRIVER_H
#define COMMAND_BUFFER_DRIVER_H

#include <stdbool.h>

#include <clrouter/extension.h>

#define COMMAND_BUFFER_ARGUMENTS 4 /* of a kernel */

/* The first word of an object leads to the table of its driver; nobody calls through it here. */
struct object {
	const void *dispatch;
	int references;
	cl_command_queue_properties properties; /* of a queue */
	int device;
	bool is_bare;  /* a kernel without its first argument */
	unsigned set;  /* arguments of a kernel that were set, a bit for each; none of a clone's */
	int status;    /* of an event */
	cl_ulong time; /* of its start; it ends 10 later */
	char name;
};

/* The objects, and what the driver has seen. */
struct fake {
	struct object platform, devices[2], buffer, kernel, native;
	struct object made; /* a buffer that the layer makes: a fill of it is an e */
	struct object queues[4]; /* in order and not, of the first device; then of the second */
	struct object events[64];
	struct object kernels[64]; /* clones */
	int event_count;
	int kernel_count;
	char calls[512];      /* what was enqueued: kind(events that it waits for)=its event */
	int left_until_error; /* enqueues; negative: none fails */
	const char *native_extension;
	cl_version native_version;
	int native_calls;
};
extern struct fake fake;

/* A new event with one reference. NAME is 0: the next letter. */
struct object *command_buffer_driver_event(char name);

/* Puts the functions of the driver into TABLE. */
void command_buffer_driver(struct clrouter_table *table);

#endif
