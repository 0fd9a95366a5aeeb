/* SPDX-License-Identifier: Apache-2.0 */
/* values: see values.h. */
#include "config/values.h"

#include <stddef.h>
#include <string.h>

#include "base/array.h"
#include "config/list.h"
#include "base/text.h"

bool conf_type_is_list(enum conf_type type)
{
	return type >= CONF_TYPE_MATCH;
}

char conf_type_separator(enum conf_type type)
{
	return type == CONF_TYPE_DIRS ? ':' : ',';
}

const char *conf_type_expects(enum conf_type type)
{
	switch (type) {
	case CONF_TYPE_BOOL:
		return "yes or no";
	case CONF_TYPE_USE:
		return "use or ignore";
	case CONF_TYPE_UNLOAD:
		return "auto or never";
	case CONF_TYPE_DLOPEN:
		return "lazy or now, and deepbind";
	case CONF_TYPE_SORT:
		return "file, devices, name or version";
	case CONF_TYPE_LEVEL:
		return "none, error, warning, info or debug";
	case CONF_TYPE_PLATFORM:
		return "first, error or a glob";
	case CONF_TYPE_FILE:
		return "an absolute path or nothing";
	case CONF_TYPE_LIBRARY:
		return "the name or path of a library";
	case CONF_TYPE_MATCH:
	case CONF_TYPE_GLOBS:
		return "a comma list";
	case CONF_TYPE_DIRS:
		return "a colon list of absolute paths";
	}
	return "?";
}

/* The number of TEXT among COUNT words, -1 if it is none of them. */
static int find_word(const char words[][8], size_t count, const char *text)
{
	for (size_t i = 0; i < count; i++)
		if (text_equal_nocase(words[i], text))
			return (int)i;
	return -1;
}

static bool check_word(const char words[][8], size_t count, const char *text,
		       unsigned *number, const char **word)
{
	int found = find_word(words, count, text);

	if (found < 0)
		return false;
	*number = (unsigned)found;
	*word = words[found];
	return true;
}

/* lazy and now exclude each other, deepbind goes with both. */
static bool check_dlopen(const char *text, unsigned *number)
{
	static const char words[][8] = { "lazy", "now" };
	const char *rest = text;
	int binding = -1;

	*number = 0;
	while (rest) {
		char word[16] = "";
		size_t length;
		const char *element = conf_next_element(&rest, ',', &length);

		if (length >= sizeof(word))
			return false;
		memcpy(word, element, length);
		if (text_equal_nocase(word, "deepbind"))
			*number |= CONF_DLOPEN_DEEPBIND;
		else if (binding >= 0 || (binding = find_word(words, 2, word)) < 0)
			return false;
	}
	if (binding == 1)
		*number |= CONF_DLOPEN_NOW;
	return true;
}

/* "..." and empty elements are fine, everything else begins with a slash. */
static bool check_dirs(const char *text)
{
	const char *rest = text;

	while (rest) {
		size_t length;
		const char *element = conf_next_element(&rest, ':', &length);

		if (length && *element != '/' && !conf_element_inherits(element, length))
			return false;
	}
	return true;
}

bool conf_check_value(enum conf_type type, const char *text, unsigned *number,
		      const char **word)
{
	static const char uses[][8] = { "ignore", "use" };
	static const char unloads[][8] = { "auto", "never" };
	static const char sorts[][8] = { "file", "devices", "name", "version" };
	static const char levels[][8] = { "none", "error", "warning", "info", "debug" };
	static const char platforms[][8] = { "first", "error" };
	bool flag = false;

	*word = text;
	switch (type) {
	case CONF_TYPE_BOOL:
		if (!text_parse_bool(text, &flag))
			return false;
		*number = flag;
		return true;
	case CONF_TYPE_USE:
		return check_word(uses, ARRAY_SIZE(uses), text, number, word);
	case CONF_TYPE_UNLOAD:
		return check_word(unloads, ARRAY_SIZE(unloads), text, number, word);
	case CONF_TYPE_DLOPEN:
		return check_dlopen(text, number);
	case CONF_TYPE_SORT:
		return check_word(sorts, ARRAY_SIZE(sorts), text, number, word);
	case CONF_TYPE_LEVEL:
		return check_word(levels, ARRAY_SIZE(levels), text, number, word);
	case CONF_TYPE_PLATFORM:
		check_word(platforms, ARRAY_SIZE(platforms), text, number, word);
		return *text != '\0';
	case CONF_TYPE_FILE:
		return *text == '/' || *text == '\0';
	case CONF_TYPE_LIBRARY:
		return *text != '\0';
	case CONF_TYPE_DIRS:
		return check_dirs(text);
	case CONF_TYPE_MATCH:
	case CONF_TYPE_GLOBS:
		return true;
	}
	return false;
}
