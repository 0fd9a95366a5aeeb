/* SPDX-License-Identifier: Apache-2.0 */
/*
 * finding-output: how findings look, as text and as JSON, and where they go. Called with the
 * layer's lock held, unless a function says otherwise.
 */
#ifndef CLROUTER_LAYERS_VALIDATION_REPORT_FINDING_OUTPUT_H
#define CLROUTER_LAYERS_VALIDATION_REPORT_FINDING_OUTPUT_H

#include "layers/frame/repeats.h"
#include "layers/validation/report/finding-report.h"
#include "layers/validation/report/finding-values.h"
#include "state/live.h"

#define OUTPUT_PLACE 4096 /* bytes; names of functions of C++ are long */

/* What is asked for before the lock is taken: reading symbols takes longest. */
struct output_names {
	unsigned char count;
	char texts[PROBLEM_PARAMS][4 * VALUES_NAME]; /* quoted; empty: none */
	char place[OUTPUT_PLACE];		     /* of the call; empty: it has none */
	char other_place[OUTPUT_PLACE]; /* of the other call that the problem is about */
	struct stack *stack;		/* of the call; NULL: none is kept */
};

void output_start(const char *path, bool is_json, bool has_details, bool keeps_stacks);

/* error, warning, limit or performance. Needs no lock. */
const char *output_level(enum level level);

/*
 * Fills NAMES with the names of the objects of PROBLEM, its places and the stack of its call; with
 * its places only. Needs no lock.
 */
void output_ask_names(struct output_names *names, const struct problem *problem);
void output_ask_places(struct output_names *names, const struct problem *problem);

/* Writes PROBLEM. */
void output_write(const struct problem *problem, const struct output_names *names);

/* Writes a line about a finding that came more than once. */
void output_write_count(const struct repeat *repeat);

/*
 * Writes the last line, as text only: how many different findings there were, and what was not
 * looked for; UNSOUGHT is empty if that is nothing. That there is no finding is not written to a
 * file that the program has opened as standard error meanwhile.
 */
void output_write_end(size_t findings, const char *unsought);

void output_end(void);

#endif
