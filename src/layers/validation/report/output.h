/* SPDX-License-Identifier: Apache-2.0 */
/*
 * output: how findings look, as text and as JSON, and where they go. Called with the layer's lock
 * held, except for output_ask_names().
 */
#ifndef CLROUTER_LAYERS_VALIDATION_REPORT_OUTPUT_H
#define CLROUTER_LAYERS_VALIDATION_REPORT_OUTPUT_H

#include "layers/validation/report/report.h"
#include "layers/validation/report/values.h"
#include "state/live.h"

/* What is asked for before the lock is taken. */
struct output_names {
	unsigned char count;
	char texts[PROBLEM_PARAMS][4 * VALUES_NAME]; /* quoted; empty: none */
	struct stack *stack; /* of the call; NULL: none is kept */
};

/* How often something was found at a place. */
struct output_count {
	enum level level;
	const char *id;
	unsigned int slot;
	const void *site;
	unsigned long count;
};

void output_start(const char *path, bool is_json, bool has_details, bool keeps_stacks);

/* error, warning, limit or performance. Needs no lock. */
const char *output_level(enum level level);

/* Fills NAMES with the names of the objects of PROBLEM and the stack of its call. Needs no lock. */
void output_ask_names(struct output_names *names, const struct problem *problem);

/* Writes PROBLEM. */
void output_write(const struct problem *problem, const struct output_names *names);

/* Writes a line about a finding that came more than once. */
void output_write_count(const struct output_count *count);

/* Writes, as text only, that races were not looked for, and which option does that. */
void output_write_unsought(void);

void output_end(void);

#endif
