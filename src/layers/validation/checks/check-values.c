/* SPDX-License-Identifier: Apache-2.0 */
/*
 * check-values: numbers, constants, pointers and lists as parameters. See check.h.
 */
#include "layers/frame/program-callbacks.h"
#include "layers/validation/arg-info.h"
#include "layers/validation/checks/check.h"
#include "layers/validation/checks/limit.h"
#include "layers/validation/query.h"
#include "state/formats.h"

/* Values that vendors have for their extensions; enums.list does not name them. */
#define VENDOR_FIRST 0x2000
#define VENDOR_LAST 0x5fff

/* Bits that vendors have: of cl_mem_flags, and Intel's of cl_command_queue_properties. */
#define VENDOR_MEM_FLAGS (((UINT64_C(1) << 41) - 1) & ~((UINT64_C(1) << 18) - 1))
#define VENDOR_QUEUE_PROPERTIES (UINT64_C(7) << 29)

/* -- pointers and counts ----------------------------------------------------------------- */

bool check_nonnull(const struct call *call, const struct rule_test *test)
{
	return call_pointer(call, test->param) != NULL;
}

bool check_format_given(const struct call *call, const struct rule_test *test)
{
	return call_pointer(call, test->param) != NULL;
}

bool check_null(const struct call *call, const struct rule_test *test)
{
	return call_pointer(call, test->param) == NULL;
}

bool check_nonzero(const struct call *call, const struct rule_test *test)
{
	return call_number(call, test->param) != 0;
}

bool check_either(const struct call *call, const struct rule_test *test)
{
	enum { ONE, OTHER };

	return call_pointer(call, test->params[ONE]) ||
	       call_pointer(call, test->params[OTHER]);
}

/* A number that is not 0 has its array. */
bool check_given(const struct call *call, const struct rule_test *test)
{
	enum { COUNT, LIST };

	return call_number(call, test->params[COUNT]) == 0 ||
	       call_pointer(call, test->params[LIST]);
}

/* An array has a number that is not 0. */
bool check_counted(const struct call *call, const struct rule_test *test)
{
	enum { COUNT, LIST };

	return call_number(call, test->params[COUNT]) != 0 ||
	       !call_pointer(call, test->params[LIST]);
}

/* The second pointer comes with the first one only. */
bool check_alone(const struct call *call, const struct rule_test *test)
{
	enum { CALLBACK, DATA };

	return call_pointer(call, test->params[CALLBACK]) ||
	       !call_pointer(call, test->params[DATA]);
}

/* Is no element 0 of the array that the second parameter of TEST is? They are pointers or sizes. */
static bool has_no_zero(const struct call *call, const struct rule_test *test)
{
	enum { COUNT, ARRAY };
	const char *array = call_pointer(call, test->params[ARRAY]);
	const size_t count = check_count(call, test->params[COUNT]);

	for (size_t i = 0; array && i < count; i++)
		if (signature_number(array + i * sizeof(void *), sizeof(void *)) == 0)
			return false;
	return true;
}

bool check_no_null(const struct call *call, const struct rule_test *test)
{
	return has_no_zero(call, test);
}

bool check_no_zero(const struct call *call, const struct rule_test *test)
{
	return has_no_zero(call, test);
}

/* -- numbers ----------------------------------------------------------------------------- */

/* 0 is for another rule, or lawful. */
bool check_power_of_two(const struct call *call, const struct rule_test *test)
{
	const uint64_t number = call_number(call, test->param);

	return (number & (number - 1)) == 0;
}

bool check_at_most(const struct call *call, const struct rule_test *test)
{
	return call_number(call, test->param) <= test->constants[0];
}

/* A unit that is no power of two is for the rule about that. */
static bool is_multiple(uint64_t number, uint64_t unit)
{
	return unit == 0 || (unit & (unit - 1)) != 0 || number % unit == 0;
}

bool check_multiple(const struct call *call, const struct rule_test *test)
{
	enum { NUMBER, UNIT };

	return is_multiple(call_number(call, test->params[NUMBER]),
			   call_number(call, test->params[UNIT]));
}

bool check_multiple_pointer(const struct call *call, const struct rule_test *test)
{
	enum { POINTER, UNIT };

	return is_multiple((uintptr_t)call_pointer(call, test->params[POINTER]),
			   call_number(call, test->params[UNIT]));
}

/* -- constants --------------------------------------------------------------------------- */

bool check_allows_flags(const struct rule_test *test, uint64_t flags)
{
	return test->is_lenient && (flags & VENDOR_MEM_FLAGS) != 0;
}

bool check_allows_name(const struct rule_test *test, uint64_t value)
{
	return test->is_lenient && value >= VENDOR_FIRST && value <= VENDOR_LAST;
}

static bool is_known_name(const struct rule_test *test, enum names_group group, uint64_t value)
{
	return check_allows_name(test, value) || names_find(group, (int64_t)value);
}

/* The bits of GROUP that count as right for TEST because a vendor may have them. */
static uint64_t allowed_bits(const struct rule_test *test, enum names_group group)
{
	if (!test->is_lenient)
		return 0;
	switch (group) {
	case NAMES_cl_mem_flags:
		return VENDOR_MEM_FLAGS;
	case NAMES_cl_command_queue_properties:
		return VENDOR_QUEUE_PROPERTIES;
	default:
		return 0;
	}
}

static bool are_known_bits(const struct rule_test *test, enum names_group group, uint64_t value)
{
	const struct names_table *table = &names_tables[group];
	uint64_t known = allowed_bits(test, group);

	if (group == NAMES_cl_device_type && value == 0)
		return false;
	for (size_t i = 0; i < table->count; i++) {
		const uint64_t bits = (uint64_t)table->entries[i].value;

		if (bits == value)
			return true;
		known |= (bits & (bits - 1)) == 0 ? bits : 0;
	}
	return (value & ~known) == 0;
}

/* The pairs of a list have values that are numbers as wide as the names. */
static bool have_known_bits(const struct signature_param *param, const char *list)
{
	static const struct rule_test test = { .is_lenient = true };
	const size_t size = param->size;

	for (; list && signature_number(list, size) != 0; list += 2 * size) {
		const struct names_value *name =
			names_find(param->group, (int64_t)signature_number(list, size));

		if (name && names_tables[name->group].is_bits &&
		    !are_known_bits(&test, name->group, signature_number(list + size, size)))
			return false;
	}
	return true;
}

bool check_bits_exist(const struct call *call, unsigned index)
{
	static const struct rule_test test = { .is_lenient = true };
	const struct signature_param *param = call_param(call, index);

	if (param->kind == PARAM_PAIRS)
		return have_known_bits(param, call_pointer(call, index));
	return param->kind != PARAM_NAMES || !names_tables[param->group].is_bits ||
	       are_known_bits(&test, param->group, call_number(call, index));
}

bool check_known(const struct call *call, const struct rule_test *test)
{
	const struct signature_param *param = call_param(call, test->param);
	const uint64_t value = call_number(call, test->param);

	return names_tables[param->group].is_bits ? are_known_bits(test, param->group, value)
						  : is_known_name(test, param->group, value);
}

/* A name that is not known is a mistake only if the driver does not know it either. */
bool check_query(const struct call *call, const struct rule_test *test)
{
	const enum names_group group = call_param(call, test->param)->group;

	return test->is_lenient || names_find(group, (int64_t)call_number(call, test->param));
}

bool check_without(const struct call *call, const struct rule_test *test)
{
	return (call_number(call, test->param) & test->constants[0]) == 0;
}

/* Is at most one bit of MASK in FLAGS? */
static bool has_one_of(uint64_t flags, uint64_t mask)
{
	return ((flags & mask) & ((flags & mask) - 1)) == 0;
}

bool check_mem_flags(const struct call *call, const struct rule_test *test)
{
	const uint64_t flags = call_number(call, test->param);

	return are_known_bits(test, NAMES_cl_mem_flags, flags) &&
	       has_one_of(flags, CL_MEM_READ_WRITE | CL_MEM_WRITE_ONLY | CL_MEM_READ_ONLY) &&
	       has_one_of(flags,
			  CL_MEM_HOST_WRITE_ONLY | CL_MEM_HOST_READ_ONLY | CL_MEM_HOST_NO_ACCESS) &&
	       has_one_of(flags, CL_MEM_USE_HOST_PTR | CL_MEM_COPY_HOST_PTR) &&
	       has_one_of(flags, CL_MEM_USE_HOST_PTR | CL_MEM_ALLOC_HOST_PTR);
}

bool check_svm_flags(const struct call *call, const struct rule_test *test)
{
	const uint64_t flags = call_number(call, test->param);
	const uint64_t access = CL_MEM_READ_WRITE | CL_MEM_WRITE_ONLY | CL_MEM_READ_ONLY;
	const uint64_t svm = CL_MEM_SVM_FINE_GRAIN_BUFFER | CL_MEM_SVM_ATOMICS;

	return (flags & ~(access | svm | allowed_bits(test, NAMES_cl_mem_flags))) == 0 &&
	       has_one_of(flags, access) && (flags & svm) != CL_MEM_SVM_ATOMICS;
}

bool check_map_flags(const struct call *call, const struct rule_test *test)
{
	const uint64_t flags = call_number(call, test->param);
	const uint64_t both = CL_MAP_READ | CL_MAP_WRITE;

	return (flags & ~(both | CL_MAP_WRITE_INVALIDATE_REGION)) == 0 &&
	       ((flags & CL_MAP_WRITE_INVALIDATE_REGION) == 0 || (flags & both) == 0);
}

bool check_image_type(const struct call *call, const struct rule_test *test)
{
	return formats_is_image((cl_mem_object_type)call_number(call, test->param));
}

bool check_normalized(const struct call *call, const struct rule_test *test)
{
	enum { NORMALIZED, MODE };
	const uint64_t mode = call_number(call, test->params[MODE]);

	return call_number(call, test->params[NORMALIZED]) != CL_FALSE ||
	       (mode != CL_ADDRESS_REPEAT && mode != CL_ADDRESS_MIRRORED_REPEAT);
}

bool check_callback_type(const struct call *call, const struct rule_test *test)
{
	const uint64_t type = call_number(call, test->param);

	return type == CL_SUBMITTED || type == CL_RUNNING || type == CL_COMPLETE;
}

bool check_complete_or_negative(const struct call *call, const struct rule_test *test)
{
	return (int32_t)call_number(call, test->param) <= CL_COMPLETE;
}

/* -- callbacks --------------------------------------------------------------------------- */

bool check_not_in_callback(const struct call *call, const struct rule_test *test)
{
	(void)call;
	(void)test;
	return !program_callbacks_are_running();
}

bool check_not_blocking_in_callback(const struct call *call, const struct rule_test *test)
{
	return !program_callbacks_are_running() || call_number(call, test->param) == CL_FALSE;
}

/* A build with a callback of its own does not block. */
bool check_not_building_in_callback(const struct call *call, const struct rule_test *test)
{
	return !program_callbacks_are_running() || call_pointer(call, test->param);
}

/* -- lists of properties ----------------------------------------------------------------- */

/* The name of pair INDEX of the list that parameter PARAM is; 0 at its end. */
static uint64_t pair_name(const struct call *call, unsigned param, size_t index)
{
	const char *list = call_pointer(call, param);
	const size_t size = call_param(call, param)->size;

	return !list ? 0 : signature_number(list + 2 * index * size, size);
}

bool check_pair_names(const struct call *call, const struct rule_test *test)
{
	const enum names_group group = call_param(call, test->param)->group;
	uint64_t name;

	for (size_t i = 0; (name = pair_name(call, test->param, i)) != 0; i++)
		if (!is_known_name(test, group, name))
			return false;
	return true;
}

bool check_pairs_once(const struct call *call, const struct rule_test *test)
{
	const unsigned param = test->param;
	uint64_t name;

	for (size_t i = 0; (name = pair_name(call, param, i)) != 0; i++)
		for (size_t k = 0; k < i; k++)
			if (pair_name(call, param, k) == name)
				return false;
	return true;
}

/* -- sizes of queries -------------------------------------------------------------------- */

/* Two functions in one: the extension became part of OpenCL 2.1. */
#define SUB_GROUP_QUERY(function) \
	case CLROUTER_SLOT_##function: \
		return clrouter_target.function( \
			(cl_kernel)(uintptr_t)object, \
			*(cl_device_id *)call->values[ARG_clGetKernelSubGroupInfo_device], name, \
			*(size_t *)call->values[ARG_clGetKernelSubGroupInfo_input_value_size], \
			*(void **)call->values[ARG_clGetKernelSubGroupInfo_input_value], 0, NULL, size)

/* The device that is the second parameter of a query; NULL: there is none. */
static const void *second_device(const struct call *call)
{
	return call_param(call, ARG_clGetProgramBuildInfo_device)->kind == PARAM_HANDLE
		       ? call_pointer(call, ARG_clGetProgramBuildInfo_device)
		       : NULL;
}

/* Asks the driver for the size of the value that the query CALL is about. */
static cl_int ask_size(const struct call *call, cl_uint name, size_t *size)
{
	const void *object = call_pointer(call, ARG_first);

	switch (call->slot) {
		SUB_GROUP_QUERY(clGetKernelSubGroupInfo);
		SUB_GROUP_QUERY(clGetKernelSubGroupInfoKHR);
	case CLROUTER_SLOT_clGetKernelArgInfo:
		return clrouter_target.clGetKernelArgInfo(
			(cl_kernel)(uintptr_t)object,
			*(cl_uint *)call->values[ARG_clGetKernelArgInfo_arg_indx], name, 0, NULL,
			size);
	default:
		return query_driver(call->slot, object, second_device(call), name, 0, NULL, size);
	}
}

/* The driver is not asked about a device that is none. */
static bool is_device_good(const void *device)
{
	return !device || live_is_live(live_record(device), OBJECT_DEVICE);
}

/* An array of pointers to binaries is filled element by element: the size is the array's. */
bool check_value_size(const struct call *call, const struct rule_test *test)
{
	const struct signature_param *param = call_param(call, test->param);
	const struct signature_param *object = call_param(call, ARG_first);
	size_t size = 0;

	if (test->is_lenient || !call_pointer(call, test->param) ||
	    !live_is_live(live_record(call_pointer(call, ARG_first)), object->object) ||
	    !is_device_good(second_device(call)) ||
	    ask_size(call, (cl_uint)call_number(call, (unsigned)param->by), &size) != CL_SUCCESS)
		return true;
	return limit_at_least(call, signature_count(param, call->values), "the size of the value",
			      size - arg_info_hidden(call));
}
