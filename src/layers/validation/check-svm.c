/* SPDX-License-Identifier: Apache-2.0 */
/*
 * check-svm: shared virtual memory: who supports which kind, and pointers into it. See check.h.
 */
#include "layers/validation/check.h"
#include "layers/validation/facts.h"
#include "layers/validation/memory.h"

/* -- support ----------------------------------------------------------------------------- */

static bool has_svm(const struct limits *limits)
{
	return !limits->has_no_svm;
}

static bool may_have(const struct limits *limits, cl_device_svm_capabilities bits)
{
	return !limits->abilities.knows_svm || (limits->abilities.svm & bits) == bits;
}

static bool has_system(const struct limits *limits)
{
	return may_have(limits, CL_DEVICE_SVM_FINE_GRAIN_SYSTEM);
}

static bool has_fine(const struct limits *limits)
{
	return may_have(limits, CL_DEVICE_SVM_FINE_GRAIN_BUFFER);
}

static bool has_atomics(const struct limits *limits)
{
	return may_have(limits, CL_DEVICE_SVM_ATOMICS);
}

static const void *context_of(const struct call *call, unsigned index)
{
	return facts_context(check_pointer(call, index), check_param(call, index)->object);
}

bool check_context_svm(const struct call *call, const struct rule_test *test)
{
	return facts_any_device(context_of(call, test->params[0]), has_svm);
}

/* Wrong flags, and a context without shared memory, are for the rules about that. */
bool check_svm_flags_supported(const struct call *call, const struct rule_test *test)
{
	const uint64_t flags = check_number(call, test->params[0]);
	const void *context = check_pointer(call, test->params[1]);

	if (!check_svm_flags(call, test) || !facts_any_device(context, has_svm))
		return true;
	return ((flags & CL_MEM_SVM_FINE_GRAIN_BUFFER) == 0 ||
		facts_any_device(context, has_fine)) &&
	       ((flags & CL_MEM_SVM_ATOMICS) == 0 || facts_any_device(context, has_atomics));
}

/* -- pointers ---------------------------------------------------------------------------- */

/* Fine-grained system memory is all memory. */
bool check_svm_argument(const struct call *call, const struct rule_test *test)
{
	const void *pointer = check_pointer(call, test->params[0]);
	const void *context = context_of(call, test->params[1]);

	return pointer == NULL || memory_is_svm(pointer, 0) || memory_expects_unseen() ||
	       context == NULL || !facts_any_device(context, has_svm) ||
	       facts_any_device(context, has_system);
}

bool check_svm_ranges(const struct call *call, const struct rule_test *test)
{
	const uint64_t count = check_number(call, test->params[0]);
	const void *const *pointers = check_pointer(call, test->params[1]);
	const size_t *sizes = check_pointer(call, test->params[2]);

	if (pointers == NULL || memory_expects_unseen())
		return true;
	for (uint64_t i = 0; i < count; i++)
		if (sizes != NULL && sizes[i] != 0 && !memory_is_svm(pointers[i], sizes[i]))
			return false;
	return true;
}

/* Of a command without an event nothing is known. */
bool check_svm_unused(const struct call *call, const struct rule_test *test)
{
	uint32_t serial = 0;
	const void *event = memory_svm_user(check_pointer(call, test->params[0]), &serial);
	const struct object *object = event == NULL ? NULL : live_record(event);
	cl_int status = CL_COMPLETE;

	if (!live_is_live(object, OBJECT_EVENT) || atomic_load(&object->serial) != serial)
		return true;
	clrouter_target.clGetEventInfo((cl_event)(uintptr_t)event,
				       CL_EVENT_COMMAND_EXECUTION_STATUS, sizeof(status), &status,
				       NULL);
	return status <= CL_COMPLETE;
}

/* -- kernels ----------------------------------------------------------------------------- */

bool check_exec_info_svm(const struct call *call, const struct rule_test *test)
{
	return check_number(call, test->params[0]) != CL_KERNEL_EXEC_INFO_SVM_PTRS ||
	       facts_any_device(context_of(call, test->params[1]), has_svm);
}

bool check_exec_info_system(const struct call *call, const struct rule_test *test)
{
	const cl_bool *value = check_pointer(call, test->params[1]);

	return check_number(call, test->params[0]) != CL_KERNEL_EXEC_INFO_SVM_FINE_GRAIN_SYSTEM ||
	       value == NULL || check_number(call, test->params[2]) != sizeof(*value) ||
	       *value == CL_FALSE ||
	       facts_any_device(context_of(call, test->params[3]), has_system);
}

bool check_exec_info(const struct call *call, const struct rule_test *test)
{
	const uint64_t name = check_number(call, test->params[0]);
	const uint64_t size = check_number(call, test->params[1]);

	if (size != 0 && check_pointer(call, test->params[2]) == NULL)
		return false;
	switch (name) {
	case CL_KERNEL_EXEC_INFO_SVM_PTRS:
		return size % sizeof(void *) == 0;
	case CL_KERNEL_EXEC_INFO_SVM_FINE_GRAIN_SYSTEM:
		return size == sizeof(cl_bool);
	default:
		return check_known(call, test);
	}
}

/* Is an argument of the kernel set to a pointer of SORT? */
static bool has_pointer(const struct facts *facts, unsigned int bit, unsigned int sort)
{
	if (facts == NULL || facts->kernel == NULL || facts->argument_count == UINT32_MAX ||
	    (atomic_load_explicit(&facts->kernel->has, memory_order_relaxed) & bit) == 0)
		return false;
	for (cl_uint i = 0; i < facts->argument_count; i++)
		if (kernels_pointer(&facts->kernel->arguments[i], sort) != NULL)
			return true;
	return false;
}

bool check_svm_arguments(const struct call *call, const struct rule_test *test)
{
	const struct facts *facts = facts_of(check_pointer(call, test->params[0]), OBJECT_KERNEL);
	const struct limits *limits;

	if (!has_pointer(facts, KERNEL_HAS_SVM, KERNELS_SVM))
		return true;
	limits = facts_queue_limits(check_pointer(call, test->params[1]));
	return limits == NULL || has_svm(limits);
}

bool check_system_arguments(const struct call *call, const struct rule_test *test)
{
	const struct facts *facts = facts_of(check_pointer(call, test->params[0]), OBJECT_KERNEL);
	const struct limits *limits;

	if (!has_pointer(facts, KERNEL_HAS_SYSTEM, KERNELS_SYSTEM))
		return true;
	limits = facts_queue_limits(check_pointer(call, test->params[1]));
	return limits == NULL || has_system(limits);
}
