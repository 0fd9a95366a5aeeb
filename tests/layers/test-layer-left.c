/* SPDX-License-Identifier: Apache-2.0 */
/*
 * left: calls that do not return, because a callback of the program throws an exception, uses
 * longjmp(), ends its thread or is cancelled. Later calls must work normally, in this thread and in
 * others. layer-target.h has the driver.
 */
#include <pthread.h>
#include <setjmp.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include <unwind.h>

#include "layers/layer-target.h"
#include "unit/unit.h"

static jmp_buf target_frame;
static uintptr_t target_address;

static void jump(void)
{
	longjmp(target_frame, 1);
}

/* In C++ the sanitizer itself calls this before stack frames are left. */
void __asan_handle_no_return(void) __attribute__((weak));

/*
 * Unwinds the stack as the C++ library does, in C: the frame of the handler is entered only after
 * the cleanups of all frames below it have run.
 */
static _Unwind_Reason_Code stop_at_handler(int version, _Unwind_Action actions,
					   _Unwind_Exception_Class class,
					   struct _Unwind_Exception *exception,
					   struct _Unwind_Context *context, void *unused)
{
	(void)version;
	(void)class;
	(void)exception;
	(void)unused;
	ck_assert(!(actions & _UA_END_OF_STACK));
	if (_Unwind_GetCFA(context) > target_address)
		longjmp(target_frame, 1);
	return _URC_NO_REASON;
}

static void throw(void)
{
	static struct _Unwind_Exception exception;

	if (__asan_handle_no_return)
		__asan_handle_no_return();
	_Unwind_ForcedUnwind(&exception, stop_at_handler, NULL);
	abort();
}

static void end_thread(void)
{
	pthread_exit(NULL);
}

static void be_cancelled(void)
{
	pthread_cancel(pthread_self());
	pthread_testcancel();
}

static const struct {
	void (*leave)(void);
	bool is_notified;		/* unlike with longjmp() */
	bool ends_thread;
} ways[] = {
	{ jump, false, false },
	{ throw, true, false },
	{ end_thread, true, true },
	{ be_cancelled, true, true },
};

static void set(const char *variable, const char *value)
{
	setenv(variable, value, 1);
}

static cl_uint references(void)
{
	cl_uint answer = 0;

	layer->clGetProgramInfo(NULL, CL_PROGRAM_REFERENCE_COUNT, sizeof(answer), &answer, NULL);
	return answer;
}

static void CL_CALLBACK built(cl_program program, void *leave)
{
	(void)program;
	references();
	(*(void (**)(void))leave)();
}

/* The arguments are in this stack frame: they no longer exist after it is left. */
static void build(void (*leave)(void))
{
	char options[] = "-DOPTION=1";
	cl_device_id ids[2] = { NULL, NULL };

	layer->clBuildProgram(NULL, 2, ids, options, built, &leave);
}

/* Calls FUNCTION with LEAVE, as an exception handler around the call would. */
static void handle(void (*function)(void (*leave)(void)), void (*leave)(void))
{
	target_address = (uintptr_t)__builtin_frame_address(0);
	if (setjmp(target_frame) == 0)
		function(leave);
}

/* Calls from a stack frame at the addresses of the frames that were left, and beyond them. */
static void call_from_below(void)
{
	volatile char bytes[16384];

	for (size_t i = 0; i < sizeof(bytes); i++)
		bytes[i] = (char)0xA5;
	ck_assert_uint_eq(references(), 7);
	ck_assert_int_eq(bytes[0], (char)0xA5);
}

static void *handle_in_thread(void *way)
{
	handle(build, *(void (**)(void))way);
	return NULL;
}

static void leave_build(int way)
{
	void (*leave)(void) = ways[way].leave;
	pthread_t thread;

	if (!ways[way].ends_thread) {
		handle(build, leave);
		return;
	}
	ck_assert_int_eq(pthread_create(&thread, NULL, handle_in_thread, &leave), 0);
	ck_assert_int_eq(pthread_join(thread, NULL), 0);
}

static void start_trace(const char *entry)
{
	set("OPENCL_TRACE_FILE", unit_path("trace"));
	set("OPENCL_TRACE_ENTRY", entry);
	target_start("CLTrace", false);
}

static size_t count_lines(const char *text, const char *part)
{
	size_t count = 0;

	for (const char *at = text; (at = strstr(at, part)); at++)
		count++;
	return count;
}

START_TEST(trace_of_calls)
{
	const char *text;
	const char *end;

	start_trace("no");
	leave_build(_i);
	call_from_below();
	references();
	call_from_below();
	target_stop();
	text = unit_read(unit_path("trace"), NULL);
	ck_assert_uint_eq(count_lines(text, "clGetProgramInfo"), 4);
	ck_assert_uint_eq(count_lines(text, "] clBuildProgram("), 1);
	/* The callback's calls. After longjmp() the call below stays until a later call ends it. */
	ck_assert_uint_eq(count_lines(text, "]   clGetProgramInfo("), ways[_i].is_notified ? 1 : 2);
	end = strstr(text, "] } clBuildProgram(");
	ck_assert_int_eq(end != NULL, ways[_i].is_notified);
	if (end) {
		ck_assert_ptr_nonnull(strstr(end, "device_list=[NULL, NULL]"));
		ck_assert_ptr_nonnull(strstr(end, "options=\"-DOPTION=1\""));
		ck_assert_ptr_nonnull(strstr(end, ") = did not return <"));
	}
}
END_TEST

START_TEST(trace_with_entries)
{
	const char *text;

	start_trace("yes");
	leave_build(_i);
	call_from_below();
	references();
	target_stop();
	text = unit_read(unit_path("trace"), NULL);
	ck_assert_uint_eq(count_lines(text, "clGetProgramInfo"), 6);
	ck_assert_uint_eq(count_lines(text, " {\n"), 4);
	ck_assert_uint_eq(count_lines(text, "} clGetProgramInfo("), 3);
	ck_assert_uint_eq(count_lines(text, "] } clBuildProgram("), ways[_i].is_notified ? 1 : 0);
}
END_TEST

/* More nested calls than the trace records, all of them left at once. */
static unsigned int levels;

static void build_deeper(void)
{
	if (levels-- == 0)
		ways[1].leave();
	build(build_deeper);
}

START_TEST(trace_of_many_levels)
{
	const char *text;

	start_trace("no");
	levels = 20;
	leave_build(1);
	handle(build, build_deeper);
	references();
	target_stop();
	text = unit_read(unit_path("trace"), NULL);
	ck_assert_uint_eq(count_lines(text, "did not return"), 22);
	ck_assert_ptr_nonnull(strstr(strrchr(text, ']'), "] clGetProgramInfo("));
}
END_TEST

START_TEST(lifetime)
{
	cl_context context;

	set("OPENCL_LIFETIME_FILE", unit_path("findings"));
	target_start("CLLifetime", false);
	context = layer->clCreateContext(NULL, 0, (cl_device_id *)&_i, NULL, NULL, NULL);
	leave_build(_i);
	call_from_below();
	layer->clReleaseContext(context);
	target_stop();
	ck_assert_str_eq(unit_read(unit_path("findings"), NULL), "clrouter: lifetime: no finding\n");
}
END_TEST

static void (*leave_inside)(void);

static void leave_driver(void)
{
	leave_inside();
}

static void find_devices(void (*leave)(void))
{
	leave_inside = leave;
	target.inside = leave_driver;
	layer->clGetDeviceIDs(NULL, CL_DEVICE_TYPE_ALL, 0, NULL, NULL);
}

static cl_uint count_devices(void)
{
	cl_uint count = 0;

	layer->clGetDeviceIDs(NULL, CL_DEVICE_TYPE_ALL, 0, NULL, &count);
	return count;
}

static void *find_in_thread(void *way)
{
	if (way)
		handle(find_devices, *(void (**)(void))way);
	else
		ck_assert_uint_eq(count_devices(), 1);
	return NULL;
}

/* The first call, in which the layer asks the drivers for devices, is left. */
START_TEST(devices)
{
	void (*leave)(void) = ways[_i].leave;
	pthread_t thread;

#ifdef __SANITIZE_ADDRESS__
	/* longjmp() leaks the memory that was allocated in the frames that it left. */
	if (!ways[_i].is_notified)
		return;
#endif
	set("OPENCL_VISIBLE_DEVICES", "cpu");
	target_start("CLDevices", false);
	if (ways[_i].ends_thread) {
		ck_assert_int_eq(pthread_create(&thread, NULL, find_in_thread, &leave), 0);
		pthread_join(thread, NULL);
	} else {
		handle(find_devices, leave);
	}
	ck_assert_int_eq(pthread_create(&thread, NULL, find_in_thread, NULL), 0);
	pthread_join(thread, NULL);
	ck_assert_uint_eq(count_devices(), 1);
	target_stop();
}
END_TEST

static void *call_for_ever(void *unused)
{
	for (;;)
		references();
	return unused;
}

/* Writing is a cancellation point. */
START_TEST(cancelled_thread_leaves_no_lock)
{
	pthread_t thread;

	start_trace(_i ? "yes" : "no");
	for (int i = 0; i < 20; i++) {
		ck_assert_int_eq(pthread_create(&thread, NULL, call_for_ever, NULL), 0);
		usleep(1000);
		pthread_cancel(thread);
		if (i % 2 == 0)
			references();
		ck_assert_int_eq(pthread_detach(thread), 0);
		references();
	}
	target_stop();
}
END_TEST

int main(void)
{
	Suite *suite = suite_create("calls that are left");
	TCase *tcase = unit_tcase(suite, "left", 20);

	tcase_add_loop_test(tcase, trace_of_calls, 0, UNIT_ROWS(ways));
	tcase_add_loop_test(tcase, trace_with_entries, 0, UNIT_ROWS(ways));
	tcase_add_test(tcase, trace_of_many_levels);
	tcase_add_loop_test(tcase, lifetime, 0, UNIT_ROWS(ways));
	tcase_add_loop_test(tcase, devices, 0, UNIT_ROWS(ways));
	tcase_add_loop_test(tcase, cancelled_thread_leaves_no_lock, 0, 2);
	return unit_run(suite);
}
