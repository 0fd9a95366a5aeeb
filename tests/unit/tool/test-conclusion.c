/* SPDX-License-Identifier: Apache-2.0 */
/* conclusion: which sentence rows of a replay lead to. */
#include "tool/replay/replay-rows.h"

#include <string.h>

#include "unit/unit.h"

#define MOST_ROWS 4

/* Where the launch was captured: the driver that all rows begin with. */
#define OWN "PoCL", "cpu"

/* What the capture knows besides. */
enum known {
	NOTHING,
	RACE,		/* Oclgrind has found a race */
	FAULT,		/* and here another fault */
	FAULT_NEAR_RACE,	/* whose line of the source has that word */
	UNCHECKED,	/* it has not looked */
	WARNING,	/* validation has warned */
	VARIES,		/* two runs were not the same */
	GROUPS,		/* the source asks for the local size, which was not given */
	GROUPS_UNKNOWN,	/* the captured driver's choice is not known */
	GROUPS_GIVEN,
	LOCAL,		/* local memory */
	FAILED,		/* the launch failed */
	NUMBERS		/* contents are floating-point numbers */
};

struct row {
	const char *platform;
	const char *device;
	enum replay_outcome outcome;
	const char *found;	/* the first difference */
};

static const struct {
	enum known known;
	bool is_all;
	struct row rows[MOST_ROWS];
	const char *sentence;	/* NULL: none */
} cases[] = {
	/* All agree. */
	{ NOTHING, false, { { OWN, REPLAY_SAME, NULL } },
	  "the driver of the capture has the same result again; --all tries other drivers" },
	{ NOTHING, true, { { OWN, REPLAY_SAME, NULL } }, "PoCL agrees with the capture" },
	{ NOTHING, false, { { "NVIDIA", "gpu", REPLAY_SAME, NULL } }, "NVIDIA agrees with the capture" },
	{ NOTHING, true, { { OWN, REPLAY_SAME, NULL }, { "NVIDIA", "gpu", REPLAY_SAME, NULL } },
	  "all drivers that were tried agree with the capture" },
	{ RACE, true, { { OWN, REPLAY_SAME, NULL }, { "NVIDIA", "gpu", REPLAY_SAME, NULL }, { "x", "y", REPLAY_UNABLE, NULL } },
	  "all drivers that were tried agree with the capture" },

	/* Nothing was tried. */
	{ NOTHING, true, { { NULL, NULL, REPLAY_SAME, NULL } }, NULL },
	{ NOTHING, true, { { "x", "y", REPLAY_UNABLE, NULL }, { "z", "y", REPLAY_NOT_TRIED, NULL } }, NULL },

	/* Some agree. */
	{ NOTHING, true, { { OWN, REPLAY_SAME, NULL }, { "NVIDIA", "gpu", REPLAY_SAME, NULL },
			   { "Oclgrind", "sim", REPLAY_DIFFERS, "1" } },
	  "PoCL and NVIDIA agree with the capture; Oclgrind differs" },
	{ NOTHING, true, { { "A", "gpu", REPLAY_SAME, NULL }, { "A", "cpu", REPLAY_DIFFERS, "1" },
			   { "B", "gpu", REPLAY_DIFFERS, "2" }, { "C", "gpu", REPLAY_CRASHED, NULL } },
	  "A: gpu agrees with the capture; A: cpu and B differ; C crashes" },
	{ NOTHING, true, { { "A", "gpu", REPLAY_SAME, NULL }, { "A", "cpu", REPLAY_SAME, NULL }, { "B", "gpu", REPLAY_SAME, NULL },
			   { "C", "gpu", REPLAY_NO_BUILD, NULL } },
	  "A and B agree with the capture; C does not build the program" },
	{ NOTHING, true, { { "A", "gpu", REPLAY_HUNG, NULL }, { "B", "gpu", REPLAY_EXITED, NULL },
			   { "C", "gpu", REPLAY_NO_LAUNCH, NULL } },
	  "C does not run the kernel; A hangs; B ends the process" },

	/* Nobody else agrees. */
	{ NOTHING, false, { { "NVIDIA", "gpu", REPLAY_DIFFERS, "1" } },
	  "only one driver was tried, and it is not the driver of the capture: it is not known which of the two is "
	  "right; try --all" },
	{ NOTHING, true, { { OWN, REPLAY_SAME, NULL }, { "NVIDIA", "gpu", REPLAY_DIFFERS, "1" } },
	  "NVIDIA differs from the driver of the capture: it is not known which of the two is right" },
	{ NOTHING, true, { { OWN, REPLAY_SAME, NULL }, { "A", "gpu", REPLAY_DIFFERS, "1" },
			   { "B", "gpu", REPLAY_DIFFERS, "1" } },
	  "only the driver of the capture gives these values: A and B differ from it, but not from each other, "
	  "which is a reason to suspect it" },
	{ FAILED, true, { { "A", "gpu", REPLAY_DIFFERS, NULL }, { "B", "gpu", REPLAY_DIFFERS, NULL } },
	  "only the driver of the capture gives this result: A and B differ from it, but not from each other, "
	  "which is a reason to suspect it" },
	{ NOTHING, true, { { OWN, REPLAY_SAME, NULL }, { "A", "gpu", REPLAY_DIFFERS, "1" },
			   { "B", "gpu", REPLAY_DIFFERS, "1.000001" }, { "C", "x", REPLAY_NO_BUILD, NULL } },
	  "A and B differ from the capture, and from each other: it is not known which of them is right; "
	  "C does not build the program" },
	{ NUMBERS, true, { { "A", "gpu", REPLAY_DIFFERS, "1 (0x3f800000)" },
			   { "B", "gpu", REPLAY_DIFFERS, "1.000001 (0x3f800008)" } },
	  "only the driver of the capture gives these values: A and B differ from it, but not from each other, "
	  "which is a reason to suspect it" },
	/* Two devices of one driver are no two witnesses. */
	{ NOTHING, true, { { "A", "gpu", REPLAY_DIFFERS, "1" }, { "A", "cpu", REPLAY_DIFFERS, "1" } },
	  "only one driver was tried, and it is not the driver of the capture: it is not known which of the two is "
	  "right" },

	/* The launch is the reason. */
	{ RACE, true, { { OWN, REPLAY_SAME, NULL }, { "A", "gpu", REPLAY_DIFFERS, "1" } },
	  "the kernel has a race (oclgrind: Read-write data race at 0x8): no driver is shown to be wrong" },
	{ RACE, true, { { "A", "gpu", REPLAY_VARIES, "1" }, { "B", "gpu", REPLAY_NO_BUILD, NULL } },
	  "the kernel has a race (oclgrind: Read-write data race at 0x8): no driver is shown to be wrong; "
	  "B does not build the program" },
	{ FAULT, true, { { OWN, REPLAY_SAME, NULL }, { "A", "gpu", REPLAY_DIFFERS, "1" } },
	  "the launch has a fault of its own (oclgrind: Invalid write): no driver is shown to be wrong" },
	{ FAULT, true, { { OWN, REPLAY_SAME, NULL }, { "A", "gpu", REPLAY_CRASHED, NULL } },
	  "the launch has a fault of its own (oclgrind: Invalid write): no driver is shown to be wrong; A crashes" },
	{ FAULT, true, { { OWN, REPLAY_SAME, NULL }, { "A", "gpu", REPLAY_NO_BUILD, NULL } },
	  "PoCL agrees with the capture; A does not build the program" },
	{ FAULT_NEAR_RACE, true, { { OWN, REPLAY_SAME, NULL }, { "A", "gpu", REPLAY_DIFFERS, "1" } },
	  "the launch has a fault of its own (oclgrind: Invalid write): no driver is shown to be wrong" },
	{ UNCHECKED, true, { { OWN, REPLAY_SAME, NULL }, { "B", "gpu", REPLAY_SAME, NULL },
			     { "A", "gpu", REPLAY_DIFFERS, "1" } },
	  "PoCL and B agree with the capture; A differs; the kernel was not checked for races" },
	{ UNCHECKED, true, { { OWN, REPLAY_SAME, NULL }, { "A", "gpu", REPLAY_DIFFERS, "1" },
			     { "B", "gpu", REPLAY_DIFFERS, "1" }, { "C", "gpu", REPLAY_CRASHED, NULL } },
	  "only the driver of the capture gives these values: A and B differ from it, but not from each other, "
	  "which is a reason to suspect it; the kernel was not checked for races; C crashes" },
	{ UNCHECKED, true, { { OWN, REPLAY_SAME, NULL }, { "A", "gpu", REPLAY_SAME, NULL } },
	  "all drivers that were tried agree with the capture" },
	{ WARNING, true, { { OWN, REPLAY_SAME, NULL }, { "B", "gpu", REPLAY_SAME, NULL }, { "A", "gpu", REPLAY_DIFFERS, "1" } },
	  "PoCL and B agree with the capture; A differs" },
	{ VARIES, true, { { "A", "gpu", REPLAY_VARIES, "1" } },
	  "the launch is not deterministic: no driver is shown to be wrong" },
	{ VARIES, true, { { "B", "gpu", REPLAY_SAME, NULL }, { "A", "gpu", REPLAY_DIFFERS, "1" } },
	  "the launch is not deterministic: no driver is shown to be wrong" },
	{ NOTHING, true, { { OWN, REPLAY_DIFFERS, "1" }, { "A", "gpu", REPLAY_SAME, NULL } },
	  "the captured driver does not have its own result again, so the launch or this driver is not "
	  "deterministic: no other driver is shown to be wrong" },
	{ GROUPS, true, { { OWN, REPLAY_SAME, NULL }, { "A", "gpu", REPLAY_DIFFERS, "1" } },
	  "its result may depend on the work-group size (it uses get_local_size()), which each driver chooses: "
	  "give --local captured" },
	{ GROUPS_UNKNOWN, true, { { OWN, REPLAY_SAME, NULL }, { "A", "gpu", REPLAY_DIFFERS, "1" } },
	  "its result may depend on the work-group size (it uses get_local_size()), which each driver chooses: "
	  "the local size that the captured driver chose is not known" },
	{ GROUPS_GIVEN, true, { { OWN, REPLAY_SAME, NULL }, { "A", "gpu", REPLAY_DIFFERS, "1" } },
	  "A differs from the driver of the capture: it is not known which of the two is right" },
	{ LOCAL, true, { { "A", "gpu", REPLAY_DIFFERS, "1" } },
	  "its result may depend on the work-group size (it uses local memory), which each driver chooses: "
	  "give --local captured" },
};

/* The source is longer than what counts of it. */
#define SOURCE "kernel void f() { size_t n = get_local_size(0); } get_group_id"

static struct launch_program program = { .kind = LAUNCH_SOURCE };
static struct launch_range range = { .size = 64, .as = LAUNCH_BITS };
static struct launch_note notes[2];
static struct launch_argument argument;

static void know(struct launch *launch, enum known known)
{
	program.text = (const unsigned char *)"kernel void f() { x_get_local_size(); get_local_sizes(); }";
	program.size = strlen((const char *)program.text);
	*launch = (struct launch){ .call = { .has_suggested = 1 }, .platform.name = "PoCL",
				   .device = { .name = "cpu", .driver = "7" },
				   .programs = &program, .program_count = 1,
				   .ranges = &range, .range_count = 1, .notes = notes,
				   .arguments = &argument };
	range.varies = known == VARIES;
	range.as = known == NUMBERS ? LAUNCH_FLOAT32 : LAUNCH_BITS;
	notes[0] = (struct launch_note){ known == UNCHECKED ? LAUNCH_UNCHECKED : LAUNCH_CHECKED_BY, "oclgrind" };
	notes[1] = (struct launch_note){ LAUNCH_FINDING, "oclgrind: Invalid write; at trace 7" };
	launch->note_count = known >= RACE && known <= WARNING && known != UNCHECKED ? 2 : 1;
	launch->call.error = known == FAILED ? -54 : 0;
	if (known == RACE)
		notes[1].text = "oclgrind: Read-write data race at 0x8; Kernel: f";
	else if (known == FAULT_NEAR_RACE)
		notes[1].text = "oclgrind: Invalid write; At line 3: x = 1; // a race";
	else if (known == WARNING)
		notes[1].text = "validation: warning: odd";
	if (known >= GROUPS && known <= GROUPS_GIVEN) {
		program.text = (const unsigned char *)SOURCE;
		program.size = strlen(SOURCE) - strlen("up_id");
	}
	launch->call.has_suggested = known != GROUPS_UNKNOWN;
	launch->call.has_local = known == GROUPS_GIVEN;
	argument.kind = LAUNCH_LOCAL;
	launch->argument_count = known == LOCAL;
}

/* Both runs of a row with the same result, unless it is said otherwise. */
static void fill(struct replay_row *to, const struct row *from, const struct replay_capture *capture)
{
	*to = (struct replay_row){ .capture = capture, .driver = from->platform, .platform = from->platform,
				   .device = from->device, .version = "7" };
	to->probe.launch = &capture->launch;
	to->probe.outcome = from->outcome;
	to->probe.found = from->found;
	to->probe.has_difference = from->found != NULL;
}

START_TEST(a_sentence_for_the_rows)
{
	struct replay_capture capture = { .rows = NULL };
	struct replay_row rows[MOST_ROWS];
	const char *sentence;

	know(&capture.launch, cases[_i].known);
	capture.bounds[LAUNCH_FLOAT32].relative = 1e-5;
	for (size_t i = MOST_ROWS; i-- > 0;) {
		if (!cases[_i].rows[i].platform)
			continue;
		fill(&rows[i], &cases[_i].rows[i], &capture);
		rows[i].next = capture.rows;
		capture.rows = &rows[i];
	}
	sentence = conclusion_draw(&capture, cases[_i].is_all, &unit_arena);
	ck_assert_pstr_eq(sentence, cases[_i].sentence);
}
END_TEST

/* Two libraries with the same platform and device are distinguished, and one that is not the same each time is. */
START_TEST(libraries_and_runs)
{
	struct replay_capture capture = { .rows = NULL };
	struct replay_row rows[2];
	const struct row same = { OWN, REPLAY_SAME, NULL };
	const struct row differs = { OWN, REPLAY_DIFFERS, "1" };

	know(&capture.launch, NOTHING);
	fill(&rows[0], &same, &capture);
	fill(&rows[1], &differs, &capture);
	rows[0].driver = "/lib/old.so";
	rows[1].driver = "/lib/new.so";
	rows[0].next = &rows[1];
	capture.rows = &rows[0];
	ck_assert_str_eq(conclusion_draw(&capture, true, &unit_arena),
			 "/lib/new.so differs from the driver of the capture: it is not known which of the two is "
			 "right");
	rows[1].probe.same = 3;
	rows[1].probe.differing = 1;
	ck_assert_str_eq(conclusion_draw(&capture, true, &unit_arena),
			 "/lib/new.so does not have the same result each time (1 of 4 runs differ): the kernel has a "
			 "race, or this driver a fault");
}
END_TEST

int main(void)
{
	Suite *suite = suite_create("conclusion");
	TCase *tcase = unit_tcase(suite, "conclusion", 20);

	tcase_add_loop_test(tcase, a_sentence_for_the_rows, 0, sizeof(cases) / sizeof(cases[0]));
	tcase_add_test(tcase, libraries_and_runs);
	return unit_run(suite);
}
