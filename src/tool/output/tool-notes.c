/* SPDX-License-Identifier: Apache-2.0 */
/* tool-notes: see tool-notes.h. */
#include "tool/output/tool-notes.h"

#include <stdarg.h>

#include "table/json.h"
#include "tool/output/format.h"
#include "tool/output/message.h"

void notes_add(struct tool *tool, const char *id, const char *format, ...)
{
	struct tool_note *note = arena_append(&tool->arena, &tool->notes, sizeof(*note));
	va_list arguments;

	if (!note)
		return;
	note->id = id;
	va_start(arguments, format);
	note->text = format_into_va(&tool->arena, format, arguments);
	va_end(arguments);
}

void notes_put(const struct tool *tool)
{
	json_open_array(tool->output, "notes");
	LIST_EACH(const struct tool_note, note, tool->notes) {
		if (tool->output->form == OUTPUT_LINES)
			message_error("note: %s", note->text);
		format_json_texts(tool->output, "id", note->id, "text", note->text, FORMAT_END);
	}
	json_close_array(tool->output);
}
