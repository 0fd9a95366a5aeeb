/* SPDX-License-Identifier: Apache-2.0 */
/*
 * fake-driver: what the files of src/state need of a driver: a table of its answers, which takes the
 * place of the table of the next layer, and calls made of a list of arguments.
 */
#ifndef CLROUTER_UNIT_FAKE_DRIVER_H
#define CLROUTER_UNIT_FAKE_DRIVER_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include <clrouter/layer.h>

#include "opencl/call.h"

/*
 * What clGetDeviceInfo, clGetPlatformInfo or another query answers for NAME. As a driver does, it
 * refuses with CL_INVALID_VALUE if the buffer is too small, or if there is no answer.
 */
struct fake_answer {
	uint32_t name;
	const void *value;
	size_t size;
};

/* From now on queries get one of the COUNT answers at ANSWERS; at first there is none. */
void fake_driver_answer(const struct fake_answer *answers, size_t count);

/* How many queries there have been. */
unsigned int fake_driver_queries(void);

/* The query itself, for the tests that give the driver functions of their own. */
cl_int fake_driver_get(uint32_t name, size_t size, void *value, size_t *size_ret);

/* -- calls --------------------------------------------------------------------------------- */

struct fake_call {
	struct call call;
	void *values[CALL_VALUES];
	union {
		uint32_t number;
		uint64_t large;
	} arguments[CALL_VALUES];
};

/* A handle or pointer as an argument. */
#define FAKE_POINTER(pointer) ((uint64_t)(uintptr_t)(pointer))

/* A call of the function in SLOT with the first COUNT arguments of the list; the others are 0. */
const struct call *fake_call(struct fake_call *fake, unsigned int slot, const uint64_t *arguments,
			     size_t count);

#define FAKE_CALL(fake, function, ...)                                                   \
	fake_call((fake), CLROUTER_SLOT_##function, (const uint64_t[]){ __VA_ARGS__ },   \
		  sizeof((const uint64_t[]){ __VA_ARGS__ }) / sizeof(uint64_t))

#endif
