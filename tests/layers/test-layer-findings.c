/* SPDX-License-Identifier: Apache-2.0 */
/*
 * findings: how the validation layer writes what it finds: text, details, JSON, stacks; levels and
 * lists of ids; counts, forks and threads; and names that try to look like other findings. Also
 * what is near a limit, or slow.
 */
#include <dlfcn.h>
#include <fcntl.h>
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "layers/accept-driver.h"
#include "layers/at-end.h"
#include "unit/unit.h"

#define THREADS 1000
#define CALLED "; called at " /* follows all else that a finding says */

static char bytes[4096];
/* So that the last call is no jump, and has a place. */
static _Thread_local volatile cl_int last_result;

/* -- what is wrong ------------------------------------------------------------------------ */

static void read_too_far(void)
{
	layer->clEnqueueReadBuffer(queue, buffer, CL_TRUE, 4090, 16, bytes, 0, NULL, NULL);
}

/* The finding is about a kernel. */
static void enqueue_unset(void)
{
	const size_t global = 16;
	cl_kernel other = layer->clCreateKernel(program, "twice", NULL);

	layer->clEnqueueNDRangeKernel(queue, other, 1, NULL, &global, NULL, 0, NULL, NULL);
}

static void release_twice(void)
{
	cl_mem mem = layer->clCreateBuffer(context, 0, 16, NULL, NULL);

	layer->clReleaseMemObject(mem);
	last_result = layer->clReleaseMemObject(mem);
}

static void map(cl_map_flags flags, size_t size)
{
	void *pointer = layer->clEnqueueMapBuffer(queue, buffer, CL_TRUE, flags, 0, size, 0, NULL,
						  NULL, NULL);

	layer->clEnqueueUnmapMemObject(queue, buffer, pointer, 0, NULL, NULL);
}

static const char *last_line(const char *text)
{
	while (*text && !accept_is_last_line(text))
		text = strchr(text, '\n') + 1;
	return text;
}

static void expect(const char *text, const char *part)
{
	ck_assert_msg(strstr(text, part) != NULL, "expected \"%s\" in:\n%s", part, text);
}

static void expect_none(const char *text, const char *part)
{
	ck_assert_msg(strstr(text, part) == NULL, "did not expect \"%s\" in:\n%s", part, text);
}

static void expect_nothing(const char *text)
{
	ck_assert_msg(accept_is_nothing(text), "expected no finding, found:\n%s", text);
}

/* -- text --------------------------------------------------------------------------------- */

START_TEST(a_finding_is_one_line)
{
	const char *findings;

	accept_start();
	read_too_far();
	findings = accept_stop();
	expect(findings, "clrouter: validation: error: clEnqueueReadBuffer-offset-1: "
			 "clEnqueueReadBuffer: CL_INVALID_VALUE: offset = 4090: expected an offset");
	expect(findings,
	       " (mem #1), size = 16; 4106 is more than the size of the buffer, which is "
	       "4096" CALLED);
	expect(findings, "(read_too_far+0x");
	ck_assert_uint_eq(accept_count(findings), 1);
}
END_TEST

static void read_twice(void)
{
	read_too_far();
	read_too_far();
}

/* The driver does not say how the argument is declared. */
static void set_argument(void)
{
	layer->clSetKernelArg(kernel, 1, 4, bytes);
}

static const struct {
	const char *variable; /* NULL: none is set */
	const char *value;
	void (*call)(void); /* NULL: none is wrong */
	const char *line;   /* what the last line begins with, without what all begin with */
} ends[] = {
	{ NULL, NULL, NULL,
	  "no finding; not looked for: races, uses while mapped "
	  "(OPENCL_VALIDATION_RACES=yes), limits, slow calls (OPENCL_VALIDATION_LEVELS=*), "
	  "what OPENCL_VALIDATION_RULES leaves out\n" },
	{ NULL, NULL, read_twice,
	  "1 finding; not looked for: races, uses while mapped "
	  "(OPENCL_VALIDATION_RACES=yes), limits" },
	{ NULL, NULL, enqueue_unset, "1 finding; not looked for: " },
	{ "RACES", "yes", release_twice,
	  "1 finding; not looked for: limits, slow calls "
	  "(OPENCL_VALIDATION_LEVELS=*), what" },
	{ "LEVELS", "error,limit", NULL,
	  "no finding; not looked for: races, uses while mapped "
	  "(OPENCL_VALIDATION_RACES=yes), warnings, slow calls (OPENCL_VALIDATION_LEVELS=*), " },
	{ "LEVELS", "*", NULL,
	  "no finding; not looked for: races, uses while mapped "
	  "(OPENCL_VALIDATION_RACES=yes), what " },
	{ NULL, NULL, set_argument,
	  "no finding; not looked for: races, uses while mapped "
	  "(OPENCL_VALIDATION_RACES=yes), limits, slow calls (OPENCL_VALIDATION_LEVELS=*), "
	  "sizes and kinds of arguments (OPENCL_VALIDATION_ARG_INFO=yes), what " },
	{ "ARG_INFO", "yes", set_argument,
	  "no finding; not looked for: races, uses while mapped "
	  "(OPENCL_VALIDATION_RACES=yes), limits, slow calls (OPENCL_VALIDATION_LEVELS=*), what " },
	{ "FORMAT", "json", read_twice, NULL },
	{ "FORMAT", "json", NULL, NULL },
};

/* A user who sees no finding has to know whether it was looked for. */
START_TEST(the_last_line_says_what_was_not_looked_for)
{
	char variable[64];
	const char *findings;
	const char *last;

	snprintf(variable, sizeof(variable), "OPENCL_VALIDATION_%s", ends[_i].variable);
	answers.has_argument_info = ends[_i].call != set_argument;
	if (ends[_i].variable)
		setenv(variable, ends[_i].value, 1);
	accept_start();
	if (ends[_i].call)
		ends[_i].call();
	findings = accept_stop();
	last = last_line(findings);
	if (!ends[_i].line) {
		ck_assert_str_eq(last, "");
		return;
	}
	ck_assert_msg(strchr(last, '\n') == last + strlen(last) - 1, "%s", findings);
	last += strlen("clrouter: validation: ");
	ck_assert_msg(strncmp(last, ends[_i].line, strlen(ends[_i].line)) == 0,
		      "expected \"%s\", found:\n%s", ends[_i].line, findings);
}
END_TEST

/* -- values ------------------------------------------------------------------------------- */

static void make_with_two_accesses(void)
{
	layer->clCreateBuffer(context, CL_MEM_READ_ONLY | CL_MEM_WRITE_ONLY, 16, NULL, NULL);
}

static void make_with_unknown_flag(void)
{
	layer->clCreateBuffer(context, CL_MEM_READ_ONLY | 1u << 14, 16, NULL, NULL);
}

static void ask_for_no_device(void)
{
	layer->clGetDeviceIDs(NULL, 0, 0, NULL, NULL);
}

static void make_wrong_image(void)
{
	const cl_image_format format = { CL_RGBA, CL_FLOAT };
	const cl_image_desc desc = { .image_type = CL_MEM_OBJECT_BUFFER,
				     .image_width = 8,
				     .image_height = 4 };

	layer->clCreateImage(context, 0, &format, &desc, NULL, NULL);
}

static void make_wrong_queue(void)
{
	const cl_queue_properties properties[] = { CL_QUEUE_PROPERTIES, CL_QUEUE_ON_DEVICE, 0 };

	layer->clCreateCommandQueueWithProperties(context, device, properties, NULL);
}

static void divide_wrongly(void)
{
	const cl_device_partition_property properties[] = { CL_DEVICE_PARTITION_EQUALLY, 0 };

	layer->clCreateSubDevices(device, properties, 0, NULL, NULL);
}

static void set_released_object(void)
{
	cl_mem mem = layer->clCreateBuffer(context, 0, 16, NULL, NULL);

	layer->clReleaseMemObject(mem);
	layer->clSetKernelArg(kernel, 0, sizeof(mem), &mem);
}

static void begin_too_far(void)
{
	const size_t offset[] = { 0, SIZE_MAX };
	const size_t global[] = { 8, 2 };

	layer->clEnqueueNDRangeKernel(queue, kernel, 2, offset, global, NULL, 0, NULL, NULL);
}

static const struct {
	void (*call)(void);
	const char *text;
} values[] = {
	{ make_with_two_accesses, ": flags = CL_MEM_WRITE_ONLY|CL_MEM_READ_ONLY: expected " },
	{ make_with_unknown_flag, ": flags = CL_MEM_READ_ONLY|0x4000: expected " },
	{ ask_for_no_device, ": device_type = 0: expected " },
	{ make_wrong_image, ": image_desc = {CL_MEM_OBJECT_BUFFER, 8x4x0, array=0, pitch=0/0, mem=NULL}: expected " },
	{ make_wrong_image, "; image_format = {CL_RGBA, CL_FLOAT}, " },
	{ make_wrong_queue, ": properties = {CL_QUEUE_PROPERTIES: CL_QUEUE_ON_DEVICE}: expected " },
	{ divide_wrongly, ": properties = [CL_DEVICE_PARTITION_EQUALLY]: expected " },
	{ set_released_object, " (mem #3, released): expected " },
	{ begin_too_far, "global_work_size = [8, 2]" },
};

/* Values are called as the trace calls them. */
START_TEST(values_have_names)
{
	accept_start();
	values[_i].call();
	expect(accept_stop(), values[_i].text);
}
END_TEST

/* -- limits ------------------------------------------------------------------------------- */

static void make_too_large(void)
{
	layer->clCreateBuffer(context, 0, (1 << 20) + 1, NULL, NULL);
}

static void make_too_large_with_two_accesses(void)
{
	layer->clCreateBuffer(context, CL_MEM_READ_ONLY | CL_MEM_WRITE_ONLY, (1 << 20) + 1, NULL,
			      NULL);
}

static void launch(cl_uint dimensions, size_t width, size_t height)
{
	const size_t global[] = { 2048, 2048, 1, 1 };
	const size_t local[] = { width, height, 1, 1 };

	layer->clEnqueueNDRangeKernel(queue, kernel, dimensions, NULL, global, local, 0, NULL,
				      NULL);
}

static void launch_wide(void)
{
	launch(2, 2048, 1);
}

static void launch_large(void)
{
	launch(2, 32, 64);
}

static void launch_in_four_dimensions(void)
{
	launch(4, 1, 1);
}

/* The driver confirms it. */
static void set_fourth_argument(void)
{
	answers.argument_code = CL_INVALID_ARG_INDEX;
	layer->clSetKernelArg(kernel, 3, 4, bytes);
}

static void divide_into_too_many(void)
{
	const cl_device_partition_property properties[] = { CL_DEVICE_PARTITION_EQUALLY, 1, 0 };
	cl_device_id parts[2];

	layer->clCreateSubDevices(device, properties, 2, parts, NULL);
}

/* The size is right, and the access is not. */
static void make_with_two_accesses_after(void)
{
	make_too_large();
	make_with_two_accesses();
}

static const struct {
	void (*call)(void);
	const char *id;
	const char *limit; /* NULL: none is said */
} limits[] = {
	{ read_too_far, "clEnqueueReadBuffer-offset-1",
	  "; 4106 is more than the size of the buffer, which is 4096; called at " },
	{ make_too_large, "clCreateBuffer-size-2",
	  "; 1048577 is more than CL_DEVICE_MAX_MEM_ALLOC_SIZE, which is 1048576; called at " },
	{ launch_wide, "clEnqueueNDRangeKernel-local_work_size-6",
	  "; 2048 is more than CL_DEVICE_MAX_WORK_ITEM_SIZES, which is 1024; called at " },
	{ launch_large, "clEnqueueNDRangeKernel-local_work_size-3",
	  "; 2048 is more than CL_KERNEL_WORK_GROUP_SIZE, which is 1024; called at " },
	{ launch_in_four_dimensions, "clEnqueueNDRangeKernel-work_dim-1",
	  "; 4 is more than CL_DEVICE_MAX_WORK_ITEM_DIMENSIONS, which is 3; called at " },
	{ set_fourth_argument, "clSetKernelArg-arg_index-1",
	  "; 3 is not below the number of arguments, which is 3; called at " },
	{ divide_into_too_many, "clCreateSubDevices-num_devices-1",
	  "; 2 is less than the number of sub-devices, which is 100; called at " },
	{ make_with_two_accesses_after, "clCreateBuffer-flags-1", NULL },
	{ make_too_large_with_two_accesses, "clCreateBuffer-flags-1", NULL },
};

/* A limit is in the line of the finding that it is for, and in no other. */
START_TEST(limits_are_said)
{
	char id[64];
	const char *finding;
	const char *limit;

	accept_start();
	limits[_i].call();
	snprintf(id, sizeof(id), ": %s: ", limits[_i].id);
	finding = strstr(accept_stop(), id);
	ck_assert_msg(finding != NULL, "expected %s in:\n%s", id, accept_findings());
	limit = strstr(finding, limits[_i].limit ? limits[_i].limit : ", which is ");
	ck_assert_msg((limit && limit < strchr(finding, '\n')) ==
			      (limits[_i].limit != NULL),
		      "expected %s in the line:\n%s", limits[_i].limit, finding);
}
END_TEST

START_TEST(limits_are_found_in_json)
{
	setenv("OPENCL_VALIDATION_FORMAT", "json", 1);
	accept_start();
	read_too_far();
	expect(accept_stop(),
	       ",\"found\":\"4106 is more than the size of the buffer, which is 4096\",");
}
END_TEST

/* -- arguments of kernels ----------------------------------------------------------------- */

static cl_kernel partly_set;

static __attribute__((noinline)) void set_badly(void)
{
	last_result = layer->clSetKernelArg(partly_set, 1, 4, bytes);
}

static void launch_partly_set(void)
{
	const size_t global = 16;

	layer->clEnqueueNDRangeKernel(queue, partly_set, 1, NULL, &global, NULL, 0, NULL, NULL);
}

static const char *const type_names[][3] = {
	/* type, name, what the message has */
	{ "int", "x", "; argument 1 (int x) was never set" },
	{ NULL, "x", "; argument 1 (x) was never set" },
	{ "float4", NULL, "; argument 1 (float4) was never set" },
	{ NULL, NULL, "; argument 1 was never set" },
	{ "my\ntype", "\033[2J", "; argument 1 (my\\x0Atype \\x1B[2J) was never set" },
};

START_TEST(unset_arguments_have_names)
{
	const char *const *row = type_names[_i];
	const char *findings;

	answers.has_argument_info = row[0] || row[1];
	answers.argument_address = CL_KERNEL_ARG_ADDRESS_PRIVATE;
	answers.access = CL_KERNEL_ARG_ACCESS_NONE;
	answers.argument_type = row[0] ? row[0] : "";
	answers.argument_name = row[1] ? row[1] : "";
	accept_start();
	partly_set = layer->clCreateKernel(program, "twice", NULL);
	layer->clSetKernelArg(partly_set, 0, 4, bytes);
	launch_partly_set();
	findings = accept_stop();
	expect(findings, "clEnqueueNDRangeKernel-kernel-4");
	expect(findings, row[2]);
	expect_none(findings, "failed with");
}
END_TEST

/* The driver refuses to set it, or the layer does in its place. */
START_TEST(arguments_that_failed_have_places)
{
	const char *findings;

	setenv("OPENCL_VALIDATION_CALLS", _i == 0 ? "pass" : "answer", 1);
	if (_i == 2)
		setenv("OPENCL_VALIDATION_FORMAT", "json", 1);
	accept_start();
	partly_set = layer->clCreateKernel(program, "twice", NULL);
	layer->clSetKernelArg(partly_set, 0, 4, bytes);
	answers.argument_code = CL_INVALID_ARG_SIZE;
	set_badly();
	answers.argument_code = CL_SUCCESS;
	launch_partly_set();
	set_badly();
	layer->clSetKernelArg(partly_set, 2, 4, bytes);
	launch_partly_set();
	findings = accept_stop();
	expect(findings, "argument 1 was never set; clSetKernelArg of it failed with "
			 "CL_INVALID_ARG_SIZE at ");
	expect(findings, "(set_badly+0x");
	ck_assert_ptr_eq(strstr(strstr(findings, "never set") + 1, "never set"), NULL);
}
END_TEST

START_TEST(released_arguments_have_names)
{
	const size_t global = 16;

	answers.has_argument_info = true;
	answers.argument_address = CL_KERNEL_ARG_ADDRESS_GLOBAL;
	answers.access = CL_KERNEL_ARG_ACCESS_NONE;
	answers.argument_type = "float*";
	answers.argument_name = "in";
	accept_start();
	layer->clReleaseMemObject(other_buffer);
	layer->clEnqueueNDRangeKernel(queue, kernel, 1, NULL, &global, NULL, 0, NULL, NULL);
	expect(accept_stop(),
	       "; argument 1 (float* in) is a memory object that was released" CALLED);
}
END_TEST

START_TEST(arguments_of_other_findings_have_names)
{
	const char *findings;

	answers.has_argument_info = true;
	answers.argument_address = CL_KERNEL_ARG_ADDRESS_PRIVATE;
	answers.access = CL_KERNEL_ARG_ACCESS_NONE;
	answers.argument_type = "int";
	answers.argument_name = "count";
	accept_start();
	layer->clSetKernelArg(kernel, 2, 8, bytes);
	layer->clSetKernelArg(kernel, 3, 4, bytes);
	findings = accept_stop();
	expect(findings, "clSetKernelArg-arg_size-");
	expect(findings,
	       "; argument 2 (int count); 8 is not the size of the argument, which is 4" CALLED);
	expect_none(findings, "argument 3");
}
END_TEST

/* -- programs that are not built ------------------------------------------------------------ */

static __attribute__((noinline, noclone)) void build_badly(cl_program of, bool is_compiled)
{
	last_result = is_compiled ? layer->clCompileProgram(of, 0, NULL, NULL, 0, NULL, NULL, NULL, NULL)
				  : layer->clBuildProgram(of, 0, NULL, NULL, NULL, NULL);
}

static const struct {
	const char *log;	/* NULL: none */
	const char *other_log;	/* of a second device; NULL: there is none */
	const char *options;	/* NULL: none */
	const char *text;	/* what follows the place */
} failed_builds[] = {
	{ "/tmp/x/t.cl:3:5: error: use of 'y'\n1 error generated.\n", NULL, "-DA=\"b c\"",
	  ", options \"-DA=\\\"b c\\\"\": 3:5: error: use of 'y'" CALLED },
	{ "warning: a\n\nb", NULL, "", ": warning: a" CALLED },
	{ "", NULL, "-O0", ", options \"-O0\"" CALLED },
	{ NULL, NULL, NULL, CALLED },
	{ "\n \n", NULL, NULL, CALLED },
	{ "\033[1merror\001\377\n", NULL, "\n",
	  ", options \"\\n\": \\x1B[1merror\\x01\\xFF" CALLED },
	{ "one", "k.cl:1:2: error: two", "x", ", options \"x\": 1:2: error: two" CALLED },
	{ "", "two", "x", ", options \"x\": two" CALLED },
	{ "one", "two", "x", ", options \"x\": one" CALLED },
	{ "k.cl:1:2: Error: one", "error: two", "x", ", options \"x\": 1:2: Error: one" CALLED },
	{ NULL, NULL, " -cl-kernel-arg-info", ", options \" -cl-kernel-arg-info\"" CALLED },
};

static cl_program new_program(bool has_second)
{
	const char *text = "kernel void f() {}";
	cl_device_id devices[2] = { device };
	cl_context both;

	if (!has_second)
		return layer->clCreateProgramWithSource(context, 1, &text, NULL, NULL);
	layer->clGetDeviceIDs(NULL, CL_DEVICE_TYPE_ALL, 1, &devices[1], NULL);
	both = layer->clCreateContext(NULL, 2, devices, NULL, NULL, NULL);
	return layer->clCreateProgramWithSource(both, 1, &text, NULL, NULL);
}

/* What follows the place in FUNCTION; it has a source line if this program has line tables. */
static const char *after_place(const char *findings, const char *function)
{
	const char *end = strstr(findings, function);

	ck_assert_msg(end != NULL, "expected \"%s\" in:\n%s", function, findings);
	end = strchr(end, ')') + 1;
	return strncmp(end, " [", 2) == 0 ? strchr(end, ']') + 1 : end;
}

START_TEST(failed_builds_have_reasons)
{
	cl_program failing;
	const char *findings;

	accept_start();
	failing = new_program(failed_builds[_i].other_log != NULL);
	answers.build_status = answers.other_status = CL_BUILD_ERROR;
	answers.build_log = failed_builds[_i].log;
	answers.other_log = failed_builds[_i].other_log;
	answers.build_options = failed_builds[_i].options;
	answers.build_code = CL_BUILD_PROGRAM_FAILURE;
	build_badly(failing, false);
	layer->clCreateKernel(failing, "f", NULL);
	findings = accept_stop();
	expect(findings, "clCreateKernel-program-2");
	expect(findings, "; clBuildProgram of it failed with CL_BUILD_PROGRAM_FAILURE at ");
	findings = after_place(findings, "(build_badly+0x");
	ck_assert_msg(strncmp(findings, failed_builds[_i].text, strlen(failed_builds[_i].text)) == 0,
		      "expected \"%s\" at the beginning of:\n%s", failed_builds[_i].text, findings);
}
END_TEST

/* The build failed for one of two devices: then the program has kernels for the other one. */
START_TEST(other_devices_are_built)
{
	cl_program failing;

	accept_start();
	failing = new_program(true);
	answers.build_status = CL_BUILD_ERROR;
	answers.other_status = CL_BUILD_SUCCESS;
	answers.build_code = CL_BUILD_PROGRAM_FAILURE;
	build_badly(failing, _i == 1);
	layer->clCreateKernel(failing, "f", NULL);
	if (_i == 0)
		expect_nothing(accept_stop());
	else	/* it was compiled only */
		expect(accept_stop(), "clCreateKernel-program-2");
}
END_TEST

/* A long line is cut. */
START_TEST(long_logs_are_cut)
{
	static char log[1 << 20];
	cl_program failing;
	const char *findings;

	memset(log, 'x', sizeof(log) - 1);
	memcpy(log, "k.cl:3:5: error: ", strlen("k.cl:3:5: error: "));
	accept_start();
	failing = new_program(false);
	answers.build_status = CL_BUILD_ERROR;
	answers.build_log = log;
	answers.build_code = CL_COMPILE_PROGRAM_FAILURE;
	build_badly(failing, true);
	layer->clCreateKernel(failing, "f", NULL);
	findings = accept_stop();
	expect(findings, "; clCompileProgram of it failed with CL_COMPILE_PROGRAM_FAILURE at ");
	expect(findings, ": 3:5: error: xxxxxxx");
	expect(findings, "xxx..." CALLED);
	ck_assert_uint_lt(strlen(findings), 2000);
}
END_TEST

static const char *const added_options[][2] = {
	/* of the driver, of the program */
	{ "-DA -cl-kernel-arg-info", "-DA" },
	{ " -cl-kernel-arg-info", "" },
	{ "-cl-kernel-arg-info", "" },	/* PoCL */
	{ "-DA", "-DA" },
};

/* The layer's own option is shown neither by a query nor by a finding. */
START_TEST(added_options_are_hidden)
{
	const char *own = added_options[_i][1];
	const char *findings;
	cl_program failing;
	char text[64] = "";
	size_t size = 0;

	setenv("OPENCL_VALIDATION_ARG_INFO", "yes", 1);
	accept_start();
	failing = new_program(false);
	answers.build_status = CL_BUILD_ERROR;
	answers.build_options = added_options[_i][0];
	answers.build_code = CL_BUILD_PROGRAM_FAILURE;
	build_badly(failing, false);
	layer->clGetProgramBuildInfo(failing, device, CL_PROGRAM_BUILD_OPTIONS, sizeof(text), text,
				     &size);
	ck_assert_str_eq(text, own);
	ck_assert_uint_eq(size, strlen(own) + 1);
	layer->clCreateKernel(failing, "f", NULL);
	findings = accept_stop();
	if (*own)
		expect(findings, ", options \"-DA\"" CALLED);
	else
		expect_none(findings, ", options");
}
END_TEST

/* No build has failed, or the last one has not. */
START_TEST(other_programs_have_no_reason)
{
	cl_program unbuilt;
	const char *findings;

	accept_start();
	unbuilt = new_program(false);
	answers.build_status = _i == 2 ? CL_BUILD_ERROR : CL_BUILD_NONE;
	answers.build_log = "k.cl:3:5: error: x";
	if (_i >= 1) {
		answers.build_code = CL_COMPILE_PROGRAM_FAILURE;
		build_badly(unbuilt, true);
		answers.build_code = CL_SUCCESS;
		build_badly(unbuilt, true);
	}
	layer->clCreateKernel(unbuilt, "f", NULL);
	findings = accept_stop();
	expect(findings, "clCreateKernel-program-2");
	expect_none(findings, "of it failed");
	if (_i == 2)	/* a compilation with a callback, for example, that fails after its call */
		expect(findings, "; its build failed: 3:5: error: x" CALLED);
	else
		expect_none(findings, "failed");
}
END_TEST

START_TEST(details_follow)
{
	const char *findings;

	setenv("OPENCL_VALIDATION_DETAIL", "yes", 1);
	accept_start();
	read_too_far();
	enqueue_unset();
	release_twice();
	findings = accept_stop();
	expect(findings, "\nclrouter: validation:     object: buffer = mem #1, made by clCreateBuffer\n");
	expect(findings, "\nclrouter: validation:     object: kernel = kernel #2 \"twice\", made by clCreateKernel\n");
	expect(findings, "made by clCreateBuffer, last released by clReleaseMemObject\n");
	expect_none(findings, "called at: ");
	expect(findings, "\nclrouter: validation:     specification: section 5.2 of the OpenCL API "
			 "specification, since OpenCL 1.0\n");
	expect(findings, "\nclrouter: validation:     mend: Keep offset and size within the buffer");
	expect_none(findings, "made at");
}
END_TEST

START_TEST(stacks_follow)
{
	const char *findings;

	setenv("OPENCL_VALIDATION_DETAIL", "yes", 1);
	setenv("OPENCL_VALIDATION_BACKTRACE", "yes", 1);
	accept_start();
	release_twice();
	findings = accept_stop();
	if (!ACCEPT_HAS_STACKS) {
		expect_none(findings, "made at: ");
		return;
	}
	expect(findings, "\nclrouter: validation:     made at: ");
	expect(findings, "\nclrouter: validation:     released at: ");
	expect(findings, "\nclrouter: validation:     called at: ");
	expect(findings, "(release_twice+0x");
	expect_none(findings, "libCLValidation");
}
END_TEST

START_TEST(each_place_is_written_once)
{
	const char *findings;

	accept_start();
	for (int i = 0; i < 5; i++)
		read_too_far();
	layer->clEnqueueReadBuffer(queue, buffer, CL_TRUE, 4090, 16, bytes, 0, NULL, NULL);
	findings = accept_stop();
	ck_assert_uint_eq(accept_count(findings), 3);
	expect(findings, "\nclrouter: validation: error: clEnqueueReadBuffer-offset-1: 5 times at one place: ");
}
END_TEST

/* -- JSON --------------------------------------------------------------------------------- */

START_TEST(findings_are_objects)
{
	const char *findings;
	char expected[256];

	setenv("OPENCL_VALIDATION_FORMAT", "json", 1);
	setenv("OPENCL_VALIDATION_BACKTRACE", "yes", 1);
	accept_start();
	read_too_far();
	read_too_far();
	enqueue_unset();
	findings = accept_stop();
	expect(findings, "{\"level\":\"error\",\"id\":\"clEnqueueReadBuffer-offset-1\","
			 "\"function\":\"clEnqueueReadBuffer\",\"code\":\"CL_INVALID_VALUE\","
			 "\"parameter\":\"offset\",\"parameters\":{\"offset\":\"4090\",\"buffer\":\"0x");
	expect(findings, ",\"size\":\"16\"},\"expected\":\"an offset ");
	expect(findings, "\"section\":\"5.2\",\"since\":\"1.0\",\"mend\":\"Keep ");
	expect(findings, "\"objects\":[{\"parameter\":\"buffer\",\"kind\":\"mem\",\"number\":1,\"made_by\":\"clCreateBuffer\"");
	expect(findings, "\"kind\":\"kernel\",\"name\":\"twice\",\"number\":2,");
	expect(findings, "\"called_at\":\"");
	snprintf(expected, sizeof(expected), ",\"process\":%ld}\n", (long)getpid());
	expect(findings, expected);
	expect(findings, "\n{\"level\":\"error\",\"id\":\"clEnqueueReadBuffer-offset-1\","
			 "\"function\":\"clEnqueueReadBuffer\",\"count\":2,\"called_at\":\"");
	ck_assert_uint_eq(accept_count(findings), 3);
}
END_TEST

/* Names that a driver or a program makes up cannot begin a line, end a string or move the cursor. */
static const char hostile[] = "k\nclrouter: validation: error: x\x1b[2J\"}\\\xff\xc3";

START_TEST(names_are_escaped)
{
	const char *findings;

	setenv("OPENCL_VALIDATION_DETAIL", "yes", 1);
	if (_i == 1)
		setenv("OPENCL_VALIDATION_FORMAT", "json", 1);
	answers.kernel_name = hostile;
	answers.device_name = hostile;
	accept_start();
	enqueue_unset();
	layer->clCreateKernel((cl_program)(uintptr_t)&findings, hostile, NULL);
	findings = accept_stop();
	expect(findings, _i == 1 ? "k\\\\nclrouter: validation: error: x\\\\033[2J\\\\\\\"}\\\\\\\\\\\\377" :
				   "\"k\\nclrouter: validation: error: x\\033[2J\\\"}\\\\\\377\\303\"");
	for (const char *at = findings; *at; at++)
		ck_assert_msg(*at == '\n' || (*at >= ' ' && *at <= '~'), "byte %d in %s", *at, findings);
	expect_none(findings, "\nclrouter: validation: error: x");
}
END_TEST

/* -- under another layer ------------------------------------------------------------------ */

static void read_too_far_elsewhere(void)
{
	layer->clEnqueueReadBuffer(queue, buffer, CL_TRUE, 4090, 16, bytes, 0, NULL, NULL);
	layer->clEnqueueReadBuffer(queue, buffer, CL_TRUE, 4090, 16, bytes, 0, NULL, NULL);
}

/* So that it is no part of its caller. */
static void (*volatile elsewhere)(void) = read_too_far_elsewhere;

START_TEST(places_are_those_of_the_program)
{
	const char *findings;

	if (_i == 1)
		setenv("OPENCL_VALIDATION_FORMAT", "json", 1);
	accept_start();
	accept_put_layer_above(BETWEEN_LAYER);
	for (int i = 0; i < 2; i++)
		read_too_far();
	elsewhere();
	findings = accept_stop();
	expect(findings, "(read_too_far+0x");
	expect(findings, "(read_too_far_elsewhere+0x");
	expect(findings, _i == 1 ? "\"count\":2,\"called_at\":\"" : "offset-1: 2 times at one place: ");
	expect_none(findings, "between-layer");
	/* Three findings, and the count of one. */
	ck_assert_uint_eq(accept_count(findings), 4);
}
END_TEST

/* -- functions that only pass calls on ------------------------------------------------------ */

/* As C++ compilers call what is in the namespaces cl and std. Windows has a prefix on 32 bits. */
#define TEXT_OF(word) #word
#define PREFIX(word) TEXT_OF(word)
#define MANGLED(name) __asm__(PREFIX(__USER_LABEL_PREFIX__) name) __attribute__((noinline))

static void pass_on(void) MANGLED("_ZNK2cl12CommandQueue17enqueueReadBufferEv");
static void pass_twice(void) MANGLED("_ZNSt10unique_ptrI7_cl_memED1Ev");
static int compare(const void *left, const void *right) MANGLED("_ZN2cl7compareEPKvS1_");

static void pass_on(void)
{
	last_result = layer->clEnqueueReadBuffer(queue, buffer, CL_TRUE, 4090, 16, bytes, 0, NULL,
						 NULL);
}

static void pass_twice(void)
{
	pass_on();
	last_result++;
}

static int compare(const void *left, const void *right)
{
	pass_on();
	return left < right ? -1 : last_result > 0;
}

static void call_it(void)
{
	pass_on();
	last_result++;
}

static void call_it_elsewhere(void)
{
	pass_twice();
	last_result++;
}

/* The program is no part of the C library, which calls back. */
static void be_called_back(void)
{
	int numbers[2] = { 2, 1 };

	qsort(numbers, 2, sizeof(numbers[0]), compare);
	last_result++;
}

static void (*volatile callers[])(void) = { call_it, call_it_elsewhere, be_called_back };

START_TEST(wrappers_are_no_places)
{
	const char *findings;

	accept_start();
	if (_i == 1)
		accept_put_layer_above(BETWEEN_LAYER);
	for (int i = 0; i < UNIT_ROWS(callers); i++)
		for (int k = 0; k < 2; k++)
			callers[i]();
	findings = accept_stop();
	if (!ACCEPT_HAS_STACKS) {
		expect(findings, "(_ZNK2cl12CommandQueue17enqueueReadBufferEv+0x");
		return;
	}
	expect(findings, "(call_it+0x");
	expect(findings, "(call_it_elsewhere+0x");
	expect(findings, "(_ZNK2cl12CommandQueue17enqueueReadBufferEv+0x");
	/* Three findings, and how often they came. */
	ck_assert_uint_eq(accept_count(findings), 6);
}
END_TEST

#ifndef _WIN32	/* threads begin in the program there */
/* What starts a thread calls the layer's function: that is no place in the program, which has none there. */
START_TEST(threads_of_a_layer_are_its_own)
{
	void *(*function)(void *);
	const char *findings;
	pthread_t thread;

	accept_start();
	accept_put_layer_above(BETWEEN_LAYER);
	function = (void *(*)(void *))(void (*)(void))layer->clRetainMemObject;
	ck_assert_int_eq(pthread_create(&thread, NULL, function, NULL), 0);
	pthread_join(thread, NULL);
	findings = accept_stop();
	expect(findings, "clRetainMemObject-memobj-1");
	findings = strstr(findings, CALLED);
	ck_assert_msg(findings && strstr(findings, "/between-layer.so("), "%s",
		      accept_findings());
}
END_TEST
#endif

#ifdef __GLIBC__
static void *open_fifo_as_library(void *path)
{
	ck_assert_ptr_null(dlopen(path, RTLD_NOW));
	return NULL;
}

/*
 * While dlopen() reads from the FIFO it holds a lock that it also holds while it calls constructors.
 * They may wait for a thread that calls OpenCL.
 */
START_TEST(places_wait_for_no_library)
{
	const char *path = unit_path("fifo");
	pthread_t thread;
	int writer;

	setenv("OPENCL_VALIDATION_DETAIL", "yes", 1);
	unit_make("fifo|");
	accept_start();
	accept_put_layer_above(BETWEEN_LAYER);
	ck_assert_int_eq(pthread_create(&thread, NULL, open_fifo_as_library, (void *)path), 0);
	writer = open(path, O_WRONLY | O_CLOEXEC);
	ck_assert_int_ge(writer, 0);
	read_too_far();
	close(writer);
	pthread_join(thread, NULL);
	expect(accept_stop(), "(read_too_far+0x");
}
END_TEST
#endif

/* -- which, and what for ------------------------------------------------------------------ */

START_TEST(ids_are_selected)
{
	static const struct {
		const char *rules;
		const char *levels;
		unsigned lines;
	} rows[] = {
		{ "clEnqueue*", NULL, 1 },	{ "!clEnqueue*,!obj*", NULL, 1 },
		{ "!cl*,!object*", NULL, 0 },		{ NULL, "*", 2 },
		{ NULL, "warning", 0 },		{ NULL, "!warning", 2 },
		{ NULL, "performance", 0 },	{ "clReleaseMemObject-memobj-1", "error", 1 },
	};

	if (rows[_i].rules)
		setenv("OPENCL_VALIDATION_RULES", rows[_i].rules, 1);
	if (rows[_i].levels)
		setenv("OPENCL_VALIDATION_LEVELS", rows[_i].levels, 1);
	accept_start();
	read_too_far();
	release_twice();
	ck_assert_uint_eq(accept_count(accept_stop()), rows[_i].lines);
}
END_TEST

START_TEST(the_first_finding_stops)
{
	static const struct {
		const char *word;
		int signal;
	} rows[] = { { "abort", SIGABRT }, { "trap", SIGTRAP }, { "no", 0 } };
	int status;
	pid_t child = fork();

	if (child == 0) {
		setenv("OPENCL_VALIDATION_STOP", rows[_i].word, 1);
		signal(SIGTRAP, SIG_IGN); /* as a driver may */
		accept_start();
		read_too_far();
		_exit(EXIT_SUCCESS);
	}
	ck_assert_int_eq(waitpid(child, &status, 0), child);
	ck_assert_int_eq(WIFSIGNALED(status) ? WTERMSIG(status) : 0, rows[_i].signal);
	ck_assert_uint_eq(accept_count(accept_findings()), 1);
}
END_TEST

START_TEST(the_status_is_written)
{
	char expected[256];
	long self = (long)getpid();

	unit_make("status=");
	setenv("OPENCL_VALIDATION_STATUS", unit_path("status"), 1);
	setenv("OPENCL_VALIDATION_LEVELS", "*", 1);
	accept_start();
	read_too_far();
	read_too_far();
	release_twice();
	layer->clEnqueueMapBuffer(queue, buffer, CL_TRUE, CL_MAP_WRITE, 0, 4096, 0, NULL, NULL, NULL);
	expect(accept_stop(), "performance-map-invalidate");
	snprintf(expected, sizeof(expected), "started %ld\nfinding %ld\nfinding %ld\n", self, self,
		 self);
	ck_assert_str_eq(unit_read(unit_path("status"), NULL), expected);
}
END_TEST

/* -- processes, threads, files ------------------------------------------------------------ */

START_TEST(a_child_counts_its_own)
{
	const char *findings;
	int status;
	pid_t child;

	accept_start();
	for (int i = 0; i < 3; i++)
		read_too_far();
	child = fork();
	if (child == 0) {
		read_too_far();
		read_too_far();
		release_twice();
		accept_stop();
		_exit(EXIT_SUCCESS);
	}
	ck_assert_int_eq(waitpid(child, &status, 0), child);
	ck_assert_int_eq(status, 0);
	findings = accept_stop();
	expect(findings, "offset-1: 2 times at one place: ");
	expect(findings, "offset-1: 3 times at one place: ");
	ck_assert_uint_eq(accept_count(findings), 4);
}
END_TEST

/* Many programs fork for something else than OpenCL. */
START_TEST(a_child_has_a_last_line_if_it_makes_objects)
{
	int status;
	pid_t child;

	accept_start();
	child = fork();
	if (child == 0) {
		if (_i == 1)
			layer->clReleaseMemObject(
				layer->clCreateBuffer(context, 0, 16, NULL, NULL));
		layer->clFinish(queue);
		ck_assert_int_eq(accept_is_nothing(accept_stop()), _i == 1);
		_exit(EXIT_SUCCESS);
	}
	ck_assert_int_eq(waitpid(child, &status, 0), child);
	ck_assert_int_eq(status, 0);
}
END_TEST

static void *make_mistakes(void *start)
{
	pthread_barrier_wait(start);
	for (int i = 0; i < 10; i++) {
		read_too_far();
		release_twice();
	}
	return NULL;
}

START_TEST(threads_are_counted)
{
	static pthread_t threads[THREADS];
	pthread_barrier_t barrier;
	const char *findings;
	pthread_attr_t small;

	setenv("OPENCL_VALIDATION_DETAIL", "yes", 1);
	pthread_attr_init(&small);
	pthread_attr_setstacksize(&small, 131072);
	pthread_barrier_init(&barrier, NULL, THREADS);
	accept_start();
	for (int i = 0; i < THREADS; i++)
		ck_assert_int_eq(pthread_create(&threads[i], &small, make_mistakes, &barrier), 0);
	for (int i = 0; i < THREADS; i++)
		pthread_join(threads[i], NULL);
	findings = accept_stop();
	expect(findings, "offset-1: 10000 times at one place: ");
	expect(findings, "memobj-1: 10000 times at one place: ");
	ck_assert_ptr_eq(strstr(strstr(findings, "offset = "), "offset = "), strstr(findings, "offset = "));
}
END_TEST

static bool goes_on = true;
static unsigned rounds;

static void *call_for_ever(void *unused)
{
	for (; __atomic_load_n(&goes_on, __ATOMIC_RELAXED);
	     __atomic_add_fetch(&rounds, 1, __ATOMIC_RELAXED)) {
		read_too_far();
		release_twice();
		map(CL_MAP_READ, 16);
		layer->clSetKernelArg(kernel, 2, 16, bytes);
	}
	return unused;
}

/* Children of a program whose other threads are in calls of the layer can call it, too. */
START_TEST(forks_during_calls)
{
	pthread_t threads[4];
	int status;

	setenv("OPENCL_VALIDATION_LEVELS", "*", 1);
	accept_start();
	if (_i == 1)
		accept_put_layer_above(BETWEEN_LAYER);
	for (int i = 0; i < 4; i++)
		ck_assert_int_eq(pthread_create(&threads[i], NULL, call_for_ever, NULL), 0);
	for (int i = 0; i < 25; i++) {
		pid_t child = fork();

		if (child == 0) {
			read_too_far();
			enqueue_unset();
			map(CL_MAP_READ, 16);
			layer->clSetKernelArg(kernel, 2, 16, bytes);
			accept_stop();
			_exit(EXIT_SUCCESS);
		}
		ck_assert_int_eq(waitpid(child, &status, 0), child);
		ck_assert_int_eq(status, 0);
	}
	__atomic_store_n(&goes_on, false, __ATOMIC_RELAXED);
	for (int i = 0; i < 4; i++)
		pthread_join(threads[i], NULL);
	accept_stop();
}
END_TEST

/* The layer ends while other threads are in calls of it, and are so afterwards. */
START_TEST(ends_during_calls)
{
	pthread_t threads[4];

	accept_start();
	for (int i = 0; i < 4; i++)
		ck_assert_int_eq(pthread_create(&threads[i], NULL, call_for_ever, NULL), 0);
	/* Some are at the same place again. */
	while (__atomic_load_n(&rounds, __ATOMIC_RELAXED) < 8)
		usleep(1000);
	accept_stop();
	usleep(20000);
	__atomic_store_n(&goes_on, false, __ATOMIC_RELAXED);
	for (int i = 0; i < 4; i++)
		pthread_join(threads[i], NULL);
	expect(accept_findings(), " times at one place: ");
}
END_TEST

START_TEST(a_bad_file_is_no_obstacle)
{
	static const char *const files[] = { "/nonexistent/findings", "/dev/full", "/" };

	unit_make("findings=");
	setenv("OPENCL_VALIDATION_FILE", files[_i], 1);
	setenv("OPENCL_VALIDATION_STATUS", files[_i], 1);
	accept_start();
	ck_assert_int_eq(layer->clEnqueueReadBuffer(queue, buffer, CL_TRUE, 0, 16, bytes, 0, NULL,
						    NULL), CL_SUCCESS);
	read_too_far();
	release_twice();
	accept_stop();
}
END_TEST

/* An object at the address of a sub-device of which the layer knows the limits, and back again. */
START_TEST(addresses_change_their_kind)
{
	const cl_device_partition_property parts[] = { CL_DEVICE_PARTITION_EQUALLY, 1, 0 };
	cl_device_id sub;
	cl_event event;

	accept_start();
	for (int i = 0; i < 3; i++) {
		answers.next = &answers;
		layer->clCreateSubDevices(device, parts, 1, &sub, NULL);
		layer->clCreateCommandQueue(context, sub, CL_QUEUE_PROFILING_ENABLE, NULL);
		layer->clReleaseDevice(sub);
		answers.next = &answers;
		layer->clEnqueueMarker(queue, &event);
		ck_assert_ptr_eq(event, &answers);
		layer->clWaitForEvents(1, &event);
		layer->clReleaseEvent(event);
	}
	expect_none(accept_stop(), "clEnqueueMarker");
}
END_TEST

/* -- limits and hints --------------------------------------------------------------------- */

static void enqueue(cl_command_queue in, size_t global, const size_t *local)
{
	layer->clEnqueueNDRangeKernel(in, kernel, 1, NULL, &global, local, 0, NULL, NULL);
}

static void transfer_between_kernels(void)
{
	for (int i = 0; i < 20; i++) {
		enqueue(queue, 16, NULL);
		layer->clEnqueueReadBuffer(queue, buffer, CL_TRUE, 0, 16, bytes, 0, NULL, NULL);
	}
}

static void transfer_without_waiting(void)
{
	for (int i = 0; i < 20; i++) {
		enqueue(queue, 16, NULL);
		layer->clEnqueueReadBuffer(queue, buffer, CL_FALSE, 0, 16, bytes, 0, NULL, NULL);
	}
	layer->clFinish(queue);
}

static void map_for_writing(void)
{
	map(CL_MAP_WRITE, 4096);
}

static void map_otherwise(void)
{
	map(CL_MAP_WRITE_INVALIDATE_REGION, 4096);
	map(CL_MAP_WRITE, 4095);
	map(CL_MAP_READ | CL_MAP_WRITE, 4096);
}

static void use_small_groups(void)
{
	enqueue(queue, 4096, &(const size_t){ 8 });
}

static void use_good_groups(void)
{
	enqueue(queue, 4096, &(const size_t){ 16 });
	enqueue(queue, 8, &(const size_t){ 8 });
	enqueue(queue, 4096, NULL);
}

static void build(const char *text, const char *options)
{
	cl_program made = layer->clCreateProgramWithSource(context, 1, &text, NULL, NULL);

	layer->clBuildProgram(made, 0, NULL, options, NULL, NULL);
	layer->clReleaseProgram(made);
}

static void build_again(void)
{
	build("kernel void f() {}", "-DA");
	build("kernel void f() {}", "-DA");
}

static void build_others(void)
{
	build("kernel void f() {}", NULL);
	build("kernel void f() {}", "-DA");
	build("kernel void g() {}", "-DA");
}

static void leak_events(void)
{
	cl_event event;

	for (int i = 0; i < 3; i++)
		layer->clEnqueueMarker(queue, &event);
}

static void keep_buffer(void)
{
	layer->clRetainMemObject(buffer);
	layer->clRetainMemObject(buffer);
}

static void release_events(void)
{
	cl_event event;

	layer->clEnqueueMarker(queue, &event);
	layer->clReleaseEvent(event);
}

static void use_large_arguments(void)
{
	layer->clSetKernelArg(kernel, 2, 1020, bytes);
}

static void use_small_arguments(void)
{
	layer->clSetKernelArg(kernel, 2, 1000, bytes);
	layer->clSetKernelArg(kernel, 2, 4096, NULL);
}

static void use_nearly_all(void)
{
	layer->clCreateBuffer(context, 0, 1000000, NULL, NULL);
}

static void use_half(void)
{
	layer->clCreateBuffer(context, 0, 1 << 19, NULL, NULL);
}

static void use_large_groups(void)
{
	enqueue(queue, 4096, &(const size_t){ 512 });
}

/* Enqueues a command in QUEUE; its event is *EVENT. */
static void fill(cl_command_queue in, cl_uint count, const cl_event *waits, cl_event *event)
{
	const char zero = 0;

	layer->clEnqueueFillBuffer(in, buffer, &zero, 1, 0, 64, count, waits, event);
}

static void wait_unflushed(void)
{
	cl_event event;

	fill(queue, 0, NULL, &event);
	fill(other_queue, 1, &event, NULL);
	layer->clReleaseEvent(event);
	layer->clFinish(other_queue);
}

/* What each queue does, and what of that flushes the first one in time. */
static void wait_flushed(void)
{
	cl_event event, later;
	cl_int status;

	fill(queue, 0, NULL, &event);
	layer->clFlush(queue);
	fill(other_queue, 1, &event, NULL);
	layer->clFinish(other_queue);
	layer->clReleaseEvent(event);

	/* The order of the two does not matter, as long as the host does not wait. */
	fill(queue, 0, NULL, &event);
	fill(other_queue, 1, &event, &later);
	layer->clFlush(other_queue);
	layer->clFlush(queue);
	layer->clWaitForEvents(1, &later);
	layer->clReleaseEvent(event);
	layer->clReleaseEvent(later);

	/* The program sees that the command has been submitted. */
	fill(queue, 0, NULL, &event);
	layer->clGetEventInfo(event, CL_EVENT_COMMAND_EXECUTION_STATUS, sizeof(status), &status,
			      NULL);
	fill(other_queue, 1, &event, NULL);
	layer->clFinish(other_queue);
	layer->clReleaseEvent(event);

	fill(queue, 0, NULL, &event);
	layer->clEnqueueReadBuffer(queue, other_buffer, CL_TRUE, 0, 16, bytes, 0, NULL, NULL);
	fill(other_queue, 1, &event, NULL);
	layer->clFinish(other_queue);
	layer->clReleaseEvent(event);
}

/* The host waits for what the command that waits is not needed for. */
static void wait_for_others(void)
{
	cl_event event, earlier, apart;

	fill(queue, 0, NULL, &event);
	fill(other_queue, 0, NULL, &earlier);
	fill(other_queue, 1, &event, NULL);
	layer->clWaitForEvents(1, &earlier);
	fill(unordered_queue, 1, &event, NULL);
	fill(unordered_queue, 0, NULL, &apart);
	layer->clWaitForEvents(1, &apart);
	layer->clEnqueueReadBuffer(unordered_queue, other_buffer, CL_TRUE, 0, 16, bytes, 0, NULL,
				   NULL);
	layer->clFinish(queue);
	layer->clFinish(other_queue);
	layer->clFinish(unordered_queue);
	layer->clReleaseEvent(event);
	layer->clReleaseEvent(earlier);
	layer->clReleaseEvent(apart);
}

static void *finish_other(void *unused)
{
	(void)unused;
	layer->clFinish(other_queue);
	return NULL;
}

/* The thread that enqueued in the first queue may flush it while another one waits. */
static void wait_in_thread(void)
{
	cl_event event;
	pthread_t thread;

	fill(queue, 0, NULL, &event);
	fill(other_queue, 1, &event, NULL);
	pthread_create(&thread, NULL, finish_other, NULL);
	pthread_join(thread, NULL);
	layer->clFlush(queue);
	layer->clReleaseEvent(event);
}

static void read_unflushed(void)
{
	cl_event event;

	fill(queue, 0, NULL, &event);
	layer->clEnqueueReadBuffer(other_queue, buffer, CL_TRUE, 0, 16, bytes, 1, &event, NULL);
	layer->clReleaseEvent(event);
}

static void wait_for_unflushed(void)
{
	cl_event event, later;

	fill(queue, 0, NULL, &event);
	fill(other_queue, 1, &event, &later);
	layer->clWaitForEvents(1, &later);
	layer->clReleaseEvent(event);
	layer->clReleaseEvent(later);
}

/* Lets a command wait for a user event. */
static cl_event hold(void)
{
	cl_event event = layer->clCreateUserEvent(context, NULL);

	fill(queue, 1, &event, NULL);
	return event;
}

static void release_held(void)
{
	cl_mem mem = layer->clCreateBuffer(context, 0, 16, NULL, NULL);
	cl_event event = hold();

	layer->clReleaseMemObject(mem);
	layer->clReleaseEvent(event);
	answers.next = event;
	layer->clReleaseEvent(layer->clCreateUserEvent(context, NULL));
}

static void release_when_set(void)
{
	cl_context other = layer->clCreateContext(NULL, 1, &device, NULL, NULL, NULL);
	cl_mem mem = layer->clCreateBuffer(context, 0, 16, NULL, NULL);
	cl_mem foreign = layer->clCreateBuffer(other, 0, 16, NULL, NULL);
	cl_event event = hold();
	cl_event unused = layer->clCreateUserEvent(context, NULL);

	layer->clReleaseMemObject(foreign);
	layer->clReleaseEvent(unused);
	layer->clReleaseContext(other);
	layer->clSetUserEventStatus(event, CL_COMPLETE);
	layer->clReleaseMemObject(mem);
	layer->clReleaseEvent(event);
	event = hold();
	layer->clSetUserEventStatus(event, -1);
	layer->clReleaseEvent(event);
}

static cl_event gate;

static void wait_for_gate(void)
{
	layer->clEnqueueReadBuffer(queue, buffer, CL_TRUE, 0, 16, bytes, 1, &gate, NULL);
	layer->clReleaseMemObject(layer->clCreateBuffer(context, 0, 16, NULL, NULL));
}

/* The command of another thread ends before the call that sets the event returns. */
static void set_for_another_thread(void)
{
	gate = layer->clCreateUserEvent(context, NULL);
	answers.meanwhile = wait_for_gate;
	layer->clSetUserEventStatus(gate, CL_COMPLETE);
	layer->clReleaseEvent(gate);
}

/* Nothing is released for good. */
static void keep_held(void)
{
	cl_event event = hold();

	layer->clRetainMemObject(buffer);
	layer->clReleaseMemObject(buffer);
	layer->clReleaseEvent(event);
}

static void *set_first(void *of)
{
	layer->clSetKernelArg(of, 0, sizeof(buffer), &buffer);
	return NULL;
}

static void set_in_thread(cl_kernel of)
{
	pthread_t thread;

	pthread_create(&thread, NULL, set_first, of);
	pthread_join(thread, NULL);
}

static void set_in_two_threads(void)
{
	set_first(kernel);
	set_in_thread(kernel);
	set_first(kernel);
}

/* The thread that makes a kernel leaves it to another one. Others have kernels of their own. */
static void set_in_one_thread(void)
{
	cl_kernel own = layer->clCreateKernel(program, "twice", NULL);

	set_first(own);
	set_in_thread(own);
	layer->clReleaseKernel(own);
	own = layer->clCreateKernel(program, "twice", NULL);
	set_first(own);
	set_first(own);
	layer->clReleaseKernel(own);
}

static const cl_name_version c_versions[] = {
	{ CL_MAKE_VERSION(1, 0, 0), "OpenCL C" }, { CL_MAKE_VERSION(1, 1, 0), "OpenCL C" },
	{ CL_MAKE_VERSION(1, 2, 0), "OpenCL C" }, { CL_MAKE_VERSION(3, 0, 0), "OpenCL C" },
};

static void build_for(const char *options)
{
	const char *text = "kernel void f(int g);";
	cl_program made = layer->clCreateProgramWithSource(context, 1, &text, NULL, NULL);

	answers.c_versions = c_versions;
	answers.c_versions_count = UNIT_ROWS(c_versions);
	layer->clCompileProgram(made, 0, NULL, options, 0, NULL, NULL, NULL, NULL);
	layer->clReleaseProgram(made);
}

static void build_for_2_0(void)
{
	build_for("-cl-std=CL1.2 -w -cl-std=CL2.0");
}

static void build_for_others(void)
{
	build_for(NULL);
	build_for("-cl-std=CL3.0");
	build_for("-cl-std=CL2.0 -cl-std=CL1.1");
	build_for("-cl-std=CLC++2021");
	build_for("-DX=-cl-std=CL2.0 -cl-std=");
}

static const struct {
	const char *id;
	void (*give)(void);
	void (*avoid)(void);
} hints[] = {
	{ "performance: performance-blocking-transfer: clEnqueueReadBuffer: -: blocking_read = CL_TRUE: expected ",
	  transfer_between_kernels, transfer_without_waiting },
	{ "performance: performance-map-invalidate: clEnqueueMapBuffer: -: map_flags = CL_MAP_WRITE: expected ",
	  map_for_writing, map_otherwise },
	{ "performance: performance-small-group: clEnqueueNDRangeKernel: -: local_work_size = [8]: expected ",
	  use_small_groups, use_good_groups },
	{ "performance: performance-same-source: clBuildProgram: -: program = ", build_again,
	  build_others },
	{ "performance: performance-event-leak: clEnqueueMarker: -: event = 3 never released: expected ",
	  leak_events, release_events },
	{ "limit: limit-argument-size: clSetKernelArg: -: arg_size = 1020: expected ",
	  use_large_arguments, use_small_arguments },
	{ "limit: limit-allocation: clCreateBuffer: -: size = 1000000: expected ", use_nearly_all,
	  use_half },
	{ "limit: limit-work-group: clEnqueueNDRangeKernel: -: local_work_size = [512]: expected ",
	  use_large_groups, use_good_groups },
	{ "limit: limit-unflushed-event: clFinish: -: command_queue = ", wait_unflushed,
	  wait_flushed },
	{ "limit: limit-unflushed-event: clWaitForEvents: -: ", wait_for_unflushed,
	  wait_for_others },
	{ "limit: limit-unflushed-event: clEnqueueReadBuffer: -: ", read_unflushed,
	  wait_in_thread },
	{ "limit: limit-user-event: clReleaseMemObject: -: event = #1 never set: expected ",
	  release_held, release_when_set },
	{ "limit: limit-user-event: clReleaseMemObject: -: event = #1 never set: expected ",
	  release_held, keep_held },
	{ "limit: limit-user-event: clReleaseMemObject: -: event = #1 never set: expected ",
	  release_held, set_for_another_thread },
	{ "limit: limit-kernel-threads: clSetKernelArg: -: kernel = ", set_in_two_threads,
	  set_in_one_thread },
	{ "limit: limit-language: clCompileProgram: -: options = ", build_for_2_0,
	  build_for_others },
};

START_TEST(hints_are_given)
{
	const char *findings;
	char expected[256];

	setenv("OPENCL_VALIDATION_LEVELS", "limit,performance", 1);
	accept_start();
	hints[_i].give();
	findings = accept_stop();
	snprintf(expected, sizeof(expected), "clrouter: validation: %s", hints[_i].id);
	ck_assert_msg(strncmp(findings, expected, strlen(expected)) == 0, "expected %s, found:\n%s",
		      expected, findings);
}
END_TEST

START_TEST(hints_are_avoided)
{
	setenv("OPENCL_VALIDATION_LEVELS", "limit,performance", 1);
	accept_start();
	hints[_i].avoid();
	expect_nothing(accept_stop());
}
END_TEST

static void use_new_queue(void)
{
	cl_command_queue made = layer->clCreateCommandQueue(context, device, 0, NULL);

	for (int i = 0; i < 2; i++) {
		enqueue(made, 16, NULL);
		layer->clEnqueueReadBuffer(made, buffer, CL_TRUE, 0, 16, bytes, 0, NULL, NULL);
	}
	layer->clReleaseCommandQueue(made);
	answers.next = made;
}

static void build_in_new_context(void)
{
	const char *text = "kernel void f() {}";
	cl_context made = layer->clCreateContext(NULL, 1, &device, NULL, NULL, NULL);
	cl_program made_program = layer->clCreateProgramWithSource(made, 1, &text, NULL, NULL);

	layer->clBuildProgram(made_program, 0, NULL, NULL, NULL, NULL);
	layer->clReleaseProgram(made_program);
	layer->clReleaseContext(made);
	answers.next = made;
}

/* What an object did is no habit of the next one at its address. */
START_TEST(hints_are_not_inherited)
{
	setenv("OPENCL_VALIDATION_LEVELS", "limit,performance", 1);
	accept_start();
	for (int i = 0; i < 20; i++)
		use_new_queue();
	answers.next = NULL;
	for (int i = 0; i < 2; i++)
		build_in_new_context();
	expect_nothing(accept_stop());
}
END_TEST

/* Levels select hints one by one, as ids do. */
START_TEST(levels_select_hints)
{
	setenv("OPENCL_VALIDATION_LEVELS", "performance", 1);
	accept_start();
	use_large_arguments();
	use_large_groups();
	wait_unflushed();
	release_held();
	expect_nothing(accept_stop());
}
END_TEST

/* What the device answers, the version that a program is built for, and what is found. */
static const struct {
	const char *version;
	const char *c_version;
	const char *options;
	const char *found;	/* NULL: nothing */
} languages[] = {
	{ "OpenCL 1.2 quiet", "OpenCL C 1.2 quiet", "-cl-std=CL2.0", "OpenCL C up to 1.2" },
	{ "OpenCL 1.2 quiet", "OpenCL C 1.2 quiet", "-w\t-cl-std=CL2.0\n-g ", "up to 1.2" },
	{ "OpenCL 1.2 quiet", "OpenCL C 1.2 quiet", "-cl-std=CL2.0\t-cl-std=CL1.2", NULL },
	{ "OpenCL 1.2 quiet", "OpenCL C 1.2 quiet", "-cl-std=CL1.2", NULL },
	{ "OpenCL 1.2 quiet", "OpenCL C 1.2 quiet", "-cl-std=CL1.0", NULL },
	{ "OpenCL 1.2 quiet", NULL, "-cl-std=CL2.0", NULL },
	{ "OpenCL 1.2 quiet", "quiet", "-cl-std=CL2.0", NULL },
	{ "OpenCL 1.2 quiet", "OpenCL C quiet", "-cl-std=CL2.0", NULL },
	{ "OpenCL 1.2 quiet", "OpenCL C 1.2 quiet", "-cl-std=CL", NULL },
	{ "OpenCL 1.2 quiet", "OpenCL C 1.2 quiet", "-cl-std=CL99999999999999999999.0", NULL },
	{ "quiet", "OpenCL C 1.2 quiet", "-cl-std=CL2.0", NULL },
	{ "OpenCL 3.0 quiet", "OpenCL C 1.2 quiet", "-cl-std=CL2.0", "OpenCL C 1.0, 1.1, 1.2, 3.0" },
	{ "OpenCL 3.0 quiet", "OpenCL C 1.2 quiet", "-cl-std=CL3.0", NULL },
};

START_TEST(languages_are_those_of_the_device)
{
	const char *findings;

	setenv("OPENCL_VALIDATION_LEVELS", "limit", 1);
	answers.device_version = languages[_i].version;
	answers.c_version = languages[_i].c_version;
	accept_start();
	build_for(languages[_i].options);
	findings = accept_stop();
	if (!languages[_i].found)
		expect_nothing(findings);
	else
		expect(findings, languages[_i].found);
}
END_TEST

/* A list that has no element, a version of 0 or more than there can be says nothing. */
START_TEST(languages_may_be_nonsense)
{
	static const cl_name_version nothing[40];
	const char *text = "kernel void f() {}";
	cl_program made;

	setenv("OPENCL_VALIDATION_LEVELS", "limit", 1);
	answers.c_versions = nothing;
	answers.c_versions_count = (size_t)_i;
	accept_start();
	made = layer->clCreateProgramWithSource(context, 1, &text, NULL, NULL);
	layer->clBuildProgram(made, 0, NULL, "-cl-std=CL2.0", NULL, NULL);
	expect_nothing(accept_stop());
}
END_TEST

/* What commands of the parent wait for is not the child's. */
START_TEST(held_objects_are_not_inherited)
{
	int status;
	pid_t child;
	cl_event event;

	setenv("OPENCL_VALIDATION_LEVELS", "limit", 1);
	accept_start();
	event = hold();
	layer->clReleaseKernel(kernel);
	child = fork();
	if (child == 0) {
		ck_assert_str_eq(accept_stop(), "");
		_exit(EXIT_SUCCESS);
	}
	ck_assert_int_eq(waitpid(child, &status, 0), child);
	ck_assert_int_eq(status, 0);
	layer->clSetUserEventStatus(event, CL_COMPLETE);
	expect_nothing(accept_stop());
}
END_TEST

START_TEST(hints_are_off)
{
	accept_start();
	for (int i = 0; i < UNIT_ROWS(hints); i++) {
		hints[i].give();
		hints[i].avoid();
	}
	expect_nothing(accept_stop());
}
END_TEST

/* -- arguments that cannot be followed ----------------------------------------------------- */

/* Also if the rule that says so is not wanted: then hints and races may not follow them either. */
START_TEST(wrong_calls_are_not_followed)
{
	static const char *const rules[] = { "*", "performance-*,race-*" };
	const size_t *edge = at_end(&(size_t){ 16 }, sizeof(*edge));
	const char *none[2] = { NULL, NULL };

	setenv("OPENCL_VALIDATION_LEVELS", "*", 1);
	setenv("OPENCL_VALIDATION_RACES", "yes", 1);
	setenv("OPENCL_VALIDATION_RULES", rules[_i], 1);
	accept_start();
	layer->clEnqueueNDRangeKernel(queue, kernel, 4, edge, edge, edge, 0, NULL, NULL);
	layer->clEnqueueNDRangeKernel(queue, kernel, 1u << 31, edge, edge, edge, 0, NULL, NULL);
	layer->clCreateProgramWithSource(context, 2, NULL, NULL, NULL);
	layer->clCreateProgramWithSource(context, 2, none, NULL, NULL);
	layer->clEnqueueMarkerWithWaitList(queue, 1u << 31, NULL, NULL);
	if (_i == 0)
		ck_assert_ptr_nonnull(strstr(accept_stop(), "clEnqueueNDRangeKernel-work_dim-1"));
	else
		expect_nothing(accept_stop());
}
END_TEST

/* The rest of an array is not what the driver has stored, although it looks like a live object. */
START_TEST(arrays_are_read_as_far_as_they_are_stored)
{
	cl_device_id devices[4];
	cl_context_info name = CL_CONTEXT_DEVICES;

	accept_start();
	for (int i = 0; i < 4; i++)
		devices[i] = (cl_device_id)buffer;
	if (_i == 0)
		layer->clGetDeviceIDs(NULL, CL_DEVICE_TYPE_ALL, 4, devices, NULL);
	else
		layer->clGetContextInfo(context, name, sizeof(devices), devices, NULL);
	layer->clEnqueueReadBuffer(queue, buffer, CL_TRUE, 0, 16, bytes, 0, NULL, NULL);
	layer->clGetDeviceIDs(NULL, CL_DEVICE_TYPE_ALL, 1u << 31,
			      at_end(NULL, sizeof(cl_device_id)), NULL);
	expect_nothing(accept_stop());
}
END_TEST

/* -- callbacks that come before their call returns ----------------------------------------- */

static void CL_CALLBACK use_program(cl_program built, void *count)
{
	cl_kernel made;
	size_t size;

	layer->clRetainProgram(built);
	layer->clGetProgramInfo(built, CL_PROGRAM_NUM_KERNELS, 0, NULL, &size);
	made = layer->clCreateKernel(built, "twice", NULL);
	layer->clSetKernelArg(made, 0, sizeof(buffer), &buffer);
	layer->clReleaseKernel(made);
	layer->clReleaseProgram(built);
	++*(int *)count;
}

START_TEST(callbacks_of_builds_use_programs)
{
	const char *text = "kernel void twice(global int *a, global int *b, int c) {}";
	cl_program built, compiled, linked;
	int count = 0;

	accept_start();
	built = layer->clCreateProgramWithSource(context, 1, &text, NULL, NULL);
	layer->clBuildProgram(built, 0, NULL, NULL, use_program, &count);
	compiled = layer->clCreateProgramWithSource(context, 1, &text, NULL, NULL);
	layer->clCompileProgram(compiled, 0, NULL, NULL, 0, NULL, NULL, NULL, NULL);
	linked = layer->clLinkProgram(context, 0, NULL, NULL, 1, &compiled, use_program, &count, NULL);
	ck_assert_int_eq(count, 2);
	use_program(linked, &count);
	layer->clReleaseProgram(linked);
	layer->clReleaseProgram(linked);
	ck_assert_ptr_nonnull(strstr(accept_stop(), "clReleaseProgram-program-1"));
	ck_assert_uint_eq(accept_count(accept_findings()), 1);
}
END_TEST

/* A driver that answers so many arguments is wrong: they are not looked at. */
START_TEST(too_many_arguments_are_not_known)
{
	const cl_uint counts[] = { 4096, 4097, 65536, UINT32_MAX };
	const size_t one = 1;
	cl_kernel large;

	accept_start();
	answers.argument_count = counts[_i];
	large = layer->clCreateKernel(program, "large", NULL);
	layer->clSetKernelArg(large, counts[_i] - 1, sizeof(buffer), &buffer);
	layer->clEnqueueNDRangeKernel(queue, large, 1, NULL, &one, NULL, 0, NULL, NULL);
	layer->clReleaseKernel(layer->clCloneKernel(large, NULL));
	ck_assert_int_eq(strstr(accept_stop(), "clEnqueueNDRangeKernel") != NULL, _i == 0);
}
END_TEST

/* -- what is never released --------------------------------------------------------------- */

static void begin_left(void)
{
	setenv("OPENCL_VALIDATION_RULES", "object-never-released", 1);
	accept_start();
}

/* All that accept_start() made, but the buffer. */
static void release_others(void)
{
	layer->clReleaseMemObject(other_buffer);
	layer->clReleaseKernel(kernel);
	layer->clReleaseProgram(program);
	layer->clReleaseCommandQueue(queue);
	layer->clReleaseCommandQueue(other_queue);
	layer->clReleaseCommandQueue(unordered_queue);
	layer->clReleaseContext(context);
}

START_TEST(what_is_left_is_found)
{
	static const struct {
		void (*leave)(void);
		const char *begin;
		const char *end;
		const char *function;
	} rows[] = {
		{ NULL, NULL, NULL, NULL },
		{ leak_events,
		  ": warning: object-never-released: clEnqueueMarker: -: event = 3 never released, "
		  "3 references left, the first is #1: expected ",
		  CALLED, "(leak_events+0x" },
		{ keep_buffer,
		  ": warning: object-never-released: clCreateBuffer: -: mem = #1 never released, "
		  "2 references left: expected ",
		  CALLED, "(accept_start+0x" },
	};
	const char *findings;

	begin_left();
	if (rows[_i].leave)
		rows[_i].leave();
	layer->clReleaseMemObject(buffer);
	release_others();
	findings = accept_stop();
	if (!rows[_i].leave) {
		expect_nothing(findings);
		return;
	}
	expect(findings, rows[_i].begin);
	expect(findings, rows[_i].end);
	expect(findings, rows[_i].function);
	ck_assert_uint_eq(accept_count(findings), 1);
}
END_TEST

static void __attribute__((noinline)) make_event(void)
{
	cl_event event;

	layer->clEnqueueMarker(queue, &event);
	event = NULL; /* so that the call is no jump */
	(void)event;
}

static void (*volatile make)(void) = make_event;

/* A place in a library that wraps OpenCL says little: who called it makes the difference. */
START_TEST(callers_are_told_apart)
{
	const char *findings;

	if (_i == 1)
		setenv("OPENCL_VALIDATION_BACKTRACE", "yes", 1);
	begin_left();
	make();
	make();
	layer->clReleaseMemObject(buffer);
	release_others();
	findings = accept_stop();
	expect(findings, _i == 1 ? "event = #2 never released, " : "event = 2 never released, ");
}
END_TEST

START_TEST(a_child_leaves_its_own)
{
	const char *findings;
	pid_t child;

	begin_left();
	leak_events();
	child = fork();
	if (child == 0) {
		setenv("OPENCL_VALIDATION_FILE", "unused", 1);
		make_event();
		accept_stop();
		_exit(0);
	}
	ck_assert_int_eq(waitpid(child, NULL, 0), child);
	findings = accept_findings();
	expect(findings, "event = #");
	ck_assert_uint_eq(accept_count(findings), 1);
	layer->clReleaseMemObject(buffer);
	release_others();
	expect(accept_stop(), "event = 3 never released");
}
END_TEST

/*
 * The lifetime layer, above or below, leaves everything to validation, also if both pass wrong calls
 * on.
 */
START_TEST(one_layer_judges)
{
	static const char lifetime[] = LAYER_DIR "/libCLLifetime.so";
	const bool is_above = _i % 2 == 0;
	const char *findings;

	setenv("OPENCL_LIFETIME_FILE", unit_path("lifetime"), 1);
	if (_i >= 2) {
		setenv("OPENCL_LIFETIME_PASS", "yes", 1);
		setenv("OPENCL_VALIDATION_CALLS", "pass", 1);
	}
	unit_make("lifetime=");
	setenv("OPENCL_VALIDATION_RULES", "clRel*,obj*", 1);
	accept_below = is_above ? NULL : lifetime;
	accept_start();
	if (is_above)
		accept_put_layer_above(lifetime);
	layer->clReleaseMemObject(other_buffer);
	layer->clReleaseMemObject(other_buffer);
	layer->clReleaseMemObject((cl_mem)lifetime);
	findings = accept_stop();
	expect(findings, "error: clReleaseMemObject-memobj-1: ");
	expect(findings, "warning: object-never-released: clCreateBuffer: ");
	ck_assert_str_eq(unit_read(unit_path("lifetime"), NULL), "");
}
END_TEST

int main(void)
{
	Suite *suite = suite_create("findings of the validation layer");
	TCase *tcase = unit_tcase(suite, "findings", 60);

	tcase_add_test(tcase, a_finding_is_one_line);
	tcase_add_loop_test(tcase, failed_builds_have_reasons, 0, UNIT_ROWS(failed_builds));
	tcase_add_loop_test(tcase, other_devices_are_built, 0, 2);
	tcase_add_test(tcase, long_logs_are_cut);
	tcase_add_loop_test(tcase, added_options_are_hidden, 0, UNIT_ROWS(added_options));
	tcase_add_loop_test(tcase, other_programs_have_no_reason, 0, 3);
	tcase_add_test(tcase, details_follow);
	tcase_add_test(tcase, stacks_follow);
	tcase_add_test(tcase, each_place_is_written_once);
	tcase_add_test(tcase, findings_are_objects);
	tcase_add_loop_test(tcase, names_are_escaped, 0, 2);
	tcase_add_loop_test(tcase, wrappers_are_no_places, 0, ACCEPT_HAS_STACKS ? 2 : 1);
#ifndef _WIN32
	tcase_add_test(tcase, threads_of_a_layer_are_its_own);
#endif
	if (ACCEPT_HAS_STACKS)
		tcase_add_loop_test(tcase, places_are_those_of_the_program, 0, 2);
	else
		printf("not tested: places under another layer: this C library has no backtrace()\n");
#ifdef __GLIBC__
	tcase_add_test(tcase, places_wait_for_no_library);
#endif
	tcase_add_loop_test(tcase, ids_are_selected, 0, 8);
	tcase_add_loop_test(tcase, the_first_finding_stops, 0, 3);
	tcase_add_test(tcase, the_status_is_written);
	tcase_add_test(tcase, a_child_counts_its_own);
	tcase_add_loop_test(tcase, a_child_has_a_last_line_if_it_makes_objects, 0, 2);
	tcase_add_test(tcase, threads_are_counted);
	tcase_add_loop_test(tcase, forks_during_calls, 0, 2);
	tcase_add_loop_test(tcase, values_have_names, 0, UNIT_ROWS(values));
	tcase_add_loop_test(tcase, limits_are_said, 0, UNIT_ROWS(limits));
	tcase_add_test(tcase, limits_are_found_in_json);
	tcase_add_loop_test(tcase, the_last_line_says_what_was_not_looked_for, 0, UNIT_ROWS(ends));
	tcase_add_loop_test(tcase, unset_arguments_have_names, 0, UNIT_ROWS(type_names));
	tcase_add_loop_test(tcase, arguments_that_failed_have_places, 0, 3);
	tcase_add_test(tcase, released_arguments_have_names);
	tcase_add_test(tcase, arguments_of_other_findings_have_names);
	tcase_add_test(tcase, ends_during_calls);
	tcase_add_loop_test(tcase, a_bad_file_is_no_obstacle, 0, 3);
	tcase_add_test(tcase, addresses_change_their_kind);
	tcase_add_loop_test(tcase, hints_are_given, 0, UNIT_ROWS(hints));
	tcase_add_loop_test(tcase, hints_are_avoided, 0, UNIT_ROWS(hints));
	tcase_add_test(tcase, hints_are_not_inherited);
	tcase_add_test(tcase, levels_select_hints);
	tcase_add_loop_test(tcase, languages_are_those_of_the_device, 0, UNIT_ROWS(languages));
	tcase_add_loop_test(tcase, languages_may_be_nonsense, 0, 41);
	tcase_add_test(tcase, held_objects_are_not_inherited);
	tcase_add_test(tcase, hints_are_off);
	tcase_add_loop_test(tcase, wrong_calls_are_not_followed, 0, 2);
	tcase_add_loop_test(tcase, arrays_are_read_as_far_as_they_are_stored, 0, 2);
	tcase_add_test(tcase, callbacks_of_builds_use_programs);
	tcase_add_loop_test(tcase, too_many_arguments_are_not_known, 0, 4);
	tcase_add_loop_test(tcase, what_is_left_is_found, 0, 3);
	if (ACCEPT_HAS_STACKS)
		tcase_add_loop_test(tcase, callers_are_told_apart, 0, 2);
	else
		printf("not tested: stacks of what is left: this C library has no backtrace()\n");
	tcase_add_test(tcase, a_child_leaves_its_own);
	tcase_add_loop_test(tcase, one_layer_judges, 0, 4);
	return unit_run(suite);
}
