/* SPDX-License-Identifier: Apache-2.0 */
/*
 * devices: the devices that a program sees with each kind of selection, through every function that
 * returns or takes devices. layer-target.h has the platforms and devices.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <fcntl.h>
#include <unistd.h>

#include "layers/layer-target.h"
#include "layers/target-ends.h"
#include "unit/unit.h"

/*
 * LeakSanitizer of GCC 12 takes the header of AddressSanitizer's heap for one of the C library if a
 * thread-local block of a library begins 16 bytes after a page. It then looks for pointers at
 * addresses such as 0x40, and crashes. Such a block of the devices layer points to no memory of the heap.
 */
__attribute__((visibility("default"))) const char *__lsan_default_options(void);

const char *__lsan_default_options(void)
{
	return "use_tls=0";
}

/* The digits of the devices that a program finds, in their order. */
static const struct {
	const char *selection;	/* NULL: not set */
	const char *shown;
} selections[] = {
	{ NULL, "01234" },	{ "", "" },		{ "none", "" },
	{ "all", "01234" },	{ "gpu", "03" },	{ "GPU", "03" },
	{ "cpu", "1" },		{ "accelerator", "4" },	{ "custom", "2" },
	{ "default", "03" },	{ "cpu,gpu", "013" },	{ " cpu , gpu ", "013" },
	{ "0", "0" },		{ "4", "4" },		{ "3,1", "13" },
	{ "5", "" },		{ "-1", "" },		{ "0.1", "1" },
	{ "1.0", "3" },		{ "1.1,0.0", "04" },	{ "1.2", "" },
	{ "Alpha*", "012" },	{ "*gpu", "03" },	{ "Beta ?PU", "3" },
	{ "Alpha", "012" },	{ "*[CD]*", "124" },
	{ "aabbccdd", "0" },	{ "AABBCCDD-0011-2233-4455-66778899AABB", "0" },
	{ "aabbccdd00112233445566778899aabb", "0" },
	{ "aabbccdd00112233445566778899aabbcc", "" },
	{ "aabbccde", "" },	{ "uuid:aa", "0" },	{ "uuid:1", "3" },
	{ "UUID:12-34", "3" },	{ "12345678", "3" },	{ "1234567", "" },
	{ "uuid:00", "" },	{ "00000000", "" },	{ "!uuid:0", "01234" },
	{ "!cpu", "0234" },	{ "!gpu,!custom", "14" }, { "gpu,!Beta*", "0" },
	{ "!Beta*,Beta Card", "0124" }, { "!all,cpu", "1" }, { "all,!0", "1234" },
	{ "!0.0", "1234" },	{ "!uuid:aabb", "1234" }, { "gpu,!all", "" },
	{ "0-1", "01" },	{ "3-9", "34" },	{ "1-1", "1" },		{ "2-1", "" },
	{ "1-", "" },		{ "0-1,4", "014" },	{ "!0-2", "34" },	{ "0.1-2", "12" },
	{ "gpu:0", "0" },	{ "gpu:1", "3" },	{ "GPU:0-1", "03" },	{ "gpu:2", "" },
	{ "cpu:0,accelerator:0", "14" }, { "default:1", "3" }, { "all:2-3", "23" },
	{ "gpu:", "" },		{ "gpu:x", "" },	{ "!gpu:1", "0124" },	{ "custom:0", "2" },
	{ "0000:01:00.0", "0" }, { "01:00.0", "0" },	{ "01:00", "0" },	{ "86:02.1", "3" },
	{ "0000:86:02.1,cpu", "13" }, { "!86:*", "0124" }, { "01:00.1", "" }, { "1:00.0", "" },
	{ "beta", "34" },	{ "B*", "34" },		{ "!Beta", "012" },
};

static void start(const char *selection)
{
	if (selection)
		setenv("OPENCL_VISIBLE_DEVICES", selection, 1);
	else
		unsetenv("OPENCL_VISIBLE_DEVICES");
	target_start("CLDevices", false);
}

/* Stores in ALL the devices of the driver, hidden ones included. */
static void get_all(cl_device_id *all)
{
	const bool has_same_device = target.has_same_device;
	cl_platform_id platforms[2];
	void *below = (void *)layer;

	target.has_same_device = false;
	unsetenv("OPENCL_VISIBLE_DEVICES");
	target_start("CLDevices", false);
	ck_assert_int_eq(layer->clGetPlatformIDs(2, platforms, NULL), CL_SUCCESS);
	layer->clGetDeviceIDs(platforms[0], CL_DEVICE_TYPE_ALL, 2, all, NULL);
	layer->clGetDeviceIDs(platforms[0], CL_DEVICE_TYPE_CUSTOM, 1, all + 2, NULL);
	layer->clGetDeviceIDs(platforms[1], CL_DEVICE_TYPE_ALL, 2, all + 3, NULL);
	target_stop();
	target.has_same_device = has_same_device;
	layer = below;
}

static void add_found(char *found, const cl_device_id *all, cl_platform_id platform,
		      cl_device_type type)
{
	cl_device_id ids[5];
	cl_uint count = 99;
	cl_uint again = 99;
	cl_int error = layer->clGetDeviceIDs(platform, type, 5, ids, &count);

	ck_assert_int_eq(layer->clGetDeviceIDs(platform, type, 0, NULL, &again), error);
	ck_assert_uint_eq(count, again);
	ck_assert_int_eq(error, count > 0 ? CL_SUCCESS : CL_DEVICE_NOT_FOUND);
	for (cl_uint i = 0; i < count; i++)
		for (int digit = 0; digit < 5; digit++)
			if (all[digit] == ids[i])
				found[strlen(found)] = (char)('0' + digit);
}

/* Checks that SELECTION (NULL: not set) with OPTION in layers.conf shows the devices SHOWN. */
static void check_shown(const char *selection, const char *option, const char *shown)
{
	cl_device_id all[5];
	cl_platform_id platforms[2];
	char found[16] = { '\0' };

	get_all(all);
	target.option = option;
	start(selection);
	ck_assert_int_eq(layer->clGetPlatformIDs(2, platforms, NULL), CL_SUCCESS);
	for (int i = 0; i < 2; i++) {
		add_found(found, all, platforms[i], CL_DEVICE_TYPE_ALL);
		add_found(found, all, platforms[i], CL_DEVICE_TYPE_CUSTOM);
	}
	ck_assert_msg(strcmp(found, shown) == 0, "\"%s\" shows %s, not %s",
		      selection ? selection : "(unset)", found, shown);
	target_stop();
}

START_TEST(shows_what_is_selected)
{
	check_shown(selections[_i].selection, NULL, selections[_i].shown);
}
END_TEST

/* The same, with selections by driver. */
static const struct {
	const char *selection;
	const char *shown;
} driver_selections[] = {
	{ "a-driver", "012" },	{ "A-DRIVER.icd", "012" }, { "*.icd", "012" },
	{ "libalphacl.so.2", "012" }, { "alphacl", "012" }, { "alphac?", "012" },
	{ "/opt/alpha/*", "012" }, { "*/a-driver.icd", "012" }, { "beta", "34" },
	{ "libbeta", "" },	{ "libbeta.so", "34" },	{ "a-driver,!gpu:0", "12" },
	{ "/etc/*,!custom", "01" }, { "opt", "" },	{ "alpha*,!alphacl", "" },
};

START_TEST(selects_by_driver)
{
	target.has_services = true;
	check_shown(driver_selections[_i].selection, NULL, driver_selections[_i].shown);
}
END_TEST

/* What a program sees if two drivers have one GPU, and the user wants it once. */
static const struct {
	const char *word;
	const char *selection;	/* NULL: not set */
	const char *shown;
	bool has_same_device;
} same_devices[] = {
	{ "first", NULL, "0124", true },	{ "FIRST", "all", "0124", true },
	{ "first", "gpu", "0", true },		{ "first", "gpu:1", "3", true },
	{ "first", "!Alpha GPU", "1234", true },	{ "first", "none", "", true },
	{ "all", NULL, "01234", true },		{ "", NULL, "01234", true },
	{ "first", NULL, "01234", false },	{ "first", "gpu", "03", false },
};

START_TEST(shows_one_device_once)
{
	target.has_same_device = same_devices[_i].has_same_device;
	setenv("OPENCL_SAME_DEVICE", same_devices[_i].word, 1);
	check_shown(same_devices[_i].selection, NULL, same_devices[_i].shown);
}
END_TEST

/* Contexts, and platforms whose device another platform has, are as with a selection. */
START_TEST(refuses_the_second_of_the_same)
{
	cl_device_id all[5];
	cl_int error;

	target.has_same_device = true;
	target.has_services = true;
	get_all(all);
	target.option = "devices.same_device=first";
	start(NULL);
	layer->clCreateContext(NULL, 1, &all[3], NULL, NULL, &error);
	ck_assert_int_eq(error, CL_INVALID_DEVICE);
	layer->clCreateContext(NULL, 1, &all[4], NULL, NULL, &error);
	ck_assert_int_eq(error, CL_SUCCESS);
	target_stop();
}
END_TEST

/* The text that the layer writes to standard error with SELECTION. */
static const char *catch_errors(const char *selection)
{
	int error = open(unit_path("error"), O_WRONLY | O_CREAT | O_APPEND, 0600);
	cl_uint count;

	ck_assert_int_eq(dup2(error, STDERR_FILENO), STDERR_FILENO);
	start(selection);
	for (int i = 0; i < 3; i++)
		layer->clGetDeviceIDs(NULL, CL_DEVICE_TYPE_ALL, 0, NULL, &count);
	target_stop();
	return unit_read(unit_path("error"), NULL);
}

#define USELESS(word) "clrouter: layer devices: OPENCL_VISIBLE_DEVICES: \"" word \
	"\" selects nothing\n"

static const struct {
	const char *selection;
	const char *error;
} useless[] = {
	{ "gpu,0-3,Alpha,uuid:aa,!cpu,all", "" },
	{ "none", "" },
	{ "", "" },
	{ "gpx,0", USELESS("gpx") },
	{ "0, !Gamma* ,9", USELESS("Gamma*") USELESS("9") },
	{ "2-1,gpu:2", USELESS("2-1") USELESS("gpu:2") },
	{ "a\nb", USELESS("a\\nb") },
};

START_TEST(reports_words_once)
{
	ck_assert_str_eq(catch_errors(useless[_i].selection), useless[_i].error);
}
END_TEST

START_TEST(option_is_weaker_than_variable)
{
	static const char option[] = "devices.visible=cpu";

	target.has_services = true;
	if (_i == 0)
		check_shown(NULL, option, "1");
	else
		check_shown("gpu", option, "03");
}
END_TEST

START_TEST(default_is_the_first_shown)
{
	cl_device_id all[5];
	cl_device_id id;
	cl_uint count;

	get_all(all);
	start("cpu");
	ck_assert_int_eq(layer->clGetDeviceIDs(NULL, CL_DEVICE_TYPE_DEFAULT, 1, &id, &count), 0);
	ck_assert(count == 1 && id == all[1]);
	ck_assert_int_eq(layer->clGetDeviceIDs(NULL, CL_DEVICE_TYPE_GPU, 1, &id, &count),
			 CL_DEVICE_NOT_FOUND);
	ck_assert_uint_eq(count, 0);
}
END_TEST

/* The platforms that a program sees, and the one that NULL stands for. */
static const struct {
	const char *selection;	/* NULL: not set */
	const char *expected;
	char null_platform;
} orders[] = {
	{ NULL, "01", '0' },	{ "all", "01", '0' },	{ "cpu", "01", '0' },
	{ "custom", "01", '0' }, { "gpu", "01", '0' },	{ "none", "01", '0' },
	{ "accelerator", "10", '1' }, { "1.0", "10", '1' }, { "!Alpha*", "10", '1' },
};

START_TEST(platforms_with_devices_come_first)
{
	cl_platform_id below[2];
	cl_platform_id found[3];
	cl_device_id of_first[5];
	cl_device_id of_null[5];
	const char *expected = orders[_i].expected;
	cl_uint count;

	start(NULL);
	ck_assert_int_eq(layer->clGetPlatformIDs(2, below, NULL), CL_SUCCESS);
	target_stop();
	start(orders[_i].selection);
	ck_assert_int_eq(layer->clGetPlatformIDs(3, found, &count), CL_SUCCESS);
	ck_assert_uint_eq(count, 2);
	ck_assert_ptr_eq(found[0], below[expected[0] - '0']);
	ck_assert_ptr_eq(found[1], below[expected[1] - '0']);
	ck_assert_int_eq(layer->clGetPlatformIDs(1, found + 2, &count), CL_SUCCESS);
	ck_assert_uint_eq(count, 2);
	ck_assert_ptr_eq(found[2], found[0]);

	memset(of_first, 0, sizeof(of_first));
	memset(of_null, 0, sizeof(of_null));
	layer->clGetDeviceIDs(below[orders[_i].null_platform - '0'], CL_DEVICE_TYPE_ALL, 5,
			      of_first, NULL);
	layer->clGetDeviceIDs(NULL, CL_DEVICE_TYPE_ALL, 5, of_null, NULL);
	ck_assert_mem_eq(of_first, of_null, sizeof(of_null));
	target_stop();
}
END_TEST

static void must_not_ask(void)
{
	ck_abort_msg("a driver was asked for its devices");
}

START_TEST(number_of_platforms_asks_no_driver)
{
	cl_platform_id platform;
	cl_uint count = 0;

	start("accelerator");
	target.inside = must_not_ask;
	ck_assert_int_eq(layer->clGetPlatformIDs(0, NULL, &count), CL_SUCCESS);
	ck_assert_uint_eq(count, 2);
	ck_assert_int_eq(layer->clGetPlatformIDs(0, NULL, NULL), CL_INVALID_VALUE);
	ck_assert_int_eq(layer->clGetPlatformIDs(0, &platform, NULL), CL_INVALID_VALUE);
}
END_TEST

START_TEST(null_platform_has_devices_that_are_shown)
{
	cl_device_id all[5];
	cl_device_id id;
	cl_uint count;
	char name[8] = "";

	get_all(all);
	start("accelerator");
	ck_assert_int_eq(layer->clGetDeviceIDs(NULL, CL_DEVICE_TYPE_DEFAULT, 1, &id, &count), 0);
	ck_assert(count == 1 && id == all[4]);
	ck_assert_int_eq(layer->clGetDeviceIDs(NULL, CL_DEVICE_TYPE_GPU, 1, &id, &count),
			 CL_DEVICE_NOT_FOUND);
	ck_assert_ptr_nonnull(layer->clCreateContextFromType(NULL, CL_DEVICE_TYPE_ALL, NULL, NULL,
							     NULL));
	layer->clGetContextInfo((cl_context)all, CL_CONTEXT_DEVICES, sizeof(id), &id, NULL);
	ck_assert_ptr_eq(id, all[4]);
	ck_assert_int_eq(layer->clGetPlatformInfo(NULL, CL_PLATFORM_NAME, sizeof(name), name,
						  NULL), CL_SUCCESS);
	ck_assert_str_eq(name, "Beta");
}
END_TEST

START_TEST(wrong_arguments_stay_wrong)
{
	cl_device_id id;

	start("cpu");
	ck_assert_int_eq(layer->clGetDeviceIDs(NULL, CL_DEVICE_TYPE_CPU, 0, &id, NULL),
			 CL_INVALID_VALUE);
	ck_assert_int_eq(layer->clGetDeviceIDs(NULL, CL_DEVICE_TYPE_CPU, 0, NULL, NULL),
			 CL_INVALID_VALUE);
}
END_TEST

START_TEST(contexts_have_what_is_shown)
{
	cl_device_id all[5];
	cl_device_id found[5];
	cl_int error;
	size_t size;

	get_all(all);
	start("!gpu");
	ck_assert_ptr_null(layer->clCreateContext(NULL, 2, all, NULL, NULL, &error));
	ck_assert_int_eq(error, CL_INVALID_DEVICE);
	ck_assert_ptr_null(layer->clCreateContext(NULL, 1, all, NULL, NULL, NULL));
	ck_assert_uint_eq(target.calls[CLROUTER_SLOT_clCreateContext], 0);
	ck_assert_ptr_nonnull(layer->clCreateContext(NULL, 1, all + 1, NULL, NULL, &error));
	ck_assert_int_eq(error, CL_SUCCESS);

	ck_assert_ptr_nonnull(layer->clCreateContextFromType(NULL, CL_DEVICE_TYPE_ALL, NULL, NULL,
							     &error));
	ck_assert_int_eq(layer->clGetContextInfo((cl_context)all, CL_CONTEXT_DEVICES,
						 sizeof(found), found, &size), CL_SUCCESS);
	ck_assert(size == sizeof(found[0]) && found[0] == all[1]);
	ck_assert_uint_eq(target.calls[CLROUTER_SLOT_clCreateContextFromType], 0);
	ck_assert_ptr_null(layer->clCreateContextFromType(NULL, CL_DEVICE_TYPE_GPU, NULL, NULL,
							  &error));
	ck_assert_int_eq(error, CL_DEVICE_NOT_FOUND);
}
END_TEST

START_TEST(context_of_named_platform)
{
	cl_device_id all[5];
	cl_device_id found[5];
	cl_platform_id platforms[2];
	cl_context_properties properties[] = { CL_CONTEXT_PLATFORM, 0, 0 };
	size_t size;

	get_all(all);
	start("0.1,1.1");
	layer->clGetPlatformIDs(2, platforms, NULL);
	properties[1] = (cl_context_properties)platforms[1];
	ck_assert_ptr_nonnull(layer->clCreateContextFromType(properties, CL_DEVICE_TYPE_DEFAULT,
							     NULL, NULL, NULL));
	layer->clGetContextInfo((cl_context)all, CL_CONTEXT_DEVICES, sizeof(found), found, &size);
	ck_assert(size == sizeof(found[0]) && found[0] == all[4]);
}
END_TEST

START_TEST(hidden_devices_cannot_be_partitioned)
{
	cl_device_id all[5];
	cl_device_id parts[2];

	get_all(all);
	start("cpu");
	ck_assert_int_eq(layer->clCreateSubDevices(all[0], NULL, 2, parts, NULL),
			 CL_INVALID_DEVICE);
	ck_assert_int_eq(layer->clCreateSubDevicesEXT(all[0], NULL, 2, parts, NULL),
			 CL_INVALID_DEVICE);
	ck_assert_int_eq(layer->clCreateSubDevices(all[1], NULL, 2, parts, NULL), CL_SUCCESS);
	ck_assert_ptr_nonnull(layer->clCreateContext(NULL, 2, parts, NULL, NULL, NULL));
}
END_TEST

/* _i: a short list, or one that is longer than most. */
START_TEST(selection_stays_as_it_was_at_start)
{
	char list[4096] = "cpu";
	cl_uint count;

	if (_i > 0)
		snprintf(list, sizeof(list), "%*s,cpu", 4000, "none");
	start(list);
	memset(getenv("OPENCL_VISIBLE_DEVICES"), 'x', strlen(list));
	if (_i > 0)
		setenv("OPENCL_VISIBLE_DEVICES", "gpu", 1);
	else
		unsetenv("OPENCL_VISIBLE_DEVICES");
	ck_assert_int_eq(layer->clGetDeviceIDs(NULL, CL_DEVICE_TYPE_GPU, 0, NULL, &count),
			 CL_DEVICE_NOT_FOUND);
	ck_assert_int_eq(layer->clGetDeviceIDs(NULL, CL_DEVICE_TYPE_ALL, 0, NULL, &count), 0);
	ck_assert_uint_eq(count, 1);
}
END_TEST

START_TEST(unset_changes_nothing)
{
	start(NULL);
	ck_assert_ptr_nonnull(layer->clCreateContextFromType(NULL, CL_DEVICE_TYPE_ALL, NULL, NULL,
							     NULL));
	ck_assert_uint_eq(target.calls[CLROUTER_SLOT_clCreateContextFromType], 1);
}
END_TEST

START_TEST(second_start_is_refused)
{
	start("cpu");
	ck_assert_int_eq(target_start_again(), CL_INVALID_OPERATION);
	target_stop();
	ck_assert_int_eq(target_start_again(), CL_SUCCESS);
}
END_TEST

static void ask_for_devices(void)
{
	cl_platform_id platforms[2];
	cl_device_id devices[5];
	cl_uint count;

	layer->clGetPlatformIDs(2, platforms, &count);
	layer->clGetDeviceIDs(platforms[0], CL_DEVICE_TYPE_ALL, 5, devices, &count);
	layer->clGetDeviceIDs(platforms[1], CL_DEVICE_TYPE_ALL, 5, devices, &count);
}

/* Also with a text of which the layer has no copy in static storage. */
static void start_with(int is_longer)
{
	static char selection[2000];

	memset(selection, ' ', sizeof(selection) - 1);
	memcpy(selection, "gpu", 3);
	start(is_longer ? selection : "gpu");
}

START_TEST(ends_during_calls)
{
	start_with(_i);
	target_end_during_calls(ask_for_devices);
}
END_TEST

START_TEST(exits_during_calls)
{
	start_with(_i);
	target_exit_during_calls(ask_for_devices);
}
END_TEST

int main(void)
{
	Suite *suite = suite_create("layer devices");
	TCase *tcase = unit_tcase(suite, "devices", 10);

	tcase_add_loop_test(tcase, shows_what_is_selected, 0, UNIT_ROWS(selections));
	tcase_add_loop_test(tcase, selects_by_driver, 0, UNIT_ROWS(driver_selections));
	tcase_add_loop_test(tcase, reports_words_once, 0, UNIT_ROWS(useless));
	tcase_add_loop_test(tcase, option_is_weaker_than_variable, 0, 2);
	tcase_add_loop_test(tcase, shows_one_device_once, 0, UNIT_ROWS(same_devices));
	tcase_add_test(tcase, refuses_the_second_of_the_same);
	tcase_add_test(tcase, default_is_the_first_shown);
	tcase_add_loop_test(tcase, platforms_with_devices_come_first, 0, UNIT_ROWS(orders));
	tcase_add_test(tcase, number_of_platforms_asks_no_driver);
	tcase_add_test(tcase, null_platform_has_devices_that_are_shown);
	tcase_add_test(tcase, wrong_arguments_stay_wrong);
	tcase_add_test(tcase, contexts_have_what_is_shown);
	tcase_add_test(tcase, context_of_named_platform);
	tcase_add_test(tcase, hidden_devices_cannot_be_partitioned);
	tcase_add_loop_test(tcase, selection_stays_as_it_was_at_start, 0, 2);
	tcase_add_test(tcase, unset_changes_nothing);
	tcase_add_test(tcase, second_start_is_refused);
	tcase_add_loop_test(tcase, ends_during_calls, 0, 2);
	tcase_add_loop_test(tcase, exits_during_calls, 0, 2);
	return unit_run(suite);
}
