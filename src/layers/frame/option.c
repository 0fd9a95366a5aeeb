/* SPDX-License-Identifier: Apache-2.0 */
/*
 * option: see option.h.
 */
#include "layers/frame/option.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <clrouter/layer.h>

#include "base/array.h"
#include "base/common/line.h"
#include "base/file/io.h"
#include "base/os.h"
#include "base/text.h"

#define MESSAGE_SIZE 1024	/* bytes */
#define SHOWN 200		/* bytes of a value that a message repeats */

/* The variable is stronger than the file. With NEEDS_TEXT an empty variable counts as not set. */
static const char *find_value(struct option *option, bool needs_text)
{
	const char *text = os_variable(option->known->variable);

	option->is_from_file = !text || (needs_text && *text == '\0');
	if (!option->is_from_file)
		return text;
	return clrouter_layer_option(option->known->layer, option->known->name);
}

const char *option_text(struct option *option)
{
	return find_value(option, false);
}

const char *option_word(struct option *option, const char *fallback)
{
	const char *text = find_value(option, true);

	return text && *text ? text : fallback;
}

const char *option_file(struct option *option)
{
	return os_is_elevated() ? NULL : option_word(option, NULL);
}

void option_complain(const struct option *option, const char *value, const char *what)
{
	char buffer[MESSAGE_SIZE];
	struct line line = line_in(buffer, sizeof(buffer) - 1);

	if (option->is_from_file)
		line_add(&line, "clrouter: layer %s: layers.conf: option.%s: ",
			 option->known->layer, option->known->name);
	else
		line_add(&line, "clrouter: layer %s: %s: ", option->known->layer,
			 option->known->variable);
	line_add_quoted(&line, value, strlen(value), SHOWN);
	line_add(&line, " %s", what);
	line.text[line.length++] = '\n';
	io_write_all(STDERR_FILENO, line.text, line.length);
}

static void complain_about_word(const struct option *option, const char *word)
{
	char expected[KNOWN_EXPECTED_SIZE];
	char what[KNOWN_EXPECTED_SIZE + 32];

	known_option_expected(option->known, expected);
	text_format(what, sizeof(what), "is ignored, expected %s", expected);
	option_complain(option, word, what);
}

bool option_flag(struct option *option, bool fallback)
{
	const char *word = option_word(option, NULL);
	bool value = fallback;

	if (word && !text_parse_bool(word, &value))
		complain_about_word(option, word);
	return value;
}

unsigned option_choice(struct option *option)
{
	const char *word = option_word(option, NULL);
	int index = word ? known_option_find_word(option->known, word) : 0;

	if (index >= 0)
		return (unsigned)index;
	complain_about_word(option, word);
	return 0;
}

struct option_longer {
	struct option_longer *older;	/* which other threads may still read */
	char text[];
};

/* Memory for SIZE bytes of a text that does not fit into COPY; NULL: there is none. */
static char *add_longer(struct option_copy *copy, size_t size)
{
	struct option_longer *longer = malloc(sizeof(*longer) + size);

	if (!longer)
		return NULL;
	longer->older = copy->longer;
	copy->longer = longer;
	return longer->text;
}

bool option_keep(struct option_copy *copy, const char *text)
{
	const char *const before = copy->text;
	const size_t size = text ? strlen(text) + 1 : 0;
	char *place = text ? copy->short_text : NULL;

	if (text && before && strcmp(text, before) == 0)
		return true;
	if (size > sizeof(copy->short_text))
		place = add_longer(copy, size);
	/* cppcheck-suppress nullPointerRedundantCheck ; without a TEXT there is no PLACE */
	copy->text = place ? memcpy(place, text, size) : NULL;
	return !text || place;
}

void option_check_words(const struct option *option, const char *list, word_list_fits *fits,
			const void *what)
{
	char word[WORD_LIST_SIZE];
	char expected[KNOWN_EXPECTED_SIZE];
	char problem[KNOWN_EXPECTED_SIZE + 32];

	known_option_expected(option->known, expected);
	text_format(problem, sizeof(problem), "selects nothing%s%s",
		    option->known->words[0] ? ", expected " : "",
		    option->known->words[0] ? expected : "");
	while (word_list_next_unfit(&list, word, fits, what))
		option_complain(option, word, problem);
}

bool option_concerns_opencl(const char *variable)
{
	static const char *const prefixes[] = {
		"OCL_ICD", "OPENCL", "CL_", "CUDA_VISIBLE", "LIBCL", "POCL_", "RUSTICL_",
	};

	for (size_t i = 0; i < ARRAY_SIZE(prefixes); i++)
		if (text_skip_prefix(variable, prefixes[i]))
			return true;
	return false;
}

uint64_t option_number(struct option *option, uint64_t most, uint64_t fallback)
{
	const char *text = option_word(option, NULL);
	unsigned long long value;
	char *end;

	if (!text)
		return fallback;
	value = strtoull(text, &end, 10);
	if (*text >= '0' && *text <= '9' && *end == '\0' && value > 0 && value <= most)
		return value;
	option_complain(option, text, "is ignored, expected a number above 0");
	return fallback;
}
