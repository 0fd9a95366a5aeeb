/* SPDX-License-Identifier: Apache-2.0 */
/*
 * command-buffer-wrong: wrong calls of all functions, and no memory.
 */
#include "layers/command-buffer-program.h"

#include <dlfcn.h>
#include <errno.h>
#include <limits.h>

#include "process/faults.h"

/* What most calls here are about. */
static cl_command_queue queue;
static cl_command_buffer_khr cb;
static cl_mem buffer;
static cl_mem foreign; /* of another context */
static cl_kernel kernel;
static const size_t one = 1;
static const size_t words = WORDS;

static void begin(void)
{
	queue = make_queue(0);
	cb = make_commands(queue, CL_COMMAND_BUFFER_MUTABLE_KHR);
	buffer = make_buffer(context, 1);
	foreign = make_buffer(other_context, 1);
	kernel = make_kernel("scale");
	IS(clSetKernelArg(kernel, 0, sizeof(buffer), &buffer), CL_SUCCESS);
	IS(clSetKernelArg(kernel, 1, 4, &(cl_uint){ 1 }), CL_SUCCESS);
	IS(clSetKernelArg(kernel, 2, 4, &(cl_uint){ 1 }), CL_SUCCESS);
}

static void end(void)
{
	api.clReleaseCommandBufferKHR(cb);
	clReleaseKernel(kernel);
	clReleaseMemObject(buffer);
	clReleaseMemObject(foreign);
	clReleaseCommandQueue(queue);
}

/* -- creation ---------------------------------------------------------------------------- */

static void create(cl_uint count, const cl_command_queue *queues, const cl_properties *properties,
		   cl_int expected)
{
	cl_int error = 1;

	CHECK(api.clCreateCommandBufferKHR(count, queues, properties, &error) == NULL);
	IS(error, expected);
	CHECK(api.clCreateCommandBufferKHR(count, queues, properties, NULL) == NULL);
}

#define BUFFER_FLAGS CL_COMMAND_BUFFER_FLAGS_KHR

void test_wrong_creation(void)
{
	const cl_command_queue none = NULL;
	cl_command_queue two[2];

	begin();
	two[0] = two[1] = queue;
	create(0, &queue, NULL, CL_INVALID_VALUE);
	create(2, two, NULL, CL_INVALID_VALUE);
	create(1, NULL, NULL, CL_INVALID_VALUE);
	create(0, NULL, NULL, CL_INVALID_VALUE);
	create(1, &none, NULL, CL_INVALID_COMMAND_QUEUE);
	create(1, &queue, (cl_properties[]){ 0x1234 }, CL_INVALID_VALUE);
	create(1, &queue, (cl_properties[]){ BUFFER_FLAGS, ~(cl_properties)0 }, CL_INVALID_VALUE);
	create(1, &queue, (cl_properties[]){ BUFFER_FLAGS, 1, BUFFER_FLAGS }, CL_INVALID_VALUE);
	create(1, &queue,
	       (cl_properties[]){ BUFFER_FLAGS, CL_COMMAND_BUFFER_DEVICE_SIDE_SYNC_KHR, 0 },
	       CL_INVALID_PROPERTY);
	create(1, &queue, (cl_properties[]){ CL_COMMAND_BUFFER_MUTABLE_DISPATCH_ASSERTS_KHR, 2, 0 },
	       CL_INVALID_VALUE);
	IS(api.clRetainCommandBufferKHR(NULL), CL_INVALID_COMMAND_BUFFER_KHR);
	IS(api.clReleaseCommandBufferKHR(NULL), CL_INVALID_COMMAND_BUFFER_KHR);
	IS(api.clFinalizeCommandBufferKHR((cl_command_buffer_khr)queue),
	   CL_INVALID_COMMAND_BUFFER_KHR);
	IS(api.clReleaseCommandBufferKHR((cl_command_buffer_khr)0x10),
	   CL_INVALID_COMMAND_BUFFER_KHR);
	IS(api.clGetCommandBufferInfoKHR(NULL, CL_COMMAND_BUFFER_STATE_KHR, 0, NULL, NULL),
	   CL_INVALID_COMMAND_BUFFER_KHR);
	IS(api.clGetMutableCommandInfoKHR((cl_mutable_command_khr)cb,
					  CL_MUTABLE_DISPATCH_KERNEL_KHR, 0, NULL, NULL),
	   CL_INVALID_MUTABLE_COMMAND_KHR);
	IS(api.clGetMutableCommandInfoKHR(NULL, CL_MUTABLE_DISPATCH_KERNEL_KHR, 0, NULL, NULL),
	   CL_INVALID_MUTABLE_COMMAND_KHR);
	end();
}

/* -- what all commands have in common ---------------------------------------------------- */

enum { BARRIER, COPY, RECT, FILL, SVM_COPY, SVM_FILL, TO_IMAGE, FROM_IMAGE, COPY_IMAGE, FILL_IMAGE,
       KERNEL, COMMANDS };

static cl_mem images[2];
static cl_uint *svm[2];

/* Command WHAT with arguments of its own that are right. */
static cl_int record(int what, cl_command_buffer_khr in, cl_command_queue into,
		     const cl_properties *p, cl_uint n, const cl_sync_point_khr *list,
		     cl_sync_point_khr *point, cl_mutable_command_khr *handle)
{
	const size_t origin[3] = { 0, 0, 0 };
	const size_t region[3] = { 1, 1, 1 };
	const cl_uint colour[4] = { 0, 0, 0, 0 };

	switch (what) {
	case BARRIER:
		return api.clCommandBarrierWithWaitListKHR(in, into, p, n, list, point, handle);
	case COPY:
		return api.clCommandCopyBufferKHR(in, into, p, buffer, buffer, 0, 4, 4, n, list,
						  point, handle);
	case RECT:
		return api.clCommandCopyBufferRectKHR(in, into, p, buffer, buffer, origin,
						      (size_t[]){ 1, 0, 0 }, region, 32, 0, 32,
						      0, n, list, point, handle);
	case FILL:
		return api.clCommandFillBufferKHR(in, into, p, buffer, colour, 4, 0, 4, n, list,
						  point, handle);
	case SVM_COPY:
		return api.clCommandSVMMemcpyKHR(in, into, p, svm[0], svm[1], 4, n, list, point,
						 handle);
	case SVM_FILL:
		return api.clCommandSVMMemFillKHR(in, into, p, svm[0], colour, 4, 4, n, list, point,
						  handle);
	case TO_IMAGE:
		return api.clCommandCopyBufferToImageKHR(in, into, p, buffer, images[0], 0, origin,
							 region, n, list, point, handle);
	case FROM_IMAGE:
		return api.clCommandCopyImageToBufferKHR(in, into, p, images[0], buffer, origin,
							 region, 0, n, list, point, handle);
	case COPY_IMAGE:
		return api.clCommandCopyImageKHR(in, into, p, images[0], images[1], origin, origin,
						 region, n, list, point, handle);
	case FILL_IMAGE:
		return api.clCommandFillImageKHR(in, into, p, images[0], colour, origin, region, n,
						 list, point, handle);
	default:
		return api.clCommandNDRangeKernelKHR(in, into, p, kernel, 1, NULL, &one, NULL, n,
						     list, point, handle);
	}
}

static void record_wrong(int what)
{
	const cl_properties wrong[] = { ~(cl_properties)0 };
	const cl_sync_point_khr points[] = { 0, 1, 2, 9999 };
	cl_command_buffer_khr fresh = make_commands(queue, 0);
	cl_sync_point_khr point = 0;
	cl_mutable_command_khr handle = NULL;

	IS(record(what, NULL, queue, NULL, 0, NULL, NULL, NULL), CL_INVALID_COMMAND_BUFFER_KHR);
	IS(record(what, fresh, queue, NULL, 0, NULL, NULL, NULL), CL_INVALID_COMMAND_QUEUE);
	IS(record(what, fresh, NULL, wrong, 0, NULL, NULL, NULL), CL_INVALID_VALUE);
	if (what != KERNEL)
		IS(record(what, fresh, NULL, NULL, 0, NULL, NULL, &handle), CL_INVALID_VALUE);
	IS(record(what, fresh, NULL, (cl_properties[]){ 0 }, 0, NULL, NULL, NULL), CL_SUCCESS);
	IS(record(what, fresh, NULL, NULL, 0, NULL, &point, NULL), CL_SUCCESS);
	CHECK(point != 0);
	IS(record(what, fresh, NULL, NULL, 1, NULL, NULL, NULL),
	   CL_INVALID_SYNC_POINT_WAIT_LIST_KHR);
	IS(record(what, fresh, NULL, NULL, 0, &point, NULL, NULL),
	   CL_INVALID_SYNC_POINT_WAIT_LIST_KHR);
	/* 1 is the number of a command that has no sync point. */
	for (size_t i = 0; i < sizeof(points) / sizeof(points[0]); i++)
		if (points[i] != point)
			IS(record(what, fresh, NULL, NULL, 1, &points[i], NULL, NULL),
			   CL_INVALID_SYNC_POINT_WAIT_LIST_KHR);
	IS(record(what, fresh, NULL, NULL, 1, &point, NULL, NULL), CL_SUCCESS);
	IS(api.clFinalizeCommandBufferKHR(fresh), CL_SUCCESS);
	IS(record(what, fresh, NULL, NULL, 0, NULL, NULL, NULL), CL_INVALID_OPERATION);
	IS(api.clEnqueueCommandBufferKHR(0, NULL, fresh, 0, NULL, NULL), CL_SUCCESS);
	IS(clFinish(queue), CL_SUCCESS);
	api.clReleaseCommandBufferKHR(fresh);
}

void test_wrong_recording(void)
{
	begin();
	for (int i = 0; i < 2; i++) {
		images[i] = make_image(context);
		svm[i] = clSVMAlloc(context, CL_MEM_READ_WRITE, SIZE, 0);
	}
	for (int what = 0; what < COMMANDS; what++)
		record_wrong(what);
	for (int i = 0; i < 2; i++) {
		clReleaseMemObject(images[i]);
		clSVMFree(context, svm[i]);
	}
	end();
}

/* -- arguments of commands --------------------------------------------------------------- */

static cl_int copy(cl_mem from, cl_mem to, size_t source, size_t target, size_t size)
{
	return api.clCommandCopyBufferKHR(cb, NULL, NULL, from, to, source, target, size, 0, NULL,
					  NULL, NULL);
}

static cl_int fill(cl_mem to, const void *pattern, size_t pattern_size, size_t offset, size_t size)
{
	return api.clCommandFillBufferKHR(cb, NULL, NULL, to, pattern, pattern_size, offset, size,
					  0, NULL, NULL, NULL);
}

static cl_int copy_rect(const size_t *from, const size_t *to, const size_t *region, size_t row,
			size_t slice)
{
	return api.clCommandCopyBufferRectKHR(cb, NULL, NULL, buffer, buffer, from, to, region, row,
					      slice, row, slice, 0, NULL, NULL, NULL);
}

static cl_int svm_fill(void *to, const void *pattern, size_t pattern_size, size_t size)
{
	return api.clCommandSVMMemFillKHR(cb, NULL, NULL, to, pattern, pattern_size, size, 0, NULL,
					  NULL, NULL);
}

static void copy_wrong_rects(void)
{
	const size_t origin[3] = { 0, 0, 0 };
	const size_t next[3] = { 8, 0, 0 };
	const size_t region[3] = { 8, 2, 2 };

	IS(copy_rect(NULL, next, region, 0, 0), CL_INVALID_VALUE);
	IS(copy_rect(origin, next, NULL, 0, 0), CL_INVALID_VALUE);
	IS(copy_rect(origin, next, (size_t[]){ 8, 0, 2 }, 32, 0), CL_INVALID_VALUE);
	IS(copy_rect(origin, next, region, 7, 0), CL_INVALID_VALUE);
	IS(copy_rect(origin, next, region, 32, 32), CL_INVALID_VALUE);
	IS(copy_rect(origin, next, region, 32, 100), CL_INVALID_VALUE);
	IS(copy_rect(origin, next, region, 32, SIZE), CL_INVALID_VALUE);
	IS(copy_rect(origin, (size_t[]){ 0, ~(size_t)0 / 16, 0 }, region, 32, 128),
	   CL_INVALID_VALUE);
	IS(copy_rect(origin, (size_t[]){ 4, 1, 0 }, region, 32, 128), CL_MEM_COPY_OVERLAP);
	IS(copy_rect((size_t[]){ 30, 0, 0 }, (size_t[]){ 2, 1, 0 }, region, 32, 128),
	   CL_MEM_COPY_OVERLAP);
	IS(copy_rect(origin, (size_t[]){ 0, 3, 0 }, region, 32, 128), CL_MEM_COPY_OVERLAP);
	IS(copy_rect(origin, (size_t[]){ 0, 2, 0 }, region, 32, 128), CL_SUCCESS);
	IS(copy_rect((size_t[]){ 0, 3, 0 }, (size_t[]){ 0, 0, 1 }, region, 32, 128),
	   CL_MEM_COPY_OVERLAP);
	IS(copy_rect(origin, next, region, 32, 128), CL_SUCCESS);
}

static void use_wrong_svm(void)
{
	unsigned char *memory = clSVMAlloc(context, CL_MEM_READ_WRITE, SIZE, 0);

	IS(svm_fill(NULL, &words, 4, 8), CL_INVALID_VALUE);
	IS(svm_fill(memory, NULL, 4, 8), CL_INVALID_VALUE);
	IS(svm_fill(memory, &words, 3, 9), CL_INVALID_VALUE);
	IS(svm_fill(memory, &words, 4, 9), CL_INVALID_VALUE);
	IS(svm_fill(memory + 1, &words, 4, 8), CL_INVALID_VALUE);
	IS(api.clCommandSVMMemcpyKHR(cb, NULL, NULL, NULL, memory, 4, 0, NULL, NULL, NULL),
	   CL_INVALID_VALUE);
	IS(api.clCommandSVMMemcpyKHR(cb, NULL, NULL, memory, NULL, 4, 0, NULL, NULL, NULL),
	   CL_INVALID_VALUE);
	IS(api.clCommandSVMMemcpyKHR(cb, NULL, NULL, memory + 4, memory, 8, 0, NULL, NULL, NULL),
	   CL_MEM_COPY_OVERLAP);
	clSVMFree(context, memory);
}

void test_wrong_memory(void)
{
	const cl_buffer_region low = { 0, 2048 };
	const cl_buffer_region high = { 1024, 2048 };
	cl_mem parts[2];
	cl_mem image;

	begin();
	image = make_image(context);
	parts[0] = clCreateSubBuffer(buffer, 0, CL_BUFFER_CREATE_TYPE_REGION, &low, NULL);
	parts[1] = clCreateSubBuffer(buffer, 0, CL_BUFFER_CREATE_TYPE_REGION, &high, NULL);
	IS(copy(NULL, buffer, 0, 0, 4), CL_INVALID_MEM_OBJECT);
	IS(copy(buffer, NULL, 0, 0, 4), CL_INVALID_MEM_OBJECT);
	IS(copy(image, buffer, 0, 0, 4), CL_INVALID_MEM_OBJECT);
	IS(copy(foreign, buffer, 0, 0, 4), CL_INVALID_CONTEXT);
	IS(copy(buffer, foreign, 0, 0, 4), CL_INVALID_CONTEXT);
	IS(copy(buffer, buffer, SIZE - 4, 0, 8), CL_INVALID_VALUE);
	IS(copy(buffer, buffer, 0, ~(size_t)3, 8), CL_INVALID_VALUE);
	IS(copy(buffer, buffer, 0, 7, 8), CL_MEM_COPY_OVERLAP);
	IS(copy(buffer, buffer, 8, 0, 8), CL_SUCCESS);
	IS(copy(parts[0], parts[1], 1024, 0, 8), CL_MEM_COPY_OVERLAP);
	IS(copy(parts[0], parts[1], 1024, 8, 8), CL_SUCCESS);
	IS(fill(NULL, &words, 4, 0, 8), CL_INVALID_MEM_OBJECT);
	IS(fill(foreign, &words, 4, 0, 8), CL_INVALID_CONTEXT);
	IS(fill(buffer, NULL, 4, 0, 8), CL_INVALID_VALUE);
	IS(fill(buffer, &words, 0, 0, 8), CL_INVALID_VALUE);
	IS(fill(buffer, &words, 3, 0, 9), CL_INVALID_VALUE);
	IS(fill(buffer, images, 256, 0, 256), CL_INVALID_VALUE);
	IS(fill(buffer, &words, 4, 2, 8), CL_INVALID_VALUE);
	IS(fill(buffer, &words, 4, 0, 6), CL_INVALID_VALUE);
	IS(fill(buffer, &words, 4, SIZE, 4), CL_INVALID_VALUE);
	copy_wrong_rects();
	use_wrong_svm();
	clReleaseMemObject(parts[0]);
	clReleaseMemObject(parts[1]);
	clReleaseMemObject(image);
	end();
}

static cl_int fill_image(cl_mem image, const void *colour, const size_t *origin,
			 const size_t *region)
{
	return api.clCommandFillImageKHR(cb, NULL, NULL, image, colour, origin, region, 0, NULL,
					 NULL, NULL);
}

void test_wrong_images(void)
{
	const cl_image_format format = { CL_R, CL_FLOAT };
	const cl_image_desc desc = { .image_type = CL_MEM_OBJECT_IMAGE2D, .image_width = SIDE,
				     .image_height = SIDE };
	const cl_uint colour[4] = { 1, 1, 1, 1 };
	const size_t origin[3] = { 1, 1, 0 };
	const size_t region[3] = { 2, 2, 1 };
	const size_t layer[3] = { 1, 1, 1 };
	const size_t large[3] = { SIDE, 2, 1 };
	cl_mem image;
	cl_mem other;
	cl_mem strange;

	begin();
	image = make_image(context);
	strange = make_image(other_context);
	other = clCreateImage(context, CL_MEM_READ_WRITE, &format, &desc, NULL, NULL);
	IS(fill_image(NULL, colour, origin, region), CL_INVALID_MEM_OBJECT);
	IS(fill_image(buffer, colour, origin, region), CL_INVALID_MEM_OBJECT);
	IS(fill_image(strange, colour, origin, region), CL_INVALID_CONTEXT);
	IS(fill_image(image, NULL, origin, region), CL_INVALID_VALUE);
	IS(fill_image(image, colour, NULL, region), CL_INVALID_VALUE);
	IS(fill_image(image, colour, origin, NULL), CL_INVALID_VALUE);
	IS(fill_image(image, colour, layer, region), CL_INVALID_VALUE);
	IS(fill_image(image, colour, origin, large), CL_INVALID_VALUE);
	IS(fill_image(image, colour, origin, (size_t[]){ 2, 0, 1 }), CL_INVALID_VALUE);
	IS(api.clCommandCopyImageKHR(cb, NULL, NULL, image, other, origin, origin, region, 0, NULL,
				     NULL, NULL),
	   CL_IMAGE_FORMAT_MISMATCH);
	IS(api.clCommandCopyImageKHR(cb, NULL, NULL, image, strange, origin, origin, region, 0,
				     NULL, NULL, NULL),
	   CL_INVALID_CONTEXT);
	IS(api.clCommandCopyImageKHR(cb, NULL, NULL, image, image, origin, (size_t[]){ 2, 2, 0 },
				     region, 0, NULL, NULL, NULL),
	   CL_MEM_COPY_OVERLAP);
	IS(api.clCommandCopyImageKHR(cb, NULL, NULL, image, image, origin, (size_t[]){ 3, 1, 0 },
				     region, 0, NULL, NULL, NULL),
	   CL_SUCCESS);
	IS(api.clCommandCopyBufferToImageKHR(cb, NULL, NULL, buffer, image, SIZE - 12, origin,
					     region, 0, NULL, NULL, NULL),
	   CL_INVALID_VALUE);
	IS(api.clCommandCopyBufferToImageKHR(cb, NULL, NULL, foreign, image, 0, origin, region, 0,
					     NULL, NULL, NULL),
	   CL_INVALID_CONTEXT);
	IS(api.clCommandCopyImageToBufferKHR(cb, NULL, NULL, image, buffer, origin, region,
					     ~(size_t)0, 0, NULL, NULL, NULL),
	   CL_INVALID_VALUE);
	IS(api.clCommandCopyImageToBufferKHR(cb, NULL, NULL, image, image, origin, region, 0, 0,
					     NULL, NULL, NULL),
	   CL_INVALID_MEM_OBJECT);
	clReleaseMemObject(image);
	clReleaseMemObject(strange);
	clReleaseMemObject(other);
	end();
}

/* -- kernels ----------------------------------------------------------------------------- */

static cl_int record_kernel(const cl_properties *properties, cl_kernel what, cl_uint dims,
			    const size_t *offset, const size_t *global, const size_t *local)
{
	return api.clCommandNDRangeKernelKHR(cb, NULL, properties, what, dims, offset, global,
					     local, 0, NULL, NULL, NULL);
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

	begin();
	eight = make_kernel("eight");
	bare = make_kernel("scale");
	IS(clSetKernelArg(eight, 0, sizeof(buffer), &buffer), CL_SUCCESS);
	IS(record_kernel(NULL, NULL, 1, NULL, &words, NULL), CL_INVALID_KERNEL);
	IS(record_kernel(NULL, kernel, 0, NULL, &words, NULL), CL_INVALID_WORK_DIMENSION);
	IS(record_kernel(NULL, kernel, 4, NULL, huge, NULL), CL_INVALID_WORK_DIMENSION);
	IS(record_kernel(NULL, kernel, 1, far, &words, NULL), CL_INVALID_GLOBAL_OFFSET);
	IS(record_kernel(NULL, kernel, 1, NULL, huge, huge), CL_INVALID_WORK_ITEM_SIZE);
	IS(record_kernel(NULL, kernel, 1, NULL, &words, nothing), CL_INVALID_WORK_GROUP_SIZE);
	IS(record_kernel(NULL, kernel, 1, NULL, &words, seven), CL_INVALID_WORK_GROUP_SIZE);
	IS(record_kernel(NULL, eight, 1, NULL, &words, &one), CL_INVALID_WORK_GROUP_SIZE);
	IS(record_kernel(fixed, bare, 1, NULL, &words, NULL), CL_INVALID_KERNEL_ARGS);
	IS(record_kernel((cl_properties[]){ FIELDS, 0, FIELDS }, kernel, 1, NULL, &words, NULL),
	   CL_INVALID_VALUE);
	IS(record_kernel((cl_properties[]){ FIELDS, 1, 1 }, kernel, 1, NULL, &words, NULL),
	   CL_INVALID_VALUE);
	IS(record_kernel((cl_properties[]){ FIELDS, 1u << 9, 0 }, kernel, 1, NULL, &words, NULL),
	   CL_INVALID_VALUE);
	IS(record_kernel((cl_properties[]){ CL_MUTABLE_DISPATCH_ASSERTS_KHR, NO_MORE, 0 }, kernel,
			 1, NULL, &words, NULL),
	   CL_INVALID_VALUE);
	api.clReleaseCommandBufferKHR(cb);
	cb = make_commands(queue, 0);
	IS(record_kernel(NULL, bare, 1, NULL, &words, NULL), CL_INVALID_KERNEL_ARGS);
	clReleaseKernel(eight);
	clReleaseKernel(bare);
	end();
}

/* -- enqueue ----------------------------------------------------------------------------- */

static cl_int enqueue(cl_uint count, cl_command_queue *queues, cl_uint event_count,
		      const cl_event *events)
{
	cl_event event = (cl_event)&count;
	const cl_int error =
		api.clEnqueueCommandBufferKHR(count, queues, cb, event_count, events, &event);

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

	begin();
	two[0] = two[1] = queue;
	IS(enqueue(0, NULL, 0, NULL), CL_INVALID_OPERATION);
	IS(api.clFinalizeCommandBufferKHR(cb), CL_SUCCESS);
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
	IS(enqueue(0, NULL, 1, &user), CL_INVALID_CONTEXT);
	clSetUserEventStatus(user, CL_COMPLETE);
	clReleaseEvent(user);
	clReleaseCommandQueue(strange);
	end();
}

/* -- updates ----------------------------------------------------------------------------- */

static cl_int update(cl_mutable_command_khr command, struct mutable_dispatch_config config)
{
	config.command = command;
	return update_one(cb, &config);
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

	IS(api.clUpdateMutableCommandsKHR(cb, 2, types, configs), CL_INVALID_MUTABLE_COMMAND_KHR);
	second.command = command;
	IS(api.clUpdateMutableCommandsKHR(cb, 2, types, configs), CL_INVALID_ARG_INDEX);
	second.arg_list = &small;
	IS(api.clUpdateMutableCommandsKHR(cb, 2, types, configs), CL_INVALID_ARG_SIZE);
	IS(api.clUpdateMutableCommandsKHR(cb, 2, types + 1, configs), CL_INVALID_VALUE);
	configs[1] = NULL;
	IS(api.clUpdateMutableCommandsKHR(cb, 2, types, configs), CL_INVALID_VALUE);
	IS(api.clUpdateMutableCommandsKHR(cb, 1, NULL, configs), CL_INVALID_VALUE);
	IS(api.clUpdateMutableCommandsKHR(cb, 1, types, NULL), CL_INVALID_VALUE);
	IS(api.clUpdateMutableCommandsKHR(cb, 0, types, configs), CL_INVALID_VALUE);
	IS(api.clUpdateMutableCommandsKHR(cb, 0, NULL, NULL), CL_SUCCESS);
	IS(api.clUpdateMutableCommandsKHR(NULL, 0, NULL, NULL), CL_INVALID_COMMAND_BUFFER_KHR);
}

static void update_wrong_fields(cl_mutable_command_khr command, cl_mutable_command_khr fixed)
{
	const size_t seven[] = { 7 };
	const struct mutable_dispatch_arg arg = { 2, 4, &words };

	IS(update(command, CONFIG(.work_dim = 2)), CL_INVALID_OPERATION);
	IS(update(command, CONFIG(.num_args = 1)), CL_INVALID_VALUE);
	IS(update(command, CONFIG(.arg_list = &arg)), CL_INVALID_VALUE);
	IS(update(command, CONFIG(.num_svm_args = 1)), CL_INVALID_VALUE);
	IS(update(command, CONFIG(.exec_info_list = &arg)), CL_INVALID_VALUE);
	IS(update(command, CONFIG(.local_work_size = seven)), CL_INVALID_WORK_GROUP_SIZE);
	IS(update(fixed, CONFIG(.num_args = 1, .arg_list = &arg)), CL_INVALID_OPERATION);
	IS(update(fixed, CONFIG(.global_work_size = &one)), CL_INVALID_OPERATION);
	IS(update(fixed, CONFIG(.local_work_size = &one)), CL_INVALID_OPERATION);
	IS(update((cl_mutable_command_khr)cb, CONFIG(.work_dim = 1)),
	   CL_INVALID_MUTABLE_COMMAND_KHR);
}

void test_wrong_updates(void)
{
	const cl_properties none[] = { FIELDS, 0, 0 };
	cl_mutable_command_khr commands[3] = { NULL, NULL, NULL };
	cl_command_buffer_khr other;
	cl_command_buffer_khr mine;

	begin();
	other = make_commands(queue, CL_COMMAND_BUFFER_MUTABLE_KHR);
	for (int i = 0; i < 3; i++)
		IS(api.clCommandNDRangeKernelKHR(i < 2 ? cb : other, NULL, i == 1 ? none : NULL,
						 kernel, 1, NULL, &words, NULL, 0, NULL, NULL,
						 &commands[i]),
		   CL_SUCCESS);
	IS(update(commands[0], CONFIG(.work_dim = 1)), CL_INVALID_OPERATION);
	IS(api.clFinalizeCommandBufferKHR(cb), CL_SUCCESS);
	IS(update(commands[2], CONFIG(.work_dim = 1)), CL_INVALID_MUTABLE_COMMAND_KHR);
	update_wrong_pairs(commands[0]);
	update_wrong_fields(commands[0], commands[1]);
	IS(api.clEnqueueCommandBufferKHR(0, NULL, cb, 0, NULL, NULL), CL_SUCCESS);
	IS(first_word(queue, buffer), 1 + 2); /* not a thousand more */
	mine = cb;
	cb = make_commands(queue, 0);
	IS(api.clCommandNDRangeKernelKHR(cb, NULL, NULL, kernel, 1, NULL, &words, NULL, 0, NULL,
					 NULL, &commands[0]),
	   CL_SUCCESS);
	IS(api.clFinalizeCommandBufferKHR(cb), CL_SUCCESS);
	IS(update(commands[0], CONFIG(.work_dim = 1)), CL_INVALID_OPERATION);
	api.clReleaseCommandBufferKHR(mine);
	api.clReleaseCommandBufferKHR(other);
	end();
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

	cb = api.clCreateCommandBufferKHR(1, &into, properties, &errors[0]);
	if (cb == NULL) {
		IS(errors[0], CL_OUT_OF_HOST_MEMORY);
		return;
	}
	errors[1] = record(FILL, cb, NULL, NULL, 0, NULL, &point, NULL);
	errors[2] = record(COPY, cb, NULL, NULL, point != 0, point != 0 ? &point : NULL, NULL,
			   NULL);
	errors[3] = record(BARRIER, cb, NULL, NULL, 0, NULL, NULL, NULL);
	errors[4] = record(KERNEL, cb, NULL, NULL, 0, NULL, NULL, &command);
	errors[5] = record(FILL, cb, NULL, NULL, 0, NULL, NULL, NULL);
	errors[6] = api.clFinalizeCommandBufferKHR(cb);
	if (errors[6] == CL_SUCCESS && command != NULL)
		errors[7] = update(command, CONFIG(.num_args = 1, .arg_list = &arg));
	if (errors[6] == CL_SUCCESS)
		errors[8] = api.clEnqueueCommandBufferKHR(0, NULL, cb, 0, NULL, &event);
	if (event != NULL) {
		errors[9] = clGetEventInfo(event, CL_EVENT_COMMAND_TYPE, sizeof(type), &type, NULL);
		errors[10] = clReleaseEvent(event);
	}
	errors[11] = api.clReleaseCommandBufferKHR(cb);
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

	begin();
	api.clReleaseCommandBufferKHR(cb);
	if (library == NULL || !fault_install(library)) {
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
	cb = make_commands(queue, 0);
	clReleaseCommandQueue(queues[0]);
	clReleaseCommandQueue(queues[1]);
	end();
}
