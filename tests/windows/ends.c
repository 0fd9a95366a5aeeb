/* SPDX-License-Identifier: Apache-2.0 */
/*
 * ends: makes a call that the validation layer finds wrong and a context that is never released, and
 * ends in the way that the argument names:
 *
 *	exit		another thread calls ExitProcess() while this one makes calls
 *	terminate	TerminateProcess()
 *	unload		FreeLibrary() of OpenCL.dll as often as it succeeds, and one more call
 *	no-output	standard output and error are closed before the calls
 *	no-handles	starts itself without standard handles and without a console
 *	broken-pipe	starts itself with a pipe as standard error that nobody reads
 *
 * The status is 0 if the calls returned what they should.
 */
#include <io.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <windows.h>

#include "api/api.h"

static int make_calls(void)
{
	cl_platform_id platform;
	cl_device_id device;
	cl_uint count = 0;
	cl_int error;

	if (clGetPlatformIDs(1, &platform, &count) != CL_SUCCESS || count == 0 ||
	    clGetDeviceIDs(platform, CL_DEVICE_TYPE_ALL, 1, &device, NULL) != CL_SUCCESS)
		return 2;
	clGetDeviceIDs(platform, 0, 0, NULL, &count);
	return !clCreateContext(NULL, 1, &device, NULL, NULL, &error) ? 3 : 0;
}

static volatile LONG rounds;	/* of calls, beside the thread that ends the process */

static DWORD WINAPI exit_soon(void *unused)
{
	(void)unused;
	while (rounds < 2)
		Sleep(1);
	ExitProcess(0);
}

static int exit_during_calls(void)
{
	make_calls();
	CreateThread(NULL, 0, exit_soon, NULL, 0, NULL);
	while (make_calls() == 0)
		InterlockedIncrement(&rounds);
	return 1;
}

static int unload(void)
{
	HMODULE loader = GetModuleHandleA("OpenCL.dll");
	int status = make_calls();

	for (int i = 0; i < 10; i++)
		FreeLibrary(loader);
	return status != 0 ? status : make_calls();
}

/*
 * Programs of other compilers start without the handler for wrong parameters that mingw-w64 sets. Then
 * UCRT ends the process if a layer writes to the closed descriptor as it is. Wine's UCRT does not,
 * so only a run on Windows can fail for this reason.
 */
static int close_output(void)
{
	_set_invalid_parameter_handler(NULL);
	_close(1);
	_close(2);
	return make_calls();
}

/* Runs this program with WORD and these standard handles; returns its status. */
static int run_again(const char *word, HANDLE output)
{
	STARTUPINFOA info = { .cb = sizeof(info), .dwFlags = STARTF_USESTDHANDLES,
			      .hStdInput = output, .hStdOutput = output, .hStdError = output };
	PROCESS_INFORMATION process;
	char command[1024];
	char path[512];
	DWORD status = 99;

	GetModuleFileNameA(NULL, path, sizeof(path));
	snprintf(command, sizeof(command), "\"%s\" %s", path, word);
	if (!CreateProcessA(NULL, command, NULL, NULL, TRUE, DETACHED_PROCESS, NULL, NULL, &info,
			    &process))
		return 98;
	if (WaitForSingleObject(process.hProcess, 30000) != WAIT_OBJECT_0)
		TerminateProcess(process.hProcess, 97);
	GetExitCodeProcess(process.hProcess, &status);
	return (int)status;
}

static int break_pipe(void)
{
	SECURITY_ATTRIBUTES inherited = { .nLength = sizeof(inherited), .bInheritHandle = TRUE };
	HANDLE reader, writer;

	if (!CreatePipe(&reader, &writer, &inherited, 0))
		return 96;
	CloseHandle(reader);
	return run_again("calls", writer);
}

int main(int argc, char **argv)
{
	const char *word = argc > 1 ? argv[1] : "calls";

	if (strcmp(word, "exit") == 0)
		return exit_during_calls();
	if (strcmp(word, "unload") == 0)
		return unload();
	if (strcmp(word, "no-output") == 0)
		return close_output();
	if (strcmp(word, "no-handles") == 0)
		return run_again("calls", NULL);
	if (strcmp(word, "broken-pipe") == 0)
		return break_pipe();
	if (strcmp(word, "terminate") == 0 && make_calls() == 0)
		TerminateProcess(GetCurrentProcess(), 0);
	return make_calls();
}
