/* SPDX-License-Identifier: Apache-2.0 */
/*
 * check-properties: the values in lists of properties: of queues and of samplers. Names, and
 * properties that are there twice, are for check-values.c. See check.h.
 */
#include "layers/validation/checks/check.h"
#include "layers/validation/checks/limit.h"

static const struct limits *limits_of(const struct call *call, unsigned index)
{
	return facts_limits(call_pointer(call, index));
}

/* -- queues ------------------------------------------------------------------------------ */

#define HOST_PROPERTIES (CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE | CL_QUEUE_PROFILING_ENABLE)
#define DEVICE_PROPERTIES (CL_QUEUE_ON_DEVICE | CL_QUEUE_ON_DEVICE_DEFAULT)
/* Intel's; no other vendor has any. */
#define VENDOR_PROPERTIES (UINT64_C(7) << 29)

/* A queue on the device is always one out of order. */
static bool are_queue_bits(cl_command_queue_properties bits)
{
	const bool is_on_device = (bits & CL_QUEUE_ON_DEVICE) != 0;

	if ((bits & ~(HOST_PROPERTIES | DEVICE_PROPERTIES | VENDOR_PROPERTIES)) != 0)
		return false;
	return is_on_device ? (bits & CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE) != 0
			    : (bits & CL_QUEUE_ON_DEVICE_DEFAULT) == 0;
}

/* High, medium or low; both properties have the same values. */
static bool is_hint(uint64_t value)
{
	return value == 1 || value == 2 || value == 4;
}

bool check_queue_values(const struct call *call, const struct rule_test *test)
{
	const cl_properties *list = call_pointer(call, test->param);
	const cl_properties *at = list;
	const bool is_on_device =
		(lists_value(list, CL_QUEUE_PROPERTIES) & CL_QUEUE_ON_DEVICE) != 0;
	struct property property;

	while (lists_next(&at, &property)) {
		if (property.name == CL_QUEUE_PROPERTIES && !are_queue_bits(property.values[0]))
			return false;
		if (property.name == CL_QUEUE_SIZE && !is_on_device)
			return false;
		if ((property.name == CL_QUEUE_PRIORITY_KHR ||
		     property.name == CL_QUEUE_THROTTLE_KHR) &&
		    !is_hint(property.values[0]))
			return false;
	}
	return true;
}

bool check_on_device_supported(const struct call *call, const struct rule_test *test)
{
	enum { PROPERTIES, DEVICE };
	const cl_properties *list = call_pointer(call, test->params[PROPERTIES]);
	const uint64_t bits = lists_value(list, CL_QUEUE_PROPERTIES);
	const struct limits *limits = limits_of(call, test->params[DEVICE]);
	const struct abilities *device = !limits ? NULL : &limits->abilities;

	if ((bits & CL_QUEUE_ON_DEVICE) == 0 || !are_queue_bits(bits) || !device)
		return true;
	if (device->has_no_device_queues)
		return false;
	if (device->on_device_properties != 0 &&
	    (bits & HOST_PROPERTIES & ~device->on_device_properties) != 0)
		return false;
	return device->largest_queue == 0 ||
	       limit_at_most(call, lists_value(list, CL_QUEUE_SIZE),
			     "CL_DEVICE_QUEUE_ON_DEVICE_MAX_SIZE", device->largest_queue);
}

/* -- samplers ---------------------------------------------------------------------------- */

static bool may_have_mip_levels(const struct limits *limits)
{
	return !support_lacks(&limits->support, SUPPORT_MIPMAP_IMAGE);
}

static bool is_mode(const struct rule_test *test, enum names_group group, uint64_t value)
{
	return check_allows_name(test, value) || names_find(group, (int64_t)value);
}

static bool is_sampler_property_right(const struct rule_test *test, const struct property *property,
				      const void *context)
{
	const uint64_t value = property->values[0];

	switch (property->name) {
	case CL_SAMPLER_NORMALIZED_COORDS:
		return value <= CL_TRUE;
	case CL_SAMPLER_ADDRESSING_MODE:
		return is_mode(test, NAMES_cl_addressing_mode, value);
	case CL_SAMPLER_FILTER_MODE:
		return is_mode(test, NAMES_cl_filter_mode, value);
	case CL_SAMPLER_MIP_FILTER_MODE_KHR:
		return is_mode(test, NAMES_cl_filter_mode, value) &&
		       facts_any_device(context, may_have_mip_levels);
	case CL_SAMPLER_LOD_MIN_KHR:
	case CL_SAMPLER_LOD_MAX_KHR:
		return facts_any_device(context, may_have_mip_levels);
	default:
		return true;
	}
}

/* Coordinates are normalized unless the list says otherwise; only they can repeat. */
static bool fit_sampler_values(const cl_properties *list)
{
	const uint64_t mode = lists_value(list, CL_SAMPLER_ADDRESSING_MODE);
	struct property property;

	return !lists_find(list, CL_SAMPLER_NORMALIZED_COORDS, &property) ||
	       property.values[0] != CL_FALSE ||
	       (mode != CL_ADDRESS_REPEAT && mode != CL_ADDRESS_MIRRORED_REPEAT);
}

bool check_sampler_values(const struct call *call, const struct rule_test *test)
{
	enum { PROPERTIES, CONTEXT };
	const cl_properties *list = call_pointer(call, test->params[PROPERTIES]);
	const cl_properties *at = list;
	struct property property;

	while (lists_next(&at, &property))
		if (!is_sampler_property_right(test, &property,
					       call_pointer(call, test->params[CONTEXT])))
			return false;
	return fit_sampler_values(list);
}
