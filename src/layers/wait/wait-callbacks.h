/* SPDX-License-Identifier: Apache-2.0 */
/*
 * wait-callbacks: is the calling thread inside a function of the program that the driver has called?
 * What may wait there, and how, is the driver's alone. Any thread may call.
 */
#ifndef CLROUTER_LAYERS_WAIT_WAIT_CALLBACKS_H
#define CLROUTER_LAYERS_WAIT_WAIT_CALLBACKS_H

#include <stdbool.h>

#include <clrouter/layer.h>

bool wait_callbacks_are_running(void);

typedef void CL_CALLBACK wait_callbacks_free_function(cl_command_queue queue, cl_uint count,
						      void **pointers, void *user_data);

/*
 * Around a call that gives *NOTIFY for the end of a command: these are replaced by the layer's own,
 * which are dropped if the driver has refused the call. False: there is no memory.
 */
bool wait_callbacks_keep_free(wait_callbacks_free_function **notify, void **user_data);
void wait_callbacks_drop_free(wait_callbacks_free_function *notify, void *user_data);

/*
 * For the layer's start: puts the functions that take callbacks into TABLE. False: they cannot be
 * seen.
 */
bool wait_callbacks_start(struct clrouter_table *table);

#endif
