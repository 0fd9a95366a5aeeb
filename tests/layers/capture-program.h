/* SPDX-License-Identifier: Apache-2.0 */
/*
 * capture-program MODE: makes launches on the first device, for the tests of the capture layer. In
 * the working directory it writes what a launch finds and leaves in each memory that is captured, in
 * the order of its ranges: expect-N-before, expect-N-after. It fails if it gets other results than
 * it would get without a layer, and ends with SKIP if the device lacks what the mode needs. What each
 * mode does is said at its function. This header has what its source files share.
 */
#ifndef CAPTURE_PROGRAM_H
#define CAPTURE_PROGRAM_H

#define CL_USE_DEPRECATED_OPENCL_1_2_APIS
#define CL_USE_DEPRECATED_OPENCL_2_0_APIS
#define CL_USE_DEPRECATED_OPENCL_2_2_APIS
#define CL_TARGET_OPENCL_VERSION 300
#include <CL/cl.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define COUNT 1000 /* numbers in the buffers of the kernel scale */
#define SKIP 77

extern cl_device_id device;
extern cl_context context;
extern cl_command_queue queue;
extern cl_program program;
extern cl_kernel kernel;

struct capture_mode {
	const char *name;
	void (*run)(void);
};

/* The modes of each file; the last one has no name. */
extern const struct capture_mode memory_modes[];
extern const struct capture_mode image_modes[];
extern const struct capture_mode code_modes[];
extern const struct capture_mode event_modes[];
extern const struct capture_mode foreign_modes[];

void check(int is_good, const char *what);
#define CHECK(call) check((call) == CL_SUCCESS, #call)

/* What memory NUMBER has at MOMENT. */
void expect(int number, const char *moment, const void *bytes, size_t size);

/* Makes the context, the queue and the program for the device. */
void open_device(void);

cl_command_queue make_queue(cl_command_queue_properties properties);
cl_mem make_buffer(cl_mem_flags flags, size_t size, void *bytes);
void build(const char *text, const char *options);

/* The kernel NAME of the program is the one whose arguments are set and that is launched. */
void use(const char *name);
void set(cl_uint index, size_t size, const void *value);
void launch(size_t size, cl_event *event);

/* Arguments of the kernel scale: two buffers, of which *TO is the second one, values, local memory. */
void set_scale(cl_mem_flags flags, cl_mem *to);
extern float scale_in[COUNT];

/* BUFFER has what scale leaves. */
void read_after(cl_mem buffer);

/*
 * From now on the layer CAPTURE_SHORT_LAYER, which was built with short-memory.c, gets no memory in its
 * allocation CAPTURE_SHORT, and if that is negative, in later ones, too.
 */
void shorten(void);

#endif
