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
#include <time.h>
#include <unistd.h>

#include "layers/layer-target.h"
#include "layers/target-ends.h"
#include "layers/trace-calls.h"
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
	trace_calls[_i].call();
	target_stop();
	text = trace_text();
	text[strlen(text) - 1] = '\0';
	last = strrchr(text, '\n');
	last = strstr(last != NULL ? last : text, "] ") + 2;
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

	if (user_data != NULL)
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

	ck_assert_msg(at != NULL && at - text >= 8, "no line with %s", mark);
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
	for (int i = 0; i < TRACE_CALLS; i++)
		trace_calls[i].call();
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

static long milliseconds_since(const struct timespec *begin)
{
	struct timespec now;

	clock_gettime(CLOCK_MONOTONIC, &now);
	return (now.tv_sec - begin->tv_sec) * 1000 + (now.tv_nsec - begin->tv_nsec) / 1000000;
}

/*
 * The layer waits a moment for a callback that is running: otherwise the lifetime layer below would
 * report its event as never released.
 */
START_TEST(callback_ends_before_the_layer)
{
	const unsigned int *releases = &target.calls[CLROUTER_SLOT_clReleaseEvent];
	struct timespec begin;
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
	clock_gettime(CLOCK_MONOTONIC, &begin);
	target_stop();
	/* On a busy machine the thread may not be executed for as long as the layer waits. */
	ck_assert(__atomic_load_n(releases, __ATOMIC_RELAXED) == 1 ||
		  milliseconds_since(&begin) >= 250);
	pthread_join(thread, NULL);
	ck_assert_uint_eq(*releases, 1);
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

static void enqueue_and_release(void)
{
	cl_kernel kernel = layer->clCreateKernel(NULL, "name", NULL);
	const size_t global = 1;

	layer->clSetKernelArg(kernel, 0, sizeof(kernel), &kernel);
	layer->clEnqueueNDRangeKernel(queue, kernel, 1, NULL, &global, NULL, 0, NULL, NULL);
	layer->clReleaseKernel(kernel);
}

static const char *const forms[] = { "text", "json", "entry" };

static void start_with(int form)
{
	set(form < 2 ? "_FORMAT" : "_ENTRY", form < 2 ? forms[form] : "yes");
	target.reuses = true;
	start();
	make_queue();
}

START_TEST(ends_during_calls)
{
	start_with(_i);
	target_end_during_calls(enqueue_and_release);
}
END_TEST

START_TEST(exits_during_calls)
{
	start_with(_i);
	target_exit_during_calls(enqueue_and_release);
}
END_TEST

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
	tcase_add_loop_test(tcase, writes_line, 0, TRACE_CALLS);
	tcase_add_test(tcase, decodes_arguments_of_kernels);
	tcase_add_test(tcase, filters);
	tcase_add_test(tcase, sums_up);
	tcase_add_test(tcase, shows_nested_calls);
	tcase_add_test(tcase, dates_an_opened_call_by_its_beginning);
	tcase_add_test(tcase, shows_the_beginning_if_configured);
	tcase_add_test(tcase, json_is_valid_with_anything);
	tcase_add_test(tcase, json_has_commands_of_queues);
	tcase_add_test(tcase, late_callbacks_are_ignored);
	tcase_add_test(tcase, callback_ends_before_the_layer);
	tcase_add_test(tcase, json_of_threads);
	tcase_add_loop_test(tcase, ends_during_calls, 0, UNIT_ROWS(forms));
	tcase_add_loop_test(tcase, exits_during_calls, 0, UNIT_ROWS(forms));
	tcase_add_test(tcase, json_is_valid_after_abrupt_end);
	tcase_add_loop_test(tcase, file_is_closed_by_the_program, 0, 2);
	tcase_add_loop_test(tcase, json_and_fork, 0, 2);
	tcase_add_loop_test(tcase, environment_changes_before_a_fork, 0, 2);
	return unit_run(suite);
}
