/* SPDX-License-Identifier: Apache-2.0 */
/*
 * command-buffer: what the compatibility layer enqueues for a command buffer, which events that
 * waits for, and what is left afterwards.
 */
#include <dlfcn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <clrouter/extension.h>

#include "layers/at-end.h"
#include "layers/command-buffer-driver.h"
#include "opencl/constants.h"
#include "unit/unit.h"

#define OUT_OF_ORDER CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE
#define PROFILING CL_QUEUE_PROFILING_ENABLE

/* -- the program ------------------------------------------------------------------------- */

static const struct clrouter_table *layer;

#define FUNCTIONS(X) \
	X(clCreateCommandBufferKHR) \
	X(clFinalizeCommandBufferKHR) X(clReleaseCommandBufferKHR) X(clEnqueueCommandBufferKHR) \
		X(clCommandBarrierWithWaitListKHR) X(clCommandFillBufferKHR) \
			X(clCommandNDRangeKernelKHR) X(clUpdateMutableCommandsKHR) \
				X(clRemapCommandBufferKHR)
#define MEMBER(id, text, extension, first, last, ret, give, args, ...) \
	ret(CL_API_CALL *id)(__VA_ARGS__);
#define DECLARE(name) CLROUTER_EXTENSION_##name(MEMBER)
static struct {
	FUNCTIONS(DECLARE)
} api;

typedef cl_int CL_API_CALL start_layer(cl_uint count, const void *target, cl_uint *count_ret,
				       const struct clrouter_table **table,
				       const cl_properties *properties);

/* Starts the layer; PROVIDE may be NULL. */
static void start(const char *provide)
{
	static struct clrouter_table target;
	void *library = dlopen(LAYER_DIR "/libCLCompatibility.so", RTLD_NOW);
	start_layer *init;
	cl_uint count;

	ck_assert_msg(library != NULL, "%s", dlerror());
	if (provide)
		setenv("OPENCL_COMPATIBILITY_PROVIDE", provide, 1);
	for (int i = 0; i < 4; i++) {
		fake.queues[i].references = 1;
		fake.queues[i].properties = (i % 2 == 0 ? 0 : OUT_OF_ORDER) | PROFILING;
		fake.queues[i].device = i / 2;
	}
	fake.buffer.references = 1;
	fake.kernel.references = 1;
	fake.left_until_error = -1;
	command_buffer_driver(&target);
	init = (start_layer *)dlsym(library, "clInitLayerWithProperties");
	ck_assert_int_eq(init(CLROUTER_SLOTS, &target, &count, &layer, NULL), CL_SUCCESS);
#define LOOK_UP(name) \
	api.name = layer->clGetExtensionFunctionAddressForPlatform((cl_platform_id)&fake.platform, \
								   #name);
	FUNCTIONS(LOOK_UP)
}

static cl_command_buffer_khr create(int queue, cl_bitfield flags)
{
	const cl_properties properties[] = { CL_COMMAND_BUFFER_FLAGS_KHR, flags, 0 };
	cl_command_queue list[] = { (cl_command_queue)&fake.queues[queue] };
	cl_int error = 1;
	cl_command_buffer_khr commands = api.clCreateCommandBufferKHR(1, list, properties, &error);

	ck_assert_int_eq(error, CL_SUCCESS);
	return commands;
}

/*
 * Records what SCRIPT says: words that begin with f (a fill) or b (a barrier), each with the
 * numbers of the words that it waits for.
 */
static void record(cl_command_buffer_khr commands, const char *script)
{
	cl_sync_point_khr points[16] = { 0 };
	cl_uint count = 0;

	while (*script != '\0') {
		const char kind = *script++;
		cl_sync_point_khr waits[8];
		cl_uint n = 0;
		const cl_sync_point_khr *list;

		for (; *script >= '1' && *script <= '9'; script++)
			waits[n++] = points[*script - '1'];
		script += *script == ' ';
		list = n > 0 ? waits : NULL;
		ck_assert_int_eq(
			kind == 'b' ? api.clCommandBarrierWithWaitListKHR(
					      commands, NULL, NULL, n, list, &points[count], NULL)
				    : api.clCommandFillBufferKHR(commands, NULL, NULL,
								 (cl_mem)&fake.buffer, &n, 4, 0, 4,
								 n, list, &points[count], NULL),
			CL_SUCCESS);
		count++;
	}
	ck_assert_int_eq(api.clFinalizeCommandBufferKHR(commands), CL_SUCCESS);
}

/* Nothing of the driver is held any more. */
static void check_balance(void)
{
	for (int i = 0; i < 4; i++)
		ck_assert_int_eq(fake.queues[i].references, 1);
	ck_assert_int_eq(fake.buffer.references, 1);
	ck_assert_int_eq(fake.made.references, 0);
	ck_assert_int_eq(fake.kernel.references, 1);
	for (int i = 0; i < fake.event_count; i++)
		ck_assert_int_eq(fake.events[i].references, 0);
	for (int i = 0; i < fake.kernel_count; i++)
		ck_assert_int_eq(fake.kernels[i].references, 0);
}

/* -- tests ------------------------------------------------------------------------------- */

static const struct {
	int queue; /* 0: in order, 1: not */
	int enqueued_to;
	const char *script;
	bool waits; /* the call has a wait list, with the event w */
	bool wants_event;
	const char *calls;
} plans[] = {
	/* In order: no events but those that the call asks for. */
	{ 0, 0, "f f f", false, false, "f() f() f()" },
	{ 0, 0, "f f f", true, true, "f(w)=b f() f()=c" },
	{ 0, 0, "b f b f b", true, true, "f(w)=b f()=c" },
	{ 0, 0, "f", false, true, "f()=a" },
	{ 1, 0, "f f1 b f", true, false, "f(w) f() f()" },
	/* Nothing is done: out of order, the event waits for nothing else in the queue. */
	{ 0, 0, "", false, false, "" },
	{ 0, 0, "", true, true, "m(w)=b" },
	{ 0, 0, "", false, true, "m()=a" },
	{ 1, 1, "b b", false, true, "e()=a" },
	{ 1, 1, "", true, true, "e(w)=b" },
	/* Out of order: one after another if they were recorded so. */
	{ 0, 1, "f f f", true, true, "f(w)=b f(b)=c f(c)=d" },
	{ 0, 1, "f b f", false, false, "f()=a f(a)" },
	/* Out of order: only what they say, and all after the wait list. */
	{ 1, 1, "f f f", false, false, "f() f() f()" },
	{ 1, 1, "f f f", true, true, "f(w)=b f(w)=c f(w)=d e(bcd)=e" },
	{ 1, 1, "f f1 f1 f23", true, true, "f(w)=b f(b)=c f(b)=d f(cd)=e" },
	{ 1, 1, "f f f12", false, false, "f()=a f()=b f(ab)" },
	{ 1, 1, "f f11", false, false, "f()=a f(a)" },
	/* A barrier holds back what follows; it is a command if it waits for several. */
	{ 1, 1, "f f b f f", false, true, "f()=a f()=b e(ab)=c f(c)=d f(c)=e e(de)=f" },
	{ 1, 1, "f b f", false, false, "f()=a f(a)" },
	{ 1, 1, "b f", true, false, "f(w)" },
	{ 1, 1, "f f b1 f", false, true, "f()=a f()=b f(a)=c e(bc)=d" },
	{ 1, 1, "f f b1 f b f", false, false, "f()=a f()=b f(a)=c e(bc)=d f(d)" },
	{ 1, 1, "f f b1 b2 f", false, false, "f()=a f()=b e(ab)=c f(c)" },
	{ 1, 1, "f f b f b b f3", false, false, "f()=a f()=b e(ab)=c f(c)=d f(dc)" },
	{ 1, 1, "f f b", false, true, "f()=a f()=b e(ab)=c" },
};

START_TEST(commands_wait_for_each_other)
{
	const int at = _i;
	cl_command_buffer_khr commands;
	cl_command_queue to[] = { (cl_command_queue)&fake.queues[plans[at].enqueued_to] };
	cl_event waits[1];
	cl_event event = NULL;

	start(NULL);
	if (plans[at].waits)
		waits[0] = (cl_event)command_buffer_driver_event('w');
	commands = create(plans[at].queue, 0);
	record(commands, plans[at].script);
	ck_assert_int_eq(api.clEnqueueCommandBufferKHR(1, to, commands, plans[at].waits,
						       plans[at].waits ? waits : NULL,
						       plans[at].wants_event ? &event : NULL),
			 CL_SUCCESS);
	ck_assert_str_eq(fake.calls, plans[at].calls);
	ck_assert_int_eq(api.clReleaseCommandBufferKHR(commands), CL_SUCCESS);
	if (event)
		ck_assert_int_eq(layer->clReleaseEvent(event), CL_SUCCESS);
	if (plans[at].waits)
		ck_assert_int_eq(layer->clReleaseEvent(waits[0]), CL_SUCCESS);
	check_balance();
}
END_TEST

/* The driver has no resources for one of the commands. */
START_TEST(driver_fails)
{
	for (int queue = 0; queue < 2; queue++)
		for (int left = 0; left < 5; left++) {
			cl_command_buffer_khr commands;
			cl_event event = NULL;

			if (queue == 0 && left == 0)
				start(NULL);
			fake.left_until_error = -1;
			commands = create(queue, 0);
			record(commands, "f f b f f");
			fake.left_until_error = left;
			ck_assert_int_eq(
				api.clEnqueueCommandBufferKHR(0, NULL, commands, 0, NULL, &event),
				queue == 0 && left == 4 ? CL_SUCCESS : CL_OUT_OF_RESOURCES);
			if (event)
				layer->clReleaseEvent(event);
			ck_assert_int_eq(api.clReleaseCommandBufferKHR(commands), CL_SUCCESS);
			check_balance();
		}
}
END_TEST

static cl_int status_of(cl_event event)
{
	cl_int status = 99;

	ck_assert_int_eq(layer->clGetEventInfo(event, CL_EVENT_COMMAND_EXECUTION_STATUS,
					       sizeof(status), &status, NULL),
			 CL_SUCCESS);
	return status;
}

static cl_ulong time_of(cl_event event, cl_profiling_info what)
{
	cl_ulong time = 0;

	ck_assert_int_eq(layer->clGetEventProfilingInfo(event, what, sizeof(time), &time, NULL),
			 CL_SUCCESS);
	return time;
}

/* Two fills and the empty command after them are one command. */
START_TEST(event_is_of_the_whole)
{
	cl_command_buffer_khr commands;
	cl_event event = NULL;
	cl_command_type type = 0;
	cl_ulong time;

	start(NULL);
	commands = create(1, 0);
	record(commands, "f f");
	ck_assert_int_eq(api.clEnqueueCommandBufferKHR(0, NULL, commands, 0, NULL, &event),
			 CL_SUCCESS);
	ck_assert_ptr_eq(event, &fake.events[2]);
	for (int i = 0; i < 3; i++)
		fake.events[i].status = CL_QUEUED;
	ck_assert_int_eq(status_of(event), CL_QUEUED);
	fake.events[1].status = CL_SUBMITTED;
	ck_assert_int_eq(status_of(event), CL_SUBMITTED);
	fake.events[0].status = CL_COMPLETE;
	ck_assert_int_eq(status_of(event), CL_RUNNING);
	ck_assert_int_eq(layer->clGetEventProfilingInfo(event, CL_PROFILING_COMMAND_START,
							sizeof(time), &time, NULL),
			 CL_PROFILING_INFO_NOT_AVAILABLE);
	fake.events[1].status = fake.events[2].status = CL_COMPLETE;
	ck_assert_int_eq(status_of(event), CL_COMPLETE);
	fake.events[0].time = 50;
	fake.events[1].time = 40;
	fake.events[2].time = 0; /* of an empty command, which does not count */
	ck_assert_uint_eq(time_of(event, CL_PROFILING_COMMAND_START), 40);
	ck_assert_uint_eq(time_of(event, CL_PROFILING_COMMAND_END), 60);
	fake.events[2].status = -5;
	ck_assert_int_eq(status_of(event), -5);
	ck_assert_int_eq(layer->clRetainEvent(event), CL_SUCCESS);
	ck_assert_int_eq(layer->clReleaseEvent(event), CL_SUCCESS);
	layer->clGetEventInfo(event, CL_EVENT_COMMAND_TYPE, sizeof(type), &type, NULL);
	ck_assert_uint_eq(type, CL_COMMAND_COMMAND_BUFFER_KHR);
	ck_assert_int_eq(layer->clReleaseEvent(event), CL_SUCCESS);
	/* The next event at this address is another one. */
	layer->clGetEventInfo(event, CL_EVENT_COMMAND_TYPE, sizeof(type), &type, NULL);
	ck_assert_uint_eq(type, CL_COMMAND_FILL_BUFFER);
	ck_assert_int_eq(api.clReleaseCommandBufferKHR(commands), CL_SUCCESS);
	check_balance();
}
END_TEST

/* Kernels are copied when they are recorded, and when an update changes their arguments. */
START_TEST(kernels_are_copied)
{
	const size_t one = 1;
	const struct mutable_dispatch_arg right = { 0, 4, &one };
	const struct mutable_dispatch_arg wrong = { COMMAND_BUFFER_ARGUMENTS, 4, &one };
	const cl_command_buffer_update_type_khr type = MUTABLE_DISPATCH_CONFIG;
	struct mutable_dispatch_config config = { .num_args = 1, .arg_list = &wrong };
	const void *configs[] = { &config };
	cl_command_buffer_khr commands;
	cl_mutable_command_khr command = NULL;

	start(NULL);
	fake.kernel.is_bare = true;
	commands = create(0, CL_COMMAND_BUFFER_MUTABLE_KHR);
	ck_assert_int_eq(api.clCommandNDRangeKernelKHR(commands, NULL, NULL,
						       (cl_kernel)&fake.kernel, 1, NULL, &one, NULL,
						       0, NULL, NULL, &command),
			 CL_SUCCESS);
	ck_assert_int_eq(fake.kernel_count, 1);
	ck_assert_int_eq(api.clFinalizeCommandBufferKHR(commands), CL_SUCCESS);
	ck_assert_int_eq(api.clEnqueueCommandBufferKHR(0, NULL, commands, 0, NULL, NULL),
			 CL_INVALID_OPERATION);
	config.command = command;
	ck_assert_int_eq(api.clUpdateMutableCommandsKHR(commands, 1, &type, configs),
			 CL_INVALID_ARG_INDEX);
	ck_assert_int_eq(fake.kernel_count, 2);
	ck_assert_int_eq(fake.kernels[1].references, 0);
	config.arg_list = &right;
	ck_assert_int_eq(api.clUpdateMutableCommandsKHR(commands, 1, &type, configs), CL_SUCCESS);
	ck_assert_int_eq(fake.kernels[0].references, 0);
	config = (struct mutable_dispatch_config){ .command = command, .global_work_size = &one };
	ck_assert_int_eq(api.clUpdateMutableCommandsKHR(commands, 1, &type, configs), CL_SUCCESS);
	ck_assert_int_eq(fake.kernel_count, 3);
	ck_assert_int_eq(api.clEnqueueCommandBufferKHR(0, NULL, commands, 0, NULL, NULL),
			 CL_SUCCESS);
	ck_assert_str_eq(fake.calls, "k()");
	ck_assert_int_eq(api.clReleaseCommandBufferKHR(commands), CL_SUCCESS);
	check_balance();
}
END_TEST

/* PoCL's clones need that: local memory, an object that is NULL, and a pointer that is. */
START_TEST(arguments_without_a_value_are_set_again)
{
	const size_t one = 1;
	const cl_mem nothing = NULL;
	const cl_kernel kernel = (cl_kernel)&fake.kernel;
	const struct mutable_dispatch_arg local = { 2, 64, NULL };
	const cl_command_buffer_update_type_khr type = MUTABLE_DISPATCH_CONFIG;
	struct mutable_dispatch_config config = { .num_args = 1, .arg_list = &local };
	const void *configs[] = { &config };
	cl_mutable_command_khr command = NULL;
	cl_command_buffer_khr commands;

	start(NULL);
	commands = create(0, CL_COMMAND_BUFFER_MUTABLE_KHR);
	ck_assert_int_eq(layer->clSetKernelArg(kernel, 0, sizeof(one), &one), CL_SUCCESS);
	ck_assert_int_eq(layer->clSetKernelArg(kernel, 1, 64, NULL), CL_SUCCESS);
	ck_assert_int_eq(layer->clSetKernelArg(kernel, 3, sizeof(nothing), &nothing), CL_SUCCESS);
	ck_assert_int_eq(api.clCommandNDRangeKernelKHR(commands, NULL, NULL, kernel, 1, NULL, &one,
						       NULL, 0, NULL, NULL, &command),
			 CL_SUCCESS);
	ck_assert_uint_eq(fake.kernels[0].set, 1u << 1 | 1u << 3);
	ck_assert_int_eq(api.clFinalizeCommandBufferKHR(commands), CL_SUCCESS);
	/* The copy of an update is one of the copy. */
	config.command = command;
	ck_assert_int_eq(api.clUpdateMutableCommandsKHR(commands, 1, &type, configs), CL_SUCCESS);
	ck_assert_uint_eq(fake.kernels[1].set, 1u << 1 | 1u << 2 | 1u << 3);
	ck_assert_int_eq(api.clUpdateMutableCommandsKHR(commands, 1, &type, configs), CL_SUCCESS);
	ck_assert_uint_eq(fake.kernels[2].set, 1u << 1 | 1u << 2 | 1u << 3);
	ck_assert_int_eq(api.clReleaseCommandBufferKHR(commands), CL_SUCCESS);
	check_balance();
}
END_TEST

/* One device has command buffers of its driver, the other one emulated ones. */
START_TEST(native_ones_stay_native)
{
	const cl_command_queue native = (cl_command_queue)&fake.queues[2];
	cl_command_buffer_khr own;
	cl_command_buffer_khr emulated;
	cl_int error = 1;

	fake.native_extension = "cl_khr_command_buffer cl_khr_command_buffer_multi_device";
	fake.native_version = CL_MAKE_VERSION(0, 9, 8);
	start(NULL);
	emulated = create(0, 0);
	ck_assert_int_eq(fake.native_calls, 0);
	own = create(2, 0);
	ck_assert_int_eq(fake.native_calls, 1);
	ck_assert_ptr_eq(own, &fake.native);
	/* A number that is too large for the list is left to the driver. */
	api.clCreateCommandBufferKHR(UINT32_MAX, at_end(&native, sizeof(native)), NULL, &error);
	ck_assert_int_eq(fake.native_calls, 2);
	ck_assert_int_eq(api.clFinalizeCommandBufferKHR(own), CL_SUCCESS);
	ck_assert_int_eq(fake.native_calls, 3);
	ck_assert_int_eq(api.clFinalizeCommandBufferKHR(emulated), CL_SUCCESS);
	ck_assert_int_eq(fake.native_calls, 3);
	ck_assert_ptr_eq(api.clRemapCommandBufferKHR(own, CL_TRUE, 0, NULL, 0, NULL, NULL, &error),
			 own);
	ck_assert_int_eq(error, CL_SUCCESS);
	ck_assert_ptr_null(
		api.clRemapCommandBufferKHR(emulated, CL_TRUE, 0, NULL, 0, NULL, NULL, &error));
	ck_assert_int_eq(error, CL_INVALID_OPERATION);
	ck_assert_int_eq(fake.native_calls, 4);
	ck_assert_int_eq(api.clReleaseCommandBufferKHR(emulated), CL_SUCCESS);
	ck_assert_int_eq(api.clReleaseCommandBufferKHR(emulated), CL_INVALID_COMMAND_BUFFER_KHR);
	check_balance();
}
END_TEST

/* Where all are emulated, a wrong handle never gets to the driver, which would follow it. */
START_TEST(wrong_handles_stay_here)
{
	fake.native_extension = "cl_khr_command_buffer";
	fake.native_version = CL_MAKE_VERSION(0, 9, 0);
	start("command_buffer");
	ck_assert_ptr_null(api.clRemapCommandBufferKHR);
	ck_assert_ptr_ne(create(2, 0), &fake.native);
	ck_assert_int_eq(api.clFinalizeCommandBufferKHR((cl_command_buffer_khr)&fake.native),
			 CL_INVALID_COMMAND_BUFFER_KHR);
	ck_assert_int_eq(fake.native_calls, 0);
}
END_TEST

/*
 * What a driver has in a version with other parameters stays, and the layer says so, unless the
 * user names the feature.
 */
START_TEST(older_ones_stay)
{
	const char *both =
		"cl_khr_command_buffer 1.0.0, cl_khr_command_buffer_mutable_dispatch 0.9.5";
	clGetDeviceEmulationCLROUTER_t *get;
	char text[256];

	fake.native_extension = "cl_khr_command_buffer";
	fake.native_version = CL_MAKE_VERSION(0, 9, 4);
	start(_i == 0 ? "command_*" : "command_buffer");
	get = (clGetDeviceEmulationCLROUTER_t *)layer->clGetExtensionFunctionAddress(
		"clGetDeviceEmulationCLROUTER");
	ck_assert_int_eq(get((cl_device_id)&fake.devices[1], sizeof(text), text, NULL), CL_SUCCESS);
	ck_assert_str_eq(text, _i == 0 ? "not cl_khr_command_buffer, which the driver has in "
					 "version 0.9.4 (provide = command_*, command_buffer "
					 "replaces it)"
				       : both);
	ck_assert_int_eq(get((cl_device_id)&fake.devices[0], sizeof(text), text, NULL), CL_SUCCESS);
	ck_assert_str_eq(text, both);
}
END_TEST

static const struct {
	const char *versions;
	cl_bitfield out_of_order;
} older[] = {
	{ "cl_khr_command_buffer:1.0.0", 0 },
	{ "cl_khr_command_buffer:0.9.6", 0 },
	{ "cl_khr_command_buffer:0.9.5", CL_COMMAND_BUFFER_CAPABILITY_OUT_OF_ORDER_KHR },
};

/* A program that is built for an older version finds what that version has. */
START_TEST(older_versions_have_their_capabilities)
{
	cl_bitfield bits = 0;

	setenv("OPENCL_COMPATIBILITY_VERSIONS", older[_i].versions, 1);
	start(NULL);
	ck_assert_int_eq(layer->clGetDeviceInfo((cl_device_id)&fake.devices[0],
						CL_DEVICE_COMMAND_BUFFER_CAPABILITIES_KHR,
						sizeof(bits), &bits, NULL),
			 CL_SUCCESS);
	ck_assert_uint_eq(bits & CL_COMMAND_BUFFER_CAPABILITY_OUT_OF_ORDER_KHR,
			  older[_i].out_of_order);
}
END_TEST

static Suite *command_buffer_suite(void)
{
	Suite *suite = suite_create("command-buffer");
	TCase *tc = unit_tcase(suite, "command buffers", 20);

	tcase_add_loop_test(tc, commands_wait_for_each_other, 0, UNIT_ROWS(plans));
	tcase_add_test(tc, driver_fails);
	tcase_add_test(tc, event_is_of_the_whole);
	tcase_add_test(tc, kernels_are_copied);
	tcase_add_test(tc, arguments_without_a_value_are_set_again);
	tcase_add_test(tc, native_ones_stay_native);
	tcase_add_test(tc, wrong_handles_stay_here);
	tcase_add_loop_test(tc, older_ones_stay, 0, 2);
	tcase_add_loop_test(tc, older_versions_have_their_capabilities, 0, UNIT_ROWS(older));
	return suite;
}

int main(void)
{
	return unit_run(command_buffer_suite());
}
