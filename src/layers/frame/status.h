/* SPDX-License-Identifier: Apache-2.0 */
/*
 * status: tells another process what the layer does (base/common/status-line.h). One layer, one file.
 * status_start() and status_end() are for the layer's start and end.
 */
#ifndef CLROUTER_LAYERS_FRAME_STATUS_H
#define CLROUTER_LAYERS_FRAME_STATUS_H

#include <stdbool.h>

/*
 * PATH is the file for lines; NULL: nobody wants to know. If the layer KEEPS it open, output_file_open()
 * opens it now. Otherwise system_append() opens it for each line.
 */
void status_start(const char *wanted, bool keeps);

/*
 * Adds a line: WORD and TEXT; NULL: the word alone. False: nobody wants to know. Any thread may call this, of a
 * layer that keeps the file open one at a time.
 */
bool status_say(const char *word, const char *text);

/* The same with the ID of this process. */
void status_say_process(const char *word);

/* Closes the file. */
void status_end(void);

#endif
