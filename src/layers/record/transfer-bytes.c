/* SPDX-License-Identifier: Apache-2.0 */
/*
 * transfer-bytes: see transfer-bytes.h. A report finds the same in records of calls
 * (src/tool/report/model-commands.c).
 */
#include "layers/record/transfer-bytes.h"

#include <string.h>

#include <clrouter/layer.h>

#include "opencl/signature.h"

#define DIMENSIONS 3

/* The argument for the parameter NAME; 0 if there is none, or it is 0. */
static uint64_t argument(const struct signature *function, const uint64_t *arguments,
			 const char *name)
{
	for (int i = 0; i < function->param_count; i++)
		if (strcmp(function->params[i].name, name) == 0)
			return arguments[i];
	return 0;
}

static const void *pointer(const struct signature *function, const uint64_t *arguments,
			   const char *name)
{
	return (const void *)(uintptr_t)argument(function, arguments, name);
}

static uint64_t region_bytes(const struct signature *function, const uint64_t *arguments)
{
	const size_t *region = pointer(function, arguments, "region");
	const int image = signature_find_image(function);
	uint64_t bytes = 1;
	size_t element = 1;

	if (!region)
		return 0;
	if (image >= 0 && clrouter_target.clGetImageInfo((cl_mem)(uintptr_t)arguments[image],
							 CL_IMAGE_ELEMENT_SIZE, sizeof(element),
							 &element, NULL) != CL_SUCCESS)
		return 0;
	for (int i = 0; i < DIMENSIONS; i++)
		bytes *= region[i];
	return bytes * element;
}

static uint64_t object_bytes(const struct signature *function, const uint64_t *arguments)
{
	const cl_mem *objects = pointer(function, arguments, "mem_objects");
	const uint64_t count = argument(function, arguments, "num_mem_objects");
	uint64_t bytes = 0;

	for (uint64_t i = 0; objects && i < count; i++) {
		size_t size = 0;

		if (clrouter_target.clGetMemObjectInfo(objects[i], CL_MEM_SIZE, sizeof(size), &size,
						       NULL) == CL_SUCCESS)
			bytes += size;
	}
	return bytes;
}

/* Of pointers to shared virtual memory; without sizes, it is not known how much that is. */
static uint64_t pointer_bytes(const struct signature *function, const uint64_t *arguments)
{
	const size_t *sizes = pointer(function, arguments, "sizes");
	const uint64_t count = argument(function, arguments, "num_svm_pointers");
	uint64_t bytes = 0;

	for (uint64_t i = 0; sizes && i < count; i++)
		bytes += sizes[i];
	return bytes;
}

uint64_t transfer_bytes(unsigned int slot, const uint64_t *arguments)
{
	const struct signature *function = &signatures[slot];

	return argument(function, arguments, "size") + region_bytes(function, arguments) +
	       object_bytes(function, arguments) + pointer_bytes(function, arguments);
}
