/* SPDX-License-Identifier: Apache-2.0 */
/*
 * argument: what one argument of a kernel is set to, with a copy of its value. Takes no lock: the
 * caller makes sure that one thread at a time uses an argument.
 */
#ifndef CLROUTER_LAYERS_COMPATIBILITY_CORE_ARGUMENT_H
#define CLROUTER_LAYERS_COMPATIBILITY_CORE_ARGUMENT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include <CL/cl.h>

enum argument_sort {
	ARGUMENT_NONE,	  /* it was never set */
	ARGUMENT_EARLIER, /* it may have been set before it was kept */
	ARGUMENT_LOST,	  /* there was no memory for its value */
	ARGUMENT_VALUE,
	ARGUMENT_LOCAL, /* no value, only a size */
	ARGUMENT_POINTER
};

/* All zero is an argument that was never set. */
struct argument {
	enum argument_sort sort;
	unsigned serial; /* of the object that it is set to; 0: none (objects.h) */
	size_t size;
	const void *pointer;
	unsigned char small[16]; /* a value that fits */
	unsigned char *large;	 /* free() it */
};

/* As clSetKernelArg sets it; VALUE may be NULL. */
struct argument argument_of_value(size_t size, const void *value);

/* As clSetKernelArgSVMPointer does. */
struct argument argument_of_pointer(const void *pointer);

/* False: no memory, or the value is lost. */
bool argument_copy(struct argument *copy, const struct argument *argument);

/*
 * Sets it for KERNEL by a call of the driver, if it is set. An object that is gone is left out:
 * then the argument is not set.
 */
cl_int argument_apply(const struct argument *argument, cl_kernel kernel, cl_uint index);

/* Is it local memory, or may it be an object or pointer that is NULL? */
bool argument_is_empty(const struct argument *argument);

/* Adds it to *NUMBER, which equal arguments give the same (FNV-1a). False: it is lost. */
#define ARGUMENT_FIRST_NUMBER 0xCBF29CE484222325u
bool argument_add_to(uint64_t *number, const struct argument *argument);

#endif
