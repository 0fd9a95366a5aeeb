/* SPDX-License-Identifier: Apache-2.0 */
/*
 * command-buffer-replay: commands do as command buffers what they do by hand, in their order, in
 * queues that keep it and in others; what their events answer.
 */
#include "layers/command-buffer-program.h"

/* -- the commands ------------------------------------------------------------------------ */

/* What they work on. Kernels are numbered, so that their order shows. */
struct world {
	cl_mem buffers[3];
	cl_mem images[2];
	cl_uint *svm[2];
	cl_kernel kernel;
};

enum { DO_COPY, DO_RECT, DO_FILL, DO_TO_IMAGE, DO_COPY_IMAGE, DO_FROM_IMAGE, DO_FILL_IMAGE,
       DO_KERNEL, DO_SVM_COPY, DO_SVM_FILL, DO_COMMANDS };

static int command_count(void)
{
	return has_svm ? DO_COMMANDS : DO_SVM_COPY;
}

static const size_t zero[3] = { 0, 0, 0 };
static const size_t whole[3] = { SIDE, SIDE, 1 };
static const size_t corner[3] = { 3, 2, 0 };
static const size_t part[3] = { 5, 7, 1 };
static const size_t rect_from[3] = { 4, 1, 0 };
static const size_t rect_to[3] = { 8, 3, 1 };
static const size_t rect[3] = { 20, 3, 2 };
static const size_t words = WORDS;

static void make_world(struct world *world)
{
	for (int i = 0; i < 3; i++)
		world->buffers[i] = make_buffer(context, (cl_uint)i);
	for (int i = 0; i < 2; i++) {
		world->images[i] = make_image(context);
		world->svm[i] = NULL;
		if (!has_svm)
			continue;
		world->svm[i] = clSVMAlloc(context, CL_MEM_READ_WRITE, SIZE, 0);
		CHECK(world->svm[i] != NULL);
	}
	world->kernel = make_kernel("scale");
	IS(clSetKernelArg(world->kernel, 0, sizeof(cl_mem), &world->buffers[0]), CL_SUCCESS);
	IS(clSetKernelArg(world->kernel, 1, sizeof(cl_uint), &(cl_uint){ 3 }), CL_SUCCESS);
}

static void end_world(const struct world *world)
{
	for (int i = 0; i < 3; i++)
		clReleaseMemObject(world->buffers[i]);
	for (int i = 0; i < 2; i++) {
		clReleaseMemObject(world->images[i]);
		if (has_svm)
			clSVMFree(context, world->svm[i]);
	}
	clReleaseKernel(world->kernel);
}

static void reset_world(const struct world *world, cl_command_queue queue)
{
	const cl_uint colour[4] = { 1, 2, 3, 4 };

	for (cl_uint i = 0; i < 3; i++)
		set_words(queue, world->buffers[i], 100 * i, 1);
	for (int i = 0; i < 2; i++) {
		IS(clEnqueueFillImage(queue, world->images[i], colour, zero, whole, 0, NULL, NULL),
		   CL_SUCCESS);
		if (has_svm)
			IS(clEnqueueSVMMemFill(queue, world->svm[i], &i, sizeof(i), SIZE, 0, NULL,
					       NULL),
			   CL_SUCCESS);
	}
	IS(clFinish(queue), CL_SUCCESS);
}

#define STATE_WORDS (3 * WORDS + 2 * SIDE * SIDE + 2 * WORDS)

static void read_world(const struct world *world, cl_command_queue queue, cl_uint *state)
{
	IS(clFinish(queue), CL_SUCCESS);
	for (int i = 0; i < 3; i++, state += WORDS)
		IS(clEnqueueReadBuffer(queue, world->buffers[i], CL_TRUE, 0, SIZE, state, 0, NULL,
				       NULL),
		   CL_SUCCESS);
	for (int i = 0; i < 2; i++, state += SIDE * SIDE)
		IS(clEnqueueReadImage(queue, world->images[i], CL_TRUE, zero, whole, 0, 0, state, 0,
				      NULL, NULL),
		   CL_SUCCESS);
	for (int i = 0; i < 2 && has_svm; i++, state += WORDS)
		IS(clEnqueueSVMMemcpy(queue, CL_TRUE, state, world->svm[i], SIZE, 0, NULL, NULL),
		   CL_SUCCESS);
}

/* Command NUMBER of a list. */
static cl_int by_hand(const struct world *w, cl_command_queue queue, int what, cl_uint number)
{
	const cl_uint colour[4] = { number, 1, number * 3, 2 };

	switch (what) {
	case DO_COPY:
		return clEnqueueCopyBuffer(queue, w->buffers[0], w->buffers[1], 64, 128, SIZE / 2,
					   0, NULL, NULL);
	case DO_RECT:
		return clEnqueueCopyBufferRect(queue, w->buffers[1], w->buffers[2], rect_from,
					       rect_to, rect, 64, 512, 32, 256, 0, NULL, NULL);
	case DO_FILL:
		return clEnqueueFillBuffer(queue, w->buffers[2], colour, 8, 16, 64, 0, NULL, NULL);
	case DO_TO_IMAGE:
		return clEnqueueCopyBufferToImage(queue, w->buffers[0], w->images[0], 32, corner,
						  part, 0, NULL, NULL);
	case DO_COPY_IMAGE:
		return clEnqueueCopyImage(queue, w->images[0], w->images[1], corner, zero, part, 0,
					  NULL, NULL);
	case DO_FROM_IMAGE:
		return clEnqueueCopyImageToBuffer(queue, w->images[1], w->buffers[0], zero, whole,
						  256, 0, NULL, NULL);
	case DO_FILL_IMAGE:
		return clEnqueueFillImage(queue, w->images[0], colour, corner, part, 0, NULL, NULL);
	case DO_SVM_COPY:
		return clEnqueueSVMMemcpy(queue, CL_FALSE, w->svm[1] + 8, w->svm[0], 256, 0, NULL,
					  NULL);
	case DO_SVM_FILL:
		return clEnqueueSVMMemFill(queue, w->svm[0], &number, sizeof(number), 128, 0, NULL,
					   NULL);
	default:
		clSetKernelArg(w->kernel, 2, sizeof(number), &number);
		return clEnqueueNDRangeKernel(queue, w->kernel, 1, NULL, &words, NULL, 0, NULL,
					      NULL);
	}
}

/* The same, which waits for POINT, if that is not 0, and stores its own there. */
static cl_int record(const struct world *w, cl_command_buffer_khr cb, int what, cl_uint number,
		     cl_sync_point_khr *point)
{
	const cl_uint colour[4] = { number, 1, number * 3, 2 };
	const cl_sync_point_khr before = !point ? 0 : *point;
	const cl_uint n = before != 0;
	const cl_sync_point_khr *list = n != 0 ? &before : NULL;

	switch (what) {
	case DO_COPY:
		return api.clCommandCopyBufferKHR(cb, NULL, NULL, w->buffers[0], w->buffers[1], 64,
						  128, SIZE / 2, n, list, point, NULL);
	case DO_RECT:
		return api.clCommandCopyBufferRectKHR(cb, NULL, NULL, w->buffers[1], w->buffers[2],
						      rect_from, rect_to, rect, 64, 512, 32, 256, n,
						      list, point, NULL);
	case DO_FILL:
		return api.clCommandFillBufferKHR(cb, NULL, NULL, w->buffers[2], colour, 8, 16, 64,
						  n, list, point, NULL);
	case DO_TO_IMAGE:
		return api.clCommandCopyBufferToImageKHR(cb, NULL, NULL, w->buffers[0],
							 w->images[0], 32, corner, part, n, list,
							 point, NULL);
	case DO_COPY_IMAGE:
		return api.clCommandCopyImageKHR(cb, NULL, NULL, w->images[0], w->images[1], corner,
						 zero, part, n, list, point, NULL);
	case DO_FROM_IMAGE:
		return api.clCommandCopyImageToBufferKHR(cb, NULL, NULL, w->images[1],
							 w->buffers[0], zero, whole, 256, n, list,
							 point, NULL);
	case DO_FILL_IMAGE:
		return api.clCommandFillImageKHR(cb, NULL, NULL, w->images[0], colour, corner, part,
						 n, list, point, NULL);
	case DO_SVM_COPY:
		return api.clCommandSVMMemcpyKHR(cb, NULL, NULL, w->svm[1] + 8, w->svm[0], 256, n,
						 list, point, NULL);
	case DO_SVM_FILL:
		return api.clCommandSVMMemFillKHR(cb, NULL, NULL, w->svm[0], &number,
						  sizeof(number), 128, n, list, point, NULL);
	default:
		clSetKernelArg(w->kernel, 2, sizeof(number), &number);
		return api.clCommandNDRangeKernelKHR(cb, NULL, NULL, w->kernel, 1, NULL, &words,
						     NULL, n, list, point, NULL);
	}
}

/* -- what they do ------------------------------------------------------------------------ */

#define OUT_OF_ORDER CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE

/* How a list is kept in its order. */
enum keep { BY_QUEUE, BY_POINTS, BY_BARRIERS, KEEPS };

struct trial {
	const int *list;
	cl_uint length;
	enum keep keep;
	bool changes_queue; /* it is enqueued to a queue of the other kind */
};

static cl_command_buffer_khr record_list(const struct world *world, cl_command_queue queue,
					 const struct trial *trial)
{
	cl_command_buffer_khr commands = make_commands(queue, 0);
	cl_sync_point_khr point = 0;

	for (cl_uint i = 0; i < trial->length; i++) {
		if (trial->keep == BY_BARRIERS)
			IS(api.clCommandBarrierWithWaitListKHR(commands, NULL, NULL, 0, NULL, NULL,
							       NULL),
			   CL_SUCCESS);
		IS(record(world, commands, trial->list[i], i + 1,
			  trial->keep == BY_POINTS ? &point : NULL),
		   CL_SUCCESS);
	}
	IS(api.clFinalizeCommandBufferKHR(commands), CL_SUCCESS);
	return commands;
}

/* Twice, the second time after the first. */
static void compare(const struct world *world, const struct trial *trial)
{
	const cl_command_queue_properties kind = trial->keep == BY_QUEUE ? 0 : OUT_OF_ORDER;
	static cl_uint expected[STATE_WORDS];
	static cl_uint found[STATE_WORDS];
	cl_command_queue plain = make_queue(0);
	cl_command_queue queue = make_queue(kind);
	cl_command_queue other = make_queue(kind ^ OUT_OF_ORDER);
	cl_command_queue *list = trial->changes_queue ? &other : NULL;
	cl_command_buffer_khr commands = record_list(world, queue, trial);
	cl_event event;

	reset_world(world, plain);
	for (int round = 0; round < 2; round++)
		for (cl_uint i = 0; i < trial->length; i++)
			IS(by_hand(world, plain, trial->list[i], i + 1), CL_SUCCESS);
	read_world(world, plain, expected);
	reset_world(world, plain);
	IS(api.clEnqueueCommandBufferKHR(list != NULL, list, commands, 0, NULL, &event),
	   CL_SUCCESS);
	IS(api.clEnqueueCommandBufferKHR(list != NULL, list, commands, 1, &event, NULL),
	   CL_SUCCESS);
	IS(api.clReleaseCommandBufferKHR(commands), CL_SUCCESS);
	IS(clReleaseEvent(event), CL_SUCCESS);
	IS(clFinish(list ? other : queue), CL_SUCCESS);
	read_world(world, plain, found);
	CHECK(memcmp(expected, found, sizeof(found)) == 0);
	clReleaseCommandQueue(plain);
	clReleaseCommandQueue(queue);
	clReleaseCommandQueue(other);
}

/* Each command alone. */
void test_commands(void)
{
	struct world world;

	make_world(&world);
	for (int what = 0; what < command_count(); what++)
		for (int other = 0; other < 2; other++)
			compare(&world, &(struct trial){ &what, 1, BY_QUEUE, other != 0 });
	end_world(&world);
}

/* Many commands, in each way to keep them in their order. */
void test_orders(void)
{
	struct world world;
	int list[40];

	make_world(&world);
	srand(29);
	for (int round = 0; round < 4; round++) {
		for (int i = 0; i < 40; i++)
			list[i] = rand() % command_count();
		for (int keep = 0; keep < KEEPS; keep++)
			for (int other = 0; other < 2; other++)
				compare(&world, &(struct trial){ list, 40, (enum keep)keep,
								 other != 0 });
	}
	end_world(&world);
}

static cl_int record_scale(cl_command_buffer_khr commands, cl_kernel kernel, cl_uint factor,
			 cl_uint number, cl_sync_point_khr *point)
{
	clSetKernelArg(kernel, 1, sizeof(factor), &factor);
	clSetKernelArg(kernel, 2, sizeof(number), &number);
	return api.clCommandNDRangeKernelKHR(commands, NULL, NULL, kernel, 1, NULL, &words, NULL, 0,
					     NULL, point, NULL);
}

/* A barrier with a list holds back what is recorded after it, without a list of its own. */
void test_barriers(void)
{
	cl_command_queue queue = make_queue(OUT_OF_ORDER);
	cl_command_buffer_khr commands = make_commands(queue, 0);
	cl_mem buffer = make_buffer(context, 1);
	cl_mem copy = make_buffer(context, 0);
	cl_kernel kernel = make_kernel("scale");
	cl_sync_point_khr points[2] = { 0, 0 };

	IS(clSetKernelArg(kernel, 0, sizeof(buffer), &buffer), CL_SUCCESS);
	IS(api.clCommandBarrierWithWaitListKHR(commands, NULL, NULL, 0, NULL, NULL, NULL),
	   CL_SUCCESS);
	IS(record_scale(commands, kernel, 10, 2, &points[0]), CL_SUCCESS);
	IS(api.clCommandBarrierWithWaitListKHR(commands, NULL, NULL, 1, points, &points[1], NULL),
	   CL_SUCCESS);
	IS(record_scale(commands, kernel, 10, 3, NULL), CL_SUCCESS);
	IS(api.clCommandBarrierWithWaitListKHR(commands, NULL, NULL, 0, NULL, NULL, NULL),
	   CL_SUCCESS);
	IS(record_scale(commands, kernel, 10, 4, NULL), CL_SUCCESS);
	IS(api.clCommandBarrierWithWaitListKHR(commands, NULL, NULL, 0, NULL, NULL, NULL),
	   CL_SUCCESS);
	IS(api.clCommandCopyBufferKHR(commands, NULL, NULL, buffer, copy, 0, 0, SIZE, 1, &points[1],
				      NULL, NULL),
	   CL_SUCCESS);
	IS(api.clFinalizeCommandBufferKHR(commands), CL_SUCCESS);
	IS(api.clEnqueueCommandBufferKHR(0, NULL, commands, 0, NULL, NULL), CL_SUCCESS);
	IS(first_word(queue, copy), 1234);
	api.clReleaseCommandBufferKHR(commands);
	clReleaseKernel(kernel);
	clReleaseMemObject(buffer);
	clReleaseMemObject(copy);
	clReleaseCommandQueue(queue);
}

/*
 * A command buffer waits for an event of the user, and the call does not. Whether other commands of
 * a queue without order go on meanwhile depends on the driver: NVIDIA 580 holds some of them back.
 */
static void wait_for_user(cl_command_queue_properties kind)
{
	cl_command_queue queue = make_queue(kind);
	cl_command_buffer_khr commands = make_commands(queue, 0);
	cl_mem buffers[2] = { make_buffer(context, 5), make_buffer(context, 6) };
	cl_kernel kernel = make_kernel("scale");
	cl_event user = clCreateUserEvent(context, NULL);
	cl_event event = NULL;
	const cl_uint word = 0;

	IS(clSetKernelArg(kernel, 0, sizeof(cl_mem), &buffers[0]), CL_SUCCESS);
	IS(record_scale(commands, kernel, 2, 1, NULL), CL_SUCCESS);
	IS(api.clCommandBarrierWithWaitListKHR(commands, NULL, NULL, 0, NULL, NULL, NULL),
	   CL_SUCCESS);
	IS(record_scale(commands, kernel, 2, 1, NULL), CL_SUCCESS);
	IS(api.clCommandFillBufferKHR(commands, NULL, NULL, buffers[1], &word, 4, 4, 4, 0, NULL,
				      NULL, NULL),
	   CL_SUCCESS);
	IS(api.clFinalizeCommandBufferKHR(commands), CL_SUCCESS);
	IS(api.clEnqueueCommandBufferKHR(0, NULL, commands, 1, &user, &event), CL_SUCCESS);
	IS(clSetUserEventStatus(user, CL_COMPLETE), CL_SUCCESS);
	IS(clWaitForEvents(1, &event), CL_SUCCESS);
	IS(first_word(queue, buffers[0]), 23);
	clReleaseEvent(event);
	clReleaseEvent(user);
	api.clReleaseCommandBufferKHR(commands);
	clReleaseKernel(kernel);
	clReleaseMemObject(buffers[0]);
	clReleaseMemObject(buffers[1]);
	clReleaseCommandQueue(queue);
}

void test_waits(void)
{
	wait_for_user(0);
	wait_for_user(OUT_OF_ORDER);
}
