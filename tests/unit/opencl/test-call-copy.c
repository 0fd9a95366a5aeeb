/* SPDX-License-Identifier: Apache-2.0 */
/* call-copy: each kind of contents, read from the copy after the program has changed its own. */
#include "opencl/call-copy.h"

#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

#include "layers/short-memory.h"
#include "opencl/constants.h"
#include "opencl/lists.h"
#include "unit/state/fake-driver.h"
#include "unit/unit.h"

static char context, kernel, queue, device;
static struct fake_call fake;

/* A copy of CALL, which is overwritten. */
static struct call *copy_of(const struct call *call)
{
	struct call *copy = call_copy(call);

	ck_assert_ptr_nonnull(copy);
	ck_assert_uint_eq(copy->slot, call->slot);
	memset(fake.arguments, 0xee, sizeof(fake.arguments));
	return copy;
}

START_TEST(keeps_the_value_of_an_argument)
{
	char value[3] = { 1, 2, 3 };
	struct call *copy = copy_of(
		FAKE_CALL(&fake, clSetKernelArg, FAKE_POINTER(&kernel), 7, 3, FAKE_POINTER(value)));
	const char *kept = call_pointer(copy, ARG_clSetKernelArg_arg_value);

	memset(value, 0, sizeof(value));
	ck_assert_ptr_eq(call_pointer(copy, ARG_clSetKernelArg_kernel), &kernel);
	ck_assert_uint_eq(call_number(copy, ARG_clSetKernelArg_arg_index), 7);
	ck_assert_uint_eq(call_number(copy, ARG_clSetKernelArg_arg_size), 3);
	ck_assert_ptr_ne(kept, value);
	ck_assert_mem_eq(kept, "\1\2\3", 3);
	free(copy);
}
END_TEST

START_TEST(keeps_null)
{
	struct call *copy =
		copy_of(FAKE_CALL(&fake, clSetKernelArg, FAKE_POINTER(&kernel), 0, 4096, 0));

	ck_assert_ptr_null(call_pointer(copy, ARG_clSetKernelArg_arg_value));
	ck_assert_uint_eq(call_number(copy, ARG_clSetKernelArg_arg_size), 4096);
	free(copy);
}
END_TEST

static const struct {
	const char *texts[3];
	size_t lengths[3];
	bool has_lengths;
	const char *expected[3];
} sources[] = {
	{ { "a", "", "ccc" }, { 0 }, false, { "a", "", "ccc" } },
	{ { "abc", "abc", "abc" }, { 0, 1, 3 }, true, { "abc", "a", "abc" } },
	{ { NULL, "b", NULL }, { 0 }, false, { NULL, "b", NULL } },
};

START_TEST(keeps_sources)
{
	const char *texts[3];
	size_t lengths[3];
	struct call *copy;
	const char *const *kept;

	memcpy(texts, sources[_i].texts, sizeof(texts));
	memcpy(lengths, sources[_i].lengths, sizeof(lengths));
	copy = copy_of(FAKE_CALL(
		&fake, clCreateProgramWithSource, FAKE_POINTER(&context), 3, FAKE_POINTER(texts),
		FAKE_POINTER(sources[_i].has_lengths ? lengths : NULL), FAKE_POINTER(&fake)));
	memset(texts, 0, sizeof(texts));
	memset(lengths, 0, sizeof(lengths));
	kept = call_pointer(copy, ARG_clCreateProgramWithSource_strings);
	for (size_t i = 0; i < 3; i++) {
		if (!sources[_i].expected[i])
			ck_assert_ptr_null(kept[i]);
		else
			ck_assert_str_eq(kept[i], sources[_i].expected[i]);
	}
	/* What the call stores is not copied. */
	ck_assert_ptr_null(call_pointer(copy, ARG_clCreateProgramWithSource_errcode_ret));
	free(copy);
}
END_TEST

START_TEST(keeps_binaries)
{
	char first[] = { 'E', 0, 'F' };
	const char *binaries[] = { first, "" };
	const void *devices[] = { &device, &queue };
	size_t lengths[] = { 3, 0 };
	cl_int status[2] = { 0, 0 };
	struct call *copy = copy_of(FAKE_CALL(
		&fake, clCreateProgramWithBinary, FAKE_POINTER(&context), 2, FAKE_POINTER(devices),
		FAKE_POINTER(lengths), FAKE_POINTER(binaries), FAKE_POINTER(status), 0));
	const char *const *kept = call_pointer(copy, ARG_clCreateProgramWithBinary_binaries);
	const size_t *sizes = call_pointer(copy, ARG_clCreateProgramWithBinary_lengths);

	memset(first, 0, sizeof(first));
	devices[0] = NULL;
	lengths[0] = 0;
	ck_assert_mem_eq(kept[0], "E\0F", 3);
	ck_assert_ptr_ne(kept[1], binaries[1]);
	ck_assert_uint_eq(sizes[0], 3);
	ck_assert_ptr_eq(((const void *const *)call_pointer(
				 copy, ARG_clCreateProgramWithBinary_device_list))[0],
			 &device);
	ck_assert_ptr_null(call_pointer(copy, ARG_clCreateProgramWithBinary_binary_status));
	free(copy);
}
END_TEST

START_TEST(keeps_properties)
{
	/* The list of devices ends with a 0 of its own. */
	cl_mem_properties list[] = { CL_MEM_DEVICE_HANDLE_LIST_KHR, 5, 6, 0, 77, 8, 0 };
	const cl_properties *kept;
	struct call *copy = copy_of(FAKE_CALL(&fake, clCreateBufferWithProperties,
					      FAKE_POINTER(&context), FAKE_POINTER(list),
					      CL_MEM_READ_ONLY, 100, FAKE_POINTER(&fake), 0));

	memset(list, 0, sizeof(list));
	kept = call_pointer(copy, ARG_clCreateBufferWithProperties_properties);
	ck_assert_uint_eq(lists_value(kept, 77), 8);
	ck_assert_uint_eq(lists_value(kept, CL_MEM_DEVICE_HANDLE_LIST_KHR), 5);
	ck_assert_uint_eq(call_number(copy, ARG_clCreateBufferWithProperties_flags),
			  CL_MEM_READ_ONLY);
	/* The call does not say how much of it the driver reads. */
	ck_assert_ptr_eq(call_pointer(copy, ARG_clCreateBufferWithProperties_host_ptr), &fake);
	free(copy);
}
END_TEST

START_TEST(keeps_pairs_of_a_context)
{
	cl_context_properties list[] = { CL_CONTEXT_PLATFORM, 9, CL_CONTEXT_INTEROP_USER_SYNC, 0,
					 0 };
	struct call *copy = copy_of(FAKE_CALL(&fake, clCreateContext, FAKE_POINTER(list), 0, 0));
	const cl_context_properties *kept = call_pointer(copy, ARG_clCreateContext_properties);

	memset(list, 0, sizeof(list));
	ck_assert_int_eq(kept[1], 9);
	ck_assert_int_eq(kept[2], CL_CONTEXT_INTEROP_USER_SYNC);
	ck_assert_int_eq(kept[4], 0);
	free(copy);
}
END_TEST

START_TEST(keeps_an_image)
{
	cl_image_format format = { CL_RGBA, CL_FLOAT };
	cl_image_desc desc = { .image_type = CL_MEM_OBJECT_IMAGE2D, .image_width = 3 };
	struct call *copy = copy_of(FAKE_CALL(&fake, clCreateImage, FAKE_POINTER(&context), 0,
					      FAKE_POINTER(&format), FAKE_POINTER(&desc), 0, 0));
	const cl_image_format *kept = call_pointer(copy, ARG_clCreateImage_image_format);
	const cl_image_desc *kept_desc = call_pointer(copy, ARG_clCreateImage_image_desc);

	format.image_channel_order = 0;
	desc.image_width = 0;
	ck_assert_uint_eq(kept->image_channel_order, CL_RGBA);
	ck_assert_uint_eq(kept_desc->image_width, 3);
	free(copy);
}
END_TEST

START_TEST(keeps_a_launch)
{
	size_t global[] = { 64, 2 };
	const void *waits[] = { &kernel };
	struct call *copy = copy_of(FAKE_CALL(&fake, clEnqueueNDRangeKernel, FAKE_POINTER(&queue),
					      FAKE_POINTER(&kernel), 2, 0, FAKE_POINTER(global), 0,
					      1, FAKE_POINTER(waits), FAKE_POINTER(&fake)));
	const size_t *kept = call_pointer(copy, ARG_clEnqueueNDRangeKernel_global_work_size);
	size_t count;

	global[1] = 0;
	ck_assert_uint_eq(kept[0], 64);
	ck_assert_uint_eq(kept[1], 2);
	ck_assert_ptr_null(call_pointer(copy, ARG_clEnqueueNDRangeKernel_local_work_size));
	ck_assert_ptr_eq(call_array(copy, ARG_clEnqueueNDRangeKernel_event_wait_list, &count)[0],
			 &kernel);
	ck_assert_uint_eq(count, 1);
	free(copy);
}
END_TEST

START_TEST(a_copy_can_be_copied)
{
	struct call *first = copy_of(FAKE_CALL(&fake, clBuildProgram, FAKE_POINTER(&context), 0, 0,
					       FAKE_POINTER("-DA=1"), 0, 0));
	struct call *copy = call_copy(first);

	free(first);
	ck_assert_str_eq(call_pointer(copy, ARG_clBuildProgram_options), "-DA=1");
	free(copy);
}
END_TEST

START_TEST(short_memory_gives_no_copy)
{
	const struct call *call = FAKE_CALL(&fake, clBuildProgram, FAKE_POINTER(&context));

	short_memory_set(SHORT_ONCE, 1);
	ck_assert_ptr_null(call_copy(call));
	short_memory_set(SHORT_ONCE, 0);
}
END_TEST

/* Makes a text longer and shorter until is_done. */
static char options[4096];
static atomic_bool is_done;

static void *change_options(void *unused)
{
	volatile char *end = &options[8];

	(void)unused;
	while (!atomic_load(&is_done)) {
		*end = '\0';
		*end = 'x';
	}
	return NULL;
}

/* The program breaks the rules, but it is not to be broken by the copy. */
START_TEST(another_thread_changes_a_text)
{
	const struct call *call = FAKE_CALL(&fake, clBuildProgram, FAKE_POINTER(&context), 0, 0,
					    FAKE_POINTER(options), 0, 0);
	pthread_t thread;

	memset(options, 'x', sizeof(options) - 1);
	ck_assert_int_eq(pthread_create(&thread, NULL, change_options, NULL), 0);
	for (int i = 0; i < 20000; i++) {
		struct call *copy = call_copy(call);
		const char *kept;

		if (!copy)
			continue;
		kept = call_pointer(copy, ARG_clBuildProgram_options);
		ck_assert_uint_lt(strlen(kept), sizeof(options));
		free(copy);
	}
	atomic_store(&is_done, true);
	pthread_join(thread, NULL);
}
END_TEST

int main(void)
{
	Suite *suite = suite_create("call-copy");
	TCase *tcase = unit_tcase(suite, "call-copy", 20);

	tcase_add_test(tcase, keeps_the_value_of_an_argument);
	tcase_add_test(tcase, keeps_null);
	tcase_add_loop_test(tcase, keeps_sources, 0, UNIT_ROWS(sources));
	tcase_add_test(tcase, keeps_binaries);
	tcase_add_test(tcase, keeps_properties);
	tcase_add_test(tcase, keeps_pairs_of_a_context);
	tcase_add_test(tcase, keeps_an_image);
	tcase_add_test(tcase, keeps_a_launch);
	tcase_add_test(tcase, a_copy_can_be_copied);
	tcase_add_test(tcase, short_memory_gives_no_copy);
	tcase_add_test(tcase, another_thread_changes_a_text);
	return unit_run(suite);
}
