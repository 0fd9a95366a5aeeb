/* SPDX-License-Identifier: Apache-2.0 */
/* notes: see notes.h. */
#include "tool/output/notes.h"

#include <stdarg.h>

#include "table/json.h"
#include "tool/output/format.h"
#include "tool/output/message.h"

void notes_add(struct tool *tool, const char *id, const char *format, ...)
{
	struct tool_note *note = arena_alloc(&tool->arena, sizeof(*note));
	struct tool_note **end = &tool->notes;
	va_list arguments;

	if (!note)
		return;
	note->id = id;
	va_start(arguments, format);
	note->text = format_into_va(&tool->arena, format, arguments);
	va_end(arguments);
	while (*end)
		end = &(*end)->next;
	*end = note;
}

void notes_put(const struct tool *tool)
{
	json_open_array(tool->output, "notes");
	for (const struct tool_note *note = tool->notes; note; note = note->next) {
		if (tool->output->form == OUTPUT_LINES)
			message_error("note: %s", note->text);
		json_open_object(tool->output, NULL);
		json_text(tool->output, "id", note->id);
		json_text(tool->output, "text", note->text);
		json_close_object(tool->output);
	}
	json_close_array(tool->output);
}
