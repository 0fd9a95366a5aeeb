/* SPDX-License-Identifier: Apache-2.0 */
/*
 * queues: what is known of each queue, and profiling for those that the program makes without it.
 * The program does not see that: queries of a queue and of its events answer as if it had got what
 * it asked for.
 *
 * Any thread may call these functions.
 */
#ifndef CLROUTER_LAYERS_RECORD_QUEUES_H
#define CLROUTER_LAYERS_RECORD_QUEUES_H

#include <stdbool.h>

#include <clrouter/layer.h>

#include "layers/record/in-flight.h"
#include "record/record-format.h"

/* Which queues get profiling; in the order of the words of the option. */
enum queues_change {
	QUEUES_NONE,
	QUEUES_ALL,
	QUEUES_SAMPLED	/* queues where the program cannot notice it; some commands are measured */
};

/* Lives as long as the process: threads remember the address. */
struct timed_queue {
	struct in_flight in_flight;	/* with the handle */
	enum record_profiling profiling;
	bool is_measured;		/* events of its commands have times */
	atomic_uint noted;		/* in the file of this generation (call-records.h) */
	cl_queue_properties *list;	/* as the program gave it; NULL: it gave none */
	size_t list_size;		/* bytes */
	struct timed_queue *next;
};

/* To be called at the layer's start. */
void queues_start(enum queues_change change);

/* The program will make command buffers. */
void queues_expect_command_buffers(void);

/* What is known of HANDLE; the driver is asked if that is nothing. NULL: there is no memory. */
struct timed_queue *queues_find(cl_command_queue handle);

/* Does QUEUE have profiling that the program did not ask for? */
static inline bool queue_is_changed(const struct timed_queue *queue)
{
	return queue->profiling == RECORD_PROFILING_ALL ||
	       queue->profiling == RECORD_PROFILING_SAMPLED;
}

/*
 * Reads the times of all commands that have ended: after a call that has waited, and before objects go
 * away. At the end of a process the driver may be gone already, so it is not asked for anything then:
 * what has not been read by then has no times.
 */
void queues_read(void);

/* -- in place of functions of the target -------------------------------------------------- */

cl_command_queue CL_API_CALL queue_create(cl_context context, cl_device_id device,
					  cl_command_queue_properties properties,
					  cl_int *errcode_ret);

cl_command_queue CL_API_CALL queue_create_with_properties(cl_context context, cl_device_id device,
							  const cl_queue_properties *properties,
							  cl_int *errcode_ret);

typedef cl_command_queue CL_API_CALL queue_maker(cl_context context, cl_device_id device,
						 const cl_queue_properties *properties,
						 cl_int *errcode_ret);

/* The same with MAKE, a function of an extension. */
cl_command_queue queue_create_by(queue_maker *make, cl_context context, cl_device_id device,
				 const cl_queue_properties *properties, cl_int *errcode_ret);

cl_int CL_API_CALL queue_set_property(cl_command_queue handle,
				      cl_command_queue_properties properties, cl_bool enable,
				      cl_command_queue_properties *old_properties);

cl_int CL_API_CALL queue_get_info(cl_command_queue handle, cl_command_queue_info param_name,
				  size_t param_value_size, void *param_value,
				  size_t *param_value_size_ret);

cl_int CL_API_CALL queue_get_profiling_info(cl_event event, cl_profiling_info param_name,
					    size_t param_value_size, void *param_value,
					    size_t *param_value_size_ret);

/* Around a fork, in the thread that forks. */
void queues_before_fork(void);
void queues_after_fork_in_parent(void);
void queues_after_fork_in_child(void);

/*
 * In profiling.c: can queues of DEVICE have profiling that the program did not ask for, so that the
 * program does the same as without, and nearly as fast? RECORD_PROFILING_SAMPLED, or the reason why not.
 * HAS_COMMAND_BUFFERS: the program makes command buffers. Any thread may call this.
 */
enum record_profiling profiling_of_device(cl_device_id device, bool has_command_buffers);

#endif
