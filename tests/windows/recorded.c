/* SPDX-License-Identifier: Apache-2.0 */
/*
 * recorded WORD: what the record layer has to see, by WORD:
 *
 *   filled	makes more calls than one chunk has space for, and a call that is larger than a chunk
 *   many	eight threads make calls while the process ends
 *   killed	two threads make calls until the process ends itself by TerminateProcess()
 *   ended	100 threads, one after the other, make a call and end
 *   paused	switches recording off for the second of three calls
 *   busy FILE	two threads make calls until there is a file FILE; then "done" is written
 *
 * Exits with status 0, when it was killed with 7.
 */
#include <stdio.h>
#include <string.h>
#include <windows.h>

#include "api/api.h"

#define FILLED 10000
#define LARGE 300000	/* bytes, of the source of a program */
#define MANY 8
#define BUSY 2
#define ENDED 100
#define MOST_MS 30000

static void call_once(void)
{
	cl_uint count;

	clGetPlatformIDs(0, NULL, &count);
}

static LONG calling;	/* threads that have made a call */

static DWORD WINAPI call_for_ever(void *unused)
{
	call_once();
	InterlockedIncrement(&calling);
	for (;;) {
		call_once();
		Sleep(1);
	}
	return unused != NULL;
}

static DWORD WINAPI call_and_end(void *unused)
{
	call_once();
	return unused != NULL;
}

static int fill(void)
{
	static char text[LARGE];
	const char *source = memset(text, 'x', LARGE - 1);

	for (int i = 0; i < FILLED; i++)
		call_once();
	clCreateProgramWithSource(NULL, 1, &source, NULL, NULL);
	return 0;
}

/* Returns when each of them has made a call. */
static void start_busy_threads(int count)
{
	for (int i = 0; i < count; i++)
		CreateThread(NULL, 0, call_for_ever, NULL, 0, NULL);
	while (InterlockedCompareExchange(&calling, 0, 0) < count)
		Sleep(1);
}

static int be_killed(void)
{
	start_busy_threads(BUSY);
	call_once();
	TerminateProcess(GetCurrentProcess(), 7);
	return 1;
}

static int start_and_end_threads(void)
{
	for (int i = 0; i < ENDED; i++) {
		HANDLE thread = CreateThread(NULL, 0, call_and_end, NULL, 0, NULL);

		if (!thread || WaitForSingleObject(thread, MOST_MS) != WAIT_OBJECT_0)
			return 1;
		CloseHandle(thread);
	}
	return 0;
}

static int pause(void)
{
	cl_int(CL_API_CALL * set_recording)(cl_bool is_on);

	set_recording = clGetExtensionFunctionAddress("clSetRecordingCLROUTER");
	if (!set_recording)
		return 1;
	call_once();
	if (set_recording(CL_FALSE) != CL_SUCCESS)
		return 1;
	clFlush(NULL);
	if (set_recording(CL_TRUE) != CL_SUCCESS)
		return 1;
	clFinish(NULL);
	return 0;
}

static int be_busy(const char *file)
{
	start_busy_threads(BUSY);
	for (int i = 0; i < MOST_MS / 10; i++) {
		if (GetFileAttributesA(file) != INVALID_FILE_ATTRIBUTES) {
			printf("done\n");
			return 0;
		}
		Sleep(10);
	}
	return 1;
}

int main(int argc, char **argv)
{
	if (argc > 1 && strcmp(argv[1], "filled") == 0)
		return fill();
	if (argc > 1 && strcmp(argv[1], "many") == 0) {
		start_busy_threads(MANY);
		return 0;
	}
	if (argc > 1 && strcmp(argv[1], "killed") == 0)
		return be_killed();
	if (argc > 1 && strcmp(argv[1], "ended") == 0)
		return start_and_end_threads();
	if (argc > 1 && strcmp(argv[1], "paused") == 0)
		return pause();
	if (argc > 2 && strcmp(argv[1], "busy") == 0)
		return be_busy(argv[2]);
	return 1;
}
