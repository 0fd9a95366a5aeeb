/* SPDX-License-Identifier: Apache-2.0 */
/*
 * check-arguments: arguments of kernels: which there are, how they are declared, and the objects
 * that they are set to. See check.h.
 */
#include <string.h>

#include "layers/validation/checks/check.h"
#include "layers/validation/checks/limit.h"

/* What most of these checks are about. */
enum { KERNEL, INDEX, SIZE, VALUE };

/* -- which there are --------------------------------------------------------------------- */

bool check_arg_index(const struct call *call, const struct rule_test *test)
{
	const struct facts_kernel *kernel =
		facts_of_kernel(call_pointer(call, test->params[KERNEL]));

	return test->is_lenient || !kernel ||
	       limit_below(call, call_number(call, test->params[INDEX]), "the number of arguments",
			   kernel->argument_count);
}

/* A function that the layer does not see may have set them, too. */
bool check_args_set(const struct call *call, const struct rule_test *test)
{
	const struct facts_kernel *kernel = facts_of_kernel(call_pointer(call, test->param));

	if (!kernel || kernel->argument_count == UINT32_MAX || live_expects_unseen())
		return true;
	for (cl_uint i = 0; i < kernel->argument_count; i++)
		if (!atomic_load_explicit(&kernel->state->arguments[i].value,
					 memory_order_relaxed))
			return false;
	return true;
}

/* -- how arguments are declared ---------------------------------------------------------- */

static struct declaration declaration_of(const struct call *call, const struct rule_test *test)
{
	const void *handle = call_pointer(call, test->params[KERNEL]);
	const struct facts_kernel *kernel = facts_of_kernel(handle);
	const uint64_t index = call_number(call, test->params[INDEX]);

	if (!kernel || !kernel->state || index >= kernel->argument_count)
		return (struct declaration){ .kind = ARGUMENT_UNKNOWN };
	return kernels_declared(kernel->state, handle, index);
}

static bool is_memory(const struct declaration *declared)
{
	return declared->kind == ARGUMENT_BUFFER || declared->kind == ARGUMENT_IMAGE ||
	       declared->kind == ARGUMENT_PIPE;
}

static bool has_handle_size(const struct call *call, const struct rule_test *test)
{
	return call_number(call, test->params[SIZE]) == sizeof(void *);
}

/* The handle that the value is, if it has the size of one. */
static const void *handle_of(const struct call *call, const struct rule_test *test)
{
	const void *value = call_pointer(call, test->params[VALUE]);
	const void *handle = NULL;

	if (value && has_handle_size(call, test))
		memcpy(&handle, value, sizeof(handle));
	return handle;
}

/* NULL is a buffer, but no image or pipe. */
bool check_arg_given(const struct call *call, const struct rule_test *test)
{
	const struct declaration declared = declaration_of(call, test);

	return call_pointer(call, test->params[VALUE]) ||
	       (declared.kind != ARGUMENT_IMAGE && declared.kind != ARGUMENT_PIPE);
}

bool check_arg_nonnull(const struct call *call, const struct rule_test *test)
{
	const struct declaration declared = declaration_of(call, test);

	return !call_pointer(call, test->params[VALUE]) || !has_handle_size(call, test) ||
	       (declared.kind != ARGUMENT_IMAGE && declared.kind != ARGUMENT_PIPE) ||
	       handle_of(call, test);
}

/* May HANDLE be a live object of KIND, as far as that is known? */
static bool may_be(const void *handle, enum object_kind kind)
{
	const struct object *object = live_record(handle);

	return live_is_live(object, kind) || (object && object->is_lent) ||
	       live_lacks_some();
}

/*
 * The bytes may be a number that only looks like a handle, which is most unlikely. If it is known
 * that they are a handle, they must be one.
 */
bool check_arg_alive(const struct call *call, const struct rule_test *test)
{
	const struct declaration declared = declaration_of(call, test);
	const void *handle = handle_of(call, test);
	const struct object *object = !handle ? NULL : live_record(handle);

	if (!handle)
		return true;
	if (is_memory(&declared))
		return may_be(handle, OBJECT_MEM);
	return !object || object->kind != OBJECT_MEM || object->is_lent ||
	       declared.kind != ARGUMENT_UNKNOWN || live_is_live(object, OBJECT_MEM);
}

/* Does the memory object of FACTS fit what is declared? */
static bool does_fit(const struct declaration *declared, const struct facts_mem *facts)
{
	switch (declared->kind) {
	case ARGUMENT_BUFFER:
		return facts->type == CL_MEM_OBJECT_BUFFER;
	case ARGUMENT_IMAGE:
		return facts->type == declared->detail;
	case ARGUMENT_PIPE:
		return facts->type == CL_MEM_OBJECT_PIPE;
	default:
		return true;
	}
}

bool check_arg_fits(const struct call *call, const struct rule_test *test)
{
	const struct declaration declared = declaration_of(call, test);
	const struct facts_mem *facts = facts_of_mem(handle_of(call, test));

	return !facts || facts->type == 0 || does_fit(&declared, facts);
}

bool check_arg_sampler(const struct call *call, const struct rule_test *test)
{
	const struct declaration declared = declaration_of(call, test);

	return declared.kind != ARGUMENT_SAMPLER ||
	       (call_pointer(call, test->params[VALUE]) && !has_handle_size(call, test)) ||
	       may_be(handle_of(call, test), OBJECT_SAMPLER);
}

bool check_arg_queue(const struct call *call, const struct rule_test *test)
{
	const struct declaration declared = declaration_of(call, test);
	const void *handle = handle_of(call, test);
	const struct facts_queue *facts = facts_of_queue(handle);

	if (declared.kind != ARGUMENT_QUEUE ||
	    (call_pointer(call, test->params[VALUE]) && !has_handle_size(call, test)))
		return true;
	return may_be(handle, OBJECT_QUEUE) &&
	       (!facts || (facts->properties & CL_QUEUE_ON_DEVICE) != 0);
}

bool check_arg_context(const struct call *call, const struct rule_test *test)
{
	const struct declaration declared = declaration_of(call, test);
	const void *context =
		facts_context(call_pointer(call, test->params[KERNEL]), OBJECT_KERNEL);
	const void *handle = handle_of(call, test);
	const struct object *object = !handle ? NULL : live_record(handle);
	const void *other = !object || declared.kind == ARGUMENT_VALUE
				    ? NULL
				    : facts_context(object->handle, object->kind);

	return !context || !other || context == other ||
	       (object->kind != OBJECT_MEM && object->kind != OBJECT_SAMPLER);
}

/* -- sizes ------------------------------------------------------------------------------- */

/* A value that is not given is for other rules, or NULL. */
static bool is_size_of_handle(const struct call *call, const struct rule_test *test, bool is_handle)
{
	return !is_handle || !call_pointer(call, test->params[VALUE]) ||
	       limit_equal(call, call_number(call, test->params[SIZE]), "the size of a handle",
			   sizeof(void *));
}

bool check_arg_size_memory(const struct call *call, const struct rule_test *test)
{
	const struct declaration declared = declaration_of(call, test);

	return is_size_of_handle(call, test, is_memory(&declared));
}

bool check_arg_size_sampler(const struct call *call, const struct rule_test *test)
{
	return is_size_of_handle(call, test, declaration_of(call, test).kind == ARGUMENT_SAMPLER);
}

bool check_arg_size_queue(const struct call *call, const struct rule_test *test)
{
	return is_size_of_handle(call, test, declaration_of(call, test).kind == ARGUMENT_QUEUE);
}

/* OpenCL 3.1 permits local memory of no size. */
bool check_arg_size_local(const struct call *call, const struct rule_test *test)
{
	const struct facts_kernel *kernel =
		facts_of_kernel(call_pointer(call, test->params[KERNEL]));
	const struct limits *limits;

	if (call_number(call, test->params[SIZE]) != 0 ||
	    declaration_of(call, test).kind != ARGUMENT_LOCAL)
		return true;
	for (unsigned i = 0; i < kernel->devices.count; i++) {
		limits = facts_limits(kernel->devices.list[i]);
		if (!limits || limits->version == 0 || limits->version >= 301)
			return true;
	}
	return kernel->devices.count == 0;
}

bool check_arg_size_value(const struct call *call, const struct rule_test *test)
{
	const struct declaration declared = declaration_of(call, test);

	return declared.kind != ARGUMENT_VALUE || declared.detail == 0 ||
	       !call_pointer(call, test->params[VALUE]) ||
	       limit_equal(call, call_number(call, test->params[SIZE]), "the size of the argument",
			   declared.detail);
}

/* -- values ------------------------------------------------------------------------------ */

/* Local memory has no value, and a number has one. */
bool check_arg_value(const struct call *call, const struct rule_test *test)
{
	const bool is_given = call_pointer(call, test->params[VALUE]) != NULL;

	switch (declaration_of(call, test).kind) {
	case ARGUMENT_LOCAL:
		return !is_given;
	case ARGUMENT_VALUE:
		return is_given;
	default:
		return true;
	}
}

/* Is an image declared with ACCESS, and the object made with FLAGS? */
static bool is_image_with(const struct call *call, const struct rule_test *test,
			  cl_kernel_arg_access_qualifier access, cl_mem_flags flags)
{
	const struct declaration declared = declaration_of(call, test);
	const struct facts_mem *facts = facts_of_mem(handle_of(call, test));

	return facts && declared.kind == ARGUMENT_IMAGE &&
	       declared.access == access - CL_KERNEL_ARG_ACCESS_READ_ONLY &&
	       facts->type == declared.detail && (facts->flags & flags) != 0;
}

bool check_arg_readable(const struct call *call, const struct rule_test *test)
{
	return !is_image_with(call, test, CL_KERNEL_ARG_ACCESS_READ_ONLY, CL_MEM_WRITE_ONLY);
}

bool check_arg_writable(const struct call *call, const struct rule_test *test)
{
	return !is_image_with(call, test, CL_KERNEL_ARG_ACCESS_WRITE_ONLY, CL_MEM_READ_ONLY);
}

/* -- objects of a kernel that is enqueued ------------------------------------------------ */

bool check_args_aligned(const struct call *call, const struct rule_test *test)
{
	enum { QUEUE = 1 };
	const struct facts_kernel *kernel = facts_of_kernel_with(
		call_pointer(call, test->params[KERNEL]), KERNEL_HAS_SUB_BUFFER);
	const struct limits *limits;
	const struct object *object;
	const struct facts_mem *facts;

	if (!kernel)
		return true;
	limits = facts_queue_limits(call_pointer(call, test->params[QUEUE]));
	for (cl_uint i = 0; limits && limits->align != 0 && i < kernel->argument_count;
	     i++) {
		object = kernels_object(&kernel->state->arguments[i]);
		facts = !object ? NULL : facts_of_mem(object->handle);
		if (facts && facts->parent &&
		    !limit_multiple(call, facts->origin, "CL_DEVICE_MEM_BASE_ADDR_ALIGN in bytes",
				    limits->align))
			return false;
	}
	return true;
}

bool check_args_alive(const struct call *call, const struct rule_test *test)
{
	const struct facts_kernel *kernel =
		facts_of_kernel_with(call_pointer(call, test->param), KERNEL_HAS_OBJECT);

	for (cl_uint i = 0; kernel && i < kernel->argument_count; i++)
		if (kernels_is_gone(&kernel->state->arguments[i]))
			return live_expects_unseen();
	return true;
}
