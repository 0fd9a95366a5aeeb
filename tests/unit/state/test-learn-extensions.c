/* SPDX-License-Identifier: Apache-2.0 */
/* learn-extensions: what calls say of contexts, memory, semaphores and command buffers. */
#include "state/learn/learn.h"

#include <CL/cl_gl.h>

#include "opencl/constants.h"
#include "state/facts.h"
#include "state/memory.h"
#include "state/recording.h"
#include "unit/state/fake-driver.h"
#include "unit/unit.h"

static char context, queues[2], buffers[2], object, command, event;
static char devices[2];
static char memory[64];
static struct fake_call fake;
static const cl_int good = CL_SUCCESS;

/* CALL returned HANDLE, of KIND: the facts of that. */
static void *learn(const struct call *call, const void *handle, enum object_kind kind)
{
	live_made(kind, handle, call->slot, NULL);
	facts_note(call, &handle);
	return facts_of(handle, kind);
}

/* CALL succeeded, and returned no object. */
static void note(const struct call *call)
{
	facts_note(call, &good);
}

/* -- contexts and memory ------------------------------------------------------------------- */

static const struct {
	cl_context_properties list[5];
	bool has_gl, can_terminate;
} contexts[] = {
	{ { 0 }, false, false },
	{ { CL_GL_CONTEXT_KHR, 1, 0 }, true, false },
	{ { CL_GL_CONTEXT_KHR, 0, CL_CONTEXT_TERMINATE_KHR, CL_TRUE, 0 }, false, true },
	{ { CL_CONTEXT_TERMINATE_KHR, CL_FALSE, CL_CGL_SHAREGROUP_KHR, 1, 0 }, true, false },
};

START_TEST(a_context_has_properties)
{
	const struct facts_context *facts =
		learn(FAKE_CALL(&fake, clCreateContext, FAKE_POINTER(contexts[_i].list)), &context,
		      OBJECT_CONTEXT);

	ck_assert_int_eq(facts->has_gl, contexts[_i].has_gl);
	ck_assert_int_eq(facts->can_terminate, contexts[_i].can_terminate);
	ck_assert(!facts->is_terminated);
	note(FAKE_CALL(&fake, clTerminateContextKHR, FAKE_POINTER(&context)));
	ck_assert(facts->is_terminated);
}
END_TEST

static struct facts_mem *learn_buffer(const cl_mem_properties *list, cl_mem_flags flags)
{
	return learn(FAKE_CALL(&fake, clCreateBufferWithProperties, FAKE_POINTER(&context),
			       FAKE_POINTER(list), flags, sizeof(memory), FAKE_POINTER(memory)),
		     &object, OBJECT_MEM);
}

static const struct {
	cl_mem_properties list[5];
	enum facts_source source;
	bool has_address;
} sources[] = {
	{ { 0 }, SOURCE_NONE, false },
	{ { CL_MEM_DEVICE_PRIVATE_ADDRESS_EXT, CL_TRUE, 0 }, SOURCE_NONE, true },
	{ { CL_EXTERNAL_MEMORY_HANDLE_OPAQUE_FD_KHR, 3, 0 }, SOURCE_EXTERNAL, false },
	{ { 0x7777, 1, CL_MEM_DEVICE_PRIVATE_ADDRESS_EXT, CL_FALSE, 0 }, SOURCE_UNKNOWN, false },
};

START_TEST(memory_has_a_source)
{
	const struct facts_mem *facts = learn_buffer(sources[_i].list, CL_MEM_READ_ONLY);

	ck_assert_int_eq(facts->source, sources[_i].source);
	ck_assert_int_eq(facts->has_device_address, sources[_i].has_address);
	ck_assert_ptr_null(facts->host_ptr);
	ck_assert_ptr_null(facts->made_for);
}
END_TEST

START_TEST(host_memory_is_known)
{
	ck_assert_ptr_eq(learn_buffer(NULL, CL_MEM_USE_HOST_PTR)->host_ptr, memory);
	live_release(live_object(&object), 0);
	ck_assert_ptr_null(learn_buffer(NULL, CL_MEM_COPY_HOST_PTR)->host_ptr);
}
END_TEST

/* The next object at the address has the memory for the list, and no device of the old one. */
START_TEST(external_memory_is_for_devices)
{
	const cl_mem_properties list[] = { CL_MEM_DEVICE_HANDLE_LIST_KHR,
					   (uintptr_t)&devices[0], 0, 0 };
	const struct facts_mem *facts = learn_buffer(list, 0);
	const struct facts_devices *made_for = facts_devices_of(&object, OBJECT_MEM);

	ck_assert_ptr_nonnull(made_for);
	ck_assert(facts_has_device(made_for, &devices[0]));
	ck_assert(!facts_has_device(made_for, &devices[1]));
	live_release(live_object(&object), 0);
	ck_assert_ptr_eq(learn_buffer(NULL, 0), facts);
	ck_assert(facts_has_device(facts_devices_of(&object, OBJECT_MEM), &devices[1]));
}
END_TEST

START_TEST(shared_objects_have_a_source)
{
	const struct facts_mem *facts = learn(FAKE_CALL(&fake, clCreateFromGLBuffer,
							FAKE_POINTER(&context), CL_MEM_WRITE_ONLY),
					      &object, OBJECT_MEM);

	ck_assert_int_eq(facts->source, SOURCE_GL);
	ck_assert(facts->flags == CL_MEM_WRITE_ONLY);
	facts = learn(FAKE_CALL(&fake, clCreateFromEGLImageKHR, FAKE_POINTER(&context), 0, 0,
				CL_MEM_READ_ONLY),
		      &buffers[0], OBJECT_MEM);
	ck_assert_int_eq(facts->source, SOURCE_EGL);
	ck_assert(facts->flags == CL_MEM_READ_ONLY);
	ck_assert_ptr_eq(facts->any.context, &context);
}
END_TEST

/* -- semaphores ------------------------------------------------------------------------------ */

static const struct {
	cl_semaphore_properties_khr list[6];
	size_t export_type;
	bool is_sync_fd;
} semaphores[] = {
	{ { 0 }, 0, false },
	{ { CL_SEMAPHORE_EXPORT_HANDLE_TYPES_KHR, 0, 0 }, 0, false },
	{ { CL_SEMAPHORE_EXPORT_HANDLE_TYPES_KHR, 7, 0, 0 }, 7, false },
	{ { CL_SEMAPHORE_EXPORT_HANDLE_TYPES_KHR, 7, 8, 0, 0 }, FACTS_SEVERAL, false },
	{ { CL_SEMAPHORE_HANDLE_SYNC_FD_KHR, 3, 0 }, 0, true },
};

START_TEST(a_semaphore_has_types)
{
	const struct facts_semaphore *facts =
		learn(FAKE_CALL(&fake, clCreateSemaphoreWithPropertiesKHR, FAKE_POINTER(&context),
				FAKE_POINTER(semaphores[_i].list)),
		      &object, OBJECT_SEMAPHORE);

	ck_assert(facts->export_type == semaphores[_i].export_type);
	ck_assert_int_eq(facts->is_sync_fd, semaphores[_i].is_sync_fd);
	ck_assert_uint_eq(facts->devices.count, 0);
}
END_TEST

START_TEST(a_semaphore_is_for_devices)
{
	const cl_semaphore_properties_khr list[] = { CL_SEMAPHORE_DEVICE_HANDLE_LIST_KHR,
						     (uintptr_t)&devices[0], (uintptr_t)&devices[1],
						     0, 0 };

	learn(FAKE_CALL(&fake, clCreateSemaphoreWithPropertiesKHR, FAKE_POINTER(&context),
			FAKE_POINTER(list)),
	      &object, OBJECT_SEMAPHORE);
	ck_assert_uint_eq(facts_devices_of(&object, OBJECT_SEMAPHORE)->count, 2);
}
END_TEST

/* -- command buffers ------------------------------------------------------------------------- */

static void make_queue(const void *queue, const void *device)
{
	learn(FAKE_CALL(&fake, clCreateCommandQueue, FAKE_POINTER(&context), FAKE_POINTER(device),
			0),
	      queue, OBJECT_QUEUE);
}

/* A command buffer for both queues, the second of which is for SECOND. */
static const struct facts_queue *make_buffer(const void *second)
{
	static const cl_properties list[] = { CL_COMMAND_BUFFER_FLAGS_KHR,
					      CL_COMMAND_BUFFER_MUTABLE_KHR, 0 };
	const void *const both[] = { &queues[0], &queues[1] };

	make_queue(&queues[0], &devices[0]);
	make_queue(&queues[1], second);
	return learn(FAKE_CALL(&fake, clCreateCommandBufferKHR, 2, FAKE_POINTER(both),
			       FAKE_POINTER(list)),
		     &buffers[0], OBJECT_COMMAND_BUFFER);
}

START_TEST(a_command_buffer_has_queues)
{
	const struct facts_queue *facts = make_buffer(&devices[_i]);

	ck_assert_ptr_eq(facts->any.context, &context);
	ck_assert_uint_eq(recording_queue_count(facts->recording), 2);
	ck_assert(recording_flags(facts->recording) == CL_COMMAND_BUFFER_MUTABLE_KHR);
	ck_assert_uint_eq(facts->devices.count, _i == 0 ? 1 : 0);
	ck_assert(!recording_is_final(facts->recording));
	note(FAKE_CALL(&fake, clFinalizeCommandBufferKHR, FAKE_POINTER(&buffers[0])));
	ck_assert(recording_is_final(facts->recording));
}
END_TEST

/* A driver may accept a wrong call. */
START_TEST(a_command_buffer_may_lack_queues)
{
	const void *const unknown[] = { &queues[0] };

	ck_assert_ptr_null(learn(FAKE_CALL(&fake, clCreateCommandBufferKHR, 0), &buffers[0],
				 OBJECT_COMMAND_BUFFER));
	ck_assert_ptr_null(learn(FAKE_CALL(&fake, clCreateCommandBufferKHR, 1,
					   FAKE_POINTER(unknown)),
				 &buffers[1], OBJECT_COMMAND_BUFFER));
}
END_TEST

START_TEST(a_copy_is_as_final_as_its_origin)
{
	const struct facts_queue *facts = make_buffer(&devices[0]);
	const void *const one[] = { &queues[1] };

	if (_i != 0)
		note(FAKE_CALL(&fake, clFinalizeCommandBufferKHR, FAKE_POINTER(&buffers[0])));
	facts = learn(FAKE_CALL(&fake, clRemapCommandBufferKHR, FAKE_POINTER(&buffers[0]), 0, 1,
				FAKE_POINTER(one)),
		      &buffers[1], OBJECT_COMMAND_BUFFER);
	ck_assert_uint_eq(recording_queue_count(facts->recording), 1);
	ck_assert(recording_flags(facts->recording) == CL_COMMAND_BUFFER_MUTABLE_KHR);
	ck_assert_int_eq(recording_is_final(facts->recording), _i);
}
END_TEST

/* The kernel is recorded with DIMENSIONS, in the place of the driver. */
static void record_kernel(cl_uint dimensions, const cl_properties *list)
{
	static const size_t global[] = { 4, 5, 6 };
	static const cl_sync_point_khr point = 9;
	const void *handle = &command;

	live_made(OBJECT_COMMAND, &command, 0, NULL);
	note(FAKE_CALL(&fake, clCommandNDRangeKernelKHR, FAKE_POINTER(&buffers[0]), 0,
		       FAKE_POINTER(list), 0, dimensions, 0, FAKE_POINTER(global), 0, 0, 0,
		       FAKE_POINTER(&point), FAKE_POINTER(&handle)));
}

START_TEST(commands_have_sizes)
{
	static const cl_properties list[] = { CL_MUTABLE_DISPATCH_UPDATABLE_FIELDS_KHR, 5, 0 };
	const struct facts_queue *buffer = make_buffer(&devices[0]);
	const struct facts_command *facts;

	record_kernel(2, _i == 0 ? list : NULL);
	facts = facts_of_command(&command);
	ck_assert_ptr_nonnull(facts);
	ck_assert_ptr_eq(facts->command_buffer, &buffers[0]);
	ck_assert_uint_eq(facts->buffer_serial, atomic_load(&buffer->any.serial));
	ck_assert_uint_eq(facts->global[1], 5);
	ck_assert_uint_eq(facts->global[2], 0);
	ck_assert(!facts->has_local);
	/* Without a list, and without an answer of the device, no field is known to be fixed. */
	ck_assert(facts->updatable == (_i == 0 ? 5 : ~UINT64_C(0)));
	ck_assert(recording_has_point(buffer->recording, 9));
	ck_assert(!recording_has_point(buffer->recording, 8));
}
END_TEST

static int references;

static cl_int CL_API_CALL retain_event(cl_event handle)
{
	ck_assert_ptr_eq((void *)handle, &event);
	references++;
	return CL_SUCCESS;
}

static cl_int CL_API_CALL release_event(cl_event handle)
{
	ck_assert_ptr_eq((void *)handle, &event);
	references--;
	return CL_SUCCESS;
}

/* The layer keeps the event of the last enqueue as long as there is the command buffer. */
START_TEST(an_enqueue_has_an_event)
{
	const void *handle = &event;

	clrouter_target.clRetainEvent = retain_event;
	clrouter_target.clReleaseEvent = release_event;
	make_buffer(&devices[0]);
	live_made(OBJECT_EVENT, &event, 0, NULL);
	note(FAKE_CALL(&fake, clEnqueueCommandBufferKHR, 0, 0, FAKE_POINTER(&buffers[0]), 0, 0,
		       FAKE_POINTER(&handle)));
	ck_assert_ptr_eq(facts_context(&event, OBJECT_EVENT), &context);
	ck_assert_int_eq(references, 1);
	FAKE_CALL(&fake, clReleaseCommandBufferKHR, FAKE_POINTER(&buffers[0]));
	note(&fake.call);
	ck_assert_int_eq(references, 1);
	live_release(live_object(&buffers[0]), 0);
	note(&fake.call);
	ck_assert_int_eq(references, 0);
}
END_TEST

START_TEST(shared_pointers_are_not_known)
{
	ck_assert(!memory_expects_unseen());
	learn_extension(FAKE_CALL(&fake, clSVMAllocWithPropertiesKHR, FAKE_POINTER(&context)),
			NULL);
	ck_assert(memory_expects_unseen());
}
END_TEST

int main(void)
{
	Suite *suite = suite_create("learn-extensions");
	TCase *tcase = unit_tcase(suite, "learn-extensions", 10);

	tcase_add_loop_test(tcase, a_context_has_properties, 0, UNIT_ROWS(contexts));
	tcase_add_loop_test(tcase, memory_has_a_source, 0, UNIT_ROWS(sources));
	tcase_add_test(tcase, host_memory_is_known);
	tcase_add_test(tcase, external_memory_is_for_devices);
	tcase_add_test(tcase, shared_objects_have_a_source);
	tcase_add_loop_test(tcase, a_semaphore_has_types, 0, UNIT_ROWS(semaphores));
	tcase_add_test(tcase, a_semaphore_is_for_devices);
	tcase_add_loop_test(tcase, a_command_buffer_has_queues, 0, 2);
	tcase_add_test(tcase, a_command_buffer_may_lack_queues);
	tcase_add_loop_test(tcase, a_copy_is_as_final_as_its_origin, 0, 2);
	tcase_add_loop_test(tcase, commands_have_sizes, 0, 2);
	tcase_add_test(tcase, an_enqueue_has_an_event);
	tcase_add_test(tcase, shared_pointers_are_not_known);
	return unit_run(suite);
}
