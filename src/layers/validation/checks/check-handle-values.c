/* SPDX-License-Identifier: Apache-2.0 */
/*
 * check-handle-values: handles that are no parameters of their own: those in lists of properties,
 * in the descriptions of images, and what a driver says of them. See check.h.
 */
#include "layers/validation/checks/check.h"
#include "layers/validation/query.h"

/* -- platforms --------------------------------------------------------------------------- */

bool check_context_platform(const struct call *call, const struct rule_test *test)
{
	const cl_context_properties *platform = check_pair(call, test->param, CL_CONTEXT_PLATFORM);

	return !platform || *platform == 0 ||
	       check_is_good((const void *)*platform, OBJECT_PLATFORM);
}

/* The platform of DEVICE if the program has got that platform, too; NULL: it is not known. */
static const void *platform_of(const void *device)
{
	cl_platform_id platform = NULL;

	if (!live_is_live(live_record(device), OBJECT_DEVICE) ||
	    query_driver(CLROUTER_SLOT_clGetDeviceInfo, device, NULL, CL_DEVICE_PLATFORM,
			 sizeof(platform), &platform, NULL) != CL_SUCCESS ||
	    !live_is_live(live_record(platform), OBJECT_PLATFORM))
		return NULL;
	return platform;
}

/* A driver follows the devices of another one, too. */
bool check_one_platform(const struct call *call, const struct rule_test *test)
{
	enum { DEVICES, PROPERTIES };
	const cl_context_properties *named =
		check_pair(call, test->params[PROPERTIES], CL_CONTEXT_PLATFORM);
	const void *platform = named ? (const void *)*named : NULL;
	const void *other;
	size_t count;
	const void *const *devices = track_array(call, test->params[DEVICES], &count);

	if (!live_is_live(live_record(platform), OBJECT_PLATFORM))
		platform = NULL;
	for (size_t i = 0; i < count && (count > 1 || platform); i++) {
		other = platform_of(devices[i]);
		if (other && platform && other != platform)
			return false;
		if (!platform)
			platform = other;
	}
	return true;
}

/* -- devices in lists -------------------------------------------------------------------- */

/* The first constant of TEST is the name of the property, whose values end with 0. */
bool check_listed_devices(const struct call *call, const struct rule_test *test)
{
	const cl_properties *list = call_pointer(call, test->param);
	struct property property;

	while (lists_next(&list, &property))
		for (size_t i = 0; property.name == test->constants[0] && i < property.count; i++)
			if (!check_is_good((const void *)(uintptr_t)property.values[i],
					   OBJECT_DEVICE))
				return false;
	return true;
}

/* -- memory objects of images ------------------------------------------------------------ */

bool check_desc_memory(const struct call *call, const struct rule_test *test)
{
	const cl_image_desc *desc = call_pointer(call, test->param);

	return !desc || !desc->mem_object ||
	       check_is_good(desc->mem_object, OBJECT_MEM);
}

/* Which other types of images can be made from which objects depends on extensions. */
bool check_desc_buffer(const struct call *call, const struct rule_test *test)
{
	const cl_image_desc *desc = call_pointer(call, test->param);
	const struct facts_mem *facts = !desc ? NULL : facts_of_mem(desc->mem_object);

	return !facts || facts->type == 0 || facts->type == CL_MEM_OBJECT_BUFFER ||
	       (facts->type != CL_MEM_OBJECT_PIPE &&
		desc->image_type != CL_MEM_OBJECT_IMAGE1D_BUFFER);
}

bool check_desc_context(const struct call *call, const struct rule_test *test)
{
	enum { DESC, CONTEXT };
	const cl_image_desc *desc = call_pointer(call, test->params[DESC]);
	const void *context = call_pointer(call, test->params[CONTEXT]);
	const void *other = !desc ? NULL : facts_context(desc->mem_object, OBJECT_MEM);

	return !other || other == context ||
	       !live_is_live(live_record(context), OBJECT_CONTEXT);
}
