/* SPDX-License-Identifier: Apache-2.0 */
/* learn-programs: what a build leaves, and what arguments of kernels are set to. */
#include "state/learn/learn.h"

#include "state/facts.h"
#include "unit/state/fake-driver.h"
#include "unit/unit.h"

static char context, program, kernel, buffer, device;
static struct fake_call fake;

static void *make(const void *handle, enum object_kind kind)
{
	struct facts *facts;

	live_made(kind, handle, 0, NULL);
	facts = facts_begin(handle, kind, &context);
	facts_finish(facts, handle);
	return facts;
}

/* A program for one device. */
static struct facts_program *make_program(void)
{
	const void *const devices[] = { &device };
	struct facts_context *owner;
	struct facts_program *facts;

	owner = make(&context, OBJECT_CONTEXT);
	facts_set_devices(&owner->devices, devices, 1);
	live_made(OBJECT_PROGRAM, &program, 0, NULL);
	ck_assert(learn_program(FAKE_CALL(&fake, clCreateProgramWithSource, FAKE_POINTER(&context)),
				&program));
	facts = facts_of_program(&program);
	ck_assert_ptr_nonnull(facts);
	ck_assert_uint_eq(facts->devices.count, 1);
	ck_assert(!facts->is_built);
	return facts;
}

static const struct {
	const char *options;
	bool has_callback;
	bool has_queues;
	unsigned executables;
} builds[] = {
	{ NULL, false, false, UINT32_MAX },
	{ "-cl-std=CL1.2", false, false, UINT32_MAX },
	{ "-w -cl-std=CL2.0", false, true, UINT32_MAX },
	{ "-cl-std=CL3.0", false, true, UINT32_MAX },
	{ "-cl-std=CLC++", false, false, UINT32_MAX },
	{ "", true, false, 0 },
};

START_TEST(a_build_leaves_an_executable)
{
	struct facts_program *facts = make_program();

	FAKE_CALL(&fake, clBuildProgram, FAKE_POINTER(&program), 0, 0,
		  FAKE_POINTER(builds[_i].options), FAKE_POINTER(builds[_i].has_callback ? &fake : 0));
	learn_program_before(&fake.call);
	ck_assert_int_eq(facts->is_built, builds[_i].has_callback);
	ck_assert_ptr_eq(learn_program_to_build(&fake.call), facts);
	ck_assert(learn_program(&fake.call, NULL));
	ck_assert(facts->is_built);
	ck_assert_uint_eq(facts->executables, builds[_i].executables);
	ck_assert_uint_eq(facts->objects, 0);
	ck_assert_int_eq(facts->has_queues, builds[_i].has_queues);
	learn_program_failed(&fake.call);
	ck_assert_uint_eq(facts->executables, 0);
}
END_TEST

/* The callback can link a program that was built before, and then compiled, before the call returns. */
START_TEST(a_compilation_with_a_callback_leaves_what_is_not_known)
{
	struct facts_program *facts = make_program();

	FAKE_CALL(&fake, clBuildProgram, FAKE_POINTER(&program));
	ck_assert(learn_program(&fake.call, NULL));
	FAKE_CALL(&fake, clCompileProgram, FAKE_POINTER(&program), 0, 0, 0, 0, 0, 0,
		  FAKE_POINTER(_i == 1 ? &fake : NULL));
	learn_program_before(&fake.call);
	ck_assert_uint_eq(facts->executables, _i == 1 ? 0 : UINT32_MAX);
	ck_assert_uint_eq(facts->objects, 0);
}
END_TEST

static const struct fake_answer one_argument = { CL_KERNEL_NUM_ARGS, &(const cl_uint){ 1 },
						 sizeof(cl_uint) };

static struct facts_kernel *make_kernel(void)
{
	live_made(OBJECT_KERNEL, &kernel, 0, NULL);
	ck_assert(learn_program(FAKE_CALL(&fake, clCreateKernel, FAKE_POINTER(&program)), &kernel));
	return facts_of_kernel(&kernel);
}

START_TEST(kernels_are_counted)
{
	struct facts_program *owner = make_program();
	const struct facts_kernel *facts;

	fake_driver_answer(&one_argument, 1);
	facts = make_kernel();
	ck_assert_uint_eq(facts->argument_count, 1);
	ck_assert_ptr_eq(facts->program, &program);
	ck_assert_int_eq(owner->kernel_count, 1);
	facts_note_kernel_gone(&kernel);
	ck_assert_int_eq(owner->kernel_count, 0);
	/* A driver that does not say how many there are. */
	fake_driver_answer(NULL, 0);
	live_release(live_object(&kernel), 0);
	ck_assert_uint_eq(make_kernel()->argument_count, UINT32_MAX);
}
END_TEST

START_TEST(an_argument_is_an_object)
{
	const void *value = &buffer;
	const struct facts_kernel *facts;
	struct facts_mem *image;

	make_program();
	fake_driver_answer(&one_argument, 1);
	facts = make_kernel();
	image = make(&buffer, OBJECT_MEM);
	image->type = CL_MEM_OBJECT_IMAGE2D;
	FAKE_CALL(&fake, clSetKernelArg, FAKE_POINTER(&kernel), 0, sizeof(value),
		  FAKE_POINTER(&value));
	ck_assert(learn_program(&fake.call, NULL));
	ck_assert_ptr_eq(kernels_object(&facts->state->arguments[0]), live_object(&buffer));
	ck_assert_uint_eq(facts->state->has, KERNEL_HAS_OBJECT | KERNEL_HAS_IMAGE);
	/* A value of another size only looks like a handle. */
	FAKE_CALL(&fake, clSetKernelArg, FAKE_POINTER(&kernel), 0, sizeof(value) - 1,
		  FAKE_POINTER(&value));
	ck_assert(learn_program(&fake.call, NULL));
	ck_assert_ptr_null(kernels_object(&facts->state->arguments[0]));
	ck_assert(!learn_program(FAKE_CALL(&fake, clFinish, 0), NULL));
}
END_TEST

int main(void)
{
	Suite *suite = suite_create("learn-programs");
	TCase *tcase = unit_tcase(suite, "learn-programs", 10);

	tcase_add_loop_test(tcase, a_build_leaves_an_executable, 0, UNIT_ROWS(builds));
	tcase_add_loop_test(tcase, a_compilation_with_a_callback_leaves_what_is_not_known, 0, 2);
	tcase_add_test(tcase, kernels_are_counted);
	tcase_add_test(tcase, an_argument_is_an_object);
	return unit_run(suite);
}
