/* SPDX-License-Identifier: Apache-2.0 */
/* launch-contents: the files of a capture, which is made here, and then spoilt. */
#include "launch/launch-contents.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "layers/short-memory.h"
#include "launch/blake2b.h"
#include "launch/launch-check.h"
#include "launch/launch-file.h"
#include "launch/launch-format.h"
#include "unit/launch/sample.h"
#include "unit/unit.h"

static const char *hash_of(const void *bytes, size_t size)
{
	struct blake2b state;
	char text[BLAKE2B_TEXT];

	blake2b_start(&state);
	blake2b_add(&state, bytes, size);
	blake2b_end(&state, text);
	return arena_copy(&unit_arena, text, strlen(text));
}

/* Writes a file, and returns its hash. */
static const char *make_file(const char *name, const void *bytes, size_t size)
{
	unit_write(name, bytes, size);
	return hash_of(bytes, size);
}

static const char *make_contents(char fill, size_t size)
{
	char bytes[256];
	char name[128];

	memset(bytes, fill, sizeof(bytes));
	snprintf(name, sizeof(name), LAUNCH_CONTENTS "/%s", hash_of(bytes, size));
	return make_file(name, bytes, size);
}

static void make_launch(const struct launch *launch)
{
	char *text = sample_text(launch);

	unit_write(LAUNCH_FILE, text, strlen(text));
	free(text);
}

/* The capture of the sample, in unit_dir. Three of its contents are equal. */
static struct launch *make_capture(void)
{
	static const char *const files[] = { "program-0.cl", "program-1.cl", "program-2.spv",
					     "program-3.bin" };
	struct launch *launch = sample_launch();

	for (size_t i = 0; i < 4; i++) {
		launch->programs[i].hash = make_file(files[i], "kernel void k() {}", 10 + i);
		launch->programs[i].size = 10 + i;
	}
	launch->includes[0].hash = make_file("include/a/x.h", "0123456789", 10);
	launch->includes[1].hash = make_file("include/b/my x.h", "", 0);
	launch->ranges[0].after = make_contents('a', 16);
	launch->ranges[1].before = make_contents('b', 64);
	launch->ranges[2].before = make_contents('b', 64);
	launch->ranges[2].after = make_contents('b', 64);
	launch->ranges[3].before = make_contents('c', 100);
	make_launch(launch);
	return launch;
}

START_TEST(capture_is_read)
{
	struct launch launch;
	char problem[LAUNCH_PROBLEM];

	make_capture();
	ck_assert_msg(launch_contents_read(&launch, unit_dir, &unit_arena, problem), "%s", problem);
	ck_assert_str_eq((const char *)launch.programs[0].text, "kernel voi");
	ck_assert_str_eq((const char *)launch.programs[3].text, "kernel void k");
	ck_assert_ptr_null(launch.programs[4].text);
	ck_assert_ptr_null(launch.ranges[0].old_bytes);
	ck_assert(memcmp(launch.ranges[0].new_bytes, "aaaaaaaaaaaaaaaa", 16) == 0);
	ck_assert_ptr_eq(launch.ranges[1].old_bytes, launch.ranges[2].old_bytes);
	ck_assert_ptr_eq(launch.ranges[1].old_bytes, launch.ranges[2].new_bytes);
	ck_assert_ptr_null(launch.ranges[1].new_bytes);
	ck_assert_uint_eq(launch.ranges[3].old_bytes[99], 'c');
	launch_contents_done(&launch);
	ck_assert_ptr_null(launch.ranges[2].new_bytes);
	launch_contents_done(&launch);
}
END_TEST

/* -- what is refused -------------------------------------------------------------------------- */

/* In unit_dir: removes the first file, and makes what the second one describes, see unit_make(). */
static const struct {
	const char *remove;
	const char *make;
	const char *problem;
} spoilt[] = {
	{ LAUNCH_FILE, NULL, "launch.txt: it is missing, so this is no whole capture" },
	{ LAUNCH_FILE, "manifest.json={}", "manifest.json: an earlier version of clrouter" },
	{ LAUNCH_FILE, "launch.txt->program-0.cl", "launch.txt: it is a link" },
	{ LAUNCH_FILE, "launch.txt|", "launch.txt: it is no regular file" },
	{ LAUNCH_FILE, "launch.txt/", "launch.txt: it is no regular file" },
	{ LAUNCH_FILE, "launch.txt=", "launch.txt: its first line is not" },
	{ LAUNCH_FILE, "launch.txt=" LAUNCH_HEAD "\nfuture\tx",
	  "launch.txt: line 2: the line is cut off" },
	{ LAUNCH_FILE, "launch.txt=" LAUNCH_HEAD "\nend\n",
	  "launch.txt: it has no line of the call" },
	{ "program-0.cl", NULL, "program-0.cl: No such file" },
	{ "program-0.cl", "program-0.cl->program-1.cl", "program-0.cl: it is a link" },
	{ "program-0.cl", "program-0.cl|", "program-0.cl: it is no regular file" },
	{ "program-0.cl", "program-0.cl@", "program-0.cl: " },
	{ "program-0.cl", "program-0.cl=kernel vo", "its size is not what launch.txt says" },
	{ "program-0.cl", "program-0.cl=kernel vox", "its hash is not what launch.txt says" },
	{ "include/a/x.h", NULL, "include/a/x.h: No such file" },
	{ "include/a/x.h", "include/a/x.h->../../program-0.cl", "include/a/x.h: it is a link" },
	{ "include/a/x.h", "include/a/x.h=012345678X", "include/a/x.h: its hash" },
	{ "include/a/x.h", "include/a/x.h=0", "include/a/x.h: its size" },
	{ "include/a/x.h", "include/a/x.h/", "include/a/x.h: it is no regular file" },
};

START_TEST(spoilt_captures_are_refused)
{
	struct launch launch;
	char problem[LAUNCH_PROBLEM];

	make_capture();
	ck_assert_int_eq(unlink(unit_path(spoilt[_i].remove)), 0);
	if (spoilt[_i].make)
		unit_make(spoilt[_i].make);
	ck_assert(!launch_contents_read(&launch, unit_dir, &unit_arena, problem));
	ck_assert_msg(strstr(problem, spoilt[_i].problem), "%s", problem);
}
END_TEST

/* A folder on the way that is a link to one with the same files. */
static const char *const folders[] = { "include", "include/a", "contents" };

START_TEST(no_folder_is_a_link)
{
	struct launch launch;
	char problem[LAUNCH_PROBLEM];

	make_capture();
	ck_assert_int_eq(rename(unit_path(folders[_i]), unit_path("moved")), 0);
	ck_assert_int_eq(symlink(unit_path("moved"), unit_path(folders[_i])), 0);
	ck_assert(!launch_contents_read(&launch, unit_dir, &unit_arena, problem));
	ck_assert_msg(strstr(problem, "it is a link") || strstr(problem, "Not a directory"), "%s",
		      problem);
}
END_TEST

/* Files with holes of more bytes than there is memory, and equal contents of two sizes. */
START_TEST(sizes_are_limited)
{
	struct launch *launch = make_capture();
	struct launch again;
	char problem[LAUNCH_PROBLEM];
	const uint64_t huge = (uint64_t)1 << 43;

	launch->ranges[1].size = 63;
	make_launch(launch);
	ck_assert(!launch_contents_read(&again, unit_dir, &unit_arena, problem));
	ck_assert_msg(strstr(problem, "launch.txt has two sizes for it") ||
			      strstr(problem, "its size is not what"),
		      "%s", problem);
	launch->programs[0].size = huge;
	make_launch(launch);
	if (truncate(unit_path("program-0.cl"), (off_t)huge) != 0)
		return;
	ck_assert(!launch_contents_read(&again, unit_dir, &unit_arena, problem));
	ck_assert_msg(strstr(problem, "than this machine has memory for") ||
			      strstr(problem, "it is too large for this host"),
		      "%s", problem);
}
END_TEST

START_TEST(large_files_are_refused)
{
	struct launch launch;
	char problem[LAUNCH_PROBLEM];

	make_capture();
	ck_assert_int_eq(truncate(unit_path(LAUNCH_FILE), (off_t)LAUNCH_MOST_FILE + 1), 0);
	ck_assert(!launch_contents_read(&launch, unit_dir, &unit_arena, problem));
	ck_assert_str_eq(problem, "launch.txt: it is too large");
	ck_assert(!launch_contents_read(&launch, unit_path("nowhere"), &unit_arena, problem));
	ck_assert_str_eq(problem, "No such file or directory");
}
END_TEST

/* Whichever allocation fails, the capture is refused, or read as a whole. */
START_TEST(memory_may_be_short)
{
	struct launch launch;
	char problem[LAUNCH_PROBLEM];
	unsigned int failures = 0;
	bool is_read = false;

	make_capture();
	for (unsigned int number = 1; !is_read; number++) {
		struct arena arena = ARENA_INIT;

		short_memory_set(SHORT_ONCE, number);
		is_read = launch_contents_read(&launch, unit_dir, &arena, problem);
		short_memory_set(SHORT_ONCE, 0);
		ck_assert(is_read || problem[0]);
		failures += !is_read;
		if (is_read)
			launch_contents_done(&launch);
		arena_done(&arena);
	}
	ck_assert_uint_gt(failures, 10);
}
END_TEST

/* -- paths ------------------------------------------------------------------------------------ */

START_TEST(paths_stay_in_the_capture)
{
	char path[LAUNCH_MOST_PATH + 2];

	memset(path, 'a', sizeof(path));
	path[256] = '\0';
	ck_assert(!launch_is_path(path));
	path[255] = '\0';
	ck_assert(launch_is_path(path));
	for (size_t i = 0; i < sizeof(path); i += 2)
		memcpy(path + i, "a/", 2);
	path[LAUNCH_MOST_PATH] = '\0';
	path[LAUNCH_MOST_PATH - 1] = 'a';
	ck_assert(launch_is_path(path));
	path[LAUNCH_MOST_PATH] = 'a';
	path[LAUNCH_MOST_PATH + 1] = '\0';
	ck_assert(!launch_is_path(path));
	ck_assert(launch_is_path("a"));
	ck_assert(launch_is_path("..a/b../.c/..."));
	ck_assert(!launch_is_path(""));
	ck_assert(!launch_is_path("/a"));
	ck_assert(!launch_is_path("a/"));
	ck_assert(!launch_is_path(".."));
	ck_assert(!launch_is_path("a/./b"));
	ck_assert(!launch_is_path("a/../b"));
}
END_TEST

int main(void)
{
	Suite *suite = suite_create("launch-contents");
	TCase *tcase = unit_tcase(suite, "launch-contents", 20);

	tcase_add_test(tcase, capture_is_read);
	tcase_add_loop_test(tcase, spoilt_captures_are_refused, 0, UNIT_ROWS(spoilt));
	tcase_add_loop_test(tcase, no_folder_is_a_link, 0, UNIT_ROWS(folders));
	tcase_add_test(tcase, sizes_are_limited);
	tcase_add_test(tcase, large_files_are_refused);
	tcase_add_test(tcase, memory_may_be_short);
	tcase_add_test(tcase, paths_stay_in_the_capture);
	return unit_run(suite);
}
