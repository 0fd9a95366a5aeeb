/* SPDX-License-Identifier: Apache-2.0 */
/*
 * check-extensions: queues, programs, kernels and queries of extensions. See check.h.
 */
#include "layers/validation/checks/check.h"
#include "opencl/lists.h"
#include "state/facts.h"

static bool may_have_addresses(const struct limits *limits)
{
	return !support_lacks(&limits->support, SUPPORT_DEVICE_ADDRESS);
}

/* -- queues ------------------------------------------------------------------------------ */

bool check_no_hint_on_device(const struct call *call, const struct rule_test *test)
{
	const cl_queue_properties *list = call_pointer(call, test->param);
	bool has_hint = false;
	bool is_on_device = false;

	for (; list != NULL && list[0] != 0; list += 2) {
		has_hint |= list[0] == test->constants[0];
		is_on_device |=
			list[0] == CL_QUEUE_PROPERTIES && (list[1] & CL_QUEUE_ON_DEVICE) != 0;
	}
	return !has_hint || !is_on_device;
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
	const struct facts_mem *facts = facts_of_mem(call_pointer(call, test->params[MEM]));

	return call_number(call, test->params[NAME]) != CL_MEM_DEVICE_ADDRESS_EXT ||
	       facts == NULL || facts->has_device_address;
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

/* A query, and the bytes that its value has at least. */
static const struct info {
	unsigned slot;
	cl_uint name;
	size_t size;
} infos[] = {
	/* CL_COMMAND_BUFFER_QUEUES_KHR and what follows it */
	{ CLROUTER_SLOT_clGetCommandBufferInfoKHR, 0x1294, 0 },
	{ CLROUTER_SLOT_clGetCommandBufferInfoKHR, 0x1295, sizeof(cl_uint) },
	{ CLROUTER_SLOT_clGetCommandBufferInfoKHR, 0x1296, sizeof(cl_uint) },
	{ CLROUTER_SLOT_clGetCommandBufferInfoKHR, 0x1297, sizeof(cl_uint) },
	{ CLROUTER_SLOT_clGetCommandBufferInfoKHR, 0x1298, 0 },
	{ CLROUTER_SLOT_clGetCommandBufferInfoKHR, 0x1299, sizeof(cl_context) },
	/* CL_MUTABLE_COMMAND_COMMAND_QUEUE_KHR and what follows it */
	{ CLROUTER_SLOT_clGetMutableCommandInfoKHR, 0x12A0, sizeof(cl_command_queue) },
	{ CLROUTER_SLOT_clGetMutableCommandInfoKHR, 0x12A1, sizeof(void *) },
	{ CLROUTER_SLOT_clGetMutableCommandInfoKHR, 0x12A2, 0 },
	{ CLROUTER_SLOT_clGetMutableCommandInfoKHR, 0x12A3, sizeof(cl_kernel) },
	{ CLROUTER_SLOT_clGetMutableCommandInfoKHR, 0x12A4, sizeof(cl_uint) },
	{ CLROUTER_SLOT_clGetMutableCommandInfoKHR, 0x12A5, 0 },
	{ CLROUTER_SLOT_clGetMutableCommandInfoKHR, 0x12A6, 0 },
	{ CLROUTER_SLOT_clGetMutableCommandInfoKHR, 0x12A7, 0 },
	{ CLROUTER_SLOT_clGetMutableCommandInfoKHR, 0x12AD, sizeof(cl_command_type) },
	/* CL_SEMAPHORE_CONTEXT_KHR and what follows it */
	{ CLROUTER_SLOT_clGetSemaphoreInfoKHR, 0x2039, sizeof(cl_context) },
	{ CLROUTER_SLOT_clGetSemaphoreInfoKHR, 0x203A, sizeof(cl_uint) },
	{ CLROUTER_SLOT_clGetSemaphoreInfoKHR, 0x203B, 0 },
	{ CLROUTER_SLOT_clGetSemaphoreInfoKHR, 0x203C, sizeof(cl_semaphore_payload_khr) },
	{ CLROUTER_SLOT_clGetSemaphoreInfoKHR, 0x203D, sizeof(cl_uint) },
	/* CL_CURRENT_DEVICE_FOR_GL_CONTEXT_KHR, CL_DEVICES_FOR_GL_CONTEXT_KHR */
	{ CLROUTER_SLOT_clGetGLContextInfoKHR, 0x2006, sizeof(cl_device_id) },
	{ CLROUTER_SLOT_clGetGLContextInfoKHR, 0x2007, 0 },
	/* CL_IMAGE_REQUIREMENTS_ROW_PITCH_ALIGNMENT_EXT and others */
	{ CLROUTER_SLOT_clGetImageRequirementsInfoEXT, 0x1290, sizeof(size_t) },
	{ CLROUTER_SLOT_clGetImageRequirementsInfoEXT, 0x1291, sizeof(size_t) },
	{ CLROUTER_SLOT_clGetImageRequirementsInfoEXT, 0x1292, sizeof(size_t) },
	{ CLROUTER_SLOT_clGetImageRequirementsInfoEXT, 0x12B2, sizeof(size_t) },
	{ CLROUTER_SLOT_clGetImageRequirementsInfoEXT, 0x12B3, sizeof(cl_uint) },
	{ CLROUTER_SLOT_clGetImageRequirementsInfoEXT, 0x12B4, sizeof(cl_uint) },
	{ CLROUTER_SLOT_clGetImageRequirementsInfoEXT, 0x12B5, sizeof(cl_uint) },
	{ CLROUTER_SLOT_clGetImageRequirementsInfoEXT, 0x12B6, sizeof(cl_uint) },
};

static const struct info *find_info(const struct call *call, uint64_t name)
{
	for (size_t i = 0; i < sizeof(infos) / sizeof(infos[0]); i++)
		if (infos[i].slot == call->slot && infos[i].name == name)
			return &infos[i];
	return NULL;
}

bool check_info_name(const struct call *call, const struct rule_test *test)
{
	const uint64_t name = call_number(call, test->param);

	return check_allows_name(test, name) || find_info(call, name) != NULL;
}

/* A value of no fixed size is not looked at. */
bool check_info_size(const struct call *call, const struct rule_test *test)
{
	enum { NAME, SIZE, VALUE };
	const struct info *info = find_info(call, call_number(call, test->params[NAME]));

	return info == NULL || call_pointer(call, test->params[VALUE]) == NULL ||
	       call_number(call, test->params[SIZE]) >= info->size;
}
