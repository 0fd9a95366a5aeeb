/* SPDX-License-Identifier: Apache-2.0 */
/* support: extensions by their names, and the answers of devices that have them. */
#include "state/support.h"

#include <string.h>

#include "opencl/constants.h"
#include "unit/state/fake-driver.h"
#include "unit/unit.h"

static char device;

#define BIT(extension) (1u << SUPPORT_##extension)

static const struct {
	const char *names;	/* NULL: the driver does not answer */
	bool is_known;
	unsigned int has;
} rows[] = {
	{ NULL, false, 0 },
	{ "", false, 0 },
	{ "cl_khr_command_buffer", true, BIT(COMMAND_BUFFER) },
	/* A name that begins or ends with another one is not that one. */
	{ "cl_khr_command_buffer_multi_device", true, BIT(MULTI_DEVICE) },
	{ "xcl_khr_command_buffer", true, 0 },
	{ "cl_khr_command_bufferx cl_khr_command_buffer", true, BIT(COMMAND_BUFFER) },
	{ "cl_khr_fp64  cl_khr_mipmap_image ", true, BIT(MIPMAP_IMAGE) },
	{ "cl_khr_mipmap_image_writes", true, 0 },
	{ "cl_khr_terminate_context cl_ext_image_from_buffer cl_ext_buffer_device_address "
	  "cl_khr_command_buffer_mutable_dispatch cl_khr_command_buffer_mutable_memory_commands",
	  true,
	  BIT(TERMINATE) | BIT(IMAGE_FROM_BUFFER) | BIT(DEVICE_ADDRESS) | BIT(MUTABLE_DISPATCH) |
		  BIT(MUTABLE_MEMORY) },
	{ " ", true, 0 },
};

START_TEST(finds_names)
{
	const char *text = rows[_i].names;
	const struct fake_answer answer = { CL_DEVICE_EXTENSIONS, text,
					    text ? strlen(text) + 1 : 0 };
	struct support support = { 0 };

	fake_driver_answer(&answer, text != NULL);
	support_ask(&support, &device);
	ck_assert_int_eq(support.knows_extensions, rows[_i].is_known);
	for (int i = 0; i < SUPPORT_EXTENSIONS; i++) {
		ck_assert_int_eq(support.has[i], (rows[_i].has >> i & 1) != 0);
		ck_assert_int_eq(support_lacks(&support, (enum support_extension)i),
				 rows[_i].is_known && !support.has[i]);
	}
}
END_TEST

/* A text without its terminator, as broken drivers give it. */
START_TEST(a_text_need_not_end)
{
	const struct fake_answer answer = { CL_DEVICE_EXTENSIONS, "cl_khr_terminate_context", 24 };
	struct support support = { 0 };

	fake_driver_answer(&answer, 1);
	support_ask(&support, &device);
	ck_assert(support.has[SUPPORT_TERMINATE]);
}
END_TEST

static const struct {
	const char *name;
	cl_version version;
	bool allows_pending, has_final_semaphores;
} versions[] = {
	{ "cl_khr_command_buffer", CL_MAKE_VERSION(0, 9, 7), false, false },
	{ "cl_khr_command_buffer", CL_MAKE_VERSION(0, 9, 8), true, false },
	{ "cl_khr_command_buffer", 0, true, false },
	{ "cl_khr_semaphore", CL_MAKE_VERSION(0, 9, 1), true, false },
	{ "cl_khr_semaphore", CL_MAKE_VERSION(1, 0, 0), true, true },
};

START_TEST(compares_versions)
{
	static const char names[] = "cl_khr_command_buffer";
	cl_name_version version = { .version = versions[_i].version };
	const struct fake_answer answers[] = {
		{ CL_DEVICE_EXTENSIONS, names, sizeof(names) },
		{ CL_DEVICE_EXTENSIONS_WITH_VERSION, &version, sizeof(version) },
	};
	struct support support = { 0 };

	strcpy(version.name, versions[_i].name);
	fake_driver_answer(answers, 2);
	support_ask(&support, &device);
	ck_assert_int_eq(support.allows_pending, versions[_i].allows_pending);
	ck_assert_int_eq(support.has_final_semaphores, versions[_i].has_final_semaphores);
}
END_TEST

static const struct {
	size_t count;
	bool is_known;
} lengths[] = { { 0, true }, { 1, true }, { SUPPORT_LIST, true },
		/* As many bytes as handles of the same number have; the buffer has no more. */
		{ SUPPORT_LIST * sizeof(size_t) / sizeof(cl_uint) + 1, false } };

START_TEST(keeps_lists)
{
	cl_uint types[SUPPORT_LIST * 2 + 1];
	const struct fake_answer answer = { CL_DEVICE_EXTERNAL_MEMORY_IMPORT_HANDLE_TYPES_KHR, types,
					    lengths[_i].count * sizeof(cl_uint) };
	struct support support = { 0 };

	for (cl_uint i = 0; i < SUPPORT_LIST * 2 + 1; i++)
		types[i] = UINT32_MAX - i;
	fake_driver_answer(&answer, 1);
	support_ask(&support, &device);
	ck_assert_int_eq(support.memory_types.is_known, lengths[_i].is_known);
	ck_assert(!support.semaphore_types.is_known);
	ck_assert(!support_list_lacks(&support.semaphore_types, 1));
	for (cl_uint i = 0; lengths[_i].is_known && i <= SUPPORT_LIST; i++)
		ck_assert_int_eq(support_list_lacks(&support.memory_types, UINT32_MAX - i),
				 i >= lengths[_i].count);
}
END_TEST

static const cl_ulong zero, one = 1;

static const struct {
	const cl_ulong *resolution;	/* NULL: there is no answer */
	bool lacks_timer;
} timers[] = { { NULL, false }, { &zero, true }, { &one, false } };

START_TEST(asks_the_platform)
{
	static char place;
	static const char names[] = "cl_khr_terminate_context";
	const cl_platform_id platform = (cl_platform_id)(void *)&place;
	const struct fake_answer answers[] = {
		{ CL_DEVICE_PLATFORM, &platform, sizeof(platform) },
		{ CL_PLATFORM_EXTENSIONS, names, sizeof(names) },
		{ CL_DEVICE_TERMINATE_CAPABILITY_KHR, &one, sizeof(one) },
		{ CL_PLATFORM_HOST_TIMER_RESOLUTION, timers[_i].resolution, sizeof(cl_ulong) },
	};
	struct support support = { 0 };

	fake_driver_answer(answers, timers[_i].resolution ? 4 : 3);
	support_ask(&support, &device);
	ck_assert_ptr_eq(support.platform, &place);
	ck_assert(support.has[SUPPORT_TERMINATE]);
	ck_assert(support.terminate.is_known);
	ck_assert(support.terminate.bits == 1);
	ck_assert(!support.capabilities.is_known);
	ck_assert_int_eq(support.has_no_timer, timers[_i].lacks_timer);
}
END_TEST

int main(void)
{
	Suite *suite = suite_create("support");
	TCase *tcase = unit_tcase(suite, "support", 10);

	tcase_add_loop_test(tcase, finds_names, 0, UNIT_ROWS(rows));
	tcase_add_test(tcase, a_text_need_not_end);
	tcase_add_loop_test(tcase, compares_versions, 0, UNIT_ROWS(versions));
	tcase_add_loop_test(tcase, keeps_lists, 0, UNIT_ROWS(lengths));
	tcase_add_loop_test(tcase, asks_the_platform, 0, UNIT_ROWS(timers));
	return unit_run(suite);
}
