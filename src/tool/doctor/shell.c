/* SPDX-License-Identifier: Apache-2.0 */
/* shell: see shell.h. */
#include "tool/doctor/shell.h"

#include <stdbool.h>
#include <stdint.h>
#include <string.h>

#include "base/text.h"
#include "tool/output/format.h"

/* Can all of TEXT be seen where a cure is printed, so that it can be copied? */
static bool is_shown(const char *text)
{
	uint32_t code;
	size_t length;

	for (; *text; text += length) {
		length = text_character(text, SIZE_MAX, &code);
		if (length == 0 || !text_is_harmless(code))
			return false;
	}
	return true;
}

/* printf(1) makes TEXT again: a word that cannot be seen cannot be copied. */
static const char *printed_word(const char *text, struct arena *arena)
{
	const char *word = "";

	for (; *text; text++)
		if (text_is_name(*text) || strchr("/.- ", *text))
			word = format_into(arena, "%s%c", word, *text);
		else
			word = format_into(arena, "%s\\%03o", word, (unsigned char)*text);
	return format_into(arena, "\"$(printf '%s')\"", word);
}

const char *shell_word(const char *text, struct arena *arena)
{
	static const char plain[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz"
				    "0123456789_-./+:=@%,";
	const char *quoted = "'";

	if (*text && !text[strspn(text, plain)])
		return text;
	if (!is_shown(text))
		return printed_word(text, arena);
	while (*text) {
		size_t length = strcspn(text, "'");

		quoted = format_into(arena, "%s%.*s%s", quoted, (int)length, text,
				     text[length] ? "'\\''" : "");
		text += length + (text[length] != '\0');
	}
	return format_into(arena, "%s'", quoted);
}

const char *shell_assign(const char *name, const char *value, struct arena *arena)
{
	return value ? format_into(arena, "export %s=%s", name, shell_word(value, arena))
		     : format_into(arena, "unset %s", name);
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
	return shell_assign(name, left, arena);
}
