/* SPDX-License-Identifier: Apache-2.0 */
/* record-cause, loader-watch: why nothing of a program was recorded. */
#include "tool/probe/process/record-cause.h"

#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "tool/probe/process/started-program.h"
#include "unit/unit.h"

#define EXITED(code) ((code) << 8)
#define REFUSED "the layer record is not loaded: disabled"
#define FOREIGN_BITS (sizeof(void *) == 8 ? 32 : 64)

static const struct loader_watch nothing;
static const struct loader_watch other = { .pid = 7,
					   .program = "/bin/python3",
					   .path = "/opt/libOpenCL-1.so.1",
					   .loader = "ocl-icd",
					   .is_done = true };
static const struct loader_watch ours = { .pid = 7,
					  .program = "/bin/tool",
					  .path = "/lib/libOpenCL.so.1",
					  .loader = "clrouter",
					  .is_ours = true };
static const struct loader_watch narrow = { .pid = 7,
					    .program = "/bin/tool",
					    .path = "/lib/libOpenCL.so.1",
					    .loader = "clrouter",
					    .is_ours = true,
					    .bits = FOREIGN_BITS };

/* A program of this word size, which the system's need not have. */
#define PROGRAM "tests/tool/tool-process"

static const struct {
	const struct loader_watch *watch;
	int status;
	const char *refused;
	const char *expected;
} causes[] = {
	{ &nothing, 0, NULL, "is not linked to libOpenCL.so.1, and no process was seen" },
	{ &nothing, SIGSEGV, NULL, "was ended by signal 11 (" },
	{ &nothing, EXITED(127), NULL, "ended with status 127" },
	{ &nothing, EXITED(126), NULL, "ended with status 126" },
	{ &nothing, EXITED(1), NULL, "is not linked to libOpenCL.so.1" },
	{ &nothing, SIGSEGV, REFUSED, REFUSED },
	{ &other, 0, NULL, "/bin/python3 (process 7) has loaded another loader than clrouter's, "
			   "/opt/libOpenCL-1.so.1 (ocl-icd)" },
	{ &other, SIGSEGV, NULL, "has loaded another loader" },
	{ &other, 0, REFUSED, REFUSED },
	{ &ours, 0, NULL, "has loaded clrouter's /lib/libOpenCL.so.1, but made no OpenCL call" },
	{ &ours, SIGSEGV, NULL, "was ended by signal 11 (" },
	{ &narrow, 0, NULL, "-bit program, and the layer is one of " },
};

START_TEST(cause)
{
	struct arena arena = ARENA_INIT;
	const char *text = record_cause_find(PROGRAM, causes[_i].status, causes[_i].watch,
					     causes[_i].refused, &arena);

	ck_assert_msg(strstr(text, causes[_i].expected), "%s", text);
	arena_done(&arena);
}
END_TEST

/* A file that says for certain that no loader reads the variables. */
START_TEST(cause_in_a_file)
{
	struct arena arena = ARENA_INIT;
	char path[4096];
	FILE *file;
	const char *text;

	snprintf(path, sizeof(path), "%s/program", unit_dir);
	file = fopen(path, "we");
	ck_assert_ptr_nonnull(file);
	fputs("neither", file);
	ck_assert_int_eq(fclose(file), 0);
	ck_assert_int_eq(chmod(path, 0755), 0);
	text = record_cause_find(path, 0, &ours, NULL, &arena);
	ck_assert_msg(strstr(text, "is neither an ELF program nor a script"), "%s", text);
	text = record_cause_find("/nonexistent", EXITED(127), &nothing, NULL, &arena);
	ck_assert_msg(strstr(text, "ended with status 127"), "%s", text);
	arena_done(&arena);
}
END_TEST

/* A program that was started by the one that is looked at. */
START_TEST(watch)
{
	char *const arguments[] = { "sh", "-c",
				    "tests/tool/tool-process load .libs/libOpenCL.so.1; exit 0", NULL };
	struct loader_watch seen = nothing;
	struct arena arena = ARENA_INIT;
	char ready[16] = "";
	int in[2];
	int out[2];
	pid_t id;

	ck_assert_int_eq(pipe(in), 0);
	ck_assert_int_eq(pipe(out), 0);
	id = fork();
	if (id == 0) {
		dup2(in[0], 0);
		dup2(out[1], 1);
		close(in[1]);
		close(out[0]);
		execvp(arguments[0], arguments);
		_exit(1);
	}
	close(out[1]);
	ck_assert_int_gt(read(out[0], ready, sizeof(ready)), 0);
	loader_watch_look(&seen, id, &arena);
	ck_assert_uint_ne(seen.pid, 0);
	ck_assert_uint_ne(seen.pid, (unsigned)id);
	ck_assert(seen.is_ours);
	ck_assert(!seen.is_done);
	ck_assert_uint_eq(seen.bits, 0);
	ck_assert_ptr_nonnull(strstr(seen.path, "libOpenCL.so.1"));
	loader_watch_look(&seen, 0, &arena);
	close(in[0]);
	close(in[1]);
	ck_assert_int_eq(waitpid(id, NULL, 0), id);
	arena_done(&arena);
}
END_TEST

int main(void)
{
	Suite *suite = suite_create("record-cause");
	TCase *tcase = unit_tcase(suite, "record-cause", 20);

	tcase_add_loop_test(tcase, cause, 0, UNIT_ROWS(causes));
	tcase_add_test(tcase, cause_in_a_file);
	tcase_add_test(tcase, watch);
	return unit_run(suite);
}
