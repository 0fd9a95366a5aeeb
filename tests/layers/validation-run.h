/* SPDX-License-Identifier: Apache-2.0 */
/*
 * validation-run: one start of the validation layer above the driver that accepts everything, and
 * what the layer found. A failed expectation is printed and counted.
 */
#ifndef VALIDATION_RUN_H
#define VALIDATION_RUN_H

#include <stdbool.h>

#include <clrouter/layer.h>

/* The table of the layer while it runs. */
extern const struct clrouter_table *run_layer;

/* Opens the layer PATH; a layer that cannot be opened ends the test. */
void run_open(const char *path);

/* The address of NAME, which the layer exports. */
void *run_symbol(const char *name);

/* Starts the layer and makes the objects of validation-objects.h; stops it. */
void run_start(void);
void run_stop(void);

/* The findings since the start, until the next call. */
const char *run_findings(void);

/* Is FINDINGS one line, about rule ID of FUNCTION with CODE? */
bool run_is_only(const char *findings, const char *id, const char *code, const char *function);

/*
 * Every how many of the same kind a test tries: by default STEP, for which it begins with another one for
 * each call; with "make check-thorough" all.
 */
unsigned run_step(unsigned step);

void run_fail(const char *what, const char *id, const char *words, const char *findings);
unsigned run_failures(void);

#endif
