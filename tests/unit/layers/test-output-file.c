/* SPDX-License-Identifier: Apache-2.0 */
/*
 * output-file: full disks, files in use, links and places, descriptors that are reused, and forks.
 */
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "layers/frame/output-file.h"
#include "unit/unit.h"

static bool put(struct output_file *output, const char *text)
{
	return output_file_write(output, text, strlen(text));
}

static void has(const char *name, const char *expected)
{
	ck_assert_str_eq(unit_read(unit_path(name), NULL), expected);
}

START_TEST(others_can_add)
{
	struct output_file output;
	int status;
	pid_t child;

	output_file_open(&output, unit_path("file"), OUTPUT_TEXT);
	ck_assert(put(&output, "parent\n"));
	child = fork();
	if (child == 0)
		_exit(put(&output, "child\n") ? EXIT_SUCCESS : EXIT_FAILURE);
	ck_assert_int_eq(waitpid(child, &status, 0), child);
	ck_assert_int_eq(status, 0);
	ck_assert(put(&output, "parent again\n"));
	output_file_close(&output);
	has("file", "parent\nchild\nparent again\n");
}
END_TEST

static const struct {
	const char *given;
	const char *made; /* as a format that is given the process ID twice */
} names[] = {
	{ "plain", "plain" }, { "t-%p.txt", "t-%1$ld.txt" },
	{ "%p", "%1$ld" },    { "%p-%p", "%1$ld-%1$ld" },
	{ "%d%", "%%d%%" },
};

START_TEST(name_has_the_process)
{
	struct output_file output;
	char name[64];

	snprintf(name, sizeof(name), names[_i].made, (long)getpid());
	output_file_open(&output, unit_path(names[_i].given), OUTPUT_TEXT);
	ck_assert(put(&output, "text"));
	output_file_close(&output);
	has(name, "text");
}
END_TEST

/*
 * Puts TEXT while files are limited to SIZE, as if the disk were full after that. check writes a
 * file of its own for each assertion, so the limit is lifted before the next one.
 */
static bool put_limited(struct output_file *output, const char *text, rlim_t size)
{
	struct rlimit before;
	struct rlimit limit;
	bool is_limited;
	bool is_written;

	ck_assert_int_eq(getrlimit(RLIMIT_FSIZE, &before), 0);
	limit = before;
	limit.rlim_cur = size;
	is_limited = setrlimit(RLIMIT_FSIZE, &limit) == 0;
	is_written = put(output, text);
	is_limited = setrlimit(RLIMIT_FSIZE, &before) == 0 && is_limited;
	ck_assert(is_limited);
	return is_written;
}

/* Redirects standard error of this process to the file "error". */
static void catch_errors(void)
{
	int error = open(unit_path("error"), O_WRONLY | O_CREAT | O_APPEND, 0600);

	ck_assert_int_eq(dup2(error, STDERR_FILENO), STDERR_FILENO);
	ck_assert_int_eq(close(error), 0);
}

static void has_error(const char *name, const char *text)
{
	char expected[8192];

	snprintf(expected, sizeof(expected), "clrouter: layer: %s: %s\n", unit_path(name), text);
	has("error", expected);
}

/* _i: the mode. The limit would send SIGXFSZ, which ends a process. */
START_TEST(full_disk_is_reported_once)
{
	struct output_file output;
	char text[999] = "";
	char expected[1100];

	memset(text, 'x', sizeof(text) - 1);
	catch_errors();
	output_file_open(&output, unit_path("file"), (enum output_mode)_i);
	ck_assert(put_limited(&output, text, 1000));
	ck_assert(!put_limited(&output, "abc", 1000));
	ck_assert(!put_limited(&output, "abc", 1000));
	has_error("file", "cannot be written: File too large; from here on lines are missing");
	ck_assert(put(&output, "end\n"));
	output_file_close(&output);
	snprintf(expected, sizeof(expected), "%send\n", text);
	has("file", expected);
}
END_TEST

/* A device that is full, as a disk would be. */
START_TEST(full_device_is_reported_once)
{
	struct output_file output;

	if (access("/dev/full", W_OK) != 0)
		return;
	unit_make("full->/dev/full");
	catch_errors();
	output_file_open(&output, unit_path("full"), (enum output_mode)_i);
	ck_assert(!put(&output, "one"));
	ck_assert(!put(&output, "two"));
	has_error("full", "cannot be written: No space left on device; from here on lines are "
		  "missing");
}
END_TEST

/* -- which files --------------------------------------------------------------- */

/* The same file, opened a second time by this process, stands for a second process. */
START_TEST(file_in_use_gets_another_name)
{
	struct output_file first;
	struct output_file second;
	char name[64];
	char message[256];

	snprintf(name, sizeof(name), "file.%ld", (long)getpid());
	snprintf(message, sizeof(message), "another process writes it, this one writes %s",
		 unit_path(name));
	unit_make("file=old");
	catch_errors();
	output_file_open(&first, unit_path("file"), OUTPUT_TEXT);
	ck_assert(put(&first, "first\n"));
	output_file_open(&second, unit_path("file"), OUTPUT_TEXT);
	ck_assert(put(&second, "second\n"));
	ck_assert(put(&first, "again\n"));
	output_file_close(&second);
	output_file_close(&first);
	has("file", "first\nagain\n");
	has(name, "second\n");
	has_error("file", message);
	output_file_open(&second, unit_path("file"), OUTPUT_TEXT);
	output_file_close(&second);
	has("file", "");
}
END_TEST

START_TEST(appended_file_is_shared)
{
	struct output_file first;
	struct output_file second;

	unit_make("file=old\n");
	output_file_open(&first, unit_path("file"), OUTPUT_APPEND);
	output_file_open(&second, unit_path("file"), OUTPUT_APPEND);
	ck_assert(put(&second, "second\n"));
	ck_assert(put(&first, "first\n"));
	output_file_close(&first);
	output_file_close(&second);
	has("file", "old\nsecond\nfirst\n");
}
END_TEST

START_TEST(child_keeps_the_lock)
{
	struct output_file parent;
	struct output_file other;
	int status;
	pid_t child;

	catch_errors();
	output_file_open(&parent, unit_path("file"), OUTPUT_TEXT);
	child = fork();
	if (child == 0) {
		output_file_close(&parent);
		_exit(EXIT_SUCCESS);
	}
	ck_assert_int_eq(waitpid(child, &status, 0), child);
	output_file_open(&other, unit_path("file"), OUTPUT_TEXT);
	ck_assert_str_ne(other.name, unit_path("file"));
}
END_TEST

static const struct {
	const char *make[3];	/* in the directory "place" */
	mode_t mode;		/* of that directory */
	const char *path;
	bool is_opened;
} places[] = {
	{ { "place/" }, 0700, "place/new", true },
	{ { "place/" }, 0777, "place/new", true },
	{ { "place/" }, 01777, "place/new", true },
	{ { "place/old=text" }, 01777, "place/old", true },
	{ { "place/link->../target", "target=text" }, 0755, "place/link", true },
	{ { "place/link->../target", "target=text" }, 0777, "place/link", false },
	{ { "place/link->../target", "target=text" }, 01777, "place/link", false },
	{ { "place/link->../target", "target=text" }, 0775, "place/link", false },
	{ { "place/link->../absent" }, 0777, "place/link", false },
	{ { "place/link->/dev/null" }, 0777, "place/link", false },
	{ { "place/link->/dev/null" }, 0700, "place/link", true },
	{ { "place/sub->../target", "target/file=text" }, 0777, "place/sub/file", true },
	{ { "place/sub->../target", "target/file=text" }, 0755, "place/sub/file", true },
	{ { "link->place/inner", "place/inner->../target", "target=text" }, 0777, "link", false },
	{ { "link->place/inner", "place/inner->../target", "target=text" }, 0755, "link", true },
	{ { "place/loop->loop" }, 0755, "place/loop", false },
	{ { "place/file=text" }, 0755, "place/file/more", false },
	{ { "place/" }, 0755, "place/", false },
	{ { "place/" }, 0755, "place//.//new", true },
};

START_TEST(links_and_places)
{
	struct output_file output;

	for (int i = 0; i < 3 && places[_i].make[i]; i++)
		unit_make(places[_i].make[i]);
	ck_assert_int_eq(chmod(unit_path("place"), places[_i].mode), 0);
	catch_errors();
	output_file_open(&output, unit_path(places[_i].path), OUTPUT_TEXT);
	ck_assert_int_eq(output.descriptor != STDERR_FILENO, places[_i].is_opened);
	if (!places[_i].is_opened)
		ck_assert_ptr_nonnull(strstr(unit_read(unit_path("error"), NULL),
					     ": cannot be written: "));
	output_file_close(&output);
}
END_TEST

/* The name of a file cannot change what a terminal shows. */
START_TEST(names_are_escaped)
{
	struct output_file output;
	const char *error;

	catch_errors();
	output_file_open(&output, unit_path("no\033[2J\xC2\x9B\xE2\x80\xAE\xC3\xA4/file"),
			 OUTPUT_TEXT);
	error = unit_read(unit_path("error"), NULL);
	ck_assert_ptr_nonnull(
		strstr(error, "/no\\x1B[2J\\xC2\\x9B\\xE2\\x80\\xAE\xC3\xA4/file: cannot be"));
	ck_assert_uint_eq(strcspn(error, "\n"), strlen(error) - 1);
}
END_TEST

START_TEST(second_name_is_refused)
{
	struct output_file output;

	unit_make("place/");
	unit_make("file=text");
	ck_assert_int_eq(link(unit_path("file"), unit_path("place/name")), 0);
	ck_assert_int_eq(chmod(unit_path("place"), 01777), 0);
	catch_errors();
	output_file_open(&output, unit_path("place/name"), OUTPUT_TEXT);
	ck_assert_int_eq(output.descriptor, STDERR_FILENO);
	has("file", "text");
}
END_TEST

START_TEST(file_of_another_user_is_refused)
{
	struct output_file output;

	if (geteuid() != 0)
		return;
	unit_make("place/file=text");
	ck_assert_int_eq(chown(unit_path("place/file"), 65534, 65534), 0);
	ck_assert_int_eq(chmod(unit_path("place"), (mode_t)(_i ? 01777 : 0755)), 0);
	catch_errors();
	output_file_open(&output, unit_path("place/file"), OUTPUT_TEXT);
	ck_assert_int_eq(output.descriptor == STDERR_FILENO, _i);
	has("place/file", _i ? "text" : "");
}
END_TEST

START_TEST(new_file_is_private)
{
	struct output_file output;
	struct stat status;

	umask(0);
	unit_make("old=text");
	ck_assert_int_eq(chmod(unit_path("old"), 0644), 0);
	output_file_open(&output, unit_path("new"), (enum output_mode)_i);
	ck_assert_int_eq(fstat(output.descriptor, &status), 0);
	ck_assert_uint_eq(status.st_mode & 07777, 0600);
	output_file_open(&output, unit_path("old"), (enum output_mode)_i);
	ck_assert_int_eq(fstat(output.descriptor, &status), 0);
	ck_assert_uint_eq(status.st_mode & 07777, 0644);
}
END_TEST

/* Shells and containers pass on descriptors: links in /proc that lead to no path. */
START_TEST(descriptor_of_the_process)
{
	struct output_file output;
	char bytes[8] = "";
	int ends[2];
	char path[64];

	ck_assert_int_eq(pipe(ends), 0);
	snprintf(path, sizeof(path), "/proc/self/fd/%d", ends[1]);
	output_file_open(&output, path, OUTPUT_TEXT);
	ck_assert_int_ne(output.descriptor, STDERR_FILENO);
	ck_assert(put(&output, "text"));
	ck_assert_int_eq(read(ends[0], bytes, sizeof(bytes)), 4);
	ck_assert_str_eq(bytes, "text");
}
END_TEST

/* _i: the mode. The program closes all descriptors but its own. */
START_TEST(descriptor_of_others_is_left_alone)
{
	struct output_file output;
	int other;

	output_file_open(&output, unit_path("file"), (enum output_mode)_i);
	ck_assert(put(&output, "text"));
	ck_assert_int_eq(close(output.descriptor), 0);
	ck_assert(!put(&output, "lost"));
	other = open(unit_path("other"), O_RDWR | O_CREAT, 0600);
	ck_assert_int_eq(dup2(other, output.descriptor), output.descriptor);
	ck_assert(!put(&output, "lost"));
	output_file_close(&output);
	has("other", "");
	ck_assert_int_eq(write(other, "program's", 9), 9);
}
END_TEST

/* The program closes standard error, and the next file that it opens is at that descriptor. */
START_TEST(another_standard_error_is_known)
{
	struct output_file output;

	output_file_open(&output, _i == 0 ? NULL : unit_path("no-directory/file"), OUTPUT_APPEND);
	ck_assert(output_file_is_same(&output));
	ck_assert_int_eq(close(STDERR_FILENO), 0);
	ck_assert(!output_file_is_same(&output));
	ck_assert_int_eq(open(unit_path("data"), O_RDWR | O_CREAT, 0600), STDERR_FILENO);
	ck_assert(!output_file_is_same(&output));
	/* What the user has to know is written all the same: it may be the program's log. */
	ck_assert(put(&output, "text"));
	has("data", "text");
}
END_TEST

static const char *const bad_paths[] = { "no-directory/file", "directory" };

/* Standard error is used then, and the first line gives the reason. */
START_TEST(bad_path_is_standard_error)
{
	const char *path;
	char *text;
	struct output_file output;
	int error = open(unit_path("error"), O_WRONLY | O_CREAT, 0600);

	unit_make("directory/");
	path = unit_path(bad_paths[_i]);
	ck_assert_int_eq(dup2(error, STDERR_FILENO), STDERR_FILENO);
	output_file_open(&output, path, OUTPUT_TEXT);
	ck_assert(put(&output, "text"));
	output_file_close(&output);
	text = unit_read(unit_path("error"), NULL);
	ck_assert_ptr_nonnull(strstr(text, path));
	ck_assert_ptr_nonnull(strstr(text, ": cannot be written: "));
	ck_assert_ptr_nonnull(strstr(text, "\ntext"));
	ck_assert_int_eq(fcntl(STDERR_FILENO, F_GETFD), 0);
}
END_TEST

/* The program neither waits for ever nor ends by a signal. */
START_TEST(pipe_needs_no_reader)
{
	struct output_file output;
	int reader;

	unit_make("fifo|");
	ck_assert(!output_file_open(&output, unit_path("fifo"), _i));
	ck_assert_int_eq(output.descriptor, STDERR_FILENO);
	reader = open(unit_path("fifo"), O_RDONLY | O_NONBLOCK);
	ck_assert(output_file_open(&output, unit_path("fifo"), _i));
	ck_assert_int_eq(fcntl(output.descriptor, F_GETFL) & O_NONBLOCK, 0);
	ck_assert(put(&output, "text"));
	close(reader);
	ck_assert(!put(&output, "lost"));
	ck_assert(!put(&output, "lost"));
	output_file_close(&output);
}
END_TEST

static const char *const standard_names[] = { NULL, "/dev/stdout", "/dev/stderr" };

/* What the program has written there stays, and what it writes later is not written over. */
START_TEST(standard_file_is_shared)
{
	struct output_file output;
	int file = open(unit_path("standard"), O_WRONLY | O_CREAT, 0600);
	int before = dup(_i);

	ck_assert_int_eq(dup2(file, _i), _i);
	ck_assert_int_eq(write(_i, "first ", 6), 6);
	output_file_open(&output, standard_names[_i], OUTPUT_TEXT);
	ck_assert_int_eq(output.descriptor, _i);
	ck_assert(put(&output, "text "));
	ck_assert_int_eq(write(_i, "last", 4), 4);
	output_file_close(&output);
	ck_assert_int_eq(fcntl(_i, F_GETFD), 0);
	dup2(before, _i);
	has("standard", "first text last");
}
END_TEST

/* A program that the traced one starts does not inherit the file. */
START_TEST(is_closed_on_exec)
{
	struct output_file output;

	output_file_open(&output, unit_path("file"), OUTPUT_TEXT);
	ck_assert_int_eq(fcntl(output.descriptor, F_GETFD), FD_CLOEXEC);
	output_file_close(&output);
	ck_assert_int_eq(output.descriptor, STDERR_FILENO);
}
END_TEST

int main(void)
{
	Suite *suite = suite_create("output");
	TCase *tcase = unit_tcase(suite, "output", 5);

	tcase_add_test(tcase, others_can_add);
	tcase_add_loop_test(tcase, name_has_the_process, 0, UNIT_ROWS(names));
	tcase_add_loop_test(tcase, full_disk_is_reported_once, 0, 2);
	tcase_add_loop_test(tcase, full_device_is_reported_once, 0, 2);
	tcase_add_test(tcase, file_in_use_gets_another_name);
	tcase_add_test(tcase, appended_file_is_shared);
	tcase_add_test(tcase, child_keeps_the_lock);
	tcase_add_loop_test(tcase, links_and_places, 0, UNIT_ROWS(places));
	tcase_add_test(tcase, names_are_escaped);
	tcase_add_test(tcase, second_name_is_refused);
	tcase_add_loop_test(tcase, file_of_another_user_is_refused, 0, 2);
	tcase_add_loop_test(tcase, new_file_is_private, 0, 2);
	tcase_add_test(tcase, descriptor_of_the_process);
	tcase_add_loop_test(tcase, descriptor_of_others_is_left_alone, 0, 2);
	tcase_add_loop_test(tcase, another_standard_error_is_known, 0, 2);
	tcase_add_loop_test(tcase, bad_path_is_standard_error, 0, UNIT_ROWS(bad_paths));
	tcase_add_loop_test(tcase, pipe_needs_no_reader, 0, 2);
	tcase_add_loop_test(tcase, standard_file_is_shared, 1, 3);
	tcase_add_test(tcase, is_closed_on_exec);
	return unit_run(suite);
}
