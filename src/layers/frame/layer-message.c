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
	char buffer[MESSAGE_SIZE];
	struct line line = line_in(buffer, sizeof(buffer) - 1);
	va_list arguments;

	line_add(&line, "clrouter: layer: ");
	va_start(arguments, format);
	line_add_list(&line, format, arguments);
	va_end(arguments);
	line.text[line.length++] = '\n';
	if (system_may_write_error(line.length))
		io_write_all(STDERR_FILENO, line.text, line.length);
}
