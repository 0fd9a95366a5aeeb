/* SPDX-License-Identifier: Apache-2.0 */
/*
 * fuzz-words: a driver's extension string. The first line is the word that is
 * looked for, the rest the string. The answer must be that of strtok().
 */
#include <string.h>

#include "fuzz.h"
#include "text.h"

const char fuzz_target[] = "words";

static bool expect_word(char *list, const char *word)
{
	char *rest = NULL;

	for (char *each = strtok_r(list, " \t", &rest); each; each = strtok_r(NULL, " \t", &rest))
		if (strcmp(each, word) == 0)
			return true;
	return false;
}

/* Wherever a word is found it stays one with blanks around it. */
static void check_elsewhere(const char *list, const char *word, struct arena *arena)
{
	const char *padded[] = { "\t", list, " x" };
	const char *glued[] = { "x", list };

	FUZZ_CHECK(text_has_word(arena_join(arena, padded, 3), word));
	if (strcmp(list, word) == 0)
		FUZZ_CHECK(!text_has_word(arena_join(arena, glued, 2), word));
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	struct fuzz_input input = { (const char *)data, (const char *)data + size };
	struct arena arena = ARENA_INIT;
	const char *word = fuzz_take(&input, '\n', NULL, &arena);
	char *list = fuzz_take(&input, '\0', NULL, &arena);

	if (list) {
		bool found = text_has_word(list, word);

		if (found)
			check_elsewhere(list, word, &arena);
		FUZZ_CHECK(found == expect_word(list, word));
	}
	arena_done(&arena);
	return 0;
}
