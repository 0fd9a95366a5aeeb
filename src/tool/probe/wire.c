/* SPDX-License-Identifier: Apache-2.0 */
/* wire: see wire.h. */
#include "tool/probe/wire.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/io.h"
#include "base/text.h"

/* A reader that went away ends the child by SIGPIPE; nobody else is told. */
void wire_put(int pipe, const char *key, const char *value)
{
	if (!value)
		return;
	if (io_write_all(pipe, key, strlen(key) + 1))
		io_write_all(pipe, value, strlen(value) + 1);
}

void wire_put_number(int pipe, const char *key, long number)
{
	char text[24];

	text_format(text, sizeof(text), "%ld", number);
	wire_put(pipe, key, text);
}

void wire_init(struct wire *wire, const char *bytes, size_t size)
{
	wire->at = bytes;
	wire->end = bytes + size;
}

static const char *next_text(struct wire *wire)
{
	const char *text = wire->at;
	const char *end = memchr(text, '\0', (size_t)(wire->end - text));

	wire->at = end ? end + 1 : wire->end;
	return end ? text : NULL;
}

bool wire_next(struct wire *wire, const char **key, const char **value)
{
	*key = wire->at < wire->end ? next_text(wire) : NULL;
	*value = *key && wire->at < wire->end ? next_text(wire) : NULL;
	return *value != NULL;
}

long wire_number(const char *value)
{
	return strtol(value, NULL, 10);
}
