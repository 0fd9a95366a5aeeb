/* SPDX-License-Identifier: Apache-2.0 */
/*
 * argument: see argument.h.
 */
#include "layers/compatibility/core/argument.h"

#include <stdlib.h>
#include <string.h>

#include <clrouter/layer.h>

#include "layers/compatibility/core/objects.h"

/* The object that VALUE of SIZE bytes may be. */
static const void *as_object(size_t size, const void *value)
{
	const void *object = NULL;

	if (size == sizeof(object))
		memcpy(&object, value, sizeof(object));
	return object;
}

struct argument argument_of_value(size_t size, const void *value)
{
	struct argument argument = { .sort = ARGUMENT_LOCAL, .size = size };

	if (value == NULL)
		return argument;
	argument.sort = ARGUMENT_VALUE;
	if (size <= sizeof(argument.small)) {
		argument.serial = objects_serial(as_object(size, value));
		memcpy(argument.small, value, size);
		return argument;
	}
	argument.large = malloc(size);
	if (argument.large == NULL)
		argument.sort = ARGUMENT_LOST;
	else
		memcpy(argument.large, value, size);
	return argument;
}

struct argument argument_of_pointer(const void *pointer)
{
	return (struct argument){ .sort = ARGUMENT_POINTER, .pointer = pointer };
}

bool argument_copy(struct argument *copy, const struct argument *argument)
{
	*copy = *argument;
	copy->large = NULL;
	if (argument->large == NULL)
		return argument->sort != ARGUMENT_LOST;
	copy->large = malloc(argument->size);
	if (copy->large != NULL)
		memcpy(copy->large, argument->large, argument->size);
	return copy->large != NULL;
}

static bool is_gone(const struct argument *argument)
{
	return argument->serial != 0 &&
	       objects_serial(as_object(argument->size, argument->small)) != argument->serial;
}

cl_int argument_apply(const struct argument *argument, cl_kernel kernel, cl_uint index)
{
	switch (argument->sort) {
	case ARGUMENT_VALUE:
		if (is_gone(argument))
			return CL_SUCCESS;
		return clrouter_target.clSetKernelArg(
			kernel, index, argument->size,
			argument->large != NULL ? argument->large : argument->small);
	case ARGUMENT_LOCAL:
		return clrouter_target.clSetKernelArg(kernel, index, argument->size, NULL);
	case ARGUMENT_POINTER:
		return clrouter_target.clSetKernelArgSVMPointer(kernel, index, argument->pointer);
	default:
		return CL_SUCCESS;
	}
}

bool argument_is_empty(const struct argument *argument)
{
	switch (argument->sort) {
	case ARGUMENT_VALUE:
		return argument->size == sizeof(void *) &&
		       as_object(argument->size, argument->small) == NULL;
	case ARGUMENT_LOCAL:
		return true;
	case ARGUMENT_POINTER:
		return argument->pointer == NULL;
	default:
		return false;
	}
}

static uint64_t add_bytes(uint64_t number, const void *bytes, size_t size)
{
	const unsigned char *at = bytes;

	for (size_t i = 0; i < size; i++)
		number = (number ^ at[i]) * 0x100000001B3u;
	return number;
}

bool argument_add_to(uint64_t *number, const struct argument *argument)
{
	const uint64_t parts[] = { argument->sort, argument->serial, argument->size,
				   (uintptr_t)argument->pointer };

	*number = add_bytes(*number, parts, sizeof(parts));
	if (argument->large != NULL)
		*number = add_bytes(*number, argument->large, argument->size);
	else
		*number = add_bytes(*number, argument->small, sizeof(argument->small));
	return argument->sort != ARGUMENT_LOST;
}
