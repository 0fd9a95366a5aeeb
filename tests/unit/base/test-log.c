/* SPDX-License-Identifier: Apache-2.0 */
/*
 * log: which lines are written, where they go, and what they look like. The tests first close the
 * log that unit_tcase() opens, and set up their own.
 */
#include "base/log.h"

#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "unit/unit.h"

/* Closes the log of unit_tcase(), and redirects standard error to a file. */
static void redirect_stderr(void)
{
	int file = open(unit_path("stderr"), O_RDWR | O_CREAT | O_TRUNC | O_APPEND, 0600);

	ck_assert_int_ge(file, 0);
	ck_assert_int_eq(dup2(file, STDERR_FILENO), STDERR_FILENO);
	close(file);
	log_done();
}

static const char *stderr_text(void)
{
	return unit_read(unit_path("stderr"), NULL);
}

static const struct {
	const char *spec;
	enum log_level level;	/* the last level that is written */
	unsigned topics;	/* bits of the topics that are written; 0: all */
	bool is_known;		/* no message about SPEC is expected */
} specs[] = {
	{ "none", LOG_NONE, 0, true },
	{ "error", LOG_ERROR, 0, true },
	{ "warning", LOG_WARNING, 0, true },
	{ "info", LOG_INFO, 0, true },
	{ "debug", LOG_DEBUG, 0, true },
	{ "all", LOG_DEBUG, 0, true },
	{ "info,scan", LOG_INFO, 1 << LOG_TOPIC_SCAN, true },
	{ "all,scan,vendor", LOG_DEBUG, 1 << LOG_TOPIC_SCAN | 1 << LOG_TOPIC_VENDOR, true },
	{ "debug,loader,config,order,layer", LOG_DEBUG,
	  1 << LOG_TOPIC_LOADER | 1 << LOG_TOPIC_CONFIG | 1 << LOG_TOPIC_ORDER |
	  1 << LOG_TOPIC_LAYER, true },
	{ "info,", LOG_INFO, 0, true },
	{ "info,,scan", LOG_INFO, 1 << LOG_TOPIC_SCAN, true },
	{ "loud", LOG_ERROR, 0, false },
	{ "Info,SCAN", LOG_INFO, 1 << LOG_TOPIC_SCAN, true },
	{ "scan", LOG_ERROR, 0, false },
	{ "loud,scan", LOG_ERROR, 1 << LOG_TOPIC_SCAN, false },
	{ "info,sacn", LOG_INFO, 0, false },
	{ "info,scan,sacn", LOG_INFO, 1 << LOG_TOPIC_SCAN, false },
	{ "infoo", LOG_ERROR, 0, false },
	{ "", LOG_NONE, 0, true },
};

START_TEST(level_and_topics)
{
	unsigned all = (1u << LOG_TOPICS_COUNT) - 1;
	unsigned topics = specs[_i].topics ? specs[_i].topics : all;

	redirect_stderr();
	log_setup(specs[_i].spec, NULL, true);
	ck_assert_int_eq(strstr(stderr_text(), "is not known") == NULL, specs[_i].is_known);
	for (int level = LOG_ERROR; level <= LOG_DEBUG; level++)
		for (int topic = 0; topic < LOG_TOPICS_COUNT; topic++)
			ck_assert_int_eq(log_wants(level, topic),
					 level <= (int)specs[_i].level && (topics >> topic & 1));
}
END_TEST

static const struct {
	const char *spec;
	enum log_level raise;
	enum log_level level;
	bool has_scan;
	bool has_vendor;
} raises[] = {
	{ "none", LOG_WARNING, LOG_WARNING, true, true },
	{ "none", LOG_NONE, LOG_NONE, false, false },
	{ "debug", LOG_WARNING, LOG_DEBUG, true, true },
	{ "error", LOG_DEBUG, LOG_DEBUG, true, true },
	{ "warning,scan", LOG_INFO, LOG_INFO, true, true },
	{ "info,scan", LOG_NONE, LOG_INFO, true, false },
};

START_TEST(level_is_raised)
{
	enum log_level level = raises[_i].level;

	redirect_stderr();
	log_setup(raises[_i].spec, NULL, true);
	log_raise(raises[_i].raise);
	if (level != LOG_NONE) {
		ck_assert_int_eq(log_wants(level, LOG_TOPIC_SCAN), raises[_i].has_scan);
		ck_assert_int_eq(log_wants(level, LOG_TOPIC_VENDOR), raises[_i].has_vendor);
	}
	if (level < LOG_DEBUG)
		ck_assert(!log_wants(level + 1, LOG_TOPIC_SCAN));
}
END_TEST

START_TEST(silent_unless_set_up)
{
	redirect_stderr();
	log_line(LOG_ERROR, LOG_TOPIC_SCAN, LOG_BLAME_US, "text");
	log_setup("warning", NULL, true);
	log_line(LOG_INFO, LOG_TOPIC_SCAN, LOG_BLAME_US, "text");
	log_done();
	log_line(LOG_ERROR, LOG_TOPIC_SCAN, LOG_BLAME_US, "text");
	ck_assert_str_eq(stderr_text(), "");
}
END_TEST

static const struct {
	enum log_level level;
	enum log_topic topic;
	enum log_blame blame;
	const char *text;
	const char *expected;
} lines[] = {
	{ LOG_ERROR, LOG_TOPIC_SCAN, LOG_BLAME_NOBODY, "x", "clrouter: error: scan: x\n" },
	{ LOG_WARNING, LOG_TOPIC_VENDOR, LOG_BLAME_VENDOR, "/a: b",
	  "clrouter: warning: vendor: /a: b (vendor)\n" },
	{ LOG_INFO, LOG_TOPIC_CONFIG, LOG_BLAME_CONFIGURATION, "c",
	  "clrouter: info: config: c (configuration)\n" },
	{ LOG_DEBUG, LOG_TOPIC_LAYER, LOG_BLAME_LAYER, "d", "clrouter: debug: layer: d (layer)\n" },
	{ LOG_INFO, LOG_TOPIC_ORDER, LOG_BLAME_APPLICATION, "e",
	  "clrouter: info: order: e (application)\n" },
	{ LOG_INFO, LOG_TOPIC_LOADER, LOG_BLAME_US, "f", "clrouter: info: loader: f (clrouter)\n" },
	{ LOG_INFO, LOG_TOPIC_SCAN, LOG_BLAME_NOBODY, "a\nb\tc\x1b[1m\rd",
	  "clrouter: info: scan: a\\x0Ab\\x09c\\x1B[1m\\x0Dd\n" },
	{ LOG_INFO, LOG_TOPIC_SCAN, LOG_BLAME_NOBODY, "\xC2\x9B\xE2\x80\xAE\x7F\xFF",
	  "clrouter: info: scan: \\xC2\\x9B\\xE2\\x80\\xAE\\x7F\\xFF\n" },
	{ LOG_INFO, LOG_TOPIC_SCAN, LOG_BLAME_NOBODY, "\xC3\xA4 %s %n",
	  "clrouter: info: scan: \xC3\xA4 %s %n\n" },
	{ LOG_INFO, LOG_TOPIC_SCAN, LOG_BLAME_NOBODY, "", "clrouter: info: scan: \n" },
};

START_TEST(one_message_is_one_line)
{
	redirect_stderr();
	log_setup("all", NULL, true);
	log_line(lines[_i].level, lines[_i].topic, lines[_i].blame, "%s", lines[_i].text);
	ck_assert_str_eq(stderr_text(), lines[_i].expected);
}
END_TEST

/* Every length around the limit of 2 KiB, with and without space for the blame. */
static void expect_truncated(char byte, size_t size)
{
	char text[4096];
	const char *line;

	memset(text, byte, size);
	text[size] = '\0';
	redirect_stderr();
	log_setup("all", NULL, true);
	log_line(LOG_INFO, LOG_TOPIC_SCAN, LOG_BLAME_CONFIGURATION, "%s", text);
	line = stderr_text();
	ck_assert_uint_le(strlen(line), 2048);
	ck_assert_uint_ge(strlen(line), size < 2000 ? size : 2000);
	ck_assert_ptr_eq(strchr(line, '\n'), line + strlen(line) - 1);
	ck_assert_ptr_null(strchr(line, byte == 'x' ? '\\' : byte));
	log_done();
}

START_TEST(long_lines_are_truncated)
{
	expect_truncated('x', (size_t)_i);
	unlink(unit_path("stderr"));
	expect_truncated('\x9B', (size_t)_i);
}
END_TEST

static const struct {
	const char *spec;		/* %s stands for unit_dir */
	const char *configured;		/* the key log_file, likewise; NULL: not set */
	bool allow_file;
	const char *name;		/* of the file that the line must be in */
} targets[] = {
	{ "info", NULL, true, "stderr" },
	{ "info:", NULL, true, "stderr" },
	{ "info:%s/a", NULL, true, "a" },
	{ "info,scan:%s/a", NULL, true, "a" },
	{ "info", "%s/b", true, "b" },
	{ "info", "", true, "stderr" },
	{ "info:", "%s/b", true, "b" },
	{ "info:%s/a", "%s/b", true, "a" },
	{ "info:%s/a", NULL, false, "stderr" },
	{ "info", "%s/b", false, "stderr" },
};

START_TEST(destination)
{
	char spec[128], configured[128];

	redirect_stderr();
	snprintf(spec, sizeof(spec), targets[_i].spec, unit_dir);
	if (targets[_i].configured)
		snprintf(configured, sizeof(configured), targets[_i].configured, unit_dir);
	log_setup(spec, targets[_i].configured ? configured : NULL, targets[_i].allow_file);
	log_line(LOG_INFO, LOG_TOPIC_SCAN, LOG_BLAME_NOBODY, "line");
	ck_assert_str_eq(unit_read(unit_path(targets[_i].name), NULL),
			 "clrouter: info: scan: line\n");
	if (strcmp(targets[_i].name, "stderr") != 0)
		ck_assert_str_eq(stderr_text(), "");
	else
		ck_assert(access(unit_path("a"), F_OK) != 0 && access(unit_path("b"), F_OK) != 0);
}
END_TEST

START_TEST(file_is_private_and_appended_to)
{
	const char *path = unit_path("log");
	struct stat status;

	umask(0);
	for (int i = 0; i < 2; i++) {
		log_done();
		log_setup("info", path, true);
		log_line(LOG_INFO, LOG_TOPIC_SCAN, LOG_BLAME_NOBODY, "line %d", i);
	}
	ck_assert_int_eq(stat(path, &status), 0);
	ck_assert_int_eq(status.st_mode & 0777, 0600);
	ck_assert_str_eq(unit_read(path, NULL),
			 "clrouter: info: scan: line 0\nclrouter: info: scan: line 1\n");
}
END_TEST

static const char *const bad_files[] = { "fifo|", "socket@", "directory/", "null->/dev/null" };

START_TEST(irregular_files_are_refused)
{
	char name[32];

	redirect_stderr();
	unit_make(bad_files[_i]);
	snprintf(name, sizeof(name), "%.*s", (int)strcspn(bad_files[_i], "-|@/"), bad_files[_i]);
	log_setup("info", unit_path(name), true);
	log_line(LOG_INFO, LOG_TOPIC_SCAN, LOG_BLAME_NOBODY, "the line");
	ck_assert_ptr_nonnull(strstr(stderr_text(), "cannot be used as log file: it is not a "
						    "regular file; standard error is used"));
	ck_assert_ptr_nonnull(strstr(stderr_text(), "the line"));
}
END_TEST

/* A link is followed only if nobody else can have made it. */
START_TEST(links_in_shared_directories_are_refused)
{
	redirect_stderr();
	unit_make("real=kept");
	unit_make("link->real");
	ck_assert_int_eq(chmod(unit_dir, 01777), 0);
	log_setup("info", unit_path("link"), true);
	ck_assert_ptr_nonnull(strstr(stderr_text(), "cannot be used as log file: a link leads to "
						    "it, in a directory that others may write"));
	ck_assert_str_eq(unit_read(unit_path("real"), NULL), "kept");
	log_done();
	ck_assert_int_eq(chmod(unit_dir, 0755), 0);
	log_setup("info", unit_path("link"), true);
	log_line(LOG_INFO, LOG_TOPIC_SCAN, LOG_BLAME_NOBODY, "line");
	ck_assert_str_eq(unit_read(unit_path("real"), NULL), "keptclrouter: info: scan: line\n");
}
END_TEST

START_TEST(unknown_words_are_reported_in_the_log)
{
	redirect_stderr();
	log_setup("info,sacn", unit_path("log"), true);
	ck_assert_str_eq(stderr_text(), "");
	ck_assert_ptr_nonnull(strstr(unit_read(unit_path("log"), NULL), "\"sacn\" is not known"));
}
END_TEST

START_TEST(help_lists_topics_and_changes_nothing)
{
	redirect_stderr();
	log_setup("help", unit_path("log"), true);
#define X(name, text, help) ck_assert_ptr_nonnull(strstr(stderr_text(), "  " text "\t" help "\n"));
	LOG_TOPICS(X)
#undef X
	ck_assert(!log_wants(LOG_ERROR, LOG_TOPIC_SCAN));
	ck_assert_int_ne(access(unit_path("log"), F_OK), 0);
}
END_TEST

#define DESCRIPTORS 16

START_TEST(no_descriptor_is_left_or_inherited)
{
	int before[DESCRIPTORS];
	unsigned opened = 0;

	log_done();
	for (int file = 0; file < DESCRIPTORS; file++)
		before[file] = fcntl(file, F_GETFD);
	for (int i = 0; i < 3; i++) {
		log_setup("info", unit_path("log"), true);
		for (int file = 0; file < DESCRIPTORS; file++) {
			opened += fcntl(file, F_GETFD) != before[file];
			ck_assert(before[file] != -1 || fcntl(file, F_GETFD) != 0);
		}
		log_done();
	}
	ck_assert_uint_eq(opened, 3);
	for (int file = 0; file < DESCRIPTORS; file++)
		ck_assert_int_eq(fcntl(file, F_GETFD), before[file]);
}
END_TEST

/* In a program that runs without standard input, the log file may get descriptor 0. */
START_TEST(descriptor_can_be_0)
{
	log_done();
	close(STDIN_FILENO);
	log_setup("info", unit_path("own"), true);
	log_line(LOG_INFO, LOG_TOPIC_SCAN, LOG_BLAME_NOBODY, "first line");
	ck_assert_str_eq(unit_read(unit_path("own"), NULL), "clrouter: info: scan: first line\n");
	log_done();
	ck_assert_int_eq(fcntl(STDIN_FILENO, F_GETFD), -1);
}
END_TEST

/* The program closed all descriptors, and opened a file that got the number of the log file. */
START_TEST(descriptor_was_reused_by_the_program)
{
	int log = dup(STDOUT_FILENO);
	int other;

	close(log);
	log_done();
	log_setup("info", unit_path("log"), true);
	log_line(LOG_INFO, LOG_TOPIC_SCAN, LOG_BLAME_NOBODY, "one");
	close(log);
	other = open(unit_path("other"), O_RDWR | O_CREAT, 0600);
	ck_assert_int_eq(other, log);
	log_line(LOG_INFO, LOG_TOPIC_SCAN, LOG_BLAME_NOBODY, "two");
	log_done();
	ck_assert_str_eq(unit_read(unit_path("other"), NULL), "");
	ck_assert_int_eq(close(other), 0);
	ck_assert_ptr_nonnull(strstr(unit_read(unit_path("log"), NULL), "one"));
}
END_TEST

int main(void)
{
	Suite *suite = suite_create("log");
	TCase *tcase = unit_tcase(suite, "log", 10);

	tcase_add_loop_test(tcase, level_and_topics, 0, UNIT_ROWS(specs));
	tcase_add_loop_test(tcase, level_is_raised, 0, UNIT_ROWS(raises));
	tcase_add_test(tcase, silent_unless_set_up);
	tcase_add_loop_test(tcase, one_message_is_one_line, 0, UNIT_ROWS(lines));
	tcase_add_loop_test(tcase, long_lines_are_truncated, 2000, 2060);
	tcase_add_loop_test(tcase, long_lines_are_truncated, 4090, 4095);
	tcase_add_loop_test(tcase, destination, 0, UNIT_ROWS(targets));
	tcase_add_test(tcase, file_is_private_and_appended_to);
	tcase_add_loop_test(tcase, irregular_files_are_refused, 0, UNIT_ROWS(bad_files));
	tcase_add_test(tcase, links_in_shared_directories_are_refused);
	tcase_add_test(tcase, unknown_words_are_reported_in_the_log);
	tcase_add_test(tcase, help_lists_topics_and_changes_nothing);
	tcase_add_test(tcase, no_descriptor_is_left_or_inherited);
	tcase_add_test(tcase, descriptor_can_be_0);
	tcase_add_test(tcase, descriptor_was_reused_by_the_program);
	return unit_run(suite);
}
