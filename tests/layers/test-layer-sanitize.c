/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The sanitizer's layer on the driver and with the server of sanitize-driver.h: what the program
 * gets is what it gets without the layer, and what the kernels of shadows find is said.
 */
#include <fcntl.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <sys/wait.h>
#include <unistd.h>

#include "layers/sanitize-driver.h"
#include "opencl/constants.h"
#include "sanitize/sanitize-format.h"
#include "unit/unit.h"

#define SOURCE "kernel k 3\n"
#define SIZE 128 /* bytes of the buffer */
#define ARRAY SANITIZE_OBJECT_ARRAY

/* What most tests use. */
static struct {
	cl_context context;
	cl_command_queue queue;
	cl_program program;
	cl_kernel kernel;
	cl_mem buffer;
} of;

static cl_int launch_to(cl_command_queue queue, cl_kernel kernel)
{
	static const size_t size = 64;

	return layer->clEnqueueNDRangeKernel(queue, kernel, 1, NULL, &size, NULL, 0, NULL, NULL);
}

static cl_int launch(void)
{
	return launch_to(of.queue, of.kernel);
}

static void set_arguments(cl_kernel kernel)
{
	const cl_int number = 7;

	ck_assert_int_eq(layer->clSetKernelArg(kernel, 0, sizeof(cl_mem), &of.buffer), CL_SUCCESS);
	ck_assert_int_eq(layer->clSetKernelArg(kernel, 1, 64, NULL), CL_SUCCESS);
	ck_assert_int_eq(layer->clSetKernelArg(kernel, 2, sizeof(number), &number), CL_SUCCESS);
}

static void open_objects(void)
{
	of.context = driver_context(1);
	of.queue = driver_queue(of.context, 0);
	of.buffer = layer->clCreateBuffer(of.context, CL_MEM_READ_WRITE, SIZE, NULL, NULL);
}

static void open_program(void)
{
	of.program = driver_program(of.context, SOURCE);
	of.kernel = driver_kernel(of.program, "k");
	set_arguments(of.kernel);
}

static void open_all(void)
{
	driver_start(true);
	open_objects();
	open_program();
}

static void close_all(void)
{
	layer->clReleaseKernel(of.kernel);
	layer->clReleaseProgram(of.program);
	layer->clReleaseMemObject(of.buffer);
	layer->clReleaseCommandQueue(of.queue);
	layer->clReleaseContext(of.context);
}

static bool has_findings(const char *text)
{
	return strstr(driver_findings(), text) != NULL;
}

static bool has_message(const char *text)
{
	return strstr(driver_messages(), text) != NULL;
}

/* How many lines of the findings have TEXT? */
static int count_findings(const char *text)
{
	int count = 0;

	for (const char *at = driver_findings(); (at = strstr(at, text)); at++)
		count++;
	return count;
}

/* -- what is found ---------------------------------------------------------------------------- */

static const struct bad_access {
	unsigned int site;
	uint32_t object;
	int64_t offset;
	uint64_t size;
	const char *text;
} accesses[] = {
	{ 0, 1, 128, 128,
	  "clrouter: sanitize: error: k: file.cl:12:35: write of 4 bytes, out[i + 1]: at byte 128 "
	  "of "
	  "argument 0, \"out\" (global int *, 128 bytes), 0 bytes beyond its end; first by "
	  "work-item "
	  "(31,0,0), local ID (31,0,0); 1 time so far; enqueued at " },
	{ 0, 1, 140, 128, "(global int *, 128 bytes), 12 bytes beyond its end; " },
	{ 0, 1, -4, 128,
	  "at byte -4 of argument 0, \"out\" (global int *, 128 bytes), 4 bytes before "
	  "its start; " },
	{ 0, 1, 126, 128, "(global int *, 128 bytes), reaches 2 bytes beyond its end; " },
	{ 1, 2, 64, 64,
	  "error: k: source:7: read of 4 bytes, *p: at byte 64 of argument 1, \"tile\" "
	  "(local float *, 64 bytes), 0 bytes beyond its end; " },
	{ 1, 0, 0x1234, 0,
	  "error: k: source:7: read of 4 bytes, *p: at address 0x1234, which is in no memory of "
	  "the launch; " },
	{ 2, ARRAY, 4, 4,
	  "error: k: file.cl:20:3: write of 4 bytes, row[j]: index 4 of row, which has 4 "
	  "elements; " },
	{ 2, ARRAY, -1, 4, "index -1 of row, which has 4 elements; " },
	{ 1, SANITIZE_OBJECT_NAMED, 68, 64,
	  "read of 4 bytes, *p: at byte 68 of \"sums\" (local float[16], 64 bytes), 4 bytes beyond "
	  "its end; " },
	{ 1, SANITIZE_OBJECT_NEAREST | 2, -8, 64,
	  "at byte -8 of the nearest memory, argument 1, \"tile\" (local float *, 64 bytes), 8 "
	  "bytes "
	  "before its start; " },
	{ 1, SANITIZE_OBJECT_NEAREST | SANITIZE_OBJECT_NAMED, 64, 64,
	  "at byte 64 of the nearest memory, \"sums\" (local float[16], 64 bytes), 0 bytes" },
	/* A hostile kernel may leave anything. */
	{ 0, SANITIZE_OBJECT_NAMED | 1, 0, 0, "which is in no memory of the launch; " },
	{ 0, 0x40000000, 0, 0, "which is in no memory of the launch; " },
	{ 0, 77, 0, 0, "which is in no memory of the launch; " },
};
#define ACCESSES UNIT_ROWS(accesses)

static const struct bad_access *accessed;

static void make_access(struct driver_object *kernel)
{
	driver_write(kernel, accessed->site, accessed->object, accessed->offset, accessed->size,
		     31);
}

START_TEST(a_bad_access_is_said)
{
	accessed = &accesses[_i % ACCESSES];
	fake.run = make_access;
	fake.copies_maps = _i >= ACCESSES;
	open_all();
	ck_assert_int_eq(launch(), CL_SUCCESS);
	ck_assert(!has_findings("error"));
	ck_assert_int_eq(layer->clFinish(of.queue), CL_SUCCESS);
	ck_assert_msg(has_findings(accessed->text), "%s\nnot in\n%s", accessed->text,
		      driver_findings());
	ck_assert(has_findings("test-layer-sanitize"));
	driver_stop();
	ck_assert(has_findings("clrouter: sanitize: 1 finding\n"));
	ck_assert(
		has_message("clrouter: sanitize: kernel k: 12 of 14 accesses checked, 1 launch; "
			    "not checked: 2 through pointers to private memory\n"));
	ck_assert(has_message("clrouter: sanitize: 1 kernel checked in 1 launch; rewriting took "));
}
END_TEST

/* Each place is said once, and counted at the end; by another program with this source, too. */
START_TEST(a_place_is_said_once)
{
	accessed = &accesses[0];
	fake.run = make_access;
	fake.copies_maps = _i == 1;
	open_all();
	for (int i = 0; i < 3; i++) {
		launch();
		layer->clFinish(of.queue);
	}
	accessed = &accesses[6];
	launch();
	layer->clFinish(of.queue);
	open_program();
	accessed = &accesses[0];
	launch();
	layer->clFinish(of.queue);
	ck_assert_int_eq(count_findings("file.cl:12:35: write"), 1);
	ck_assert_int_eq(count_findings("file.cl:20:3: write"), 1);
	driver_stop();
	ck_assert(has_findings("clrouter: sanitize: error: k: file.cl:12:35: 4 times in all\n"));
	ck_assert(!has_findings("file.cl:20:3: 1 times"));
	ck_assert(has_findings("clrouter: sanitize: 2 findings\n"));
	ck_assert(has_message("2 of 14") || has_message("12 of 14 accesses checked, 5 launches"));
}
END_TEST

START_TEST(findings_can_be_json)
{
	accessed = &accesses[0];
	fake.run = make_access;
	setenv("OPENCL_SANITIZE_FORMAT", "json", 1);
	setenv("OPENCL_SANITIZE_STATUS", unit_path("status"), 1);
	unit_make("status=");
	open_all();
	launch();
	layer->clFinish(of.queue);
	ck_assert_msg(
		has_findings("{\"level\":\"error\",\"id\":\"out-of-bounds\",\"kernel\":\"k\","
			     "\"file\":\"file.cl\",\"line\":12,\"column\":35,\"in_function\":\"k\","
			     "\"access\":\"write\",\"bytes\":4,\"expression\":\"out[i + 1]\","
			     "\"argument\":0,\"argument_name\":\"out\","
			     "\"argument_type\":\"global int *\",\"argument_size\":128,"
			     "\"offset\":128,\"global_id\":[31,0,0],\"local_id\":[31,0,0],"
			     "\"count\":1,\"enqueued_at\":\""),
		"%s", driver_findings());
	accessed = &accesses[6];
	launch();
	layer->clFinish(of.queue);
	ck_assert(has_findings("\"array\":\"row\",\"index\":4,\"elements\":4,"));
	driver_stop();
	ck_assert_ptr_nonnull(strstr(unit_read(unit_path("status"), NULL), "started "));
	ck_assert_ptr_nonnull(strstr(unit_read(unit_path("status"), NULL), "finding "));
	ck_assert_ptr_nonnull(strstr(unit_read(unit_path("status"), NULL), "checked "));
	ck_assert_ptr_nonnull(strstr(unit_read(unit_path("status"), NULL), "\naccesses 12 14 k "));
	ck_assert_ptr_null(strstr(unit_read(unit_path("status"), NULL), "\npassed "));
}
END_TEST

START_TEST(no_finding_is_said)
{
	open_all();
	launch();
	layer->clFinish(of.queue);
	close_all();
	driver_stop();
	ck_assert(has_findings("clrouter: sanitize: no finding\n"));
	ck_assert(has_message("1 kernel checked in 1 launch"));
}
END_TEST

/* Each way to wait. */
START_TEST(each_wait_is_followed_by_a_look)
{
	char memory[SIZE];
	cl_event event;

	accessed = &accesses[0];
	fake.run = make_access;
	open_all();
	ck_assert_int_eq(layer->clEnqueueTask(of.queue, of.kernel, 0, NULL, &event), CL_SUCCESS);
	ck_assert_uint_eq(fake.shadows, 1);
	switch (_i) {
	case 0:
		layer->clEnqueueReadBuffer(of.queue, of.buffer, CL_TRUE, 0, SIZE, memory, 0, NULL,
					   NULL);
		break;
	case 1:
		layer->clEnqueueReadBuffer(of.queue, of.buffer, CL_FALSE, 0, SIZE, memory, 0, NULL,
					   NULL);
		ck_assert(!has_findings("error"));
		layer->clWaitForEvents(1, &event);
		break;
	default:
		layer->clEnqueueReadBuffer(of.queue, of.buffer, CL_FALSE, 0, SIZE, memory, 0, NULL,
					   NULL);
		ck_assert(!has_findings("error"));
		driver_stop();
	}
	ck_assert(has_findings(accessed->text));
}
END_TEST

/* -- records of kernels that run -------------------------------------------------------------- */

static unsigned int spoiled; /* a word of the record */

static void write_in_part(struct driver_object *kernel)
{
	make_access(kernel);
	driver_spoil(kernel, accessed->site, spoiled);
}

static void complete(struct driver_object *kernel)
{
	driver_spoil(kernel, accessed->site, spoiled);
}

/* Whichever word has not come yet. */
START_TEST(a_record_in_part_is_read_later)
{
	accessed = &accesses[0];
	spoiled = SANITIZE_RECORD_LAUNCH + (unsigned int)_i / 2;
	fake.copies_maps = _i % 2 == 1;
	fake.run = write_in_part;
	open_all();
	launch();
	layer->clFinish(of.queue);
	ck_assert(!has_findings("error"));
	fake.run = complete;
	launch();
	layer->clFinish(of.queue);
	ck_assert(has_findings(accessed->text));
	driver_stop();
	ck_assert(has_findings("clrouter: sanitize: 1 finding\n"));
}
END_TEST

/* As another thread would. */
static void launch_meanwhile(struct driver_object *kernel)
{
	(void)kernel;
	fake.run = make_access;
	launch();
}

START_TEST(a_launch_during_a_wait_is_followed_by_a_look)
{
	accessed = &accesses[0];
	fake.run = launch_meanwhile;
	open_all();
	launch();
	layer->clFinish(of.queue);
	ck_assert(!has_findings("error"));
	layer->clFinish(of.queue);
	ck_assert(has_findings(accessed->text));
	driver_stop();
}
END_TEST

/* Another thread's launch ends, and that thread looks, when all words were read. */
static void finish_meanwhile(size_t size)
{
	if (size <= sizeof(uint32_t))
		return;
	fake.read = NULL;
	accessed = &accesses[6];
	launch();
	layer->clFinish(of.queue);
}

START_TEST(a_look_during_a_look_is_made_after_it)
{
	accessed = &accesses[0];
	fake.run = make_access;
	fake.copies_maps = true;
	open_all();
	fake.read = finish_meanwhile;
	launch();
	layer->clFinish(of.queue);
	ck_assert_ptr_null(fake.read);
	ck_assert(has_findings(accesses[0].text));
	ck_assert(has_findings(accesses[6].text));
	driver_stop();
}
END_TEST

/* -- what the program gets -------------------------------------------------------------------- */

static cl_uint references(void)
{
	cl_uint count = 0;

	ck_assert_int_eq(layer->clGetContextInfo(of.context, CL_CONTEXT_REFERENCE_COUNT,
						 sizeof(count), &count, NULL),
			 CL_SUCCESS);
	return count;
}

START_TEST(queries_are_answered_by_the_original)
{
	size_t size = 0;
	cl_ulong local = 0;
	cl_uint count = 0;

	fake.group_size = _i == 0 ? 64 : 1024;
	open_all();
	layer->clGetKernelWorkGroupInfo(of.kernel, driver_device(0), CL_KERNEL_WORK_GROUP_SIZE,
					sizeof(size), &size, NULL);
	ck_assert_uint_eq(size, _i == 0 ? 64 : 256);
	size = 0;
	layer->clGetKernelWorkGroupInfo(of.kernel, NULL, CL_KERNEL_WORK_GROUP_SIZE, sizeof(size),
					&size, NULL);
	ck_assert_uint_eq(size, _i == 0 ? 64 : 256);
	ck_assert_int_eq(layer->clGetKernelWorkGroupInfo(of.kernel, driver_device(0),
							 CL_KERNEL_WORK_GROUP_SIZE, 1, &size, NULL),
			 CL_INVALID_VALUE);
	layer->clGetKernelWorkGroupInfo(of.kernel, driver_device(0), CL_KERNEL_LOCAL_MEM_SIZE,
					sizeof(local), &local, NULL);
	ck_assert_uint_eq(local, 1);
	layer->clGetKernelSubGroupInfo(of.kernel, driver_device(0),
				       CL_KERNEL_SUB_GROUP_COUNT_FOR_NDRANGE, 0, NULL, sizeof(size),
				       &size, NULL);
	ck_assert_uint_eq(size, 8);
	layer->clGetKernelInfo(of.kernel, CL_KERNEL_NUM_ARGS, sizeof(count), &count, NULL);
	ck_assert_uint_eq(count, 3);
	layer->clGetKernelInfo(of.kernel, CL_KERNEL_REFERENCE_COUNT, sizeof(count), &count, NULL);
	ck_assert_uint_eq(count, 1);
	layer->clGetProgramInfo(of.program, CL_PROGRAM_REFERENCE_COUNT, sizeof(count), &count,
				NULL);
	ck_assert_uint_eq(count, 2); /* with the kernel's, of this driver */
}
END_TEST

/* With its objects the program has released all. 0: in the usual order; 1: before the launch ended.
 */
START_TEST(nothing_is_kept)
{
	const cl_uint before = _i % 2;

	fake.copies_maps = _i >= 2;
	driver_start(true);
	open_objects();
	ck_assert_uint_eq(references(), 3);
	open_program();
	ck_assert_uint_gt(references(), 4);
	launch();
	if (before == 0)
		layer->clFinish(of.queue);
	layer->clReleaseKernel(of.kernel);
	layer->clReleaseProgram(of.program);
	if (before == 1) {
		layer->clFinish(of.queue);
	}
	ck_assert_uint_eq(references(), 3);
	layer->clReleaseMemObject(of.buffer);
	layer->clReleaseCommandQueue(of.queue);
	layer->clReleaseContext(of.context);
	ck_assert_uint_eq(fake.live, 0);
	driver_stop();
}
END_TEST

/* A launch may not have ended when the context is released. */
START_TEST(a_context_is_not_kept)
{
	accessed = &accesses[0];
	fake.run = make_access;
	open_all();
	launch();
	layer->clReleaseKernel(of.kernel);
	layer->clReleaseProgram(of.program);
	layer->clReleaseMemObject(of.buffer);
	if (_i == 1)
		layer->clFlush(of.queue);
	layer->clReleaseCommandQueue(of.queue);
	layer->clReleaseContext(of.context);
	ck_assert_uint_eq(fake.live, 0);
	driver_stop();
}
END_TEST

START_TEST(errors_are_the_drivers)
{
	open_all();
	fake.refuses_all = true;
	ck_assert_int_eq(launch(), CL_INVALID_WORK_GROUP_SIZE);
	fake.refuses_all = false;
	ck_assert_int_eq(launch(), CL_SUCCESS);
	ck_assert_uint_eq(fake.shadows, 1);
	ck_assert_uint_eq(fake.originals, 0);
	ck_assert_int_eq(layer->clSetKernelArg(of.kernel, 3, 4, "abc"), CL_INVALID_ARG_INDEX);
	ck_assert_int_eq(launch(), CL_SUCCESS);
	ck_assert_uint_eq(fake.shadows, 2);
	layer->clReleaseKernel(of.kernel);
	of.kernel = driver_kernel(of.program, "k");
	ck_assert_int_eq(launch(), CL_INVALID_KERNEL_ARGS);
	driver_stop();
}
END_TEST

/* -- arguments -------------------------------------------------------------------------------- */

START_TEST(sizes_follow_the_arguments)
{
	cl_mem none = NULL;
	cl_mem larger;

	open_all();
	larger = layer->clCreateBuffer(of.context, CL_MEM_READ_WRITE, 4 * SIZE, NULL, NULL);
	launch();
	ck_assert_uint_eq(driver_number(fake.last, 2), 7);
	ck_assert_uint_eq(driver_number(fake.last, 3), SIZE);
	ck_assert_uint_eq(driver_number(fake.last, 4), 64);
	layer->clSetKernelArg(of.kernel, 0, sizeof(larger), &larger);
	layer->clSetKernelArg(of.kernel, 1, 128, NULL);
	launch();
	ck_assert_uint_eq(driver_number(fake.last, 3), 4 * SIZE);
	ck_assert_uint_eq(driver_number(fake.last, 4), 128);
	layer->clSetKernelArg(of.kernel, 0, sizeof(none), &none);
	launch();
	ck_assert_uint_eq(driver_number(fake.last, 3), 0);
	layer->clSetKernelArg(of.kernel, 0, sizeof(larger), &larger);
	layer->clSetKernelArg(of.kernel, 0, sizeof(none), NULL);
	launch();
	ck_assert_uint_eq(driver_number(fake.last, 3), 0);
	driver_stop();
}
END_TEST

/* A launch sets only what has changed. */
START_TEST(what_is_set_is_not_set_again)
{
	unsigned int sets = 0;

	open_all();
	for (int i = 0; i < 5; i++) {
		launch();
		if (i == 0)
			sets = fake.sets;
	}
	ck_assert_uint_eq(fake.sets, sets);
	layer->clSetKernelArg(of.kernel, 1, 128, NULL);
	launch();
	ck_assert_uint_le(fake.sets, sets + 3); /* the argument, its size, and the place */
	driver_stop();
}
END_TEST

/* The regions that a kernel gets, as words; in the memory of the driver. */
static const uint64_t *regions(void)
{
	struct driver_object *buffer;

	memcpy(&buffer, fake.last->arguments[6].bytes, sizeof(buffer));
	return (const uint64_t *)(const void *)buffer->memory;
}

START_TEST(shared_memory_is_known)
{
	char *memory, *other;

	fake.has_system_svm = _i == 1;
	open_all();
	launch();
	ck_assert_uint_eq(regions()[SANITIZE_REGIONS_COUNT], 0);
	ck_assert_uint_eq(regions()[SANITIZE_REGIONS_FLAGS], _i == 1 ? SANITIZE_REGIONS_OPEN : 0);
	memory = layer->clSVMAlloc(of.context, CL_MEM_READ_WRITE, 256, 0);
	layer->clSetKernelArgSVMPointer(of.kernel, 0, memory);
	launch();
	ck_assert_ptr_eq(fake.last->arguments[0].svm, memory);
	ck_assert_uint_eq(driver_number(fake.last, 3), 256);
	ck_assert_uint_eq(regions()[SANITIZE_REGIONS_COUNT], 1);
	ck_assert_uint_eq(regions()[SANITIZE_REGIONS_HEAD], (uintptr_t)memory);
	ck_assert_uint_eq(regions()[SANITIZE_REGIONS_HEAD + 1], (uintptr_t)memory + 256);
	layer->clSetKernelArgSVMPointer(of.kernel, 0, memory + 16);
	launch();
	ck_assert_uint_eq(driver_number(fake.last, 3), SANITIZE_UNKNOWN);
	layer->clSetKernelArgSVMPointer(of.kernel, 0, NULL);
	launch();
	ck_assert_uint_eq(driver_number(fake.last, 3), 0);
	other = layer->clSVMAlloc(of.context, CL_MEM_READ_WRITE, 64, 0);
	layer->clSetKernelArgSVMPointer(of.kernel, 0, memory);
	launch();
	ck_assert_uint_eq(regions()[SANITIZE_REGIONS_COUNT], 2);
	layer->clSVMFree(of.context, memory);
	launch();
	ck_assert_uint_eq(regions()[SANITIZE_REGIONS_COUNT], 1);
	ck_assert_uint_eq(driver_number(fake.last, 3), SANITIZE_UNKNOWN);
	layer->clSVMFree(of.context, other);
	layer->clFinish(of.queue);
	close_all();
	ck_assert_uint_eq(fake.live, 0);
	driver_stop();
}
END_TEST

/* A pointer of an extension may be any memory. */
START_TEST(pointers_of_extensions_are_not_judged)
{
	cl_int(CL_API_CALL * set)(cl_kernel, cl_uint, const void *);
	cl_int(CL_API_CALL * set_address)(cl_kernel, cl_uint, cl_ulong);

	open_all();
	if (_i == 0) {
		set = (void *)driver_function("clSetKernelArgMemPointerINTEL");
		ck_assert_int_eq(set(of.kernel, 0, &of), CL_SUCCESS);
	} else {
		set_address = (void *)driver_function("clSetKernelArgDevicePointerEXT");
		ck_assert_int_eq(set_address(of.kernel, 0, (uintptr_t)&of), CL_SUCCESS);
	}
	launch();
	ck_assert_uint_eq(fake.shadows, 1);
	ck_assert_ptr_eq(fake.last->arguments[0].svm, &of);
	ck_assert_uint_eq(driver_number(fake.last, 3), SANITIZE_UNKNOWN);
	ck_assert_uint_eq(regions()[SANITIZE_REGIONS_FLAGS], SANITIZE_REGIONS_OPEN);
	driver_stop();
}
END_TEST

START_TEST(a_clone_has_the_arguments)
{
	cl_kernel clone;

	open_all();
	ck_assert_int_eq(
		layer->clSetKernelExecInfo(of.kernel, CL_KERNEL_EXEC_INFO_SVM_PTRS, 0, NULL),
		CL_SUCCESS);
	if (_i == 1)
		launch();
	clone = layer->clCloneKernel(of.kernel, NULL);
	layer->clSetKernelArg(of.kernel, 1, 128, NULL);
	launch_to(of.queue, clone);
	ck_assert(fake.last->is_shadow);
	ck_assert_uint_eq(driver_number(fake.last, 3), SIZE);
	ck_assert_uint_eq(driver_number(fake.last, 4), 64);
	layer->clFinish(of.queue);
	layer->clReleaseKernel(clone);
	close_all();
	ck_assert_uint_eq(fake.live, 0);
	driver_stop();
}
END_TEST

/* -- programs --------------------------------------------------------------------------------- */

START_TEST(the_server_gets_all_that_it_needs)
{
	open_all();
	ck_assert_str_eq(server.text, SOURCE);
	ck_assert_str_eq(server.options, "-DA=1 -cl-mad-enable");
	ck_assert_ptr_nonnull(strstr(server.macros, "cl_fake_macro 1\n"));
	ck_assert_uint_eq(driver_requests(), 1);
	driver_stop();
}
END_TEST

/* Devices with the same macros need one answer, and a build for each. */
START_TEST(each_device_has_a_shadow)
{
	cl_command_queue other;

	driver_start(true);
	of.context = driver_context(2);
	of.queue = driver_queue(of.context, 0);
	other = driver_queue(of.context, 1);
	of.buffer = layer->clCreateBuffer(of.context, CL_MEM_READ_WRITE, SIZE, NULL, NULL);
	open_program();
	ck_assert_uint_eq(driver_requests(), 1);
	ck_assert_uint_eq(fake.builds, 2);
	launch();
	ck_assert_ptr_eq(fake.last->context->device, driver_device(0));
	launch_to(other, of.kernel);
	ck_assert_ptr_eq(fake.last->context->device, driver_device(1));
	layer->clFinish(of.queue);
	layer->clFinish(other);
	layer->clReleaseCommandQueue(other);
	close_all();
	ck_assert_uint_eq(fake.live, 0);
	driver_stop();
}
END_TEST

START_TEST(a_program_that_is_built_again_has_new_shadows)
{
	open_all();
	launch();
	layer->clFinish(of.queue);
	layer->clReleaseKernel(of.kernel);
	ck_assert_int_eq(layer->clBuildProgram(of.program, 0, NULL, "-DA=2", NULL, NULL),
			 CL_SUCCESS);
	layer->clCreateKernelsInProgram(of.program, 1, &of.kernel, NULL);
	set_arguments(of.kernel);
	ck_assert_str_eq(server.options, "-DA=2");
	ck_assert_uint_eq(fake.builds, 2);
	launch();
	ck_assert_uint_eq(fake.shadows, 2);
	layer->clFinish(of.queue);
	close_all();
	ck_assert_uint_eq(fake.live, 0);
	driver_stop();
}
END_TEST

static const struct {
	const char *table;
	const char *source;
	const char *reason;
} answers[] = {
	{ "nonsense", NULL, "has answered with a wrong table" },
	{ "", NULL, "has answered with a wrong table" },
	{ "kernel\tk\t1\t1\t3\nsized\t9\tglobal\ta\tb\n", NULL, "wrong table" },
	{ "kernel\tother\t1\t1\t3\n", NULL, "does not have a kernel as it has it" },
	{ "kernel\tk\t1\t1\t4\n", NULL, "does not have a kernel as it has it" },
	{ NULL, "shadow\nkernel k 7\n", "does not have a kernel as it has it" },
	{ NULL, "shadow\nkernel other 8\n", "does not have a kernel as it has it" },
};

/* An answer that cannot be right costs the checks of this program, and nothing else. */
START_TEST(a_wrong_answer_is_not_used)
{
	server.table = answers[_i].table ? answers[_i].table : server.table;
	server.source = answers[_i].source ? answers[_i].source : server.source;
	open_all();
	ck_assert_int_eq(launch(), CL_SUCCESS);
	ck_assert_uint_eq(fake.shadows, 0);
	ck_assert_uint_eq(fake.originals, 1);
	layer->clFinish(of.queue);
	close_all();
	ck_assert_uint_eq(fake.live, 0);
	driver_stop();
	ck_assert_msg(has_message(answers[_i].reason), "%s", driver_messages());
	ck_assert(has_message("clrouter: sanitize: 1 program not checked: "));
	ck_assert(has_message("clrouter: sanitize: nothing was checked"));
}
END_TEST

START_TEST(what_is_refused_is_said)
{
	static const char *const reasons[] = {
		"1 program not checked: the rewriter is tired\n",
		"1 program not checked: the driver does not build its checked form (-11): ",
		"1 program not checked: the connection to \"clrouter sanitize\" is lost",
		"1 program not checked: \"clrouter sanitize\" has answered what is no answer\n",
	};
	const char *said;

	server.refusal = _i == 0 ? "the rewriter is tired" : NULL;
	fake.fails_shadow = _i == 1;
	server.hangs_up = _i == 2;
	server.kind = _i == 3 ? EXCHANGE_WELCOME : EXCHANGE_REWRITTEN;
	setenv("OPENCL_SANITIZE_STATUS", unit_path("status"), 1);
	unit_make("status=");
	open_all();
	launch();
	ck_assert_uint_eq(fake.originals, 1);
	layer->clFinish(of.queue);
	close_all();
	ck_assert_uint_eq(fake.live, 0);
	driver_stop();
	ck_assert_msg(has_message(reasons[_i]), "%s", driver_messages());
	said = strstr(unit_read(unit_path("status"), NULL), "\nrefused ");
	ck_assert_ptr_nonnull(said);
	ck_assert_int_eq(strncmp(said + strlen("\nrefused "), strchr(reasons[_i], ':') + 2, 20), 0);
	if (_i == 1)
		ck_assert(has_message("error: the shadow is wrong\n"));
}
END_TEST

/* A launch that the driver takes unchecked only ends the checks of its program. */
START_TEST(a_refused_launch_is_made_unchecked)
{
	open_all();
	launch();
	fake.refuses_shadow = true;
	ck_assert_int_eq(launch(), CL_SUCCESS);
	ck_assert_uint_eq(fake.originals, 1);
	fake.refuses_shadow = false;
	ck_assert_int_eq(launch(), CL_SUCCESS);
	ck_assert_uint_eq(fake.originals, 2);
	ck_assert_uint_eq(fake.shadows, 1);
	open_program();
	launch();
	ck_assert_uint_eq(fake.shadows, 2);
	driver_stop();
	ck_assert(has_message(
		"1 program not checked: the driver refuses a checked launch of k (-54), "
		"which it takes unchecked\n"));
	ck_assert(has_message("1 kernel checked in 2 launches"));
}
END_TEST

START_TEST(other_programs_are_not_checked)
{
	static const unsigned char *binary = (const unsigned char *)"";
	static const char *const reasons[] = {
		"it was made from a binary",
		"it was made from an intermediate language",
		"it has kernels that are built into the device",
		"it was linked from programs that were not seen",
	};
	const cl_device_id device = driver_device(0);
	const size_t length = 0;

	driver_start(true);
	open_objects();
	if (_i == 0)
		of.program = layer->clCreateProgramWithBinary(of.context, 1, &device, &length,
							      &binary, NULL, NULL);
	else if (_i == 1)
		of.program = layer->clCreateProgramWithIL(of.context, "", 1, NULL);
	else if (_i == 2)
		of.program =
			layer->clCreateProgramWithBuiltInKernels(of.context, 1, &device, "k", NULL);
	else
		of.program = layer->clLinkProgram(of.context, 1, &device, NULL, 0, NULL, NULL, NULL,
						  NULL);
	if (_i < 2)
		layer->clBuildProgram(of.program, 0, NULL, NULL, NULL, NULL);
	of.kernel = driver_kernel(of.program, "k");
	layer->clReleaseKernel(of.kernel);
	of.kernel = driver_kernel(of.program, "k");
	set_arguments(of.kernel);
	ck_assert_int_eq(launch(), CL_SUCCESS);
	ck_assert_uint_eq(fake.originals, 1);
	ck_assert_uint_eq(driver_requests(), 0);
	driver_stop();
	ck_assert_msg(has_message(reasons[_i]), "%s", driver_messages());
	ck_assert(has_message("1 program not checked: "));
}
END_TEST

/* -- the server ------------------------------------------------------------------------------- */

START_TEST(without_a_server_nothing_is_checked)
{
	static const char *const reasons[] = { "no server is known", "does not answer",
					       "there is no libclang", "is of another version" };

	if (_i == 1)
		setenv("OPENCL_SANITIZE_SERVER", unit_path("none"), 1);
	if (_i == 1 && strlen(unit_path("none")) > 100)
		setenv("OPENCL_SANITIZE_SERVER", "/nowhere", 1);
	server.reason = _i == 2 ? "there is no libclang" : NULL;
	server.version = _i == 3 ? "0" : EXCHANGE_VERSION;
	driver_start(_i >= 2);
	open_objects();
	open_program();
	launch();
	ck_assert_uint_eq(fake.originals, 1);
	close_all();
	driver_stop();
	ck_assert_msg(has_message(reasons[_i]), "%s", driver_messages());
	ck_assert(has_message("clrouter: layer: sanitize: nothing is checked: "));
	/* What the user can do about the others is in their reasons. */
	ck_assert_int_eq(has_message("start the program by"), _i == 0);
	ck_assert(strchr(driver_messages(), '\n')[1] == '\0');
}
END_TEST

/* A child has a connection of its own, and says what it has found; not what its parent has. */
START_TEST(a_child_connects_by_itself)
{
	int status = 0;
	pid_t child;

	accessed = &accesses[0];
	fake.run = make_access;
	open_all();
	launch();
	layer->clFinish(of.queue);
	child = fork();
	if (child == 0) {
		accessed = &accesses[6];
		open_objects();
		open_program();
		launch();
		layer->clFinish(of.queue);
		clDeinitLayer();
		_exit(fake.shadows == 2 ? 0 : 1);
	}
	ck_assert_int_eq(waitpid(child, &status, 0), child);
	ck_assert_int_eq(status, 0);
	ck_assert_uint_eq(__atomic_load_n(&server.connections, __ATOMIC_SEQ_CST), 2);
	ck_assert(has_findings(accesses[6].text));
	ck_assert_int_eq(count_findings("sanitize: 1 finding\n"), 1);
	open_program();
	ck_assert_uint_eq(driver_requests(), 3);
	driver_stop();
	ck_assert_int_eq(count_findings("sanitize: 1 finding\n"), 2);
}
END_TEST

/* A child that uses nothing has nothing to say. */
START_TEST(a_child_says_nothing_of_its_parent)
{
	int status = 0;
	pid_t child;

	accessed = &accesses[0];
	fake.run = make_access;
	fake.copies_maps = _i == 1;
	open_all();
	launch();
	child = fork();
	if (child == 0) {
		clDeinitLayer();
		_exit(0);
	}
	ck_assert_int_eq(waitpid(child, &status, 0), child);
	ck_assert_str_eq(driver_findings(), "");
	ck_assert_str_eq(driver_messages(), "");
	layer->clFinish(of.queue);
	driver_stop();
	ck_assert_int_eq(count_findings("sanitize: 1 finding\n"), 1);
	ck_assert(has_message("1 kernel checked in 1 launch;"));
}
END_TEST

/* The layer's descriptor; -1: there is none. */
static int find_connection(void)
{
	struct sockaddr_un address;
	socklen_t size;

	for (int i = 3; i < 256; i++) {
		size = sizeof(address);
		memset(&address, 0, sizeof(address));
		if (getpeername(i, (struct sockaddr *)&address, &size) == 0 &&
		    strcmp(address.sun_path, "server") == 0)
			return i;
	}
	return -1;
}

/* The program closes what it does not know, and has a file of its own there. */
START_TEST(a_closed_connection_is_left_alone)
{
	int first, connection;

	driver_start(true);
	open_objects();
	connection = find_connection();
	ck_assert_int_ge(connection, 0);
	first = open("mine", O_RDWR | O_CREAT, 0600);
	ck_assert_int_eq(dup2(first, connection), connection);
	open_program();
	ck_assert_int_eq(launch(), CL_SUCCESS);
	ck_assert_int_eq(lseek(first, 0, SEEK_END), 0);
	driver_stop();
	ck_assert_int_eq(lseek(connection, 0, SEEK_END), 0);
	ck_assert(has_message("the program has closed the connection"));
}
END_TEST

/* -- contexts that die ------------------------------------------------------------------------ */

static cl_int death;

static void die(struct driver_object *kernel)
{
	make_access(kernel);
	fake.dead = death;
}

START_TEST(a_dead_context_is_read_by_its_map)
{
	accessed = &accesses[0];
	fake.run = die;
	fake.copies_maps = _i == 1;
	fake.fails_map = _i == 2;
	death = _i == 3 ? CL_INVALID_COMMAND_QUEUE : CL_OUT_OF_RESOURCES;
	open_all();
	launch();
	ck_assert_int_eq(layer->clFinish(of.queue), death);
	if (_i == 0 || _i == 3)
		ck_assert_msg(
			has_findings("1 time so far; the context of the device has died since; "
				     "enqueued at "),
			"%s", driver_findings());
	else
		ck_assert(has_findings(
			"clrouter: sanitize: warning: k: clFinish failed (-5), and what "
			"the kernel has found cannot be read on this driver; option.redirect "
			"keeps the context alive; launched "
			"at "));
	ck_assert_int_eq(layer->clFinish(of.queue), death);
	ck_assert_int_eq(count_findings("error: k") + count_findings("warning: k"), 1);
	driver_stop();
}
END_TEST

/* -- command buffers -------------------------------------------------------------------------- */

typedef cl_command_buffer_khr CL_API_CALL create_fn(cl_uint, const cl_command_queue *,
						    const cl_command_buffer_properties_khr *,
						    cl_int *);
typedef cl_int CL_API_CALL buffer_fn(cl_command_buffer_khr);
typedef cl_int CL_API_CALL enqueue_fn(cl_uint, cl_command_queue *, cl_command_buffer_khr, cl_uint,
				      const cl_event *, cl_event *);
typedef cl_int CL_API_CALL record_fn(cl_command_buffer_khr, cl_command_queue, const void *,
				     cl_kernel, cl_uint, const size_t *, const size_t *,
				     const size_t *, cl_uint, const cl_sync_point_khr *,
				     cl_sync_point_khr *, cl_mutable_command_khr *);
typedef cl_int CL_API_CALL update_fn(cl_command_buffer_khr, cl_uint, const cl_uint *,
				     const void **);
typedef cl_int CL_API_CALL info_fn(cl_mutable_command_khr, cl_mutable_command_info_khr, size_t,
				   void *, size_t *);

static cl_command_buffer_khr record(cl_mutable_command_khr *command)
{
	static const size_t size = 64;
	create_fn *create = (create_fn *)driver_function("clCreateCommandBufferKHR");
	buffer_fn *finalize = (buffer_fn *)driver_function("clFinalizeCommandBufferKHR");
	record_fn *add = (record_fn *)driver_function("clCommandNDRangeKernelKHR");
	const cl_command_buffer_khr buffer = create(1, &of.queue, NULL, NULL);

	ck_assert_int_eq(
		add(buffer, NULL, NULL, of.kernel, 1, NULL, &size, NULL, 0, NULL, NULL, command),
		CL_SUCCESS);
	ck_assert_int_eq(finalize(buffer), CL_SUCCESS);
	return buffer;
}

START_TEST(a_command_buffer_is_checked)
{
	enqueue_fn *enqueue;
	buffer_fn *release;
	cl_command_buffer_khr buffer;

	accessed = &accesses[0];
	fake.run = make_access;
	open_all();
	buffer = record(NULL);
	ck_assert_uint_eq(fake.shadows, 1);
	ck_assert_uint_eq(regions()[SANITIZE_REGIONS_FLAGS], SANITIZE_REGIONS_OPEN);
	enqueue = (enqueue_fn *)driver_function("clEnqueueCommandBufferKHR");
	release = (buffer_fn *)driver_function("clReleaseCommandBufferKHR");
	ck_assert_int_eq(enqueue(0, NULL, buffer, 0, NULL, NULL), CL_SUCCESS);
	ck_assert_int_eq(enqueue(0, NULL, buffer, 0, NULL, NULL), CL_SUCCESS);
	ck_assert_int_eq(layer->clFinish(of.queue), CL_SUCCESS);
	ck_assert(has_findings("; 2 times so far; enqueued at "));
	ck_assert(has_findings("; recorded at "));
	launch();
	ck_assert_uint_eq(regions()[SANITIZE_REGIONS_FLAGS], 0);
	layer->clFinish(of.queue);
	ck_assert_int_eq(release(buffer), CL_SUCCESS);
	close_all();
	ck_assert_uint_eq(fake.live, 0);
	driver_stop();
	ck_assert(has_message("12 of 14 accesses checked, 3 launches"));
}
END_TEST

START_TEST(an_update_changes_sizes)
{
	cl_mutable_command_khr command = NULL;
	const cl_command_buffer_khr buffer = (open_all(), record(&command));
	const cl_uint type = MUTABLE_DISPATCH_CONFIG;
	const struct mutable_dispatch_arg argument = { .arg_index = (cl_uint)_i,
						       .arg_size = _i == 0 ? sizeof(cl_mem) : 512,
						       .arg_value = _i == 0 ? &of.buffer : NULL };
	const struct mutable_dispatch_config config = { .command = command,
							.num_args = 1,
							.arg_list = &argument };
	const void *configs = &config;
	update_fn *update = (update_fn *)driver_function("clUpdateMutableCommandsKHR");
	info_fn *info = (info_fn *)driver_function("clGetMutableCommandInfoKHR");
	cl_kernel kernel = NULL;

	ck_assert_ptr_nonnull(command);
	ck_assert_int_eq(update(buffer, 1, &type, &configs), CL_SUCCESS);
	ck_assert_uint_eq(fake.updates, _i == 2 ? 1 : 2);
	ck_assert_uint_eq(fake.updated, _i == 0 ? SIZE : _i == 1 ? 512 : 0);
	ck_assert_int_eq(
		info(command, CL_MUTABLE_DISPATCH_KERNEL_KHR, sizeof(kernel), &kernel, NULL),
		CL_SUCCESS);
	ck_assert_ptr_eq(kernel, of.kernel);
	driver_stop();
}
END_TEST

/* After a wrong element of a list there may be no memory. */
START_TEST(a_wrong_update_is_the_drivers)
{
	cl_mutable_command_khr command = NULL;
	const cl_command_buffer_khr buffer = (open_all(), record(&command));
	const struct mutable_dispatch_config good = { .command = command };
	const struct mutable_dispatch_config bad = { .command = (cl_mutable_command_khr)&of };
	const void *configs[] = { &good, _i == 0 ? NULL : &bad };
	const cl_uint types[] = { MUTABLE_DISPATCH_CONFIG, MUTABLE_DISPATCH_CONFIG };
	update_fn *update = (update_fn *)driver_function("clUpdateMutableCommandsKHR");

	ck_assert_int_eq(update(buffer, UINT32_MAX, types, configs),
			 CL_INVALID_MUTABLE_COMMAND_KHR);
	driver_stop();
}
END_TEST

/* -- threads ---------------------------------------------------------------------------------- */

#define THREADS 4
#define LAUNCHES 50

static void *work(void *data)
{
	const cl_kernel kernel = data;
	const cl_command_queue queue = driver_queue(of.context, 0);
	cl_event event;
	const size_t size = 64;

	for (int i = 0; i < LAUNCHES; i++) {
		layer->clSetKernelArg(kernel, 1, 16 + (size_t)i, NULL);
		layer->clEnqueueNDRangeKernel(queue, kernel, 1, NULL, &size, NULL, 0, NULL, &event);
		layer->clReleaseEvent(event);
		layer->clFinish(queue);
	}
	layer->clReleaseCommandQueue(queue);
	return NULL;
}

START_TEST(threads_have_their_own_kernels)
{
	pthread_t threads[THREADS];
	cl_kernel kernels[THREADS];

	open_all();
	for (int i = 0; i < THREADS; i++) {
		kernels[i] = driver_kernel(of.program, "k");
		set_arguments(kernels[i]);
	}
	for (int i = 0; i < THREADS; i++)
		ck_assert_int_eq(pthread_create(&threads[i], NULL, work, kernels[i]), 0);
	for (int i = 0; i < THREADS; i++) {
		pthread_join(threads[i], NULL);
		layer->clReleaseKernel(kernels[i]);
	}
	ck_assert_uint_eq(fake.shadows, THREADS * LAUNCHES);
	close_all();
	ck_assert_uint_eq(fake.live, 0);
	driver_stop();
}
END_TEST

int main(void)
{
	Suite *suite = suite_create("sanitize");
	TCase *tcase = unit_tcase(suite, "sanitize", 60);

	tcase_add_loop_test(tcase, a_bad_access_is_said, 0, 2 * ACCESSES);
	tcase_add_loop_test(tcase, a_place_is_said_once, 0, 2);
	tcase_add_test(tcase, findings_can_be_json);
	tcase_add_test(tcase, no_finding_is_said);
	tcase_add_loop_test(tcase, each_wait_is_followed_by_a_look, 0, 3);
	tcase_add_loop_test(tcase, a_record_in_part_is_read_later, 0,
			    2 * (SANITIZE_RECORD_MARK + 1 - SANITIZE_RECORD_LAUNCH));
	tcase_add_test(tcase, a_launch_during_a_wait_is_followed_by_a_look);
	tcase_add_test(tcase, a_look_during_a_look_is_made_after_it);
	tcase_add_loop_test(tcase, queries_are_answered_by_the_original, 0, 2);
	tcase_add_loop_test(tcase, nothing_is_kept, 0, 4);
	tcase_add_loop_test(tcase, a_context_is_not_kept, 0, 2);
	tcase_add_test(tcase, errors_are_the_drivers);
	tcase_add_test(tcase, sizes_follow_the_arguments);
	tcase_add_test(tcase, what_is_set_is_not_set_again);
	tcase_add_loop_test(tcase, shared_memory_is_known, 0, 2);
	tcase_add_loop_test(tcase, pointers_of_extensions_are_not_judged, 0, 2);
	tcase_add_loop_test(tcase, a_clone_has_the_arguments, 0, 2);
	tcase_add_test(tcase, the_server_gets_all_that_it_needs);
	tcase_add_test(tcase, each_device_has_a_shadow);
	tcase_add_test(tcase, a_program_that_is_built_again_has_new_shadows);
	tcase_add_loop_test(tcase, a_wrong_answer_is_not_used, 0, UNIT_ROWS(answers));
	tcase_add_loop_test(tcase, what_is_refused_is_said, 0, 4);
	tcase_add_test(tcase, a_refused_launch_is_made_unchecked);
	tcase_add_loop_test(tcase, other_programs_are_not_checked, 0, 4);
	tcase_add_loop_test(tcase, without_a_server_nothing_is_checked, 0, 4);
	tcase_add_test(tcase, a_child_connects_by_itself);
	tcase_add_loop_test(tcase, a_child_says_nothing_of_its_parent, 0, 2);
	tcase_add_test(tcase, a_closed_connection_is_left_alone);
	tcase_add_loop_test(tcase, a_dead_context_is_read_by_its_map, 0, 4);
	tcase_add_test(tcase, a_command_buffer_is_checked);
	tcase_add_loop_test(tcase, an_update_changes_sizes, 0, 3);
	tcase_add_loop_test(tcase, a_wrong_update_is_the_drivers, 0, 2);
	tcase_add_test(tcase, threads_have_their_own_kernels);
	return unit_run(suite);
}
