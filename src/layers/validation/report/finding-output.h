/* SPDX-License-Identifier: Apache-2.0 */
/*
 * finding-output: what findings say, as text and as JSON; what all layers' findings have in common
 * is in frame/finding-lines.h. Called with the layer's lock held, unless a function says otherwise.
 */
#ifndef CLROUTER_LAYERS_VALIDATION_REPORT_FINDING_OUTPUT_H
#define CLROUTER_LAYERS_VALIDATION_REPORT_FINDING_OUTPUT_H

#include "layers/frame/finding-lines.h"
#include "layers/validation/report/finding-report.h"
#include "layers/validation/report/finding-values.h"
#include "state/live.h"

/* What is asked for before the lock is taken: reading symbols takes longest. */
struct output_names {
	unsigned char count;
	char texts[PROBLEM_PARAMS][4 * VALUES_NAME]; /* quoted; empty: none */
	char place[FINDING_PLACE];		     /* of the call; empty: it has none */
	char other_place[FINDING_PLACE]; /* of the other call that the problem is about */
	struct stack *stack;		 /* of the call; NULL: none is kept */
};

void output_start(const char *path, const char *status, bool is_json, bool has_details,
		  bool keeps_stacks);

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

#endif
