/* SPDX-License-Identifier: Apache-2.0 */
/*
 * replay: main() of a fuzz target that is built without libFuzzer. It runs the target with each
 * file of the corpus, and with beginnings of each file, because truncated inputs are a large part of what
 * fuzzing finds.
 *
 * Usage: fuzz-TARGET [FILE or DIRECTORY]... Without arguments it uses the corpus in $srcdir, which
 * automake sets.
 */
#include <dirent.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "fuzz.h"

#define MAX_PREFIX 2048		/* bytes; longer beginnings are not tried */
#define BEGINNINGS 48		/* of a file, about; with a sanitizer a record takes some 50 ms */
#define ALL_BEGINNINGS 512	/* by "make check-thorough" */

/*
 * The copy has the exact size, so that AddressSanitizer and valgrind notice a read beyond its end.
 */
static void run_target(const uint8_t *bytes, size_t size)
{
	uint8_t *copy = malloc(size ? size : 1);

	FUZZ_CHECK(copy);
	memcpy(copy, bytes, size);
	LLVMFuzzerTestOneInput(copy, size);
	free(copy);
}

static unsigned replay_file(const char *path, size_t size)
{
	const size_t count = getenv("CHECK_THOROUGH") ? ALL_BEGINNINGS : BEGINNINGS;
	uint8_t *bytes = malloc(size + 1);
	FILE *file = fopen(path, "rb");

	if (!bytes || !file || fread(bytes, 1, size + 1, file) != size) {
		fprintf(stderr, "%s: cannot be read\n", path);
		exit(EXIT_FAILURE);
	}
	fclose(file);
	for (size_t part = 0; part < size && part < MAX_PREFIX; part += 1 + size / count)
		run_target(bytes, part);
	run_target(bytes, size);
	free(bytes);
	return 1;
}

static unsigned replay(const char *path)
{
	struct stat status;
	struct dirent *found;
	unsigned count = 0;
	DIR *directory;

	if (stat(path, &status) == 0 && S_ISREG(status.st_mode))
		return replay_file(path, (size_t)status.st_size);
	directory = opendir(path);
	while (directory && (found = readdir(directory))) {
		char file[1024];

		if (found->d_name[0] == '.')
			continue;
		snprintf(file, sizeof(file), "%s/%s", path, found->d_name);
		count += replay(file);
	}
	if (directory)
		closedir(directory);
	return count;
}

int main(int argc, char **argv)
{
	const char *source = getenv("srcdir");
	char corpus[1024];
	unsigned count = 0;

	snprintf(corpus, sizeof(corpus), "%s/tests/fuzz/corpus/%s", source ? source : ".",
		 fuzz_target);
	if (argc == 1)
		count = replay(corpus);
	for (int i = 1; i < argc; i++)
		count += replay(argv[i]);
	printf("%s: %u files\n", fuzz_target, count);
	if (count == 0)
		fprintf(stderr, "%s: nothing to replay\n", argc == 1 ? corpus : argv[1]);
	return count ? EXIT_SUCCESS : EXIT_FAILURE;
}
