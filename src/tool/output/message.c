/* SPDX-License-Identifier: Apache-2.0 */
/* message: see message.h. */
#include "tool/output/message.h"

#include <stdarg.h>
#include <stdio.h>

#include "tool/output/safe.h"

static void put_message(const char *format, va_list arguments)
{
	fputs("clrouter: ", stderr);
	safe_put_line(stderr, format, arguments);
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
	fputs("clrouter: see clrouter --help\n", stderr);
	return false;
}
