/* SPDX-License-Identifier: Apache-2.0 */
/* reentrant-driver: see reentrant-driver.h. */
#include "drivers/reentrant-driver.h"

#include <dlfcn.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "drivers/faulty-driver.h"

#ifdef ACT_WHEN_LISTED
static const bool acts_when_listed = true;
#else
static const bool acts_when_listed = false;
#endif

static struct reentrant_state state;

__attribute__((visibility("default"))) reentrant_get_state_fn reentrant_get_state;

struct reentrant_state *reentrant_get_state(void)
{
	return &state;
}

static void finish(void)
{
	__atomic_store_n(&state.is_done, 1, __ATOMIC_RELEASE);
}

/*
 * The loader's functions. They are found by name, because drivers are not linked to a loader, and
 * while the driver starts, because dlopen must not be called at the end of a process.
 */
static api_fn_clGetPlatformIDs *get_platforms;
static api_fn_clGetPlatformInfo *get_info;

static void find_loader(void)
{
	void *loader = dlopen("libOpenCL.so.1", RTLD_LAZY | RTLD_NOLOAD);

	if (!loader)
		return;
	get_platforms = (api_fn_clGetPlatformIDs *)dlsym(loader, "clGetPlatformIDs");
	get_info = (api_fn_clGetPlatformInfo *)dlsym(loader, "clGetPlatformInfo");
	dlclose(loader);
}

static void call_back(void)
{
	char text[256];

	if (!get_platforms || !get_info)
		return;
	state.count = 99;
	state.error = get_platforms(0, NULL, &state.count);
	state.null_error = get_info(NULL, CL_PLATFORM_NAME, sizeof(text), text, NULL);
}

static void *call_back_in_thread(void *unused)
{
	(void)unused;
	call_back();
	finish();
	return NULL;
}

static void start_thread(void *(*run)(void *), bool wait)
{
	pthread_t thread;

	if (pthread_create(&thread, NULL, run, NULL) != 0)
		return;
	if (wait)
		pthread_join(thread, NULL);
	else
		pthread_detach(thread);
}

/* The child reports by its exit status: 100 and the number of platforms, or 50 if it got none. */
static void *call_back_in_child(void *unused)
{
	pid_t child = fork();

	(void)unused;
	if (child == 0) {
		alarm(300);
		call_back();
		exit(state.error == CL_SUCCESS ? 100 + (int)state.count :
		     state.error == CL_PLATFORM_NOT_FOUND_KHR && state.count == 0 ? 50 :
										    1);
	}
	waitpid(child, &state.status, 0);
	return NULL;
}

/* Changes variables, and adds so many that the environment moves in memory. */
static void set_environment(void)
{
	char name[32];

	setenv("OCL_ICD_FILENAMES", "/changed.so", 1);
	setenv("OCL_ICD_VENDORS", "/changed.icd", 1);
	setenv("OPENCL_LAYERS", "/changed.so", 1);
	unsetenv("OPENCL_LOADER_CONFIG");
	for (int i = 0; i < 2000; i++) {
		snprintf(name, sizeof(name), "CLROUTER_TEST_%d", i);
		setenv(name, "a value", 1);
	}
}

static void open_drivers(void)
{
	char path[1024];
	const char *directory = getenv("STUB_DIR");

	snprintf(path, sizeof(path), "%s/stub-icd1.so", directory ? directory : ".");
	state.count = dlopen(path, RTLD_NOW) ? 1 : 0;
}

static void block(void)
{
	__atomic_store_n(&state.is_blocked, 1, __ATOMIC_RELEASE);
	for (;;)
		pause();
}

static void act(enum reentrant_act what)
{
	switch (what) {
	case REENTRANT_CALLS_BACK:
		call_back();
		break;
	case REENTRANT_STARTS_THREAD:
		start_thread(call_back_in_thread, false);
		return;
	case REENTRANT_SETS_ENVIRONMENT:
		set_environment();
		break;
	case REENTRANT_OPENS_DRIVERS:
		open_drivers();
		break;
	case REENTRANT_FORKS:
		call_back_in_child(NULL);
		break;
	case REENTRANT_FORKS_IN_THREAD:
		start_thread(call_back_in_child, true);
		break;
	case REENTRANT_BLOCKS:
		block();
		break;
	case REENTRANT_EXITS:
		exit(9);
	case REENTRANT_RUNS_HOOK:
		if (state.hook)
			state.hook();
		break;
	case REENTRANT_CALLS_BACK_DEVICES:
	case REENTRANT_BLOCKS_DEVICES:
	case REENTRANT_CALLS_AT_END:
		break;
	}
	finish();
}

void reentrant_act(int is_listing)
{
	static bool has_acted;

	if (has_acted || acts_when_listed != (is_listing != 0))
		return;
	has_acted = true;
	find_loader();
	act(ACT);
}

void reentrant_devices_asked(void)
{
	if (ACT == REENTRANT_BLOCKS_DEVICES)
		block();
	if (ACT == REENTRANT_CALLS_BACK_DEVICES)
		call_back();
}

/* At exit, this runs after the loader's destructor. */
__attribute__((destructor)) static void end(void)
{
	if (ACT != REENTRANT_CALLS_AT_END)
		return;
	call_back();
	if (state.error != CL_SUCCESS || state.count == 0)
		_exit(3);
}
