/* SPDX-License-Identifier: Apache-2.0 */
/*
 * support: see support.h.
 */
#include "state/support.h"

#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "base/text.h"
#include "opencl/constants.h"

static const char *const names[SUPPORT_EXTENSIONS] = {
	[SUPPORT_COMMAND_BUFFER] = "cl_khr_command_buffer",
	[SUPPORT_MULTI_DEVICE] = "cl_khr_command_buffer_multi_device",
	[SUPPORT_MUTABLE_DISPATCH] = "cl_khr_command_buffer_mutable_dispatch",
	[SUPPORT_MUTABLE_MEMORY] = "cl_khr_command_buffer_mutable_memory_commands",
	[SUPPORT_DEVICE_ADDRESS] = "cl_ext_buffer_device_address",
	[SUPPORT_IMAGE_FROM_BUFFER] = "cl_ext_image_from_buffer",
	[SUPPORT_TERMINATE] = "cl_khr_terminate_context",
	[SUPPORT_MIPMAP_IMAGE] = "cl_khr_mipmap_image",
};

static cl_device_id device_id(const void *device)
{
	return (cl_device_id)(uintptr_t)device;
}

static bool ask(const void *device, cl_device_info name, void *value, size_t size)
{
	return clrouter_target.clGetDeviceInfo(device_id(device), name, size, value, NULL) ==
	       CL_SUCCESS;
}

/* -- the names of extensions ------------------------------------------------------------- */

/* The extensions that DEVICE names, or PLATFORM if it is not NULL; NULL if that is not known. */
static char *ask_names(const void *device, const void *platform)
{
	const cl_platform_id id = (cl_platform_id)(uintptr_t)platform;
	size_t size = 0;
	cl_int status;
	char *text;

	status = platform
			 ? clrouter_target.clGetPlatformInfo(id, CL_PLATFORM_EXTENSIONS, 0, NULL,
							     &size)
			 : clrouter_target.clGetDeviceInfo(device_id(device), CL_DEVICE_EXTENSIONS,
							   0, NULL, &size);
	text = status == CL_SUCCESS && size != 0 ? calloc(1, size + 1) : NULL;
	if (!text)
		return NULL;
	status = platform
			 ? clrouter_target.clGetPlatformInfo(id, CL_PLATFORM_EXTENSIONS, size, text,
							     NULL)
			 : clrouter_target.clGetDeviceInfo(device_id(device), CL_DEVICE_EXTENSIONS,
							   size, text, NULL);
	if (status == CL_SUCCESS)
		return text;
	free(text);
	return NULL;
}

/* A driver without any extension is a driver that does not say. */
static void add_names(struct support *support, char *text)
{
	for (int i = 0; text && i < SUPPORT_EXTENSIONS; i++)
		support->has[i] |= text_has_word(text, names[i]);
	support->knows_extensions |= text && text[0] != '\0';
	free(text);
}

/* The version of EXTENSION that DEVICE has, 0 if it does not say. */
static cl_version ask_version(const void *device, const char *extension)
{
	cl_name_version list[256];
	size_t size = 0;

	if (clrouter_target.clGetDeviceInfo(device_id(device), CL_DEVICE_EXTENSIONS_WITH_VERSION,
					    sizeof(list), list, &size) != CL_SUCCESS)
		return 0;
	for (size_t i = 0; i < size / sizeof(list[0]); i++)
		if (strncmp(list[i].name, extension, sizeof(list[i].name)) == 0)
			return list[i].version;
	return 0;
}

/* Since version 0.9.8 of cl_khr_command_buffer only a mutable one has a pending state. */
static bool ask_pending(const void *device)
{
	const cl_version version = ask_version(device, names[SUPPORT_COMMAND_BUFFER]);

	return version == 0 || version >= CL_MAKE_VERSION(0, 9, 8);
}

/* -- its answers ------------------------------------------------------------------------- */

static void ask_bits(struct support_bits *bits, const void *device, cl_device_info name)
{
	bits->is_known = ask(device, name, &bits->bits, sizeof(bits->bits));
}

/* Elements of SIZE bytes. */
static void ask_list(struct support_list *list, const void *device, cl_device_info name,
		     size_t element)
{
	char values[SUPPORT_LIST * sizeof(size_t)];
	cl_uint number;
	size_t size = 0;

	if (clrouter_target.clGetDeviceInfo(device_id(device), name, sizeof(values), values,
					    &size) != CL_SUCCESS)
		return;
	list->is_known = true;
	list->count = size / element;
	for (size_t i = 0; i < list->count && element == sizeof(number); i++) {
		memcpy(&number, values + i * element, sizeof(number));
		list->values[i] = number;
	}
	if (element == sizeof(size_t))
		memcpy(list->values, values, size);
}

static void ask_command_buffers(struct support *support, const void *device)
{
	ask_bits(&support->capabilities, device, CL_DEVICE_COMMAND_BUFFER_CAPABILITIES_KHR);
	ask_bits(&support->queue_supported, device,
		 CL_DEVICE_COMMAND_BUFFER_SUPPORTED_QUEUE_PROPERTIES_KHR);
	ask_bits(&support->queue_required, device,
		 CL_DEVICE_COMMAND_BUFFER_REQUIRED_QUEUE_PROPERTIES_KHR);
	if (support->has[SUPPORT_MUTABLE_DISPATCH])
		ask_bits(&support->updatable, device, CL_DEVICE_MUTABLE_DISPATCH_CAPABILITIES_KHR);
	support->allows_pending = ask_pending(device);
	if (!support->has[SUPPORT_MULTI_DEVICE])
		return;
	ask_list(&support->sync_devices, device, CL_DEVICE_COMMAND_BUFFER_SYNC_DEVICES_KHR,
		 sizeof(cl_device_id));
	support->platform_capabilities.is_known =
		clrouter_target.clGetPlatformInfo(
			(cl_platform_id)(uintptr_t)support->platform,
			CL_PLATFORM_COMMAND_BUFFER_CAPABILITIES_KHR, sizeof(cl_bitfield),
			&support->platform_capabilities.bits, NULL) == CL_SUCCESS;
}

/* No version before 2.1 has the query. */
static bool lacks_timer(const void *platform)
{
	cl_ulong resolution = 1;	/* ns; 0: the functions are not supported */

	return platform &&
	       clrouter_target.clGetPlatformInfo((cl_platform_id)(uintptr_t)platform,
						 CL_PLATFORM_HOST_TIMER_RESOLUTION,
						 sizeof(resolution), &resolution,
						 NULL) == CL_SUCCESS &&
	       resolution == 0;
}

void support_ask(struct support *support, const void *device)
{
	ask(device, CL_DEVICE_PLATFORM, &support->platform, sizeof(support->platform));
	add_names(support, ask_names(device, NULL));
	if (support->platform)
		add_names(support, ask_names(NULL, support->platform));
	if (support->has[SUPPORT_COMMAND_BUFFER])
		ask_command_buffers(support, device);
	if (support->has[SUPPORT_TERMINATE])
		ask_bits(&support->terminate, device, CL_DEVICE_TERMINATE_CAPABILITY_KHR);
	ask(device, CL_DEVICE_IMAGE_PITCH_ALIGNMENT, &support->pitch_alignment, sizeof(cl_uint));
	ask(device, CL_DEVICE_IMAGE_BASE_ADDRESS_ALIGNMENT, &support->base_alignment,
	    sizeof(cl_uint));
	support->has_no_timer = lacks_timer(support->platform);
	support->has_final_semaphores =
		ask_version(device, "cl_khr_semaphore") >= CL_MAKE_VERSION(1, 0, 0);
	ask_list(&support->memory_types, device, CL_DEVICE_EXTERNAL_MEMORY_IMPORT_HANDLE_TYPES_KHR,
		 sizeof(cl_uint));
	ask_list(&support->semaphore_types, device, CL_DEVICE_SEMAPHORE_IMPORT_HANDLE_TYPES_KHR,
		 sizeof(cl_uint));
}

bool support_list_lacks(const struct support_list *list, size_t value)
{
	if (!list->is_known)
		return false;
	for (size_t i = 0; i < list->count; i++)
		if (list->values[i] == value)
			return false;
	return true;
}
