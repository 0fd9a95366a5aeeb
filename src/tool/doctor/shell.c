/* SPDX-License-Identifier: Apache-2.0 */
/* shell: see shell.h. */
#include "tool/doctor/shell.h"

#include <string.h>

#include "base/text.h"
#include "tool/output/format.h"

const char *shell_word(const char *text, struct arena *arena)
{
	static const char plain[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz"
				    "0123456789_-./+:=@%,";
	const char *quoted = "'";

	if (*text && !text[strspn(text, plain)])
		return text;
	while (*text) {
		size_t length = strcspn(text, "'");

		quoted = format_into(arena, "%s%.*s%s", quoted, (int)length, text,
				     text[length] ? "'\\''" : "");
		text += length + (text[length] != '\0');
	}
	return format_into(arena, "%s'", quoted);
}

const char *shell_take_out(const char *name, const char *value, const char *element,
			   char separator, struct arena *arena)
{
	const char *left = NULL;

	while (value) {
		size_t length;
		const char *kept = text_next_element(&value, separator, &length);

		if (length == strlen(element) && memcmp(kept, element, length) == 0)
			continue;
		left = left ? format_into(arena, "%s%c%.*s", left, separator, (int)length, kept) :
			      format_into(arena, "%.*s", (int)length, kept);
	}
	if (!left)
		return format_into(arena, "unset %s", name);
	return format_into(arena, "export %s=%s", name, shell_word(left, arena));
}
