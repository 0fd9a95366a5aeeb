/* SPDX-License-Identifier: Apache-2.0 */
/*
 * option: see option.h.
 */
#include "layers/common/option.h"

#include <stdlib.h>
#include <string.h>

#include "base/glob.h"
#include "base/text.h"

#define WORD_SIZE 256

const char *option_text(const char *name)
{
	return secure_getenv(name);
}

const char *option_word(const char *name, const char *fallback)
{
	const char *text = option_text(name);

	return text != NULL && *text ? text : fallback;
}

bool option_flag(const char *name, bool fallback)
{
	bool value = fallback;

	text_parse_bool(option_word(name, ""), &value);
	return value;
}

bool option_keep(struct option_copy *copy, const char *text)
{
	const size_t size = text != NULL ? strlen(text) + 1 : 0;
	char *place = copy->short_text;

	free(copy->longer);
	copy->longer = NULL;
	copy->text = NULL;
	if (text == NULL)
		return true;
	if (size > sizeof(copy->short_text))
		place = copy->longer = malloc(size);
	if (place == NULL)
		return false;
	copy->text = memcpy(place, text, size);
	return true;
}

/*
 * Copies the next word of the list into WORD; *REST is NULL after the last. True: it had a
 * `!`, which excludes.
 */
static bool next_word(const char **rest, char *word, size_t size)
{
	size_t length;
	const char *element = text_next_element(rest, ',', &length);
	bool excludes;

	for (; length > 0 && text_is_blank(*element); length--)
		element++;
	while (length > 0 && text_is_blank(element[length - 1]))
		length--;
	excludes = length > 0 && *element == '!';
	element += excludes;
	length -= excludes;
	if (length >= size)
		length = size - 1;
	memcpy(word, element, length);
	word[length] = '\0';
	return excludes;
}

bool option_selects(const char *list, option_fits *fits, const void *what)
{
	const char *rest = list;
	bool is_first = true;
	bool is_selected = false;

	while (rest != NULL) {
		char word[WORD_SIZE];
		bool excludes = next_word(&rest, word, sizeof(word));

		if (is_first)
			is_selected = excludes;
		is_first = false;
		if (fits(word, what))
			is_selected = !excludes;
	}
	return is_selected;
}

static bool fits_name(const char *word, const void *name)
{
	return glob_matches(word, name);
}

bool option_selects_name(const char *list, const char *name)
{
	return option_selects(list, fits_name, name);
}
