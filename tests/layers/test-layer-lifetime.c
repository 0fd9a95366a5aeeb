/* SPDX-License-Identifier: Apache-2.0 */
/*
 * lifetime: makes one mistake in each test and compares the lines that the layer writes; and
 * unusual but correct programs, for which it must write nothing. The driver of
 * layer-target.h survives every mistake.
 */
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>
#ifdef __GLIBC__
#include <dlfcn.h>
#include <fcntl.h>
#include <sys/stat.h>
#endif

#include <clrouter/extension-functions.h>

#include "layers/layer-target.h"
#include "layers/target-ends.h"
#include "unit/unit.h"

#define THREADS 4
#define ROUNDS 2000

static cl_device_id device;
static cl_context context;
static cl_command_queue queue;

static void start(void)
{
	setenv("OPENCL_LIFETIME_FILE", unit_path("findings"), 1);
	target_start("CLLifetime", false);
	layer->clGetDeviceIDs(NULL, CL_DEVICE_TYPE_GPU, 1, &device, NULL);
	context = layer->clCreateContext(NULL, 1, &device, NULL, NULL, NULL);
	queue = layer->clCreateCommandQueue(context, device, 0, NULL);
}

static void end(void)
{
	layer->clReleaseCommandQueue(queue);
	layer->clReleaseContext(context);
	target_stop();
}

static cl_mem buffer(void)
{
	return layer->clCreateBuffer(context, 0, 16, NULL, NULL);
}

static cl_program program(void)
{
	const char *text = "kernel void f() {}";

	return layer->clCreateProgramWithSource(context, 1, &text, NULL, NULL);
}

static cl_event command(void)
{
	cl_mem mem = buffer();
	cl_event event;
	char bytes[16];

	layer->clEnqueueReadBuffer(queue, mem, CL_TRUE, 0, 16, bytes, 0, NULL, &event);
	layer->clReleaseMemObject(mem);
	return event;
}

/* -- mistakes ------------------------------------------------------------------ */

static void releases_twice(void)
{
	cl_mem mem = buffer();

	layer->clReleaseMemObject(mem);
	target.calls[CLROUTER_SLOT_clReleaseMemObject] = 0;
	ck_assert_int_eq(layer->clReleaseMemObject(mem), CL_INVALID_MEM_OBJECT);
	ck_assert_uint_eq(target.calls[CLROUTER_SLOT_clReleaseMemObject], 0);
}

static void uses_released_queue(void)
{
	cl_command_queue other = layer->clCreateCommandQueue(context, device, 0, NULL);

	layer->clReleaseCommandQueue(other);
	ck_assert_int_eq(layer->clFinish(other), CL_INVALID_COMMAND_QUEUE);
}

static void takes_kernel_for_buffer(void)
{
	cl_program a_program = program();
	cl_kernel kernel = layer->clCreateKernel(a_program, "f", NULL);

	ck_assert_int_eq(layer->clReleaseMemObject((cl_mem)kernel), CL_INVALID_MEM_OBJECT);
	layer->clReleaseKernel(kernel);
	layer->clReleaseProgram(a_program);
}

static void takes_device_for_context(void)
{
	cl_int error;

	ck_assert_ptr_null(layer->clCreateBuffer((cl_context)device, 0, 16, NULL, &error));
	ck_assert_int_eq(error, CL_INVALID_CONTEXT);
}

static void forgets_context(void)
{
	layer->clCreateContext(NULL, 1, &device, NULL, NULL, NULL);
}

static void forgets_retained_program(void)
{
	cl_program a_program = program();

	layer->clRetainProgram(a_program);
	layer->clRetainProgram(a_program);
	layer->clReleaseProgram(a_program);
}

static void forgets_event(void)
{
	command();
}

static void waits_for_released_event(void)
{
	cl_event events[2] = { command(), command() };

	layer->clReleaseEvent(events[1]);
	ck_assert_int_eq(layer->clWaitForEvents(2, events), CL_INVALID_EVENT);
	layer->clReleaseEvent(events[0]);
}

static void lists_released_event(void)
{
	cl_event event = command();
	cl_mem mem = buffer();
	char bytes[16];

	layer->clReleaseEvent(event);
	layer->clEnqueueReadBuffer(queue, mem, CL_TRUE, 0, 16, bytes, 1, &event, NULL);
	layer->clReleaseMemObject(mem);
}

static void forgets_one_of_many_kernels(void)
{
	cl_program a_program = program();
	cl_kernel kernels[2];

	layer->clCreateKernelsInProgram(a_program, 2, kernels, NULL);
	layer->clReleaseKernel(kernels[0]);
	layer->clReleaseProgram(a_program);
}

static void releases_part_twice(void)
{
	cl_device_id parts[2];

	layer->clCreateSubDevices(device, NULL, 2, parts, NULL);
	layer->clReleaseDevice(parts[0]);
	layer->clReleaseDevice(parts[0]);
	layer->clReleaseDevice(parts[1]);
}

static void retains_released_sampler(void)
{
	cl_sampler sampler = layer->clCreateSampler(context, CL_TRUE, CL_ADDRESS_NONE,
						    CL_FILTER_NEAREST, NULL);

	layer->clReleaseSampler(sampler);
	ck_assert_int_eq(layer->clRetainSampler(sampler), CL_INVALID_SAMPLER);
}

static void sets_released_buffer(void)
{
	cl_program a_program = program();
	cl_kernel kernel = layer->clCreateKernel(a_program, "f", NULL);
	cl_mem mem = buffer();

	layer->clReleaseMemObject(mem);
	layer->clSetKernelArg(kernel, 0, sizeof(mem), &mem);
	layer->clReleaseKernel(kernel);
	layer->clReleaseProgram(a_program);
}

static void makes_image_of_released_buffer(void)
{
	const cl_image_format format = { CL_R, CL_FLOAT };
	cl_image_desc desc = { .image_type = CL_MEM_OBJECT_IMAGE1D_BUFFER, .image_width = 4 };

	desc.buffer = buffer();
	layer->clReleaseMemObject(desc.buffer);
	ck_assert_ptr_null(layer->clCreateImage(context, 0, &format, &desc, NULL, NULL));
}

/* A kernel with a buffer as its argument 2; the caller releases both. */
static cl_kernel kernel_with(cl_mem *mem)
{
	cl_program a_program = program();
	cl_kernel kernel = layer->clCreateKernel(a_program, "f", NULL);

	layer->clReleaseProgram(a_program);
	*mem = buffer();
	ck_assert_int_eq(layer->clSetKernelArg(kernel, 2, sizeof(*mem), mem), CL_SUCCESS);
	return kernel;
}

static cl_int run(cl_kernel kernel)
{
	const size_t size = 1;

	return layer->clEnqueueNDRangeKernel(queue, kernel, 1, NULL, &size, NULL, 0, NULL, NULL);
}

static void releases_argument_before_enqueue(void)
{
	cl_mem mem;
	cl_kernel kernel = kernel_with(&mem);

	layer->clReleaseMemObject(mem);
	ck_assert_int_eq(run(kernel), CL_INVALID_KERNEL_ARGS);
	ck_assert_uint_eq(target.calls[CLROUTER_SLOT_clEnqueueNDRangeKernel], 0);
	layer->clReleaseKernel(kernel);
}

/* Another buffer is at the address of the one that was set. */
static void reuses_address_of_argument(void)
{
	cl_mem mem;
	cl_kernel kernel = kernel_with(&mem);

	layer->clReleaseMemObject(mem);
	target.next = mem;
	ck_assert_ptr_eq(buffer(), mem);
	ck_assert_int_eq(run(kernel), CL_INVALID_KERNEL_ARGS);
	layer->clReleaseMemObject(mem);
	layer->clReleaseKernel(kernel);
}

static void clones_with_released_argument(void)
{
	cl_mem mem;
	cl_kernel kernel = kernel_with(&mem);
	cl_kernel clone = layer->clCloneKernel(kernel, NULL);

	layer->clReleaseKernel(kernel);
	layer->clReleaseMemObject(mem);
	ck_assert_int_eq(run(clone), CL_INVALID_KERNEL_ARGS);
	layer->clReleaseKernel(clone);
}

#define MADE "; made by "
#define LAST ", last released by "
#define CALLED "; called at "
#define AT " at "

/* The first platform's function NAME of an extension. */
static void *extension(const char *name)
{
	cl_platform_id platform;

	layer->clGetPlatformIDs(1, &platform, NULL);
	return layer->clGetExtensionFunctionAddressForPlatform(platform, name);
}

static cl_command_buffer_khr command_buffer(void)
{
	typedef cl_command_buffer_khr CL_API_CALL create_fn(
		cl_uint, const cl_command_queue *, const cl_properties *, cl_int *);
	create_fn *create = (create_fn *)extension("clCreateCommandBufferKHR");

	return create(1, &queue, NULL, NULL);
}

static cl_int change(const char *name, void *object)
{
	return ((cl_int(CL_API_CALL *)(void *))extension(name))(object);
}

static void finalizes_released_command_buffer(void)
{
	cl_command_buffer_khr commands = command_buffer();

	ck_assert_int_eq(change("clRetainCommandBufferKHR", commands), CL_SUCCESS);
	ck_assert_int_eq(change("clReleaseCommandBufferKHR", commands), CL_SUCCESS);
	ck_assert_int_eq(change("clFinalizeCommandBufferKHR", commands), CL_SUCCESS);
	ck_assert_int_eq(change("clReleaseCommandBufferKHR", commands), CL_SUCCESS);
	ck_assert_int_eq(change("clFinalizeCommandBufferKHR", commands),
			 CL_INVALID_COMMAND_BUFFER_KHR);
}

static void forgets_semaphore(void)
{
	typedef cl_semaphore_khr CL_API_CALL create_fn(cl_context, const cl_properties *, cl_int *);
	create_fn *create = (create_fn *)extension("clCreateSemaphoreWithPropertiesKHR");

	create(context, NULL, NULL);
}

static void sets_size_in_released_buffer(void)
{
	typedef cl_int CL_API_CALL set_size_fn(cl_mem, cl_mem);
	set_size_fn *set_size = (set_size_fn *)extension("clSetContentSizeBufferPoCL");
	cl_mem mem = buffer();
	cl_mem size = buffer();

	layer->clReleaseMemObject(size);
	ck_assert_int_eq(set_size(mem, size), CL_INVALID_MEM_OBJECT);
	layer->clReleaseMemObject(mem);
}

static const struct {
	void (*make)(void);
	const char *found; /* without "clrouter: lifetime: ", the place and the line of counts */
} mistakes[] = {
	{ releases_twice, "clReleaseMemObject: memobj: mem#1 is released too often" MADE
			  "clCreateBuffer" LAST "clReleaseMemObject" CALLED },
	{ uses_released_queue, "clFinish: command_queue: queue#2 is used after its release" MADE
			       "clCreateCommandQueue" LAST "clReleaseCommandQueue" CALLED },
	{ takes_kernel_for_buffer,
	  "clReleaseMemObject: memobj: kernel#1 is no mem" MADE "clCreateKernel" CALLED },
	{ takes_device_for_context, "clCreateBuffer: context: device#1 is no context" CALLED },
	{ forgets_context,
	  "context#2 is never released, 1 reference left" MADE "clCreateContext" AT },
	{ forgets_retained_program,
	  "program#1 is never released, 2 references left" MADE "clCreateProgramWithSource" AT },
	{ forgets_event,
	  "event#1 is never released, 1 reference left" MADE "clEnqueueReadBuffer" AT },
	{ waits_for_released_event,
	  "clWaitForEvents: event_list: event#2 is used after its "
	  "release" MADE "clEnqueueReadBuffer" LAST "clReleaseEvent" CALLED },
	{ lists_released_event,
	  "clEnqueueReadBuffer: event_wait_list: event#1 is used after its "
	  "release" MADE "clEnqueueReadBuffer" LAST "clReleaseEvent" CALLED },
	{ forgets_one_of_many_kernels,
	  "kernel#2 is never released, 1 reference left" MADE "clCreateKernelsInProgram" AT },
	{ releases_part_twice, "clReleaseDevice: device: device#2 is released too often" MADE
			       "clCreateSubDevices" LAST "clReleaseDevice" CALLED },
	{ retains_released_sampler,
	  "clRetainSampler: sampler: sampler#1 is used after its "
	  "release" MADE "clCreateSampler" LAST "clReleaseSampler" CALLED },
	{ sets_released_buffer, "clSetKernelArg: arg_value: mem#1 is used after its release" MADE
				"clCreateBuffer" LAST "clReleaseMemObject" CALLED },
	{ releases_argument_before_enqueue,
	  "clEnqueueNDRangeKernel: kernel: mem#1 is used after "
	  "its release, as argument 2 of kernel#1" MADE "clCreateBuffer" LAST
	  "clReleaseMemObject" CALLED },
	{ reuses_address_of_argument,
	  "clEnqueueNDRangeKernel: kernel: mem#1 is used after its "
	  "release, as argument 2 of kernel#1" CALLED },
	{ clones_with_released_argument,
	  "clEnqueueNDRangeKernel: kernel: mem#1 is used after its "
	  "release, as argument 2 of kernel#2" MADE "clCreateBuffer" LAST
	  "clReleaseMemObject" CALLED },
	{ finalizes_released_command_buffer,
	  "clFinalizeCommandBufferKHR: command_buffer: "
	  "command_buffer#1 is used after its release" MADE "clCreateCommandBufferKHR" LAST
	  "clReleaseCommandBufferKHR" CALLED },
	{ forgets_semaphore, "semaphore#1 is never released, 1 reference left" MADE
			     "clCreateSemaphoreWithPropertiesKHR" AT },
	{ sets_size_in_released_buffer,
	  "clSetContentSizeBufferPoCL: content_size_buffer: mem#2 "
	  "is used after its release" MADE "clCreateBuffer" LAST "clReleaseMemObject" CALLED },
	{ makes_image_of_released_buffer,
	  "clCreateImage: image_desc: mem#1 is used after its "
	  "release" MADE "clCreateBuffer" LAST "clReleaseMemObject" CALLED },
};

/* How often WORDS are in what was found. */
static int count_words(const char *words)
{
	const char *found = unit_read(unit_path("findings"), NULL);
	int count = 0;

	for (; (found = strstr(found, words)); found++)
		count++;
	return count;
}

static void expect_words(const char *words, int count)
{
	ck_assert_msg(count_words(words) == count, "%d times \"%s\" expected, found: %.2000s",
		      count, words, unit_read(unit_path("findings"), NULL));
}

/* Is TEXT a place in this program? */
static bool is_place_in_test(const char *text)
{
	static const char program[] = "test-layer-lifetime";
	const char *found = strstr(text, program);
	const char *function = found ? strchr(found, '(') : NULL;

	/* On Windows it ends in .exe. */
	return function && function < strchr(text, '\n') &&
	       function <= found + strlen(program) + strlen(".exe");
}

START_TEST(finds_mistake)
{
	char expected[512] = "clrouter: lifetime: ";
	const char *found;

	start();
	mistakes[_i].make();
	end();
	found = unit_read(unit_path("findings"), NULL);
	strcat(expected, mistakes[_i].found);
	ck_assert_msg(strncmp(found, expected, strlen(expected)) == 0, "found: %s", found);
	ck_assert_msg(is_place_in_test(found + strlen(expected)), "found: %s", found);
	ck_assert_ptr_nonnull(strstr(found, "\nclrouter: lifetime: 1 finding"));
}
END_TEST

/* A mistake in a loop is one line; each of its objects is counted. */
START_TEST(a_place_is_written_once)
{
	volatile int count = 5;

	start();
	while (count-- > 0)
		releases_twice();
	takes_kernel_for_buffer();
	end();
	expect_words("clrouter: lifetime: clReleaseMemObject: memobj: mem#1 is released too often; made by ",
		     1);
	expect_words("clrouter: lifetime: clReleaseMemObject: memobj: kernel#1 is no mem; made by ", 1);
	expect_words("clrouter: lifetime: clReleaseMemObject: released too often: 5 times at one place: ", 1);
	expect_words("(releases_twice+0x", 2);
	expect_words("clrouter: lifetime: 6 findings\n", 1);
	expect_words("\n", 4);
}
END_TEST

START_TEST(counts_objects_never_released)
{
	const char *found;

	start();
	forgets_event();
	forgets_event();
	forgets_context();
	releases_twice();
	end();
	found = unit_read(unit_path("findings"), NULL);
	ck_assert_ptr_nonnull(strstr(found, "clrouter: lifetime: 4 findings; never released: 1 context, "
					    "2 events\n"));
}
END_TEST

/* -- many objects from one place ------------------------------------------------- */

/* One place, whatever the compiler would make of it. */
static __attribute__((noinline)) void forgets_buffer(void)
{
	volatile cl_mem mem = layer->clCreateBuffer(context, 0, 16, NULL, NULL);

	(void)mem;
}

/* COUNT is volatile, or a compiler may write the call several times: then each is a place. */
static __attribute__((noinline)) void forgets_buffers(volatile int count)
{
	while (count-- > 0)
		forgets_buffer();
}

START_TEST(one_line_for_one_place)
{
	start();
	forgets_buffers(5);
	forgets_context();
	layer->clRetainMemObject(layer->clCreateBuffer(context, 0, 16, NULL, NULL));
	end();
	expect_words("clrouter: lifetime: 5 mems are never released, ", 1);
	expect_words("forgets_buffer", 1);
	expect_words(
		" are never released, 5 references left; the first is mem#1; made by "
		"clCreateBuffer at ",
		1);
	expect_words("clrouter: lifetime: context#2 is never released, 1 reference left; made by ", 1);
	expect_words("clrouter: lifetime: mem#6 is never released, 2 references left; made by ", 1);
	expect_words("clrouter: lifetime: 7 findings; never released: 1 context, 6 mems\n", 1);
}
END_TEST

START_TEST(a_line_for_each_place)
{
	start();
	for (int i = 0; i < 2; i++) {
		layer->clCreateBuffer(context, 0, 16, NULL, NULL);
		layer->clCreateBuffer(context, 0, 32, NULL, NULL);
	}
	end();
	expect_words("clrouter: lifetime: 2 mems are never released, ", 2);
	expect_words("; the first is mem#1; made by clCreateBuffer at ", 1);
	expect_words("; the first is mem#2; made by clCreateBuffer at ", 1);
}
END_TEST

/* The stacks that are asked for tell what called the function with the place. */
START_TEST(stacks_tell_callers_apart)
{
	setenv("OPENCL_LIFETIME_BACKTRACE", _i == 1 ? "yes" : "no", 1);
	start();
	forgets_buffers(2);
	forgets_context();
	forgets_buffers(3);
	end();
#if __has_include(<execinfo.h>)
	expect_words("clrouter: lifetime: 5 mems are never released, ", _i == 0);
	expect_words("clrouter: lifetime: 2 mems are never released, ", _i == 1);
	expect_words("clrouter: lifetime: 3 mems are never released, ", _i == 1);
#else
	expect_words("clrouter: lifetime: 5 mems are never released, ", 1);
#endif
}
END_TEST

START_TEST(many_objects_are_counted)
{
	start();
	forgets_buffers(500);
	end();
	expect_words("\n", 2);
	expect_words("clrouter: lifetime: 500 mems are never released, ", 1);
	expect_words("clrouter: lifetime: 500 findings; never released: 500 mems\n", 1);
}
END_TEST

/* -- unusual, but correct ------------------------------------------------------ */

static void does_nothing(void)
{
}

static void releases_context_first(void)
{
	cl_context other = layer->clCreateContext(NULL, 1, &device, NULL, NULL, NULL);
	cl_command_queue of_other = layer->clCreateCommandQueue(other, device, 0, NULL);
	cl_context again = NULL;

	layer->clReleaseContext(other);
	layer->clFinish(of_other);
	layer->clGetCommandQueueInfo(of_other, CL_QUEUE_CONTEXT, sizeof(again), &again, NULL);
	layer->clRetainContext(again);
	layer->clReleaseContext(again);
	layer->clReleaseCommandQueue(of_other);
}

static void gets_address_again(void)
{
	cl_mem mem = buffer();
	cl_event event;

	layer->clReleaseMemObject(mem);
	target.next = mem;
	event = layer->clCreateUserEvent(context, NULL);
	ck_assert_ptr_eq(event, mem);
	layer->clRetainEvent(event);
	layer->clReleaseEvent(event);
	layer->clReleaseEvent(event);
}

static void counts_root_devices(void)
{
	layer->clReleaseDevice(device);
	layer->clReleaseDevice(device);
	layer->clRetainDevice(device);
}

static void fails_to_release(void)
{
	cl_mem mem = buffer();

	target.fails = true;
	layer->clReleaseMemObject(mem);
	layer->clRetainMemObject(mem);
	target.fails = false;
	layer->clReleaseMemObject(mem);
}

static void fails_to_make(void)
{
	ck_assert_ptr_null(layer->clCreateBuffer(context, 0, 0, NULL, NULL));
}

static void passes_null(void)
{
	layer->clReleaseMemObject(NULL);
	layer->clWaitForEvents(1, (const cl_event[]){ NULL });
	layer->clSetKernelArg(NULL, 0, 8, NULL);
}

static void sets_argument_again(void)
{
	cl_mem mem;
	cl_mem other = buffer();
	cl_kernel kernel = kernel_with(&mem);
	cl_int number = 1;

	ck_assert_int_eq(run(kernel), CL_SUCCESS);
	layer->clReleaseMemObject(mem);
	layer->clSetKernelArg(kernel, 2, sizeof(other), &other);
	ck_assert_int_eq(run(kernel), CL_SUCCESS);
	layer->clSetKernelArg(kernel, 2, sizeof(number), &number);
	layer->clReleaseMemObject(other);
	ck_assert_int_eq(run(kernel), CL_SUCCESS);
	layer->clReleaseKernel(kernel);
}

/* A new kernel at the address of a released one has no arguments yet. */
static void forgets_arguments_of_kernel(void)
{
	cl_mem mem;
	cl_kernel kernel = kernel_with(&mem);
	cl_program a_program = program();

	layer->clReleaseKernel(kernel);
	layer->clReleaseMemObject(mem);
	target.next = kernel;
	ck_assert_ptr_eq(layer->clCreateKernel(a_program, "g", NULL), kernel);
	ck_assert_int_eq(run(kernel), CL_SUCCESS);
	layer->clReleaseKernel(kernel);
	layer->clReleaseProgram(a_program);
}

/* An extension function sets the argument to another object, which the layer does not notice. */
static void sets_argument_by_extension(void)
{
	cl_mem mem;
	cl_kernel kernel = kernel_with(&mem);

	layer->clGetExtensionFunctionAddress("clSetKernelArgMemPointerINTEL");
	layer->clReleaseMemObject(mem);
	ck_assert_int_eq(run(kernel), CL_SUCCESS);
	layer->clReleaseKernel(kernel);
}

/* The program gets the platform only from a query of the context. */
static void finds_platform_in_properties(void)
{
	intptr_t properties[3] = { 0 };

	target.platform = (cl_platform_id)&target;
	layer->clGetContextInfo(context, CL_CONTEXT_PROPERTIES, sizeof(properties), properties,
				NULL);
	ck_assert_ptr_eq((void *)properties[1], &target);
	layer->clGetPlatformInfo((cl_platform_id)properties[1], 0, 0, NULL, NULL);
}

static void sets_arguments_far_apart(void)
{
	cl_mem mem;
	cl_kernel kernel = kernel_with(&mem);

	layer->clSetKernelArg(kernel, 1000, sizeof(mem), &mem);
	layer->clSetKernelArg(kernel, ~0u, sizeof(mem), &mem);
	layer->clSetKernelArg(kernel, 70000, sizeof(mem), &mem);
	layer->clSetKernelArg(kernel, 3, sizeof(mem), NULL);
	ck_assert_int_eq(run(kernel), CL_SUCCESS);
	layer->clReleaseKernel(kernel);
	layer->clReleaseMemObject(mem);
}

static void CL_CALLBACK event_ended(cl_event event, cl_int status, void *user_data)
{
	(void)status;
	(void)user_data;
	ck_assert_int_eq(layer->clWaitForEvents(1, &event), CL_SUCCESS);
}

static void uses_event_in_callback(void)
{
	cl_event event = command();

	target.keeps_callbacks = true;
	layer->clSetEventCallback(event, CL_COMPLETE, event_ended, NULL);
	layer->clReleaseEvent(event);
	target_run_callbacks();
}

/* DATA says how often it releases the program, which it has retained once. */
static void CL_CALLBACK program_is_linked(cl_program program, void *data)
{
	cl_kernel kernel = layer->clCreateKernel(program, "kernel", NULL);

	layer->clReleaseKernel(kernel);
	layer->clRetainProgram(program);
	for (int i = 0; i < *(int *)data; i++)
		layer->clReleaseProgram(program);
}

static cl_program link_with_callback(int releases)
{
	const char *text = "";
	cl_program compiled = layer->clCreateProgramWithSource(context, 1, &text, NULL, NULL);
	cl_program linked = layer->clLinkProgram(context, 0, NULL, NULL, 1, &compiled,
						 program_is_linked, &releases, NULL);

	layer->clReleaseProgram(compiled);
	return linked;
}

static void uses_program_in_callback(void)
{
	layer->clReleaseProgram(link_with_callback(1));
}

static void releases_program_in_callback(void)
{
	link_with_callback(2);
}

/* An extension function makes objects at the addresses of released ones. */
static void makes_by_extension(void)
{
	cl_mem mem;

	layer->clGetExtensionFunctionAddress("clCreateBufferWithPropertiesINTEL");
	mem = buffer();
	layer->clReleaseMemObject(mem);
	target.next = mem;
	ck_assert_ptr_eq(buffer(), mem);
	layer->clReleaseMemObject(mem);
}

/* Commands of a command buffer are gone with it, and are not counted. */
static void records_a_kernel(void)
{
	typedef cl_int CL_API_CALL command_kernel(
		cl_command_buffer_khr, cl_command_queue, const cl_properties *, cl_kernel, cl_uint,
		const size_t *, const size_t *, const size_t *, cl_uint, const cl_uint *, cl_uint *,
		cl_mutable_command_khr *);
	cl_command_buffer_khr commands = command_buffer();
	const size_t size = 1;
	cl_mutable_command_khr command;
	cl_mem mem;
	cl_kernel kernel = kernel_with(&mem);

	ck_assert_int_eq(((command_kernel *)extension("clCommandNDRangeKernelKHR"))(
				 commands, NULL, NULL, kernel, 1, NULL, &size, NULL, 0, NULL, NULL,
				 &command),
			 CL_SUCCESS);
	layer->clReleaseKernel(kernel);
	layer->clReleaseMemObject(mem);
	change("clReleaseCommandBufferKHR", commands);
}

static void gets_the_same_again(void)
{
	cl_sampler sampler = layer->clCreateSampler(context, 1, CL_ADDRESS_NONE, CL_FILTER_LINEAR,
						    NULL);

	target.next = sampler;
	layer->clCreateSampler(context, 1, CL_ADDRESS_NONE, CL_FILTER_LINEAR, NULL);
	layer->clReleaseSampler(sampler);
	layer->clReleaseSampler(sampler);
}

static void forks(void)
{
	pid_t child = fork();
	int status;

	if (child == 0) {
		target_stop();
		_exit(EXIT_SUCCESS);
	}
	ck_assert_int_eq(waitpid(child, &status, 0), child);
}

static void (*const right[])(void) = {
	does_nothing, releases_context_first, gets_address_again, counts_root_devices,
	fails_to_release, fails_to_make, passes_null, sets_argument_again,
	forgets_arguments_of_kernel, sets_arguments_far_apart, sets_argument_by_extension,
	finds_platform_in_properties,
	uses_event_in_callback, uses_program_in_callback, releases_program_in_callback,
	makes_by_extension, records_a_kernel, gets_the_same_again, forks,
};

static void check_nothing(void)
{
	ck_assert_str_eq(unit_read(unit_path("findings"), NULL), "clrouter: lifetime: no finding\n");
}

/* A child that has made nothing has no line of its own. */
START_TEST(has_no_finding)
{
	start();
	right[_i]();
	end();
	check_nothing();
}
END_TEST

/* -- handles that no call has returned ------------------------------------------- */

static const char *read_findings(void)
{
	return unit_read(unit_path("findings"), NULL);
}

static void use_unseen(const char *extension)
{
	static char unknown;

	start();
	if (extension)
		layer->clGetExtensionFunctionAddress(extension);
	ck_assert_int_eq(layer->clRetainMemObject((cl_mem)&unknown), CL_SUCCESS);
	ck_assert_int_eq(layer->clReleaseMemObject((cl_mem)&unknown), CL_SUCCESS);
	ck_assert_int_eq(layer->clReleaseMemObject((cl_mem)&unknown), CL_SUCCESS);
	ck_assert_int_eq(layer->clReleaseEvent((cl_event)&unknown), CL_SUCCESS);
	end();
}

/* Each row: the function whose address the program asks for, and the level of the report. */
static const struct {
	const char *extension;	/* NULL: none */
	const char *word;
	const char *why;
} unseen[] = {
	{ NULL, "warning", "no call has made or returned this mem" CALLED },
	{ "clCreateBuffer", "warning", "no call" }, /* the loader's own */
	{ "clGetMemAllocInfoINTEL", "warning", "no call" },
	{ "clCreateBufferWithPropertiesINTEL", "information",
	  "clCreateBufferWithPropertiesINTEL, "
	  "or another function that the layer does not know, may have made it" CALLED },
	{ "clSVMAllocARM", "information", "clSVMAllocARM, or another" },
	{ "cl\033[2J\xC2\x9B", "information", "cl\\x1B[2J\\xC2\\x9B, or another" },
};

START_TEST(unseen_handle_is_reported_once)
{
	char expected[64] = "clrouter: lifetime: ";
	const char *found;

	use_unseen(unseen[_i].extension);
	found = read_findings();
	strcat(strcat(expected, unseen[_i].word), ": clRetainMemObject: memobj: 0x");
	ck_assert_msg(strncmp(found, expected, strlen(expected)) == 0, "%s", found);
	ck_assert_ptr_nonnull(strstr(found, " was not seen: "));
	ck_assert_ptr_nonnull(strstr(found, unseen[_i].why));
	ck_assert_str_eq(strchr(found, '\n') + 1, "clrouter: lifetime: no finding\n");
}
END_TEST

/* The warning is written before the driver is called, which may crash. */
static cl_int CL_API_CALL crash(cl_command_queue crashing)
{
	(void)crashing;
	_exit(strstr(read_findings(), "was not seen") ? 3 : 4);
}

START_TEST(unseen_handle_is_reported_first)
{
	pid_t child = fork();
	int status;

	if (child == 0) {
		target.finish = crash;
		start();
		layer->clFinish((cl_command_queue)8);
	}
	ck_assert_int_eq(waitpid(child, &status, 0), child);
	ck_assert_int_eq(WEXITSTATUS(status), 3);
}
END_TEST

/* -- the effects of findings ------------------------------------------------------- */

static void (*const stoppers[])(void) = { releases_twice, forgets_context, does_nothing };

static const struct {
	const char *word;	/* of OPENCL_LIFETIME_STOP */
	int stopper;
	int signal;		/* 0: the process ends by itself */
} stops[] = {
	{ "abort", 0, SIGABRT }, { "trap", 0, SIGTRAP }, { "no", 0, 0 },
	{ "abort", 1, SIGABRT }, { "trap", 1, SIGTRAP },
	{ "abort", 2, 0 },	 { "trap", 2, 0 },
};

START_TEST(stops_at_first_finding)
{
	pid_t child = fork();
	int status;

	if (child == 0) {
		setenv("OPENCL_LIFETIME_STOP", stops[_i].word, 1);
		signal(SIGTRAP, SIG_IGN);	/* as a driver may */
		start();
		stoppers[stops[_i].stopper]();
		end();
		_exit(EXIT_SUCCESS);
	}
	ck_assert_int_eq(waitpid(child, &status, 0), child);
	ck_assert_int_eq(WIFSIGNALED(status) ? WTERMSIG(status) : 0, stops[_i].signal);
	ck_assert_int_eq(strstr(read_findings(), "made by") != NULL, stops[_i].stopper < 2);
}
END_TEST

START_TEST(status_is_written)
{
	char expected[256];
	long self = (long)getpid();

	unit_make("status=");
	setenv("OPENCL_LIFETIME_STATUS", unit_path("status"), 1);
	start();
	releases_twice();
	forgets_context();
	end();
	snprintf(expected, sizeof(expected), "started %ld\nfinding %ld\nfinding %ld\n", self, self,
		 self);
	ck_assert_str_eq(unit_read(unit_path("status"), NULL), expected);
}
END_TEST

START_TEST(findings_are_appended)
{
	const char expected[] = "of another process\nclrouter: lifetime: context#2";

	unit_make("findings=of another process\n");
	start();
	forgets_context();
	end();
	ck_assert_int_eq(strncmp(read_findings(), expected, strlen(expected)), 0);
}
END_TEST

/* -- the rest ------------------------------------------------------------------ */

static void *work(void *shared)
{
	for (int i = 0; i < ROUNDS; i++) {
		cl_mem mem = buffer();
		cl_event event = command();

		layer->clRetainMemObject(shared);
		layer->clWaitForEvents(1, &event);
		layer->clReleaseEvent(event);
		layer->clReleaseMemObject(mem);
		layer->clReleaseMemObject(shared);
	}
	return NULL;
}

START_TEST(counts_in_threads)
{
	pthread_t threads[THREADS];
	cl_mem shared;

	target.reuses = true;
	start();
	shared = buffer();
	for (int i = 0; i < THREADS; i++)
		ck_assert_int_eq(pthread_create(&threads[i], NULL, work, shared), 0);
	for (int i = 0; i < THREADS; i++)
		pthread_join(threads[i], NULL);
	layer->clReleaseMemObject(shared);
	end();
	check_nothing();
}
END_TEST

/* Wrong calls, too: what one thread makes the others release, or use after that. */
static void make_mistakes(void)
{
	static cl_mem shared;
	cl_mem mem = buffer();
	cl_kernel kernel = layer->clCreateKernel(NULL, "name", NULL);
	cl_mem other = __atomic_exchange_n(&shared, mem, __ATOMIC_RELAXED);
	const size_t global = 1;

	for (cl_uint i = 0; i < 20; i++)
		layer->clSetKernelArg(kernel, i, sizeof(mem), i % 2 == 0 ? &mem : &other);
	layer->clReleaseMemObject(other);
	layer->clEnqueueNDRangeKernel(NULL, kernel, 1, NULL, &global, NULL, 0, NULL, NULL);
	layer->clReleaseKernel(kernel);
	layer->clReleaseMemObject(other);
}

static void start_with(int backtrace)
{
	target.reuses = true;
	setenv("OPENCL_LIFETIME_BACKTRACE", backtrace ? "yes" : "no", 1);
	start();
}

START_TEST(ends_during_calls)
{
	start_with(_i);
	target_end_during_calls(make_mistakes);
}
END_TEST

START_TEST(exits_during_calls)
{
	start_with(_i);
	target_exit_during_calls(make_mistakes);
}
END_TEST

START_TEST(stacks_have_names)
{
	const char *found;

	setenv("OPENCL_LIFETIME_BACKTRACE", "yes", 1);
	start();
	releases_twice();
	end();
	found = unit_read(unit_path("findings"), NULL);
#if __has_include(<execinfo.h>)
	ck_assert_ptr_nonnull(strstr(found, "\nclrouter: lifetime:     made at: "));
	ck_assert_ptr_nonnull(strstr(found, "\nclrouter: lifetime:     released at: "));
	/* A static function, which dladdr() does not know. */
	ck_assert_ptr_nonnull(strstr(found, "(releases_twice+0x"));
#else
	/* This C library has no backtrace(). */
	ck_assert_ptr_null(strstr(found, "made at: "));
#endif
}
END_TEST

#ifdef __GLIBC__
static void *open_fifo_as_library(void *path)
{
	ck_assert_ptr_null(dlopen(path, RTLD_NOW));
	return NULL;
}

/*
 * While dlopen() waits for a writer of the FIFO it holds a lock that it also holds while it calls
 * constructors. They may call OpenCL, and then wait for the layer, which must not wait for them.
 */
START_TEST(stacks_wait_for_no_library)
{
	char *path = strdup(unit_path("fifo"));
	pthread_t thread;

	setenv("OPENCL_LIFETIME_BACKTRACE", "yes", 1);
	start();
	ck_assert_int_eq(mkfifo(path, 0600), 0);
	ck_assert_int_eq(pthread_create(&thread, NULL, open_fifo_as_library, path), 0);
	usleep(100000);
	releases_twice();
	close(open(path, O_WRONLY));
	pthread_join(thread, NULL);
	free(path);
	end();
	ck_assert_ptr_nonnull(strstr(unit_read(unit_path("findings"), NULL), "(releases_twice+0x"));
}
END_TEST
#endif

START_TEST(passes_if_configured)
{
	cl_mem mem;

	setenv("OPENCL_LIFETIME_PASS", "yes", 1);
	start();
	mem = buffer();
	layer->clReleaseMemObject(mem);
	ck_assert_int_eq(layer->clReleaseMemObject(mem), CL_SUCCESS);
	end();
	ck_assert_ptr_nonnull(strstr(unit_read(unit_path("findings"), NULL), "too often"));
}
END_TEST

START_TEST(old_generation_ends_with_the_process)
{
	const char *found;
	pid_t child = fork();
	int status;

	if (child == 0) {
		setenv("OPENCL_LIFETIME_FILE", unit_path("findings"), 1);
		target_start("CLLifetime", true);
		layer->clCreateUserEvent(NULL, NULL);
		exit(EXIT_SUCCESS);
	}
	ck_assert_int_eq(waitpid(child, &status, 0), child);
	found = unit_read(unit_path("findings"), NULL);
	ck_assert_ptr_nonnull(strstr(found, "event#1 is never released"));
}
END_TEST

/* The variables are read at the start only. */
START_TEST(environment_changes_after_the_start)
{
	start();
	memset(getenv("OPENCL_LIFETIME_FILE"), 'x', strlen(unit_path("findings")));
	unsetenv("OPENCL_LIFETIME_FILE");
	buffer();
	end();
	ck_assert_ptr_nonnull(strstr(unit_read(unit_path("findings"), NULL), "never released"));
}
END_TEST

int main(void)
{
	Suite *suite = suite_create("layer lifetime");
	TCase *tcase = unit_tcase(suite, "lifetime", 60);

	tcase_add_test(tcase, a_place_is_written_once);
	tcase_add_loop_test(tcase, finds_mistake, 0, UNIT_ROWS(mistakes));
	tcase_add_loop_test(tcase, has_no_finding, 0, UNIT_ROWS(right));
	tcase_add_loop_test(tcase, unseen_handle_is_reported_once, 0, UNIT_ROWS(unseen));
	tcase_add_test(tcase, unseen_handle_is_reported_first);
	tcase_add_loop_test(tcase, stops_at_first_finding, 0, UNIT_ROWS(stops));
	tcase_add_test(tcase, status_is_written);
	tcase_add_test(tcase, findings_are_appended);
	tcase_add_test(tcase, counts_objects_never_released);
	tcase_add_test(tcase, one_line_for_one_place);
	tcase_add_test(tcase, a_line_for_each_place);
	tcase_add_loop_test(tcase, stacks_tell_callers_apart, 0, 2);
	tcase_add_test(tcase, many_objects_are_counted);
	tcase_add_test(tcase, counts_in_threads);
	tcase_add_loop_test(tcase, ends_during_calls, 0, 2);
	tcase_add_loop_test(tcase, exits_during_calls, 0, 2);
	tcase_add_test(tcase, stacks_have_names);
#ifdef __GLIBC__
	tcase_add_test(tcase, stacks_wait_for_no_library);
#endif
	tcase_add_test(tcase, passes_if_configured);
	tcase_add_test(tcase, old_generation_ends_with_the_process);
	tcase_add_test(tcase, environment_changes_after_the_start);
	return unit_run(suite);
}
