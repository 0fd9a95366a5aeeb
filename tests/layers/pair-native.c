/* SPDX-License-Identifier: Apache-2.0 */
/*
 * pair-native: the functions of the extensions that "full" of pair-driver.h has itself. They note
 * what they get, and follow no pointer but handles and lists of handles.
 */
#include "layers/pair-objects.h"

#include "opencl/constants.h"

static void note(const char *name, unsigned count, const cl_ulong *words)
{
	pair_noted.calls++;
	pair_noted.name = name;
	pair_noted.count = count;
	memcpy(pair_noted.words, words, count * sizeof(*words));
}

/* Where the handles of a function are among its parameters, which have numbers from 1. */
static const struct {
	const char *start; /* of its name */
	unsigned at;
	enum pair_kind kind;
	cl_int error;
} handles[] = {
	{ "clEnqueueCommandBuffer", 3, COMMANDS, CL_INVALID_COMMAND_BUFFER_KHR },
	{ "clEnqueue", 1, QUEUE, CL_INVALID_COMMAND_QUEUE },
	{ "clGetMutableCommandInfo", 1, COMMAND, CL_INVALID_MUTABLE_COMMAND_KHR },
	{ "clGetSemaphore", 1, SEMAPHORE, CL_INVALID_SEMAPHORE_KHR },
	{ "clGetKernel", 1, QUEUE, CL_INVALID_COMMAND_QUEUE },
	{ "cl", 1, COMMANDS, CL_INVALID_COMMAND_BUFFER_KHR },
};

static cl_int check(const char *name, const cl_ulong *words)
{
	size_t i = 0;

	while (strncmp(name, handles[i].start, strlen(handles[i].start)) != 0)
		i++;
	if (!pair_is((const void *)(uintptr_t)words[handles[i].at], handles[i].kind))
		return handles[i].error;
	if (!strstr(name, "SemaphoresKHR"))
		return CL_SUCCESS;
	for (cl_ulong j = 0; j < words[2]; j++)
		if (!pair_is(((const cl_semaphore_khr *)(uintptr_t)words[3])[j], SEMAPHORE))
			return CL_INVALID_SEMAPHORE_KHR;
	return CL_SUCCESS;
}

#define NOTE(id, ...) \
	const cl_ulong words[] = { PAIR_NUMBERS(__VA_ARGS__) }; \
	note(id, PAIR_COUNT(__VA_ARGS__), words);
#define NATIVE(id, text, extension, first, last, ret, give, args, ...) \
	static ret CL_API_CALL native_##id(__VA_ARGS__) \
	{ \
		const void *const driver = NULL; \
		NATIVE_NOTE(text, NATIVE_OPEN args) \
		return check(text, words); \
	}
#define NATIVE_OPEN(...) __VA_ARGS__
#define NATIVE_NOTE(text, ...) NOTE(text, __VA_ARGS__)

#define CHECKED(X) \
	X(clGetSemaphoreInfoKHR) \
	X(clEnqueueWaitSemaphoresKHR) \
	X(clEnqueueSignalSemaphoresKHR) \
	X(clGetSemaphoreHandleForTypeKHR) \
	X(clFinalizeCommandBufferKHR) \
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
	X(clGetKernelSuggestedLocalWorkSizeKHR)
#define DEFINE(name) CLROUTER_EXTENSION_##name(NATIVE)
CHECKED(DEFINE)

#define CHANGES(X) \
	X(clRetainSemaphoreKHR, cl_semaphore_khr, pair_retain, SEMAPHORE, \
	  CL_INVALID_SEMAPHORE_KHR) \
	X(clReleaseSemaphoreKHR, cl_semaphore_khr, pair_release, SEMAPHORE, \
	  CL_INVALID_SEMAPHORE_KHR) \
	X(clRetainCommandBufferKHR, cl_command_buffer_khr, pair_retain, COMMANDS, \
	  CL_INVALID_COMMAND_BUFFER_KHR) \
	X(clReleaseCommandBufferKHR, cl_command_buffer_khr, pair_release, COMMANDS, \
	  CL_INVALID_COMMAND_BUFFER_KHR)
#define CHANGE(id, type, change, kind, error) \
	static cl_int CL_API_CALL native_##id(type object) \
	{ \
		NOTE(#id, NULL, object) \
		return change(object, kind, error); \
	}
CHANGES(CHANGE)

static cl_semaphore_khr CL_API_CALL native_clCreateSemaphoreWithPropertiesKHR(
	cl_context context, const cl_semaphore_properties_khr *properties, cl_int *error)
{
	NOTE("clCreateSemaphoreWithPropertiesKHR", NULL, context, properties, error)
	return (cl_semaphore_khr)pair_make(SEMAPHORE, pair_object(context), error);
}

static cl_command_buffer_khr CL_API_CALL
native_clCreateCommandBufferKHR(cl_uint count, const cl_command_queue *queues,
				const cl_properties *properties, cl_int *error)
{
	NOTE("clCreateCommandBufferKHR", NULL, count, queues, properties, error)
	return (cl_command_buffer_khr)pair_make(COMMANDS, pair_object(queues[0]), error);
}

static cl_command_queue CL_API_CALL
native_clCreateCommandQueueWithPropertiesKHR(cl_context context, cl_device_id device,
					     const cl_queue_properties *properties, cl_int *error)
{
	NOTE("clCreateCommandQueueWithPropertiesKHR", NULL, context, device, properties, error)
	return (cl_command_queue)pair_make(QUEUE, pair_object(context), error);
}

void *pair_native_find(const char *name)
{
#define FIND_CHANGE(id, type, change, kind, error) FIND(id)
#define FIND(id) \
	if (strcmp(name, #id) == 0) \
		return (void *)native_##id;
	CHECKED(FIND)
	CHANGES(FIND_CHANGE)
	FIND(clCreateSemaphoreWithPropertiesKHR)
	FIND(clCreateCommandBufferKHR)
	FIND(clCreateCommandQueueWithPropertiesKHR)
	return NULL;
}
