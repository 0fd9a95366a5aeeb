/* SPDX-License-Identifier: Apache-2.0 */
/* signature: the generated tables are consistent, and values are read correctly. */
#include <string.h>

#include "opencl/call.h"
#include "opencl/signature.h"
#include "unit/unit.h"

/* The parameter of SLOT that is called NAME. */
static const struct signature_param *param_of(unsigned int slot, const char *name)
{
	const struct signature *function = &signatures[slot];

	for (int i = 0; i < function->param_count; i++)
		if (strcmp(function->params[i].name, name) == 0)
			return &function->params[i];
	ck_abort_msg("%s has no %s", function->name, name);
	return NULL;
}

START_TEST(tables_are_consistent)
{
	for (unsigned int slot = 0; slot < CLROUTER_SLOTS; slot++) {
		const struct signature *function = &signatures[slot];

		ck_assert_int_eq(strncmp(function->name, "cl", 2), 0);
		ck_assert_uint_le(function->param_count, CALL_VALUES);
		for (int i = 0; i < function->param_count; i++) {
			const struct signature_param *param = &function->params[i];

			ck_assert_int_lt(param->count, function->param_count);
			ck_assert_int_lt(param->by, function->param_count);
			ck_assert_uint_gt(signature_size(param), 0);
			ck_assert_uint_le(signature_size(param), sizeof(uint64_t));
			/* The size that a query stored is looked for there. */
			ck_assert(param->kind != PARAM_VALUE || i + 1 < function->param_count);
		}
	}
	ck_assert_str_eq(signatures[CLROUTER_SLOT_clFinish].name, "clFinish");
	ck_assert_int_eq(signatures[CLROUTER_SLOT_clReleaseEvent].action, ACTION_RELEASE);
}
END_TEST

START_TEST(reads_numbers)
{
	const unsigned char ones[8] = { 1, 1, 1, 1, 1, 1, 1, 1 };
	unsigned char place[9];

	memcpy(place + 1, ones, sizeof(ones));
	ck_assert_uint_eq(signature_number(place + 1, 4), 0x01010101u);
	ck_assert_uint_eq(signature_number(place + 1, 8), 0x0101010101010101u);
}
END_TEST

/* The list of devices: clGetDeviceIDs(platform, type, num_entries, devices, num_devices). */
START_TEST(counts_what_was_stored)
{
	const struct signature_param *param = param_of(CLROUTER_SLOT_clGetDeviceIDs, "devices");
	static const struct {
		cl_uint entries;
		cl_uint there;
		size_t stored;
	} rows[] = { { 4, 2, 2 }, { 4, 9, 4 }, { 0, 3, 0 }, { 4, 4, 4 } };
	void *nothing = NULL;

	for (int i = 0; i < UNIT_ROWS(rows); i++) {
		cl_uint entries = rows[i].entries;
		cl_uint there = rows[i].there;
		cl_uint *count = &there;
		void *values[] = { &nothing, &nothing, &entries, &nothing, &count };

		ck_assert_uint_eq(signature_count(param, values), rows[i].entries);
		ck_assert_uint_eq(signature_stored(param, values), rows[i].stored);
		count = NULL;
		ck_assert_uint_eq(signature_stored(param, values), rows[i].entries);
	}
}
END_TEST

/* The number of elements is a cl_uint, or a size_t whose upper half counts, too. */
START_TEST(knows_the_size_of_a_number)
{
	const struct signature_param *waited =
		param_of(CLROUTER_SLOT_clWaitForEvents, "event_list");
	const struct signature_param *cancelled =
		param_of(CLROUTER_SLOT_clCancelCommandsIMG, "event_list");
	cl_uint words[] = { 3, 0xabcd };
	size_t size = SIZE_MAX - 1;
	void *nothing = NULL;
	void *waited_values[] = { words, &nothing };
	void *cancelled_values[] = { &nothing, &size };

	ck_assert_uint_eq(signature_count(waited, waited_values), 3);
	ck_assert_uint_eq(signature_count(cancelled, cancelled_values), SIZE_MAX - 1);
	ck_assert_int_eq(cancelled->kind, PARAM_HANDLES);
}
END_TEST

/* clGetDeviceInfo(device, param_name, size, value, size_ret) */
START_TEST(knows_queries)
{
	const struct signature *function = &signatures[CLROUTER_SLOT_clGetDeviceInfo];
	const struct signature_param *param =
		param_of(CLROUTER_SLOT_clGetDeviceInfo, "param_value");
	cl_device_info name = CL_DEVICE_NAME;
	size_t size = 100;
	size_t answer = 6;
	size_t *size_ret = &answer;
	void *nothing = NULL;
	void *values[] = { &nothing, &name, &size, &nothing, &size_ret };

	ck_assert_str_eq(signature_query(function, param, values)->name, "CL_DEVICE_NAME");
	ck_assert_uint_eq(signature_value_size(function, param, values), 6);
	answer = 200;
	ck_assert_uint_eq(signature_value_size(function, param, values), 100);
	size_ret = NULL;
	ck_assert_uint_eq(signature_value_size(function, param, values), 100);
	name = 0xfffe;
	ck_assert_ptr_null(signature_query(function, param, values));
}
END_TEST

START_TEST(knows_success)
{
	const cl_int good = CL_SUCCESS;
	const cl_int bad = CL_INVALID_VALUE;
	const void *object = &good;
	const void *none = NULL;
	const struct signature *create = &signatures[CLROUTER_SLOT_clCreateBuffer];
	const cl_int *errcode = NULL;
	void *values[] = { NULL, NULL, NULL, NULL, &errcode };

	ck_assert(signature_succeeded(&signatures[CLROUTER_SLOT_clFinish], NULL, &good));
	ck_assert(!signature_succeeded(&signatures[CLROUTER_SLOT_clFinish], NULL, &bad));
	ck_assert(signature_succeeded(create, values, &object));
	ck_assert(!signature_succeeded(create, values, &none));
	errcode = &good;
	ck_assert(signature_succeeded(create, values, &object));
	errcode = &bad;
	ck_assert(!signature_succeeded(create, values, &object));
	ck_assert(signature_succeeded(&signatures[CLROUTER_SLOT_clSVMFree], NULL, NULL));
}
END_TEST

START_TEST(knows_names)
{
	ck_assert(signature_names_any("clFinish", NULL) && signature_names_any("CLGET*", NULL));
	ck_assert(signature_names_any("clCreateCommandBufferKHR", NULL));
	ck_assert(!signature_names_any("clFinsh", NULL) && !signature_names_any("", NULL));
}
END_TEST

/* The parameters that commands have in common, -1: none, and what is enqueued. */
START_TEST(knows_commands)
{
	static const struct {
		unsigned int slot;
		enum command_kind command;
		int queue, waits, event, blocking, image;
	} rows[] = {
		{ CLROUTER_SLOT_clEnqueueReadBuffer, COMMAND_READ, 0, 7, 8, 2, -1 },
		{ CLROUTER_SLOT_clEnqueueMapImage, COMMAND_MAP, 0, 9, 10, 2, 1 },
		{ CLROUTER_SLOT_clEnqueueCopyBufferToImage, COMMAND_COPY, 0, 7, 8, -1, 2 },
		{ CLROUTER_SLOT_clEnqueueTask, COMMAND_KERNEL, 0, 3, 4, -1, -1 },
		{ CLROUTER_SLOT_clEnqueueWaitForEvents, COMMAND_BARRIER, 0, 2, -1, -1, -1 },
		{ CLROUTER_SLOT_clEnqueueMarker, COMMAND_MARKER, 0, -1, 1, -1, -1 },
		{ CLROUTER_SLOT_clEnqueueNativeKernel, COMMAND_OTHER, 0, 8, 9, -1, -1 },
		{ CLROUTER_SLOT_clEnqueueMemcpyINTEL, COMMAND_SVM_COPY, 0, 6, 7, 1, -1 },
		{ CLROUTER_SLOT_clEnqueueCommandBufferKHR, COMMAND_COMMAND_BUFFER, -1, 4, 5, -1,
		  -1 },
		{ CLROUTER_SLOT_clWaitForEvents, COMMAND_NONE, -1, 1, -1, -1, -1 },
		{ CLROUTER_SLOT_clFinish, COMMAND_NONE, 0, -1, -1, -1, -1 },
	};
	const struct signature *function = &signatures[rows[_i].slot];

	ck_assert_int_eq(function->command, rows[_i].command);
	ck_assert_int_eq(signature_command(function->name), rows[_i].command);
	ck_assert_int_eq(signature_find(function, PARAM_HANDLE, OBJECT_QUEUE), rows[_i].queue);
	ck_assert_int_eq(signature_find(function, PARAM_HANDLES, OBJECT_EVENT), rows[_i].waits);
	ck_assert_int_eq(signature_find(function, PARAM_MADE, OBJECT_EVENT), rows[_i].event);
	ck_assert_int_eq(signature_find_blocking(function), rows[_i].blocking);
	ck_assert_int_eq(signature_find_image(function), rows[_i].image);
	ck_assert_int_eq(signature_command("clEnqueueLaterVENDOR"), COMMAND_OTHER);
	ck_assert_int_eq(signature_command("clLaterVENDOR"), COMMAND_NONE);
}
END_TEST

START_TEST(knows_sizes)
{
	ck_assert_uint_eq(signature_size(param_of(CLROUTER_SLOT_clGetDeviceIDs, "device_type")),
			  sizeof(cl_device_type));
	ck_assert_uint_eq(signature_size(param_of(CLROUTER_SLOT_clGetDeviceIDs, "num_entries")),
			  sizeof(cl_uint));
	ck_assert_uint_eq(signature_size(param_of(CLROUTER_SLOT_clGetDeviceIDs, "devices")),
			  sizeof(void *));
	ck_assert_uint_eq(signature_size(param_of(CLROUTER_SLOT_clGetDeviceIDs, "platform")),
			  sizeof(void *));
}
END_TEST

int main(void)
{
	Suite *suite = suite_create("signature");
	TCase *tcase = unit_tcase(suite, "signature", 5);

	tcase_add_test(tcase, tables_are_consistent);
	tcase_add_test(tcase, reads_numbers);
	tcase_add_test(tcase, counts_what_was_stored);
	tcase_add_test(tcase, knows_the_size_of_a_number);
	tcase_add_test(tcase, knows_queries);
	tcase_add_test(tcase, knows_success);
	tcase_add_test(tcase, knows_names);
	tcase_add_loop_test(tcase, knows_commands, 0, 11);
	tcase_add_test(tcase, knows_sizes);
	return unit_run(suite);
}
