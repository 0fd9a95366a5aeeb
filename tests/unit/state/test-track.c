/* SPDX-License-Identifier: Apache-2.0 */
/* track: which objects calls make, find, retain and release, and calls that the driver refuses. */
#include "state/track.h"

#include <stdlib.h>

#include "unit/state/fake-driver.h"
#include "unit/unit.h"

static char context, buffer, devices[4];
static const cl_int good = CL_SUCCESS, bad = CL_INVALID_VALUE;

static struct fake_call fake;

static void make_buffer(void)
{
	track_start();
	live_made(OBJECT_MEM, &buffer, CLROUTER_SLOT_clCreateBuffer, NULL);
}

/* What a call of the buffer does before the driver, and what is left if it is refused. */
static const struct {
	unsigned int slot;
	bool is_counted;
	long before, after_success, after_failure;
} rows[] = {
	{ CLROUTER_SLOT_clRetainMemObject, true, 2, 2, 1 },
	{ CLROUTER_SLOT_clReleaseMemObject, true, 0, 0, 1 },
	{ CLROUTER_SLOT_clGetMemObjectInfo, false, 1, 1, 1 },
};

START_TEST(counts_references)
{
	const uint64_t arguments[] = { FAKE_POINTER(&buffer) };

	for (int is_good = 0; is_good < 2; is_good++) {
		const cl_int *result = is_good ? &good : &bad;

		make_buffer();
		fake_call(&fake, rows[_i].slot, arguments, 1);
		ck_assert_int_eq(track_is_counted(rows[_i].slot), rows[_i].is_counted);
		track_before(&fake.call);
		ck_assert_int_eq(live_object(&buffer)->references, rows[_i].before);
		ck_assert_int_eq(track_has_news(&fake.call, result),
				 rows[_i].is_counted && !is_good);
		if (track_has_news(&fake.call, result))
			track_after(&fake.call, result);
		ck_assert_int_eq(live_object(&buffer)->references,
				 is_good ? rows[_i].after_success : rows[_i].after_failure);
		live_forget_all();
	}
}
END_TEST

/* A refused release says nothing of the next object at the address. */
START_TEST(another_object_is_not_counted)
{
	make_buffer();
	FAKE_CALL(&fake, clReleaseMemObject, FAKE_POINTER(&buffer));
	track_before(&fake.call);
	live_made(OBJECT_MEM, &buffer, 0, NULL);
	track_after(&fake.call, &bad);
	ck_assert_int_eq(live_object(&buffer)->references, 1);
}
END_TEST

START_TEST(a_result_is_made)
{
	const void *result = &buffer, *none = NULL;
	cl_int errcode = CL_SUCCESS;

	track_start();
	FAKE_CALL(&fake, clCreateBuffer, FAKE_POINTER(&context), 0, 1, 0, FAKE_POINTER(&errcode));
	ck_assert(track_has_news(&fake.call, &result));
	track_after(&fake.call, &result);
	ck_assert(live_is_live(live_record(&buffer), OBJECT_MEM));
	ck_assert_uint_eq(live_object(&buffer)->made_by, CLROUTER_SLOT_clCreateBuffer);
	/* A pointer together with an error code may be an object. */
	errcode = CL_INVALID_VALUE;
	ck_assert(!track_has_news(&fake.call, &none));
	live_forget_all();
	track_after(&fake.call, &result);
	ck_assert(live_object(&buffer)->is_unseen);
}
END_TEST

/* The callback of clLinkProgram uses the program, and releases it as often as the row says. */
static const struct {
	bool has_callback;
	int releases;
	long left;
} links[] = { { false, 0, 1 }, { true, 0, 1 }, { true, 1, 0 } };

START_TEST(a_callback_gets_a_program_early)
{
	const void *result = &buffer;
	struct fake_call use;

	track_start();
	FAKE_CALL(&fake, clLinkProgram, FAKE_POINTER(&context), 0, 0, 0, 0, 0,
		  FAKE_POINTER(links[_i].has_callback ? &fake : NULL));
	track_before(&fake.call);
	ck_assert_int_eq(track_is_linking(), links[_i].has_callback);
	ck_assert(!track_adopt(OBJECT_MEM, &buffer));
	ck_assert_int_eq(track_adopt(OBJECT_PROGRAM, &buffer), links[_i].has_callback);
	ck_assert(!track_adopt(OBJECT_PROGRAM, &buffer));
	FAKE_CALL(&use, clReleaseProgram, FAKE_POINTER(&buffer));
	for (int i = 0; i < links[_i].releases; i++)
		track_before(&use.call);
	track_after(&fake.call, &result);
	track_returned(&fake.call);
	ck_assert(!track_is_linking());
	ck_assert_int_eq(live_object(&buffer)->references, links[_i].left);
}
END_TEST

/* Without another use, the release is what makes it known; without a result it is nobody's. */
START_TEST(an_early_program_is_released)
{
	struct fake_call use;
	struct object **left;
	size_t count;

	track_start();
	FAKE_CALL(&fake, clLinkProgram, FAKE_POINTER(&context), 0, 0, 0, 0, 0, FAKE_POINTER(&fake));
	track_before(&fake.call);
	FAKE_CALL(&use, clRetainProgram, FAKE_POINTER(&buffer));
	track_before(&use.call);
	ck_assert_int_eq(live_object(&buffer)->references, 2);
	left = live_left_over(&count);
	ck_assert_uint_eq(count, 0);
	free(left);
}
END_TEST

/* clGetDeviceIDs stores as many as fit, and the program need not ask how many there are. */
static const struct {
	cl_uint entries, there, found;
	bool asks;
} lists[] = { { 3, 2, 2, true }, { 3, 2, 2, false }, { 2, 9, 2, true }, { 2, 9, 2, false },
	      { 4, 4, 4, false } };

START_TEST(finds_what_is_stored)
{
	const void *stored[] = { &devices[0], &devices[1], &devices[2], &devices[3] };
	cl_uint count = 77, *place;

	track_start();
	FAKE_CALL(&fake, clGetDeviceIDs, 0, 1, lists[_i].entries, FAKE_POINTER(stored),
		  FAKE_POINTER(lists[_i].asks ? &count : NULL));
	track_ask_stored(&fake.call);
	place = (cl_uint *)(uintptr_t)call_pointer(&fake.call, 4);
	ck_assert_ptr_eq(place, lists[_i].asks ? &count : &fake.call.stored_count);
	*place = lists[_i].there;
	ck_assert(track_has_news(&fake.call, &good));
	track_after(&fake.call, &good);
	for (cl_uint i = 0; i < 4; i++)
		ck_assert_int_eq(live_is_live(live_record(&devices[i]), OBJECT_DEVICE),
				 i < lists[_i].found);
}
END_TEST

static const struct {
	const char *name;
	enum clrouter_extension_reason reason;
	bool is_unknown, is_blind;
} unseen[] = {
	{ "clGetSecretINTEL", CLROUTER_EXTENSION_SOURCE, false, false },
	{ "clCreateBuffer", CLROUTER_EXTENSION_SOURCE, false, false },
	{ "clCreateSecretINTEL", CLROUTER_EXTENSION_SOURCE, true, true },
	{ "clReleaseSecretINTEL", CLROUTER_EXTENSION_SOURCE, true, true },
	{ "clSetKernelArgSecretINTEL", CLROUTER_EXTENSION_SOURCE, true, true },
	{ "clFlushSecretINTEL", CLROUTER_EXTENSION_SOURCE, true, false },
	{ "clCreate_of_a_name_that_is_longer_than_the_place_for_it_and_is_cut_off_there",
	  CLROUTER_EXTENSION_SOURCE, true, true },
};

START_TEST(unseen_functions_can_change_objects)
{
	track_start();
	track_unseen(unseen[_i].name, unseen[_i].reason);
	ck_assert_int_eq(track_unknown_function()[0] != '\0', unseen[_i].is_unknown);
	ck_assert_int_eq(live_expects_unseen(), unseen[_i].is_blind);
	track_start();
	ck_assert_str_eq(track_unknown_function(), "");
}
END_TEST

int main(void)
{
	Suite *suite = suite_create("track");
	TCase *tcase = unit_tcase(suite, "track", 10);

	tcase_add_loop_test(tcase, counts_references, 0, UNIT_ROWS(rows));
	tcase_add_test(tcase, another_object_is_not_counted);
	tcase_add_test(tcase, a_result_is_made);
	tcase_add_loop_test(tcase, a_callback_gets_a_program_early, 0, UNIT_ROWS(links));
	tcase_add_test(tcase, an_early_program_is_released);
	tcase_add_loop_test(tcase, finds_what_is_stored, 0, UNIT_ROWS(lists));
	tcase_add_loop_test(tcase, unseen_functions_can_change_objects, 0, UNIT_ROWS(unseen));
	return unit_run(suite);
}
