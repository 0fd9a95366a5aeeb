/* SPDX-License-Identifier: Apache-2.0 */
/* follow: what calls count and make is known if the layer is open, and kernels leave their program. */
#include "state/learn/follow.h"

#include "state/facts.h"
#include "state/life.h"
#include "unit/state/fake-driver.h"
#include "unit/unit.h"

static char context, program, kernel, buffer;
static struct fake_call fake;
static struct clrouter_table table;
static const struct call_hooks hooks;
static const cl_int good = CL_SUCCESS;

static void nothing(void)
{
}

static void start(void)
{
	follow_start();
	facts_start(FACTS_ALL_KINDS, 0);
	life_start(&table, &hooks, nothing);
}

/* A call of the function in SLOT with OBJECT, which succeeds. */
static void count(unsigned int slot, const void *object)
{
	const uint64_t arguments[] = { FAKE_POINTER(object) };

	fake_call(&fake, slot, arguments, 1);
	follow_before(&fake.call);
	follow_after(&fake.call, &good);
}

/* FUNCTION has returned HANDLE. */
static void make(unsigned int slot, const void *first, const void *handle)
{
	const uint64_t arguments[] = { FAKE_POINTER(first) };

	fake_call(&fake, slot, arguments, 1);
	follow_before(&fake.call);
	follow_after(&fake.call, &handle);
	facts_note(&fake.call, &handle);
}

START_TEST(objects_are_counted)
{
	start();
	make(CLROUTER_SLOT_clCreateBuffer, &context, &buffer);
	ck_assert_int_eq(live_object(&buffer)->references, 1);
	count(CLROUTER_SLOT_clRetainMemObject, &buffer);
	ck_assert_int_eq(live_object(&buffer)->references, 2);
	count(CLROUTER_SLOT_clReleaseMemObject, &buffer);
	count(CLROUTER_SLOT_clReleaseMemObject, &buffer);
	ck_assert_int_eq(live_object(&buffer)->references, 0);
}
END_TEST

START_TEST(a_kernel_that_is_gone_leaves_its_program)
{
	start();
	make(CLROUTER_SLOT_clCreateProgramWithSource, &context, &program);
	make(CLROUTER_SLOT_clCreateKernel, &program, &kernel);
	ck_assert_int_eq(facts_of_program(&program)->kernel_count, 1);
	count(CLROUTER_SLOT_clReleaseKernel, &kernel);
	ck_assert_int_eq(facts_of_program(&program)->kernel_count, 0);
}
END_TEST

START_TEST(what_a_callback_gets_is_lent)
{
	start();
	make(CLROUTER_SLOT_clCreateBuffer, &context, &buffer);
	count(CLROUTER_SLOT_clGetMemObjectInfo, &buffer);
	ck_assert(!live_object(&buffer)->is_lent);
	FAKE_CALL(&fake, clSetMemObjectDestructorCallback, FAKE_POINTER(&buffer),
		  FAKE_POINTER(nothing));
	follow_before(&fake.call);
	ck_assert(live_object(&buffer)->is_lent);
}
END_TEST

/* Another thread may have ended the layer. */
START_TEST(nothing_is_counted_after_the_end)
{
	start();
	make(CLROUTER_SLOT_clCreateBuffer, &context, &buffer);
	life_end(nothing);
	count(CLROUTER_SLOT_clReleaseMemObject, &buffer);
	make(CLROUTER_SLOT_clCreateBuffer, &context, &buffer);
	ck_assert_ptr_null(live_object(&buffer));
}
END_TEST

int main(void)
{
	Suite *suite = suite_create("follow");
	TCase *tcase = unit_tcase(suite, "follow", 20);

	tcase_add_test(tcase, objects_are_counted);
	tcase_add_test(tcase, a_kernel_that_is_gone_leaves_its_program);
	tcase_add_test(tcase, what_a_callback_gets_is_lent);
	tcase_add_test(tcase, nothing_is_counted_after_the_end);
	return unit_run(suite);
}
