/* SPDX-License-Identifier: Apache-2.0 */
/*
 * validation-extensions: see validation-extensions.h.
 *
 *	DEVICE		all extensions; it imports sync files, and memory by file descriptors
 *	DEVICE_PLAIN	command buffers for one queue each, without properties
 *	DEVICE_SINGLE	the same, with images and shared memory
 *	DEVICE_OTHER	all extensions; its platform cannot remap command buffers
 *	DEVICE_PAIR	the same; its platform cannot do so by itself. More commands can be updated
 *	others		all extensions, semaphores in an old version
 */
#include "layers/validation-extensions.h"

#include <string.h>

#include "layers/validation-calls.h"
#include "layers/validation-driver.h"
#include "opencl/constants.h"
#include "opencl/signature.h"

#define VERSIONED(name, minor, patch) \
	{ \
		CL_MAKE_VERSION(0, minor, patch), name \
	}
static const cl_name_version versions[] = {
	VERSIONED("cl_khr_command_buffer", 9, 7),
	VERSIONED("cl_khr_command_buffer_multi_device", 9, 2),
	VERSIONED("cl_khr_command_buffer_mutable_dispatch", 9, 3),
	VERSIONED("cl_ext_image_requirements_info", 5, 0),
	VERSIONED("cl_khr_unified_svm", 9, 1),
	{ CL_MAKE_VERSION(1, 0, 0), "cl_khr_semaphore" },
};
static const cl_name_version small_versions[] = {
	VERSIONED("cl_khr_command_buffer", 9, 8),
	VERSIONED("cl_khr_command_buffer_multi_device", 9, 2),
	VERSIONED("cl_khr_command_buffer_mutable_dispatch", 9, 3),
};
static const char all_names[] =
	"cl_khr_command_buffer cl_khr_command_buffer_multi_device "
	"cl_khr_command_buffer_mutable_dispatch cl_ext_buffer_device_address "
	"cl_khr_terminate_context cl_khr_il_program cl_ext_image_from_buffer "
	"cl_khr_mipmap_image";
static const char pair_names[] =
	"cl_khr_command_buffer cl_khr_command_buffer_multi_device "
	"cl_khr_command_buffer_mutable_memory_commands";
static const char plain_names[] = "cl_khr_command_buffer cl_khr_terminate_context";
static const char *const foreign_platform = "a platform without remapping";
static const char *const partial_platform = "a platform with remapping on request";

static const void *number(cl_ulong value, size_t *size)
{
	static cl_ulong place;

	place = value;
	*size = sizeof(place);
	return &place;
}

static const void *answer_of_platform(const void *object, cl_uint name, size_t *size)
{
	if (name == CL_PLATFORM_EXTENSIONS_WITH_VERSION) {
		*size = sizeof(versions);
		return versions;
	}
	if (name != CL_PLATFORM_COMMAND_BUFFER_CAPABILITIES_KHR)
		return NULL;
	return number(object == foreign_platform ? 0
		      : object == partial_platform
			      ? CL_COMMAND_BUFFER_PLATFORM_REMAP_QUEUES_KHR
			      : CL_COMMAND_BUFFER_PLATFORM_REMAP_QUEUES_KHR |
					CL_COMMAND_BUFFER_PLATFORM_AUTOMATIC_REMAP_KHR,
		      size);
}

/* Lists of handle types, and of devices. */
static const void *list_of_device(cl_uint name, bool is_first, bool is_plain, size_t *size)
{
	static const cl_uint memory[] = { CL_EXTERNAL_MEMORY_HANDLE_OPAQUE_FD_KHR,
					  CL_EXTERNAL_MEMORY_HANDLE_ANDROID_HARDWARE_BUFFER_KHR };
	static const cl_uint semaphores[] = { CL_SEMAPHORE_HANDLE_SYNC_FD_KHR };

	*size = 0;
	switch (name) {
	case CL_DEVICE_EXTERNAL_MEMORY_IMPORT_HANDLE_TYPES_KHR:
		*size = is_first || is_plain ? sizeof(memory) : 0;
		return memory;
	case CL_DEVICE_SEMAPHORE_IMPORT_HANDLE_TYPES_KHR:
		*size = is_first ? sizeof(semaphores) : 0;
		return semaphores;
	case CL_DEVICE_COMMAND_BUFFER_SYNC_DEVICES_KHR:
		return memory;
	default:
		return NULL;
	}
}

static const void *answer_of_device(const void *object, cl_uint name, size_t *size)
{
	static const void *platform;
	const bool is_plain =
		object == &driver_devices[DEVICE_PLAIN] || object == &driver_devices[DEVICE_SINGLE];
	const bool is_other = object == &driver_devices[DEVICE_OTHER];
	const bool is_pair = object == &driver_devices[DEVICE_PAIR];
	const bool is_new =
		object == &driver_devices[DEVICE_NEW] || object == &driver_devices[DEVICE_SMALL];

	switch (name) {
	case CL_DEVICE_PLATFORM:
		platform = is_other  ? (const void *)foreign_platform
			   : is_pair ? (const void *)partial_platform
				     : &driver_platform;
		*size = sizeof(platform);
		return &platform;
	case CL_DEVICE_EXTENSIONS:
		*size = is_plain  ? sizeof(plain_names)
			: is_pair ? sizeof(pair_names)
				  : sizeof(all_names);
		return is_plain ? plain_names : is_pair ? pair_names : all_names;
	case CL_DEVICE_EXTENSIONS_WITH_VERSION:
		if (object == &driver_devices[DEVICE_SMALL]) {
			*size = sizeof(small_versions);
			return small_versions;
		}
		*size = is_plain ? sizeof(versions[0])
			: is_new ? sizeof(versions) - sizeof(versions[0])
				 : sizeof(versions);
		return versions;
	case CL_DEVICE_IMAGE_PITCH_ALIGNMENT:
	case CL_DEVICE_IMAGE_BASE_ADDRESS_ALIGNMENT:
		return number(16, size);
	case CL_DEVICE_COMMAND_BUFFER_CAPABILITIES_KHR:
		return number(is_plain || is_other
				      ? 0
				      : CL_COMMAND_BUFFER_CAPABILITY_MULTIPLE_QUEUE_KHR |
						CL_COMMAND_BUFFER_CAPABILITY_SIMULTANEOUS_USE_KHR,
			      size);
	case CL_DEVICE_COMMAND_BUFFER_SUPPORTED_QUEUE_PROPERTIES_KHR:
		return number(is_plain ? 0
				       : CL_QUEUE_PROFILING_ENABLE |
						 CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE,
			      size);
	case CL_DEVICE_COMMAND_BUFFER_REQUIRED_QUEUE_PROPERTIES_KHR:
		return number(is_other ? CL_QUEUE_PROFILING_ENABLE : 0, size);
	case CL_DEVICE_MUTABLE_DISPATCH_CAPABILITIES_KHR:
		return number(is_other ? 0 : 0x1f, size);
	case CL_DEVICE_TERMINATE_CAPABILITY_KHR:
		return number(!is_plain, size);
	default:
		return list_of_device(name, object == &driver_devices[DEVICE], is_plain, size);
	}
}

const void *extensions_answer(unsigned slot, cl_uint name, const void *object, size_t *size)
{
	if (slot == CLROUTER_SLOT_clGetPlatformInfo)
		return answer_of_platform(object, name, size);
	if (slot == CLROUTER_SLOT_clGetDeviceInfo)
		return answer_of_device(object, name, size);
	return NULL;
}

void *extensions_function(const char *name)
{
	for (unsigned slot = CLROUTER_SLOTS; slot < CLROUTER_ALL_SLOTS; slot++)
		if (strcmp(signatures[slot].name, name) == 0)
			return accept_function(slot);
	return NULL;
}

void extensions_store(unsigned slot, void *const *values)
{
	static cl_sync_point_khr last_point = 100;
	const struct signature *function = &signatures[slot];
	void *place;

	for (unsigned i = 0; i < function->param_count; i++) {
		if (strcmp(function->params[i].name, "sync_point") != 0)
			continue;
		memcpy(&place, values[i], sizeof(place));
		if (place)
			*(cl_sync_point_khr *)place = last_point++;
	}
	/* The commands of command buffers do not finish. */
	if (slot == CLROUTER_SLOT_clEnqueueCommandBufferKHR) {
		memcpy(&place, values[5], sizeof(place));
		if (place)
			(*(struct driver_object **)place)->is_running = true;
	}
}
