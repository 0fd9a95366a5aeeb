/* SPDX-License-Identifier: Apache-2.0 */
/* learn: what calls of the core say of contexts, queues, memory objects and events. */
#include "state/facts.h"
#include "state/memory.h"
#include "unit/state/fake-driver.h"
#include "unit/unit.h"

static char context, queue, object, part, devices[2];
static struct fake_call fake;

/* CALL returned HANDLE, of KIND: the facts of that. */
static void *learn(const struct call *call, const void *handle, enum object_kind kind)
{
	live_made(kind, handle, call->slot, NULL);
	facts_note(call, &handle);
	return facts_of(handle, kind);
}

/* The driver answers one device more than the program gave. */
START_TEST(a_context_has_devices)
{
	const void *given[] = { &devices[0] }, *answered[] = { &devices[0], &devices[1] };
	const struct fake_answer answer = { CL_CONTEXT_DEVICES, answered, sizeof(answered) };
	const struct facts_context *facts;

	fake_driver_answer(&answer, 1);
	facts = learn(FAKE_CALL(&fake, clCreateContext, 0, 1, FAKE_POINTER(given)), &context,
		      OBJECT_CONTEXT);
	ck_assert_uint_eq(facts->devices.count, 1);
	ck_assert_uint_eq(facts->devices.answered, 1);
	live_release(live_object(&context), 0);
	facts = learn(FAKE_CALL(&fake, clCreateContextFromType, 0, 1), &context, OBJECT_CONTEXT);
	ck_assert_uint_eq(facts->devices.count, 2);
	ck_assert_uint_eq(facts->devices.answered, 0);
}
END_TEST

START_TEST(a_queue_has_properties)
{
	const cl_queue_properties list[] = { CL_QUEUE_SIZE, CL_QUEUE_PROPERTIES, CL_QUEUE_PROPERTIES,
					     CL_QUEUE_PROFILING_ENABLE, 0 };
	const struct facts_queue *facts;
	const cl_int good = CL_SUCCESS;

	facts = learn(_i == 0 ? FAKE_CALL(&fake, clCreateCommandQueue, FAKE_POINTER(&context),
					  FAKE_POINTER(&devices[0]), CL_QUEUE_PROFILING_ENABLE) :
				FAKE_CALL(&fake, clCreateCommandQueueWithProperties,
					  FAKE_POINTER(&context), FAKE_POINTER(&devices[0]),
					  FAKE_POINTER(list)),
		      &queue, OBJECT_QUEUE);
	ck_assert_ptr_eq(facts->any.context, &context);
	ck_assert_ptr_eq(facts_queue_device(&queue), &devices[0]);
	ck_assert(facts->properties == CL_QUEUE_PROFILING_ENABLE);
	for (int on = 1; on >= 0; on--) {
		facts_note(FAKE_CALL(&fake, clSetCommandQueueProperty, FAKE_POINTER(&queue),
				     CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE, (uint64_t)on), &good);
		ck_assert_int_eq((facts->properties & CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE) != 0,
				 on);
	}
	ck_assert(facts->properties == CL_QUEUE_PROFILING_ENABLE);
}
END_TEST

/* A part has the access of its buffer unless it has its own. */
static const struct {
	cl_mem_flags flags, expected;
} parts[] = {
	{ 0, CL_MEM_READ_ONLY | CL_MEM_HOST_NO_ACCESS },
	{ CL_MEM_WRITE_ONLY, CL_MEM_WRITE_ONLY | CL_MEM_HOST_NO_ACCESS },
	{ CL_MEM_HOST_READ_ONLY, CL_MEM_READ_ONLY | CL_MEM_HOST_READ_ONLY },
};

START_TEST(a_part_is_of_a_buffer)
{
	const cl_buffer_region region = { 16, 32 };
	const struct facts_mem *facts;

	facts = learn(FAKE_CALL(&fake, clCreateBuffer, FAKE_POINTER(&context),
				CL_MEM_READ_ONLY | CL_MEM_HOST_NO_ACCESS, 4096), &object,
		      OBJECT_MEM);
	ck_assert_uint_eq(facts->size, 4096);
	ck_assert_uint_eq(facts->type, CL_MEM_OBJECT_BUFFER);
	facts = learn(FAKE_CALL(&fake, clCreateSubBuffer, FAKE_POINTER(&object), parts[_i].flags,
				CL_BUFFER_CREATE_TYPE_REGION, FAKE_POINTER(&region)), &part,
		      OBJECT_MEM);
	ck_assert(facts->flags == parts[_i].expected);
	ck_assert_uint_eq(facts->origin, 16);
	ck_assert_uint_eq(facts->size, 32);
	ck_assert_ptr_eq(facts_whole(&part), &object);
	ck_assert_ptr_eq(facts->any.context, &context);
}
END_TEST

static const struct {
	cl_mem_object_type type;
	size_t extent[3];
} images[] = {
	{ CL_MEM_OBJECT_IMAGE1D, { 2, 1, 1 } },	      { CL_MEM_OBJECT_IMAGE2D, { 2, 3, 1 } },
	{ CL_MEM_OBJECT_IMAGE3D, { 2, 3, 4 } },	      { CL_MEM_OBJECT_IMAGE1D_ARRAY, { 2, 5, 1 } },
	{ CL_MEM_OBJECT_IMAGE2D_ARRAY, { 2, 3, 5 } }, { CL_MEM_OBJECT_IMAGE1D_BUFFER, { 2, 1, 1 } },
};

START_TEST(an_image_has_an_extent)
{
	const cl_image_format format = { CL_RGBA, CL_FLOAT };
	const cl_image_desc desc = { .image_type = images[_i].type, .image_width = 2,
				     .image_height = 3, .image_depth = 4, .image_array_size = 5,
				     .num_mip_levels = 6 };
	const struct facts_mem *facts =
		learn(FAKE_CALL(&fake, clCreateImage, FAKE_POINTER(&context), CL_MEM_READ_ONLY,
				FAKE_POINTER(&format), FAKE_POINTER(&desc)),
		      &object, OBJECT_MEM);

	for (int i = 0; i < 3; i++)
		ck_assert_uint_eq(facts->extent[i], images[_i].extent[i]);
	ck_assert_uint_eq(facts->format.image_channel_data_type, CL_FLOAT);
	ck_assert_uint_eq(facts->mip_levels, 6);
	ck_assert(facts->flags == CL_MEM_READ_ONLY);
}
END_TEST

START_TEST(a_user_event_is_set_once)
{
	const cl_int good = CL_SUCCESS;
	const struct facts_event *facts = learn(
		FAKE_CALL(&fake, clCreateUserEvent, FAKE_POINTER(&context)), &object, OBJECT_EVENT);

	ck_assert(facts->is_user);
	memory_note_user_event(false);
	for (int i = 0; i < 2; i++) {
		facts_note(FAKE_CALL(&fake, clSetUserEventStatus, FAKE_POINTER(&object), 0), &good);
		ck_assert(memory_may_be_held());
	}
	memory_note_user_event(true);
	ck_assert(!memory_may_be_held());
}
END_TEST

/* Commands have numbers if a layer asks for them. A queue begins as one that was flushed. */
START_TEST(commands_have_numbers)
{
	const cl_int good = CL_SUCCESS;
	const void *event = &part;
	const uint64_t marker[] = { FAKE_POINTER(&queue), FAKE_POINTER(&event) };
	const void *handle = &queue;
	struct facts_queue *facts;

	if (_i == 1)
		facts_number_commands();
	for (size_t begun = 0; begun < 4; begun += 2) {
		live_made(OBJECT_QUEUE, &queue, CLROUTER_SLOT_clCreateCommandQueue, NULL);
		facts_note(FAKE_CALL(&fake, clCreateCommandQueue, FAKE_POINTER(&context)), &handle);
		facts = facts_of_queue(&queue);
		ck_assert_uint_eq(atomic_load(&facts->last), 0);
		ck_assert_uint_eq(atomic_load(&facts->flushed), _i == 1 ? begun : 0);
		facts_note(FAKE_CALL(&fake, clEnqueueBarrier, marker[0]), &good);
		live_made(OBJECT_EVENT, event, CLROUTER_SLOT_clEnqueueMarker, NULL);
		facts_note(FAKE_CALL(&fake, clEnqueueMarker, marker[0], marker[1]), &good);
		ck_assert_ptr_eq(facts_of_event(event)->queue, &queue);
		ck_assert_uint_eq(facts_of_event(event)->number, _i == 1 ? begun + 2 : 0);
		ck_assert_uint_eq(atomic_load(&facts->last), _i == 1 ? begun + 2 : 0);
		ck_assert_uint_eq(atomic_load(&facts->barriers), 1);
		facts_note_flushed(facts, begun + 2);
		facts_note_flushed(facts, begun + 1);
		ck_assert_uint_eq(atomic_load(&facts->flushed), begun + 2);
		live_release(live_object(&queue), CLROUTER_SLOT_clReleaseCommandQueue);
		live_release(live_object(event), CLROUTER_SLOT_clReleaseEvent);
	}
}
END_TEST

int main(void)
{
	Suite *suite = suite_create("learn");
	TCase *tcase = unit_tcase(suite, "learn", 10);

	tcase_add_test(tcase, a_context_has_devices);
	tcase_add_loop_test(tcase, a_queue_has_properties, 0, 2);
	tcase_add_loop_test(tcase, a_part_is_of_a_buffer, 0, UNIT_ROWS(parts));
	tcase_add_loop_test(tcase, an_image_has_an_extent, 0, UNIT_ROWS(images));
	tcase_add_test(tcase, a_user_event_is_set_once);
	tcase_add_loop_test(tcase, commands_have_numbers, 0, 2);
	return unit_run(suite);
}
