/* SPDX-License-Identifier: Apache-2.0 */
/* extension-queries: see extension-queries.h. */
#include "tool/probe/driver/extension-queries.h"

#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include "base/array.h"
#include "base/text.h"
#include "tool/output/format.h"
#include "tool/probe/driver/device-index.h"
#include "tool/probe/driver/report.h"

/*
 * Queries that every version of the extension has for every device that lists it. Older headers lack
 * some of the names.
 */
static const struct {
	const char *extension;
	const char *name;
	cl_device_info query;
} queries[] = {
	{ "cl_khr_command_buffer", "CL_DEVICE_COMMAND_BUFFER_CAPABILITIES_KHR", 0x12A9 },
	{ "cl_khr_command_buffer_mutable_dispatch", "CL_DEVICE_MUTABLE_DISPATCH_CAPABILITIES_KHR",
	  0x12B0 },
	{ "cl_khr_device_uuid", "CL_DEVICE_UUID_KHR", 0x106A },
	{ "cl_khr_external_memory", "CL_DEVICE_EXTERNAL_MEMORY_IMPORT_HANDLE_TYPES_KHR", 0x204F },
	{ "cl_khr_external_semaphore", "CL_DEVICE_SEMAPHORE_IMPORT_HANDLE_TYPES_KHR", 0x204D },
	{ "cl_khr_external_semaphore", "CL_DEVICE_SEMAPHORE_EXPORT_HANDLE_TYPES_KHR", 0x204E },
	{ "cl_khr_il_program", "CL_DEVICE_IL_VERSION_KHR", 0x105B },
	{ "cl_khr_image2d_from_buffer", "CL_DEVICE_IMAGE_PITCH_ALIGNMENT_KHR", 0x104A },
	{ "cl_khr_integer_dot_product", "CL_DEVICE_INTEGER_DOT_PRODUCT_CAPABILITIES_KHR", 0x1073 },
	{ "cl_khr_pci_bus_info", "CL_DEVICE_PCI_BUS_INFO_KHR", 0x410F },
	{ "cl_khr_semaphore", "CL_DEVICE_SEMAPHORE_TYPES_KHR", 0x204C },
	{ "cl_khr_spir", "CL_DEVICE_SPIR_VERSIONS", 0x40E0 },
	{ "cl_khr_terminate_context", "CL_DEVICE_TERMINATE_CAPABILITY_KHR", 0x2031 },
	{ "cl_khr_unified_svm", "CL_DEVICE_SVM_TYPE_CAPABILITIES_KHR", 0x1077 },
	{ "cl_arm_core_id", "CL_DEVICE_COMPUTE_UNITS_BITFIELD_ARM", 0x40BF },
	{ "cl_intel_required_subgroup_size", "CL_DEVICE_SUB_GROUP_SIZES_INTEL", 0x4108 },
	{ "cl_intel_unified_shared_memory", "CL_DEVICE_HOST_MEM_CAPABILITIES_INTEL", 0x4190 },
	{ "cl_nv_device_attribute_query", "CL_DEVICE_COMPUTE_CAPABILITY_MAJOR_NV", 0x4000 },
};

/* What DEVICE answers to the query NAME, a text that is to be freed; NULL: nothing. */
static char *ask_text(const struct api_table *table, cl_device_id device, cl_device_info name)
{
	char *text = NULL;
	size_t size = 0;

	if (table->clGetDeviceInfo(device, name, 0, NULL, &size) == CL_SUCCESS && size > 0)
		text = calloc(1, size + 1);
	if (text && table->clGetDeviceInfo(device, name, size, text, NULL) != CL_SUCCESS) {
		free(text);
		return NULL;
	}
	return text;
}

/* Other errors are not about the query: memory can be short, or the device lost. */
static void put_refused(int report, const struct api_table *table, cl_device_id device,
			const char *extensions, struct arena *arena)
{
	char *name = ask_text(table, device, CL_DEVICE_NAME);
	struct verdict failure = { REASON_OK, CL_INVALID_VALUE, NULL };
	size_t size;

	for (size_t i = 0; i < ARRAY_SIZE(queries); i++)
		if (text_has_word(extensions, queries[i].extension) &&
		    table->clGetDeviceInfo(device, queries[i].query, 0, NULL, &size) ==
			    CL_INVALID_VALUE)
			report_put(report, EXTENSION_QUERIES_KEY,
				   format_into(arena, "%s lists %s, but its query %s gives %s",
					       format_or(name, "a device"), queries[i].extension,
					       queries[i].name, format_code(&failure, arena)));
	free(name);
}

void extension_queries_put(int report, cl_platform_id platform, const struct api_table *table,
			   struct arena *arena)
{
	struct device_index devices = { .first = NULL };
	char *extensions;

	if (!table || !table->clGetDeviceInfo)
		return;
	device_index_add(&devices, platform, table, arena);
	for (const struct device_place *place = devices.first; place; place = place->next) {
		extensions = ask_text(table, place->id, CL_DEVICE_EXTENSIONS);
		if (extensions)
			put_refused(report, table, place->id, extensions, arena);
		free(extensions);
	}
}
