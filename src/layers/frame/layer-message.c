/* SPDX-License-Identifier: Apache-2.0 */
/*
 * layer-message: see layer-message.h.
 */
#include "layers/frame/layer-message.h"

#include <unistd.h>

#include "base/common/line.h"
#include "base/common/system.h"
#include "base/file/io.h"

#define MESSAGE_SIZE 1024 /* bytes */

void layer_message(const char *format, ...)
{
	char formatted[MESSAGE_SIZE];
	char buffer[MESSAGE_SIZE];
	struct line text = line_in(formatted, sizeof(formatted));
	struct line line = line_in(buffer, sizeof(buffer) - 1);
	va_list arguments;

	va_start(arguments, format);
	line_add_list(&text, format, arguments);
	va_end(arguments);
	line_add_text(&line, "clrouter: layer: ");
	line_add_escaped(&line, text.text);
	line.text[line.length++] = '\n';
	if (system_may_write_error(line.length))
		io_write_all(STDERR_FILENO, line.text, line.length);
}
