/* SPDX-License-Identifier: Apache-2.0 */
/*
 * lists: see lists.h.
 */
#include "opencl/lists.h"

#include "opencl/constants.h"

static bool is_list(uint64_t name)
{
	return name == CL_MEM_DEVICE_HANDLE_LIST_KHR ||
	       name == CL_SEMAPHORE_DEVICE_HANDLE_LIST_KHR ||
	       name == CL_SEMAPHORE_EXPORT_HANDLE_TYPES_KHR;
}

bool lists_next(const cl_properties **at, struct property *property)
{
	if (!*at || **at == 0)
		return false;
	property->name = **at;
	property->values = *at + 1;
	property->count = 1;
	*at += 2;
	if (!is_list(property->name))
		return true;
	for (property->count = 0; property->values[property->count] != 0;)
		property->count++;
	*at = property->values + property->count + 1;
	return true;
}

bool lists_find(const cl_properties *list, uint64_t name, struct property *property)
{
	while (lists_next(&list, property))
		if (property->name == name)
			return true;
	return false;
}

uint64_t lists_value(const cl_properties *list, uint64_t name)
{
	struct property property;

	return lists_find(list, name, &property) && property.count > 0 ? property.values[0] : 0;
}

size_t lists_count(const cl_properties *list, uint64_t first, uint64_t last)
{
	struct property property;
	size_t count = 0;

	while (lists_next(&list, &property))
		count += property.name >= first && property.name <= last;
	return count;
}

bool lists_is_memory(uint64_t name)
{
	return (name >= CL_EXTERNAL_MEMORY_HANDLE_OPAQUE_FD_KHR &&
		name <= CL_EXTERNAL_MEMORY_HANDLE_DMA_BUF_KHR) ||
	       name == CL_EXTERNAL_MEMORY_HANDLE_OPAQUE_WIN32_NAME_KHR ||
	       name == CL_EXTERNAL_MEMORY_HANDLE_ANDROID_HARDWARE_BUFFER_KHR;
}

size_t lists_count_memory(const cl_properties *list)
{
	struct property property;
	size_t count = 0;

	while (lists_next(&list, &property))
		count += lists_is_memory(property.name);
	return count;
}
