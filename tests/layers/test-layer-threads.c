/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Eight threads use what the compatibility layer emulates, each in a context of its own and all in
 * one that they share, from the first look-up to the last release. Made for ThreadSanitizer
 * (.ci/threads); without it, nothing may be lost or left.
 */
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "layers/pair-program.h"
#include "opencl/constants.h"

#define THREADS 8
#define ROUNDS 100
#define SIZE 4096

/* What a thread uses: its own, or what all share. */
struct place {
	const struct api *api;
	cl_context context;
	cl_command_queue queues[2]; /* in order and not */
	cl_mem buffer;
	cl_program program;
	cl_kernel kernel; /* whose arguments nobody changes */
	cl_semaphore_khr semaphore;
};

static struct place shared;
static struct api shared_api;
static pthread_once_t once = PTHREAD_ONCE_INIT;
static cl_command_buffer_khr common; /* that all record, update and enqueue */
static pthread_barrier_t recorded, finalized, updated;

#define OK(call) IS(call, CL_SUCCESS)

/* -- look-ups and queries ---------------------------------------------------------------- */

static void ask(void)
{
	const cl_device_id device = pair_device("Bare");
	cl_name_version versions[32];
	cl_command_queue_properties queues = 0;
	cl_uint type = 0;
	char text[1024];

	OK(clGetDeviceInfo(device, CL_DEVICE_EXTENSIONS, sizeof(text), text, NULL));
	IS(strstr(text, "cl_khr_command_buffer") != NULL, 1);
	OK(clGetDeviceInfo(device, CL_DEVICE_EXTENSIONS_WITH_VERSION, sizeof(versions), versions,
			   NULL));
	OK(clGetDeviceInfo(device, CL_DEVICE_COMMAND_BUFFER_SUPPORTED_QUEUE_PROPERTIES_KHR,
			   sizeof(queues), &queues, NULL));
	OK(clGetDeviceInfo(device, CL_DEVICE_SEMAPHORE_TYPES_KHR, sizeof(type), &type, NULL));
	OK(clGetPlatformInfo(pair_platform("Bare"), CL_PLATFORM_EXTENSIONS, sizeof(text), text,
			     NULL));
	IS(strstr(text, "cl_khr_semaphore") != NULL, 1);
	OK(clGetPlatformInfo(pair_platform("Full"), CL_PLATFORM_EXTENSIONS, sizeof(text), text,
			     NULL));
}

/* -- making and releasing ---------------------------------------------------------------- */

static void make_place(struct place *place, const struct api *api)
{
	static const cl_semaphore_properties_khr binary[] = { CL_SEMAPHORE_TYPE_KHR,
							      CL_SEMAPHORE_TYPE_BINARY_KHR, 0 };
	const cl_queue_properties unordered[] = { CL_QUEUE_PROPERTIES,
						  CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE, 0 };
	const cl_device_id device = pair_device("Bare");
	const char *text = "";
	const cl_uint value = 1;

	place->api = api;
	place->context = clCreateContext(NULL, 1, &device, NULL, NULL, NULL);
	place->queues[0] = clCreateCommandQueueWithProperties(place->context, device, NULL, NULL);
	place->queues[1] =
		clCreateCommandQueueWithProperties(place->context, device, unordered, NULL);
	place->buffer = clCreateBuffer(place->context, CL_MEM_READ_WRITE, SIZE, NULL, NULL);
	place->program = clCreateProgramWithSource(place->context, 1, &text, NULL, NULL);
	place->kernel = clCreateKernel(place->program, "kernel", NULL);
	for (cl_uint i = 0; i < 3; i++)
		OK(clSetKernelArg(place->kernel, i, sizeof(value), &value));
	place->semaphore = api->clCreateSemaphoreWithPropertiesKHR(place->context, binary, NULL);
	IS(place->semaphore != NULL, 1);
}

static void release_place(const struct place *place)
{
	OK(place->api->clReleaseSemaphoreKHR(place->semaphore));
	OK(clReleaseKernel(place->kernel));
	OK(clReleaseProgram(place->program));
	OK(clReleaseMemObject(place->buffer));
	OK(clReleaseCommandQueue(place->queues[0]));
	OK(clReleaseCommandQueue(place->queues[1]));
	OK(clReleaseContext(place->context));
}

static cl_command_buffer_khr make_commands(const struct place *place, int queue)
{
	const cl_properties properties[] = { CL_COMMAND_BUFFER_FLAGS_KHR,
					     CL_COMMAND_BUFFER_MUTABLE_KHR |
						     CL_COMMAND_BUFFER_SIMULTANEOUS_USE_KHR,
					     0 };
	cl_int error = 1;
	cl_command_buffer_khr commands =
		place->api->clCreateCommandBufferKHR(1, &place->queues[queue], properties, &error);

	OK(error);
	return commands;
}

static void make_shared(void)
{
	pair_look_up("Bare", &shared_api);
	make_place(&shared, &shared_api);
	common = make_commands(&shared, 1);
}

/* -- command buffers --------------------------------------------------------------------- */

/* Returns the handle of the kernel. */
static cl_mutable_command_khr record(const struct place *place, cl_command_buffer_khr commands)
{
	const struct api *api = place->api;
	const size_t global = 64;
	const cl_uint pattern = 0;
	cl_sync_point_khr points[2];
	cl_mutable_command_khr handle = NULL;

	OK(api->clCommandFillBufferKHR(commands, NULL, NULL, place->buffer, &pattern, 4, 0, 64, 0,
				       NULL, &points[0], NULL));
	OK(api->clCommandCopyBufferKHR(commands, NULL, NULL, place->buffer, place->buffer, 0, 512,
				       64, 1, points, &points[1], NULL));
	OK(api->clCommandBarrierWithWaitListKHR(commands, NULL, NULL, 2, points, NULL, NULL));
	OK(api->clCommandNDRangeKernelKHR(commands, NULL, NULL, place->kernel, 1, NULL, &global,
					  NULL, 0, NULL, NULL, &handle));
	return handle;
}

static void update(const struct place *place, cl_command_buffer_khr commands,
		   cl_mutable_command_khr handle, size_t global)
{
	const cl_uint value = 2;
	const struct mutable_dispatch_arg argument = { 1, sizeof(value), &value };
	const struct mutable_dispatch_config config = {
		.command = handle, .num_args = 1, .arg_list = &argument, .global_work_size = &global
	};
	const cl_command_buffer_update_type_khr type = MUTABLE_DISPATCH_CONFIG;
	const void *configs[] = { &config };
	size_t size = 0;

	OK(place->api->clUpdateMutableCommandsKHR(commands, 1, &type, configs));
	OK(place->api->clGetMutableCommandInfoKHR(handle, CL_MUTABLE_DISPATCH_GLOBAL_WORK_SIZE_KHR,
						  sizeof(size), &size, NULL));
}

static void enqueue(const struct place *place, cl_command_buffer_khr commands, int queue)
{
	cl_command_queue to[] = { place->queues[queue] };
	cl_event event = NULL;
	cl_command_type type = 0;
	cl_int status = CL_QUEUED;
	cl_ulong time;

	OK(place->api->clEnqueueCommandBufferKHR(1, to, commands, 0, NULL, &event));
	OK(clGetEventInfo(event, CL_EVENT_COMMAND_TYPE, sizeof(type), &type, NULL));
	IS(type, CL_COMMAND_COMMAND_BUFFER_KHR);
	OK(clGetEventInfo(event, CL_EVENT_COMMAND_EXECUTION_STATUS, sizeof(status), &status, NULL));
	IS(status, CL_COMPLETE);
	OK(clGetEventProfilingInfo(event, CL_PROFILING_COMMAND_END, sizeof(time), &time, NULL));
	OK(clRetainEvent(event));
	OK(place->api->clEnqueueCommandBufferKHR(0, NULL, commands, 1, &event, NULL));
	OK(clReleaseEvent(event));
	OK(clReleaseEvent(event));
}

static void use_command_buffer(const struct place *place, int round)
{
	const struct api *api = place->api;
	cl_command_buffer_khr commands = make_commands(place, round % 2);
	cl_mutable_command_khr handle = record(place, commands);
	cl_uint state = 0;

	OK(api->clRetainCommandBufferKHR(commands));
	OK(api->clFinalizeCommandBufferKHR(commands));
	OK(api->clGetCommandBufferInfoKHR(commands, CL_COMMAND_BUFFER_STATE_KHR, sizeof(state),
					  &state, NULL));
	IS(state, CL_COMMAND_BUFFER_STATE_EXECUTABLE_KHR);
	enqueue(place, commands, 0);
	update(place, commands, handle, 128);
	OK(api->clReleaseCommandBufferKHR(commands));
	enqueue(place, commands, 1);
	OK(api->clReleaseCommandBufferKHR(commands));
	IS(api->clReleaseCommandBufferKHR((cl_command_buffer_khr)place->queues[0]),
	   CL_INVALID_COMMAND_BUFFER_KHR);
}

/* All threads record into one; one of them succeeds to finalize it. */
static void use_common(int number)
{
	const struct api *api = shared.api;
	static unsigned finalizers;
	cl_mutable_command_khr handle = record(&shared, common);
	cl_uint state = 0;

	pthread_barrier_wait(&recorded);
	/* One of them finalizes it while others ask, or record one command more. */
	for (int i = 0; i < ROUNDS; i++) {
		OK(api->clGetCommandBufferInfoKHR(common, CL_COMMAND_BUFFER_STATE_KHR,
						  sizeof(state), &state, NULL));
		if (i == ROUNDS / 2 && api->clFinalizeCommandBufferKHR(common) == CL_SUCCESS)
			__atomic_fetch_add(&finalizers, 1, __ATOMIC_RELAXED);
		if (i == ROUNDS / 2 - 1)
			api->clCommandBarrierWithWaitListKHR(common, NULL, NULL, 0, NULL, NULL,
							     NULL);
	}
	pthread_barrier_wait(&finalized);
	IS(__atomic_load_n(&finalizers, __ATOMIC_RELAXED), 1);
	for (int i = 0; i < ROUNDS; i++) {
		OK(api->clRetainCommandBufferKHR(common));
		update(&shared, common, handle, 64 * (size_t)(number + 1));
		enqueue(&shared, common, i % 2);
		OK(api->clReleaseCommandBufferKHR(common));
	}
	pthread_barrier_wait(&updated);
}

/* -- semaphores and sizes ---------------------------------------------------------------- */

static void use_semaphores(const struct place *place, int round)
{
	const struct api *api = place->api;
	const cl_command_queue queue = place->queues[round % 2];
	const cl_semaphore_khr both[] = { place->semaphore, shared.semaphore };
	const cl_uint count = place == &shared ? 1 : 2;
	cl_semaphore_payload_khr payload;
	cl_event events[2] = { NULL, NULL };

	OK(api->clRetainSemaphoreKHR(shared.semaphore));
	OK(api->clEnqueueWaitSemaphoresKHR(queue, 1, both, NULL, 0, NULL, &events[0]));
	OK(api->clEnqueueSignalSemaphoresKHR(queue, 1, both, NULL, 0, NULL, &events[1]));
	OK(clRetainEvent(events[1]));
	OK(api->clEnqueueSignalSemaphoresKHR(queue, 1, both, NULL, 0, NULL, NULL));
	OK(api->clEnqueueWaitSemaphoresKHR(queue, 1, both, NULL, 0, NULL, NULL));
	OK(api->clGetSemaphoreInfoKHR(place->semaphore, CL_SEMAPHORE_PAYLOAD_KHR, sizeof(payload),
				      &payload, NULL));
	if (count == 2)
		IS(api->clEnqueueSignalSemaphoresKHR(queue, count, both, NULL, 0, NULL, NULL) < 0,
		   1);
	OK(clReleaseEvent(events[0]));
	OK(clReleaseEvent(events[1]));
	OK(clReleaseEvent(events[1]));
	OK(api->clReleaseSemaphoreKHR(shared.semaphore));
}

static void use_sizes(const struct place *place)
{
	const size_t global = 96;
	const cl_uint value = 3;
	cl_int error;
	cl_kernel kernel = clCloneKernel(place->kernel, &error);
	size_t local = 0;

	OK(error);
	OK(clSetKernelArg(kernel, 0, sizeof(value), &value));
	OK(place->api->clGetKernelSuggestedLocalWorkSizeKHR(place->queues[0], kernel, 1, NULL,
							    &global, &local));
	IS(local != 0 && global % local == 0, 1);
	OK(clEnqueueNDRangeKernel(place->queues[0], kernel, 1, NULL, &global, NULL, 0, NULL, NULL));
	OK(place->api->clGetKernelSuggestedLocalWorkSizeKHR(place->queues[0], place->kernel, 1,
							    NULL, &global, &local));
	OK(clReleaseKernel(kernel));
}

/* -- all --------------------------------------------------------------------------------- */

static void *run(void *data)
{
	const int number = (int)(intptr_t)data;
	struct api api, full;
	struct place own;

	ask();
	pair_look_up("Full", &full);
	pair_look_up("Bare", &api);
	make_place(&own, &api);
	pthread_once(&once, make_shared);
	for (int i = 0; i < ROUNDS; i++) {
		use_command_buffer(&own, i);
		use_command_buffer(&shared, i + number);
		use_semaphores(&own, i);
		use_semaphores(&shared, i + number);
		use_sizes(&own);
		use_sizes(&shared);
		ask();
		pair_look_up("Bare", &api);
	}
	use_common(number);
	release_place(&own);
	return NULL;
}

static void check_driver(const char *platform)
{
	const struct pair_seen *seen = pair_seen(platform);

	IS(seen->foreign, 0);
	IS(seen->live, 0);
	IS(seen->calls, 0);
}

int main(void)
{
	pthread_t threads[THREADS];

	pair_start("full:bare");
	pthread_barrier_init(&recorded, NULL, THREADS);
	pthread_barrier_init(&finalized, NULL, THREADS);
	pthread_barrier_init(&updated, NULL, THREADS);
	for (intptr_t i = 0; i < THREADS; i++)
		pthread_create(&threads[i], NULL, run, (void *)i);
	for (int i = 0; i < THREADS; i++)
		pthread_join(threads[i], NULL);
	OK(shared.api->clReleaseCommandBufferKHR(common));
	release_place(&shared);
	check_driver("Bare");
	check_driver("Full");
	printf("%u failures\n", pair_failures());
	return pair_failures() != 0;
}
