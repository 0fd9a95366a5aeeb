/* SPDX-License-Identifier: Apache-2.0 */
/*
 * output: the answer of a subcommand, either as lines for people or as JSON. A subcommand calls the
 * functions of lines.h and of json.h side by side. The functions of the form that was not chosen
 * do nothing, so a subcommand does not ask which form it is.
 */
#ifndef CLROUTER_TABLE_OUTPUT_H
#define CLROUTER_TABLE_OUTPUT_H

#include <stdbool.h>
#include <stdio.h>

enum output_form { OUTPUT_LINES, OUTPUT_JSON };

struct output {
	enum output_form form;
	FILE *file;
	bool has_colour; /* of lines */
	unsigned depth;	 /* of JSON: the number of open brackets */
	bool has_value;	 /* of JSON: there is a value in the innermost brackets */
};

/* Initialises OUTPUT, which has no colours and needs no release. FILE stays the caller's. */
static inline void output_init(struct output *output, enum output_form form, FILE *file)
{
	*output = (struct output){ .form = form, .file = file };
}

#endif
