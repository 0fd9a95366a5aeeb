/* SPDX-License-Identifier: Apache-2.0 */
/*
 * command-buffer-wrong: wrong calls that create command buffers, and that record copies and fills.
 */
#include "layers/at-end.h"
#include "layers/command-buffer-program.h"

struct wrong_subject subject;

static const size_t one = 1;
static const size_t words = WORDS;

void wrong_begin(void)
{
	subject.queue = make_queue(0);
	subject.cb = make_commands(subject.queue, CL_COMMAND_BUFFER_MUTABLE_KHR);
	subject.buffer = make_buffer(context, 1);
	subject.foreign = make_buffer(other_context, 1);
	subject.kernel = make_kernel("scale");
	IS(clSetKernelArg(subject.kernel, 0, sizeof(subject.buffer), &subject.buffer), CL_SUCCESS);
	IS(clSetKernelArg(subject.kernel, 1, 4, &(cl_uint){ 1 }), CL_SUCCESS);
	IS(clSetKernelArg(subject.kernel, 2, 4, &(cl_uint){ 1 }), CL_SUCCESS);
}

void wrong_end(void)
{
	api.clReleaseCommandBufferKHR(subject.cb);
	clReleaseKernel(subject.kernel);
	clReleaseMemObject(subject.buffer);
	clReleaseMemObject(subject.foreign);
	clReleaseCommandQueue(subject.queue);
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

	wrong_begin();
	two[0] = two[1] = subject.queue;
	create(0, &subject.queue, NULL, CL_INVALID_VALUE);
	create(2, two, NULL, CL_INVALID_VALUE);
	create(~(cl_uint)0, at_end(two, sizeof(two[0])), NULL, CL_INVALID_VALUE);
	create(1, NULL, NULL, CL_INVALID_VALUE);
	create(0, NULL, NULL, CL_INVALID_VALUE);
	create(1, &none, NULL, CL_INVALID_COMMAND_QUEUE);
	create(1, &subject.queue, (cl_properties[]){ 0x1234 }, CL_INVALID_VALUE);
	create(1, &subject.queue, (cl_properties[]){ BUFFER_FLAGS, ~(cl_properties)0 },
	       CL_INVALID_VALUE);
	create(1, &subject.queue, (cl_properties[]){ BUFFER_FLAGS, 1, BUFFER_FLAGS },
	       CL_INVALID_VALUE);
	create(1, &subject.queue,
	       (cl_properties[]){ BUFFER_FLAGS, CL_COMMAND_BUFFER_DEVICE_SIDE_SYNC_KHR, 0 },
	       CL_INVALID_PROPERTY);
	create(1, &subject.queue,
	       (cl_properties[]){ CL_COMMAND_BUFFER_MUTABLE_DISPATCH_ASSERTS_KHR, 2, 0 },
	       CL_INVALID_VALUE);
	IS(api.clRetainCommandBufferKHR(NULL), CL_INVALID_COMMAND_BUFFER_KHR);
	IS(api.clReleaseCommandBufferKHR(NULL), CL_INVALID_COMMAND_BUFFER_KHR);
	IS(api.clFinalizeCommandBufferKHR((cl_command_buffer_khr)subject.queue),
	   CL_INVALID_COMMAND_BUFFER_KHR);
	IS(api.clReleaseCommandBufferKHR((cl_command_buffer_khr)0x10),
	   CL_INVALID_COMMAND_BUFFER_KHR);
	IS(api.clGetCommandBufferInfoKHR(NULL, CL_COMMAND_BUFFER_STATE_KHR, 0, NULL, NULL),
	   CL_INVALID_COMMAND_BUFFER_KHR);
	IS(api.clGetMutableCommandInfoKHR((cl_mutable_command_khr)subject.cb,
					  CL_MUTABLE_DISPATCH_KERNEL_KHR, 0, NULL, NULL),
	   CL_INVALID_MUTABLE_COMMAND_KHR);
	IS(api.clGetMutableCommandInfoKHR(NULL, CL_MUTABLE_DISPATCH_KERNEL_KHR, 0, NULL, NULL),
	   CL_INVALID_MUTABLE_COMMAND_KHR);
	wrong_end();
}

/* -- what all commands have in common ---------------------------------------------------- */

static cl_mem images[2];
static cl_uint *svm[2];

/* Command WHAT with arguments of its own that are right. */
cl_int wrong_record(enum wrong_command what, cl_command_buffer_khr in, cl_command_queue into,
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
		return api.clCommandCopyBufferKHR(in, into, p, subject.buffer, subject.buffer, 0, 4,
						  4, n, list, point, handle);
	case RECT:
		return api.clCommandCopyBufferRectKHR(in, into, p, subject.buffer, subject.buffer,
						      origin, (size_t[]){ 1, 0, 0 }, region, 32, 0,
						      32, 0, n, list, point, handle);
	case FILL:
		return api.clCommandFillBufferKHR(in, into, p, subject.buffer, colour, 4, 0, 4, n,
						  list, point, handle);
	case SVM_COPY:
		return api.clCommandSVMMemcpyKHR(in, into, p, svm[0], svm[1], 4, n, list, point,
						 handle);
	case SVM_FILL:
		return api.clCommandSVMMemFillKHR(in, into, p, svm[0], colour, 4, 4, n, list, point,
						  handle);
	case TO_IMAGE:
		return api.clCommandCopyBufferToImageKHR(in, into, p, subject.buffer, images[0], 0,
							 origin, region, n, list, point, handle);
	case FROM_IMAGE:
		return api.clCommandCopyImageToBufferKHR(in, into, p, images[0], subject.buffer,
							 origin, region, 0, n, list, point, handle);
	case COPY_IMAGE:
		return api.clCommandCopyImageKHR(in, into, p, images[0], images[1], origin, origin,
						 region, n, list, point, handle);
	case FILL_IMAGE:
		return api.clCommandFillImageKHR(in, into, p, images[0], colour, origin, region, n,
						 list, point, handle);
	default:
		return api.clCommandNDRangeKernelKHR(in, into, p, subject.kernel, 1, NULL, &one,
						     NULL, n, list, point, handle);
	}
}

static void record_wrong(enum wrong_command what)
{
	const cl_properties wrong[] = { ~(cl_properties)0 };
	const cl_sync_point_khr points[] = { 0, 1, 2, 9999 };
	cl_command_buffer_khr fresh = make_commands(subject.queue, 0);
	cl_sync_point_khr point = 0;
	cl_mutable_command_khr handle = NULL;

	IS(wrong_record(what, NULL, subject.queue, NULL, 0, NULL, NULL, NULL),
	   CL_INVALID_COMMAND_BUFFER_KHR);
	IS(wrong_record(what, fresh, subject.queue, NULL, 0, NULL, NULL, NULL),
	   CL_INVALID_COMMAND_QUEUE);
	IS(wrong_record(what, fresh, NULL, wrong, 0, NULL, NULL, NULL), CL_INVALID_VALUE);
	if (what != KERNEL)
		IS(wrong_record(what, fresh, NULL, NULL, 0, NULL, NULL, &handle), CL_INVALID_VALUE);
	IS(wrong_record(what, fresh, NULL, (cl_properties[]){ 0 }, 0, NULL, NULL, NULL),
	   CL_SUCCESS);
	IS(wrong_record(what, fresh, NULL, NULL, 0, NULL, &point, NULL), CL_SUCCESS);
	CHECK(point != 0);
	IS(wrong_record(what, fresh, NULL, NULL, 1, NULL, NULL, NULL),
	   CL_INVALID_SYNC_POINT_WAIT_LIST_KHR);
	IS(wrong_record(what, fresh, NULL, NULL, 0, &point, NULL, NULL),
	   CL_INVALID_SYNC_POINT_WAIT_LIST_KHR);
	/* 1 is the number of a command that has no sync point. */
	for (size_t i = 0; i < sizeof(points) / sizeof(points[0]); i++)
		if (points[i] != point)
			IS(wrong_record(what, fresh, NULL, NULL, 1, &points[i], NULL, NULL),
			   CL_INVALID_SYNC_POINT_WAIT_LIST_KHR);
	IS(wrong_record(what, fresh, NULL, NULL, ~(cl_uint)0, at_end(points, sizeof(points)), NULL,
			NULL),
	   CL_INVALID_SYNC_POINT_WAIT_LIST_KHR);
	IS(wrong_record(what, fresh, NULL, NULL, 1, &point, NULL, NULL), CL_SUCCESS);
	IS(api.clFinalizeCommandBufferKHR(fresh), CL_SUCCESS);
	IS(wrong_record(what, fresh, NULL, NULL, 0, NULL, NULL, NULL), CL_INVALID_OPERATION);
	IS(api.clEnqueueCommandBufferKHR(0, NULL, fresh, 0, NULL, NULL), CL_SUCCESS);
	IS(clFinish(subject.queue), CL_SUCCESS);
	api.clReleaseCommandBufferKHR(fresh);
}

void test_wrong_recording(void)
{
	wrong_begin();
	for (int i = 0; i < 2; i++) {
		images[i] = make_image(context);
		svm[i] = has_svm ? clSVMAlloc(context, CL_MEM_READ_WRITE, SIZE, 0) : NULL;
	}
	for (int what = 0; what < (has_svm ? COMMANDS : SVM_COPY); what++)
		record_wrong((enum wrong_command)what);
	for (int i = 0; i < 2; i++) {
		clReleaseMemObject(images[i]);
		if (has_svm)
			clSVMFree(context, svm[i]);
	}
	wrong_end();
}

/* -- arguments of commands --------------------------------------------------------------- */

static cl_int copy(cl_mem from, cl_mem to, size_t source, size_t target, size_t size)
{
	return api.clCommandCopyBufferKHR(subject.cb, NULL, NULL, from, to, source, target, size, 0,
					  NULL, NULL, NULL);
}

static cl_int fill(cl_mem to, const void *pattern, size_t pattern_size, size_t offset, size_t size)
{
	return api.clCommandFillBufferKHR(subject.cb, NULL, NULL, to, pattern, pattern_size, offset,
					  size, 0, NULL, NULL, NULL);
}

static cl_int copy_rect(const size_t *from, const size_t *to, const size_t *region, size_t row,
			size_t slice)
{
	return api.clCommandCopyBufferRectKHR(subject.cb, NULL, NULL, subject.buffer,
					      subject.buffer, from, to, region, row, slice, row,
					      slice, 0, NULL, NULL, NULL);
}

static cl_int svm_fill(void *to, const void *pattern, size_t pattern_size, size_t size)
{
	return api.clCommandSVMMemFillKHR(subject.cb, NULL, NULL, to, pattern, pattern_size, size,
					  0, NULL, NULL, NULL);
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

/* A device without SVM executes no command on it, whatever its pointers are. */
static void use_svm_that_is_missing(void)
{
	IS(svm_fill(images, &words, 4, 8), CL_INVALID_OPERATION);
	IS(api.clCommandSVMMemcpyKHR(subject.cb, NULL, NULL, images, svm, 4, 0, NULL, NULL, NULL),
	   CL_INVALID_OPERATION);
}

static void use_wrong_svm(void)
{
	unsigned char *memory = clSVMAlloc(context, CL_MEM_READ_WRITE, SIZE, 0);

	IS(svm_fill(NULL, &words, 4, 8), CL_INVALID_VALUE);
	IS(svm_fill(memory, NULL, 4, 8), CL_INVALID_VALUE);
	IS(svm_fill(memory, &words, 3, 9), CL_INVALID_VALUE);
	IS(svm_fill(memory, &words, 4, 9), CL_INVALID_VALUE);
	IS(svm_fill(memory + 1, &words, 4, 8), CL_INVALID_VALUE);
	IS(api.clCommandSVMMemcpyKHR(subject.cb, NULL, NULL, NULL, memory, 4, 0, NULL, NULL, NULL),
	   CL_INVALID_VALUE);
	IS(api.clCommandSVMMemcpyKHR(subject.cb, NULL, NULL, memory, NULL, 4, 0, NULL, NULL, NULL),
	   CL_INVALID_VALUE);
	IS(api.clCommandSVMMemcpyKHR(subject.cb, NULL, NULL, memory + 4, memory, 8, 0, NULL, NULL,
				     NULL),
	   CL_MEM_COPY_OVERLAP);
	clSVMFree(context, memory);
}

void test_wrong_memory(void)
{
	const cl_buffer_region low = { 0, 2048 };
	const cl_buffer_region high = { 1024, 2048 };
	cl_mem parts[2];
	cl_mem image;

	wrong_begin();
	image = make_image(context);
	parts[0] = clCreateSubBuffer(subject.buffer, 0, CL_BUFFER_CREATE_TYPE_REGION, &low, NULL);
	parts[1] = clCreateSubBuffer(subject.buffer, 0, CL_BUFFER_CREATE_TYPE_REGION, &high, NULL);
	IS(copy(NULL, subject.buffer, 0, 0, 4), CL_INVALID_MEM_OBJECT);
	IS(copy(subject.buffer, NULL, 0, 0, 4), CL_INVALID_MEM_OBJECT);
	IS(copy(image, subject.buffer, 0, 0, 4), CL_INVALID_MEM_OBJECT);
	IS(copy(subject.foreign, subject.buffer, 0, 0, 4), CL_INVALID_CONTEXT);
	IS(copy(subject.buffer, subject.foreign, 0, 0, 4), CL_INVALID_CONTEXT);
	IS(copy(subject.buffer, subject.buffer, SIZE - 4, 0, 8), CL_INVALID_VALUE);
	IS(copy(subject.buffer, subject.buffer, 0, ~(size_t)3, 8), CL_INVALID_VALUE);
	IS(copy(subject.buffer, subject.buffer, 0, 7, 8), CL_MEM_COPY_OVERLAP);
	IS(copy(subject.buffer, subject.buffer, 8, 0, 8), CL_SUCCESS);
	IS(copy(parts[0], parts[1], 1024, 0, 8), CL_MEM_COPY_OVERLAP);
	IS(copy(parts[0], parts[1], 1024, 8, 8), CL_SUCCESS);
	IS(fill(NULL, &words, 4, 0, 8), CL_INVALID_MEM_OBJECT);
	IS(fill(subject.foreign, &words, 4, 0, 8), CL_INVALID_CONTEXT);
	IS(fill(subject.buffer, NULL, 4, 0, 8), CL_INVALID_VALUE);
	IS(fill(subject.buffer, &words, 0, 0, 8), CL_INVALID_VALUE);
	IS(fill(subject.buffer, &words, 3, 0, 9), CL_INVALID_VALUE);
	IS(fill(subject.buffer, images, 256, 0, 256), CL_INVALID_VALUE);
	IS(fill(subject.buffer, &words, 4, 2, 8), CL_INVALID_VALUE);
	IS(fill(subject.buffer, &words, 4, 0, 6), CL_INVALID_VALUE);
	IS(fill(subject.buffer, &words, 4, SIZE, 4), CL_INVALID_VALUE);
	copy_wrong_rects();
	if (has_svm)
		use_wrong_svm();
	else
		use_svm_that_is_missing();
	clReleaseMemObject(parts[0]);
	clReleaseMemObject(parts[1]);
	clReleaseMemObject(image);
	wrong_end();
}

static cl_int fill_image(cl_mem image, const void *colour, const size_t *origin,
			 const size_t *region)
{
	return api.clCommandFillImageKHR(subject.cb, NULL, NULL, image, colour, origin, region, 0,
					 NULL, NULL, NULL);
}

void test_wrong_images(void)
{
	const cl_image_format format = { CL_R, CL_FLOAT };
	const cl_image_desc desc = { .image_type = CL_MEM_OBJECT_IMAGE2D,
				     .image_width = SIDE,
				     .image_height = SIDE };
	const cl_uint colour[4] = { 1, 1, 1, 1 };
	const size_t origin[3] = { 1, 1, 0 };
	const size_t region[3] = { 2, 2, 1 };
	const size_t layer[3] = { 1, 1, 1 };
	const size_t large[3] = { SIDE, 2, 1 };
	cl_mem image;
	cl_mem other;
	cl_mem strange;

	wrong_begin();
	image = make_image(context);
	strange = make_image(other_context);
	other = clCreateImage(context, CL_MEM_READ_WRITE, &format, &desc, NULL, NULL);
	IS(fill_image(NULL, colour, origin, region), CL_INVALID_MEM_OBJECT);
	IS(fill_image(subject.buffer, colour, origin, region), CL_INVALID_MEM_OBJECT);
	IS(fill_image(strange, colour, origin, region), CL_INVALID_CONTEXT);
	IS(fill_image(image, NULL, origin, region), CL_INVALID_VALUE);
	IS(fill_image(image, colour, NULL, region), CL_INVALID_VALUE);
	IS(fill_image(image, colour, origin, NULL), CL_INVALID_VALUE);
	IS(fill_image(image, colour, layer, region), CL_INVALID_VALUE);
	IS(fill_image(image, colour, origin, large), CL_INVALID_VALUE);
	IS(fill_image(image, colour, origin, (size_t[]){ 2, 0, 1 }), CL_INVALID_VALUE);
	/* Not every device has images of the second format. */
	if (other)
		IS(api.clCommandCopyImageKHR(subject.cb, NULL, NULL, image, other, origin, origin,
					     region, 0, NULL, NULL, NULL),
		   CL_IMAGE_FORMAT_MISMATCH);
	IS(api.clCommandCopyImageKHR(subject.cb, NULL, NULL, image, strange, origin, origin, region,
				     0, NULL, NULL, NULL),
	   CL_INVALID_CONTEXT);
	IS(api.clCommandCopyImageKHR(subject.cb, NULL, NULL, image, image, origin,
				     (size_t[]){ 2, 2, 0 }, region, 0, NULL, NULL, NULL),
	   CL_MEM_COPY_OVERLAP);
	IS(api.clCommandCopyImageKHR(subject.cb, NULL, NULL, image, image, origin,
				     (size_t[]){ 3, 1, 0 }, region, 0, NULL, NULL, NULL),
	   CL_SUCCESS);
	IS(api.clCommandCopyBufferToImageKHR(subject.cb, NULL, NULL, subject.buffer, image,
					     SIZE - 12, origin, region, 0, NULL, NULL, NULL),
	   CL_INVALID_VALUE);
	IS(api.clCommandCopyBufferToImageKHR(subject.cb, NULL, NULL, subject.foreign, image, 0,
					     origin, region, 0, NULL, NULL, NULL),
	   CL_INVALID_CONTEXT);
	IS(api.clCommandCopyImageToBufferKHR(subject.cb, NULL, NULL, image, subject.buffer, origin,
					     region, ~(size_t)0, 0, NULL, NULL, NULL),
	   CL_INVALID_VALUE);
	IS(api.clCommandCopyImageToBufferKHR(subject.cb, NULL, NULL, image, image, origin, region,
					     0, 0, NULL, NULL, NULL),
	   CL_INVALID_MEM_OBJECT);
	clReleaseMemObject(image);
	clReleaseMemObject(strange);
	clReleaseMemObject(other);
	wrong_end();
}
