// SPDX-License-Identifier: Apache-2.0
//
// exceptions-driver: a driver in C++ that does not return when its platforms are counted. The
// variable HOW says what it does: "throw" throws an exception, "exit" calls pthread_exit, and
// "trace" prints a backtrace and returns.

#include <CL/cl.h>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <execinfo.h>
#include <pthread.h>
#include <stdexcept>
#include <unistd.h>

// A function of exceptions-program.
extern "C" void note_first_call();

#define EXPORT extern "C" __attribute__((visibility("default")))

static void write_trace()
{
	void *frames[64];

	backtrace_symbols_fd(frames, backtrace(frames, 64), STDOUT_FILENO);
}

EXPORT cl_int clIcdGetPlatformIDsKHR(cl_uint, cl_platform_id *, cl_uint *count)
{
	const char *how = getenv("HOW");

	note_first_call();
	usleep(200000); // so that other threads begin to wait
	if (strcmp(how, "throw") == 0)
		throw std::runtime_error("thrown by the driver");
	if (strcmp(how, "exit") == 0)
		pthread_exit(nullptr);
	write_trace();
	*count = 0;
	return CL_SUCCESS;
}

EXPORT cl_int clGetPlatformInfo(cl_platform_id, cl_platform_info, size_t, void *, size_t *)
{
	return CL_INVALID_VALUE;
}

EXPORT void *clGetExtensionFunctionAddress(const char *name)
{
	if (strcmp(name, "clIcdGetPlatformIDsKHR") == 0)
		return reinterpret_cast<void *>(clIcdGetPlatformIDsKHR);
	if (strcmp(name, "clGetPlatformInfo") == 0)
		return reinterpret_cast<void *>(clGetPlatformInfo);
	return nullptr;
}
