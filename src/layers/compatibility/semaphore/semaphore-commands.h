/* SPDX-License-Identifier: Apache-2.0 */
/*
 * semaphore-commands: signals and waits as commands of the driver that do nothing. No call waits
 * for a command. A call that fails leaves the semaphores as they were. Any thread may call.
 */
#ifndef CLROUTER_LAYERS_COMPATIBILITY_SEMAPHORE_SEMAPHORE_COMMANDS_H
#define CLROUTER_LAYERS_COMPATIBILITY_SEMAPHORE_SEMAPHORE_COMMANDS_H

#include "layers/compatibility/semaphore/semaphore-arguments.h"

/* EVENT may be NULL. Return an error code. */
cl_int commands_signal(const struct semaphore_arguments *arguments, cl_event *event);
cl_int commands_wait(const struct semaphore_arguments *arguments, cl_event *event);

#endif
