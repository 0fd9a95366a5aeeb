/* SPDX-License-Identifier: Apache-2.0 */
/* known-options: see known-options.h. */
#include "config/known-options.h"

#include <string.h>

#include "base/common/word-list.h"
#include "base/glob.h"
#include "base/text.h"

const struct known_option known_options[KNOWN_OPTION_COUNT] = {
#define X(id, layer_name, option_name, variable_name, option_kind, ...) \
	[KNOWN_##id] = { .layer = layer_name, .name = option_name, .variable = variable_name, \
			 .kind = KNOWN_##option_kind, .words = { __VA_ARGS__ } },
	KNOWN_OPTIONS(X)
#undef X
};

static int find(const struct known_option *option, const char *word)
{
	for (int i = 0; option->words[i] != NULL; i++)
		if (text_equal_nocase(word, option->words[i]))
			return i;
	return -1;
}

int known_option_find_word(const struct known_option *option, const char *word)
{
	int index = find(option, word);
	bool flag;

	if (index < 0 && text_parse_bool(word, &flag))
		index = find(option, flag ? "yes" : "no");
	return index;
}

static bool fits_any(const char *glob, const void *what)
{
	const struct known_option *option = what;

	for (int i = 0; option->words[i] != NULL; i++)
		if (glob_matches(glob, option->words[i]))
			return true;
	return false;
}

static bool accepts_list(const struct known_option *option, const char *list)
{
	char word[WORD_LIST_SIZE];

	return !word_list_next_unfit(&list, word, fits_any, option);
}

bool known_option_accepts(const struct known_option *option, const char *value)
{
	if (*value == '\0')
		return true;
	switch (option->kind) {
	case KNOWN_FLAG:
	case KNOWN_CHOICE:
		return known_option_find_word(option, value) >= 0;
	case KNOWN_WORDS:
		return accepts_list(option, value);
	case KNOWN_NUMBER:
		return value[strspn(value, "0123456789")] == '\0' &&
		       value[strspn(value, "0")] != '\0';
	case KNOWN_TEXT:
		break;
	}
	return true;
}

void known_option_expected(const struct known_option *option, char buffer[KNOWN_EXPECTED_SIZE])
{
	size_t length = 0;

	*buffer = '\0';
	if (option->kind == KNOWN_NUMBER)
		text_format(buffer, KNOWN_EXPECTED_SIZE, "a number above 0");
	for (int i = 0; option->words[i] != NULL; i++)
		length += text_format(buffer + length, KNOWN_EXPECTED_SIZE - length, "%s%s",
				      i == 0 ? "" : option->words[i + 1] != NULL ? ", " : " or ",
				      option->words[i]);
}
