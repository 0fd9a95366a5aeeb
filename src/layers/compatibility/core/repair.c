/* SPDX-License-Identifier: Apache-2.0 */
/*
 * repair: extensions that a driver lists although it refuses their queries. A query whose answer is
 * certain all the same is answered; otherwise the extension is taken out of the device's list, and
 * a feature that provides it may take its place.
 */
#include <stdlib.h>
#include <string.h>

#include "base/common/line.h"
#include "base/text.h"
#include "layers/compatibility/features.h"
#include "layers/compatibility/known-devices.h"

/* Headers of all versions lack some of these queries. */
#define SEMAPHORE_TYPES 0x204C
#define PLATFORM_SEMAPHORE_TYPES 0x2036
#define SEMAPHORE_TYPE_BINARY 1
#define PCI_BUS_INFO 0x410F
#define DOUBLE_FP_CONFIG 0x1032

/* It is mandatory to have semaphores of this type. */
static bool answer_semaphore_types(const struct known_device *device, cl_device_info param_name,
				   const struct query_answer *answer, cl_int *error)
{
	const cl_uint type = SEMAPHORE_TYPE_BINARY;

	(void)device;
	(void)param_name;
	*error = answer_value(answer, type);
	return true;
}

/* The least that the extension allows. */
static bool answer_double_config(const struct known_device *device, cl_device_info param_name,
				 const struct query_answer *answer, cl_int *error)
{
	const cl_device_fp_config config = CL_FP_FMA | CL_FP_ROUND_TO_NEAREST |
					   CL_FP_ROUND_TO_ZERO | CL_FP_ROUND_TO_INF |
					   CL_FP_INF_NAN | CL_FP_DENORM;

	(void)device;
	(void)param_name;
	*error = answer_value(answer, config);
	return true;
}

/* The queries of each extension; of several that one driver refuses, each is looked at. */
static const struct {
	const char *extension;
	cl_device_info query;
	const char *name; /* of a query that is answered */
	bool (*answer)(const struct known_device *device, cl_device_info param_name,
		       const struct query_answer *answer, cl_int *error);
} rows[] = {
	{ "cl_khr_semaphore", SEMAPHORE_TYPES, "CL_DEVICE_SEMAPHORE_TYPES_KHR",
	  answer_semaphore_types },
	{ "cl_khr_pci_bus_info", PCI_BUS_INFO, "CL_DEVICE_PCI_BUS_INFO_KHR", pci_info_answer },
	{ "cl_khr_fp64", DOUBLE_FP_CONFIG, "CL_DEVICE_DOUBLE_FP_CONFIG", answer_double_config },
	{ "cl_khr_external_semaphore", 0x204D, NULL, NULL }, /* types to import */
	{ "cl_khr_external_semaphore", 0x204E, NULL, NULL }, /* types to export */
	{ "cl_khr_external_memory", 0x204F, NULL, NULL },    /* types to import */
	{ "cl_khr_device_uuid", 0x106A, NULL, NULL },	     /* of the device */
	{ "cl_khr_device_uuid", 0x106B, NULL, NULL },	     /* of the driver */
	{ "cl_khr_device_uuid", 0x106C, NULL, NULL },	     /* is there a LUID? */
	{ "cl_khr_integer_dot_product", 0x1073, NULL, NULL }, /* capabilities */
	{ "cl_khr_command_buffer", 0x12A9, NULL, NULL },     /* capabilities */
	{ "cl_khr_command_buffer", 0x12AA, NULL, NULL },     /* required properties of queues */
	{ "cl_khr_kernel_clock", 0x1076, NULL, NULL },	     /* capabilities */
	{ "cl_khr_spirv_queries", 0x12B9, NULL, NULL },	     /* instruction sets */
	{ "cl_khr_spirv_queries", 0x12BA, NULL, NULL },	     /* extensions */
	{ "cl_khr_spirv_queries", 0x12BB, NULL, NULL },	     /* capabilities */
	{ "cl_khr_il_program", 0x105B, NULL, NULL },	     /* versions */
	{ "cl_khr_image2d_from_buffer", 0x104A, NULL, NULL }, /* alignment of pitches */
	{ "cl_khr_image2d_from_buffer", 0x104B, NULL, NULL }, /* alignment of addresses */
	{ "cl_khr_terminate_context", 0x2031, NULL, NULL },  /* capabilities */
	{ "cl_khr_spir", 0x40E0, NULL, NULL },		     /* versions */
	{ "cl_khr_extended_versioning", 0x105E, NULL, NULL }, /* version of OpenCL */
	{ "cl_khr_extended_versioning", 0x1060, NULL, NULL }, /* versions of extensions */
	{ "cl_khr_extended_versioning", 0x1061, NULL, NULL }, /* versions of IL */
	{ "cl_khr_extended_versioning", 0x1062, NULL, NULL }, /* versions of built-in kernels */
};
#define ROWS (sizeof(rows) / sizeof(rows[0]))
_Static_assert(ROWS <= 32, "struct known_device has a bit for each");

static bool is_refused(const struct known_device *device, cl_device_info param_name)
{
	size_t size;

	return clrouter_target.clGetDeviceInfo(device->id, param_name, 0, NULL, &size) ==
	       CL_INVALID_VALUE;
}

/* Has the layer an answer for DEVICE to the query of ROW? */
static bool is_certain(const struct known_device *device, size_t row)
{
	const struct query_answer nowhere = { 0, NULL, NULL };
	cl_int error;

	return rows[row].answer &&
	       rows[row].answer(device, rows[row].query, &nowhere, &error);
}

/* -- lists of extensions --------------------------------------------------------------- */

/* Takes NAME out of WORDS, which have single blanks between them. */
static void cut(char *words, const char *name)
{
	const char *rest = words;
	char *end = words;

	while (rest) {
		size_t length;
		const char *word = text_next_element(&rest, ' ', &length);

		if (length == 0 || (strlen(name) == length && memcmp(word, name, length) == 0))
			continue;
		if (end != words)
			*end++ = ' ';
		memmove(end, word, length);
		end += length;
	}
	/* NOLINTNEXTLINE(clang-analyzer-core.NullDereference): WORDS is a text */
	*end = '\0';
}

static bool remove_extension(struct known_device *device, const char *name)
{
	const size_t length = !device->removed ? 0 : strlen(device->removed) + 1;
	char *removed = realloc(device->removed, length + strlen(name) + 1);

	if (!removed)
		return false;
	if (length > 0)
		removed[length - 1] = ' ';
	memcpy(removed + length, name, strlen(name) + 1);
	device->removed = removed;
	cut(device->extensions, name);
	return true;
}

static bool examine(struct known_device *device)
{
	for (size_t i = 0; i < ROWS; i++) {
		if (!devices_driver_has(device, rows[i].extension) ||
		    !is_refused(device, rows[i].query))
			continue;
		if (is_certain(device, i))
			device->repaired |= 1u << i;
		else if (!remove_extension(device, rows[i].extension))
			return false;
	}
	return true;
}

static bool suits(const struct known_device *device)
{
	return device->repaired != 0 || device->removed;
}

/* -- what programs and users see -------------------------------------------------------- */

static bool device_info(const struct known_device *device, cl_device_info param_name,
			const struct query_answer *answer, cl_int *error)
{
	for (size_t i = 0; i < ROWS; i++)
		if (rows[i].query == param_name && (device->repaired & (1u << i)) &&
		    devices_has(device, rows[i].extension))
			return rows[i].answer(device, param_name, answer, error);
	return false;
}

/* Do all devices of PLATFORM have cl_khr_semaphore, and the query of one is repaired? */
static bool has_semaphores(cl_platform_id platform)
{
	size_t count;
	const struct known_device **devices = devices_of_platform(platform, &count);
	bool has_them = count > 0;

	for (size_t i = 0; i < count; i++)
		has_them &= devices_has(devices[i], rows[0].extension);
	free(devices);
	return has_them;
}

static bool platform_info(cl_platform_id platform, cl_platform_info param_name,
			  const struct query_answer *answer, cl_int *error)
{
	size_t size;

	if (param_name != PLATFORM_SEMAPHORE_TYPES ||
	    clrouter_target.clGetPlatformInfo(platform, param_name, 0, NULL, &size) !=
		    CL_INVALID_VALUE ||
	    !has_semaphores(platform))
		return false;
	return answer_semaphore_types(NULL, 0, answer, error);
}

/* "CL_DEVICE_SEMAPHORE_TYPES_KHR (the driver refuses it)", and what is hidden. */
static void describe(const struct known_device *device, struct line *line)
{
	const char *rest = device->removed;
	const char *between = "";

	for (size_t i = 0; i < ROWS; i++) {
		if (!(device->repaired & (1u << i)))
			continue;
		line_add(line, "%s%s (the driver refuses it)", between, rows[i].name);
		between = ", ";
	}
	while (rest) {
		size_t length;
		const char *word = text_next_element(&rest, ' ', &length);

		line_add(line, "%sthe driver's %.*s is hidden (its queries fail)", between,
			 (int)length, word);
		between = ", ";
	}
}

const struct feature repair = {
	.id = FEATURE_REPAIR,
	.name = "repair",
	.suits = suits,
	.examine = examine,
	.describe = describe,
	.device_info = device_info,
	.platform_info = platform_info,
};
