/* SPDX-License-Identifier: Apache-2.0 */
/*
 * fuzz-conf-text: the text of one configuration file, as loader.conf and as layers.conf. A file
 * that is refused has one error, and a file that is accepted has none. A further newline at the
 * end of the text must not change the result.
 */
#include <stdlib.h>
#include <string.h>

#include "config/parse.h"
#include "fuzz.h"

const char fuzz_target[] = "conf-text";

struct result {
	size_t is_good;
	size_t sections;
	size_t lines;
	size_t errors;
	size_t warnings;
};

static void count_problems(const struct settings *settings, unsigned last, struct result *result)
{
	for (const struct settings_problem *p = settings->problems; p; p = p->next) {
		FUZZ_CHECK(p->text && *p->text && p->origin.line <= last);
		FUZZ_CHECK(p->level == LOG_ERROR || p->level == LOG_WARNING);
		if (p->level == LOG_ERROR)
			result->errors++;
		else
			result->warnings++;
	}
}

static void check_line(const struct draft *draft, const struct draft_line *line, unsigned last)
{
	FUZZ_CHECK(line->key && line->section && line->key->section == line->section->kind);
	FUZZ_CHECK(keys_section_family(line->section->kind) == draft->family);
	FUZZ_CHECK(line->value.origin.line > 0 && line->value.origin.line <= last);
	FUZZ_CHECK(line->section->origin.line < line->value.origin.line);
	FUZZ_CHECK(!line->value.text || strlen(line->value.text) < 199);
	for (const struct draft_item *item = line->list.first; item; item = item->next)
		FUZZ_CHECK((!item->text || *item->text) &&
			   item->origin.line >= line->value.origin.line);
}

static void parse(const uint8_t *data, size_t size, size_t newlines, enum settings_family family,
		  struct result *result)
{
	struct arena arena = ARENA_INIT;
	struct settings settings;
	struct draft draft;
	const char *detail = NULL;
	char *text = malloc(size + newlines + 1);
	unsigned last = 1;

	FUZZ_CHECK(text);
	memcpy(text, data, size);
	memset(text + size, '\n', newlines);
	text[size + newlines] = '\0';
	for (size_t i = 0; i < size; i++)
		last += text[i] == '\n';
	memset(&settings, 0, sizeof(settings));
	settings.arena = &arena;
	memset(result, 0, sizeof(*result));
	draft_init(&draft, &settings, "/etc/x.conf", family, true);
	result->is_good = parse_text(&draft, text, size + newlines, &detail);
	/* The draft must not point into the text. */
	free(text);
	count_problems(&settings, last, result);
	FUZZ_CHECK(result->errors == !result->is_good);
	FUZZ_CHECK(result->is_good == !detail);
	for (const struct draft_line *line = draft.first_line; line; line = line->next) {
		check_line(&draft, line, last);
		result->lines++;
	}
	for (const struct draft_section *s = draft.first_section; s; s = s->next)
		result->sections++;
	arena_done(&arena);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	for (int family = FAMILY_LOADER; family <= FAMILY_LAYERS; family++) {
		struct result once;
		struct result twice;

		parse(data, size, 0, (enum settings_family)family, &once);
		parse(data, size, 1, (enum settings_family)family, &twice);
		FUZZ_CHECK(memcmp(&once, &twice, sizeof(once)) == 0);
	}
	return 0;
}
