/* SPDX-License-Identifier: Apache-2.0 */
/*
 * check-kernels: programs, kernels, their arguments and the sizes that they are enqueued with. See
 * check.h.
 */
#include "layers/validation/check.h"
#include "layers/validation/facts.h"

/* -- programs ---------------------------------------------------------------------------- */

static struct facts *program(const struct call *call, unsigned index)
{
	return facts_of(check_pointer(call, index), OBJECT_PROGRAM);
}

bool check_built(const struct call *call, const struct rule_test *test)
{
	struct facts *facts = program(call, test->params[0]);

	return facts == NULL || atomic_load(&facts->is_built);
}

bool check_built_query(const struct call *call, const struct rule_test *test)
{
	switch (check_number(call, test->params[1])) {
	case CL_PROGRAM_NUM_KERNELS:
	case CL_PROGRAM_KERNEL_NAMES:
		return check_built(call, test);
	default:
		return true;
	}
}

bool check_no_kernels(const struct call *call, const struct rule_test *test)
{
	struct facts *facts = program(call, test->params[0]);

	return facts == NULL || atomic_load(&facts->kernel_count) <= 0;
}

bool check_kernel_count(const struct call *call, const struct rule_test *test)
{
	const void *handle = check_pointer(call, test->params[0]);
	size_t count = 0;

	if (check_pointer(call, test->params[2]) == NULL || !check_built(call, test) ||
	    !live_is_live(live_record(handle), OBJECT_PROGRAM) ||
	    clrouter_target.clGetProgramInfo((cl_program)(uintptr_t)handle, CL_PROGRAM_NUM_KERNELS,
					     sizeof(count), &count, NULL) != CL_SUCCESS)
		return true;
	return check_number(call, test->params[1]) >= count;
}

/* -- arguments --------------------------------------------------------------------------- */

bool check_arg_index(const struct call *call, const struct rule_test *test)
{
	const struct facts *kernel = facts_of(check_pointer(call, test->params[0]), OBJECT_KERNEL);

	return kernel == NULL || check_number(call, test->params[1]) < kernel->argument_count;
}

/* A function that the layer does not see may have set them, too. */
bool check_args_set(const struct call *call, const struct rule_test *test)
{
	const struct facts *kernel = facts_of(check_pointer(call, test->params[0]), OBJECT_KERNEL);

	if (kernel == NULL || kernel->argument_count == UINT32_MAX || live_expects_unseen())
		return true;
	for (cl_uint i = 0; i < kernel->argument_count; i++)
		if (atomic_load_explicit(&kernel->kernel->arguments[i].value,
					 memory_order_relaxed) == NULL)
			return false;
	return true;
}

/* -- work sizes -------------------------------------------------------------------------- */

/* Parameter INDEX as an array of *COUNT sizes, which the first parameter of TEST says. */
static const size_t *sizes(const struct call *call, const struct rule_test *test, unsigned index,
			   size_t *count)
{
	const size_t *array = check_pointer(call, test->params[index]);

	*count = check_number(call, test->params[0]);
	/* A number of dimensions that is wrong is for the rule about that. */
	if (array == NULL || *count > 3)
		*count = 0;
	return array;
}

static const struct limits *queue_limits(const struct call *call, const struct rule_test *test,
					 unsigned index)
{
	return facts_queue_limits(check_pointer(call, test->params[index]));
}

bool check_work_dim(const struct call *call, const struct rule_test *test)
{
	const uint64_t dimensions = check_number(call, test->params[0]);
	const struct limits *limits = NULL;

	/* Every device has three, but custom ones. */
	if (dimensions > 3)
		limits = queue_limits(call, test, 1);
	return dimensions != 0 &&
	       (dimensions <= 3 || (limits != NULL && dimensions <= limits->dimensions));
}

bool check_offset_fits(const struct call *call, const struct rule_test *test)
{
	size_t count, more;
	const size_t *offset = sizes(call, test, 1, &count);
	const size_t *global = sizes(call, test, 2, &more);

	for (size_t i = 0; i < count && i < more; i++)
		if (global[i] > SIZE_MAX - offset[i])
			return false;
	return true;
}

/* Since OpenCL 2.1 a command without work does nothing. */
static bool may_be_empty(const struct limits *limits)
{
	return limits == NULL || limits->version == 0 || limits->version >= 201;
}

bool check_nonnull_before_2_1(const struct call *call, const struct rule_test *test)
{
	return check_nonnull(call, test) || may_be_empty(queue_limits(call, test, 1));
}

bool check_global_nonzero(const struct call *call, const struct rule_test *test)
{
	return check_no_zero(call, test) || may_be_empty(queue_limits(call, test, 2));
}

bool check_global_fits(const struct call *call, const struct rule_test *test)
{
	const struct limits *limits;
	size_t count;
	const size_t *global = sizes(call, test, 1, &count);

	for (size_t i = 0; i < count; i++)
		if (global[i] > UINT32_MAX) {
			limits = queue_limits(call, test, 2);
			return limits == NULL || limits->address_bits != 32;
		}
	return true;
}

bool check_local_nonzero(const struct call *call, const struct rule_test *test)
{
	return check_no_zero(call, test);
}

bool check_local_divides(const struct call *call, const struct rule_test *test)
{
	const struct limits *limits;
	size_t count, more;
	const size_t *global = sizes(call, test, 1, &count);
	const size_t *local = sizes(call, test, 2, &more);

	for (size_t i = 0; i < count && i < more; i++)
		if (local[i] != 0 && global[i] % local[i] != 0) {
			limits = queue_limits(call, test, 3);
			return limits == NULL || !limits->is_uniform;
		}
	return true;
}

bool check_local_sizes(const struct call *call, const struct rule_test *test)
{
	size_t count;
	const size_t *local = sizes(call, test, 1, &count);
	const struct limits *limits = count > 0 ? queue_limits(call, test, 2) : NULL;

	for (size_t i = 0; i < count && limits != NULL; i++)
		if (limits->item_sizes[i] != 0 && local[i] > limits->item_sizes[i])
			return false;
	return true;
}

/* The most work-items that a work-group of KERNEL can have on the device of QUEUE; 0: not known. */
static size_t group_size(const void *kernel, const void *queue)
{
	const struct facts *facts = facts_of(queue, OBJECT_QUEUE);
	size_t size = 0;

	if (facts == NULL || facts->device_count != 1 ||
	    !live_is_live(live_record(kernel), OBJECT_KERNEL))
		return 0;
	clrouter_target.clGetKernelWorkGroupInfo(
		(cl_kernel)(uintptr_t)kernel, (cl_device_id)(uintptr_t)facts->devices[0],
		CL_KERNEL_WORK_GROUP_SIZE, sizeof(size), &size, NULL);
	return size;
}

/* A size that the device cannot have at all is for the rule about that. */
bool check_local_total(const struct call *call, const struct rule_test *test)
{
	const struct rule_test other = { .params = { test->params[0], test->params[1],
						     test->params[3] } };
	size_t count;
	const size_t *local = sizes(call, test, 1, &count);
	uint64_t total = 1;
	size_t most;

	for (size_t i = 0; i < count; i++)
		if (__builtin_mul_overflow(total, local[i], &total))
			return false;
	if (count == 0 || total <= 1 || !check_local_sizes(call, &other))
		return true;
	most = group_size(check_pointer(call, test->params[2]),
			  check_pointer(call, test->params[3]));
	return most == 0 || total <= most;
}
