/* SPDX-License-Identifier: Apache-2.0 */
/* stream: see stream.h. */
#include "tool/output/stream.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

bool stream_has_codes(FILE *file)
{
	const char *term = getenv("TERM");

	return isatty(fileno(file)) && term && *term && strcmp(term, "dumb") != 0;
}

/* See https://no-color.org: a value that is not empty forbids colours. */
bool stream_has_colour(FILE *file)
{
	const char *no_color = getenv("NO_COLOR");

	return stream_has_codes(file) && !(no_color && *no_color);
}
