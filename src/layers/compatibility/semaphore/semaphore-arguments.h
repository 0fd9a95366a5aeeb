/* SPDX-License-Identifier: Apache-2.0 */
/*
 * semaphore-arguments: what a program passes to clEnqueueWaitSemaphoresKHR and
 * clEnqueueSignalSemaphoresKHR, checked with the errors of the specification. Any thread may call.
 */
#ifndef CLROUTER_LAYERS_COMPATIBILITY_SEMAPHORE_SEMAPHORE_ARGUMENTS_H
#define CLROUTER_LAYERS_COMPATIBILITY_SEMAPHORE_SEMAPHORE_ARGUMENTS_H

#include <stddef.h>

#include <clrouter/extension.h>

#include "layers/compatibility/semaphore/object.h"

/* What the program passes. */
struct arguments_given {
	cl_command_queue queue;
	cl_uint count;
	const cl_semaphore_khr *semaphores;
	cl_uint event_count;
	const cl_event *events;
};

/* The same, checked. */
struct semaphore_arguments {
	cl_command_queue queue;
	cl_context context; /* of the queue */
	size_t count;
	struct semaphore **semaphores; /* each is held */
	size_t event_count;
	const cl_event *events; /* the program's list */
};

/* CL_SUCCESS: ARGUMENTS are set, and arguments_done() is to be called. */
cl_int arguments_check(const struct arguments_given *given, struct semaphore_arguments *arguments);
void arguments_done(struct semaphore_arguments *arguments);

/*
 * In semaphore-commands.c: signals and waits as commands of the driver that do nothing. No call
 * waits for a command. A call that fails leaves the semaphores as they were. EVENT may be NULL.
 * They return an error code.
 */
cl_int commands_signal(const struct semaphore_arguments *arguments, cl_event *event);
cl_int commands_wait(const struct semaphore_arguments *arguments, cl_event *event);

#endif
