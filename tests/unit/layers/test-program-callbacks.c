/* SPDX-License-Identifier: Apache-2.0 */
/* program-callbacks: what a driver gets for a callback calls it, and the thread is inside only
 * then. */
#include "layers/frame/program-callbacks.h"

#include <stdlib.h>

#include "unit/unit.h"

#define OBJECT(type) ((type)(uintptr_t)0x1230)

static unsigned int calls;
static char own_data;
static void *pointers[3];

static void look(const void *object, const void *user_data)
{
	calls++;
	ck_assert(object == OBJECT(const void *) && user_data == &own_data);
	ck_assert(program_callbacks_are_running());
}

static void CL_CALLBACK of_context(cl_context context, void *user_data)
{
	look(context, user_data);
}

static void CL_CALLBACK of_event(cl_event event, cl_int status, void *user_data)
{
	look(event, user_data);
	ck_assert_int_eq(status, -5);
}

static void CL_CALLBACK of_free(cl_command_queue queue, cl_uint count, void **freed,
				void *user_data)
{
	look(queue, user_data);
	ck_assert(count == 3 && freed == pointers);
}

static void CL_CALLBACK of_memory(cl_mem memory, void *user_data)
{
	look(memory, user_data);
}

/* A callback in a callback: after the inner one, the thread is still in the outer one. */
static void CL_CALLBACK of_program(cl_program program, void *user_data)
{
	program_callbacks_memory *notify = of_memory;
	void *data = user_data;

	look(program, user_data);
	ck_assert(program_callbacks_keep_memory(&notify, &data));
	notify(OBJECT(cl_mem), data);
	look(program, user_data);
}

/* Gives KIND twice: the driver calls back, and it refuses. And without a callback. */
#define CHECK(kind, ...) \
	do { \
		program_callbacks_##kind *notify = of_##kind; \
		program_callbacks_##kind *none = NULL; \
		void *data = &own_data; \
\
		ck_assert(program_callbacks_keep_##kind(&notify, &data)); \
		ck_assert(notify != of_##kind && data != &own_data); \
		ck_assert(!program_callbacks_are_running()); \
		notify(__VA_ARGS__, data); \
		ck_assert(!program_callbacks_are_running()); \
		data = &own_data; \
		notify = of_##kind; \
		ck_assert(program_callbacks_keep_##kind(&notify, &data)); \
		free(data); \
		data = &own_data; \
		ck_assert(program_callbacks_keep_##kind(&none, &data)); \
		ck_assert(!none && data == &own_data); \
	} while (0)

START_TEST(callbacks_are_called_once)
{
	ck_assert(program_callbacks_start());
	CHECK(context, OBJECT(cl_context));
	CHECK(event, OBJECT(cl_event), -5);
	CHECK(free, OBJECT(cl_command_queue), 3, pointers);
	CHECK(memory, OBJECT(cl_mem));
	ck_assert_uint_eq(calls, 4);
	CHECK(program, OBJECT(cl_program));
	ck_assert_uint_eq(calls, 7);
}
END_TEST

int main(void)
{
	Suite *suite = suite_create("program-callbacks");
	TCase *tcase = unit_tcase(suite, "program-callbacks", 10);

	tcase_add_test(tcase, callbacks_are_called_once);
	return unit_run(suite);
}
