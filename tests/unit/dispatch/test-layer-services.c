/* SPDX-License-Identifier: Apache-2.0 */
/* layer-services: the answers to a layer while it starts, and that there are none afterwards. */
#include "dispatch/layer-services.h"

#include <clrouter/layer.h>

#include "config/choice.h"
#include "config/merge.h"
#include "config/parse.h"
#include "dispatch/terminator-list.h"
#include "unit/unit.h"

/* What CLROUTER_LAYER defines in a layer. */
struct clrouter_table clrouter_target;

static struct settings settings;

static void parse(const char *text)
{
	const char *detail;
	struct draft draft;

	settings.arena = &unit_arena;
	draft_init(&draft, &settings, "/etc/layers.conf", FAMILY_LAYERS, true);
	ck_assert(parse_text(&draft, arena_copy(&unit_arena, text, strlen(text)), strlen(text),
			     &detail));
	merge_draft(&settings, &draft);
	clrouter_target.clGetExtensionFunctionAddress = terminator_clGetExtensionFunctionAddress;
}

static const char conf[] =
	"[layer trace]\n"
	"option.format = json\n"
	"option.file =\n"
	"option.format = text ; the last counts\n"
	"[layer other]\n"
	"option.format = xml\n"
	"[layer trace]\n"
	"library = libx.so\n"
	"option.filter = a, ..., b\n"
	"option.form = x=y\n";

static const struct {
	const char *layer;
	const char *option;
	const char *value;	/* NULL: the option is not set */
} options[] = {
	{ "trace", "format", "text" }, { "other", "format", "xml" }, { "trace", "file", "" },
	{ "trace", "filter", "a, ..., b" }, { "trace", "form", "x=y" }, { "trace", "for", NULL },
	{ "trace", "form=x", "y" }, { "trace", "", NULL }, { "Trace", "format", NULL },
	{ "none", "format", NULL }, { "", "format", NULL },
};

START_TEST(answers_options)
{
	const char *value;

	parse(conf);
	ck_assert_ptr_null(clrouter_layer_option(options[_i].layer, options[_i].option));
	layer_services_bind(&settings, NULL, 0);
	value = clrouter_layer_option(options[_i].layer, options[_i].option);
	if (!options[_i].value)
		ck_assert_ptr_null(value);
	else
		ck_assert_str_eq(value, options[_i].value);
	layer_services_bind(NULL, NULL, 0);
	ck_assert_ptr_null(clrouter_layer_option(options[_i].layer, options[_i].option));
}
END_TEST

/* From the weakest: a file, the program, OPENCL_LAYER_OPTIONS. */
START_TEST(variable_is_stronger_than_the_program)
{
	const struct choice other = { NULL, { "trace", "format", "chosen" } };
	const struct choice choice = { &other, { "trace", "file", "chosen" } };
	struct setting_item *items;

	parse(conf);
	settings.choices = &choice;
	settings.program_layers.value = 1;
	items = settings.layer_sections[0].options.items;
	for (size_t i = 0; i < settings.layer_sections[0].options.count; i++)
		if (strcmp(items[i].text, "file=") == 0)
			items[i].origin = (struct origin){ "OPENCL_LAYER_OPTIONS", 0 };
	layer_services_bind(&settings, NULL, 0);
	ck_assert_str_eq(clrouter_layer_option("trace", "file"), "");
	ck_assert_str_eq(clrouter_layer_option("trace", "format"), "chosen");
	ck_assert_str_eq(clrouter_layer_option("trace", "filter"), "a, ..., b");
	settings.program_layers.value = 0;
	ck_assert_str_eq(clrouter_layer_option("trace", "format"), "text");
}
END_TEST

START_TEST(continues_no_option)
{
	static const char text[] = "[layer trace]\noption.filter = a,\n  b\n";
	const char *detail;
	struct draft draft;

	unit_expect_errors();
	settings.arena = &unit_arena;
	draft_init(&draft, &settings, "/etc/layers.conf", FAMILY_LAYERS, true);
	ck_assert(!parse_text(&draft, arena_copy(&unit_arena, text, strlen(text)), strlen(text),
			      &detail));
}
END_TEST

START_TEST(answers_drivers)
{
	clGetPlatformDriverCLROUTER_t *get;
	struct platform one = { .handle = (cl_platform_id)&one,
				.names.paths = { "/etc/a.icd", "liba.so" } };
	struct platform other = { .handle = (cl_platform_id)&other,
				  .names.paths = { NULL, "libb.so" } };
	struct platform *platforms[] = { &one, &other };

	clrouter_target.clGetExtensionFunctionAddress = terminator_clGetExtensionFunctionAddress;
	get = (clGetPlatformDriverCLROUTER_t *)clrouter_layer_service("clGetPlatformDriverCLROUTER");
	ck_assert_ptr_nonnull(get);
	ck_assert_ptr_null(get(one.handle, 0));
	layer_services_bind(NULL, platforms, 2);
	ck_assert_str_eq(get(one.handle, 0), "/etc/a.icd");
	ck_assert_str_eq(get(one.handle, 1), "liba.so");
	ck_assert_ptr_null(get(other.handle, 0));
	ck_assert_str_eq(get(other.handle, 1), "libb.so");
	ck_assert_ptr_null(get(other.handle, 2));
	ck_assert_ptr_null(get(NULL, 0));
	layer_services_bind(NULL, NULL, 0);
	ck_assert_ptr_null(get(one.handle, 0));
}
END_TEST

START_TEST(other_loaders_answer_nothing)
{
	clrouter_target.clGetExtensionFunctionAddress = NULL;
	ck_assert_ptr_null(clrouter_layer_option("trace", "format"));
}
END_TEST

int main(void)
{
	Suite *suite = suite_create("layer-services");
	TCase *tcase = unit_tcase(suite, "layer-services", 10);

	tcase_add_loop_test(tcase, answers_options, 0, UNIT_ROWS(options));
	tcase_add_test(tcase, variable_is_stronger_than_the_program);
	tcase_add_test(tcase, continues_no_option);
	tcase_add_test(tcase, answers_drivers);
	tcase_add_test(tcase, other_loaders_answer_nothing);
	return unit_run(suite);
}
