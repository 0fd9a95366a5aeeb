/* SPDX-License-Identifier: Apache-2.0 */
/*
 * layer-message: see layer-message.h.
 */
#include "layers/common/layer-message.h"

#include <stdbool.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/io.h"
#include "layers/common/line.h"

#define MESSAGE_SIZE 1024 /* bytes */

static bool may_write(size_t length)
{
	struct rlimit limit;
	struct stat status;

	if (fstat(STDERR_FILENO, &status) != 0)
		return false;
	return !S_ISREG(status.st_mode) || getrlimit(RLIMIT_FSIZE, &limit) != 0 ||
	       limit.rlim_cur == RLIM_INFINITY || (rlim_t)status.st_size + length <= limit.rlim_cur;
}

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
	if (may_write(line.length))
		io_write_all(STDERR_FILENO, line.text, line.length);
}
