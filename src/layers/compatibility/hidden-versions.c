/* SPDX-License-Identifier: Apache-2.0 */
/*
 * hidden-versions: see hidden-versions.h. What is hidden is the same for all devices, so a table
 * has which query came with which version; the functions of a version are those that its dispatch
 * table is longer by.
 */
#include "layers/compatibility/hidden-versions.h"

#include <string.h>

#include "api/fallback.h"
#include "api/api-table.h"
#include "base/text.h"
#include "layers/compatibility/feature-settings.h"
#include "layers/compatibility/wrap.h"

#define V(major, minor) CL_MAKE_VERSION(major, minor, 0)

/* Queries of devices and platforms; the queries of an extension stay if the device has it. */
static const struct {
	cl_uint first;
	cl_uint last;
	cl_version version;
	const char *extension;
} queries[] = {
	{ 0x1034, CL_DEVICE_OPENCL_C_VERSION, V(1, 1), NULL },
	{ CL_DEVICE_LINKER_AVAILABLE, CL_DEVICE_PRINTF_BUFFER_SIZE, V(1, 2), NULL },
	{ CL_DEVICE_IMAGE_PITCH_ALIGNMENT, CL_DEVICE_IMAGE_BASE_ADDRESS_ALIGNMENT, V(2, 0),
	  "cl_khr_image2d_from_buffer" },
	{ CL_DEVICE_MAX_READ_WRITE_IMAGE_ARGS, CL_DEVICE_PREFERRED_LOCAL_ATOMIC_ALIGNMENT, V(2, 0),
	  NULL },
	{ CL_DEVICE_IL_VERSION, CL_DEVICE_IL_VERSION, V(2, 1), "cl_khr_il_program" },
	{ CL_DEVICE_MAX_NUM_SUB_GROUPS, CL_DEVICE_SUB_GROUP_INDEPENDENT_FORWARD_PROGRESS, V(2, 1),
	  NULL },
	{ CL_DEVICE_NUMERIC_VERSION, CL_DEVICE_BUILT_IN_KERNELS_WITH_VERSION, V(3, 0),
	  "cl_khr_extended_versioning" },
	{ CL_DEVICE_ATOMIC_MEMORY_CAPABILITIES, CL_DEVICE_GENERIC_ADDRESS_SPACE_SUPPORT, V(3, 0),
	  NULL },
	{ CL_DEVICE_OPENCL_C_FEATURES, CL_DEVICE_LATEST_CONFORMANCE_VERSION_PASSED, V(3, 0), NULL },
};

/* Queries of objects, by the function that they are for. */
static const struct {
	unsigned slot;
	cl_uint first;
	cl_uint last;
	cl_version version;
} object_queries[] = {
	{ CLROUTER_SLOT_clGetContextInfo, CL_CONTEXT_NUM_DEVICES, CL_CONTEXT_NUM_DEVICES, V(1, 1) },
	{ CLROUTER_SLOT_clGetCommandQueueInfo, CL_QUEUE_SIZE, CL_QUEUE_SIZE, V(2, 0) },
	{ CLROUTER_SLOT_clGetCommandQueueInfo, CL_QUEUE_DEVICE_DEFAULT, CL_QUEUE_DEVICE_DEFAULT,
	  V(2, 1) },
	{ CLROUTER_SLOT_clGetCommandQueueInfo, CL_QUEUE_PROPERTIES_ARRAY, CL_QUEUE_PROPERTIES_ARRAY,
	  V(3, 0) },
	{ CLROUTER_SLOT_clGetMemObjectInfo, CL_MEM_ASSOCIATED_MEMOBJECT, CL_MEM_OFFSET, V(1, 1) },
	{ CLROUTER_SLOT_clGetMemObjectInfo, CL_MEM_USES_SVM_POINTER, CL_MEM_USES_SVM_POINTER,
	  V(2, 0) },
	{ CLROUTER_SLOT_clGetMemObjectInfo, CL_MEM_PROPERTIES, CL_MEM_PROPERTIES, V(3, 0) },
	{ CLROUTER_SLOT_clGetImageInfo, CL_IMAGE_ARRAY_SIZE, CL_IMAGE_NUM_SAMPLES, V(1, 2) },
	{ CLROUTER_SLOT_clGetSamplerInfo, CL_SAMPLER_PROPERTIES, CL_SAMPLER_PROPERTIES, V(3, 0) },
	{ CLROUTER_SLOT_clGetProgramInfo, CL_PROGRAM_NUM_KERNELS, CL_PROGRAM_KERNEL_NAMES,
	  V(1, 2) },
	{ CLROUTER_SLOT_clGetProgramInfo, CL_PROGRAM_IL, CL_PROGRAM_IL, V(2, 1) },
	{ CLROUTER_SLOT_clGetProgramInfo, CL_PROGRAM_SCOPE_GLOBAL_CTORS_PRESENT,
	  CL_PROGRAM_SCOPE_GLOBAL_DTORS_PRESENT, V(2, 2) },
	{ CLROUTER_SLOT_clGetProgramBuildInfo, CL_PROGRAM_BINARY_TYPE, CL_PROGRAM_BINARY_TYPE,
	  V(1, 2) },
	{ CLROUTER_SLOT_clGetProgramBuildInfo, CL_PROGRAM_BUILD_GLOBAL_VARIABLE_TOTAL_SIZE,
	  CL_PROGRAM_BUILD_GLOBAL_VARIABLE_TOTAL_SIZE, V(2, 0) },
	{ CLROUTER_SLOT_clGetKernelInfo, CL_KERNEL_ATTRIBUTES, CL_KERNEL_ATTRIBUTES, V(1, 2) },
	{ CLROUTER_SLOT_clGetKernelWorkGroupInfo, CL_KERNEL_PREFERRED_WORK_GROUP_SIZE_MULTIPLE,
	  CL_KERNEL_PRIVATE_MEM_SIZE, V(1, 1) },
	{ CLROUTER_SLOT_clGetKernelWorkGroupInfo, CL_KERNEL_GLOBAL_WORK_SIZE,
	  CL_KERNEL_GLOBAL_WORK_SIZE, V(1, 2) },
	{ CLROUTER_SLOT_clGetEventInfo, CL_EVENT_CONTEXT, CL_EVENT_CONTEXT, V(1, 1) },
	{ CLROUTER_SLOT_clGetEventProfilingInfo, CL_PROFILING_COMMAND_COMPLETE,
	  CL_PROFILING_COMMAND_COMPLETE, V(2, 0) },
};

static bool is_hidden_query(unsigned slot, cl_uint param_name)
{
	for (size_t i = 0; i < sizeof(object_queries) / sizeof(object_queries[0]); i++)
		if (object_queries[i].slot == slot && param_name >= object_queries[i].first &&
		    param_name <= object_queries[i].last)
			return object_queries[i].version > settings_highest();
	return false;
}

bool hidden_device_info(const struct known_device *device, cl_device_info param_name)
{
	const cl_version highest = settings_highest();

	for (size_t i = 0; highest != 0 && i < sizeof(queries) / sizeof(queries[0]); i++)
		if (param_name >= queries[i].first && param_name <= queries[i].last)
			return queries[i].version > highest &&
			       (!queries[i].extension ||
				!devices_has(device, queries[i].extension));
	return false;
}

bool hidden_platform_info(cl_platform_info param_name)
{
	const cl_version highest = settings_highest();

	return highest != 0 &&
	       ((param_name == CL_PLATFORM_HOST_TIMER_RESOLUTION && highest < V(2, 1)) ||
		((param_name == CL_PLATFORM_NUMERIC_VERSION ||
		  param_name == CL_PLATFORM_EXTENSIONS_WITH_VERSION) &&
		 highest < V(3, 0)));
}

void hidden_lower(cl_version *version)
{
	if (*version > settings_highest() && settings_highest() != 0)
		*version = settings_highest();
}

/* -- functions ------------------------------------------------------------------------- */

/* What TABLE had: the functions of features, or of the driver. */
static struct clrouter_table below;

/* Functions that ask an object for something. */
#define QUERIES(X) \
	X(clGetContextInfo) \
	X(clGetCommandQueueInfo) \
	X(clGetMemObjectInfo) \
	X(clGetImageInfo) \
	X(clGetSamplerInfo) \
	X(clGetProgramInfo) \
	X(clGetKernelInfo) \
	X(clGetEventInfo) \
	X(clGetEventProfilingInfo) \
	X(clGetProgramBuildInfo) \
	X(clGetKernelWorkGroupInfo)
#define QUERY(function) \
	WRAP(function) \
	{ \
		return is_hidden_query(CLROUTER_SLOT_##function, param_name) \
			       ? CL_INVALID_VALUE \
			       : below.function(ARGUMENTS_##function); \
	}
QUERIES(QUERY)

/* Do OPTIONS want a language that is hidden, as "-cl-std=CL3.0" does? */
static bool want_newer_language(const char *options)
{
	const char *at = !options ? NULL : strstr(options, "-cl-std=CL");

	if (!at)
		return false;
	at += strlen("-cl-std=CL");
	if (strncmp(at, "C++", 3) == 0)
		return settings_highest() < V(2, 2);
	return at[0] >= '1' && at[0] <= '9' && at[1] == '.' && at[2] >= '0' && at[2] <= '9' &&
	       V((unsigned)(at[0] - '0'), (unsigned)(at[2] - '0')) > settings_highest();
}

WRAP(clBuildProgram)
{
	if (want_newer_language(options))
		return CL_INVALID_BUILD_OPTIONS;
	return below.clBuildProgram(ARGUMENTS_clBuildProgram);
}

WRAP(clCompileProgram)
{
	if (want_newer_language(options))
		return CL_INVALID_COMPILER_OPTIONS;
	return below.clCompileProgram(ARGUMENTS_clCompileProgram);
}

#define NAME(ret, name, params, args) #name,
static const char *const names[] = { CLROUTER_FUNCTIONS(NAME) };

/* Extensions have slots, too, that came with a version of the table. */
static bool is_hidden(unsigned slot)
{
	const cl_version highest = settings_highest();

	return slot >= table_length(1000 * CL_VERSION_MAJOR(highest) + CL_VERSION_MINOR(highest)) &&
	       !text_has_suffix(names[slot], "KHR") && !text_has_suffix(names[slot], "EXT") &&
	       !text_has_suffix(names[slot], "NV");
}

void hidden_start(struct clrouter_table *table)
{
	void **slots = (void **)table;

	if (settings_highest() == 0)
		return;
	below = *table;
#define USE(function) table->function = wrap_##function;
	QUERIES(USE)
	table->clBuildProgram = wrap_clBuildProgram;
	table->clCompileProgram = wrap_clCompileProgram;
	for (unsigned slot = 0; slot < CLROUTER_SLOTS; slot++)
		if (is_hidden(slot))
			slots[slot] = NULL;
	fallback_fill_missing(slots);
}
