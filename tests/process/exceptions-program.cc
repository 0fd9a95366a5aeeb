// SPDX-License-Identifier: Apache-2.0
//
// exceptions-program: uses the driver of exceptions-driver.cc. One thread makes the first call,
// another one calls meanwhile and waits, a third one calls afterwards. None of them may get a
// platform or hang. With the argument "main", the main thread makes the first call.

#include <CL/cl.h>
#include <CL/cl_ext.h>
#include <atomic>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <pthread.h>
#include <stdexcept>
#include <unistd.h>

static std::atomic<int> failures;
static std::atomic<bool> is_inside;
static std::atomic<bool> is_first_done; // never, if pthread_exit ends that thread

// The driver calls this in the first call.
extern "C" void note_first_call()
{
	is_inside = true;
}

static void check(const char *caller)
{
	cl_uint count = 99;
	cl_int error = clGetPlatformIDs(0, nullptr, &count);

	if (error == CL_PLATFORM_NOT_FOUND_KHR && count == 0)
		return;
	printf("FAILED: %s: error %d, %u platforms\n", caller, error, count);
	failures++;
}

static void *call_first(void *)
{
	try {
		check("the first call");
		puts("returned");
	} catch (const std::exception &exception) {
		printf("caught: %s\n", exception.what());
	}
	check("the same thread again");
	is_first_done = true;
	return nullptr;
}

// If its call were the first one, the exception would be thrown here.
static void *wait_for_it(void *)
{
	while (!is_inside)
		usleep(1000);
	check("a thread that waited");
	return nullptr;
}

static void *end_process(void *waiter)
{
	pthread_join(*static_cast<pthread_t *>(waiter), nullptr);
	check("a later thread");
	for (int i = 0; i < 1000 && !is_first_done && strcmp(getenv("HOW"), "exit") != 0; i++)
		usleep(10000);
	puts(failures ? "failed" : "good");
	fflush(stdout);
	_exit(failures != 0);
}

int main(int argc, char **)
{
	static pthread_t waiter;
	pthread_t first, later;

	setvbuf(stdout, nullptr, _IONBF, 0);
	alarm(300);
	pthread_create(&waiter, nullptr, wait_for_it, nullptr);
	if (argc > 1) {
		pthread_create(&later, nullptr, end_process, &waiter);
		call_first(nullptr);
		pthread_join(later, nullptr);
	}
	pthread_create(&first, nullptr, call_first, nullptr);
	pthread_join(first, nullptr);
	end_process(&waiter);
}
