/* SPDX-License-Identifier: Apache-2.0 */
/*
 * trace: the lines of calls except for their times, the variables, nested calls, threads, forks,
 * and processes that end abruptly. The driver is that of layer-target.h.
 */
#include <fcntl.h>
#include <pthread.h>
#include <sched.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "layers/layer-target.h"
#include "layers/trace-reader.h"
#include "unit/unit.h"

#define THREADS 4
#define ROUNDS 500

static cl_device_id device;
static cl_context context;
static cl_command_queue queue;

static void set(const char *variable, const char *value)
{
	char name[64];

	snprintf(name, sizeof(name), "OPENCL_TRACE%s", variable);
	setenv(name, value, 1);
}

static void start(void)
{
	set("_FILE", unit_path("trace"));
	target_start("CLTrace", false);
}

/* Makes the three objects that most tests need; these calls are traced too. */
static void make_queue(void)
{
	layer->clGetDeviceIDs(NULL, CL_DEVICE_TYPE_GPU, 1, &device, NULL);
	context = layer->clCreateContext(NULL, 1, &device, NULL, NULL, NULL);
	queue = layer->clCreateCommandQueue(context, device, 0, NULL);
}

static char *trace_text(void)
{
	return unit_read(unit_path("trace"), NULL);
}

/* -- text ---------------------------------------------------------------------- */

static void gets_devices(void)
{
	cl_uint count;

	layer->clGetDeviceIDs(NULL, CL_DEVICE_TYPE_GPU | CL_DEVICE_TYPE_CPU, 1, &device, &count);
}

static void gets_none(void)
{
	layer->clGetDeviceIDs(NULL, CL_DEVICE_TYPE_ACCELERATOR, 0, NULL, NULL);
}

static void gets_name(void)
{
	char name[32];

	layer->clGetDeviceIDs(NULL, CL_DEVICE_TYPE_GPU, 1, &device, NULL);
	layer->clGetDeviceInfo(device, CL_DEVICE_NAME, sizeof(name), name, NULL);
}

static void gets_type(void)
{
	cl_device_type type;
	size_t size;

	layer->clGetDeviceIDs(NULL, CL_DEVICE_TYPE_GPU, 1, &device, NULL);
	layer->clGetDeviceInfo(device, CL_DEVICE_TYPE, sizeof(type), &type, &size);
}

static void fails_to_get(void)
{
	layer->clGetProgramInfo(NULL, CL_PROGRAM_SOURCE, 0, NULL, NULL);
	layer->clGetContextInfo(NULL, 0xfffe, 0, NULL, NULL);
}

static void makes_buffer(void)
{
	layer->clCreateBuffer(NULL, CL_MEM_READ_ONLY | CL_MEM_COPY_HOST_PTR, 16, NULL, NULL);
}

static void fails_to_make(void)
{
	cl_int error;

	layer->clCreateBuffer(NULL, 0, 0, NULL, &error);
}

static void makes_program(void)
{
	const char *strings[2] = { "kernel \"a\"\n\001", "bcdef" };
	const size_t lengths[2] = { 0, 2 };

	layer->clCreateProgramWithSource(NULL, 2, strings, lengths, NULL);
}

static void makes_long_program(void)
{
	const char *text = "0123456789012345678901234567890123456789"
			   "0123456789012345678901234567890123456789";

	layer->clCreateProgramWithSource(NULL, 1, &text, NULL, NULL);
}

static void makes_context(void)
{
	cl_platform_id platform;
	cl_context_properties properties[] = { CL_CONTEXT_PLATFORM, 0,
					       CL_CONTEXT_INTEROP_USER_SYNC, CL_TRUE, 0 };

	layer->clGetPlatformIDs(1, &platform, NULL);
	layer->clGetDeviceIDs(platform, CL_DEVICE_TYPE_GPU, 1, &device, NULL);
	properties[1] = (cl_context_properties)platform;
	layer->clCreateContext(properties, 1, &device, NULL, NULL, NULL);
}

static void makes_image(void)
{
	const cl_image_format format = { CL_RGBA, CL_UNORM_INT8 };
	const cl_image_desc desc = { .image_type = CL_MEM_OBJECT_IMAGE2D, .image_width = 8,
				     .image_height = 4 };

	layer->clCreateImage(NULL, CL_MEM_WRITE_ONLY, &format, &desc, NULL, NULL);
}

static void sets_arguments(void)
{
	cl_mem mem = layer->clCreateBuffer(NULL, 0, 16, NULL, NULL);
	cl_uint number = 0x01020304;

	layer->clSetKernelArg(NULL, 0, sizeof(mem), &mem);
	layer->clSetKernelArg(NULL, 1, sizeof(number), &number);
	layer->clSetKernelArg(NULL, 2, 64, NULL);
}

static void makes_parts(void)
{
	const cl_device_partition_property properties[] = { CL_DEVICE_PARTITION_EQUALLY, 4, 0 };
	cl_device_id parts[4];
	cl_uint count;

	layer->clCreateSubDevices(NULL, properties, 4, parts, &count);
}

static void runs_kernel(void)
{
	const size_t global[2] = { 64, 32 };
	cl_event events[2];

	layer->clEnqueueNDRangeKernel(NULL, NULL, 2, NULL, global, NULL, 0, NULL, &events[0]);
	layer->clEnqueueNDRangeKernel(NULL, NULL, 2, NULL, global, NULL, 1, events, &events[1]);
	layer->clWaitForEvents(2, events);
}

static void gets_address_again(void)
{
	cl_mem mem = layer->clCreateBuffer(NULL, 0, 1, NULL, NULL);

	target.next = mem;
	layer->clCreateUserEvent(NULL, NULL);
	target.next = mem;
	layer->clCreateBuffer(NULL, 0, 1, NULL, NULL);
}

/* The function NAME of an extension; the first platform has the traced version of all. */
static void *extension(unsigned int index, const char *name)
{
	cl_platform_id platforms[2];

	layer->clGetPlatformIDs(2, platforms, NULL);
	return layer->clGetExtensionFunctionAddressForPlatform(platforms[index], name);
}

static void makes_command_buffer(void)
{
	typedef cl_command_buffer_khr CL_API_CALL create_fn(
		cl_uint, const cl_command_queue *, const cl_properties *, cl_int *);
	create_fn *create = (create_fn *)extension(0, "clCreateCommandBufferKHR");
	const cl_properties properties[] = { CL_COMMAND_BUFFER_FLAGS_KHR, 1, 0 };
	cl_command_queue made = layer->clCreateCommandQueue(NULL, NULL, 0, NULL);
	cl_int error;

	create(1, &made, properties, &error);
}

static void sets_content_size(void)
{
	typedef cl_int CL_API_CALL set_size_fn(cl_mem, cl_mem);
	set_size_fn *set_size = (set_size_fn *)extension(1, "clSetContentSizeBufferPoCL");
	cl_mem mem = layer->clCreateBuffer(NULL, 0, 1, NULL, NULL);

	set_size(mem, mem);
}

static const struct {
	void (*call)(void);
	const char *line;	/* the last one */
} lines[] = {
	{ gets_devices, "clGetDeviceIDs(platform=NULL, device_type=CL_DEVICE_TYPE_CPU|"
	  "CL_DEVICE_TYPE_GPU, num_entries=1, devices=[device#1], num_devices=[2]) = CL_SUCCESS" },
	{ gets_none, "clGetDeviceIDs(platform=NULL, device_type=CL_DEVICE_TYPE_ACCELERATOR, "
	  "num_entries=0, devices=NULL, num_devices=NULL) = CL_DEVICE_NOT_FOUND" },
	{ gets_name, "clGetDeviceInfo(device=device#1, param_name=CL_DEVICE_NAME, "
	  "param_value_size=32, param_value=\"Alpha GPU\", param_value_size_ret=NULL) "
	  "= CL_SUCCESS" },
	{ gets_type, "clGetDeviceInfo(device=device#1, param_name=CL_DEVICE_TYPE, "
	  "param_value_size=8, param_value=CL_DEVICE_TYPE_DEFAULT|CL_DEVICE_TYPE_GPU, "
	  "param_value_size_ret=[8]) = CL_SUCCESS" },
	{ fails_to_get, "clGetContextInfo(context=NULL, param_name=0xfffe, param_value_size=0, "
	  "param_value=NULL, param_value_size_ret=NULL) = CL_INVALID_VALUE" },
	{ makes_buffer, "clCreateBuffer(context=NULL, flags=CL_MEM_READ_ONLY|CL_MEM_COPY_HOST_PTR, "
	  "size=16, host_ptr=NULL, errcode_ret=NULL) = mem#1" },
	{ fails_to_make, "clCreateBuffer(context=NULL, flags=0, size=0, host_ptr=NULL, "
	  "errcode_ret=[CL_INVALID_BUFFER_SIZE]) = NULL" },
	{ makes_program, "clCreateProgramWithSource(context=NULL, count=2, "
	  "strings=[\"kernel \\\"a\\\"\\n\\001\", \"bc\"], lengths=[0, 2], errcode_ret=NULL) "
	  "= program#1" },
	{ makes_long_program, "clCreateProgramWithSource(context=NULL, count=1, "
	  "strings=[\"0123456789012345678901234567890123456789012345678901234567890123\"...], "
	  "lengths=NULL, errcode_ret=NULL) = program#1" },
	{ makes_context, "clCreateContext(properties={CL_CONTEXT_PLATFORM: platform#1, "
	  "CL_CONTEXT_INTEROP_USER_SYNC: CL_TRUE}, num_devices=1, devices=[device#1], "
	  "pfn_notify=NULL, user_data=NULL, errcode_ret=NULL) = context#1" },
	{ makes_image, "clCreateImage(context=NULL, flags=CL_MEM_WRITE_ONLY, "
	  "image_format={CL_RGBA, CL_UNORM_INT8}, image_desc={CL_MEM_OBJECT_IMAGE2D, 8x4x0, "
	  "array=0, pitch=0/0, mem=NULL}, host_ptr=NULL, errcode_ret=NULL) = mem#1" },
	{ sets_arguments, "clSetKernelArg(kernel=NULL, arg_index=2, arg_size=64, arg_value=NULL) "
	  "= CL_SUCCESS" },
	{ makes_parts, "clCreateSubDevices(in_device=NULL, "
	  "properties=[CL_DEVICE_PARTITION_EQUALLY, 4], num_devices=4, out_devices=[device#1, "
	  "device#2], num_devices_ret=[2]) = CL_SUCCESS" },
	{ runs_kernel, "clWaitForEvents(num_events=2, event_list=[event#1, event#2]) "
	  "= CL_SUCCESS" },
	{ gets_address_again, "clCreateBuffer(context=NULL, flags=0, size=1, host_ptr=NULL, "
	  "errcode_ret=NULL) = mem#2" },
	{ makes_command_buffer, "clCreateCommandBufferKHR(num_queues=1, queues=[queue#1], "
	  "properties={4755: 1}, errcode_ret=[CL_SUCCESS]) = command_buffer#1" },
	{ sets_content_size, "clSetContentSizeBufferPoCL(buffer=mem#1, "
	  "content_size_buffer=mem#1) = CL_INVALID_VALUE" },
};

/* Why calls of a function will not be traced is written, unless the filter leaves it out. */
static const struct {
	unsigned int platform;
	const char *name, *filter, *line;
} untraced[] = {
	{ 0, "clOther", NULL, "calls of \"clOther\" are not traced: the layer does not know the "
	  "function\n" },
	{ 1, "clFinalizeCommandBufferKHR", NULL, "calls of \"clFinalizeCommandBufferKHR\" are not "
	  "traced: the layer does not know the driver's version of the extension\n" },
	{ 0, "clOther", "clCreate*", NULL },
	{ 0, "clFinalizeCommandBufferKHR", NULL, NULL },
};

START_TEST(says_what_is_not_traced)
{
	const char *found;

	if (untraced[_i].filter != NULL)
		setenv("OPENCL_TRACE_FILTER", untraced[_i].filter, 1);
	start();
	ck_assert_ptr_nonnull(extension(untraced[_i].platform, untraced[_i].name));
	target_stop();
	found = strstr(trace_text(), "calls of ");
	if (untraced[_i].line == NULL)
		ck_assert_ptr_null(found);
	else
		ck_assert_str_eq(found, untraced[_i].line);
}
END_TEST

START_TEST(writes_line)
{
	char *text;
	char *last;

	start();
	lines[_i].call();
	target_stop();
	text = trace_text();
	text[strlen(text) - 1] = '\0';
	last = strrchr(text, '\n');
	last = strstr(last != NULL ? last : text, "] ") + 2;
	ck_assert_msg(strncmp(last, lines[_i].line, strlen(lines[_i].line)) == 0 &&
		      strncmp(last + strlen(lines[_i].line), " <", 2) == 0,
		      "found %s, not %s", last, lines[_i].line);
}
END_TEST

START_TEST(decodes_arguments_of_kernels)
{
	char mem[64];

	snprintf(mem, sizeof(mem), "arg_size=%zu, arg_value=mem#1)", sizeof(cl_mem));
	start();
	sets_arguments();
	target_stop();
	ck_assert_ptr_nonnull(strstr(trace_text(), mem));
	ck_assert_ptr_nonnull(strstr(trace_text(), "arg_size=4, arg_value=<04 03 02 01>)"));
}
END_TEST

START_TEST(filters)
{
	char *text;

	set("_FILTER", "clGet*,!*Info, clCreateB*");
	start();
	gets_type();
	makes_buffer();
	makes_program();
	target_stop();
	text = trace_text();
	ck_assert_ptr_nonnull(strstr(text, "clGetDeviceIDs"));
	ck_assert_ptr_nonnull(strstr(text, "clCreateBuffer"));
	ck_assert_ptr_null(strstr(text, "clGetDeviceInfo"));
	ck_assert_ptr_null(strstr(text, "clCreateProgram"));
}
END_TEST

START_TEST(sums_up)
{
	char *text;

	set("_SUMMARY", "only");
	start();
	for (int i = 0; i < 3; i++)
		makes_buffer();
	gets_none();
	target_stop();
	text = trace_text();
	ck_assert_ptr_nonnull(strstr(text, "    calls     total ms      mean us       max us"));
	ck_assert_ptr_nonnull(strstr(text, "\n        3 "));
	ck_assert_ptr_nonnull(strstr(text, " clCreateBuffer\n"));
	ck_assert_ptr_nonnull(strstr(text, "\n        4 "));
	ck_assert_ptr_null(strstr(text, "CL_SUCCESS"));
}
END_TEST

/* -- nested calls -------------------------------------------------------------- */

static void CL_CALLBACK built(cl_program program, void *user_data)
{
	cl_uint answer;

	(void)user_data;
	layer->clGetProgramInfo(program, CL_PROGRAM_REFERENCE_COUNT, sizeof(answer), &answer, NULL);
}

START_TEST(shows_nested_calls)
{
	char *text;
	char *at;

	start();
	layer->clBuildProgram(NULL, 0, NULL, "-w", built, NULL);
	target_stop();
	text = trace_text();
	at = strstr(text, "] clBuildProgram(program=NULL");
	ck_assert_ptr_nonnull(at);
	ck_assert_ptr_nonnull(strstr(at, ") {\n"));
	at = strstr(at, "]   clGetProgramInfo(");
	ck_assert_ptr_nonnull(at);
	ck_assert_ptr_nonnull(strstr(at, "param_value=7, "));
	ck_assert_ptr_nonnull(strstr(at, "] } clBuildProgram("));
}
END_TEST

START_TEST(shows_the_beginning_if_configured)
{
	set("_ENTRY", "yes");
	start();
	makes_buffer();
	target_stop();
	ck_assert_ptr_nonnull(strstr(trace_text(), "errcode_ret=NULL) {\n"));
	ck_assert_ptr_nonnull(strstr(trace_text(), "] } clCreateBuffer("));
}
END_TEST

/* -- JSON ---------------------------------------------------------------------- */

static void read_trace(struct trace_events *trace)
{
	trace_events_read(trace, trace_text());
	ck_assert_msg(!*trace->error, "%s", trace->error);
	ck_assert(trace_events_nest(trace));
}

static size_t count_events(const struct trace_events *trace, const char *category,
			   const char *name)
{
	size_t count = 0;

	for (size_t i = 0; i < trace->count; i++)
		count += strcmp(trace->events[i].category, category) == 0 &&
			 strcmp(trace->events[i].name, name) == 0;
	return count;
}

static bool has_row(const struct trace_events *trace, const char *label)
{
	for (size_t i = 0; i < trace->count; i++)
		if (strcmp(trace->events[i].label, label) == 0)
			return true;
	return false;
}

START_TEST(json_is_valid_with_anything)
{
	struct trace_events trace;

	set("_FORMAT", "json");
	start();
	for (int i = 0; i < UNIT_ROWS(lines); i++)
		lines[i].call();
	extension(0, "clOther");
	layer->clBuildProgram(NULL, 0, NULL, "-DA=\"\\\"\n\"", built, NULL);
	target_stop();
	read_trace(&trace);
	ck_assert_uint_eq(count_events(&trace, "call", "clBuildProgram"), 1);
	ck_assert_uint_eq(count_events(&trace, "call", "clGetProgramInfo"), 2);
	ck_assert_uint_eq(count_events(&trace, "call", "clSetContentSizeBufferPoCL"), 1);
	ck_assert_uint_eq(count_events(&trace, "unseen", "clOther"), 1);
	trace_events_done(&trace);
}
END_TEST

static void CL_CALLBACK program_ended(cl_event event, cl_int status, void *user_data)
{
	(void)event;
	(void)status;
	++*(int *)user_data;
}

START_TEST(json_has_commands_of_queues)
{
	const size_t global = 64;
	struct trace_events trace;
	cl_event event;
	int ended = 0;

	set("_FORMAT", "json");
	target.keeps_callbacks = true;
	start();
	make_queue();
	layer->clEnqueueNDRangeKernel(queue, NULL, 1, NULL, &global, NULL, 0, NULL, NULL);
	layer->clEnqueueNDRangeKernel(queue, NULL, 1, NULL, &global, NULL, 0, NULL, &event);
	layer->clSetEventCallback(event, CL_COMPLETE, program_ended, &ended);
	layer->clEnqueueReadBuffer(queue, NULL, CL_FALSE, 0, 1, &trace, 0, NULL, NULL);
	target_run_callbacks();
	layer->clReleaseEvent(event);
	target_stop();
	ck_assert_int_eq(ended, 1);
	/* The layer releases its own references: two events were made, one was retained. */
	ck_assert_uint_eq(target.calls[CLROUTER_SLOT_clReleaseEvent], 4);
	read_trace(&trace);
	ck_assert_uint_eq(count_events(&trace, "command", "twice"), 2);
	ck_assert_uint_eq(count_events(&trace, "command", "ReadBuffer"), 1);
	ck_assert(has_row(&trace, "queue#1"));
	trace_events_done(&trace);
}
END_TEST

/* The driver may call back after the layer has stopped. */
START_TEST(late_callbacks_are_ignored)
{
	struct trace_events trace;

	set("_FORMAT", "json");
	target.keeps_callbacks = true;
	start();
	make_queue();
	layer->clEnqueueReadBuffer(queue, NULL, CL_FALSE, 0, 1, &trace, 0, NULL, NULL);
	target_stop();
	target_run_callbacks();
	read_trace(&trace);
	trace_events_done(&trace);
}
END_TEST

static atomic_bool is_releasing;

static void release_slowly(void)
{
	atomic_store(&is_releasing, true);
	usleep(50000);
}

static void *complete(void *unused)
{
	target_run_callbacks();
	return unused;
}

/*
 * The layer waits for a callback that is running: otherwise the lifetime layer below would report
 * its event as never released.
 */
START_TEST(callback_ends_before_the_layer)
{
	pthread_t thread;

	set("_FORMAT", "json");
	target.keeps_callbacks = true;
	target.before_release = release_slowly;
	start();
	make_queue();
	layer->clEnqueueReadBuffer(queue, NULL, CL_FALSE, 0, 1, NULL, 0, NULL, NULL);
	pthread_create(&thread, NULL, complete, NULL);
	while (!atomic_load(&is_releasing))
		sched_yield();
	target_stop();
	ck_assert_uint_eq(target.calls[CLROUTER_SLOT_clReleaseEvent], 1);
	pthread_join(thread, NULL);
}
END_TEST

static void *work(void *unused)
{
	(void)unused;
	for (int i = 0; i < ROUNDS; i++) {
		cl_event event;

		layer->clEnqueueReadBuffer(queue, NULL, CL_FALSE, 0, 1, &event, 0, NULL, &event);
		layer->clWaitForEvents(1, &event);
		layer->clReleaseEvent(event);
	}
	return NULL;
}

START_TEST(json_of_threads)
{
	struct trace_events trace;
	pthread_t threads[THREADS];

	set("_FORMAT", "json");
	target.reuses = true;
	start();
	make_queue();
	for (int i = 0; i < THREADS; i++)
		ck_assert_int_eq(pthread_create(&threads[i], NULL, work, NULL), 0);
	for (int i = 0; i < THREADS; i++)
		pthread_join(threads[i], NULL);
	target_stop();
	read_trace(&trace);
	ck_assert_uint_eq(count_events(&trace, "call", "clWaitForEvents"), THREADS * ROUNDS);
	ck_assert_uint_eq(count_events(&trace, "command", "ReadBuffer"), THREADS * ROUNDS);
	trace_events_done(&trace);
}
END_TEST

START_TEST(json_is_valid_after_abrupt_end)
{
	struct trace_events trace;
	pid_t child = fork();
	int status;

	if (child == 0) {
		set("_FORMAT", "json");
		start();
		makes_buffer();
		makes_buffer();
		_exit(EXIT_SUCCESS);
	}
	ck_assert_int_eq(waitpid(child, &status, 0), child);
	read_trace(&trace);
	ck_assert_uint_eq(count_events(&trace, "call", "clCreateBuffer"), 2);
	trace_events_done(&trace);
}
END_TEST

/* _i: does the name of the file contain the process ID? */
START_TEST(json_and_fork)
{
	char name[64];
	struct trace_events trace;
	pid_t child;
	int status;

	set("_FORMAT", "json");
	set("_FILE", unit_path(_i ? "trace-%p" : "trace"));
	target_start("CLTrace", false);
	makes_buffer();
	child = fork();
	if (child == 0) {
		makes_buffer();
		target_stop();
		_exit(EXIT_SUCCESS);
	}
	ck_assert_int_eq(waitpid(child, &status, 0), child);
	makes_buffer();
	target_stop();
	for (int i = 0; i <= _i; i++) {
		snprintf(name, sizeof(name), _i ? "trace-%ld" : "trace",
			 (long)(i ? child : getpid()));
		trace_events_read(&trace, unit_read(unit_path(name), NULL));
		ck_assert_msg(!*trace.error, "%s: %s", name, trace.error);
		ck_assert_uint_eq(count_events(&trace, "call", "clCreateBuffer"), i ? 1 : 2);
		trace_events_done(&trace);
	}
}
END_TEST

/* _i: text or JSON. The variables are read at the start only, also for a child. */
START_TEST(environment_changes_before_a_fork)
{
	const char *names[] = { "OPENCL_TRACE_FILE", "OPENCL_TRACE_FORMAT", "OPENCL_TRACE_FILTER" };
	char name[64];
	pid_t child;
	int status;

	set("_FORMAT", _i ? "json" : "text");
	set("_FILTER", "clCreate*");
	set("_FILE", unit_path("trace-%p"));
	target_start("CLTrace", false);
	for (int i = 0; i < UNIT_ROWS(names); i++) {
		memset(getenv(names[i]), 'x', strlen(getenv(names[i])));
		unsetenv(names[i]);
	}
	makes_buffer();
	child = fork();
	if (child == 0) {
		makes_buffer();
		gets_none();
		target_stop();
		_exit(EXIT_SUCCESS);
	}
	ck_assert_int_eq(waitpid(child, &status, 0), child);
	ck_assert_int_eq(status, 0);
	target_stop();
	for (int i = 0; i < 2; i++) {
		snprintf(name, sizeof(name), "trace-%ld", (long)(i ? child : getpid()));
		ck_assert_ptr_nonnull(strstr(unit_read(unit_path(name), NULL), "clCreateBuffer"));
		ck_assert_ptr_null(strstr(unit_read(unit_path(name), NULL), "clGetDeviceIDs"));
	}
}
END_TEST

/* _i: text or JSON. The program closes all descriptors but its own, and opens a file. */
START_TEST(file_is_closed_by_the_program)
{
	int file = dup(STDOUT_FILENO);
	int other;

	close(file);
	set("_FORMAT", _i ? "json" : "text");
	start();
	makes_buffer();
	for (int i = file; i < file + 10; i++)
		close(i);
	for (int i = file; i < file + 10; i++) {
		other = open(unit_path("other"), O_RDWR | O_CREAT, 0600);
		ck_assert_int_eq(other, i);
	}
	makes_buffer();
	target_stop();
	ck_assert_str_eq(unit_read(unit_path("other"), NULL), "");
	ck_assert_int_eq(close(other), 0);
}
END_TEST

int main(void)
{
	Suite *suite = suite_create("layer trace");
	TCase *tcase = unit_tcase(suite, "trace", 60);

	tcase_add_loop_test(tcase, says_what_is_not_traced, 0, UNIT_ROWS(untraced));
	tcase_add_loop_test(tcase, writes_line, 0, UNIT_ROWS(lines));
	tcase_add_test(tcase, decodes_arguments_of_kernels);
	tcase_add_test(tcase, filters);
	tcase_add_test(tcase, sums_up);
	tcase_add_test(tcase, shows_nested_calls);
	tcase_add_test(tcase, shows_the_beginning_if_configured);
	tcase_add_test(tcase, json_is_valid_with_anything);
	tcase_add_test(tcase, json_has_commands_of_queues);
	tcase_add_test(tcase, late_callbacks_are_ignored);
	tcase_add_test(tcase, callback_ends_before_the_layer);
	tcase_add_test(tcase, json_of_threads);
	tcase_add_test(tcase, json_is_valid_after_abrupt_end);
	tcase_add_loop_test(tcase, file_is_closed_by_the_program, 0, 2);
	tcase_add_loop_test(tcase, json_and_fork, 0, 2);
	tcase_add_loop_test(tcase, environment_changes_before_a_fork, 0, 2);
	return unit_run(suite);
}
