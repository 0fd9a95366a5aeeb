/* SPDX-License-Identifier: Apache-2.0 */
/*
 * own-process: what the record layer needs to know of the process that it records.
 * own-process-linux.c and own-process-windows.c implement this header. Texts are UTF-8 on Windows.
 * Any thread may call the functions.
 */
#ifndef CLROUTER_LAYERS_RECORD_FILE_OWN_PROCESS_H
#define CLROUTER_LAYERS_RECORD_FILE_OWN_PROCESS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* The ID of the process that has started this one. It may have ended. */
uint32_t own_process_parent(void);

/* Stores the path of the program, with "/" between its parts. False: it is not known. */
bool own_process_program(char *path, size_t size);

/* Calls VISIT with each word of the command line, on Linux with those in its first 4095 bytes. */
void own_process_visit_arguments(void (*visit)(const char *argument));

/* Stores the name of the calling thread in NAME, of at least 16 bytes. Empty if it has none. */
void own_process_thread_name(char *name, size_t size);

/* The CPU time that the calling thread has used, in ns; on Windows in steps of some milliseconds. */
uint64_t own_process_thread_cpu(void);

#endif
