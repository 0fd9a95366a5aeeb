/* SPDX-License-Identifier: Apache-2.0 */
/*
 * judge: what becomes of launches, by what A and B do with them. No driver runs: the linker puts
 * functions of this file in the place of those that would need one.
 */
#include "tool/diverge/judge.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/common/system.h"
#include "launch/launch-format.h"
#include "launch/launch-rules.h"
#include "tool/diverge/keep.h"
#include "tool/replay/finish.h"
#include "tool/replay/replay-drivers.h"
#include "unit/launch/sample.h"
#include "unit/unit.h"

/*
 * What the next runs do. On B: s is the same, d differs, v differs only where it varies, b does not
 * build, c crashes, h hangs, u is unable. On A: s is the same twice, v varies, x fails.
 */
static const char *runs_on_a;
static const char *runs_on_b;
static size_t ran_on_a;
static size_t ran_on_b;
static size_t kept;
static char kept_in[4096];
static size_t found;

void __wrap_replay_probe_run(struct replay_probe *probe, unsigned limit, struct arena *arena);
const char *__wrap_finish_run_twice(struct launch *launch, struct replay_probe *probe,
				    unsigned limit, struct arena *arena);
bool __wrap_keep_launch(const char *path, const char *output);
void __wrap_replay_drivers_find(const struct snapshot *snapshot, const struct replay_choice *choice,
				struct tool *tool, struct replay_probe *probe, const char **name);

void __wrap_replay_probe_run(struct replay_probe *probe, unsigned limit, struct arena *arena)
{
	static const struct {
		char run;
		enum replay_outcome outcome;
	} outcomes[] = {
		{ 's', REPLAY_SAME },	  { 'd', REPLAY_DIFFERS }, { 'v', REPLAY_VARIES },
		{ 'b', REPLAY_NO_BUILD }, { 'c', REPLAY_CRASHED }, { 'h', REPLAY_HUNG },
		{ 'u', REPLAY_UNABLE },
	};
	const char run = runs_on_b[ran_on_b++];

	(void)limit;
	(void)arena;
	ck_assert_int_ne(run, '\0');
	for (size_t i = 0; i < sizeof(outcomes) / sizeof(*outcomes); i++)
		if (outcomes[i].run == run)
			probe->outcome = outcomes[i].outcome;
	probe->unable = "it has no images";
	probe->failed = "clBuildProgram failed";
}

const char *__wrap_finish_run_twice(struct launch *launch, struct replay_probe *probe,
				    unsigned limit, struct arena *arena)
{
	const char run = runs_on_a[ran_on_a++];

	(void)limit;
	ck_assert_int_ne(run, '\0');
	probe->types = arena_alloc(arena, (launch->argument_count + 1) * sizeof(char *));
	launch->ranges[0].varies = run == 'v' ? 3 : 0;
	return run == 'x' ? "a function failed" : NULL;
}

bool __wrap_keep_launch(const char *path, const char *output)
{
	(void)path;
	kept++;
	strcpy(kept_in, output);
	return true;
}

void __wrap_replay_drivers_find(const struct snapshot *snapshot, const struct replay_choice *choice,
				struct tool *tool, struct replay_probe *probe, const char **name)
{
	(void)snapshot;
	(void)tool;
	(void)probe;
	ck_assert(choice->is_exact && !name);
	found++;
}

static struct tool tool;
static struct diverge_judge judge;

/* Launch NUMBER of the kernel NAME, compared. */
static struct diverge_group *compare(unsigned number, const char *name)
{
	struct launch *launch = sample_launch();
	char *text;

	launch->call.number = number;
	launch->call.kernel = name;
	launch->call.runs = 0;
	for (size_t i = 0; i < launch->range_count; i++)
		launch->ranges[i].varies = launch->ranges[i].varies_from = 0;
	text = sample_text(launch);
	unit_write("launch/" LAUNCH_FILE, text, strlen(text));
	free(text);
	judge_launch(&judge, unit_path("launch"));
	return judge.kernels;
}

static void set_up(const char *a, const char *b)
{
	runs_on_a = a;
	runs_on_b = b;
	tool.timeout = 1;
	judge.tool = &tool;
	judge.output = "out";
	judge.over = UINT64_MAX;
	judge.name_b = "B";
	unit_expect_errors();
}

/* -- one kernel ------------------------------------------------------------------------------ */

/* Launches of a kernel, all of which A runs as A says. */
static const struct {
	const char *b;
	const char *a;
	unsigned launches;
	unsigned judged, bad, differing, varying;
	const char *left; /* the reason; NULL: none is left */
} rows[] = {
	/* The first one of a kernel is run on A for types, the others if B differs or fails. */
	{ "sss", "s", 3, 3, 0, 0, 0, NULL },
	{ "dss", "s", 3, 3, 1, 1, 0, NULL },
	{ "sds", "ss", 3, 3, 1, 1, 0, NULL },
	{ "sdd", "sss", 3, 3, 2, 2, 0, NULL },
	/* What varies on A is compared without that. */
	{ "v", "v", 1, 1, 0, 0, 1, NULL },
	{ "sdv", "sv", 2, 2, 0, 0, 1, NULL },
	{ "sds", "sv", 2, 2, 0, 0, 1, NULL },
	{ "sdd", "sv", 2, 2, 1, 1, 0, NULL },
	/* It fails on B. */
	{ "scs", "ss", 3, 3, 1, 0, 0, NULL },
	{ "sch", "sss", 3, 3, 2, 0, 0, NULL },
	{ "hdd", "sss", 3, 3, 3, 2, 0, NULL },
	{ "sbs", "s", 3, 2, 0, 0, 0, "kernel add on B: clBuildProgram failed" },
	/* Not on A: this is said only if B differs. */
	{ "ss", "x", 2, 2, 0, 0, 0, NULL },
	{ "sds", "xx", 3, 2, 0, 0, 0, "kernel add on Platform: Device: a function failed" },
	{ "sus", "s", 3, 2, 0, 0, 0, "kernel add on B: it has no images" },
	/* After three failures in a row, no more are tried. */
	{ "ccc", "sss", 5, 3, 3, 0, 0, "kernel add had failed 3 times in a row" },
	{ "ccscc", "ssss", 5, 5, 4, 0, 0, NULL },
};

START_TEST(launches_of_a_kernel)
{
	const struct diverge_group *kernel = NULL;

	set_up(rows[_i].a, rows[_i].b);
	for (unsigned i = 1; i <= rows[_i].launches; i++)
		kernel = compare(i, "add");
	ck_assert_uint_eq(ran_on_b, strlen(rows[_i].b));
	ck_assert_uint_eq(ran_on_a, strlen(rows[_i].a));
	ck_assert_uint_eq(judge.judged, rows[_i].judged);
	ck_assert_uint_eq(judge.left, rows[_i].launches - rows[_i].judged);
	ck_assert_uint_eq(kernel->launches, rows[_i].judged);
	ck_assert_uint_eq(kernel->bad, rows[_i].bad);
	ck_assert_uint_eq(kernel->differing, rows[_i].differing);
	ck_assert_uint_eq(kernel->varying, rows[_i].varying);
	ck_assert_uint_eq(kept, rows[_i].bad > 0);
	ck_assert_uint_eq(found, 1);
	if (rows[_i].left)
		ck_assert_str_eq(judge.reasons->name, rows[_i].left);
	else
		ck_assert_ptr_null(judge.reasons);
}
END_TEST

START_TEST(first_bad_launch_is_remembered)
{
	const struct diverge_group *kernel;

	set_up("ssss", "scdd");
	for (unsigned i = 1; i <= 4; i++)
		compare(i, "add");
	kernel = judge.kernels;
	ck_assert_uint_eq(kernel->first, 2);
	ck_assert_int_eq(kernel->outcome, REPLAY_CRASHED);
	ck_assert_str_eq(kernel->kept, "out");
	ck_assert_ptr_nonnull(kernel->how);
}
END_TEST

/* -- several ---------------------------------------------------------------------------------- */

START_TEST(kernels_are_apart)
{
	set_up("sss", "dddsd");
	compare(1, "add");
	compare(2, "scale");
	ck_assert_uint_eq(kept, 2);
	ck_assert_str_eq(kept_in, "out-2");
	ck_assert_str_eq(judge.kernels->name, "add");
	ck_assert_str_eq(judge.kernels->next->name, "scale");
	ck_assert_uint_eq(judge.kernels->next->first, 2);
}
END_TEST

START_TEST(captures_have_a_limit)
{
	char name[8];

	set_up("ssssssssss", "dddddddddd");
	for (unsigned i = 1; i <= 10; i++) {
		snprintf(name, sizeof(name), "k%u", i);
		compare(i, arena_copy(&unit_arena, name, strlen(name)));
	}
	ck_assert_uint_eq(judge.judged, 10);
	ck_assert_uint_eq(kept, 8);
	ck_assert_str_eq(kept_in, "out-8");
}
END_TEST

/* -- the end ---------------------------------------------------------------------------------- */

START_TEST(time_is_over)
{
	set_up("", "");
	judge.over = system_now();
	compare(1, "add");
	ck_assert_uint_eq(judge.judged, 0);
	ck_assert_uint_eq(judge.left, 1);
	ck_assert_str_eq(judge.reasons->name, "--duration was over");
}
END_TEST

/* Any process of the program may have written it. */
START_TEST(launch_is_not_whole)
{
	set_up("", "");
	unit_make("launch/" LAUNCH_FILE "=" LAUNCH_HEAD);
	judge_launch(&judge, unit_path("launch"));
	judge_launch(&judge, unit_path("none"));
	ck_assert_uint_eq(judge.left, 2);
	ck_assert_ptr_null(judge.kernels);
	ck_assert_str_eq(judge.reasons->next->name, "No such file or directory");
}
END_TEST

START_TEST(reasons_are_counted)
{
	set_up("", "");
	judge_leave(&judge, "a", 1);
	judge_leave(&judge, "b", 2);
	judge_leave(&judge, "a", 4);
	ck_assert_uint_eq(judge.left, 7);
	ck_assert_uint_eq(judge.reasons->launches, 5);
	ck_assert_uint_eq(judge.reasons->next->launches, 2);
	ck_assert_ptr_null(judge.reasons->next->next);
}
END_TEST

int main(void)
{
	Suite *suite = suite_create("judge");
	TCase *tcase = unit_tcase(suite, "judge", 20);

	tcase_add_loop_test(tcase, launches_of_a_kernel, 0, UNIT_ROWS(rows));
	tcase_add_test(tcase, first_bad_launch_is_remembered);
	tcase_add_test(tcase, kernels_are_apart);
	tcase_add_test(tcase, captures_have_a_limit);
	tcase_add_test(tcase, time_is_over);
	tcase_add_test(tcase, launch_is_not_whole);
	tcase_add_test(tcase, reasons_are_counted);
	return unit_run(suite);
}
