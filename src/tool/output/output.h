/* SPDX-License-Identifier: Apache-2.0 */
/*
 * output: the answer of a subcommand, in one of two forms: lines for people, or
 * JSON. A subcommand gives both, side by side: lines through lines.h, objects and
 * members through json.h. Only those of the form that main chose are written, so
 * no subcommand asks which one it is.
 */
#ifndef CLROUTER_TOOL_OUTPUT_OUTPUT_H
#define CLROUTER_TOOL_OUTPUT_OUTPUT_H

#include <stdbool.h>
#include <stdio.h>

enum output_form { OUTPUT_LINES, OUTPUT_JSON };

struct output {
	enum output_form form;
	FILE *file;
	bool has_colour;	/* of lines */
	unsigned depth;		/* of JSON: how many brackets are open */
	bool has_value;		/* of JSON: a value precedes in the same brackets */
};

/*
 * FILE stays the caller's. Lines are coloured if it is a terminal that knows
 * colours, and NO_COLOR is not set.
 */
void output_init(struct output *output, enum output_form form, FILE *file);

#endif
