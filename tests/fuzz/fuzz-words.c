/* SPDX-License-Identifier: Apache-2.0 */
/* fuzz-words: the extension string of a driver. The result must be what strtok_r() finds in it. */
#include <stdlib.h>
#include <string.h>

#include "fuzz.h"
#include "driver/platform-info.h"

const char fuzz_target[] = "words";

static bool expect_word(char *list, const char *word)
{
	char *rest = NULL;

	/* All control characters separate words, as blanks do. */
	for (char *at = list; *at; at++)
		if ((unsigned char)*at < ' ')
			*at = ' ';
	for (char *each = strtok_r(list, " ", &rest); each; each = strtok_r(NULL, " ", &rest))
		if (strcmp(each, word) == 0)
			return true;
	return false;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	struct fuzz_input input = { (const char *)data, (const char *)data + size };
	struct arena arena = ARENA_INIT;
	char *list = fuzz_take(&input, '\0', NULL, &arena);
	char *copies[2];

	for (int i = 0; list && i < 2; i++)
		copies[i] = arena_copy(&arena, list, strlen(list));
	if (list) {
		char *words = strdup(list);
		struct platform_extensions has = platform_info_extensions(words);

		free(words);
		FUZZ_CHECK(has.icd == expect_word(copies[0], "cl_khr_icd"));
		FUZZ_CHECK(has.unloadable == expect_word(copies[1], "cl_khr_icd_unloadable"));
	}
	arena_done(&arena);
	return 0;
}
