/* SPDX-License-Identifier: Apache-2.0 */
/*
 * check-kernels: the sizes and devices that kernels are enqueued with. See check.h.
 */
#include "layers/validation/checks/check.h"
#include "layers/validation/checks/limit.h"

/* -- work sizes -------------------------------------------------------------------------- */

/* Parameter INDEX as an array of *COUNT sizes, which the first parameter of TEST says. */
static const size_t *sizes(const struct call *call, const struct rule_test *test, unsigned index,
			   size_t *count)
{
	enum { WORK_DIM };
	const size_t *array = call_pointer(call, test->params[index]);

	*count = call_number(call, test->params[WORK_DIM]);
	/* A number of dimensions that is wrong is for the rule about that. */
	if (!array || *count > 3)
		*count = 0;
	return array;
}

static const struct limits *queue_limits(const struct call *call, const struct rule_test *test,
					 unsigned index)
{
	return facts_queue_limits(call_pointer(call, test->params[index]));
}

bool check_work_dim(const struct call *call, const struct rule_test *test)
{
	enum { WORK_DIM, QUEUE };
	const uint64_t dimensions = call_number(call, test->params[WORK_DIM]);
	const struct limits *limits;

	/* Every device has three, but custom ones. */
	if (dimensions <= 3)
		return dimensions != 0;
	limits = queue_limits(call, test, QUEUE);
	return limit_at_most(call, dimensions, "CL_DEVICE_MAX_WORK_ITEM_DIMENSIONS",
			     limits && limits->dimensions != 0 ? limits->dimensions : 3);
}

bool check_offset_fits(const struct call *call, const struct rule_test *test)
{
	enum { WORK_DIM, OFFSET, GLOBAL };
	size_t count, more;
	const size_t *offset = sizes(call, test, OFFSET, &count);
	const size_t *global = sizes(call, test, GLOBAL, &more);

	for (size_t i = 0; i < count && i < more; i++)
		if (global[i] > SIZE_MAX - offset[i])
			return false;
	return true;
}

/* Since OpenCL 2.1 a command without work does nothing. */
static bool may_be_empty(const struct limits *limits)
{
	return !limits || limits->version == 0 || limits->version >= 201;
}

bool check_nonnull_before_2_1(const struct call *call, const struct rule_test *test)
{
	enum { GLOBAL, QUEUE };

	return check_nonnull(call, test) || may_be_empty(queue_limits(call, test, QUEUE));
}

bool check_sizes_nonzero(const struct call *call, const struct rule_test *test)
{
	enum { WORK_DIM, SIZES };
	size_t count;
	const size_t *array = sizes(call, test, SIZES, &count);

	for (size_t i = 0; i < count; i++)
		if (array[i] == 0)
			return false;
	return true;
}

bool check_global_nonzero(const struct call *call, const struct rule_test *test)
{
	enum { WORK_DIM, GLOBAL, QUEUE };

	return check_sizes_nonzero(call, test) || may_be_empty(queue_limits(call, test, QUEUE));
}

bool check_global_fits(const struct call *call, const struct rule_test *test)
{
	enum { WORK_DIM, GLOBAL, QUEUE };
	const struct limits *limits;
	size_t count;
	const size_t *global = sizes(call, test, GLOBAL, &count);

	for (size_t i = 0; i < count; i++)
		if (global[i] > UINT32_MAX) {
			limits = queue_limits(call, test, QUEUE);
			return !limits || limits->address_bits != 32;
		}
	return true;
}

bool check_local_divides(const struct call *call, const struct rule_test *test)
{
	enum { WORK_DIM, GLOBAL, LOCAL, QUEUE };
	const struct limits *limits;
	size_t count, more;
	const size_t *global = sizes(call, test, GLOBAL, &count);
	const size_t *local = sizes(call, test, LOCAL, &more);

	for (size_t i = 0; i < count && i < more; i++)
		if (local[i] != 0 && global[i] % local[i] != 0) {
			limits = queue_limits(call, test, QUEUE);
			return !limits || !limits->is_uniform ||
			       limit_multiple(call, global[i], "the local size", local[i]);
		}
	return true;
}

bool check_local_sizes(const struct call *call, const struct rule_test *test)
{
	enum { WORK_DIM, LOCAL, QUEUE };
	size_t count;
	const size_t *local = sizes(call, test, LOCAL, &count);
	const struct limits *limits = count > 0 ? queue_limits(call, test, QUEUE) : NULL;

	for (size_t i = 0; i < count && limits; i++)
		if (limits->item_sizes[i] != 0 &&
		    !limit_at_most(call, local[i], "CL_DEVICE_MAX_WORK_ITEM_SIZES",
				   limits->item_sizes[i]))
			return false;
	return true;
}

/* What KERNEL can do on the device of QUEUE; all 0 if that is not known. */
static struct kernel_group group_of(const void *kernel, const void *queue)
{
	const struct facts_kernel *facts = facts_of_kernel(kernel);
	const struct limits *limits = !facts ? NULL : facts_queue_limits(queue);

	if (!limits)
		return (struct kernel_group){ 0 };
	return kernels_group(facts->state, kernel, facts_queue_device(queue), limits->version);
}

/* A size that the device cannot have at all is for the rule about that. */
bool check_local_total(const struct call *call, const struct rule_test *test)
{
	enum { WORK_DIM, LOCAL, KERNEL, QUEUE };
	const struct rule_test other = { .params = { test->params[WORK_DIM], test->params[LOCAL],
						     test->params[QUEUE] } };
	size_t count;
	const size_t *local = sizes(call, test, LOCAL, &count);
	uint64_t total = 1;
	size_t most;

	for (size_t i = 0; i < count; i++)
		if (__builtin_mul_overflow(total, local[i], &total))
			return false;
	if (count == 0 || total <= 1 || !check_local_sizes(call, &other))
		return true;
	most = group_of(call_pointer(call, test->params[KERNEL]),
			call_pointer(call, test->params[QUEUE]))
		       .size;
	return most == 0 || limit_at_most(call, total, "CL_KERNEL_WORK_GROUP_SIZE", most);
}

static bool is_required(const struct kernel_group *group, const size_t *local, size_t count)
{
	if (group->required[0] == 0)
		return true;
	for (size_t i = 0; i < 3; i++)
		if (group->required[i] != (i < count ? local[i] : 1))
			return false;
	return true;
}

/* More work-items than there can be are for the rules about that. */
bool check_local_required(const struct call *call, const struct rule_test *test)
{
	enum { WORK_DIM, LOCAL, KERNEL, QUEUE };
	struct kernel_group group;
	size_t count;
	const size_t *local = sizes(call, test, LOCAL, &count);

	if (count == 0 || !check_sizes_nonzero(call, test) || !check_local_total(call, test))
		return true;
	group = group_of(call_pointer(call, test->params[KERNEL]),
			 call_pointer(call, test->params[QUEUE]));
	return is_required(&group, local, count);
}

/* The sub-groups that a work-group of the sizes LOCAL has; 0: not known. */
static size_t sub_groups_of(const void *kernel, const void *queue, const size_t *local,
			    size_t count)
{
	size_t number = 0;

	clrouter_target.clGetKernelSubGroupInfo(
		(cl_kernel)(uintptr_t)kernel,
		(cl_device_id)(uintptr_t)facts_queue_device(queue),
		CL_KERNEL_SUB_GROUP_COUNT_FOR_NDRANGE, count * sizeof(*local), local,
		sizeof(number), &number, NULL);
	return number;
}

bool check_local_sub_groups(const struct call *call, const struct rule_test *test)
{
	enum { WORK_DIM, LOCAL, KERNEL, QUEUE };
	const void *kernel = call_pointer(call, test->params[KERNEL]);
	const void *queue = call_pointer(call, test->params[QUEUE]);
	size_t count, number;
	const size_t *local = sizes(call, test, LOCAL, &count);
	struct kernel_group group;

	if (count == 0 || !check_sizes_nonzero(call, test) || !check_local_total(call, test))
		return true;
	group = group_of(kernel, queue);
	if (group.sub_groups == 0 || !is_required(&group, local, count))
		return true;
	number = sub_groups_of(kernel, queue, local, count);
	return number == 0 || number == group.sub_groups;
}

/* A task is a work-group of one work-item. */
bool check_task_required(const struct call *call, const struct rule_test *test)
{
	enum { KERNEL, QUEUE };
	const size_t ones[] = { 1, 1, 1 };
	const struct kernel_group group = group_of(call_pointer(call, test->params[KERNEL]),
						   call_pointer(call, test->params[QUEUE]));

	return is_required(&group, ones, 3);
}

bool check_task_sub_groups(const struct call *call, const struct rule_test *test)
{
	enum { KERNEL, QUEUE };
	const struct kernel_group group = group_of(call_pointer(call, test->params[KERNEL]),
						   call_pointer(call, test->params[QUEUE]));

	return group.sub_groups <= 1;
}

/* -- programs of kernels ----------------------------------------------------------------- */

bool check_built_for_queue(const struct call *call, const struct rule_test *test)
{
	enum { KERNEL, QUEUE };
	const struct facts_kernel *kernel =
		facts_of_kernel(call_pointer(call, test->params[KERNEL]));
	const struct facts_queue *queue =
		facts_of_any_queue(call_pointer(call, test->params[QUEUE]));
	unsigned int built;

	if (!kernel || !queue || queue->devices.count != 1 ||
	    kernel->devices.count == 0 || kernel->any.context != queue->any.context)
		return true;
	built = atomic_load_explicit(&kernel->built, memory_order_relaxed);
	/* What is built for a device is built for its parts. */
	for (const void *device = queue->devices.list[0]; device;
	     device = facts_parent(device)) {
		const unsigned int bit = facts_device_bit(&kernel->devices, device);

		if (bit != 0 && (built == 0 || (built & bit) != 0))
			return true;
	}
	return false;
}

/* The sizes are a question about built-in kernels, and about all kernels of custom devices. */
bool check_global_size_query(const struct call *call, const struct rule_test *test)
{
	enum { NAME, KERNEL, DEVICE };
	const struct facts_kernel *kernel =
		facts_of_kernel(call_pointer(call, test->params[KERNEL]));
	const void *device = call_pointer(call, test->params[DEVICE]);
	const struct object *program = !kernel ? NULL : live_record(kernel->program);
	const struct limits *limits;

	if (call_number(call, test->params[NAME]) != CL_KERNEL_GLOBAL_WORK_SIZE ||
	    !live_is_live(program, OBJECT_PROGRAM) ||
	    program->made_by == CLROUTER_SLOT_clCreateProgramWithBuiltInKernels)
		return true;
	if (!device && kernel->devices.count == 1)
		device = kernel->devices.list[0];
	limits = !device ? NULL : facts_limits(device);
	return !limits || limits->abilities.type == 0 ||
	       (limits->abilities.type & CL_DEVICE_TYPE_CUSTOM) != 0;
}

/* The input of a query about sub-groups: a size in each dimension, or a number of sub-groups. */
bool check_sub_group_input(const struct call *call, const struct rule_test *test)
{
	enum { NAME, SIZE, INPUT };
	const uint64_t size = call_number(call, test->params[SIZE]);

	switch (call_number(call, test->params[NAME])) {
	case CL_KERNEL_MAX_SUB_GROUP_SIZE_FOR_NDRANGE:
	case CL_KERNEL_SUB_GROUP_COUNT_FOR_NDRANGE:
		return call_pointer(call, test->params[INPUT]) && size != 0 &&
		       size % sizeof(size_t) == 0;
	case CL_KERNEL_LOCAL_SIZE_FOR_SUB_GROUP_COUNT:
		return call_pointer(call, test->params[INPUT]) && size == sizeof(size_t);
	default:
		return true;
	}
}
