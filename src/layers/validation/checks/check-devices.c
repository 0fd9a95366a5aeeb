/* SPDX-License-Identifier: Apache-2.0 */
/*
 * check-devices: parts of devices, contexts and queues, and what devices can do. See check.h.
 */
#include "base/array.h"
#include "layers/validation/checks/check.h"
#include "layers/validation/checks/limit.h"

/* Names above it belong to vendors. */
#define VENDOR_PARTITIONS 0x4000

/* -- parts of devices -------------------------------------------------------------------- */

static bool is_affinity_domain(cl_device_partition_property value)
{
	return value > 0 && value <= CL_DEVICE_AFFINITY_DOMAIN_NEXT_PARTITIONABLE &&
	       (value & (value - 1)) == 0;
}

bool check_partition(const struct call *call, const struct rule_test *test)
{
	const cl_device_partition_property *list = call_pointer(call, test->param);

	if (!list)
		return false;
	switch (list[0]) {
	case CL_DEVICE_PARTITION_EQUALLY:
		return list[1] > 0 && list[2] == 0;
	case CL_DEVICE_PARTITION_BY_COUNTS:
		return list[1] != CL_DEVICE_PARTITION_BY_COUNTS_LIST_END;
	case CL_DEVICE_PARTITION_BY_AFFINITY_DOMAIN:
		return is_affinity_domain(list[1]) && list[2] == 0;
	default:
		return test->is_lenient && list[0] >= VENDOR_PARTITIONS;
	}
}

static const struct abilities *abilities_of(const void *device)
{
	const struct limits *limits = facts_limits(device);

	return !limits ? NULL : &limits->abilities;
}

bool check_partition_supported(const struct call *call, const struct rule_test *test)
{
	enum { PROPERTIES, DEVICE };
	const cl_device_partition_property *list = call_pointer(call, test->params[PROPERTIES]);
	const struct abilities *device = abilities_of(call_pointer(call, test->params[DEVICE]));
	bool is_listed = false;

	if (!device || !device->knows_partitions || !check_partition(call, test) ||
	    list[0] >= VENDOR_PARTITIONS)
		return true;
	for (unsigned i = 0; i < device->partition_count; i++)
		is_listed |= device->partitions[i] == list[0];
	if (list[0] == CL_DEVICE_PARTITION_BY_AFFINITY_DOMAIN && is_listed && device->domains != 0)
		return (device->domains & (cl_device_affinity_domain)list[1]) != 0;
	return is_listed;
}

/* The counts that the list CALL has; NULL if it has another kind of partition. */
static const cl_device_partition_property *counts(const struct call *call,
						  const struct rule_test *test)
{
	enum { PROPERTIES };
	const cl_device_partition_property *list = call_pointer(call, test->params[PROPERTIES]);

	return list && list[0] == CL_DEVICE_PARTITION_BY_COUNTS ? list + 1 : NULL;
}

static uint64_t number_of(const cl_device_partition_property *count)
{
	uint64_t number = 0;

	while (count[number] != CL_DEVICE_PARTITION_BY_COUNTS_LIST_END)
		number++;
	return number;
}

#define SUB_DEVICES "the number of sub-devices"

bool check_partition_size(const struct call *call, const struct rule_test *test)
{
	enum { PROPERTIES, DEVICE, COUNT, DEVICES };
	const cl_device_partition_property *list = call_pointer(call, test->params[PROPERTIES]);
	const struct abilities *device = abilities_of(call_pointer(call, test->params[DEVICE]));
	const uint64_t size = call_number(call, test->params[COUNT]);

	if (!call_pointer(call, test->params[DEVICES]) || !check_partition(call, test))
		return true;
	if (list[0] == CL_DEVICE_PARTITION_BY_COUNTS)
		return limit_at_least(call, size, SUB_DEVICES, number_of(list + 1));
	return list[0] != CL_DEVICE_PARTITION_EQUALLY || !device ||
	       limit_at_least(call, size, SUB_DEVICES, device->compute_units / (uint64_t)list[1]);
}

bool check_counts_number(const struct call *call, const struct rule_test *test)
{
	enum { PROPERTIES, DEVICE };
	const cl_device_partition_property *count = counts(call, test);
	const struct abilities *device = abilities_of(call_pointer(call, test->params[DEVICE]));

	return !count || !device || device->most_sub_devices == 0 ||
	       limit_at_most(call, number_of(count), "CL_DEVICE_PARTITION_MAX_SUB_DEVICES",
			     device->most_sub_devices);
}

bool check_counts_nonnegative(const struct call *call, const struct rule_test *test)
{
	const cl_device_partition_property *count = counts(call, test);

	for (; count && *count != CL_DEVICE_PARTITION_BY_COUNTS_LIST_END; count++)
		if (*count < 0)
			return false;
	return true;
}

#define COMPUTE_UNITS "CL_DEVICE_MAX_COMPUTE_UNITS"

bool check_count_fits(const struct call *call, const struct rule_test *test)
{
	enum { PROPERTIES, DEVICE };
	const cl_device_partition_property *count = counts(call, test);
	const struct abilities *device = abilities_of(call_pointer(call, test->params[DEVICE]));

	if (!device || device->compute_units == 0)
		return true;
	for (; count && *count != CL_DEVICE_PARTITION_BY_COUNTS_LIST_END; count++)
		if (*count > 0 &&
		    !limit_at_most(call, (uint64_t)*count, COMPUTE_UNITS, device->compute_units))
			return false;
	return true;
}

/* A single count that is wrong is for the rules about that. */
bool check_counts_fit(const struct call *call, const struct rule_test *test)
{
	enum { PROPERTIES, DEVICE };
	const cl_device_partition_property *count = counts(call, test);
	const struct abilities *device = abilities_of(call_pointer(call, test->params[DEVICE]));
	uint64_t total = 0;

	if (!count || !device || device->compute_units == 0 ||
	    !check_count_fits(call, test) || !check_counts_nonnegative(call, test))
		return true;
	for (; *count != CL_DEVICE_PARTITION_BY_COUNTS_LIST_END; count++)
		total += (uint64_t)*count;
	return limit_at_most(call, total, COMPUTE_UNITS, device->compute_units);
}

/* -- values of properties ---------------------------------------------------------------- */

#define MEMORY_KINDS \
	(CL_CONTEXT_MEMORY_INITIALIZE_LOCAL_KHR | CL_CONTEXT_MEMORY_INITIALIZE_PRIVATE_KHR)

static bool is_context_value(cl_context_properties name, cl_context_properties value)
{
	switch (name) {
	case CL_CONTEXT_INTEROP_USER_SYNC:
	case CL_CONTEXT_TERMINATE_KHR:
		return value == CL_FALSE || value == CL_TRUE;
	case CL_CONTEXT_MEMORY_INITIALIZE_KHR:
		return (value & ~(cl_context_properties)MEMORY_KINDS) == 0;
	default:
		return true;
	}
}

bool check_context_values(const struct call *call, const struct rule_test *test)
{
	const cl_context_properties *list = call_pointer(call, test->param);

	for (; list && list[0] != 0; list += 2)
		if (!is_context_value(list[0], list[1]))
			return false;
	return true;
}

/* -- queues ------------------------------------------------------------------------------ */

static bool is_on_device(const struct facts_queue *queue)
{
	return (queue->properties & CL_QUEUE_ON_DEVICE) != 0;
}

/* Is DEVICE one that CONTEXT may have? */
static bool is_device_of(const void *device, const void *context)
{
	const struct facts_context *facts = facts_of_context(context);

	return live_is_live(live_record(device), OBJECT_DEVICE) &&
	       (!facts || facts_has_device(&facts->devices, device));
}

bool check_device_queue(const struct call *call, const struct rule_test *test)
{
	enum { QUEUE, DEVICE, CONTEXT };
	const struct facts_queue *queue = facts_of_queue(call_pointer(call, test->params[QUEUE]));

	const void *device = call_pointer(call, test->params[DEVICE]);

	return !queue || !is_device_of(device, call_pointer(call, test->params[CONTEXT])) ||
	       (is_on_device(queue) && facts_has_device(&queue->devices, device));
}

bool check_queue_query(const struct call *call, const struct rule_test *test)
{
	enum { QUEUE, NAME };
	const struct facts_queue *queue = facts_of_queue(call_pointer(call, test->params[QUEUE]));

	return !queue || call_number(call, test->params[NAME]) != CL_QUEUE_SIZE ||
	       is_on_device(queue);
}

/* -- what devices can do ----------------------------------------------------------------- */

bool check_new_default(const struct call *call, const struct rule_test *test)
{
	enum { DEVICE, CONTEXT };
	const void *device = call_pointer(call, test->params[DEVICE]);
	const struct limits *limits = facts_limits(device);

	return !limits || !is_device_of(device, call_pointer(call, test->params[CONTEXT])) ||
	       !limits->abilities.has_no_new_default;
}

/* Without a device the kernel has only one. */
bool check_sub_groups(const struct call *call, const struct rule_test *test)
{
	enum { DEVICE, KERNEL };
	const void *device = call_pointer(call, test->params[DEVICE]);
	const struct facts_kernel *kernel =
		facts_of_kernel(call_pointer(call, test->params[KERNEL]));
	const struct limits *limits;

	if (!device && kernel && kernel->devices.count == 1)
		device = kernel->devices.list[0];
	if (!device || !kernel || !facts_has_device(&kernel->devices, device))
		return true;
	limits = facts_limits(device);
	return !limits || !limits->abilities.has_no_sub_groups;
}

/* A size of 0 is for another rule. */
bool check_packet_fits(const struct call *call, const struct rule_test *test)
{
	enum { SIZE, CONTEXT };
	const struct facts_context *context =
		facts_of_context(call_pointer(call, test->params[CONTEXT]));
	const uint64_t size = call_number(call, test->params[SIZE]);
	const struct abilities *device;

	for (unsigned i = 0; context && i < context->devices.count; i++) {
		device = abilities_of(context->devices.list[i]);
		if (!device || device->largest_packet == 0 ||
		    limit_at_most(call, size, "CL_DEVICE_PIPE_MAX_PACKET_SIZE",
				  device->largest_packet))
			return true;
	}
	return !context || context->devices.count == 0;
}

/*
 * Defines NAME(), which is right if ANSWER holds for the LIMITS of a device of the context that the
 * parameter is or belongs to; or for the limits of the queue's device.
 */
#define CHECK_CONTEXT(name, answer) \
	static bool name##_of_device(const struct limits *limits) \
	{ \
		return answer; \
	} \
	bool name(const struct call *call, const struct rule_test *test) \
	{ \
		return facts_any_device(check_context(call, test->param), name##_of_device); \
	}
#define CHECK_QUEUE(name, answer) \
	bool name(const struct call *call, const struct rule_test *test) \
	{ \
		const struct limits *limits = facts_queue_limits(call_pointer(call, test->param)); \
\
		return !limits || answer; \
	}

CHECK_CONTEXT(check_context_images, limits->has_images)
CHECK_CONTEXT(check_context_pipes, !limits->abilities.has_no_pipes)
CHECK_CONTEXT(check_context_il, !limits->abilities.has_no_il)
CHECK_CONTEXT(check_context_destructors, !limits->abilities.has_no_destructors)
CHECK_CONTEXT(check_context_svm, !limits->has_no_svm)
CHECK_QUEUE(check_queue_images, limits->has_images)
CHECK_QUEUE(check_queue_svm, !limits->has_no_svm)
CHECK_QUEUE(check_native, !limits->abilities.has_no_native)
