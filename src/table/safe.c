/* SPDX-License-Identifier: Apache-2.0 */
/* safe: see safe.h. */
#include "table/safe.h"

#include <stdlib.h>

#include "base/text.h"

void safe_put(FILE *file, const char *text)
{
	char shown[TEXT_SHOWN_SIZE];

	while (*text) {
		text_take_shown(&text, shown);
		fputs(shown, file);
	}
}

void safe_put_line(FILE *file, const char *format, va_list arguments)
{
	char *text = NULL;

	if (vasprintf(&text, format, arguments) < 0)
		return;
	safe_put(file, text);
	fputc('\n', file);
	free(text);
}
