/* SPDX-License-Identifier: Apache-2.0 */
/*
 * leave: a thread makes the first call, and a driver leaves it by an exception, which the thread
 * catches, or ends the thread. Then another thread calls. The output is what both have got. The
 * second thread has the ID of the first if the system gives it again.
 */
#include <setjmp.h>
#include <stdio.h>
#include <windows.h>

#include "api/api.h"

#define EXCEPTION 0xE0001234
#define THREADS 1000
#define LIMIT 5000		/* milliseconds */
#define MOST_MS 30000

static jmp_buf target;
static DWORD first_id;
static volatile LONG has_called;
static HANDLE has_left;		/* an event: the first thread has left its call, and stays */

static LONG CALLBACK catch(EXCEPTION_POINTERS *exception)
{
	if (exception->ExceptionRecord->ExceptionCode == EXCEPTION)
		longjmp(target, 1);
	return EXCEPTION_CONTINUE_SEARCH;
}

static void call(const char *who)
{
	cl_uint count = 99;
	cl_int error = clGetPlatformIDs(0, NULL, &count);

	printf("%s: %d\n", who, (int)error);
}

static DWORD WINAPI call_first(void *stays)
{
	first_id = GetCurrentThreadId();
	if (setjmp(target) == 0) {
		call("first");
		return 0;
	}
	printf("first: left\n");
	if (stays) {
		SetEvent(has_left);
		Sleep(INFINITE);
	}
	return 0;
}

static DWORD WINAPI call_second(void *unused)
{
	(void)unused;
	if (GetCurrentThreadId() == first_id && InterlockedExchange(&has_called, 1) == 0)
		call("second");
	return 0;
}

static DWORD WINAPI call_last(void *unused)
{
	(void)unused;
	if (!has_called)
		call("second");
	return 0;
}

/* False if the thread still runs after the limit. */
static BOOL run(LPTHREAD_START_ROUTINE work, void *argument, DWORD limit)
{
	HANDLE thread = CreateThread(NULL, 0, work, argument, 0, NULL);
	DWORD result = WaitForSingleObject(thread, limit);

	CloseHandle(thread);
	return result == WAIT_OBJECT_0;
}

/* Returns when the first thread has ended, or has left its call if it STAYS. */
static void run_first(BOOL stays)
{
	HANDLE thread = CreateThread(NULL, 0, call_first, stays ? &target : NULL, 0, NULL);

	WaitForSingleObject(stays ? has_left : thread, MOST_MS);
	CloseHandle(thread);
}

int main(int argc, char **argv)
{
	(void)argv;
	AddVectoredExceptionHandler(1, catch);
	has_left = CreateEventA(NULL, TRUE, FALSE, NULL);
	run_first(argc > 1);
	for (int i = 0; i < THREADS && !has_called; i++)
		run(call_second, NULL, LIMIT);
	if (!run(call_last, NULL, LIMIT))
		printf("second: waits for ever\n");
	fflush(stdout);
	ExitProcess(0);
}
