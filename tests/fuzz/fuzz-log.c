/* SPDX-License-Identifier: Apache-2.0 */
/*
 * fuzz-log: the value of OPENCL_LOADER_LOG, then a message of any bytes. The message must be one
 * line without control characters, or nothing if its level is not wanted. The log is a file in the
 * directory of this process; a file that the input names is removed from the value.
 */
#include <fcntl.h>
#include <string.h>
#include <unistd.h>

#include "fuzz.h"
#include "base/log.h"

const char fuzz_target[] = "log";

static size_t count_lines(const char *path)
{
	int file = open(path, O_RDONLY | O_CLOEXEC);
	char text[8192];
	ssize_t size = 0;
	size_t lines = 0;
	char last = '\n';

	while (file >= 0 && (size = read(file, text, sizeof(text))) > 0) {
		for (ssize_t i = 0; i < size; i++) {
			FUZZ_CHECK((unsigned char)text[i] >= ' ' || text[i] == '\n');
			lines += text[i] == '\n';
		}
		last = text[size - 1];
	}
	FUZZ_CHECK(size == 0 && last == '\n');
	if (file >= 0)
		close(file);
	return lines;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	struct fuzz_input input = { (const char *)data, (const char *)data + size };
	struct arena arena = ARENA_INIT;
	const char *parts[] = { fuzz_root(), "/log" };
	const char *path = arena_join(&arena, parts, 2);
	char *spec = fuzz_take(&input, '\n', NULL, &arena);
	const char *message = fuzz_take(&input, '\n', NULL, &arena);
	size_t before;
	bool is_wanted;

	spec[strcspn(spec, ":")] = '\0';
	if (strcmp(spec, "help") != 0) {
		fuzz_write("/log", "", 0);
		log_setup(spec, path, true);
		is_wanted = log_wants(LOG_WARNING, LOG_TOPIC_SCAN);
		before = count_lines(path);
		log_line(LOG_WARNING, LOG_TOPIC_SCAN, LOG_BLAME_VENDOR, "%s",
			 message ? message : "");
		FUZZ_CHECK(count_lines(path) == before + is_wanted);
		log_done();
		FUZZ_CHECK(!log_wants(LOG_ERROR, LOG_TOPIC_SCAN));
	}
	arena_done(&arena);
	return 0;
}
