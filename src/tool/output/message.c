/* SPDX-License-Identifier: Apache-2.0 */
/* message: see message.h. */
#include "tool/output/message.h"

#include <stdarg.h>
#include <stdio.h>

#include "table/safe.h"

static FILE *diverted;	/* NULL: messages go to standard error */

static FILE *target(void)
{
	return diverted ? diverted : stderr;
}

static void put_message(const char *format, va_list arguments)
{
	fputs("clrouter: ", target());
	safe_put_line(target(), format, arguments);
}

void message_error(const char *format, ...)
{
	va_list arguments;

	fflush(stdout);
	va_start(arguments, format);
	put_message(format, arguments);
	va_end(arguments);
}

bool message_usage(const char *format, ...)
{
	va_list arguments;

	va_start(arguments, format);
	put_message(format, arguments);
	va_end(arguments);
	fputs("clrouter: see clrouter --help\n", target());
	return false;
}

void message_divert(FILE *file)
{
	diverted = file;
}
