/* SPDX-License-Identifier: Apache-2.0 */
/*
 * outcome: see outcome.h.
 */
#include "layers/capture/outcome.h"

#include <stdarg.h>
#include <string.h>

#include "base/common/line.h"
#include "layers/frame/layer-message.h"
#include "layers/frame/status.h"

/* What somebody who has set only variables wants to know. */
static void say_to_user(const char *word, const char *text)
{
	if (strcmp(word, STATUS_CAPTURED) == 0)
		layer_message("capture: the launch is in %s", text);
	else if (strcmp(word, STATUS_NOTE) == 0)
		layer_message("capture: %s", text);
	else if (strcmp(word, STATUS_REFUSED) == 0)
		layer_message("capture: there is none: %s", text);
}

void outcome_say(const char *word, const char *format, ...)
{
	char buffer[STATUS_LINE_SIZE] = "";
	struct line line = line_in(buffer, sizeof(buffer));
	va_list arguments;

	va_start(arguments, format);
	if (format)
		line_add_list(&line, format, arguments);
	va_end(arguments);
	if (!status_say(word, format ? buffer : NULL))
		say_to_user(word, buffer);
}
