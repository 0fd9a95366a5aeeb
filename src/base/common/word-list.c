/* SPDX-License-Identifier: Apache-2.0 */
/* word-list: see word-list.h. */
#include "base/common/word-list.h"

#include <string.h>

#include "base/glob.h"
#include "base/text.h"

bool word_list_next(const char **rest, char word[WORD_LIST_SIZE])
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
	if (length >= WORD_LIST_SIZE)
		length = WORD_LIST_SIZE - 1;
	memcpy(word, element, length);
	word[length] = '\0';
	return excludes;
}

bool word_list_next_unfit(const char **rest, char word[WORD_LIST_SIZE], word_list_fits *fits,
			  const void *what)
{
	while (*rest) {
		word_list_next(rest, word);
		if (*word != '\0' && !fits(word, what))
			return true;
	}
	return false;
}

bool word_list_selects(const char *list, word_list_fits *fits, const void *what)
{
	const char *rest = list;
	bool is_first = true;
	bool is_selected = false;

	while (rest) {
		char word[WORD_LIST_SIZE];
		bool excludes = word_list_next(&rest, word);

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

bool word_list_selects_name(const char *list, const char *name)
{
	return word_list_selects(list, fits_name, name);
}
