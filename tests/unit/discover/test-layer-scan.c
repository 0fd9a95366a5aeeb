/* SPDX-License-Identifier: Apache-2.0 */
/*
 * layer-scan: which layers a program gets, in which order, and which are disabled. The settings are
 * filled in here; the tests of src/config test how they are read.
 */
#include "discover/layer-scan.h"

#include <string.h>

#include "config/choice.h"
#include "unit/unit.h"

#define MAX_WORDS 6

static struct settings settings;
static struct settings_layer sections[] = {
	{ .name = "trace", .library = { .text = "libtrace.so", .origin = { "f", 1 } },
	  .enabled = { .value = true } },
	{ .name = "off", .library = { .text = "liboff.so", .origin = { "f", 2 } },
	  .enabled = { .value = false, .origin = { "f", 3 }, .is_set = true } },
	{ .name = "some", .library = { .text = "libsome.so", .origin = { "f", 4 } },
	  .enabled = { .value = true } },
	{ .name = "empty", .origin = { "f", 5 }, .enabled = { .value = true } },
};
static struct setting_item programs[] = {
	{ .text = "blender", .origin = { "f", 6 } },
	{ .text = "/opt/*/render", .origin = { "f", 7 } },
};

/* Fills LIST from words separated by blanks. */
static void set_list(struct setting_list *list, const char *words)
{
	size_t count = 0;
	const char *rest = words;

	list->items = arena_alloc(&unit_arena, MAX_WORDS * sizeof(*list->items));
	while (rest && *words) {
		size_t length = strcspn(rest, " ");

		list->items[count].text = arena_copy(&unit_arena, rest, length);
		list->items[count].origin.name = "layers.conf";
		list->items[count++].origin.line = 9;
		rest = rest[length] ? rest + length + 1 : NULL;
	}
	list->count = count;
}

static const struct {
	const char *what;
	const char *program;
	const char *load;
	const char *disable;
	const char *environment;	/* OPENCL_LAYERS */
	const char *environment_disable;
	const char *expected;		/* library or name; "!" and the verdict if refused */
} cases[] = {
	{ "nothing", NULL, "", "", NULL, "", "" },
	{ "files in order", NULL, "", "", NULL, "", "a10.so a20.so b.so" },
	{ "files, load, variable", NULL, "trace /x/lib.so", "", "libenv.so:e2.so", "",
	  "a10.so a20.so b.so libtrace.so /x/lib.so libenv.so e2.so" },
	{ "empty elements", NULL, "", "", ":libenv.so::", "", "a10.so a20.so b.so libenv.so" },
	{ "a section in the variable", NULL, "", "", "trace", "",
	  "a10.so a20.so b.so libtrace.so" },
	{ "no such section", NULL, "trce", "", NULL, "",
	  "a10.so a20.so b.so trce!no-library-name" },
	{ "section without library", NULL, "empty", "", NULL, "",
	  "a10.so a20.so b.so empty!no-library-name" },
	{ "disabled by its section", NULL, "off", "", NULL, "",
	  "a10.so a20.so b.so liboff.so!disabled" },
	{ "another program", "/usr/bin/clinfo", "some", "", NULL, "",
	  "a10.so a20.so b.so libsome.so!disabled" },
	{ "this program", "/usr/bin/blender", "some", "", NULL, "",
	  "a10.so a20.so b.so libsome.so" },
	{ "this path", "/opt/x/render", "some", "", NULL, "", "a10.so a20.so b.so libsome.so" },
	{ "unknown program", NULL, "some", "", NULL, "", "a10.so a20.so b.so libsome.so!disabled" },
	{ "disabled by file name", NULL, "trace", "10-a.lay", NULL, "",
	  "a10.so!disabled a20.so b.so libtrace.so" },
	{ "disabled by stem and section", NULL, "trace", "20-* trace", NULL, "",
	  "a10.so a20.so!disabled b.so libtrace.so!disabled" },
	{ "disabled by library", NULL, "", "b.*", "b.so", "", "a10.so a20.so b.so!disabled b.so" },
	{ "disabled by the variable", NULL, "trace", "", "libenv.so", "*env* a20* trace",
	  "a10.so a20.so!disabled b.so libtrace.so!disabled libenv.so!disabled" },
};

static void start(void)
{
	unit_make("one/20-a.lay=a20.so");
	unit_make("one/10-a.lay=a10.so");
	unit_make("two/10-a.lay=masked.so");
	unit_make("two/30-b.lay=b.so");
	memset(&settings, 0, sizeof(settings));
	settings.layer_sections = sections;
	settings.layer_count = UNIT_ROWS(sections);
	sections[2].programs = (struct setting_list){ .items = programs, .count = 2 };
}

static const char *text_of(const struct candidate_list *list)
{
	const char *text = "";

	for (const struct candidate *candidate = list->first; candidate;
	     candidate = candidate->next) {
		bool good = candidate->verdict.reason == REASON_OK;
		const char *name = candidate->library ? candidate->library : candidate->written;
		const char *parts[] = { text, *text ? " " : "", name, good ? "" : "!",
					good ? "" : reason_id(candidate->verdict.reason) };

		if (candidate->verdict.reason != REASON_MASKED)
			text = arena_join(&unit_arena, parts, 5);
	}
	return text;
}

START_TEST(layers_are_found)
{
	struct candidate_list list;

	if (_i > 0) {
		set_list(&settings.layer_dirs, "one two none");
		for (size_t i = 0; i < settings.layer_dirs.count; i++)
			settings.layer_dirs.items[i].text =
				unit_path(settings.layer_dirs.items[i].text);
	}
	settings.program = cases[_i].program;
	set_list(&settings.layers, cases[_i].load);
	set_list(&settings.layers_disable, cases[_i].disable);
	set_list(&settings.env_layers_disable, cases[_i].environment_disable);
	settings.env.value[ENV_OPENCL_LAYERS] = cases[_i].environment;
	candidate_list_init(&list, LOG_TOPIC_LAYER);
	layer_scan(&list, &settings, "", &unit_arena);
	ck_assert_msg(strcmp(text_of(&list), cases[_i].expected) == 0, "%s: %s, expected %s",
		      cases[_i].what, text_of(&list), cases[_i].expected);
}
END_TEST

/* After OPENCL_LAYERS; all rules apply to it, and the key can forbid it. */
static const struct {
	const char *list;
	const char *disable;
	unsigned program_layers;
	const char *expected;
} program_cases[] = {
	{ "x.so:trace", "", 1, "env.so x.so libtrace.so" },
	{ ":x.so::", "", 1, "env.so x.so" },
	{ "", "", 1, "env.so" },
	{ "env.so", "", 1, "env.so env.so" },
	{ "off", "", 1, "env.so liboff.so!disabled" },
	{ "x.so:env.so", "x* env*", 1, "env.so x.so!disabled env.so!disabled" },
	{ "x.so:off:nothing", "x*", 0,
	  "env.so x.so!disabled liboff.so!disabled nothing!disabled" },
};

START_TEST(program_chooses)
{
	const struct choice choice = { .texts = { "", "", program_cases[_i].list } };
	struct candidate_list list;

	settings.env.value[ENV_OPENCL_LAYERS] = "env.so";
	settings.choices = &choice;
	settings.program_layers.value = program_cases[_i].program_layers;
	settings.program_layers.origin = (struct origin){ "layers.conf", 3 };
	set_list(&settings.layers_disable, program_cases[_i].disable);
	candidate_list_init(&list, LOG_TOPIC_LAYER);
	layer_scan(&list, &settings, "", &unit_arena);
	ck_assert_str_eq(text_of(&list), program_cases[_i].expected);
	if (!program_cases[_i].program_layers)
		ck_assert_str_eq(list.first->next->verdict.detail, "layers.conf:3");
}
END_TEST

static struct settings_layer placed[] = {
	{ .name = "low", .library = { .text = "low.so", .origin = { "f", 1 } },
	  .at_driver = { "driver", 1, { "f", 2 }, true } },
	{ .name = "by-path", .library = { .text = "/opt/deep.so", .origin = { "f", 3 } },
	  .at_driver = { "driver", 1, { "f", 4 }, true } },
	{ .name = "alias", .library = { .text = "/x/low.so", .origin = { "f", 5 } } },
	{ .name = "stays", .library = { .text = "/y/low.so", .origin = { "f", 6 } } },
	{ .name = "file", .library = { .text = "b.so", .origin = { "f", 7 } } },
	{ .name = "bare", .at_driver = { "driver", 1, { "f", 8 }, true } },
	{ .name = "plain", .library = { .text = "plain.so", .origin = { "f", 9 } },
	  .at_driver = { "listed", 0, { NULL, 0 }, false } },
	{ .name = "twice", .library = { .text = "twice.so", .origin = { "f", 10 } },
	  .at_driver = { "driver", 1, { "f", 11 }, true } },
	{ .name = "later", .library = { .text = "lib/twice.so", .origin = { "f", 12 } },
	  .at_driver = { "listed", 0, { "f", 13 }, true } },
};

static const struct {
	const char *what;
	const char *load;
	const char *environment;	/* OPENCL_LAYERS */
	const char *chosen;		/* by the program */
	unsigned stays;			/* 1: [layer stays] has "place = listed" */
	unsigned file;			/* 1: [layer file] has "place = driver" */
	const char *expected;
} place_cases[] = {
	{ "loaded by its section", "plain low", NULL, "", 0, 0, "low.so a20.so b.so plain.so" },
	{ "a .lay file", "plain", NULL, "", 0, 1, "b.so a20.so plain.so" },
	{ "the last of a .lay file's layers", "", NULL, "", 0, 1, "b.so a20.so" },
	{ "a section in the variable", "plain", "x.so:low:y.so", "", 0, 0,
	  "low.so a20.so b.so plain.so x.so y.so" },
	{ "a bare library in the variable", "plain", "x.so:low.so", "", 0, 0,
	  "low.so a20.so b.so plain.so x.so" },
	{ "a path in the variable", "plain", "x.so:/z/low.so", "", 0, 0,
	  "/z/low.so a20.so b.so plain.so x.so" },
	{ "a path in load", "/z/low.so plain", NULL, "", 0, 0, "/z/low.so a20.so b.so plain.so" },
	{ "the section has a path", "plain", "x.so:deep.so", "", 0, 0,
	  "deep.so a20.so b.so plain.so x.so" },
	{ "the program's own layer", "plain", "x.so", "y.so:low", 0, 0,
	  "low.so a20.so b.so plain.so x.so y.so" },
	{ "the program's own path", "plain", "x.so", "/z/low.so:y.so", 0, 0,
	  "/z/low.so a20.so b.so plain.so x.so y.so" },
	{ "several are in the order of their sections", "by-path x.so", "y.so:low:z.so", "deep.so",
	  0, 1, "low.so /opt/deep.so deep.so b.so a20.so x.so y.so z.so" },
	{ "two by the program's own paths", "plain", NULL, "twice:/z/deep.so:/z/low.so", 0, 0,
	  "/z/low.so /z/deep.so twice.so a20.so b.so plain.so" },
	{ "only such layers", "by-path low", NULL, "", 0, 2, "low.so /opt/deep.so" },
	{ "one that is listed twice", "low by-path low", NULL, "", 0, 2, "low.so low.so /opt/deep.so" },
	{ "the library of another section", "x.so alias", NULL, "", 0, 0,
	  "/x/low.so a20.so b.so x.so" },
	{ "the section that loads it says listed", "x.so stays", NULL, "", 1, 0,
	  "a20.so b.so x.so /y/low.so" },
	{ "the last section of the library says listed", "low", "/z/low.so", "", 1, 0,
	  "low.so a20.so b.so /z/low.so" },
	{ "the last of two sections", "x.so", "/z/twice.so", "", 0, 0,
	  "a20.so b.so x.so /z/twice.so" },
	{ "its own section before the last one", "x.so twice", NULL, "", 0, 0,
	  "twice.so a20.so b.so x.so" },
	{ "part of the name is not the name", "xlow.so", "/z/low.so.1:/low.so/q.so:lo.so", "", 0, 0,
	  "a20.so b.so xlow.so /z/low.so.1 /low.so/q.so lo.so" },
	{ "capital letters", "x.so", "/z/LOW.so", "", 0, 0, "/z/LOW.so a20.so b.so x.so" },
	{ "a section without library", "x.so bare", NULL, "", 0, 0,
	  "a20.so b.so x.so bare!no-library-name" },
	{ "no such section", "low.x x.so", "low.so", "", 0, 0,
	  "low.so a20.so b.so low.x!no-library-name x.so" },
};

START_TEST(layer_is_placed)
{
	const struct choice choice = { .texts = { "", "", place_cases[_i].chosen } };
	struct candidate_list list;
	struct candidate *last;

	settings.layer_sections = placed;
	settings.layer_count = UNIT_ROWS(placed);
	placed[3].at_driver = (struct setting){ "listed", 0, { "f", 20 }, place_cases[_i].stays };
	placed[4].at_driver = (struct setting){ "driver", 1, { "f", 21 }, place_cases[_i].file };
	set_list(&settings.layer_dirs, place_cases[_i].file == 2 ? "" : "two");
	if (settings.layer_dirs.count) {
		unit_make("two/10-a.lay=a20.so");
		settings.layer_dirs.items[0].text = unit_path("two");
	}
	set_list(&settings.layers, place_cases[_i].load);
	settings.env.value[ENV_OPENCL_LAYERS] = place_cases[_i].environment;
	settings.choices = &choice;
	settings.program_layers.value = 1;
	candidate_list_init(&list, LOG_TOPIC_LAYER);
	layer_scan(&list, &settings, "", &unit_arena);
	ck_assert_msg(strcmp(text_of(&list), place_cases[_i].expected) == 0, "%s: %s, expected %s",
		      place_cases[_i].what, text_of(&list), place_cases[_i].expected);
	/* The list can still be appended to, and has lost nothing. */
	last = candidate_list_add(&list, &unit_arena, CANDIDATE_FROM_LAYERS);
	for (const struct candidate *each = list.first; each; each = each->next)
		list.count--;
	ck_assert(last && !last->next && list.count == 0);
}
END_TEST

START_TEST(path_variable_replaces_the_directories)
{
	const char *parts[] = { unit_path("two"), "::", unit_path("nowhere") };
	struct candidate_list list;

	set_list(&settings.layer_dirs, "one");
	settings.layer_dirs.items[0].text = unit_path("one");
	settings.env.value[ENV_OPENCL_LAYER_PATH] = arena_join(&unit_arena, parts, 3);
	candidate_list_init(&list, LOG_TOPIC_LAYER);
	layer_scan(&list, &settings, "", &unit_arena);
	ck_assert_str_eq(text_of(&list), "masked.so b.so a20.so");
}
END_TEST

START_TEST(verdict_has_the_origin_of_the_rule)
{
	struct candidate_list list;

	set_list(&settings.layers, "off");
	candidate_list_init(&list, LOG_TOPIC_LAYER);
	layer_scan(&list, &settings, "", &unit_arena);
	ck_assert_str_eq(list.first->verdict.detail, "f:3");
	ck_assert_str_eq(list.first->section, "off");
}
END_TEST

int main(void)
{
	Suite *suite = suite_create("layer-scan");
	TCase *tcase = unit_tcase(suite, "layer-scan", 10);

	tcase_add_checked_fixture(tcase, start, NULL);
	tcase_add_loop_test(tcase, layers_are_found, 0, UNIT_ROWS(cases));
	tcase_add_loop_test(tcase, program_chooses, 0, UNIT_ROWS(program_cases));
	tcase_add_loop_test(tcase, layer_is_placed, 0, UNIT_ROWS(place_cases));
	tcase_add_test(tcase, path_variable_replaces_the_directories);
	tcase_add_test(tcase, verdict_has_the_origin_of_the_rule);
	return unit_run(suite);
}
