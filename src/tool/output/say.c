/* SPDX-License-Identifier: Apache-2.0 */
/* say: see say.h. */
#include "tool/output/say.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define KEY_WIDTH 10	/* columns of a fact's key */

static bool has_colour;

void say_init(void)
{
	const char *no_color = getenv("NO_COLOR");
	const char *term = getenv("TERM");

	has_colour = isatty(STDOUT_FILENO) && !(no_color && *no_color) && term && *term &&
		     strcmp(term, "dumb") != 0;
}

/* A driver's name must not move the cursor, nor end the line. */
static void put_safely(FILE *file, const char *text)
{
	for (; *text; text++) {
		unsigned char c = (unsigned char)*text;

		if (c < 0x20 || c == 0x7F)
			fprintf(file, "\\x%02X", c);
		else
			fputc(c, file);
	}
}

static void put_line(FILE *file, const char *format, va_list arguments)
{
	char *text = NULL;

	if (vasprintf(&text, format, arguments) < 0)
		return;
	put_safely(file, text);
	fputc('\n', file);
	free(text);
}

void say_head(enum say_shade shade, const char *kind, const char *format, ...)
{
	static const char codes[][8] = { "", "\033[32m", "\033[33m", "\033[1;31m", "\033[2m" };
	bool is_coloured = has_colour && shade != SAY_PLAIN;
	va_list arguments;

	printf("%s%s:%s ", is_coloured ? codes[shade] : "", kind, is_coloured ? "\033[0m" : "");
	va_start(arguments, format);
	put_line(stdout, format, arguments);
	va_end(arguments);
}

void say_fact(const char *key, const char *format, ...)
{
	va_list arguments;

	printf("    %-*s ", KEY_WIDTH, key);
	va_start(arguments, format);
	put_line(stdout, format, arguments);
	va_end(arguments);
}

void say_line(const char *format, ...)
{
	va_list arguments;

	va_start(arguments, format);
	put_line(stdout, format, arguments);
	va_end(arguments);
}

void say_error(const char *format, ...)
{
	va_list arguments;

	fflush(stdout);
	fputs("clrouter: ", stderr);
	va_start(arguments, format);
	put_line(stderr, format, arguments);
	va_end(arguments);
}

bool say_usage(const char *format, ...)
{
	va_list arguments;

	fputs("clrouter: ", stderr);
	va_start(arguments, format);
	put_line(stderr, format, arguments);
	va_end(arguments);
	fputs("clrouter: see clrouter --help\n", stderr);
	return false;
}
