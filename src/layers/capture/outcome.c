/* SPDX-License-Identifier: Apache-2.0 */
/*
 * outcome: see outcome.h.
 */
#include "layers/capture/outcome.h"

#include <stdarg.h>
#include <string.h>
#include <unistd.h>

#include "base/common/line.h"
#include "base/file/io.h"
#include "base/file/safe-open.h"
#include "base/os.h"
#include "launch/capture-status.h"
#include "layers/frame/layer-message.h"

static const char *status_path;

void outcome_start(const char *path)
{
	status_path = path;
}

/* What somebody who has set only variables wants to know. */
static void say_to_user(const char *word, const char *text)
{
	if (strcmp(word, CAPTURE_STATUS_CAPTURED) == 0)
		layer_message("capture: the launch is in %s", text);
	else if (strcmp(word, CAPTURE_STATUS_NOTE) == 0)
		layer_message("capture: %s", text);
	else if (strcmp(word, CAPTURE_STATUS_REFUSED) == 0)
		layer_message("capture: there is none: %s", text);
}

void outcome_say(const char *word, const char *format, ...)
{
	char buffer[OS_PATH_SIZE + 64];
	struct line line = line_in(buffer, sizeof(buffer) - 1);
	va_list arguments;
	size_t length;
	int file;

	line_add(&line, "%s%s", word, format != NULL ? " " : "");
	length = line.length;
	va_start(arguments, format);
	if (format != NULL)
		line_add_list(&line, format, arguments);
	va_end(arguments);
	if (status_path == NULL) {
		say_to_user(word, line.text + length);
		return;
	}
	/* A text of the driver's or the user's has no line of its own. */
	for (char *at = line.text; *at != '\0'; at++)
		if (*at == '\n')
			*at = ' ';
	line.text[line.length++] = '\n';
	file = safe_open(status_path, SAFE_OPEN_APPEND | SAFE_OPEN_REGULAR);
	if (file < 0)
		return;
	io_write_all(file, line.text, line.length);
	close(file);
}
