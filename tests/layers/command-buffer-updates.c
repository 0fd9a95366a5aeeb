/* SPDX-License-Identifier: Apache-2.0 */
/*
 * command-buffer-updates: updates of recorded kernels, and many threads.
 */
#include "layers/command-buffer-program.h"

#include <pthread.h>

#define OUT_OF_ORDER CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE
#define THREADS 8
#define ROUNDS 40

static const size_t words = WORDS;

cl_int update_one(cl_command_buffer_khr commands, const struct mutable_dispatch_config *config)
{
	const cl_command_buffer_update_type_khr type = MUTABLE_DISPATCH_CONFIG;
	const void *configs[] = { config };

	return api.clUpdateMutableCommandsKHR(commands, 1, &type, configs);
}

/* A kernel that sets the words of BUFFER to NUMBER. */
static cl_mutable_command_khr record_set(cl_command_buffer_khr commands, cl_mem buffer,
					 cl_uint number)
{
	cl_kernel kernel = make_kernel("scale");
	cl_mutable_command_khr command = NULL;

	IS(clSetKernelArg(kernel, 0, sizeof(buffer), &buffer), CL_SUCCESS);
	IS(clSetKernelArg(kernel, 1, 4, &(cl_uint){ 0 }), CL_SUCCESS);
	IS(clSetKernelArg(kernel, 2, 4, &number), CL_SUCCESS);
	IS(api.clCommandNDRangeKernelKHR(commands, NULL, NULL, kernel, 1, NULL, &words, NULL, 0,
					 NULL, NULL, &command),
	   CL_SUCCESS);
	clReleaseKernel(kernel);
	return command;
}

static cl_int set_number(cl_command_buffer_khr commands, cl_mutable_command_khr command,
			 cl_uint number)
{
	const struct mutable_dispatch_arg arg = { 2, sizeof(number), &number };

	return update_one(commands, &(struct mutable_dispatch_config){
					    .command = command, .num_args = 1, .arg_list = &arg });
}

/* -- sizes and arguments ----------------------------------------------------------------- */

/* All sizes, in two steps, and the answers of queries. */
static void update_sizes(cl_command_queue queue)
{
	const size_t offset[] = { 5 };
	const size_t global[] = { 64 };
	const size_t local[] = { 8 };
	const size_t smaller[] = { 32 };
	const size_t four[] = { 4 };
	cl_command_buffer_khr commands = make_commands(queue, CL_COMMAND_BUFFER_MUTABLE_KHR);
	cl_mem buffer = make_buffer(context, 1);
	cl_kernel kernel = make_kernel("sizes");
	cl_mutable_command_khr command = NULL;
	struct mutable_dispatch_config config = { 0 };
	size_t found = 0;

	IS(clSetKernelArg(kernel, 0, sizeof(buffer), &buffer), CL_SUCCESS);
	IS(api.clCommandNDRangeKernelKHR(commands, NULL, NULL, kernel, 1, NULL, global, local, 0,
					 NULL, NULL, &command),
	   CL_SUCCESS);
	IS(api.clFinalizeCommandBufferKHR(commands), CL_SUCCESS);
	IS(api.clEnqueueCommandBufferKHR(0, NULL, commands, 0, NULL, NULL), CL_SUCCESS);
	IS(first_word(queue, buffer), 8 * 65536 + 64 * 256);
	config.command = command;
	config.global_work_offset = offset;
	config.global_work_size = smaller;
	IS(update_one(commands, &config), CL_SUCCESS);
	config = (struct mutable_dispatch_config){ .command = command, .work_dim = 1,
						   .local_work_size = four };
	IS(update_one(commands, &config), CL_SUCCESS);
	IS(api.clEnqueueCommandBufferKHR(0, NULL, commands, 0, NULL, NULL), CL_SUCCESS);
	IS(first_word(queue, buffer), 4 * 65536 + 32 * 256 + 5);
	IS(api.clGetMutableCommandInfoKHR(command, CL_MUTABLE_DISPATCH_GLOBAL_WORK_SIZE_KHR,
					  sizeof(found), &found, NULL),
	   CL_SUCCESS);
	IS(found, 32);
	api.clReleaseCommandBufferKHR(commands);
	clReleaseKernel(kernel);
	clReleaseMemObject(buffer);
}

/* An SVM pointer, as an argument and as one that the kernel may reach. */
static void update_svm(cl_command_queue queue, cl_command_buffer_khr commands,
		       cl_mutable_command_khr command, cl_mem buffer)
{
	cl_uint *svm = clSVMAlloc(context, CL_MEM_READ_WRITE, SIZE, 0);
	const struct mutable_dispatch_arg pointer = { 1, 0, svm };
	const void *pointers[] = { svm };
	const struct mutable_dispatch_exec_info info = { CL_KERNEL_EXEC_INFO_SVM_PTRS,
							 sizeof(pointers), pointers };
	const struct mutable_dispatch_config config = { .command = command, .num_svm_args = 1,
							.arg_svm_list = &pointer,
							.num_exec_infos = 1,
							.exec_info_list = &info };

	IS(clEnqueueSVMMemFill(queue, svm, &(cl_uint){ 55 }, 4, SIZE, 0, NULL, NULL), CL_SUCCESS);
	IS(update_one(commands, &config), CL_SUCCESS);
	IS(api.clEnqueueCommandBufferKHR(0, NULL, commands, 0, NULL, NULL), CL_SUCCESS);
	IS(first_word(queue, buffer), 55);
	clSVMFree(context, svm);
}

/* A NULL buffer, local memory, and SVM pointers. */
static void update_kinds(cl_command_queue queue)
{
	cl_command_buffer_khr commands = make_commands(queue, CL_COMMAND_BUFFER_MUTABLE_KHR);
	cl_mem buffer = make_buffer(context, 1);
	cl_mem from = make_buffer(context, 44);
	cl_kernel kernel = make_kernel("through");
	cl_mutable_command_khr command = NULL;
	struct mutable_dispatch_arg args[2] = { { 1, sizeof(cl_mem), NULL }, { 2, 128, NULL } };
	struct mutable_dispatch_config config = { .num_args = 2, .arg_list = args };

	IS(clSetKernelArg(kernel, 0, sizeof(buffer), &buffer), CL_SUCCESS);
	IS(clSetKernelArg(kernel, 1, sizeof(from), &from), CL_SUCCESS);
	IS(clSetKernelArg(kernel, 2, 64, NULL), CL_SUCCESS);
	IS(api.clCommandNDRangeKernelKHR(commands, NULL, NULL, kernel, 1, NULL, &words, NULL, 0,
					 NULL, NULL, &command),
	   CL_SUCCESS);
	IS(api.clFinalizeCommandBufferKHR(commands), CL_SUCCESS);
	IS(api.clEnqueueCommandBufferKHR(0, NULL, commands, 0, NULL, NULL), CL_SUCCESS);
	IS(first_word(queue, buffer), 44);
	config.command = command;
	IS(update_one(commands, &config), CL_SUCCESS);
	IS(api.clEnqueueCommandBufferKHR(0, NULL, commands, 0, NULL, NULL), CL_SUCCESS);
	IS(first_word(queue, buffer), 7);
	if (has_svm)
		update_svm(queue, commands, command, buffer);
	api.clReleaseCommandBufferKHR(commands);
	clReleaseKernel(kernel);
	clReleaseMemObject(from);
	clReleaseMemObject(buffer);
}

void test_updates(void)
{
	cl_command_queue queue = make_queue(0);

	update_sizes(queue);
	update_kinds(queue);
	clReleaseCommandQueue(queue);
}

/* What is enqueued keeps its arguments, although it has not begun. */
static void update_pending(cl_command_queue_properties kind)
{
	cl_command_queue queue = make_queue(kind);
	cl_command_buffer_khr commands =
		make_commands(queue, CL_COMMAND_BUFFER_MUTABLE_KHR |
					     CL_COMMAND_BUFFER_SIMULTANEOUS_USE_KHR);
	cl_mem buffer = make_buffer(context, 1);
	cl_mem copies[2] = { make_buffer(context, 0), make_buffer(context, 0) };
	cl_mutable_command_khr command = record_set(commands, buffer, 10);
	cl_event user = clCreateUserEvent(context, NULL);
	cl_event events[3];

	IS(api.clFinalizeCommandBufferKHR(commands), CL_SUCCESS);
	IS(api.clEnqueueCommandBufferKHR(0, NULL, commands, 1, &user, &events[0]), CL_SUCCESS);
	IS(clEnqueueCopyBuffer(queue, buffer, copies[0], 0, 0, SIZE, 1, &events[0], &events[1]),
	   CL_SUCCESS);
	IS(set_number(commands, command, 20), CL_SUCCESS);
	IS(set_number(commands, command, 30), CL_SUCCESS);
	IS(api.clEnqueueCommandBufferKHR(0, NULL, commands, 1, &events[1], &events[2]), CL_SUCCESS);
	IS(clEnqueueCopyBuffer(queue, buffer, copies[1], 0, 0, SIZE, 1, &events[2], NULL),
	   CL_SUCCESS);
	IS(api.clReleaseCommandBufferKHR(commands), CL_SUCCESS);
	IS(clSetUserEventStatus(user, CL_COMPLETE), CL_SUCCESS);
	IS(first_word(queue, copies[0]), 10);
	IS(first_word(queue, copies[1]), 30);
	for (int i = 0; i < 3; i++)
		clReleaseEvent(events[i]);
	clReleaseEvent(user);
	clReleaseMemObject(buffer);
	clReleaseMemObject(copies[0]);
	clReleaseMemObject(copies[1]);
	clReleaseCommandQueue(queue);
}

void test_pending_updates(void)
{
	update_pending(0);
	update_pending(OUT_OF_ORDER);
}

/* A command buffer whose kernel lacks arguments is not executable until an update sets the last. */
void test_deferred(void)
{
	cl_command_queue queue = make_queue(0);
	cl_command_buffer_khr commands = make_commands(queue, CL_COMMAND_BUFFER_MUTABLE_KHR);
	cl_mem buffer = make_buffer(context, 1);
	cl_kernel kernel = make_kernel("scale");
	cl_uint numbers[] = { 0, 6 };
	struct mutable_dispatch_arg args[] = { { 1, 4, &numbers[0] }, { 2, 4, &numbers[1] } };
	struct mutable_dispatch_config config = { .num_args = 1, .arg_list = &args[0] };
	cl_mutable_command_khr command = NULL;
	cl_uint state = 99;

	IS(clSetKernelArg(kernel, 0, sizeof(buffer), &buffer), CL_SUCCESS);
	IS(api.clCommandNDRangeKernelKHR(commands, NULL, NULL, kernel, 1, NULL, &words, NULL, 0,
					 NULL, NULL, &command),
	   CL_SUCCESS);
	IS(api.clFinalizeCommandBufferKHR(commands), CL_SUCCESS);
	config.command = command;
	for (int i = 0; i < 2; i++) {
		IS(api.clGetCommandBufferInfoKHR(commands, CL_COMMAND_BUFFER_STATE_KHR,
						 sizeof(state), &state, NULL),
		   CL_SUCCESS);
		IS(state, CL_COMMAND_BUFFER_STATE_FINALIZED_KHR);
		IS(api.clEnqueueCommandBufferKHR(0, NULL, commands, 0, NULL, NULL),
		   CL_INVALID_OPERATION);
		config.arg_list = &args[i];
		IS(update_one(commands, &config), CL_SUCCESS);
	}
	IS(api.clEnqueueCommandBufferKHR(0, NULL, commands, 0, NULL, NULL), CL_SUCCESS);
	IS(first_word(queue, buffer), 6);
	api.clReleaseCommandBufferKHR(commands);
	clReleaseKernel(kernel);
	clReleaseMemObject(buffer);
	clReleaseCommandQueue(queue);
}

/* -- threads ----------------------------------------------------------------------------- */

/* Each thread has its own command buffers, in a queue of all. */
static void *use_own(void *shared)
{
	cl_command_queue queue = shared;
	cl_mem buffer = make_buffer(context, 1);

	for (cl_uint i = 0; i < ROUNDS; i++) {
		cl_command_buffer_khr commands =
			make_commands(queue, CL_COMMAND_BUFFER_MUTABLE_KHR);
		cl_mutable_command_khr command = record_set(commands, buffer, i);
		cl_event event = NULL;
		cl_uint word = 99;

		IS(api.clFinalizeCommandBufferKHR(commands), CL_SUCCESS);
		IS(set_number(commands, command, i + 100), CL_SUCCESS);
		IS(api.clEnqueueCommandBufferKHR(0, NULL, commands, 0, NULL, &event), CL_SUCCESS);
		IS(clEnqueueReadBuffer(queue, buffer, CL_TRUE, 0, sizeof(word), &word, 1, &event,
				       NULL),
		   CL_SUCCESS);
		IS(word, i + 100);
		IS(api.clReleaseCommandBufferKHR(commands), CL_SUCCESS);
		IS(clReleaseEvent(event), CL_SUCCESS);
	}
	clReleaseMemObject(buffer);
	return NULL;
}

static void run_threads(void *(*run)(void *), void *shared)
{
	pthread_t threads[THREADS];

	for (int i = 0; i < THREADS; i++)
		CHECK(pthread_create(&threads[i], NULL, run, shared) == 0);
	for (int i = 0; i < THREADS; i++)
		pthread_join(threads[i], NULL);
}

/* All threads record into one command buffer, update it, and enqueue it. */
struct shared {
	cl_command_queue queue;
	cl_command_buffer_khr commands;
	cl_mem buffers[THREADS];
	cl_mutable_command_khr handles[THREADS];
	int count; /* of threads that have begun */
	pthread_barrier_t recorded;
	pthread_barrier_t finalized;
};

static void *use_shared(void *data)
{
	struct shared *shared = data;
	const int number = __atomic_fetch_add(&shared->count, 1, __ATOMIC_RELAXED);
	cl_uint state;

	shared->handles[number] = record_set(shared->commands, shared->buffers[number], 0);
	if (pthread_barrier_wait(&shared->recorded) == PTHREAD_BARRIER_SERIAL_THREAD)
		IS(api.clFinalizeCommandBufferKHR(shared->commands), CL_SUCCESS);
	pthread_barrier_wait(&shared->finalized);
	for (cl_uint i = 1; i <= ROUNDS; i++) {
		cl_event event = NULL;

		IS(set_number(shared->commands, shared->handles[number], i), CL_SUCCESS);
		IS(api.clEnqueueCommandBufferKHR(0, NULL, shared->commands, 0, NULL, &event),
		   CL_SUCCESS);
		IS(api.clGetCommandBufferInfoKHR(shared->commands, CL_COMMAND_BUFFER_STATE_KHR,
						 sizeof(state), &state, NULL),
		   CL_SUCCESS);
		IS(clRetainEvent(event), CL_SUCCESS);
		IS(clReleaseEvent(event), CL_SUCCESS);
		IS(clReleaseEvent(event), CL_SUCCESS);
	}
	return NULL;
}

void test_threads(void)
{
	cl_command_queue queue = make_queue(OUT_OF_ORDER);

	run_threads(use_own, queue);
	clReleaseCommandQueue(queue);
}

/* No update of any thread is lost. */
void test_shared_updates(void)
{
	static struct shared shared;

	shared.queue = make_queue(0);
	shared.commands =
		make_commands(shared.queue, CL_COMMAND_BUFFER_MUTABLE_KHR |
						    CL_COMMAND_BUFFER_SIMULTANEOUS_USE_KHR);
	pthread_barrier_init(&shared.recorded, NULL, THREADS);
	pthread_barrier_init(&shared.finalized, NULL, THREADS);
	for (int i = 0; i < THREADS; i++)
		shared.buffers[i] = make_buffer(context, 1);
	run_threads(use_shared, &shared);
	IS(api.clEnqueueCommandBufferKHR(0, NULL, shared.commands, 0, NULL, NULL), CL_SUCCESS);
	for (int i = 0; i < THREADS; i++) {
		IS(first_word(shared.queue, shared.buffers[i]), ROUNDS);
		clReleaseMemObject(shared.buffers[i]);
	}
	api.clReleaseCommandBufferKHR(shared.commands);
	clReleaseCommandQueue(shared.queue);
}
