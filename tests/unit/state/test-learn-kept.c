/* SPDX-License-Identifier: Apache-2.0 */
/* learn-kept: which calls are kept of which objects, and that a layer pays for those only. */
#include "state/learn/learn.h"

#include <stdlib.h>

#include "state/facts.h"
#include "unit/state/fake-driver.h"
#include "unit/unit.h"

static char context, program, object, linked, kernels[2], queue, event;
static struct fake_call fake;
static const cl_int good = CL_SUCCESS;

/* CALL returned the new object HANDLE of KIND. */
static void learn(const struct call *call, const void *handle, enum object_kind kind)
{
	live_made(kind, handle, call->slot, NULL);
	facts_note(call, &handle);
}

static unsigned int slot_of(struct facts *facts, enum kept_sort sort, size_t index)
{
	struct call *call = facts ? kept_get(&facts->kept, sort, index) : NULL;
	const unsigned int slot = call ? call->slot : CLROUTER_ALL_SLOTS;

	free(call);
	return slot;
}

static void make_program(const char *source)
{
	learn(FAKE_CALL(&fake, clCreateProgramWithSource, FAKE_POINTER(&context), 1,
			FAKE_POINTER(&source)),
	      &program, OBJECT_PROGRAM);
}

/* The source of the program that CALLS made; it stays until the next one is asked for. */
static const char *source_of(kept_calls *calls)
{
	static struct call *made;

	free(made);
	made = kept_get(calls, KEPT_MADE, 0);
	ck_assert_ptr_nonnull(made);
	return *(const char *const *)call_pointer(made, ARG_clCreateProgramWithSource_strings);
}

static const struct fake_answer one_argument = { CL_KERNEL_NUM_ARGS, &(const cl_uint){ 1 },
						 sizeof(cl_uint) };

static void make_kernel(void *handle)
{
	fake_driver_answer(&one_argument, 1);
	learn(FAKE_CALL(&fake, clCreateKernel, FAKE_POINTER(&program), FAKE_POINTER("k")), handle,
	      OBJECT_KERNEL);
}

static void set_argument(void *handle, int value)
{
	facts_note(FAKE_CALL(&fake, clSetKernelArg, FAKE_POINTER(handle), 0, sizeof(value),
			     FAKE_POINTER(&value)),
		   &good);
}

static int argument_of(void *handle)
{
	struct setup_value *set = kept_get_argument(&facts_of(handle, OBJECT_KERNEL)->kept, 0);
	int value;

	ck_assert_ptr_nonnull(set);
	memcpy(&value, setup_bytes_of(set), sizeof(value));
	free(set);
	return value;
}

START_TEST(a_program_has_source_and_options)
{
	struct facts *facts;
	struct call *call;

	facts_start(FACTS_ALL_KINDS, FACTS_KIND(OBJECT_PROGRAM));
	make_program("kernel void k(int n) {}");
	facts_note(
		FAKE_CALL(&fake, clBuildProgram, FAKE_POINTER(&program), 0, 0, FAKE_POINTER("-w")),
		&good);
	facts = facts_of(&program, OBJECT_PROGRAM);
	call = kept_get(&facts->kept, KEPT_MADE, 0);
	ck_assert_str_eq(
		*(const char *const *)call_pointer(call, ARG_clCreateProgramWithSource_strings),
		"kernel void k(int n) {}");
	free(call);
	call = kept_get(&facts->kept, KEPT_BUILT, 0);
	ck_assert_str_eq(call_pointer(call, ARG_clBuildProgram_options), "-w");
	free(call);
	/* Of other kinds no call is kept. */
	make_kernel(&kernels[0]);
	ck_assert_uint_eq(slot_of(facts_of(&kernels[0], OBJECT_KERNEL), KEPT_MADE, 0),
			  CLROUTER_ALL_SLOTS);
}
END_TEST

START_TEST(another_program_at_the_address_has_its_own)
{
	struct facts *facts;

	facts_start(FACTS_ALL_KINDS, FACTS_ALL_KINDS);
	make_program("a");
	facts_note(FAKE_CALL(&fake, clBuildProgram, FAKE_POINTER(&program)), &good);
	live_release(live_object(&program), CLROUTER_SLOT_clReleaseProgram);
	make_program("b");
	facts = facts_of(&program, OBJECT_PROGRAM);
	ck_assert_uint_eq(slot_of(facts, KEPT_MADE, 0), CLROUTER_SLOT_clCreateProgramWithSource);
	ck_assert_uint_eq(slot_of(facts, KEPT_BUILT, 0), CLROUTER_ALL_SLOTS);
}
END_TEST

START_TEST(a_clone_has_the_arguments)
{
	facts_start(FACTS_ALL_KINDS, FACTS_KIND(OBJECT_KERNEL));
	make_program("a");
	make_kernel(&kernels[0]);
	set_argument(&kernels[0], 5);
	learn(FAKE_CALL(&fake, clCloneKernel, FAKE_POINTER(&kernels[0])), &kernels[1],
	      OBJECT_KERNEL);
	set_argument(&kernels[0], 6);
	ck_assert_int_eq(argument_of(&kernels[0]), 6);
	ck_assert_int_eq(argument_of(&kernels[1]), 5);
	ck_assert_uint_eq(slot_of(facts_of(&kernels[1], OBJECT_KERNEL), KEPT_MADE, 0),
			  CLROUTER_SLOT_clCloneKernel);
}
END_TEST

/* The header is released before the link, and its address is given to another program. */
START_TEST(a_linked_program_has_its_parts)
{
	const void *const headers[] = { &program };
	const void *const inputs[] = { &object };
	const char *source = "object";
	struct facts *facts;
	struct kept *part, *header;
	kept_calls calls;

	facts_start(FACTS_ALL_KINDS, FACTS_KIND(OBJECT_PROGRAM));
	make_program("header");
	learn(FAKE_CALL(&fake, clCreateProgramWithSource, FAKE_POINTER(&context), 1,
			FAKE_POINTER(&source)),
	      &object, OBJECT_PROGRAM);
	facts_note(FAKE_CALL(&fake, clCompileProgram, FAKE_POINTER(&object), 0, 0,
			     FAKE_POINTER("-w"), 1, FAKE_POINTER(headers)),
		   &good);
	live_release(live_object(&program), CLROUTER_SLOT_clReleaseProgram);
	make_program("another");
	learn(FAKE_CALL(&fake, clLinkProgram, FAKE_POINTER(&context), 0, 0, 0, 1,
			FAKE_POINTER(inputs)),
	      &linked, OBJECT_PROGRAM);
	facts = facts_of(&linked, OBJECT_PROGRAM);
	ck_assert_uint_eq(slot_of(facts, KEPT_MADE, 0), CLROUTER_SLOT_clLinkProgram);
	ck_assert_uint_eq(kept_part_count(&facts->kept), 1);
	part = kept_take_part(&facts->kept, 0);
	ck_assert_ptr_nonnull(part);
	calls = part;
	ck_assert_uint_eq(kept_part_count(&calls), 1);
	header = kept_take_part(&calls, 0);
	calls = header;
	ck_assert_str_eq(source_of(&calls), "header");
	kept_give_back(header);
	kept_give_back(part);
	/* A build needs no header. */
	facts_note(FAKE_CALL(&fake, clBuildProgram, FAKE_POINTER(&object)), &good);
	ck_assert_uint_eq(kept_part_count(&facts_of(&object, OBJECT_PROGRAM)->kept), 0);
}
END_TEST

START_TEST(settings_and_constants_are_kept)
{
	const cl_uint value = 4;
	struct setup_value *given;

	facts_start(FACTS_ALL_KINDS, FACTS_ALL_KINDS);
	make_program("a");
	make_kernel(&kernels[0]);
	facts_note(FAKE_CALL(&fake, clSetKernelExecInfo, FAKE_POINTER(&kernels[0]), 0x1234,
			     sizeof(value), FAKE_POINTER(&value)),
		   &good);
	given = kept_get_info(&facts_of(&kernels[0], OBJECT_KERNEL)->kept, 0);
	ck_assert_ptr_nonnull(given);
	ck_assert_uint_eq(given->name, 0x1234);
	ck_assert_uint_eq(given->size, sizeof(value));
	ck_assert_mem_eq(setup_bytes_of(given), &value, sizeof(value));
	free(given);
	facts_note(FAKE_CALL(&fake, clSetProgramSpecializationConstant, FAKE_POINTER(&program), 9,
			     sizeof(value), FAKE_POINTER(&value)),
		   &good);
	ck_assert_uint_eq(slot_of(facts_of(&program, OBJECT_PROGRAM), KEPT_CONSTANT, 9),
			  CLROUTER_SLOT_clSetProgramSpecializationConstant);
}
END_TEST

START_TEST(kernels_of_a_program_have_its_call)
{
	const void *const made[] = { &kernels[0], &kernels[1] };

	facts_start(FACTS_ALL_KINDS, FACTS_ALL_KINDS);
	make_program("a");
	for (int i = 0; i < 2; i++)
		live_made(OBJECT_KERNEL, &kernels[i], 0, NULL);
	facts_note(FAKE_CALL(&fake, clCreateKernelsInProgram, FAKE_POINTER(&program), 2,
			     FAKE_POINTER(made)),
		   &good);
	for (int i = 0; i < 2; i++)
		ck_assert_uint_eq(slot_of(facts_of(&kernels[i], OBJECT_KERNEL), KEPT_MADE, 0),
				  CLROUTER_SLOT_clCreateKernelsInProgram);
}
END_TEST

START_TEST(an_event_has_its_command)
{
	const void *made = &event;

	facts_start(FACTS_ALL_KINDS, FACTS_KIND(OBJECT_EVENT));
	learn(FAKE_CALL(&fake, clCreateCommandQueue, FAKE_POINTER(&context)), &queue, OBJECT_QUEUE);
	live_made(OBJECT_EVENT, &event, 0, NULL);
	facts_note(FAKE_CALL(&fake, clEnqueueMarker, FAKE_POINTER(&queue), FAKE_POINTER(&made)),
		   &good);
	ck_assert_uint_eq(slot_of(facts_of(&event, OBJECT_EVENT), KEPT_MADE, 0),
			  CLROUTER_SLOT_clEnqueueMarker);
}
END_TEST

START_TEST(nothing_is_known_of_kinds_that_nobody_wants)
{
	facts_start(FACTS_KIND(OBJECT_KERNEL), FACTS_KIND(OBJECT_PROGRAM));
	make_program("a");
	make_kernel(&kernels[0]);
	ck_assert_ptr_null(facts_of(&program, OBJECT_PROGRAM));
	ck_assert_ptr_nonnull(facts_of(&kernels[0], OBJECT_KERNEL));
	ck_assert_uint_eq(facts_kept_kinds(), 0);
}
END_TEST

int main(void)
{
	Suite *suite = suite_create("learn-kept");
	TCase *tcase = unit_tcase(suite, "learn-kept", 20);

	tcase_add_test(tcase, a_program_has_source_and_options);
	tcase_add_test(tcase, another_program_at_the_address_has_its_own);
	tcase_add_test(tcase, a_clone_has_the_arguments);
	tcase_add_test(tcase, a_linked_program_has_its_parts);
	tcase_add_test(tcase, settings_and_constants_are_kept);
	tcase_add_test(tcase, kernels_of_a_program_have_its_call);
	tcase_add_test(tcase, an_event_has_its_command);
	tcase_add_test(tcase, nothing_is_known_of_kinds_that_nobody_wants);
	return unit_run(suite);
}
