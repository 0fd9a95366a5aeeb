/* SPDX-License-Identifier: Apache-2.0 */
/*
 * semaphores: emulated semaphores beside a driver's own, on a driver that calls back wrongly,
 * fails, or has no memory. After each test, the driver has only the objects left that it should
 * have.
 */
#include <pthread.h>
#include <stdlib.h>
#include <string.h>

#include "layers/semaphore-driver.h"
#include "layers/short-memory.h"
#include "opencl/constants.h"
#include "unit/unit.h"

#define THREADS 8
#define ROUNDS 2000
#define MOST_SIGNALS 4096

#define FUNCTIONS(X) \
	X(clCreateSemaphoreWithPropertiesKHR) X(clRetainSemaphoreKHR) X(clReleaseSemaphoreKHR) \
	X(clGetSemaphoreInfoKHR) X(clEnqueueWaitSemaphoresKHR) X(clEnqueueSignalSemaphoresKHR) \
	X(clGetSemaphoreHandleForTypeKHR) X(clReImportSemaphoreSyncFdKHR)
#define MEMBER(id, text, extension, first, last, ret, give, args, ...) \
	ret(CL_API_CALL *id)(__VA_ARGS__);
#define DECLARE(name) CLROUTER_EXTENSION_##name(MEMBER)
static struct {
	FUNCTIONS(DECLARE)
} api;

static const cl_semaphore_properties_khr binary[] = { CL_SEMAPHORE_TYPE_KHR,
						      CL_SEMAPHORE_TYPE_BINARY_KHR, 0 };
static cl_context context;
static cl_command_queue first, second;

static void start(const char *library)
{
	driver_start(library);
#define FIND(name) api.name = (__typeof__(api.name))driver_find(#name);
	FUNCTIONS(FIND)
	context = driver_layer->clCreateContext(NULL, 1, &plain_device, NULL, NULL, NULL);
	first = driver_layer->clCreateCommandQueue(context, plain_device, 0, NULL);
	second = driver_layer->clCreateCommandQueue(context, plain_device,
						    CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE, NULL);
}

static void setup(void)
{
	start(LAYER_DIR "/libCLCompatibility.so");
}

/* Nothing is left, and each user event was set. */
static void finish(void)
{
	driver_layer->clReleaseCommandQueue(first);
	driver_layer->clReleaseCommandQueue(second);
	driver_layer->clReleaseContext(context);
	ck_assert_uint_eq(driver.events, 0);
	ck_assert_uint_eq(driver.memory, 0);
	ck_assert_uint_eq(driver.contexts, 0);
	ck_assert_uint_eq(driver.unset, 0);
}

static cl_semaphore_khr create(void)
{
	cl_int error = 1;
	cl_semaphore_khr semaphore =
		api.clCreateSemaphoreWithPropertiesKHR(context, binary, &error);

	ck_assert_int_eq(error, CL_SUCCESS);
	return semaphore;
}

static cl_int status_of(cl_event event)
{
	cl_int status = CL_QUEUED;

	driver_layer->clGetEventInfo(event, CL_EVENT_COMMAND_EXECUTION_STATUS, sizeof(status),
				     &status, NULL);
	return status;
}

static cl_semaphore_payload_khr payload_of(cl_semaphore_khr semaphore)
{
	cl_semaphore_payload_khr payload = 7;

	api.clGetSemaphoreInfoKHR(semaphore, CL_SEMAPHORE_PAYLOAD_KHR, sizeof(payload), &payload,
				  NULL);
	return payload;
}

static cl_int signal_one(cl_command_queue queue, cl_semaphore_khr semaphore, cl_event after,
			 cl_event *event)
{
	return api.clEnqueueSignalSemaphoresKHR(queue, 1, &semaphore, NULL, after != NULL,
						!after ? NULL : &after, event);
}

static cl_int wait_one(cl_command_queue queue, cl_semaphore_khr semaphore, cl_event *event)
{
	return api.clEnqueueWaitSemaphoresKHR(queue, 1, &semaphore, NULL, 0, NULL, event);
}

/* -- beside the driver's own ------------------------------------------------------------- */

START_TEST(each_context_has_its_own)
{
	cl_context native =
		driver_layer->clCreateContext(NULL, 1, &native_device, NULL, NULL, NULL);
	cl_command_queue queue = driver_layer->clCreateCommandQueue(native, native_device, 0, NULL);
	cl_semaphore_khr emulated = create();
	cl_semaphore_khr own = api.clCreateSemaphoreWithPropertiesKHR(native, binary, NULL);
	const cl_semaphore_khr both[] = { own, emulated };

	ck_assert_uint_eq(driver.native, 1);
	ck_assert_int_eq(api.clRetainSemaphoreKHR(own), CL_SUCCESS);
	ck_assert_int_eq(api.clReleaseSemaphoreKHR(own), CL_SUCCESS);
	ck_assert_int_eq(api.clGetSemaphoreInfoKHR(own, 0, 0, NULL, NULL), CL_SUCCESS);
	ck_assert_int_eq(signal_one(queue, own, NULL, NULL), CL_SUCCESS);
	ck_assert_int_eq(wait_one(queue, own, NULL), CL_SUCCESS);
	ck_assert_int_eq(api.clGetSemaphoreHandleForTypeKHR(own, native_device, 0, 0, NULL, NULL),
			 CL_SUCCESS);
	ck_assert_uint_eq(driver.native, 7);
	/*
	 * No emulated semaphore gets to the driver, and none of the driver's to an emulated queue.
	 */
	ck_assert_int_eq(
		api.clGetSemaphoreHandleForTypeKHR(emulated, plain_device, 0, 0, NULL, NULL),
		CL_INVALID_SEMAPHORE_KHR);
	ck_assert_int_eq(signal_one(queue, emulated, NULL, NULL), CL_INVALID_SEMAPHORE_KHR);
	ck_assert_int_eq(wait_one(first, own, NULL), CL_INVALID_SEMAPHORE_KHR);
	ck_assert_int_eq(api.clEnqueueWaitSemaphoresKHR(queue, 2, both, NULL, 0, NULL, NULL),
			 CL_INVALID_SEMAPHORE_KHR);
	ck_assert_int_eq(api.clEnqueueWaitSemaphoresKHR(first, 0, NULL, NULL, 0, NULL, NULL),
			 CL_INVALID_VALUE);
	ck_assert_uint_eq(driver.native, 7);
	/* The driver has no such function, and nobody forces the feature. */
	ck_assert_ptr_null(api.clReImportSemaphoreSyncFdKHR);
	ck_assert_int_eq(api.clReleaseSemaphoreKHR(emulated), CL_SUCCESS);
	driver_layer->clReleaseCommandQueue(queue);
	driver_layer->clReleaseContext(native);
	finish();
}
END_TEST

/* A context with both devices has emulated semaphores. */
START_TEST(both_devices_are_emulated)
{
	const cl_device_id devices[] = { native_device, plain_device };
	const cl_semaphore_properties_khr on_native[] = {
		CL_SEMAPHORE_TYPE_KHR,
		CL_SEMAPHORE_TYPE_BINARY_KHR,
		CL_SEMAPHORE_DEVICE_HANDLE_LIST_KHR,
		(cl_semaphore_properties_khr)(size_t)native_device,
		0,
		0
	};
	cl_context both = driver_layer->clCreateContext(NULL, 2, devices, NULL, NULL, NULL);
	cl_command_queue queue = driver_layer->clCreateCommandQueue(both, native_device, 0, NULL);
	cl_int error;
	cl_semaphore_khr semaphore;

	ck_assert_ptr_null(api.clCreateSemaphoreWithPropertiesKHR(both, binary, &error));
	ck_assert_int_eq(error, CL_INVALID_PROPERTY);
	semaphore = api.clCreateSemaphoreWithPropertiesKHR(both, on_native, &error);
	ck_assert_int_eq(error, CL_SUCCESS);
	ck_assert_int_eq(signal_one(queue, semaphore, NULL, NULL), CL_SUCCESS);
	ck_assert_int_eq(payload_of(semaphore), 1);
	ck_assert_uint_eq(driver.native, 0);
	ck_assert_int_eq(api.clReleaseSemaphoreKHR(semaphore), CL_SUCCESS);
	driver_layer->clReleaseCommandQueue(queue);
	driver_layer->clReleaseContext(both);
	finish();
}
END_TEST

START_TEST(devices_say_so)
{
	char text[1024] = "";
	cl_semaphore_type_khr type = 0;

	driver_layer->clGetDeviceInfo(plain_device, CL_DEVICE_EXTENSIONS, sizeof(text), text, NULL);
	ck_assert_ptr_nonnull(strstr(text, "cl_khr_semaphore"));
	ck_assert_ptr_null(strstr(text, "external"));
	ck_assert_int_eq(driver_layer->clGetDeviceInfo(native_device, CL_DEVICE_EXTENSIONS,
						       sizeof(text), text, NULL),
			 CL_SUCCESS);
	ck_assert_msg(strstr(text, "cl_khr_external_semaphore") != NULL, "%s", text);
	ck_assert_int_eq(driver_layer->clGetDeviceInfo(plain_device, CL_DEVICE_SEMAPHORE_TYPES_KHR,
						       sizeof(type), &type, NULL),
			 CL_SUCCESS);
	ck_assert_uint_eq(type, CL_SEMAPHORE_TYPE_BINARY_KHR);
	ck_assert_int_eq(driver_layer->clGetDeviceInfo(plain_device,
						       CL_DEVICE_SEMAPHORE_IMPORT_HANDLE_TYPES_KHR,
						       0, NULL, NULL),
			 CL_INVALID_VALUE);
	finish();
}
END_TEST

static void CL_CALLBACK count_end(cl_context gone, void *count)
{
	(void)gone;
	++*(unsigned *)count;
}

/* The callback, which is emulated, comes after the last object of the context, a semaphore. */
START_TEST(a_context_ends_after_semaphores)
{
	cl_context own = driver_layer->clCreateContext(NULL, 1, &plain_device, NULL, NULL, NULL);
	cl_semaphore_khr semaphore = api.clCreateSemaphoreWithPropertiesKHR(own, binary, NULL);
	unsigned ends = 0;

	ck_assert_int_eq(driver_layer->clSetContextDestructorCallback(own, count_end, &ends),
			 CL_SUCCESS);
	driver_layer->clReleaseContext(own);
	ck_assert_uint_eq(ends, 0);
	ck_assert_uint_eq(driver.contexts, 2);
	ck_assert_int_eq(api.clReleaseSemaphoreKHR(semaphore), CL_SUCCESS);
	ck_assert_uint_eq(ends, 1);
	finish();
}
END_TEST

/* -- callbacks --------------------------------------------------------------------------- */

static void CL_CALLBACK note_type(cl_event event, cl_int status, void *type)
{
	ck_assert_int_eq(status, CL_COMPLETE);
	driver_layer->clGetEventInfo(event, CL_EVENT_COMMAND_TYPE, sizeof(cl_command_type), type,
				     NULL);
}

/* An event that the program has released still answers its callback. */
START_TEST(a_callback_comes_after_the_release)
{
	cl_semaphore_khr semaphore = create();
	cl_command_type type = 0;
	cl_event waited;

	ck_assert_int_eq(wait_one(second, semaphore, &waited), CL_SUCCESS);
	for (driver.fails = 2; driver.fails > 0; driver.fails--) {
		driver.calls = 0;
		ck_assert_int_eq(
			driver_layer->clSetEventCallback(waited, CL_COMPLETE, note_type, &type),
			CL_OUT_OF_RESOURCES);
	}
	ck_assert_int_eq(driver_layer->clSetEventCallback(waited, CL_COMPLETE, note_type, &type),
			 CL_SUCCESS);
	driver_layer->clReleaseEvent(waited);
	ck_assert_uint_eq(type, 0);
	ck_assert_int_eq(signal_one(first, semaphore, NULL, NULL), CL_SUCCESS);
	ck_assert_uint_eq(type, CL_COMMAND_SEMAPHORE_WAIT_KHR);
	ck_assert_int_eq(api.clReleaseSemaphoreKHR(semaphore), CL_SUCCESS);
	finish();
}
END_TEST

/* -- failures ---------------------------------------------------------------------------- */

/* A wait that is enqueued before its signal fails as that does, however the driver calls back. */
START_TEST(a_wait_fails_as_its_signal)
{
	cl_semaphore_khr semaphore = create(), other = create();
	cl_event gate, waited, next;
	cl_int error;

	driver.callbacks = (enum driver_callbacks)_i;
	gate = driver_layer->clCreateUserEvent(context, &error);
	ck_assert_int_eq(wait_one(second, semaphore, &waited), CL_SUCCESS);
	/* What waits for the one that fails is found, too. */
	ck_assert_int_eq(wait_one(second, other, &next), CL_SUCCESS);
	ck_assert_int_eq(signal_one(first, other, waited, NULL), CL_SUCCESS);
	ck_assert_int_eq(signal_one(second, semaphore, gate, NULL), CL_SUCCESS);
	ck_assert_int_gt(status_of(waited), CL_COMPLETE);
	driver_layer->clSetUserEventStatus(gate, -7);
	ck_assert_int_lt(status_of(waited), 0);
	ck_assert_int_lt(status_of(next), 0);
	driver_layer->clReleaseEvent(waited);
	driver_layer->clReleaseEvent(next);
	driver_layer->clReleaseEvent(gate);
	/* The semaphore works again. */
	ck_assert_int_eq(wait_one(second, semaphore, &waited), CL_SUCCESS);
	ck_assert_int_eq(signal_one(second, semaphore, NULL, NULL), CL_SUCCESS);
	ck_assert_int_eq(status_of(waited), CL_COMPLETE);
	driver_layer->clReleaseEvent(waited);
	ck_assert_int_eq(api.clReleaseSemaphoreKHR(semaphore), CL_SUCCESS);
	ck_assert_int_eq(api.clReleaseSemaphoreKHR(other), CL_SUCCESS);
	finish();
}
END_TEST

/* The semaphore goes while two commands wait for it; a third has its signal already. */
START_TEST(waits_fail_with_the_semaphore)
{
	cl_semaphore_khr semaphore = create();
	cl_event gate, events[3];
	cl_int error;

	gate = driver_layer->clCreateUserEvent(context, &error);
	ck_assert_int_eq(signal_one(second, semaphore, gate, NULL), CL_SUCCESS);
	for (int i = 0; i < 3; i++)
		ck_assert_int_eq(wait_one(second, semaphore, &events[i]), CL_SUCCESS);
	ck_assert_int_eq(api.clReleaseSemaphoreKHR(semaphore), CL_SUCCESS);
	ck_assert_int_gt(status_of(events[0]), CL_COMPLETE);
	ck_assert_int_lt(status_of(events[1]), 0);
	ck_assert_int_lt(status_of(events[2]), 0);
	driver_layer->clSetUserEventStatus(gate, CL_COMPLETE);
	ck_assert_int_eq(status_of(events[0]), CL_COMPLETE);
	for (int i = 0; i < 3; i++)
		driver_layer->clReleaseEvent(events[i]);
	driver_layer->clReleaseEvent(gate);
	finish();
}
END_TEST

START_TEST(signals_are_limited)
{
	cl_semaphore_khr semaphore = create();

	for (int i = 0; i < MOST_SIGNALS; i++)
		ck_assert_int_eq(signal_one(first, semaphore, NULL, NULL), CL_SUCCESS);
	ck_assert_int_eq(signal_one(first, semaphore, NULL, NULL), CL_OUT_OF_RESOURCES);
	ck_assert_int_eq(wait_one(first, semaphore, NULL), CL_SUCCESS);
	ck_assert_int_eq(signal_one(first, semaphore, NULL, NULL), CL_SUCCESS);
	ck_assert_int_eq(payload_of(semaphore), 1);
	ck_assert_int_eq(api.clReleaseSemaphoreKHR(semaphore), CL_SUCCESS);
	finish();
}
END_TEST

/*
 * What a program does with two semaphores; each call succeeds, or fails and changes nothing, so
 * that it can be made again. Returns how many calls failed.
 */
static unsigned use_semaphores(void)
{
	cl_semaphore_khr semaphores[2] = { NULL, NULL };
	cl_event early = NULL, signaled = NULL, late = NULL;
	unsigned failed = 0;
	cl_int error;

	for (int i = 0; i < 2; i++)
		while (!(semaphores[i] = api.clCreateSemaphoreWithPropertiesKHR(context, binary,
									       &error)))
			failed++;
	while (api.clEnqueueWaitSemaphoresKHR(second, 2, semaphores, NULL, 0, NULL, &early) != 0)
		failed++;
	while (signal_one(first, semaphores[0], NULL, NULL) != CL_SUCCESS)
		failed++;
	while (signal_one(second, semaphores[1], NULL, &signaled) != CL_SUCCESS)
		failed++;
	ck_assert_int_le(status_of(early), CL_COMPLETE);
	while (api.clEnqueueSignalSemaphoresKHR(second, 2, semaphores, NULL, 0, NULL, NULL) != 0)
		failed++;
	ck_assert_uint_eq(payload_of(semaphores[0]), 1);
	ck_assert_uint_eq(payload_of(semaphores[1]), 1);
	while (api.clEnqueueWaitSemaphoresKHR(second, 2, semaphores, NULL, 1, &signaled, &late) !=
	       0) {
		failed++;
		ck_assert_uint_eq(payload_of(semaphores[0]), 1);
		ck_assert_uint_eq(payload_of(semaphores[1]), 1);
	}
	ck_assert_int_eq(status_of(late), CL_COMPLETE);
	ck_assert_uint_eq(payload_of(semaphores[0]), 0);
	/* One wait is left over. */
	while (wait_one(second, semaphores[0], NULL) != CL_SUCCESS)
		failed++;
	for (int i = 0; i < 2; i++)
		ck_assert_int_eq(api.clReleaseSemaphoreKHR(semaphores[i]), CL_SUCCESS);
	driver_layer->clReleaseEvent(early);
	driver_layer->clReleaseEvent(signaled);
	driver_layer->clReleaseEvent(late);
	return failed;
}

/* Each call of the driver fails once. */
START_TEST(the_driver_fails)
{
	unsigned calls, failed = 0;

	ck_assert_uint_eq(use_semaphores(), 0);
	calls = driver.calls;
	ck_assert_uint_gt(calls, 10);
	for (unsigned i = 1; i <= calls; i++) {
		driver.calls = 0;
		driver.fails = i;
		failed += use_semaphores();
	}
	driver.fails = 0;
	/* A callback that cannot be set fails the command, not the call. */
	ck_assert_uint_ge(failed, calls - 4);
	finish();
}
END_TEST

/* Each allocation of the layer fails once. */
START_TEST(memory_is_short)
{
	short_memory_set_fn *set;
	unsigned count, failed = 0;

	start(SHORT_LAYER);
	set = (short_memory_set_fn *)driver_symbol("short_memory_set");
	ck_assert_ptr_nonnull(set);
	use_semaphores();
	set(SHORT_ONCE, 0);
	use_semaphores();
	count = set(SHORT_ONCE, 1);
	ck_assert_uint_gt(count, 10);
	for (unsigned i = 1; i <= count; i++) {
		set(SHORT_ONCE, i);
		failed += use_semaphores();
	}
	set(SHORT_ONCE, 0);
	ck_assert_uint_ge(failed, count / 2);
	finish();
}
END_TEST

/* -- threads ------------------------------------------------------------------------------ */

static cl_semaphore_khr shared;

static void *run(void *data)
{
	cl_semaphore_khr own = create();

	(void)data;
	for (int i = 0; i < ROUNDS; i++) {
		cl_int error = CL_SUCCESS;
		cl_event gate = NULL, waited = NULL;

		gate = driver_layer->clCreateUserEvent(context, &error);
		error |= wait_one(second, shared, &waited);
		error |= signal_one(second, shared, gate, NULL);
		error |= signal_one(second, own, NULL, NULL);
		error |= api.clRetainSemaphoreKHR(shared);
		error |= wait_one(second, own, NULL);
		driver_layer->clSetUserEventStatus(gate, i % 16 == 0 ? -1 : CL_COMPLETE);
		error |= api.clReleaseSemaphoreKHR(shared);
		payload_of(shared);
		driver_layer->clReleaseEvent(gate);
		driver_layer->clReleaseEvent(waited);
		if (error != CL_SUCCESS)
			abort();
	}
	api.clReleaseSemaphoreKHR(own);
	return NULL;
}

START_TEST(threads)
{
	pthread_t list[THREADS];

	driver.callbacks = (enum driver_callbacks)_i;
	shared = create();
	for (int i = 0; i < THREADS; i++)
		pthread_create(&list[i], NULL, run, NULL);
	for (int i = 0; i < THREADS; i++)
		pthread_join(list[i], NULL);
	ck_assert_uint_eq(payload_of(shared), 0);
	ck_assert_int_eq(api.clReleaseSemaphoreKHR(shared), CL_SUCCESS);
	finish();
}
END_TEST

int main(void)
{
	Suite *suite = suite_create("semaphores");
	TCase *tcase = unit_tcase(suite, "layer", 120);
	TCase *memory = unit_tcase(suite, "memory", 120);
	TCase *many = unit_tcase(suite, "threads", 120); /* .ci/threads runs it alone */

	tcase_add_checked_fixture(tcase, setup, NULL);
	tcase_add_test(tcase, each_context_has_its_own);
	tcase_add_test(tcase, both_devices_are_emulated);
	tcase_add_test(tcase, devices_say_so);
	tcase_add_test(tcase, a_context_ends_after_semaphores);
	tcase_add_test(tcase, a_callback_comes_after_the_release);
	tcase_add_loop_test(tcase, a_wait_fails_as_its_signal, 0, CALLBACKS_NONE + 1);
	tcase_add_test(tcase, waits_fail_with_the_semaphore);
	tcase_add_test(tcase, signals_are_limited);
	tcase_add_test(tcase, the_driver_fails);
	tcase_add_checked_fixture(many, setup, NULL);
	tcase_add_loop_test(many, threads, 0, CALLBACKS_NONE + 1);
	tcase_add_test(memory, memory_is_short);
	return unit_run(suite);
}
