/* SPDX-License-Identifier: Apache-2.0 */
/* set-steps: what steps become in a file, that they are read back, and which files are refused. */
#include "tool/commands/set-steps.h"

#include <stdlib.h>
#include <string.h>

#include "unit/unit.h"

#define FIRST "# >>> Written by \"clrouter set\", which replaces all down to <<<; your own lines go elsewhere.\n"
#define LAST "# <<< Written by \"clrouter set\"\n"

static struct arena arena;

static void setup(void)
{
	arena = (struct arena)ARENA_INIT;
}

static void teardown(void)
{
	arena_done(&arena);
}

/* Reads TEXT, which has to be good. */
static struct set_part read_good(enum settings_family family, const char *text)
{
	struct set_part part;
	const char *why = set_part_read(&part, family, text, strlen(text), &arena);

	ck_assert_msg(!why, "%s", why ? why : "");
	return part;
}

static void want_text(const struct set_part *part, const char *expected)
{
	size_t size = 0;
	const char *text = set_part_write(part, &size, &arena);

	ck_assert_ptr_nonnull(text);
	ck_assert_str_eq(text, expected);
	ck_assert_uint_eq(size, strlen(expected));
}

/* Adds a step; WORDS end with NULL. */
static void add(struct set_part *part, enum set_subject subject, const char *program,
		const char **words)
{
	static unsigned number;
	struct set_step step = { .number = ++number, .subject = subject, .program = program,
				 .words = words };

	while (words[step.count])
		step.count++;
	ck_assert(set_part_add(part, &step, &arena));
}

#define WORDS(...) ((const char *[]){ __VA_ARGS__, NULL })

static const struct {
	const char *before;	/* what somebody has in the file */
	const char *expected;	/* with "driver pocl off" */
} files[] = {
	{ "", FIRST "# step 1: driver\n#\tpocl\n#\toff\n[driver pocl]\nload = no\n" LAST },
	{ "; mine\n[order]\n",
	  "; mine\n[order]\n" FIRST "# step 1: driver\n#\tpocl\n#\toff\n[driver pocl]\nload = no\n" LAST },
	{ "[order]\r\nsort = name",
	  "[order]\r\nsort = name\n" FIRST "# The line before had no end.\n"
	  "# step 1: driver\n#\tpocl\n#\toff\n[driver pocl]\nload = no\n" LAST },
	{ "\n", "\n" FIRST "# step 1: driver\n#\tpocl\n#\toff\n[driver pocl]\nload = no\n" LAST },
};

/* There and back: what others have written is as it was, to the byte. */
START_TEST(keeps_other_lines)
{
	struct set_part part = read_good(FAMILY_LOADER, files[_i].before);
	struct set_step *undone;

	ck_assert_ptr_null(part.steps);
	add(&part, SET_DRIVER, NULL, WORDS("pocl", "off"));
	want_text(&part, files[_i].expected);
	part = read_good(FAMILY_LOADER, files[_i].expected);
	want_text(&part, files[_i].expected);
	undone = set_part_undo(&part);
	ck_assert_str_eq(set_step_text(undone, &arena), "driver pocl off");
	want_text(&part, files[_i].before);
	ck_assert_ptr_null(set_part_undo(&part));
}
END_TEST

START_TEST(writes_each_subject)
{
	struct set_part part = { .family = FAMILY_LOADER };

	add(&part, SET_ORDER, NULL, WORDS("nvidia", "NVIDIA CUDA"));
	add(&part, SET_DRIVER, "a for b: c", WORDS("*", "on"));
	add(&part, SET_DRIVER, "/usr/bin/x", WORDS("pocl", "off"));
	add(&part, SET_ORDER, "x", WORDS("pocl"));
	want_text(&part, FIRST "# step 1: order\n#\tnvidia\n#\tNVIDIA CUDA\n"
			       "# step 2: driver for a for b: c\n#\t*\n#\ton\n"
			       "# step 3: driver for /usr/bin/x\n#\tpocl\n#\toff\n"
			       "# step 4: order for x\n#\tpocl\n"
			       "[order]\nfirst = nvidia\n\tNVIDIA CUDA\n"
			       "[program a for b: c]\nenable = ..., *\n"
			       "[program /usr/bin/x]\ndisable = ..., pocl\n"
			       "[program x]\nfirst = pocl\n" LAST);
	part = read_good(FAMILY_LOADER, set_part_write(&part, &(size_t){ 0 }, &arena));
	ck_assert_str_eq(part.steps->next->program, "a for b: c");
}
END_TEST

START_TEST(writes_devices)
{
	struct set_part part = { .family = FAMILY_LAYERS };

	add(&part, SET_DEVICE, "x", WORDS("gpu:0", "!1"));
	add(&part, SET_DEVICE, "y", WORDS("gpu:0", "!1"));
	want_text(&part, FIRST "# step 1: device for x\n#\tgpu:0\n#\t!1\n"
			       "# step 2: device for y\n#\tgpu:0\n#\t!1\n"
			       "[layers]\nload = ..., devices\n[layer devices]\n"
			       "option.visible = gpu:0, !1\nprograms = x\n\ty\n" LAST);
	add(&part, SET_DEVICE, NULL, WORDS("gpu:0", "!1"));
	ck_assert_ptr_null(strstr(set_part_write(&part, &(size_t){ 0 }, &arena), "programs"));
	add(&part, SET_DEVICE, NULL, (const char *[]){ NULL });
	ck_assert_ptr_nonnull(strstr(set_part_write(&part, &(size_t){ 0 }, &arena), "programs = x"));
}
END_TEST

/* A later step of a key replaces an earlier one, and an undone one brings it back. */
START_TEST(replaces_and_undoes)
{
	struct set_part part = { .family = FAMILY_LOADER };
	struct set_step like = { .subject = SET_DRIVER, .words = WORDS("pocl"), .count = 1 };

	add(&part, SET_DRIVER, NULL, WORDS("pocl", "off"));
	add(&part, SET_DRIVER, "x", WORDS("pocl", "off"));
	add(&part, SET_DRIVER, NULL, WORDS("pocl", "on"));
	ck_assert_str_eq(set_part_find(&part, &like)->words[1], "on");
	ck_assert_ptr_null(strstr(set_part_write(&part, &(size_t){ 0 }, &arena), "load = no"));
	add(&part, SET_DRIVER, NULL, WORDS("pocl"));
	ck_assert_ptr_null(set_part_find(&part, &like));
	ck_assert_ptr_null(strstr(set_part_write(&part, &(size_t){ 0 }, &arena), "load ="));
	set_part_undo(&part);
	ck_assert_str_eq(set_part_find(&part, &like)->words[1], "on");
	set_part_undo(&part);
	ck_assert_str_eq(set_part_find(&part, &like)->words[1], "off");
}
END_TEST

/* Only steps that decide nothing are dropped. */
START_TEST(drops_the_oldest)
{
	struct set_part part = { .family = FAMILY_LOADER };
	size_t count = 0;

	add(&part, SET_ORDER, NULL, WORDS("first"));
	for (unsigned i = 0; i < 2 * SET_STEPS_KEPT; i++)
		add(&part, SET_DRIVER, NULL, WORDS("pocl", i % 2 ? "on" : "off"));
	LIST_EACH(const struct set_step, step, part.steps)
		count++;
	ck_assert_uint_eq(count, SET_STEPS_KEPT);
	ck_assert_int_eq(part.steps->subject, SET_ORDER);
	for (unsigned i = 0; i < 2 * SET_STEPS_KEPT; i++) {
		char *name = arena_copy(&arena, "driver-00", 9);

		name[7] = (char)('0' + i / 10);
		name[8] = (char)('0' + i % 10);
		add(&part, SET_DRIVER, NULL, WORDS(name, "off"));
	}
	count = 0;
	LIST_EACH(const struct set_step, step, part.steps)
		count++;
	ck_assert_uint_eq(count, 2 * SET_STEPS_KEPT + 2);
}
END_TEST

#define STEP "# step 1: driver\n#\tpocl\n#\toff\n"
#define LINES "[driver pocl]\nload = no\n"

static const struct {
	const char *text;
	const char *why;	/* a part of it */
} bad_files[] = {
	{ FIRST STEP "[driver pocl]\nload = yes\n" LAST, "changed by hand" },
	{ FIRST STEP LINES "# mine\n" LAST, "changed by hand" },
	{ FIRST STEP LAST, "changed by hand" },
	{ FIRST STEP LINES FIRST LAST, "changed by hand" },
	{ FIRST "# step 1: driver\n#\tpocl\n#\tmaybe\n" LINES LAST, "# step" },
	{ FIRST LAST, "# step" },
	{ FIRST LINES LAST, "# step" },
	{ FIRST "# step x: driver\n#\tpocl\n#\toff\n" LINES LAST, "# step" },
	{ FIRST "# step 1: drive\n#\tpocl\n#\toff\n" LINES LAST, "# step" },
	{ FIRST "# step 1: device\n#\tpocl\n#\toff\n" LINES LAST, "# step" },
	{ FIRST "# step 1: driver\n" LINES LAST, "# step" },
	{ FIRST "# step 1: driver\n#\ta\n#\toff\n#\tb\n" LINES LAST, "# step" },
	{ FIRST "#\tpocl\n" STEP LINES LAST, "# step" },
	{ FIRST "# step 1\n" LINES LAST, "# step" },
	{ FIRST STEP LINES, "last one" },
	{ STEP LINES LAST, "first line" },
	{ FIRST STEP LINES LAST "first = mine\n", "in one of its sections" },
	{ FIRST STEP LINES LAST "\n# mine\n ; and this\n\tfirst = mine\n", "in one of its sections" },
};

START_TEST(refuses_what_is_not_its_own)
{
	struct set_part part;
	const char *text = bad_files[_i].text;
	const char *why = set_part_read(&part, FAMILY_LOADER, text, strlen(text), &arena);

	ck_assert_ptr_nonnull(why);
	ck_assert_msg(strstr(why, bad_files[_i].why), "%s", why);
}
END_TEST

/* What others have after the part stays, and so does its section. */
START_TEST(keeps_lines_after_it)
{
	static const char more[] = "\n# mine\n[order]\nsort = name\n";
	const char *parts[] = { FIRST STEP LINES LAST, more };
	struct set_part part = read_good(FAMILY_LOADER, arena_join(&arena, parts, 2));

	add(&part, SET_DRIVER, NULL, WORDS("pocl"));
	ck_assert(strstr(set_part_write(&part, &(size_t){ 0 }, &arena), LAST "\n# mine\n"));
	set_part_undo(&part);
	set_part_undo(&part);
	want_text(&part, more);
}
END_TEST

/* No text makes it read beyond the end, and what it accepts it writes as it was. */
START_TEST(reads_any_beginning)
{
	static const char text[] = "[a]\nb" "\n" FIRST "# The line before had no end.\n" STEP LINES LAST "[c]\n";

	for (size_t size = 0; size < sizeof(text); size++) {
		char *copy = malloc(size + 1);
		struct set_part part;
		const char *why;

		memcpy(copy, text, size);
		why = set_part_read(&part, FAMILY_LOADER, copy, size, &arena);
		if (!why) {
			size_t new_size = 0;
			const char *new = set_part_write(&part, &new_size, &arena);

			ck_assert_uint_eq(new_size, size);
			ck_assert_mem_eq(new, copy, size);
		}
		free(copy);
	}
}
END_TEST

int main(void)
{
	Suite *suite = suite_create("set-steps");
	TCase *tcase = unit_tcase(suite, "set-steps", 20);

	tcase_add_checked_fixture(tcase, setup, teardown);
	tcase_add_loop_test(tcase, keeps_other_lines, 0, UNIT_ROWS(files));
	tcase_add_test(tcase, writes_each_subject);
	tcase_add_test(tcase, writes_devices);
	tcase_add_test(tcase, replaces_and_undoes);
	tcase_add_test(tcase, drops_the_oldest);
	tcase_add_loop_test(tcase, refuses_what_is_not_its_own, 0, UNIT_ROWS(bad_files));
	tcase_add_test(tcase, keeps_lines_after_it);
	tcase_add_test(tcase, reads_any_beginning);
	return unit_run(suite);
}
