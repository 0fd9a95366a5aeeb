/* SPDX-License-Identifier: Apache-2.0 */
/* build-log: logs as compilers write them, and logs of any bytes. */
#include "opencl/build-log.h"

#include <stdlib.h>
#include <string.h>

#include "unit/unit.h"

static const struct {
	const char *log;
	const char *line;	/* NULL: none */
	bool has_error;
} logs[] = {
	{ "/tmp/pocl-x1/tempfile.cl:3:5: error: use of undeclared identifier 'y'\n1 error generated.\n",
	  "3:5: error: use of undeclared identifier 'y'", true },
	{ "<kernel>:3:5: error: a", "3:5: error: a", true },
	{ "C:\\x\\k.cl:12:1: fatal error: a", "12:1: fatal error: a", true },
	{ "1:3:5: error: a", "3:5: error: a", true },	/* source 1, as some drivers write it */
	{ "3:5: error: a", "3:5: error: a", true },
	{ "3: error: a", "3: error: a", true },
	{ "k.cl:3: error: a", "3: error: a", true },
	{ "k.cl(3): error C2065: a", "k.cl(3): error C2065: a", true },
	{ "/a b:c/k.cl:3:5: ERROR: a", "3:5: ERROR: a", true },
	{ "\033[1mk.cl:3:5: \033[0m\033[0;1;31merror: \033[0m", "3:5: \033[0m\033[0;1;31merror: \033[0m",
	  true },
	{ "/error/k.cl:3:5: warning: a\n/error/k.cl:4:5: error: b", "4:5: error: b", true },
	{ "/error/k.cl:3:5: warning: a", "/error/k.cl:3:5: warning: a", false },
	{ "error: /root/.cache/tempfile.cl:3:3: use of 'y'\n", "3:3: use of 'y'", true },
	{ "error: ", "error:", true },
	{ "error: /", "error: /", true },
	{ "error: k.cl:3:5: is no source", "error: k.cl:3:5: is no source", true },
	{ "Error in k.cl:3:5: a", "Error in k.cl:3:5: a", true },
	{ "clang: error: no such file: 'k.cl:3:5: b'", "clang: error: no such file: 'k.cl:3:5: b'",
	  true },
	{ "k.cl:1:2: warning: a [-Werror]\nlink: Error b", "link: Error b", true },
	{ "\n \t\r\n  In file included from k.cl:1:\r\nh.h:2:3: error: a\r\n", "2:3: error: a", true },
	{ "one\ntwo", "one", false },
	{ "\n\r\n  one \r\ntwo", "one", false },
	{ "eerror", "eerror", true },
	{ "err\nor", "err", false },
	{ "err", "err", false },
	{ ":1:", ":1:", false },
	{ ":", ":", false },
	{ "\xFF\x80 \xC3 error\xFF", "\xFF\x80 \xC3 error\xFF", true },
	{ "", NULL, false },
	{ " \n\n\t\r\n ", NULL, false },
};

START_TEST(finds_the_line)
{
	const size_t size = strlen(logs[_i].log);
	/* A copy without a NUL, so that valgrind sees what is read after it. */
	char *copy = malloc(size + 1);
	struct build_log_line line;

	ck_assert_ptr_nonnull(copy);
	copy = realloc(copy, size > 0 ? size : 1);
	memcpy(copy, logs[_i].log, size);
	ck_assert_int_eq(build_log_find(copy, size, &line), logs[_i].line != NULL);
	if (logs[_i].line) {
		ck_assert_uint_eq(line.length, strlen(logs[_i].line));
		ck_assert_int_eq(memcmp(line.text, logs[_i].line, line.length), 0);
	}
	ck_assert_int_eq(line.has_error, logs[_i].has_error);
	free(copy);
}
END_TEST

START_TEST(ends_at_a_nul)
{
	static const char log[] = "one\ntwo\0three: error";
	struct build_log_line line;

	ck_assert(build_log_find(log, sizeof(log), &line));
	ck_assert_uint_eq(line.length, 3);
	ck_assert(!build_log_find("\0error", 6, &line));
	ck_assert(!build_log_find("error", 0, &line));
}
END_TEST

/* The time grows with the size only: ten seconds are enough for the worst that is known. */
START_TEST(reads_long_logs)
{
	static const char *const parts[] = { ":1", "1", "er", ":1:", "\n", "k:1:1: warning\n" };
	const size_t size = (size_t)16 << 20;
	char *log = malloc(size);
	struct build_log_line line;

	ck_assert_ptr_nonnull(log);
	for (size_t i = 0; i < size; i++)
		log[i] = parts[_i][i % strlen(parts[_i])];
	ck_assert_int_eq(build_log_find(log, size, &line), parts[_i][0] != '\n');
	ck_assert(!line.has_error);
	memcpy(log + size - 6, "\nError", 6);
	ck_assert(build_log_find(log, size, &line));
	ck_assert(line.has_error && line.length == 5);
	free(log);
}
END_TEST

int main(void)
{
	Suite *suite = suite_create("build-log");
	TCase *tcase = unit_tcase(suite, "build-log", 10);

	tcase_add_loop_test(tcase, finds_the_line, 0, UNIT_ROWS(logs));
	tcase_add_test(tcase, ends_at_a_nul);
	tcase_add_loop_test(tcase, reads_long_logs, 0, 6);
	return unit_run(suite);
}
