/* SPDX-License-Identifier: Apache-2.0 */
/* output: files with and without a tail, full disks, descriptors of others, and forks. */
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "layers/common/output-file.h"
#include "unit/unit.h"

static bool put(struct output_file *output, const char *text, const char *tail)
{
	return output_file_write(output, text, strlen(text), tail);
}

static void has(const char *name, const char *expected)
{
	ck_assert_str_eq(unit_read(unit_path(name), NULL), expected);
}

START_TEST(tail_is_always_there)
{
	struct output_file output;

	unit_make("file=old text, longer than the new one");
	output_file_open(&output, unit_path("file"), true);
	has("file", "");
	ck_assert(put(&output, "[one", "]\n"));
	has("file", "[one]\n");
	ck_assert(put(&output, ",two", "]\n"));
	has("file", "[one,two]\n");
	output_file_close(&output);
	has("file", "[one,two]\n");
}
END_TEST

START_TEST(without_tail_others_can_add)
{
	struct output_file output;
	int status;
	pid_t child;

	output_file_open(&output, unit_path("file"), false);
	ck_assert(put(&output, "parent\n", ""));
	child = fork();
	if (child == 0)
		_exit(put(&output, "child\n", "") ? EXIT_SUCCESS : EXIT_FAILURE);
	ck_assert_int_eq(waitpid(child, &status, 0), child);
	ck_assert_int_eq(status, 0);
	ck_assert(put(&output, "parent again\n", ""));
	output_file_close(&output);
	has("file", "parent\nchild\nparent again\n");
}
END_TEST

/* A FIFO cannot be overwritten. */
START_TEST(tail_of_a_pipe_waits)
{
	char bytes[32] = "";
	struct output_file output;
	int reader;

	unit_make("fifo|");
	reader = open(unit_path("fifo"), O_RDONLY | O_NONBLOCK);
	ck_assert_int_ge(reader, 0);
	output_file_open(&output, unit_path("fifo"), true);
	ck_assert(put(&output, "[one", "]"));
	ck_assert(put(&output, ",two", "]"));
	ck_assert_int_eq(read(reader, bytes, sizeof(bytes) - 1), 8);
	ck_assert_str_eq(bytes, "[one,two");
	output_file_close(&output);
	ck_assert_int_eq(read(reader, bytes, sizeof(bytes) - 1), 1);
	ck_assert_int_eq(bytes[0], ']');
}
END_TEST

static const struct {
	const char *given;
	const char *made; /* as a format that is given the process ID twice */
} names[] = {
	{ "plain", "plain" }, { "t-%p.json", "t-%1$ld.json" },
	{ "%p", "%1$ld" },    { "%p-%p", "%1$ld-%1$ld" },
	{ "%d%", "%%d%%" },
};

START_TEST(name_has_the_process)
{
	struct output_file output;
	char name[64];

	snprintf(name, sizeof(name), names[_i].made, (long)getpid());
	output_file_open(&output, unit_path(names[_i].given), false);
	ck_assert(put(&output, "text", ""));
	output_file_close(&output);
	has(name, "text");
}
END_TEST

/* Limits the size of files to SIZE, like a disk that is full then. */
static void limit_files(rlim_t size)
{
	struct rlimit limit;

	ck_assert_int_eq(getrlimit(RLIMIT_FSIZE, &limit), 0);
	limit.rlim_cur = size;
	ck_assert_int_eq(setrlimit(RLIMIT_FSIZE, &limit), 0);
}

/* _i: the size of the disk. The file is complete at any moment, and goes on later. */
START_TEST(full_disk_keeps_the_tail)
{
	rlim_t size = (rlim_t)_i;
	struct output_file output;
	char *text;

	signal(SIGXFSZ, SIG_IGN);
	output_file_open(&output, unit_path("file"), true);
	limit_files(size);
	for (int i = 0; i < 5; i++) {
		bool is_written = put(&output, "123456", "]\n");

		text = unit_read(unit_path("file"), NULL);
		ck_assert_int_eq(is_written, 6 * ((rlim_t)i + 1) + 2 <= size);
		ck_assert_uint_eq(
			strlen(text),
			size < 8 ? 0 :
				   6 * (is_written ? (size_t)i + 1 : (size_t)(size - 2) / 6) + 2);
		ck_assert(size < 8 || strcmp(text + strlen(text) - 3, "6]\n") == 0);
	}
	limit_files(1000);
	ck_assert(put(&output, "end", "]\n"));
	output_file_close(&output);
	text = unit_read(unit_path("file"), NULL);
	ck_assert_ptr_nonnull(strstr(text, "end]\n"));
}
END_TEST

START_TEST(full_disk_is_told)
{
	struct output_file output;

	signal(SIGXFSZ, SIG_IGN);
	output_file_open(&output, unit_path("file"), false);
	limit_files(8);
	ck_assert(put(&output, "123456", ""));
	ck_assert(!put(&output, "123456", ""));
	limit_files(1000);
	ck_assert(put(&output, "\nend\n", ""));
	output_file_close(&output);
	has("file", "12345612\nend\n");
}
END_TEST

/* _i: with a tail, or without. The program closes all that it does not know. */
START_TEST(descriptor_of_others_is_left_alone)
{
	struct output_file output;
	int other;

	output_file_open(&output, unit_path("file"), _i > 0);
	ck_assert(put(&output, "text", "]"));
	ck_assert_int_eq(close(output.descriptor), 0);
	ck_assert(!put(&output, "lost", "]"));
	other = open(unit_path("other"), O_RDWR | O_CREAT, 0600);
	ck_assert_int_eq(other, output.descriptor);
	ck_assert(!put(&output, "lost", "]"));
	output_file_close(&output);
	has("other", "");
	ck_assert_int_eq(close(other), 0);
}
END_TEST

static const char *const bad_paths[] = { "no-directory/file", "directory" };

/* Standard error is used then, where the reason stands first. */
START_TEST(bad_path_is_standard_error)
{
	const char *path;
	char *text;
	struct output_file output;
	int error = open(unit_path("error"), O_WRONLY | O_CREAT, 0600);

	unit_make("directory/");
	path = unit_path(bad_paths[_i]);
	ck_assert_int_eq(dup2(error, STDERR_FILENO), STDERR_FILENO);
	output_file_open(&output, path, true);
	ck_assert(put(&output, "text", "]\n"));
	output_file_close(&output);
	text = unit_read(unit_path("error"), NULL);
	ck_assert_ptr_nonnull(strstr(text, path));
	ck_assert_ptr_nonnull(strstr(text, ": cannot be written: "));
	ck_assert_ptr_nonnull(strstr(text, "\ntext]\n"));
	ck_assert_int_eq(fcntl(STDERR_FILENO, F_GETFD), 0);
}
END_TEST

/* The program that a traced one starts does not get the file. */
START_TEST(is_closed_on_exec)
{
	struct output_file output;

	output_file_open(&output, unit_path("file"), false);
	ck_assert_int_eq(fcntl(output.descriptor, F_GETFD), FD_CLOEXEC);
	output_file_close(&output);
	ck_assert_int_eq(output.descriptor, STDERR_FILENO);
}
END_TEST

int main(void)
{
	Suite *suite = suite_create("output");
	TCase *tcase = unit_tcase(suite, "output", 5);

	tcase_add_test(tcase, tail_is_always_there);
	tcase_add_test(tcase, without_tail_others_can_add);
	tcase_add_test(tcase, tail_of_a_pipe_waits);
	tcase_add_loop_test(tcase, name_has_the_process, 0, UNIT_ROWS(names));
	tcase_add_loop_test(tcase, full_disk_keeps_the_tail, 0, 34);
	tcase_add_test(tcase, full_disk_is_told);
	tcase_add_loop_test(tcase, descriptor_of_others_is_left_alone, 0, 2);
	tcase_add_loop_test(tcase, bad_path_is_standard_error, 0, UNIT_ROWS(bad_paths));
	tcase_add_test(tcase, is_closed_on_exec);
	return unit_run(suite);
}
