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
			 .kind = KNOWN_##option_kind, .words = (const char *const[]){ __VA_ARGS__, NULL } },
	KNOWN_OPTIONS(X)
#undef X
};

static int find(const struct known_option *option, const char *word)
{
	for (int i = 0; option->words[i]; i++)
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

	for (int i = 0; option->words[i]; i++)
		if (glob_matches(glob, option->words[i]))
			return true;
	return false;
}

/* Does the part of WORD before its END, or all of it, fit? */
static bool fits_before(const char *word, char end, const struct known_option *option)
{
	char part[WORD_LIST_SIZE];
	const char *at = strchr(word, end);

	text_format(part, sizeof(part), "%.*s", at ? (int)(at - word) : (int)strlen(word), word);
	return fits_any(part, option);
}

bool known_option_fits(const char *word, const void *what)
{
	const struct known_option *option = what;
	const char *colon = strchr(word, ':');

	switch (option->kind) {
	case KNOWN_FEATURES:
		return fits_before(word, '@', option);
	case KNOWN_NAMES:
		/* No extension begins with a digit. */
		return word[0] < '0' || word[0] > '9' || find(option, word) >= 0;
	case KNOWN_VERSIONS:
		return colon && colon[1] && colon[1 + strspn(colon + 1, "0123456789.")] == '\0' &&
		       fits_before(word, ':', option);
	case KNOWN_FUNCTIONS:
		return true;
	default:
		return fits_any(word, option);
	}
}

static bool accepts_list(const struct known_option *option, const char *list)
{
	char word[WORD_LIST_SIZE];

	return !word_list_next_unfit(&list, word, known_option_fits, option);
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
	case KNOWN_FEATURES:
	case KNOWN_NAMES:
	case KNOWN_VERSIONS:
	case KNOWN_FUNCTIONS:
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
	static const char *const heads[] = {
		[KNOWN_NUMBER] = "a number above 0",
		[KNOWN_NAMES] = "names of extensions, ",
		[KNOWN_VERSIONS] = "EXTENSION:VERSION, of ",
		[KNOWN_FUNCTIONS] = "names of functions",
	};
	size_t length = text_format(buffer, KNOWN_EXPECTED_SIZE, "%s",
				    heads[option->kind] ? heads[option->kind] : "");

	for (int i = 0; option->words[i]; i++)
		length += text_format(buffer + length, KNOWN_EXPECTED_SIZE - length, "%s%s",
				      i == 0 ? "" : option->words[i + 1] ? ", " : " or ",
				      option->words[i]);
}
