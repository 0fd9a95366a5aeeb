/* SPDX-License-Identifier: Apache-2.0 */
/*
 * check-extensions: queues, programs, kernels and queries of extensions. See check.h.
 */
#include "base/array.h"
#include "layers/validation/checks/check.h"

static bool may_have_addresses(const struct limits *limits)
{
	return !support_lacks(&limits->support, SUPPORT_DEVICE_ADDRESS);
}

/* -- queues ------------------------------------------------------------------------------ */

bool check_no_hint_on_device(const struct call *call, const struct rule_test *test)
{
	const cl_queue_properties *list = call_pointer(call, test->param);
	struct property hint;

	return !lists_find(list, test->constants[0], &hint) ||
	       (lists_value(list, CL_QUEUE_PROPERTIES) & CL_QUEUE_ON_DEVICE) == 0;
}

/* -- addresses of devices ---------------------------------------------------------------- */

bool check_kernel_addresses(const struct call *call, const struct rule_test *test)
{
	const void *context = facts_context(call_pointer(call, test->param), OBJECT_KERNEL);

	return facts_any_device(context, may_have_addresses);
}

bool check_exec_info_addresses(const struct call *call, const struct rule_test *test)
{
	enum { KERNEL, NAME };

	return call_number(call, test->params[NAME]) != CL_KERNEL_EXEC_INFO_DEVICE_PTRS_EXT ||
	       check_kernel_addresses(call, test);
}

bool check_list_addresses(const struct call *call, const struct rule_test *test)
{
	enum { PROPERTIES, CONTEXT };
	const cl_properties *list = call_pointer(call, test->params[PROPERTIES]);

	return lists_value(list, CL_MEM_DEVICE_PRIVATE_ADDRESS_EXT) == 0 ||
	       facts_any_device(call_pointer(call, test->params[CONTEXT]), may_have_addresses);
}

bool check_address_query(const struct call *call, const struct rule_test *test)
{
	enum { NAME, MEM };
	const struct facts_mem *facts = check_mem(call, test->params[MEM]);

	return call_number(call, test->params[NAME]) != CL_MEM_DEVICE_ADDRESS_EXT ||
	       !facts || facts->has_device_address;
}

/* Drivers keep what they know of arguments only if they are asked to. */
bool check_global_argument(const struct call *call, const struct rule_test *test)
{
	enum { KERNEL, INDEX };
	const void *kernel = call_pointer(call, test->params[KERNEL]);
	cl_kernel_arg_address_qualifier space = 0;

	if (!live_is_live(live_record(kernel), OBJECT_KERNEL) || !check_arg_index(call, test) ||
	    clrouter_target.clGetKernelArgInfo(
		    (cl_kernel)(uintptr_t)kernel, (cl_uint)call_number(call, test->params[INDEX]),
		    CL_KERNEL_ARG_ADDRESS_QUALIFIER, sizeof(space), &space, NULL) != CL_SUCCESS)
		return true;
	return space != CL_KERNEL_ARG_ADDRESS_LOCAL && space != CL_KERNEL_ARG_ADDRESS_CONSTANT &&
	       space != CL_KERNEL_ARG_ADDRESS_PRIVATE;
}

/* -- queries ----------------------------------------------------------------------------- */

/* A query of an extension, and the bytes that its value has, if these are always as many. */
static const struct info_size {
	cl_uint name;
	size_t size;
} infos[] = {
	{ CL_COMMAND_BUFFER_NUM_QUEUES_KHR, sizeof(cl_uint) },
	{ CL_COMMAND_BUFFER_REFERENCE_COUNT_KHR, sizeof(cl_uint) },
	{ CL_COMMAND_BUFFER_STATE_KHR, sizeof(cl_uint) },
	{ CL_COMMAND_BUFFER_CONTEXT_KHR, sizeof(cl_context) },
	{ CL_MUTABLE_COMMAND_COMMAND_QUEUE_KHR, sizeof(cl_command_queue) },
	{ CL_MUTABLE_COMMAND_COMMAND_BUFFER_KHR, sizeof(void *) },
	{ CL_MUTABLE_DISPATCH_KERNEL_KHR, sizeof(cl_kernel) },
	{ CL_MUTABLE_DISPATCH_DIMENSIONS_KHR, sizeof(cl_uint) },
	{ CL_MUTABLE_COMMAND_COMMAND_TYPE_KHR, sizeof(cl_command_type) },
	{ CL_SEMAPHORE_CONTEXT_KHR, sizeof(cl_context) },
	{ CL_SEMAPHORE_REFERENCE_COUNT_KHR, sizeof(cl_uint) },
	{ CL_SEMAPHORE_PAYLOAD_KHR, sizeof(cl_semaphore_payload_khr) },
	{ CL_SEMAPHORE_TYPE_KHR, sizeof(cl_uint) },
	{ CL_CURRENT_DEVICE_FOR_GL_CONTEXT_KHR, sizeof(cl_device_id) },
	{ CL_IMAGE_REQUIREMENTS_ROW_PITCH_ALIGNMENT_EXT, sizeof(size_t) },
	{ CL_IMAGE_REQUIREMENTS_SLICE_PITCH_ALIGNMENT_EXT, sizeof(size_t) },
	{ CL_IMAGE_REQUIREMENTS_BASE_ADDRESS_ALIGNMENT_EXT, sizeof(size_t) },
	{ CL_IMAGE_REQUIREMENTS_SIZE_EXT, sizeof(size_t) },
	{ CL_IMAGE_REQUIREMENTS_MAX_WIDTH_EXT, sizeof(cl_uint) },
	{ CL_IMAGE_REQUIREMENTS_MAX_HEIGHT_EXT, sizeof(cl_uint) },
	{ CL_IMAGE_REQUIREMENTS_MAX_DEPTH_EXT, sizeof(cl_uint) },
	{ CL_IMAGE_REQUIREMENTS_MAX_ARRAY_SIZE_EXT, sizeof(cl_uint) },
};

/* A value of no fixed size is not looked at. */
bool check_info_size(const struct call *call, const struct rule_test *test)
{
	enum { NAME, SIZE, VALUE };
	const uint64_t name = call_number(call, test->params[NAME]);

	for (size_t i = 0; i < ARRAY_SIZE(infos); i++)
		if (infos[i].name == name)
			return !call_pointer(call, test->params[VALUE]) ||
			       call_number(call, test->params[SIZE]) >= infos[i].size;
	return true;
}
