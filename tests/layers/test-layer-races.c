/* SPDX-License-Identifier: Apache-2.0 */
/*
 * races: programs whose commands use the same memory and that nothing orders, each with what the
 * validation layer says; and programs that order them in some way, for which it says nothing.
 */
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "layers/accept-driver.h"
#include "unit/unit.h"

#define THREADS 24

static char host[8192];
static const size_t one = 16;

/* -- commands ----------------------------------------------------------------------------- */

static cl_event write_to(cl_command_queue in, cl_mem mem, size_t offset, size_t size)
{
	cl_event event;

	layer->clEnqueueWriteBuffer(in, mem, CL_FALSE, offset, size, host + offset, 0, NULL, &event);
	return event;
}

static cl_event read_after(cl_command_queue in, cl_mem mem, cl_uint count, const cl_event *waits)
{
	cl_event event;

	layer->clEnqueueReadBuffer(in, mem, CL_FALSE, 0, 64, host + 4096, count, waits, &event);
	return event;
}

static cl_event run_after(cl_command_queue in, cl_kernel of, cl_uint count, const cl_event *waits)
{
	cl_event event;

	layer->clEnqueueNDRangeKernel(in, of, 1, NULL, &one, NULL, count, waits, &event);
	return event;
}

static cl_kernel make_kernel(cl_mem first, cl_mem second)
{
	const int number = 0;
	cl_kernel made = layer->clCreateKernel(program, "twice", NULL);

	layer->clSetKernelArg(made, 0, sizeof(first), &first);
	layer->clSetKernelArg(made, 1, sizeof(second), &second);
	layer->clSetKernelArg(made, 2, sizeof(number), &number);
	return made;
}

static cl_mem make_buffer(cl_mem_flags flags, void *pointer)
{
	return layer->clCreateBuffer(context, flags, 4096, pointer, NULL);
}

static cl_mem make_part(cl_mem of, size_t origin, size_t size)
{
	const cl_buffer_region region = { origin, size };

	return layer->clCreateSubBuffer(of, 0, CL_BUFFER_CREATE_TYPE_REGION, &region, NULL);
}

/* An image of 1024 bytes; it has the memory of the buffer OF if that is not NULL. */
static cl_mem make_image_of(cl_mem of)
{
	const cl_image_format format = { CL_RGBA, CL_UNORM_INT8 };
	const cl_image_desc desc = { .image_type = CL_MEM_OBJECT_IMAGE2D, .image_width = 16,
				     .image_height = 16, .mem_object = of };

	return layer->clCreateImage(context, 0, &format, &desc, NULL, NULL);
}

static cl_mem make_image(void)
{
	return make_image_of(NULL);
}

/* -- nothing orders them ------------------------------------------------------------------ */

static void two_queues(void)
{
	write_to(queue, buffer, 0, 64);
	read_after(other_queue, buffer, 0, NULL);
}

static void two_writes(void)
{
	write_to(unordered_queue, buffer, 0, 64);
	write_to(unordered_queue, buffer, 32, 64);
}

static void flush_only(void)
{
	write_to(queue, buffer, 0, 64);
	layer->clFlush(queue);
	read_after(other_queue, buffer, 0, NULL);
}

static void kernels(void)
{
	run_after(queue, kernel, 0, NULL);
	run_after(other_queue, kernel, 0, NULL);
}

static void wrong_event(void)
{
	cl_event event = write_to(other_queue, other_buffer, 0, 64);

	write_to(queue, buffer, 0, 64);
	read_after(other_queue, buffer, 1, &event);
}

static void marker_in_other_queue(void)
{
	cl_event event;

	write_to(queue, buffer, 0, 64);
	layer->clEnqueueMarkerWithWaitList(other_queue, 0, NULL, &event);
	read_after(unordered_queue, buffer, 1, &event);
}

static void marker_is_no_barrier(void)
{
	write_to(unordered_queue, buffer, 0, 64);
	layer->clEnqueueMarkerWithWaitList(unordered_queue, 0, NULL, NULL);
	read_after(unordered_queue, buffer, 0, NULL);
}

static void parts_of_one_buffer(void)
{
	write_to(queue, make_part(buffer, 0, 1024), 0, 1024);
	read_after(other_queue, make_part(buffer, 512, 1024), 0, NULL);
}

static void part_and_whole(void)
{
	write_to(queue, make_part(buffer, 0, 1024), 0, 64);
	run_after(other_queue, kernel, 0, NULL);
}

static void images(void)
{
	const size_t origin[] = { 4, 4, 0 }, region[] = { 4, 4, 1 };
	const size_t near[] = { 7, 7, 0 };
	cl_mem image = make_image();

	layer->clEnqueueWriteImage(queue, image, CL_FALSE, origin, region, 0, 0, host, 0, NULL, NULL);
	layer->clEnqueueReadImage(other_queue, image, CL_FALSE, near, region, 0, 0, host + 4096, 0,
				  NULL, NULL);
}

static void image_of_a_buffer(void)
{
	const size_t origin[] = { 0, 0, 0 }, region[] = { 4, 4, 1 };

	layer->clEnqueueWriteImage(queue, make_image_of(make_part(buffer, 1024, 1024)), CL_FALSE,
				   origin, region, 0, 0, host, 0, NULL, NULL);
	layer->clEnqueueFillBuffer(other_queue, buffer, host, 4, 2044, 4, 0, NULL, NULL);
}

/* The buffer is released, but its memory stays as long as the part. */
static void part_of_a_released_buffer(void)
{
	cl_mem mem = make_buffer(0, NULL);
	cl_mem first = make_part(mem, 1024, 1024), second = make_part(mem, 0, 2048);

	layer->clReleaseMemObject(mem);
	write_to(queue, first, 0, 64);
	layer->clEnqueueFillBuffer(other_queue, second, host, 4, 1084, 4, 0, NULL, NULL);
}

static void copied_to_a_buffer(void)
{
	const size_t origin[] = { 0, 0, 0 }, region[] = { 4, 4, 1 };

	layer->clEnqueueCopyImageToBuffer(queue, make_image(), buffer, origin, region, 128, 0, NULL,
					  NULL);
	layer->clEnqueueFillBuffer(other_queue, buffer, host, 4, 188, 4, 0, NULL, NULL);
}

static void host_memory(void)
{
	layer->clEnqueueReadBuffer(queue, buffer, CL_FALSE, 0, 64, host, 0, NULL, NULL);
	layer->clEnqueueWriteBuffer(other_queue, other_buffer, CL_TRUE, 0, 64, host + 32, 0, NULL, NULL);
}

static void shared_virtual_memory(void)
{
	char *svm = layer->clSVMAlloc(context, CL_MEM_READ_WRITE, 4096, 0);

	layer->clEnqueueSVMMemcpy(queue, CL_FALSE, svm, host, 64, 0, NULL, NULL);
	layer->clEnqueueSVMMemcpy(other_queue, CL_FALSE, host + 4096, svm, 64, 0, NULL, NULL);
}

typedef cl_int CL_API_CALL copy_fn(cl_command_queue in, cl_svm_copy_properties_khr *properties,
				   cl_bool blocking, void *to, const void *from, size_t size,
				   cl_uint count, const cl_event *waits, cl_event *event);

/* Shared memory is written and read by a function of cl_khr_unified_svm. */
static void copy_twice(cl_svm_copy_properties_khr *properties, bool is_blocking)
{
	static const cl_name_version unified = { CL_MAKE_VERSION(0, 9, 1), "cl_khr_unified_svm" };
	char *svm = layer->clSVMAlloc(context, CL_MEM_READ_WRITE, 4096, 0);
	cl_platform_id platform;
	copy_fn *copy;

	answers.extension = &unified;
	answers.extension_function =
		accept_function(CLROUTER_SLOT_clEnqueueSVMMemcpyWithPropertiesKHR);
	layer->clGetPlatformIDs(1, &platform, NULL);
	copy = (copy_fn *)layer->clGetExtensionFunctionAddressForPlatform(
		platform, "clEnqueueSVMMemcpyWithPropertiesKHR");
	ck_assert_ptr_ne(copy, answers.extension_function);
	copy(queue, NULL, is_blocking, svm, host, 64, 0, NULL, NULL);
	copy(other_queue, properties, CL_FALSE, host + 4096, svm, 64, 0, NULL, NULL);
}

static void copies_of_unified_memory(void)
{
	copy_twice(NULL, false);
}

static void copies_without_a_property(void)
{
	cl_svm_copy_properties_khr none[] = { 0 };

	copy_twice(none, false);
}

static cl_kernel make_svm_kernel(const void *first, const void *second)
{
	cl_kernel made = make_kernel(other_buffer, other_buffer);

	layer->clSetKernelArgSVMPointer(made, 0, first);
	layer->clSetKernelArgSVMPointer(made, 1, second);
	return made;
}

static void kernels_of_shared_virtual_memory(void)
{
	char *svm = layer->clSVMAlloc(context, CL_MEM_READ_WRITE, 4096, 0);
	cl_kernel first = make_svm_kernel(svm + 2048, svm);

	run_after(queue, first, 0, NULL);
	run_after(other_queue, layer->clCloneKernel(first, NULL), 0, NULL);
}

static void rectangles(void)
{
	const size_t zeros[] = { 0, 0, 0 }, near[] = { 15, 3, 0 }, region[] = { 16, 4, 1 };

	layer->clEnqueueWriteBufferRect(queue, buffer, CL_FALSE, zeros, zeros, region, 64, 0, 16, 0,
					host, 0, NULL, NULL);
	layer->clEnqueueReadBufferRect(other_queue, buffer, CL_FALSE, near, zeros, region, 64, 0, 16,
				       0, host + 4096, 0, NULL, NULL);
}

static void rectangle_and_bytes(void)
{
	const size_t zeros[] = { 0, 0, 0 }, region[] = { 16, 4, 1 };

	layer->clEnqueueWriteBufferRect(queue, buffer, CL_FALSE, zeros, zeros, region, 64, 0, 16, 0,
					host, 0, NULL, NULL);
	layer->clEnqueueFillBuffer(other_queue, buffer, host, 4, 64, 16, 0, NULL, NULL);
}

static void after_a_user_event(void)
{
	cl_event gate = layer->clCreateUserEvent(context, NULL);

	read_after(other_queue, buffer, 1, &gate);
	write_to(queue, buffer, 0, 64);
	layer->clSetUserEventStatus(gate, CL_COMPLETE);
}

static void blocking_call_of_another_queue(void)
{
	write_to(queue, buffer, 0, 64);
	layer->clEnqueueReadBuffer(other_queue, other_buffer, CL_TRUE, 0, 16, host + 6000, 0, NULL, NULL);
	read_after(other_queue, buffer, 0, NULL);
}

static void the_host_copies(void)
{
	layer->clEnqueueReadBuffer(queue, buffer, CL_FALSE, 0, 64, host, 0, NULL, NULL);
	make_buffer(CL_MEM_COPY_HOST_PTR, host);
}

static void the_host_frees(void)
{
	char *svm = layer->clSVMAlloc(context, CL_MEM_READ_WRITE, 4096, 0);

	layer->clEnqueueSVMMemFill(queue, svm, host, 4, 64, 0, NULL, NULL);
	layer->clSVMFree(context, svm);
}

static void another_queue_frees(void)
{
	void *svm = layer->clSVMAlloc(context, CL_MEM_READ_WRITE, 4096, 0);

	run_after(queue, make_svm_kernel(svm, svm), 0, NULL);
	layer->clEnqueueSVMFree(other_queue, 1, &svm, NULL, NULL, 0, NULL, NULL);
}

static void CL_CALLBACK free_shared(cl_command_queue in, cl_uint count, void *pointers[], void *data)
{
	(void)in, (void)data;
	for (cl_uint i = 0; i < count; i++)
		layer->clSVMFree(context, pointers[i]);
}

/* The callback comes after what its command comes after, and nothing else. */
static void freed_in_the_callback_of_another_queue(void)
{
	void *svm = layer->clSVMAlloc(context, CL_MEM_READ_WRITE, 4096, 0);

	layer->clEnqueueSVMMemFill(queue, svm, host, 4, 64, 0, NULL, NULL);
	layer->clEnqueueSVMFree(other_queue, 1, &svm, free_shared, NULL, 0, NULL, NULL);
}

static void freed_in_the_callback_of_an_unordered_queue(void)
{
	void *svm = layer->clSVMAlloc(context, CL_MEM_READ_WRITE, 4096, 0);

	layer->clEnqueueSVMMemFill(unordered_queue, svm, host, 4, 64, 0, NULL, NULL);
	layer->clEnqueueSVMFree(unordered_queue, 1, &svm, free_shared, NULL, 0, NULL, NULL);
}

static void CL_CALLBACK tell_the_host(void *unused)
{
	(void)unused;
}

static void a_native_kernel_beside_the_command(void)
{
	write_to(unordered_queue, buffer, 0, 64);
	layer->clEnqueueNativeKernel(unordered_queue, tell_the_host, NULL, 0, 0, NULL, NULL, 0, NULL,
				     NULL);
	read_after(other_queue, buffer, 0, NULL);
}

static char *map_shared(cl_map_flags flags)
{
	char *svm = layer->clSVMAlloc(context, CL_MEM_READ_WRITE, 4096, 0);

	layer->clEnqueueSVMMap(queue, CL_TRUE, flags, svm, 64, 0, NULL, NULL);
	return svm;
}

static void shared_memory_unmapped_elsewhere(void)
{
	char *svm = map_shared(CL_MAP_WRITE);

	layer->clEnqueueSVMUnmap(queue, svm, 0, NULL, NULL);
	run_after(other_queue, make_svm_kernel(svm + 32, svm + 32), 0, NULL);
}

static void shared_memory_mapped_for_writing(void)
{
	char *svm = map_shared(CL_MAP_WRITE);

	run_after(queue, make_svm_kernel(svm + 32, svm + 32), 0, NULL);
}

static void shared_memory_mapped_for_reading(void)
{
	char *svm = map_shared(CL_MAP_READ);

	run_after(queue, make_svm_kernel(svm, svm), 0, NULL);
}

static void uses_the_hosts_memory(void)
{
	cl_mem mem = make_buffer(CL_MEM_USE_HOST_PTR, host);

	run_after(queue, make_kernel(mem, other_buffer), 0, NULL);
	layer->clEnqueueWriteBuffer(other_queue, buffer, CL_TRUE, 0, 64, host, 0, NULL, NULL);
}

static void mapped_for_writing(void)
{
	layer->clEnqueueMapBuffer(queue, buffer, CL_TRUE, CL_MAP_WRITE, 0, 64, 0, NULL, NULL, NULL);
	run_after(queue, kernel, 0, NULL);
}

static void mapped_for_reading(void)
{
	layer->clEnqueueMapBuffer(queue, buffer, CL_TRUE, CL_MAP_READ, 0, 64, 0, NULL, NULL, NULL);
	write_to(queue, buffer, 0, 64);
}

static void unmapped_elsewhere(void)
{
	void *pointer = layer->clEnqueueMapBuffer(queue, buffer, CL_TRUE, CL_MAP_WRITE, 0, 64, 0,
						  NULL, NULL, NULL);

	layer->clEnqueueUnmapMemObject(queue, buffer, pointer, 0, NULL, NULL);
	run_after(other_queue, kernel, 0, NULL);
}

static void *map(cl_mem mem, cl_map_flags flags, size_t offset)
{
	return layer->clEnqueueMapBuffer(queue, mem, CL_TRUE, flags, offset, 64, 0, NULL, NULL, NULL);
}

static void mapped_part(void)
{
	map(make_part(buffer, 1024, 1024), CL_MAP_WRITE, 256);
	write_to(queue, buffer, 1340, 8);
}

static void mapped_twice(void)
{
	void *pointer = map(buffer, CL_MAP_READ, 0);

	map(buffer, CL_MAP_READ, 0);
	layer->clEnqueueUnmapMemObject(queue, buffer, pointer, 0, NULL, NULL);
	write_to(queue, buffer, 0, 64);
}

static void *map_image(cl_mem image)
{
	const size_t origin[] = { 4, 4, 0 }, region[] = { 4, 4, 1 };
	size_t pitch;

	return layer->clEnqueueMapImage(queue, image, CL_TRUE, CL_MAP_WRITE, origin, region, &pitch,
					NULL, 0, NULL, NULL, NULL);
}

static void write_image(cl_command_queue in, cl_mem image, size_t column)
{
	const size_t origin[] = { column, 7, 0 }, region[] = { 1, 1, 1 };

	layer->clEnqueueWriteImage(in, image, CL_FALSE, origin, region, 0, 0, host, 0, NULL, NULL);
}

static void mapped_image(void)
{
	cl_mem image = make_image();

	map_image(image);
	write_image(queue, image, 7);
}

static void image_unmapped_elsewhere(void)
{
	cl_mem image = make_image();

	layer->clEnqueueUnmapMemObject(queue, image, map_image(image), 0, NULL, NULL);
	write_image(other_queue, image, 7);
}

static void mapped_image_of_a_buffer(void)
{
	map_image(make_image_of(buffer));
	write_to(queue, buffer, 0, 64);
}

/* What the kernel does with these is not known. */

static void kernel_and_read(void)
{
	run_after(queue, kernel, 0, NULL);
	read_after(other_queue, buffer, 0, NULL);
}

static void kernel_and_write(void)
{
	run_after(queue, kernel, 0, NULL);
	write_to(unordered_queue, buffer, 0, 64);
	read_after(other_queue, buffer, 0, NULL);
}

static void kernel_and_host(void)
{
	cl_mem mem = make_buffer(CL_MEM_USE_HOST_PTR, host);

	run_after(queue, make_kernel(mem, other_buffer), 0, NULL);
	make_buffer(CL_MEM_COPY_HOST_PTR, host);
}

static void kernel_on_mapped_for_reading(void)
{
	map(buffer, CL_MAP_READ, 0);
	run_after(queue, kernel, 0, NULL);
}

static void native_kernels(void)
{
	cl_command_queue queues[] = { queue, other_queue };
	cl_mem arguments[1];
	const void *place = arguments;

	for (int i = 0; i < 2; i++)
		layer->clEnqueueNativeKernel(queues[i], tell_the_host, arguments, sizeof(arguments), 1,
					     &buffer, &place, 0, NULL, NULL);
}

static void kernels_on_what_is_only_written(void)
{
	cl_mem mem = make_buffer(CL_MEM_WRITE_ONLY, NULL);

	run_after(queue, make_kernel(mem, other_buffer), 0, NULL);
	run_after(other_queue, make_kernel(mem, make_buffer(0, NULL)), 0, NULL);
}

#define LIMIT "limit: limit-race: "
#define MEMORY "warning: race-memory: "
static const struct {
	void (*run)(void);
	const char *found;
	const char *other;	/* what the finding has, too */
} racy[] = {
	{ two_queues, MEMORY "clEnqueueReadBuffer: -: buffer = ",
	  "; found clEnqueueWriteBuffer in queue #1, which writes mem #1" },
	{ two_writes, MEMORY "clEnqueueWriteBuffer: -: buffer = ", "in queue #3, which writes mem #1" },
	{ flush_only, MEMORY "clEnqueueReadBuffer: ", "clEnqueueWriteBuffer in queue #1" },
	{ kernels, MEMORY "clEnqueueNDRangeKernel: -: kernel = ", "found clEnqueueNDRangeKernel in queue #1" },
	{ wrong_event, MEMORY "clEnqueueReadBuffer: ", "clEnqueueWriteBuffer in queue #1" },
	{ marker_in_other_queue, MEMORY "clEnqueueReadBuffer: ", "in queue #1" },
	{ marker_is_no_barrier, MEMORY "clEnqueueReadBuffer: ", "in queue #3" },
	{ parts_of_one_buffer, MEMORY "clEnqueueReadBuffer: ", "which writes mem #3" },
	{ part_and_whole, MEMORY "clEnqueueNDRangeKernel: ", "which writes mem #3" },
	{ images, MEMORY "clEnqueueReadImage: -: image = ", "found clEnqueueWriteImage" },
	{ image_of_a_buffer, MEMORY "clEnqueueFillBuffer: ",
	  "found clEnqueueWriteImage in queue #1, which writes mem #4" },
	{ part_of_a_released_buffer, MEMORY "clEnqueueFillBuffer: ", "which writes mem #4" },
	{ copied_to_a_buffer, MEMORY "clEnqueueFillBuffer: ", "which writes mem #1" },
	{ host_memory, MEMORY "clEnqueueWriteBuffer: ", "which writes memory of the host at 0x" },
	{ shared_virtual_memory, MEMORY "clEnqueueSVMMemcpy: -: command_queue = ",
	  "which writes memory of the host" },
	{ copies_of_unified_memory,
	  MEMORY "clEnqueueSVMMemcpyWithPropertiesKHR: -: command_queue = ",
	  "found clEnqueueSVMMemcpyWithPropertiesKHR in queue #1, which writes memory of the host" },
	{ copies_without_a_property, MEMORY "clEnqueueSVMMemcpyWithPropertiesKHR: ",
	  "which writes memory of the host" },
	{ kernels_of_shared_virtual_memory, MEMORY "clEnqueueNDRangeKernel: ",
	  "found clEnqueueNDRangeKernel in queue #1, which writes memory of the host" },
	{ rectangles, MEMORY "clEnqueueReadBufferRect: ", "found clEnqueueWriteBufferRect" },
	{ rectangle_and_bytes, MEMORY "clEnqueueFillBuffer: ", "found clEnqueueWriteBufferRect" },
	{ after_a_user_event, MEMORY "clSetUserEventStatus: -: event = ",
	  "found clEnqueueWriteBuffer in queue #1 after clEnqueueReadBuffer in queue #2, which reads mem #1" },
	{ blocking_call_of_another_queue, MEMORY "clEnqueueReadBuffer: ", "clEnqueueWriteBuffer in queue #1" },
	{ the_host_copies, "warning: race-host: clCreateBuffer: ", "found clEnqueueReadBuffer in queue #1" },
	{ the_host_frees, "warning: race-host: clSVMFree: ", "found clEnqueueSVMMemFill in queue #1" },
	{ another_queue_frees, MEMORY "clEnqueueSVMFree: ", "found clEnqueueNDRangeKernel in queue #1" },
	{ freed_in_the_callback_of_another_queue, "warning: race-host: clSVMFree: ",
	  "found clEnqueueSVMMemFill in queue #1" },
	{ freed_in_the_callback_of_an_unordered_queue, "warning: race-host: clSVMFree: ",
	  "found clEnqueueSVMMemFill in queue #3" },
	{ a_native_kernel_beside_the_command, MEMORY "clEnqueueReadBuffer: ",
	  "found clEnqueueWriteBuffer in queue #3" },
	{ shared_memory_unmapped_elsewhere, MEMORY "clEnqueueNDRangeKernel: ",
	  "found clEnqueueSVMUnmap in queue #1, which writes memory of the host" },
	{ shared_memory_mapped_for_writing, "warning: race-mapped: clEnqueueNDRangeKernel: ",
	  "found memory at 0x" },
	{ shared_memory_mapped_for_reading, "warning: race-mapped: clEnqueueNDRangeKernel: ",
	  " mapped for reading" },
	{ uses_the_hosts_memory, MEMORY "clEnqueueWriteBuffer: ", "found clEnqueueNDRangeKernel in queue #1" },
	{ mapped_for_writing, "warning: race-mapped: clEnqueueNDRangeKernel: ", "found mem #1 mapped for writing" },
	{ mapped_for_reading, "warning: race-mapped: clEnqueueWriteBuffer: ", "found mem #1 mapped for reading" },
	{ mapped_part, "warning: race-mapped: clEnqueueWriteBuffer: ", "found mem #3 mapped for writing" },
	{ mapped_twice, "warning: race-mapped: clEnqueueWriteBuffer: ",
	  "found mem #1 mapped for reading" },
	{ mapped_image, "warning: race-mapped: clEnqueueWriteImage: ", "found mem #3 mapped for writing" },
	{ mapped_image_of_a_buffer, "warning: race-mapped: clEnqueueWriteBuffer: ",
	  "found mem #3 mapped for writing" },
	{ image_unmapped_elsewhere, MEMORY "clEnqueueWriteImage: ",
	  "found clEnqueueUnmapMemObject in queue #1, which writes mem #3" },
	{ unmapped_elsewhere, MEMORY "clEnqueueNDRangeKernel: ", "found clEnqueueUnmapMemObject in queue #1" },
};

/* -- they are ordered, or use different memory -------------------------------------------- */

static void one_queue(void)
{
	write_to(queue, buffer, 0, 64);
	run_after(queue, kernel, 0, NULL);
	layer->clFlush(queue);
	read_after(queue, buffer, 0, NULL);
}

static void an_event(void)
{
	cl_event event = write_to(queue, buffer, 0, 64);

	layer->clFlush(queue);
	read_after(other_queue, buffer, 1, &event);
}

static void events_in_a_row(void)
{
	cl_event first = write_to(queue, buffer, 0, 64);
	cl_event second = run_after(unordered_queue, make_kernel(other_buffer, other_buffer), 1, &first);
	cl_event third;

	layer->clEnqueueMarkerWithWaitList(other_queue, 1, &second, &third);
	read_after(unordered_queue, buffer, 1, &third);
	run_after(other_queue, make_kernel(other_buffer, other_buffer), 0, NULL);
}

static void an_event_of_a_later_command(void)
{
	cl_event event;

	write_to(queue, buffer, 0, 64);
	event = write_to(queue, other_buffer, 0, 64);
	read_after(other_queue, buffer, 1, &event);
}

static void a_released_event(void)
{
	cl_event event = write_to(queue, buffer, 0, 64);

	read_after(other_queue, buffer, 1, &event);
	layer->clReleaseEvent(event);
}

static void a_barrier(void)
{
	write_to(unordered_queue, buffer, 0, 64);
	write_to(unordered_queue, other_buffer, 64, 64);
	layer->clEnqueueBarrierWithWaitList(unordered_queue, 0, NULL, NULL);
	run_after(unordered_queue, kernel, 0, NULL);
	layer->clEnqueueBarrier(unordered_queue);
	read_after(unordered_queue, buffer, 0, NULL);
}

static void a_barrier_that_waits(void)
{
	cl_event event = write_to(queue, buffer, 0, 64);

	layer->clEnqueueBarrierWithWaitList(unordered_queue, 1, &event, NULL);
	read_after(unordered_queue, buffer, 0, NULL);
}

static void queue_that_waits(void)
{
	cl_event event = write_to(queue, buffer, 0, 64);

	layer->clEnqueueWaitForEvents(other_queue, 1, &event);
	read_after(other_queue, buffer, 0, NULL);
}

static void a_marker(void)
{
	cl_event event;

	write_to(unordered_queue, buffer, 0, 64);
	layer->clEnqueueMarker(unordered_queue, &event);
	read_after(queue, buffer, 1, &event);
}

static void finished(void)
{
	write_to(queue, buffer, 0, 64);
	layer->clFinish(queue);
	read_after(other_queue, buffer, 0, NULL);
}

static void finished_what_waited(void)
{
	cl_event event = write_to(queue, buffer, 0, 64);

	run_after(other_queue, make_kernel(other_buffer, other_buffer), 1, &event);
	layer->clFinish(other_queue);
	read_after(unordered_queue, buffer, 0, NULL);
}

static void waited(void)
{
	cl_event event = write_to(queue, buffer, 0, 64);

	layer->clWaitForEvents(1, &event);
	read_after(other_queue, buffer, 0, NULL);
}

static void blocked(void)
{
	run_after(queue, kernel, 0, NULL);
	layer->clEnqueueReadBuffer(queue, buffer, CL_TRUE, 0, 64, host, 0, NULL, NULL);
	read_after(other_queue, buffer, 0, NULL);
	layer->clEnqueueWriteBuffer(unordered_queue, other_buffer, CL_TRUE, 0, 64, host, 0, NULL, NULL);
}

static void asked(void)
{
	cl_int status = -1;
	cl_event event = write_to(queue, buffer, 0, 64);

	layer->clGetEventInfo(event, CL_EVENT_COMMAND_EXECUTION_STATUS, sizeof(status), &status, NULL);
	read_after(other_queue, buffer, 0, NULL);
}

static void CL_CALLBACK ignore(cl_event event, cl_int status, void *data)
{
	(void)event, (void)status, (void)data;
}

static void CL_CALLBACK forget(cl_mem mem, void *data)
{
	(void)mem, (void)data;
}

static void a_callback(void)
{
	cl_event event = write_to(queue, buffer, 0, 64);

	layer->clSetEventCallback(event, CL_COMPLETE, ignore, NULL);
	read_after(other_queue, buffer, 0, NULL);
}

static void CL_CALLBACK read_in_callback(cl_event event, cl_int status, void *data)
{
	(void)event, (void)status, (void)data;
	read_after(other_queue, buffer, 0, NULL);
}

/* The callback comes before the call that sets it returns. */
static void a_callback_that_enqueues(void)
{
	cl_event event = write_to(queue, buffer, 0, 64);

	layer->clSetEventCallback(event, CL_COMPLETE, read_in_callback, NULL);
}

static void CL_CALLBACK open_gate(cl_event event, cl_int status, void *gate)
{
	(void)event, (void)status;
	layer->clSetUserEventStatus(gate, CL_COMPLETE);
}

static void a_callback_that_sets_a_user_event(void)
{
	cl_event gate = layer->clCreateUserEvent(context, NULL), event;

	read_after(other_queue, buffer, 1, &gate);
	event = write_to(queue, buffer, 0, 64);
	layer->clSetEventCallback(event, CL_COMPLETE, open_gate, gate);
}

/* The host sets the event after it has waited for what must come first. */
static void a_user_event(void)
{
	cl_event gate = layer->clCreateUserEvent(context, NULL);
	cl_event last = read_after(other_queue, buffer, 1, &gate);
	cl_event first = write_to(queue, buffer, 0, 64);

	run_after(other_queue, make_kernel(buffer, buffer), 0, NULL);
	layer->clWaitForEvents(1, &first);
	layer->clSetUserEventStatus(gate, CL_COMPLETE);
	read_after(unordered_queue, other_buffer, 1, &last);
}

static void a_user_event_that_fails(void)
{
	cl_event gate = layer->clCreateUserEvent(context, NULL);

	read_after(other_queue, buffer, 1, &gate);
	write_to(queue, buffer, 0, 64);
	layer->clSetUserEventStatus(gate, -1);
}

/* What waits for the user event comes first by another event. */
static void behind_a_user_event(void)
{
	cl_event gate = layer->clCreateUserEvent(context, NULL);
	cl_event first = write_to(other_queue, buffer, 0, 64), second;

	layer->clEnqueueMarkerWithWaitList(queue, 1, &gate, NULL);
	second = run_after(queue, kernel, 1, &first);
	read_after(other_queue, buffer, 1, &second);
	layer->clSetUserEventStatus(gate, CL_COMPLETE);
}

static void both_read(void)
{
	read_after(queue, buffer, 0, NULL);
	layer->clEnqueueReadBuffer(other_queue, buffer, CL_FALSE, 0, 64, host, 0, NULL, NULL);
}

static void both_kernels_read(void)
{
	cl_mem mem = make_buffer(CL_MEM_READ_ONLY, NULL);

	run_after(queue, make_kernel(mem, buffer), 0, NULL);
	run_after(other_queue, make_kernel(mem, other_buffer), 0, NULL);
}

static void different_bytes(void)
{
	write_to(queue, buffer, 0, 64);
	layer->clEnqueueReadBuffer(other_queue, buffer, CL_FALSE, 64, 64, host + 4096, 0, NULL, NULL);
}

static void different_parts(void)
{
	write_to(queue, make_part(buffer, 0, 512), 0, 512);
	run_after(other_queue, make_kernel(make_part(buffer, 512, 512), other_buffer), 0, NULL);
}

static void different_rectangles(void)
{
	const size_t zeros[] = { 0, 0, 0 }, beside[] = { 16, 0, 0 }, region[] = { 16, 4, 1 };

	layer->clEnqueueWriteBufferRect(queue, buffer, CL_FALSE, zeros, zeros, region, 64, 0, 64, 0,
					host, 0, NULL, NULL);
	layer->clEnqueueReadBufferRect(other_queue, buffer, CL_FALSE, beside, beside, region, 64, 0,
				       64, 0, host, 0, NULL, NULL);
	layer->clEnqueueFillBuffer(unordered_queue, buffer, host, 4, 32, 16, 0, NULL, NULL);
}

static void different_elements(void)
{
	const size_t zeros[] = { 0, 0, 0 }, below[] = { 0, 4, 0 }, region[] = { 16, 4, 1 };
	cl_mem image = make_image();

	layer->clEnqueueWriteImage(queue, image, CL_FALSE, zeros, region, 0, 0, host, 0, NULL, NULL);
	layer->clEnqueueReadImage(other_queue, image, CL_FALSE, below, region, 0, 0, host + 4096, 0,
				  NULL, NULL);
}

/* The images have the halves of a buffer. */
static void images_of_different_parts(void)
{
	const size_t origin[] = { 0, 0, 0 }, region[] = { 16, 16, 1 };

	layer->clEnqueueWriteImage(queue, make_image_of(make_part(buffer, 0, 1024)), CL_FALSE, origin,
				   region, 0, 0, host, 0, NULL, NULL);
	layer->clEnqueueReadImage(other_queue, make_image_of(make_part(buffer, 1024, 1024)), CL_FALSE,
				  origin, region, 0, 0, host + 4096, 0, NULL, NULL);
}

static void bytes_after_a_copied_image(void)
{
	const size_t origin[] = { 0, 0, 0 }, region[] = { 4, 4, 1 };

	layer->clEnqueueCopyImageToBuffer(queue, make_image(), buffer, origin, region, 128, 0, NULL,
					  NULL);
	layer->clEnqueueFillBuffer(other_queue, buffer, host, 4, 192, 4, 0, NULL, NULL);
}

/* Two queues share the work of one kernel. */
static void halves_of_a_kernel(void)
{
	const size_t middle = 8, half = 8;

	layer->clEnqueueNDRangeKernel(queue, kernel, 1, NULL, &half, NULL, 0, NULL, NULL);
	layer->clEnqueueNDRangeKernel(other_queue, kernel, 1, &middle, &half, NULL, 0, NULL, NULL);
}

static void mapped_and_unmapped(void)
{
	void *pointer = layer->clEnqueueMapBuffer(queue, buffer, CL_TRUE, CL_MAP_WRITE, 0, 64, 0,
						  NULL, NULL, NULL);

	layer->clEnqueueUnmapMemObject(queue, buffer, pointer, 0, NULL, NULL);
	run_after(queue, kernel, 0, NULL);
}

static void other_bytes_mapped(void)
{
	cl_mem image = make_image();

	map(make_part(buffer, 1024, 1024), CL_MAP_WRITE, 256);
	write_to(queue, buffer, 256, 64);
	write_to(queue, buffer, 1344, 64);
	map_image(image);
	write_image(queue, image, 8);
}

static void other_bytes_unmapped(void)
{
	cl_mem part = make_part(buffer, 1024, 1024), image = make_image();

	layer->clEnqueueUnmapMemObject(queue, part, map(part, CL_MAP_WRITE, 256), 0, NULL, NULL);
	write_to(other_queue, buffer, 256, 64);
	write_to(other_queue, buffer, 1344, 64);
	layer->clEnqueueUnmapMemObject(queue, image, map_image(image), 0, NULL, NULL);
	write_image(other_queue, image, 8);
}

/* What was mapped is gone with its object, although the memory stays. */
static void mapped_and_released(void)
{
	cl_mem mem = make_buffer(CL_MEM_USE_HOST_PTR, host);

	layer->clEnqueueMapBuffer(queue, mem, CL_TRUE, CL_MAP_WRITE, 0, 64, 0, NULL, NULL, NULL);
	layer->clReleaseMemObject(mem);
	layer->clEnqueueFillBuffer(queue, make_buffer(CL_MEM_USE_HOST_PTR, host), host, 4, 0, 16, 0,
				   NULL, NULL);
}

static void a_native_kernel(void)
{
	write_to(queue, buffer, 0, 64);
	layer->clEnqueueNativeKernel(queue, tell_the_host, NULL, 0, 0, NULL, NULL, 0, NULL, NULL);
	read_after(other_queue, buffer, 0, NULL);
}

static void mapped_for_both_to_read(void)
{
	layer->clEnqueueMapBuffer(queue, buffer, CL_TRUE, CL_MAP_READ, 0, 64, 0, NULL, NULL, NULL);
	read_after(queue, buffer, 0, NULL);
}

/* No property is known, so the pointers may be in another address space. */
static void copies_with_a_property(void)
{
	cl_svm_copy_properties_khr unknown[] = { 1, 2, 0 };

	copy_twice(unknown, false);
}

static void blocking_copies_of_unified_memory(void)
{
	copy_twice(NULL, true);
}

static void halves_of_shared_virtual_memory(void)
{
	char *svm = layer->clSVMAlloc(context, CL_MEM_READ_WRITE, 4096, 0);

	run_after(queue, make_svm_kernel(svm, svm), 0, NULL);
	run_after(other_queue, make_svm_kernel(svm + 2048, svm + 2048), 0, NULL);
}

static void other_values_of_arguments(void)
{
	char *svm = layer->clSVMAlloc(context, CL_MEM_READ_WRITE, 4096, 0);
	cl_kernel first = make_svm_kernel(svm, svm), second = make_svm_kernel(svm, svm);

	layer->clSetKernelArg(first, 0, sizeof(buffer), &buffer);
	layer->clSetKernelArgSVMPointer(first, 1, NULL);
	run_after(queue, first, 0, NULL);
	run_after(other_queue, second, 0, NULL);
	layer->clFinish(queue);
	layer->clSetKernelArg(first, 0, sizeof(buffer), NULL);
	layer->clSetKernelArg(first, 1, sizeof(other_buffer), &other_buffer);
	run_after(queue, first, 0, NULL);
	read_after(unordered_queue, buffer, 0, NULL);
}

/* What was there before was a buffer. */
static void shared_memory_of_a_former_buffer(void)
{
	char *svm = layer->clSVMAlloc(context, CL_MEM_READ_WRITE, 4096, 0);

	answers.next = svm;
	layer->clReleaseMemObject(make_buffer(0, NULL));
	run_after(queue, make_svm_kernel(svm, svm + 64), 0, NULL);
}

static void memory_that_a_command_frees(void)
{
	void *svm = layer->clSVMAlloc(context, CL_MEM_READ_WRITE, 4096, 0);
	cl_event event;

	layer->clEnqueueSVMMemFill(queue, svm, host, 4, 64, 0, NULL, NULL);
	layer->clEnqueueSVMFree(queue, 1, &svm, NULL, NULL, 0, NULL, &event);
	layer->clWaitForEvents(1, &event);
}

/* The driver gives the addresses to another allocation, whose commands need not wait. */
static void memory_that_is_allocated_again(void)
{
	void *svm = layer->clSVMAlloc(context, CL_MEM_READ_WRITE, 4096, 0);

	layer->clEnqueueSVMMemFill(queue, svm, host, 4, 64, 0, NULL, NULL);
	layer->clEnqueueSVMFree(queue, 1, &svm, NULL, NULL, 0, NULL, NULL);
	answers.next = svm;
	svm = layer->clSVMAlloc(context, CL_MEM_READ_WRITE, 4096, 0);
	layer->clEnqueueSVMMemFill(other_queue, svm, host, 4, 64, 0, NULL, NULL);
}

static void CL_CALLBACK keep_shared(cl_command_queue in, cl_uint count, void *pointers[], void *data)
{
	(void)in, (void)count, (void)pointers, (void)data;
}

static void memory_that_a_callback_frees(void)
{
	void *svm = layer->clSVMAlloc(context, CL_MEM_READ_WRITE, 4096, 0);

	run_after(queue, make_svm_kernel(svm, svm), 0, NULL);
	layer->clEnqueueSVMFree(other_queue, 1, &svm, keep_shared, NULL, 0, NULL, NULL);
}

static void memory_freed_in_its_callback(void)
{
	void *svm = layer->clSVMAlloc(context, CL_MEM_READ_WRITE, 4096, 0);

	run_after(queue, make_svm_kernel(svm, svm), 0, NULL);
	layer->clEnqueueSVMFree(queue, 1, &svm, free_shared, NULL, 0, NULL, NULL);
}

static void memory_freed_in_a_callback_that_waits(void)
{
	void *svm = layer->clSVMAlloc(context, CL_MEM_READ_WRITE, 4096, 0);
	cl_event event = run_after(queue, make_svm_kernel(svm, svm), 0, NULL);

	layer->clEnqueueSVMFree(unordered_queue, 1, &svm, free_shared, NULL, 1, &event, NULL);
}

static void shared_memory_beside_a_mapped_region(void)
{
	char *svm = map_shared(CL_MAP_WRITE);

	run_after(queue, make_svm_kernel(svm + 64, svm + 64), 0, NULL);
	layer->clEnqueueSVMUnmap(queue, svm, 0, NULL, NULL);
	run_after(queue, make_svm_kernel(svm, svm), 0, NULL);
	layer->clFinish(queue);
	run_after(other_queue, make_svm_kernel(svm, svm), 0, NULL);
}

static void memory_of_a_callback(void)
{
	cl_mem mem = make_buffer(0, NULL);

	layer->clSetMemObjectDestructorCallback(mem, forget, NULL);
	write_to(queue, mem, 0, 64);
	read_after(other_queue, mem, 0, NULL);
}

static void memory_of_a_callback_in_parts(void)
{
	cl_mem mem = make_buffer(0, NULL);

	layer->clSetMemObjectDestructorCallback(mem, forget, NULL);
	write_to(queue, make_part(mem, 0, 64), 0, 64);
	read_after(other_queue, make_part(mem, 0, 64), 0, NULL);
}

/* The callback is set after the commands are enqueued. */
static void memory_of_a_late_callback(void)
{
	cl_mem mem = make_buffer(CL_MEM_USE_HOST_PTR, host);

	layer->clEnqueueFillBuffer(queue, mem, host, 4, 0, 16, 0, NULL, NULL);
	layer->clSetMemObjectDestructorCallback(mem, forget, NULL);
	layer->clReleaseMemObject(mem);
	layer->clEnqueueWriteBuffer(other_queue, buffer, CL_TRUE, 0, 64, host, 0, NULL, NULL);
}

/* The memory of a buffer is another one's when its address is. */
static void part_of_another_buffer(void)
{
	cl_mem mem = make_buffer(0, NULL);
	cl_mem part = make_part(mem, 0, 1024);

	layer->clReleaseMemObject(mem);
	answers.next = mem;
	ck_assert_ptr_eq(make_buffer(0, NULL), mem);
	write_to(queue, mem, 0, 64);
	layer->clEnqueueFillBuffer(other_queue, part, host, 4, 0, 16, 0, NULL, NULL);
}

/* A function that the layer does not see may have ordered anything. */
static void unseen_functions(void)
{
	cl_platform_id platform;

	layer->clGetPlatformIDs(1, &platform, NULL);
	layer->clGetExtensionFunctionAddressForPlatform(platform, "clEnqueueSomethingVENDOR");
	write_to(queue, buffer, 0, 64);
	read_after(other_queue, buffer, 0, NULL);
}

/* A wrong call, which the driver accepts. */
static void a_wrong_command(void)
{
	cl_event event;

	write_to(queue, buffer, 0, 64);
	layer->clEnqueueFillBuffer(queue, buffer, host, 3, 0, 16, 0, NULL, &event);
	read_after(other_queue, buffer, 1, &event);
}

/* More commands than are kept: the oldest are forgotten, and nothing is made up. */
static void very_many(void)
{
	cl_event event = write_to(queue, buffer, 0, 64);

	for (int i = 0; i < 5000; i++)
		event = run_after(i % 2 != 0 ? unordered_queue : queue, kernel, 1, &event);
	read_after(other_queue, buffer, 1, &event);
}

/* Another queue, buffer and event at the same addresses. */
static void used_again(void)
{
	cl_mem mem = make_buffer(0, NULL);

	write_to(queue, mem, 0, 64);
	layer->clReleaseMemObject(mem);
	answers.next = mem;
	ck_assert_ptr_eq(make_buffer(0, NULL), mem);
	layer->clEnqueueFillBuffer(other_queue, mem, host, 4, 0, 16, 0, NULL, NULL);
}

static void (*const lawful[])(void) = {
	one_queue, an_event, events_in_a_row, an_event_of_a_later_command, a_released_event, a_barrier,
	a_barrier_that_waits, queue_that_waits, a_marker, finished, finished_what_waited, waited,
	blocked, asked, a_callback, a_callback_that_enqueues,
	a_callback_that_sets_a_user_event, a_user_event, a_user_event_that_fails, behind_a_user_event,
	both_read, both_kernels_read, different_bytes, different_parts, different_rectangles,
	different_elements, images_of_different_parts, bytes_after_a_copied_image, halves_of_a_kernel,
	mapped_and_unmapped, other_bytes_mapped, other_bytes_unmapped, mapped_and_released,
	a_native_kernel, mapped_for_both_to_read,
	copies_with_a_property, blocking_copies_of_unified_memory,
	halves_of_shared_virtual_memory, other_values_of_arguments,
	shared_memory_of_a_former_buffer, memory_that_a_command_frees,
	memory_that_is_allocated_again, memory_that_a_callback_frees,
	memory_freed_in_its_callback, memory_freed_in_a_callback_that_waits,
	shared_memory_beside_a_mapped_region,
	memory_of_a_callback,
	memory_of_a_callback_in_parts, memory_of_a_late_callback, part_of_another_buffer, unseen_functions, very_many,
	used_again,
};

START_TEST(races_are_found)
{
	const char *findings;

	setenv("OPENCL_VALIDATION_RACES", "yes", 1);
	accept_start();
	racy[_i].run();
	findings = accept_stop();
	ck_assert_msg(
		strstr(findings, racy[_i].found) &&
			strstr(findings, racy[_i].other) && accept_count(findings) == 1,
		"expected \"%s\" and \"%s\", found:\n%s", racy[_i].found, racy[_i].other, findings);
}
END_TEST

static void write_first(void)
{
	cl_event event = write_to(queue, buffer, 0, 64);

	layer->clReleaseEvent(event);
}

static void read_later(void)
{
	cl_event event = read_after(other_queue, buffer, 0, NULL);

	layer->clReleaseEvent(event);
}

/* So that they are no parts of their caller. */
static void (*volatile two_functions[])(void) = { write_first, read_later };

/* Is there the TEXT, and then a place in FUNCTION of this program? */
static bool is_at(const char *findings, const char *text, const char *function)
{
	const char *place = strstr(findings, text);
	const char *bracket = place ? strchr(place, '(') : NULL;

	return bracket && strncmp(bracket + 1, function, strlen(function)) == 0;
}

/* "called at" and "earlier call at" are places of the program, also under another layer. */
START_TEST(races_have_places)
{
	const char *findings;
	const char *text;

	setenv("OPENCL_VALIDATION_RACES", "yes", 1);
	if (_i % 2 == 1)
		setenv("OPENCL_VALIDATION_FORMAT", "json", 1);
	accept_start();
	if (_i / 2 == 1)
		accept_put_layer_above(BETWEEN_LAYER);
	for (int i = 0; i < 2; i++)
		two_functions[i]();
	findings = accept_stop();
	text = _i % 2 == 1 ? "\"called_at\":\"" : "; called at ";
	ck_assert_msg(is_at(findings, text, "read_later") || is_at(findings, text, "read_after"),
		      "found:\n%s", findings);
	text = _i % 2 == 1 ? "\"earlier_call_at\":\"" : "; earlier call at ";
	ck_assert_msg(is_at(findings, text, "write_first") || is_at(findings, text, "write_to"),
		      "found:\n%s", findings);
}
END_TEST

/* The layer above has all calls of a function at one place; the commands are still told apart. */
START_TEST(races_are_found_under_a_layer)
{
	const char *findings;

	setenv("OPENCL_VALIDATION_RACES", "yes", 1);
	accept_start();
	accept_put_layer_above(BETWEEN_LAYER);
	racy[_i].run();
	findings = accept_stop();
	ck_assert_msg(strstr(findings, racy[_i].found) &&
			      strstr(findings, racy[_i].other),
		      "expected \"%s\" and \"%s\", found:\n%s", racy[_i].found, racy[_i].other, findings);
}
END_TEST

START_TEST(lawful_programs_are_not)
{
	const char *findings;

	setenv("OPENCL_VALIDATION_RACES", "yes", 1);
	accept_start();
	lawful[_i]();
	findings = accept_stop();
	ck_assert_msg(accept_is_nothing(findings), "found:\n%s", findings);
}
END_TEST

START_TEST(a_wrong_call_orders)
{
	const char *findings;

	setenv("OPENCL_VALIDATION_RACES", "yes", 1);
	accept_start();
	a_wrong_command();
	findings = accept_stop();
	ck_assert_ptr_nonnull(strstr(findings, "clEnqueueFillBuffer-pattern_size"));
	ck_assert_ptr_null(strstr(findings, ": race-"));
}
END_TEST

/* Two kernels that only read, as the driver says of their arguments. */
START_TEST(argument_info_counts)
{
	void (*const run[])(void) = { kernels, kernels_of_shared_virtual_memory };
	const bool is_const = _i / 2 == 0;
	const char *findings;

	setenv("OPENCL_VALIDATION_RACES", "yes", 1);
	answers.has_argument_info = true;
	answers.access = CL_KERNEL_ARG_ACCESS_NONE;
	answers.type = is_const ? CL_KERNEL_ARG_TYPE_CONST : CL_KERNEL_ARG_TYPE_NONE;
	accept_start();
	run[_i % 2]();
	findings = accept_stop();
	ck_assert_int_eq(accept_is_nothing(findings), is_const);
}
END_TEST

/*
 * Whether a kernel writes is not known: it is passed to a function, or it is built from a binary. Then
 * nothing is found but a limit. A write of another command, or by another argument, is known.
 */
static const struct {
	const char *source;
	void (*run)(void);
	const char *found;
} doubtful[] = {
	{ "a[0] = b[0];", kernels, MEMORY },
	{ "b[0] = a[0];", kernels, MEMORY },
	{ "f(a, b);", kernels, LIMIT "clEnqueueNDRangeKernel: -: kernel = " },
	{ "f(a, b);", kernels_of_shared_virtual_memory, LIMIT "clEnqueueNDRangeKernel: " },
	{ "f(a, b);", kernel_and_read, LIMIT "clEnqueueReadBuffer: " },
	{ "f(a, b);", kernel_and_host, LIMIT "clCreateBuffer: " },
	{ "f(a, b);", shared_memory_mapped_for_reading, LIMIT "clEnqueueNDRangeKernel: " },
	{ "f(a, b);", kernel_on_mapped_for_reading, LIMIT "clEnqueueNDRangeKernel: " },
	{ "f(a, b);", native_kernels, LIMIT "clEnqueueNativeKernel: " },
	{ "a[0] = 1;", kernel_on_mapped_for_reading, "warning: race-mapped: clEnqueueNDRangeKernel: " },
	{ "f(a, b);", mapped_for_writing, "warning: race-mapped: clEnqueueNDRangeKernel: " },
	{ "f(a, b);", part_and_whole, MEMORY },
	{ "f(a, b);", another_queue_frees, MEMORY },
	{ "f(a, b);", kernels_on_what_is_only_written, MEMORY },
	/* The doubtful one comes first. */
	{ "f(a, b);", kernel_and_write, MEMORY "clEnqueueReadBuffer: " },
};

START_TEST(doubtful_races_are_limits)
{
	const bool is_limit = strncmp(doubtful[_i].found, LIMIT, strlen(LIMIT)) == 0;
	char source[128];
	const char *findings;

	snprintf(source, sizeof(source),
		 "kernel void twice(global int *a, global int *b, int c) { %s }", doubtful[_i].source);
	answers.source = source;
	setenv("OPENCL_VALIDATION_RACES", "yes", 1);
	setenv("OPENCL_VALIDATION_LEVELS", "error,warning,limit", 1);
	accept_start();
	doubtful[_i].run();
	findings = accept_stop();
	ck_assert_msg(strstr(findings, doubtful[_i].found) != NULL, "expected \"%s\", found:\n%s",
		      doubtful[_i].found, findings);
	ck_assert_msg(!is_limit || !strstr(findings, "warning: race-"), "found:\n%s", findings);
}
END_TEST

/* Each thread has a queue and memory of its own, and waits in its own way. */
static void *work(void *number)
{
	const int way = (int)(intptr_t)number;
	cl_command_queue own = layer->clCreateCommandQueue(context, device, way % 2, NULL);
	cl_mem mem = make_buffer(0, NULL);
	cl_kernel kernel_of_thread = make_kernel(mem, mem);
	char bytes[64];

	for (int i = 0; i < 200; i++) {
		cl_event written, event;

		layer->clEnqueueWriteBuffer(own, mem, CL_FALSE, 0, 64, bytes, 0, NULL, &written);
		written = run_after(own, kernel_of_thread, 1, &written);
		layer->clEnqueueReadBuffer(own, mem, way % 3 == 0, 0, 64, bytes, 1, &written,
					   &event);
		if (way % 3 == 1)
			layer->clWaitForEvents(1, &event);
		else if (way % 3 == 2)
			layer->clFinish(own);
	}
	return NULL;
}

/* Nothing is found while threads run FUNCTION, each with its number, until the layer ends. */
static void expect_silent_threads(void *(*function)(void *))
{
	pthread_t threads[THREADS];
	const char *findings;

	for (intptr_t i = 0; i < THREADS; i++)
		ck_assert_int_eq(pthread_create(&threads[i], NULL, function, (void *)i), 0);
	for (int i = 0; i < THREADS; i++)
		pthread_join(threads[i], NULL);
	findings = accept_stop();
	ck_assert_msg(accept_is_nothing(findings), "found:\n%s", findings);
}

START_TEST(threads_do_not_race)
{
	setenv("OPENCL_VALIDATION_RACES", "yes", 1);
	accept_start();
	expect_silent_threads(work);
}
END_TEST

/* The threads have parts of one buffer, map and unmap them, and read the same memory. */
static char *shared_bytes;
static cl_mem shared_input;

static void *share(void *number)
{
	const size_t origin = 64 * (size_t)(intptr_t)number;
	cl_command_queue own = layer->clCreateCommandQueue(context, device, 0, NULL);
	cl_mem part = make_part(buffer, origin, 64);
	cl_kernel made = make_kernel(part, shared_input), copy;
	void *pointer;

	layer->clReleaseMemObject(make_part(buffer, 0, 64));
	for (int i = 0; i < 50; i++) {
		layer->clSetKernelArg(made, 0, sizeof(part), &part);
		run_after(own, made, 0, NULL);
		layer->clSetKernelArgSVMPointer(made, 0, shared_bytes + origin);
		copy = layer->clCloneKernel(made, NULL);
		run_after(own, copy, 0, NULL);
		layer->clReleaseKernel(copy);
		pointer = layer->clEnqueueMapBuffer(own, part, CL_TRUE, CL_MAP_WRITE, 0, 64, 0, NULL,
						    NULL, NULL);
		layer->clEnqueueUnmapMemObject(own, part, pointer, 0, NULL, NULL);
		layer->clFinish(own);
	}
	return NULL;
}

START_TEST(threads_share_objects)
{
	setenv("OPENCL_VALIDATION_RACES", "yes", 1);
	accept_start();
	shared_bytes = layer->clSVMAlloc(context, CL_MEM_READ_WRITE, 4096, 0);
	shared_input = make_buffer(CL_MEM_READ_ONLY, NULL);
	expect_silent_threads(share);
}
END_TEST

/* The threads count references of the same objects, and hold and release commands. */
static void *count_and_hold(void *number)
{
	cl_command_queue own = layer->clCreateCommandQueue(context, device, 0, NULL);

	for (int i = 0; i < 50; i++) {
		cl_mem mem = make_buffer(0, NULL);
		cl_event gate = layer->clCreateUserEvent(context, NULL);
		cl_event event = run_after(own, make_kernel(mem, mem), 1, &gate);
		const char *text = "kernel void twice(global int *a, global int *b, int c) {}";
		cl_program made = layer->clCreateProgramWithSource(context, 1, &text, NULL, NULL);
		cl_kernel twice;

		layer->clBuildProgram(made, 0, NULL, "-cl-std=CL1.2", NULL, NULL);
		twice = layer->clCreateKernel(made, "twice", NULL);
		layer->clSetKernelArg(twice, 0, sizeof(mem), &mem);
		layer->clReleaseKernel(twice);
		layer->clReleaseProgram(made);
		layer->clRetainContext(context);
		layer->clRetainMemObject(buffer);
		layer->clSetUserEventStatus(gate, (intptr_t)number % 2 == 0 ? CL_COMPLETE : -1);
		layer->clReleaseEvent(gate);
		layer->clFinish(own);
		layer->clReleaseEvent(event);
		layer->clReleaseMemObject(mem);
		layer->clReleaseMemObject(buffer);
		layer->clReleaseContext(context);
	}
	layer->clReleaseCommandQueue(own);
	return NULL;
}

START_TEST(threads_count_references)
{
	setenv("OPENCL_VALIDATION_RACES", "yes", 1);
	setenv("OPENCL_VALIDATION_LEVELS", "error,warning,limit", 1);
	accept_start();
	expect_silent_threads(count_and_hold);
}
END_TEST

START_TEST(races_are_off)
{
	const char *findings;

	/* A region that one leaves mapped is an error of the next. */
	setenv("OPENCL_VALIDATION_LEVELS", "warning", 1);
	accept_start();
	for (int i = 0; i < UNIT_ROWS(racy); i++)
		racy[i].run();
	findings = accept_stop();
	ck_assert_msg(accept_is_nothing(findings), "found:\n%s", findings);
}
END_TEST

int main(void)
{
	Suite *suite = suite_create("races");
	TCase *tcase = unit_tcase(suite, "races", 60);
	TCase *threads = unit_tcase(suite, "threads", 60);

	tcase_add_loop_test(tcase, races_are_found, 0, UNIT_ROWS(racy));
	tcase_add_loop_test(tcase, races_have_places, 0, ACCEPT_HAS_STACKS ? 4 : 2);
	if (!ACCEPT_HAS_STACKS)
		printf("not tested: places under another layer: this C library has no backtrace()\n");
	tcase_add_loop_test(tcase, races_are_found_under_a_layer, 0, UNIT_ROWS(racy));
	tcase_add_loop_test(tcase, lawful_programs_are_not, 0, UNIT_ROWS(lawful));
	tcase_add_test(tcase, a_wrong_call_orders);
	tcase_add_loop_test(tcase, argument_info_counts, 0, 4);
	tcase_add_loop_test(tcase, doubtful_races_are_limits, 0, UNIT_ROWS(doubtful));
	tcase_add_test(tcase, races_are_off);
	tcase_add_test(threads, threads_do_not_race);
	tcase_add_test(threads, threads_share_objects);
	tcase_add_test(threads, threads_count_references);
	return unit_run(suite);
}
