/* SPDX-License-Identifier: Apache-2.0 */
/*
 * program-callbacks: is the calling thread inside a function of the program that the driver has
 * called? The driver gets a function of this module in its place, with the program's as its data.
 * What is kept for that is freed when the driver calls, which it does once; if it never calls, it
 * stays. Uses the layer's pointer of thread-data.h. Any thread may call.
 */
#ifndef CLROUTER_LAYERS_FRAME_PROGRAM_CALLBACKS_H
#define CLROUTER_LAYERS_FRAME_PROGRAM_CALLBACKS_H

#include <stdbool.h>

#include <clrouter/layer.h>

typedef void CL_CALLBACK program_callbacks_context(cl_context context, void *user_data);
typedef void CL_CALLBACK program_callbacks_event(cl_event event, cl_int status, void *user_data);
typedef void CL_CALLBACK program_callbacks_free(cl_command_queue queue, cl_uint count,
						void **pointers, void *user_data);
typedef void CL_CALLBACK program_callbacks_memory(cl_mem memory, void *user_data);
typedef void CL_CALLBACK program_callbacks_program(cl_program program, void *user_data);

/* For the layer's start. False: callbacks cannot be distinguished from other calls. */
bool program_callbacks_start(void);

/* If a callback cannot be noted for its thread, what it calls counts as outside. */
bool program_callbacks_are_running(void);

/*
 * Before a call that gives the driver *NOTIFY with *USER_DATA: replaces both, unless *NOTIFY is
 * NULL. If the driver refuses the call, and will not call back, *USER_DATA is to be freed by
 * free(). False: there is no memory, and both stay as they are.
 */
bool program_callbacks_keep_context(program_callbacks_context **notify, void **user_data);
bool program_callbacks_keep_event(program_callbacks_event **notify, void **user_data);
bool program_callbacks_keep_free(program_callbacks_free **notify, void **user_data);
bool program_callbacks_keep_memory(program_callbacks_memory **notify, void **user_data);
bool program_callbacks_keep_program(program_callbacks_program **notify, void **user_data);

#endif
