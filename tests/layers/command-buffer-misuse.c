/* SPDX-License-Identifier: Apache-2.0 */
/*
 * command-buffer-misuse: kernels that are recorded in wrong ways, wrong enqueues and updates, and
 * no memory.
 */
#include "layers/command-buffer-program.h"

#include <dlfcn.h>
#include <errno.h>
#include <limits.h>

#include "layers/at-end.h"
#include "process/faults.h"

static const size_t one = 1;
static const size_t words = WORDS;

/* -- kernels ----------------------------------------------------------------------------- */

static cl_int record_kernel(const cl_properties *properties, cl_kernel what, cl_uint dims,
			    const size_t *offset, const size_t *global, const size_t *local)
{
	return api.clCommandNDRangeKernelKHR(subject.cb, NULL, properties, what, dims, offset,
					     global, local, 0, NULL, NULL, NULL);
}

/* Sizes are read only as far as there are dimensions, and not at all if there are too many. */
static void record_wrong_dimensions(void)
{
	const cl_uint wrong[] = { 0, 4, 1u << 31, ~(cl_uint)0 };
	const size_t *last = at_end(&words, sizeof(words));

	for (size_t i = 0; i < sizeof(wrong) / sizeof(wrong[0]); i++) {
		IS(record_kernel(NULL, subject.kernel, wrong[i], last, last, last),
		   CL_INVALID_WORK_DIMENSION);
		IS(record_kernel(NULL, subject.kernel, wrong[i], NULL, NULL, NULL),
		   CL_INVALID_WORK_DIMENSION);
	}
	IS(record_kernel(NULL, subject.kernel, 1, at_end(NULL, sizeof(size_t)), last,
			 at_end(&one, sizeof(one))),
	   CL_SUCCESS);
}

#define FIELDS CL_MUTABLE_DISPATCH_UPDATABLE_FIELDS_KHR
#define NO_MORE CL_MUTABLE_DISPATCH_ASSERT_NO_ADDITIONAL_WORK_GROUPS_KHR

void test_wrong_kernels(void)
{
	const size_t huge[] = { 1u << 20, 1, 1 };
	const size_t nothing[] = { 0 };
	const size_t seven[] = { 7 };
	const size_t far[] = { ~(size_t)0 };
	const cl_properties fixed[] = { FIELDS, CL_MUTABLE_DISPATCH_GLOBAL_SIZE_KHR, 0 };
	cl_kernel eight;
	cl_kernel bare;

	wrong_begin();
	eight = make_kernel("eight");
	bare = make_kernel("scale");
	IS(clSetKernelArg(eight, 0, sizeof(subject.buffer), &subject.buffer), CL_SUCCESS);
	IS(record_kernel(NULL, NULL, 1, NULL, &words, NULL), CL_INVALID_KERNEL);
	record_wrong_dimensions();
	IS(record_kernel(NULL, subject.kernel, 1, far, &words, NULL), CL_INVALID_GLOBAL_OFFSET);
	IS(record_kernel(NULL, subject.kernel, 1, NULL, huge, huge), CL_INVALID_WORK_ITEM_SIZE);
	IS(record_kernel(NULL, subject.kernel, 1, NULL, &words, nothing),
	   CL_INVALID_WORK_GROUP_SIZE);
	IS(record_kernel(NULL, subject.kernel, 1, NULL, &words, seven), CL_INVALID_WORK_GROUP_SIZE);
	IS(record_kernel(NULL, eight, 1, NULL, &words, &one), CL_INVALID_WORK_GROUP_SIZE);
	IS(record_kernel(NULL, eight, 1, NULL, seven, NULL), CL_INVALID_WORK_GROUP_SIZE);
	IS(record_kernel(fixed, bare, 1, NULL, &words, NULL), CL_INVALID_KERNEL_ARGS);
	IS(record_kernel((cl_properties[]){ FIELDS, 0, FIELDS }, subject.kernel, 1, NULL, &words,
			 NULL),
	   CL_INVALID_VALUE);
	IS(record_kernel((cl_properties[]){ FIELDS, 1, 1 }, subject.kernel, 1, NULL, &words, NULL),
	   CL_INVALID_VALUE);
	IS(record_kernel((cl_properties[]){ FIELDS, 1u << 9, 0 }, subject.kernel, 1, NULL, &words,
			 NULL),
	   CL_INVALID_VALUE);
	IS(record_kernel((cl_properties[]){ CL_MUTABLE_DISPATCH_ASSERTS_KHR, NO_MORE, 0 },
			 subject.kernel, 1, NULL, &words, NULL),
	   CL_INVALID_VALUE);
	api.clReleaseCommandBufferKHR(subject.cb);
	subject.cb = make_commands(subject.queue, 0);
	IS(record_kernel(NULL, bare, 1, NULL, &words, NULL), CL_INVALID_KERNEL_ARGS);
	clReleaseKernel(eight);
	clReleaseKernel(bare);
	wrong_end();
}

/* -- enqueue ----------------------------------------------------------------------------- */

static cl_int enqueue(cl_uint count, cl_command_queue *queues, cl_uint event_count,
		      const cl_event *events)
{
	cl_event event = (cl_event)&count;
	const cl_int error = api.clEnqueueCommandBufferKHR(count, queues, subject.cb, event_count,
							   events, &event);

	CHECK(error == CL_SUCCESS || event == (cl_event)&count);
	return error;
}

void test_wrong_enqueue(void)
{
	cl_command_queue two[2];
	cl_command_queue none = NULL;
	cl_command_queue strange = clCreateCommandQueue(other_context, device, 0, NULL);
	cl_event no_events[2] = { NULL, NULL };
	cl_event user = clCreateUserEvent(other_context, NULL);

	wrong_begin();
	two[0] = two[1] = subject.queue;
	IS(enqueue(0, NULL, 0, NULL), CL_INVALID_OPERATION);
	IS(api.clFinalizeCommandBufferKHR(subject.cb), CL_SUCCESS);
	IS(api.clEnqueueCommandBufferKHR(0, NULL, NULL, 0, NULL, NULL),
	   CL_INVALID_COMMAND_BUFFER_KHR);
	IS(enqueue(1, NULL, 0, NULL), CL_INVALID_VALUE);
	IS(enqueue(0, two, 0, NULL), CL_INVALID_VALUE);
	IS(enqueue(2, two, 0, NULL), CL_INVALID_VALUE);
	IS(enqueue(1, &none, 0, NULL), CL_INVALID_COMMAND_QUEUE);
	IS(enqueue(1, &strange, 0, NULL), CL_INVALID_CONTEXT);
	IS(enqueue(0, NULL, 1, NULL), CL_INVALID_EVENT_WAIT_LIST);
	IS(enqueue(0, NULL, 0, no_events), CL_INVALID_EVENT_WAIT_LIST);
	IS(enqueue(0, NULL, 2, no_events), CL_INVALID_EVENT_WAIT_LIST);
	IS(enqueue(0, NULL, ~(cl_uint)0, at_end(no_events, sizeof(no_events))),
	   CL_INVALID_EVENT_WAIT_LIST);
	IS(enqueue(~(cl_uint)0, at_end(two, sizeof(two[0])), 0, NULL), CL_INVALID_VALUE);
	IS(enqueue(0, NULL, 1, &user), CL_INVALID_CONTEXT);
	clSetUserEventStatus(user, CL_COMPLETE);
	clReleaseEvent(user);
	clReleaseCommandQueue(strange);
	wrong_end();
}

/* -- updates ----------------------------------------------------------------------------- */

static cl_int update(cl_mutable_command_khr command, struct mutable_dispatch_config config)
{
	config.command = command;
	return update_one(subject.cb, &config);
}

#define CONFIG(...) ((struct mutable_dispatch_config){ __VA_ARGS__ })

/* Each wrong one comes after a right one, which must not take effect. */
static void update_wrong_pairs(cl_mutable_command_khr command)
{
	const cl_command_buffer_update_type_khr types[] = { 0, 0, 7 };
	const struct mutable_dispatch_arg right = { 2, 4, &(cl_uint){ 1000 } };
	const struct mutable_dispatch_arg far = { 3, 4, &words };
	const struct mutable_dispatch_arg small = { 0, 3, &words };
	const struct mutable_dispatch_config first =
		CONFIG(.command = command, .num_args = 1, .arg_list = &right);
	struct mutable_dispatch_config second = CONFIG(.num_args = 1, .arg_list = &far);
	const void *configs[] = { &first, &second };

	IS(api.clUpdateMutableCommandsKHR(subject.cb, 2, types, configs),
	   CL_INVALID_MUTABLE_COMMAND_KHR);
	IS(api.clUpdateMutableCommandsKHR(subject.cb, ~(cl_uint)0,
					  at_end(types, 2 * sizeof(*types)),
					  at_end(configs, sizeof(configs))),
	   CL_INVALID_MUTABLE_COMMAND_KHR);
	second.command = command;
	IS(api.clUpdateMutableCommandsKHR(subject.cb, 2, types, configs), CL_INVALID_ARG_INDEX);
	second.arg_list = &small;
	IS(api.clUpdateMutableCommandsKHR(subject.cb, 2, types, configs), CL_INVALID_ARG_SIZE);
	IS(api.clUpdateMutableCommandsKHR(subject.cb, 2, types + 1, configs), CL_INVALID_VALUE);
	configs[1] = NULL;
	IS(api.clUpdateMutableCommandsKHR(subject.cb, 2, types, configs), CL_INVALID_VALUE);
	IS(api.clUpdateMutableCommandsKHR(subject.cb, 1, NULL, configs), CL_INVALID_VALUE);
	IS(api.clUpdateMutableCommandsKHR(subject.cb, 1, types, NULL), CL_INVALID_VALUE);
	IS(api.clUpdateMutableCommandsKHR(subject.cb, 0, types, configs), CL_INVALID_VALUE);
	IS(api.clUpdateMutableCommandsKHR(subject.cb, 0, NULL, NULL), CL_SUCCESS);
	IS(api.clUpdateMutableCommandsKHR(NULL, 0, NULL, NULL), CL_INVALID_COMMAND_BUFFER_KHR);
}

static void update_wrong_fields(cl_mutable_command_khr command, cl_mutable_command_khr fixed)
{
	const size_t seven[] = { 7 };
	const struct mutable_dispatch_arg arg = { 2, 4, &words };

	IS(update(command, CONFIG(.work_dim = 2)), CL_INVALID_OPERATION);
	IS(update(command,
		  CONFIG(.work_dim = ~(cl_uint)0, .global_work_size = at_end(&one, sizeof(one)))),
	   CL_INVALID_OPERATION);
	IS(update(command, CONFIG(.num_args = 1)), CL_INVALID_VALUE);
	IS(update(command, CONFIG(.arg_list = &arg)), CL_INVALID_VALUE);
	IS(update(command, CONFIG(.num_svm_args = 1)), CL_INVALID_VALUE);
	IS(update(command, CONFIG(.exec_info_list = &arg)), CL_INVALID_VALUE);
	IS(update(command, CONFIG(.local_work_size = seven)), CL_INVALID_WORK_GROUP_SIZE);
	IS(update(fixed, CONFIG(.num_args = 1, .arg_list = &arg)), CL_INVALID_OPERATION);
	IS(update(fixed, CONFIG(.global_work_size = &one)), CL_INVALID_OPERATION);
	IS(update(fixed, CONFIG(.local_work_size = &one)), CL_INVALID_OPERATION);
	IS(update((cl_mutable_command_khr)subject.cb, CONFIG(.work_dim = 1)),
	   CL_INVALID_MUTABLE_COMMAND_KHR);
}

void test_wrong_updates(void)
{
	const cl_properties none[] = { FIELDS, 0, 0 };
	cl_mutable_command_khr commands[3] = { NULL, NULL, NULL };
	cl_command_buffer_khr other;
	cl_command_buffer_khr mine;

	wrong_begin();
	other = make_commands(subject.queue, CL_COMMAND_BUFFER_MUTABLE_KHR);
	for (int i = 0; i < 3; i++)
		IS(api.clCommandNDRangeKernelKHR(i < 2 ? subject.cb : other, NULL,
						 i == 1 ? none : NULL, subject.kernel, 1, NULL,
						 &words, NULL, 0, NULL, NULL, &commands[i]),
		   CL_SUCCESS);
	IS(update(commands[0], CONFIG(.work_dim = 1)), CL_INVALID_OPERATION);
	IS(api.clFinalizeCommandBufferKHR(subject.cb), CL_SUCCESS);
	IS(update(commands[2], CONFIG(.work_dim = 1)), CL_INVALID_MUTABLE_COMMAND_KHR);
	update_wrong_pairs(commands[0]);
	update_wrong_fields(commands[0], commands[1]);
	IS(api.clEnqueueCommandBufferKHR(0, NULL, subject.cb, 0, NULL, NULL), CL_SUCCESS);
	IS(first_word(subject.queue, subject.buffer), 1 + 2); /* not a thousand more */
	mine = subject.cb;
	subject.cb = make_commands(subject.queue, 0);
	IS(api.clCommandNDRangeKernelKHR(subject.cb, NULL, NULL, subject.kernel, 1, NULL, &words,
					 NULL, 0, NULL, NULL, &commands[0]),
	   CL_SUCCESS);
	IS(api.clFinalizeCommandBufferKHR(subject.cb), CL_SUCCESS);
	IS(update(commands[0], CONFIG(.work_dim = 1)), CL_INVALID_OPERATION);
	api.clReleaseCommandBufferKHR(mine);
	api.clReleaseCommandBufferKHR(other);
	wrong_end();
}

/* -- no memory --------------------------------------------------------------------------- */

/* Everything once. What has failed is left out; all that was made is released. */
static void use_all(cl_command_queue into)
{
	const struct mutable_dispatch_arg arg = { 2, 4, &(cl_uint){ 5 } };
	const cl_properties properties[] = { CL_COMMAND_BUFFER_FLAGS_KHR,
					     CL_COMMAND_BUFFER_MUTABLE_KHR, 0 };
	cl_int errors[12] = { 0 };
	cl_sync_point_khr point = 0;
	cl_mutable_command_khr command = NULL;
	cl_event event = NULL;
	cl_command_type type = CL_COMMAND_COMMAND_BUFFER_KHR;

	subject.cb = api.clCreateCommandBufferKHR(1, &into, properties, &errors[0]);
	if (!subject.cb) {
		IS(errors[0], CL_OUT_OF_HOST_MEMORY);
		return;
	}
	errors[1] = wrong_record(FILL, subject.cb, NULL, NULL, 0, NULL, &point, NULL);
	errors[2] = wrong_record(COPY, subject.cb, NULL, NULL, point != 0,
				 point != 0 ? &point : NULL, NULL, NULL);
	errors[3] = wrong_record(BARRIER, subject.cb, NULL, NULL, 0, NULL, NULL, NULL);
	errors[4] = wrong_record(KERNEL, subject.cb, NULL, NULL, 0, NULL, NULL, &command);
	errors[5] = wrong_record(FILL, subject.cb, NULL, NULL, 0, NULL, NULL, NULL);
	errors[6] = api.clFinalizeCommandBufferKHR(subject.cb);
	if (errors[6] == CL_SUCCESS && command)
		errors[7] = update(command, CONFIG(.num_args = 1, .arg_list = &arg));
	if (errors[6] == CL_SUCCESS)
		errors[8] = api.clEnqueueCommandBufferKHR(0, NULL, subject.cb, 0, NULL, &event);
	if (event) {
		errors[9] = clGetEventInfo(event, CL_EVENT_COMMAND_TYPE, sizeof(type), &type, NULL);
		errors[10] = clReleaseEvent(event);
	}
	errors[11] = api.clReleaseCommandBufferKHR(subject.cb);
	for (size_t i = 0; i < sizeof(errors) / sizeof(errors[0]); i++)
		CHECK(errors[i] == CL_SUCCESS || errors[i] == CL_OUT_OF_HOST_MEMORY);
	IS(errors[11], CL_SUCCESS);
	IS(clFinish(into), CL_SUCCESS);
}

/* Each allocation of the layer fails once, and then all from one on. */
void test_short_memory(void)
{
	void *library = dlopen("libCLCompatibility.so", RTLD_NOW | RTLD_NOLOAD);
	cl_command_queue queues[2] = { make_queue(0),
				       make_queue(CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE) };
	unsigned count = 1;
	unsigned kept;

	wrong_begin();
	api.clReleaseCommandBufferKHR(subject.cb);
	if (!library || !fault_install(library)) {
		printf("short-memory: the layer is not libCLCompatibility.so: left out\n");
		count = 0;
	}
	/* Tables of the layer that grow now stay. */
	use_all(queues[0]);
	use_all(queues[1]);
	kept = fault_count_leaks();
	for (unsigned i = 1; i <= count; i++)
		for (int kind = 0; kind < 4; kind++) {
			fault_arm(FAULT_MEMORY, i, kind < 2 ? i : UINT_MAX, ENOMEM);
			use_all(queues[kind % 2]);
			if (fault_disarm() >= i && kind < 2)
				count = i + 1;
		}
	CHECK(count == 0 || count > 10);
	IS(fault_count_leaks(), kept);
	subject.cb = make_commands(subject.queue, 0);
	clReleaseCommandQueue(queues[0]);
	clReleaseCommandQueue(queues[1]);
	wrong_end();
}
