/* SPDX-License-Identifier: Apache-2.0 */
/* safe: see safe.h. */
#include "tool/output/safe.h"

#include <stdlib.h>

static void put_byte(FILE *file, unsigned char byte)
{
	if (byte < 0x20 || byte == 0x7F)
		fprintf(file, "\\x%02X", byte);
	else
		fputc(byte, file);
}

void safe_put_line(FILE *file, const char *format, va_list arguments)
{
	char *text = NULL;

	if (vasprintf(&text, format, arguments) < 0)
		return;
	for (const char *at = text; *at; at++)
		put_byte(file, (unsigned char)*at);
	fputc('\n', file);
	free(text);
}
