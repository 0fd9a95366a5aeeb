/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Native and emulated command buffers and semaphores side by side. No emulated one gets to a
 * driver, and a driver that has the extensions gets exactly the calls of the program, alone and
 * beside one that has none.
 */
#include <dlfcn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "layers/pair-program.h"

#include "opencl/constants.h"

typedef cl_int CL_API_CALL handle_fn(cl_semaphore_khr semaphore, cl_device_id device,
				     cl_external_semaphore_handle_type_khr type, size_t size,
				     void *handle, size_t *size_ret);

/* What the program has on one platform. */
struct side {
	const char *platform;
	struct api api;
	cl_device_id device;
	cl_context context;
	cl_command_queue queue;
	cl_mem buffer;
	cl_program program;
	cl_kernel kernel;
	cl_semaphore_khr semaphore;
	cl_command_buffer_khr commands; /* finalized, and can be updated */
	cl_mutable_command_khr command;
};

static const cl_properties binary[] = { CL_SEMAPHORE_TYPE_KHR, CL_SEMAPHORE_TYPE_BINARY_KHR, 0 };
static const cl_properties is_mutable[] = { CL_COMMAND_BUFFER_FLAGS_KHR,
					    CL_COMMAND_BUFFER_MUTABLE_KHR, 0 };

static void record(struct side *side)
{
	const size_t global = 8;
	const cl_uint word = 1;

	for (cl_uint i = 0; i < 3; i++)
		IS(clSetKernelArg(side->kernel, i, sizeof(word), &word), CL_SUCCESS);
	IS(side->api.clCommandNDRangeKernelKHR(side->commands, NULL, NULL, side->kernel, 1, NULL,
					       &global, NULL, 0, NULL, NULL, &side->command),
	   CL_SUCCESS);
	IS(side->api.clFinalizeCommandBufferKHR(side->commands), CL_SUCCESS);
	/* The driver makes none, but any object of its own does here. */
	if (!side->command)
		side->command = (cl_mutable_command_khr)(void *)side->commands;
}

static void make_side(struct side *side, const char *platform)
{
	const char *text = "";

	memset(side, 0, sizeof(*side));
	side->platform = platform;
	side->device = pair_device(platform);
	pair_look_up(platform, &side->api);
	side->context = clCreateContext(NULL, 1, &side->device, NULL, NULL, NULL);
	side->queue = clCreateCommandQueueWithProperties(side->context, side->device, NULL, NULL);
	side->buffer = clCreateBuffer(side->context, CL_MEM_READ_WRITE, 64, NULL, NULL);
	side->program = clCreateProgramWithSource(side->context, 1, &text, NULL, NULL);
	side->kernel = clCreateKernel(side->program, "kernel", NULL);
	side->semaphore = side->api.clCreateSemaphoreWithPropertiesKHR(side->context, binary, NULL);
	side->commands = side->api.clCreateCommandBufferKHR(1, &side->queue, is_mutable, NULL);
	record(side);
}

static void release_side(struct side *side)
{
	IS(side->api.clReleaseSemaphoreKHR(side->semaphore), CL_SUCCESS);
	IS(side->api.clReleaseCommandBufferKHR(side->commands), CL_SUCCESS);
	clReleaseKernel(side->kernel);
	clReleaseProgram(side->program);
	clReleaseMemObject(side->buffer);
	clReleaseCommandQueue(side->queue);
	clReleaseContext(side->context);
	IS(pair_seen(side->platform)->live, 0);
	IS(pair_seen(side->platform)->foreign, 0);
}

/* -- wrong mixes ------------------------------------------------------------------------- */

/* What is of the other side is no handle of this one. */
static void pass_semaphores(const struct side *to, const struct side *of)
{
	const struct api *api = &to->api;
	const cl_semaphore_khr mixed[2][2] = { { to->semaphore, of->semaphore },
					       { of->semaphore, to->semaphore } };
	cl_uint type;

	IS(api->clRetainSemaphoreKHR(of->semaphore), CL_INVALID_SEMAPHORE_KHR);
	IS(api->clReleaseSemaphoreKHR(of->semaphore), CL_INVALID_SEMAPHORE_KHR);
	IS(api->clGetSemaphoreInfoKHR(of->semaphore, CL_SEMAPHORE_TYPE_KHR, 4, &type, NULL),
	   CL_INVALID_SEMAPHORE_KHR);
	for (int i = 0; i < 2; i++) {
		IS(api->clEnqueueSignalSemaphoresKHR(to->queue, 2, mixed[i], NULL, 0, NULL, NULL),
		   CL_INVALID_SEMAPHORE_KHR);
		IS(api->clEnqueueWaitSemaphoresKHR(to->queue, 2, mixed[i], NULL, 0, NULL, NULL),
		   CL_INVALID_SEMAPHORE_KHR);
	}
	IS(api->clEnqueueSignalSemaphoresKHR(to->queue, 1, &of->semaphore, NULL, 0, NULL, NULL),
	   CL_INVALID_SEMAPHORE_KHR);
	IS(api->clEnqueueWaitSemaphoresKHR(to->queue, 1, &of->semaphore, NULL, 0, NULL, NULL),
	   CL_INVALID_SEMAPHORE_KHR);
}

static cl_int record_fill(const struct side *to, cl_command_buffer_khr into)
{
	const cl_uint word = 0;

	return to->api.clCommandFillBufferKHR(into, NULL, NULL, to->buffer, &word, 4, 0, 4, 0, NULL,
					      NULL, NULL);
}

static void pass_command_buffers(const struct side *to, const struct side *of)
{
	const struct api *api = &to->api;
	const cl_command_buffer_update_type_khr type = MUTABLE_DISPATCH_CONFIG;
	const struct mutable_dispatch_config config = { .command = of->command };
	const void *configs[] = { &config };
	cl_uint state;

	IS(api->clRetainCommandBufferKHR(of->commands), CL_INVALID_COMMAND_BUFFER_KHR);
	IS(api->clReleaseCommandBufferKHR(of->commands), CL_INVALID_COMMAND_BUFFER_KHR);
	IS(api->clFinalizeCommandBufferKHR(of->commands), CL_INVALID_COMMAND_BUFFER_KHR);
	IS(record_fill(to, of->commands), CL_INVALID_COMMAND_BUFFER_KHR);
	IS(api->clCommandBarrierWithWaitListKHR(of->commands, NULL, NULL, 0, NULL, NULL, NULL),
	   CL_INVALID_COMMAND_BUFFER_KHR);
	IS(api->clEnqueueCommandBufferKHR(0, NULL, of->commands, 0, NULL, NULL),
	   CL_INVALID_COMMAND_BUFFER_KHR);
	IS(api->clGetCommandBufferInfoKHR(of->commands, CL_COMMAND_BUFFER_STATE_KHR, 4, &state,
					  NULL),
	   CL_INVALID_COMMAND_BUFFER_KHR);
	IS(api->clUpdateMutableCommandsKHR(of->commands, 0, NULL, NULL),
	   CL_INVALID_COMMAND_BUFFER_KHR);
	IS(api->clUpdateMutableCommandsKHR(to->commands, 1, &type, configs),
	   CL_INVALID_MUTABLE_COMMAND_KHR);
	IS(api->clGetMutableCommandInfoKHR(of->command, CL_MUTABLE_COMMAND_COMMAND_TYPE_KHR, 4,
					   &state, NULL),
	   CL_INVALID_MUTABLE_COMMAND_KHR);
}

/* Queues, memory, kernels and events of the driver, to what is emulated on the other side. */
static void pass_others(const struct side *to, const struct side *of)
{
	const struct api *api = &to->api;
	const size_t global = 8;
	const cl_uint word = 0;
	cl_command_queue queue = of->queue;
	cl_event event = clCreateUserEvent(of->context, NULL);
	cl_command_buffer_khr open = api->clCreateCommandBufferKHR(1, &to->queue, NULL, NULL);
	cl_int error = 1;

	IS(api->clEnqueueCommandBufferKHR(1, &queue, to->commands, 0, NULL, NULL),
	   CL_INVALID_CONTEXT);
	IS(api->clEnqueueCommandBufferKHR(0, NULL, to->commands, 1, &event, NULL),
	   CL_INVALID_CONTEXT);
	IS(api->clEnqueueSignalSemaphoresKHR(to->queue, 1, &to->semaphore, NULL, 1, &event, NULL),
	   CL_INVALID_CONTEXT);
	IS(api->clCommandFillBufferKHR(open, NULL, NULL, of->buffer, &word, 4, 0, 4, 0, NULL, NULL,
				       NULL),
	   CL_INVALID_CONTEXT);
	IS(api->clCommandCopyBufferKHR(open, NULL, NULL, to->buffer, of->buffer, 0, 0, 4, 0, NULL,
				       NULL, NULL),
	   CL_INVALID_CONTEXT);
	IS(api->clCommandNDRangeKernelKHR(open, NULL, NULL, of->kernel, 1, NULL, &global, NULL, 0,
					  NULL, NULL, NULL),
	   CL_INVALID_CONTEXT);
	IS(api->clCreateCommandBufferKHR(1, &queue, NULL, &error) == NULL, true);
	IS(error, CL_INVALID_COMMAND_QUEUE);
	IS(api->clReleaseCommandBufferKHR(open), CL_SUCCESS);
	clSetUserEventStatus(event, CL_COMPLETE);
	clReleaseEvent(event);
}

static handle_fn *find_handle_fn(const struct side *side)
{
	return (handle_fn *)clGetExtensionFunctionAddressForPlatform(
		pair_platform(side->platform), "clGetSemaphoreHandleForTypeKHR");
}

/* Each still works on its own side. */
static void use(struct side *side)
{
	const struct api *api = &side->api;

	IS(api->clRetainSemaphoreKHR(side->semaphore), CL_SUCCESS);
	IS(api->clReleaseSemaphoreKHR(side->semaphore), CL_SUCCESS);
	IS(api->clEnqueueSignalSemaphoresKHR(side->queue, 1, &side->semaphore, NULL, 0, NULL, NULL),
	   CL_SUCCESS);
	IS(api->clEnqueueWaitSemaphoresKHR(side->queue, 1, &side->semaphore, NULL, 0, NULL, NULL),
	   CL_SUCCESS);
	IS(api->clRetainCommandBufferKHR(side->commands), CL_SUCCESS);
	IS(api->clReleaseCommandBufferKHR(side->commands), CL_SUCCESS);
	IS(api->clEnqueueCommandBufferKHR(0, NULL, side->commands, 0, NULL, NULL), CL_SUCCESS);
}

static void mix(void)
{
	struct side full, bare;
	struct pair_seen *of_full, *of_bare;
	unsigned calls;

	pair_start("full:bare");
	make_side(&full, "Full");
	make_side(&bare, "Bare");
	of_full = pair_seen("Full");
	of_bare = pair_seen("Bare");
	use(&full);
	use(&bare);
	IS(of_bare->enqueued, 3);
	calls = of_full->calls;
	IS(calls, 11);
	pass_semaphores(&full, &bare);
	pass_semaphores(&bare, &full);
	pass_command_buffers(&full, &bare);
	pass_command_buffers(&bare, &full);
	pass_others(&bare, &full);
	IS(find_handle_fn(&bare) == NULL, true);
	IS(find_handle_fn(&full)(bare.semaphore, full.device, 0, 0, NULL, NULL),
	   CL_INVALID_SEMAPHORE_KHR);
	IS(of_full->calls, calls);
	IS(of_bare->enqueued, 3);
	use(&full);
	use(&bare);
	release_side(&full);
	release_side(&bare);
}

/* -- a driver that has the extension: nothing may change --------------------------------- */

static const void *address_of_driver(const char *name)
{
	typedef void *CL_API_CALL find_fn(const char *name);
	void *library = dlopen(PAIR_DIR "/pair-full.so", RTLD_NOW | RTLD_NOLOAD);
	find_fn *find = (find_fn *)dlsym(library, "clGetExtensionFunctionAddress");
	const void *address = find(name);

	dlclose(library);
	return address;
}

static void check_words(const struct pair_seen *seen, const char *name, unsigned count,
			const cl_ulong *words)
{
	if (strcmp(seen->name, name) != 0 || seen->count != count ||
	    memcmp(seen->words, words, count * sizeof(*words)) != 0)
		printf("%s: the driver got other arguments\n", name);
	IS(strcmp(seen->name, name), 0);
	IS(seen->count, count);
	IS(memcmp(seen->words, words, count * sizeof(*words)), 0);
}

/* Pointers that the driver does not follow have addresses of their own. */
static char marks[16];
#define P(number) ((void *)&marks[number])

/* The driver has seen one call more, which is this one. */
#define SAW(id, ...) \
	do { \
		const cl_ulong words[] = { PAIR_NUMBERS(NULL, __VA_ARGS__) }; \
		IS(seen->calls, ++calls); \
		check_words(seen, #id, PAIR_COUNT(NULL, __VA_ARGS__), words); \
	} while (0)
#define CALL(id, ...) \
	do { \
		(void)api->id(__VA_ARGS__); \
		SAW(id, __VA_ARGS__); \
	} while (0)

static void call_semaphores(const struct side *side, struct pair_seen *seen)
{
	const struct api *api = &side->api;
	const cl_semaphore_khr two[] = { side->semaphore, side->semaphore };
	unsigned calls = seen->calls;

	CALL(clRetainSemaphoreKHR, side->semaphore);
	CALL(clReleaseSemaphoreKHR, side->semaphore);
	CALL(clGetSemaphoreInfoKHR, side->semaphore, 1, 2, P(3), P(4));
	CALL(clEnqueueWaitSemaphoresKHR, side->queue, 2, two, P(1), 7, P(2), P(3));
	CALL(clEnqueueSignalSemaphoresKHR, side->queue, 2, two, P(1), 7, P(2), P(3));
	CALL(clEnqueueSignalSemaphoresKHR, side->queue, 0, NULL, P(1), 7, P(2), P(3));
	CALL(clGetKernelSuggestedLocalWorkSizeKHR, side->queue, side->kernel, 9, P(1), P(2), P(3));
}

static void call_command_buffers(const struct side *side, struct pair_seen *seen)
{
	const struct api *api = &side->api;
	const cl_command_buffer_khr cb = side->commands;
	const void *configs[] = { NULL };
	const cl_command_buffer_update_type_khr type = 0;
	const cl_command_queue q = side->queue;
	unsigned calls = seen->calls;

	CALL(clRetainCommandBufferKHR, cb);
	CALL(clReleaseCommandBufferKHR, cb);
	CALL(clFinalizeCommandBufferKHR, cb);
	CALL(clEnqueueCommandBufferKHR, 3, P(1), cb, 7, P(2), P(3));
	CALL(clCommandBarrierWithWaitListKHR, cb, q, P(1), 7, P(2), P(3), P(4));
	CALL(clCommandCopyBufferKHR, cb, q, P(1), P(2), P(3), 4, 5, 6, 7, P(8), P(9), P(10));
	CALL(clCommandCopyBufferRectKHR, cb, q, P(1), P(2), P(3), P(4), P(5), P(6), 1, 2, 3, 4, 5,
	     P(7), P(8), P(9));
	CALL(clCommandCopyBufferToImageKHR, cb, q, P(1), P(2), P(3), 4, P(5), P(6), 7, P(8), P(9),
	     P(10));
	CALL(clCommandCopyImageKHR, cb, q, P(1), P(2), P(3), P(4), P(5), P(6), 7, P(8), P(9),
	     P(10));
	CALL(clCommandCopyImageToBufferKHR, cb, q, P(1), P(2), P(3), P(4), P(5), 6, 7, P(8), P(9),
	     P(10));
	CALL(clCommandFillBufferKHR, cb, q, P(1), P(2), P(3), 4, 5, 6, 7, P(8), P(9), P(10));
	CALL(clCommandFillImageKHR, cb, q, P(1), P(2), P(3), P(4), P(5), 7, P(8), P(9), P(10));
	CALL(clCommandSVMMemcpyKHR, cb, q, P(1), P(2), P(3), 4, 7, P(8), P(9), P(10));
	CALL(clCommandSVMMemFillKHR, cb, q, P(1), P(2), P(3), 4, 5, 7, P(8), P(9), P(10));
	CALL(clCommandNDRangeKernelKHR, cb, q, P(1), P(2), 9, P(3), P(4), P(5), 7, P(8), P(9),
	     P(10));
	CALL(clGetCommandBufferInfoKHR, cb, 1, 2, P(3), P(4));
	CALL(clUpdateMutableCommandsKHR, cb, 1, &type, configs);
	CALL(clUpdateMutableCommandsKHR, cb, 7, NULL, configs);
	CALL(clGetMutableCommandInfoKHR, side->command, 1, 2, P(3), P(4));
}

static void call_makers(const struct side *side, struct pair_seen *seen)
{
	const struct api *api = &side->api;
	cl_command_queue queues[] = { side->queue };
	unsigned calls = seen->calls;
	cl_semaphore_khr semaphore;
	cl_command_buffer_khr commands;
	cl_command_queue queue;
	cl_int error = 1;

	semaphore = api->clCreateSemaphoreWithPropertiesKHR(side->context, P(1), &error);
	SAW(clCreateSemaphoreWithPropertiesKHR, side->context, P(1), &error);
	CALL(clReleaseSemaphoreKHR, semaphore);
	commands = api->clCreateCommandBufferKHR(3, queues, P(1), &error);
	SAW(clCreateCommandBufferKHR, 3, queues, P(1), &error);
	CALL(clReleaseCommandBufferKHR, commands);
	queue = api->clCreateCommandQueueWithPropertiesKHR(side->context, side->device, P(1),
							   &error);
	SAW(clCreateCommandQueueWithPropertiesKHR, side->context, side->device, P(1), &error);
	clReleaseCommandQueue(queue);
}

/* DRIVERS are "full", whose functions the program gets itself, or "full:bare". */
static void change_nothing(const char *drivers)
{
	const bool is_alone = strchr(drivers, ':') == NULL;
	struct pair_seen *seen;
	struct side full, bare;
	unsigned asked;

	pair_start(drivers);
	if (!is_alone)
		make_side(&bare, "Bare");
	make_side(&full, "Full");
	seen = pair_seen("Full");
	if (is_alone) {
#define IS_DRIVERS(name) IS((const void *)full.api.name == address_of_driver(#name), true);
		PAIR_FUNCTIONS(IS_DRIVERS)
	}
	asked = seen->asked;
	call_semaphores(&full, seen);
	call_command_buffers(&full, seen);
	call_makers(&full, seen);
	IS(seen->asked, asked);
	IS(seen->enqueued, 0);
	release_side(&full);
	if (!is_alone)
		release_side(&bare);
}

/* -- all --------------------------------------------------------------------------------- */

static void alone(void)
{
	change_nothing("full");
}

static void beside(void)
{
	change_nothing("full:bare");
}

/* Each in a process of its own, whose loader starts with other drivers. */
int main(void)
{
	void (*const cases[])(void) = { mix, alone, beside };
	int failed = 0;

	for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
		const pid_t child = fork();
		int status = 1;

		if (child == 0) {
			cases[i]();
			printf("case %zu: %u failures\n", i, pair_failures());
			exit(pair_failures() != 0);
		}
		waitpid(child, &status, 0);
		failed += status != 0;
	}
	return failed != 0;
}
