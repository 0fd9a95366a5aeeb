/* SPDX-License-Identifier: Apache-2.0 */
/*
 * module: which program or library has the code at an address. module-linux.c and module-windows.c
 * implement this header.
 */
#ifndef CLROUTER_LAYERS_RECORD_FILE_MODULE_H
#define CLROUTER_LAYERS_RECORD_FILE_MODULE_H

#include <stdbool.h>
#include <stddef.h>

#include "record/record-format.h"

/*
 * Stores in MODULE what is known of the file that has ADDRESS, but for the time, and its path in PATH,
 * of SIZE bytes. False: no file has it, and nothing is stored. To be called with a lock that is held
 * around forks: the C library has one of its own here. It waits for no thread that opens a library.
 */
bool module_find(const void *address, struct record_module *module, char *path, size_t size);

#endif
