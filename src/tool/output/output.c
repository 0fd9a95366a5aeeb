/* SPDX-License-Identifier: Apache-2.0 */
/* output: see output.h. */
#include "tool/output/output.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* See https://no-color.org: a value that is not empty forbids colours. */
static bool knows_colour(FILE *file)
{
	const char *no_color = getenv("NO_COLOR");
	const char *term = getenv("TERM");

	return isatty(fileno(file)) && !(no_color && *no_color) && term && *term &&
	       strcmp(term, "dumb") != 0;
}

void output_init(struct output *output, enum output_form form, FILE *file)
{
	*output = (struct output){
		.form = form,
		.file = file,
		.has_colour = form == OUTPUT_LINES && knows_colour(file),
	};
}
