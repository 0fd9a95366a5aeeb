/* SPDX-License-Identifier: Apache-2.0 */
/*
 * pair-program: what programs share that use the drivers of pair-driver.h below the compatibility
 * layer. Any thread may call all but pair_start().
 */
#ifndef PAIR_PROGRAM_H
#define PAIR_PROGRAM_H

#include <stdbool.h>

#include "layers/pair-driver.h"

#define PAIR_FUNCTIONS(X) \
	X(clCreateCommandBufferKHR) \
	X(clFinalizeCommandBufferKHR) \
	X(clRetainCommandBufferKHR) \
	X(clReleaseCommandBufferKHR) \
	X(clEnqueueCommandBufferKHR) \
	X(clCommandBarrierWithWaitListKHR) \
	X(clCommandCopyBufferKHR) \
	X(clCommandCopyBufferRectKHR) \
	X(clCommandCopyBufferToImageKHR) \
	X(clCommandCopyImageKHR) \
	X(clCommandCopyImageToBufferKHR) \
	X(clCommandFillBufferKHR) \
	X(clCommandFillImageKHR) \
	X(clCommandSVMMemcpyKHR) \
	X(clCommandSVMMemFillKHR) \
	X(clCommandNDRangeKernelKHR) \
	X(clGetCommandBufferInfoKHR) \
	X(clUpdateMutableCommandsKHR) \
	X(clGetMutableCommandInfoKHR) \
	X(clCreateSemaphoreWithPropertiesKHR) \
	X(clRetainSemaphoreKHR) \
	X(clReleaseSemaphoreKHR) \
	X(clGetSemaphoreInfoKHR) \
	X(clEnqueueWaitSemaphoresKHR) \
	X(clEnqueueSignalSemaphoresKHR) \
	X(clGetKernelSuggestedLocalWorkSizeKHR) \
	X(clCreateCommandQueueWithPropertiesKHR)

#define PAIR_MEMBER(id, text, extension, first, last, ret, give, args, ...) \
	ret(CL_API_CALL *id)(__VA_ARGS__);
#define PAIR_DECLARE(name) CLROUTER_EXTENSION_##name(PAIR_MEMBER)
struct api {
	PAIR_FUNCTIONS(PAIR_DECLARE)
};

/* Notes a failure if the two differ. */
#define IS(value, expected) pair_check((long)(value), (long)(expected), #value, __LINE__)
void pair_check(long value, long expected, const char *text, int line);
unsigned pair_failures(void);

/*
 * To be called first: the drivers in DRIVERS, such as "full:bare", are the only ones, below the
 * layer.
 */
void pair_start(const char *drivers);

/* The platform "Full" or "Bare"; NULL: there is none. */
cl_platform_id pair_platform(const char *name);
cl_device_id pair_device(const char *platform);

/* Fills API with what the platform gives; what is missing is NULL. */
void pair_look_up(const char *platform, struct api *api);

struct pair_seen *pair_seen(const char *platform);

#endif
