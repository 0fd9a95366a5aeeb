/* SPDX-License-Identifier: Apache-2.0 */
/*
 * module: which program or library has the code at an address, and the stack of a thread. Any thread
 * may call the functions. module-linux.c and module-windows.c implement this header.
 */
#ifndef CLROUTER_LAYERS_RECORD_FILE_MODULE_H
#define CLROUTER_LAYERS_RECORD_FILE_MODULE_H

#include <stdbool.h>
#include <stddef.h>

#include "record/record-format.h"

/*
 * Stores in MODULE what is known of the file that has ADDRESS, but for the time, and its path in PATH,
 * of SIZE bytes. False: no file has it, and nothing is stored. To be called with no lock held: on
 * Windows it waits while another thread opens or closes a library, or ends.
 */
bool module_find(const void *address, struct record_module *module, char *path, size_t size);

/* As system_take_stack(), and with no lock held, too. */
int module_take_stack(void **frames, int count);

/* Around a fork, in the thread that forks. */
void module_before_fork(void);
void module_after_fork(void);

#endif
