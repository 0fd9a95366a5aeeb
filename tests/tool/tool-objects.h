/* SPDX-License-Identifier: Apache-2.0 */
/* tool-objects: what tool-objects.c and tool-memory.c have in common. */
#ifndef CLROUTER_TESTS_TOOL_TOOL_OBJECTS_H
#define CLROUTER_TESTS_TOOL_TOOL_OBJECTS_H

#include "tool/tool-compute.h"

#define MOST_TEXT 512

/* Writes a line into the file that TOOL_CALLS names. */
__attribute__((format(__printf__, 1, 2))) void tool_objects_note(const char *format, ...);

/* The first bytes, and a sum of all, in a buffer of this function. */
const char *tool_objects_text(const void *bytes, size_t size);

const char *tool_objects_sizes(const size_t *sizes, unsigned int count, char text[MOST_TEXT]);

/* In which order HANDLE was made of its kind; -1: it was not. */
int tool_objects_number(const void *handle);

/* Gives HANDLE the number *COUNT, which is raised. */
void tool_objects_keep(const void *handle, const char *kind, unsigned int *count);

/* Puts FUNCTION into the table; what was there is stored at THERE, if that is not NULL. */
void tool_objects_put(void **table, size_t slot, void *function, void *there);

/* Adds the functions of tool-memory.c. */
void tool_memory_fill(void **table);

#endif
