/* SPDX-License-Identifier: Apache-2.0 */
/* lines: see lines.h. */
#include "table/lines.h"

#include <inttypes.h>
#include <stdarg.h>

#include "table/safe.h"

#define KEY_WIDTH 10	/* columns of a fact's key */

void lines_head(struct output *output, enum lines_shade shade, const char *kind,
		const char *format, ...)
{
	static const char codes[][8] = { "", "\033[32m", "\033[33m", "\033[1;31m", "\033[2m" };
	bool is_coloured = output->has_colour && shade != LINES_PLAIN;
	va_list arguments;

	if (output->form != OUTPUT_LINES)
		return;
	fprintf(output->file, "%s%s:%s ", is_coloured ? codes[shade] : "", kind,
		is_coloured ? "\033[0m" : "");
	va_start(arguments, format);
	safe_put_line(output->file, format, arguments);
	va_end(arguments);
}

void lines_fact(struct output *output, const char *key, const char *format, ...)
{
	va_list arguments;

	if (output->form != OUTPUT_LINES)
		return;
	fprintf(output->file, "    %-*s ", KEY_WIDTH, key);
	va_start(arguments, format);
	safe_put_line(output->file, format, arguments);
	va_end(arguments);
}

void lines_plain(struct output *output, const char *format, ...)
{
	va_list arguments;

	if (output->form != OUTPUT_LINES)
		return;
	va_start(arguments, format);
	safe_put_line(output->file, format, arguments);
	va_end(arguments);
}

void lines_more(struct output *output, uint64_t count, uint64_t shown)
{
	if (count > shown)
		lines_plain(output, "  ... and %" PRIu64 " more; --json has all", count - shown);
}

void lines_empty(struct output *output)
{
	if (output->form == OUTPUT_LINES)
		fputc('\n', output->file);
}
