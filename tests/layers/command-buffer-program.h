/* SPDX-License-Identifier: Apache-2.0 */
/*
 * command-buffer-program: uses command buffers on the first device in every way that
 * cl_khr_command_buffer and cl_khr_command_buffer_mutable_dispatch allow, and in wrong ways. Prints
 * what is not as the specification says. This header has what its source files share.
 */
#ifndef COMMAND_BUFFER_PROGRAM_H
#define COMMAND_BUFFER_PROGRAM_H

#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define CL_USE_DEPRECATED_OPENCL_1_2_APIS /* clCreateCommandQueue */
#include <clrouter/extension.h>

#include "opencl/constants.h"

#define FUNCTIONS(X) \
	X(clCreateCommandBufferKHR) X(clFinalizeCommandBufferKHR) X(clRetainCommandBufferKHR) \
	X(clReleaseCommandBufferKHR) X(clEnqueueCommandBufferKHR) \
	X(clCommandBarrierWithWaitListKHR) X(clCommandCopyBufferKHR) X(clCommandCopyBufferRectKHR) \
	X(clCommandCopyBufferToImageKHR) X(clCommandCopyImageKHR) X(clCommandCopyImageToBufferKHR) \
	X(clCommandFillBufferKHR) X(clCommandFillImageKHR) X(clCommandSVMMemcpyKHR) \
	X(clCommandSVMMemFillKHR) X(clCommandNDRangeKernelKHR) X(clGetCommandBufferInfoKHR) \
	X(clUpdateMutableCommandsKHR) X(clGetMutableCommandInfoKHR)
#define MEMBER(id, text, extension, first, last, ret, give, args, ...) \
	ret(CL_API_CALL *id)(__VA_ARGS__);
#define DECLARE(name) CLROUTER_EXTENSION_##name(MEMBER)
struct api {
	FUNCTIONS(DECLARE)
};
extern struct api api;

extern cl_platform_id platform;
extern cl_device_id device;
extern cl_context context;
extern cl_context other_context;
extern cl_program program; /* of `context` */
extern const char *current; /* the case */
extern bool has_svm; /* else what is about SVM is left out, apart from its error */

#define WORDS 1024
#define SIZE (WORDS * sizeof(cl_uint))
#define SIDE 16 /* of an image, whose pixels are as many bytes as a word */

#define CHECK(condition) check((condition), #condition, __FILE__, __LINE__)
bool check(bool is_true, const char *condition, const char *file, int line);
#define IS(value, expected) is((long)(value), (long)(expected), #value, __FILE__, __LINE__)
void is(long value, long expected, const char *text, const char *file, int line);
int failure_count(void);

cl_command_queue make_queue(cl_command_queue_properties properties);
cl_mem make_buffer(cl_context in, cl_uint first_word);
cl_mem make_image(cl_context in);
cl_kernel make_kernel(const char *name);
cl_command_buffer_khr make_commands(cl_command_queue queue, cl_bitfield flags);

/* Sets the words of BUFFER to VALUE, VALUE + STEP ...; reads the first word, after all in QUEUE. */
void set_words(cl_command_queue queue, cl_mem buffer, cl_uint value, cl_uint step);
cl_uint first_word(cl_command_queue queue, cl_mem buffer);

/* Updates one command. */
cl_int update_one(cl_command_buffer_khr commands, const struct mutable_dispatch_config *config);

/* What most wrong calls are about: wrong_begin() makes it, wrong_end() releases it. */
struct wrong_subject {
	cl_command_queue queue;
	cl_command_buffer_khr cb; /* can be updated */
	cl_mem buffer;
	cl_mem foreign; /* of another context */
	cl_kernel kernel;
};
extern struct wrong_subject subject;
void wrong_begin(void);
void wrong_end(void);

/* Records a command whose own arguments are right. */
enum wrong_command {
	BARRIER,
	COPY,
	RECT,
	FILL,
	TO_IMAGE,
	FROM_IMAGE,
	COPY_IMAGE,
	FILL_IMAGE,
	KERNEL,
	SVM_COPY,
	SVM_FILL,
	COMMANDS
};
cl_int wrong_record(enum wrong_command what, cl_command_buffer_khr in, cl_command_queue into,
		    const cl_properties *p, cl_uint n, const cl_sync_point_khr *list,
		    cl_sync_point_khr *point, cl_mutable_command_khr *handle);

/* The cases. */
void test_commands(void);
void test_orders(void);
void test_barriers(void);
void test_waits(void);
void test_events(void);
void test_arguments(void);
void test_empty_arguments(void);
void test_states(void);
void test_queries(void);
void test_wrong_creation(void);
void test_wrong_recording(void);
void test_wrong_memory(void);
void test_wrong_images(void);
void test_wrong_kernels(void);
void test_wrong_enqueue(void);
void test_wrong_updates(void);
void test_updates(void);
void test_pending_updates(void);
void test_deferred(void);
void test_threads(void);
void test_shared_updates(void);
void test_short_memory(void);

#endif
