/* SPDX-License-Identifier: Apache-2.0 */
/*
 * outcome: says what became of launches: to "clrouter capture" (launch/capture-status.h), or on
 * standard error if nobody has asked for it. Any thread may call the functions.
 */
#ifndef CLROUTER_LAYERS_CAPTURE_OUTCOME_H
#define CLROUTER_LAYERS_CAPTURE_OUTCOME_H

/* For the layer's start: PATH is the file for lines; NULL: none. The text must stay. */
void outcome_start(const char *path);

/* Writes the line, WORD and the formatted text; NULL: the word alone. */
void outcome_say(const char *word, const char *format, ...) __attribute__((format(__printf__, 2, 3)));

#endif
