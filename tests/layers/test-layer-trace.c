/* SPDX-License-Identifier: Apache-2.0 */
/*
 * trace: the lines of calls except for their times, the variables, nested calls, threads, forks,
 * and processes that end abruptly. layer-target.h has the driver.
 */
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "layers/layer-target.h"
#include "layers/target-ends.h"
#include "layers/trace-calls.h"
#include "unit/unit.h"

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

/* Why calls of a function will not be traced is written, unless the filter leaves it out. */
static const struct {
	unsigned int platform;
	const char *name, *filter, *line;
} untraced[] = {
	{ 0, "clOther", NULL, "calls of \"clOther\" are not traced: the layer does not know the "
	  "function\n" },
	{ 1, "clFinalizeCommandBufferKHR", NULL, "calls of \"clFinalizeCommandBufferKHR\" are not "
	  "traced: Beta has version 2.0.0 of cl_khr_command_buffer, expected 0.9.0 or later, before "
	  "2.0.0; its other functions may be missing, too\n" },
	{ 1, "clRemapCommandBufferKHR", NULL, "calls of \"clRemapCommandBufferKHR\" are not traced: "
	  "the layer does not know the driver's version of the extension\n" },
	{ 0, "clOther", "clCreate*", NULL },
	{ 0, "clFinalizeCommandBufferKHR", NULL, NULL },
};

START_TEST(says_what_is_not_traced)
{
	const char *found;

	if (untraced[_i].filter)
		setenv("OPENCL_TRACE_FILTER", untraced[_i].filter, 1);
	start();
	ck_assert_ptr_nonnull(extension(untraced[_i].platform, untraced[_i].name));
	target_stop();
	found = strstr(trace_text(), "calls of ");
	if (!untraced[_i].line)
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
	trace_calls[_i].call();
	target_stop();
	text = trace_text();
	text[strlen(text) - 1] = '\0';
	last = strrchr(text, '\n');
	last = strstr(last ? last : text, "] ") + 2;
	ck_assert_msg(strncmp(last, trace_calls[_i].line, strlen(trace_calls[_i].line)) == 0 &&
		      strncmp(last + strlen(trace_calls[_i].line), " <", 2) == 0,
		      "found %s, not %s", last, trace_calls[_i].line);
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

	if (user_data)
		nanosleep(user_data, NULL);
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

/* The last second and the microseconds of the time before MARK. */
static const char *time_before(const char *text, const char *mark, char time[9])
{
	const char *at = strstr(text, mark);

	ck_assert_msg(at && at - text >= 8, "no line with %s", mark);
	memcpy(time, at - 8, 8);
	time[8] = '\0';
	return time;
}

/* A call is opened when another one begins in it, but it has begun before. */
START_TEST(dates_an_opened_call_by_its_beginning)
{
	struct timespec moment = { .tv_nsec = 20000000 };
	char opened[9];
	char closed[9];

	start();
	layer->clBuildProgram(NULL, 0, NULL, "-w", built, &moment);
	target_stop();
	ck_assert_str_eq(time_before(trace_text(), "] clBuildProgram(", opened),
			 time_before(trace_text(), "] } clBuildProgram(", closed));
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

/* -- forks and ends ------------------------------------------------------------ */

static void enqueue_and_release(void)
{
	cl_kernel kernel = layer->clCreateKernel(NULL, "name", NULL);
	const size_t global = 1;

	layer->clSetKernelArg(kernel, 0, sizeof(kernel), &kernel);
	layer->clEnqueueNDRangeKernel(queue, kernel, 1, NULL, &global, NULL, 0, NULL, NULL);
	layer->clReleaseKernel(kernel);
}

static void start_for_end(bool shows_entries)
{
	set("_ENTRY", shows_entries ? "yes" : "no");
	target.reuses = true;
	start();
	make_queue();
}

START_TEST(ends_during_calls)
{
	start_for_end(_i == 1);
	target_end_during_calls(enqueue_and_release);
}
END_TEST

START_TEST(exits_during_calls)
{
	start_for_end(_i == 1);
	target_exit_during_calls(enqueue_and_release);
}
END_TEST

/* How many calls of clCreateBuffer are in the file NAME. */
static size_t count_buffers(const char *name)
{
	const char *at = unit_read(unit_path(name), NULL);
	size_t count = 0;

	while ((at = strstr(at, "] clCreateBuffer("))) {
		count++;
		at++;
	}
	return count;
}

/* _i: does the name of the file contain the process ID? */
START_TEST(a_child_goes_on)
{
	char name[64];
	pid_t child;
	int status;

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
	if (_i == 0) {
		ck_assert_uint_eq(count_buffers("trace"), 3);
		return;
	}
	snprintf(name, sizeof(name), "trace-%ld", (long)child);
	ck_assert_uint_eq(count_buffers(name), 1);
	snprintf(name, sizeof(name), "trace-%ld", (long)getpid());
	ck_assert_uint_eq(count_buffers(name), 2);
}
END_TEST

/* The variables are read at the start only, also for a child. */
START_TEST(environment_changes_before_a_fork)
{
	const char *names[] = { "OPENCL_TRACE_FILE", "OPENCL_TRACE_FILTER" };
	char name[64];
	pid_t child;
	int status;

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

/* The program closes all descriptors but its own, and opens a file. */
START_TEST(file_is_closed_by_the_program)
{
	int file = dup(STDOUT_FILENO);
	int other = -1;

	close(file);
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
	tcase_add_loop_test(tcase, writes_line, 0, TRACE_CALLS);
	tcase_add_test(tcase, decodes_arguments_of_kernels);
	tcase_add_test(tcase, filters);
	tcase_add_test(tcase, sums_up);
	tcase_add_test(tcase, shows_nested_calls);
	tcase_add_test(tcase, dates_an_opened_call_by_its_beginning);
	tcase_add_test(tcase, shows_the_beginning_if_configured);
	tcase_add_loop_test(tcase, ends_during_calls, 0, 2);
	tcase_add_loop_test(tcase, exits_during_calls, 0, 2);
	tcase_add_test(tcase, file_is_closed_by_the_program);
	tcase_add_loop_test(tcase, a_child_goes_on, 0, 2);
	tcase_add_test(tcase, environment_changes_before_a_fork);
	return unit_run(suite);
}
