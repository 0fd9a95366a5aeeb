/* SPDX-License-Identifier: Apache-2.0 */
/*
 * check-semaphores: semaphores and their handles of other interfaces. See check.h.
 */

#include "base/common/system.h"
#include "layers/validation/checks/check.h"

/* Is NAME a handle of another interface that a semaphore is imported from? */
static bool is_handle_type(uint64_t name)
{
	return (name >= CL_SEMAPHORE_HANDLE_OPAQUE_FD_KHR &&
		name <= CL_SEMAPHORE_HANDLE_D3D12_FENCE_KHR) ||
	       name == CL_SEMAPHORE_HANDLE_OPAQUE_WIN32_NAME_KHR;
}

static size_t count_handles(const cl_properties *list)
{
	struct property property;
	size_t count = 0;

	while (lists_next(&list, &property))
		count += is_handle_type(property.name);
	return count;
}

/* -- how it is made ---------------------------------------------------------------------- */

static bool is_property_right(const struct rule_test *test, const struct property *property)
{
	switch (property->name) {
	case CL_SEMAPHORE_TYPE_KHR:
		return property->values[0] == CL_SEMAPHORE_TYPE_BINARY_KHR ||
		       check_allows_name(test, property->values[0]);
	case CL_SEMAPHORE_EXPORT_HANDLE_TYPES_KHR:
	case CL_SEMAPHORE_DEVICE_HANDLE_LIST_KHR:
		return true;
	default:
		return is_handle_type(property->name) || check_allows_name(test, property->name);
	}
}

/* A second handle of another interface is for the rule about that. */
static bool is_once(const cl_properties *list, uint64_t name)
{
	return is_handle_type(name) || lists_count(list, name, name) <= 1;
}

static bool has_final_semaphores(const struct limits *limits)
{
	return limits->support.has_final_semaphores;
}

/* Before version 1.0.0 of the extension a semaphore could be of several devices. */
static bool wants_one_device(const void *context)
{
	return facts_knows_device(context, has_final_semaphores);
}

static bool has_several_devices(const void *context)
{
	const struct facts_context *facts = facts_of_context(context);

	return facts && facts->devices.count > 1;
}

bool check_semaphore_properties(const struct call *call, const struct rule_test *test)
{
	enum { PROPERTIES, CONTEXT };
	const cl_properties *list = call_pointer(call, test->params[PROPERTIES]);
	const cl_properties *at = list;
	struct property property;

	while (lists_next(&at, &property))
		if (!is_property_right(test, &property) || !is_once(list, property.name))
			return false;
	return !list || !has_several_devices(call_pointer(call, test->params[CONTEXT])) ||
	       !wants_one_device(call_pointer(call, test->params[CONTEXT])) ||
	       lists_find(list, CL_SEMAPHORE_DEVICE_HANDLE_LIST_KHR, &property);
}

bool check_semaphore_type_given(const struct call *call, const struct rule_test *test)
{
	const cl_properties *list = call_pointer(call, test->param);
	struct property property;

	return !list || lists_find(list, CL_SEMAPHORE_TYPE_KHR, &property);
}

bool check_semaphore_device(const struct call *call, const struct rule_test *test)
{
	enum { PROPERTIES, CONTEXT };
	const struct facts_context *context =
		facts_of_context(call_pointer(call, test->params[CONTEXT]));
	const void *device;
	struct property property;

	if (!lists_find(call_pointer(call, test->params[PROPERTIES]),
			CL_SEMAPHORE_DEVICE_HANDLE_LIST_KHR, &property))
		return true;
	if (property.count != 1)
		return !wants_one_device(call_pointer(call, test->params[CONTEXT]));
	device = (const void *)(uintptr_t)property.values[0];
	return (live_is_live(live_record(device), OBJECT_DEVICE) || live_lacks_some()) &&
	       (!context || facts_has_device(&context->devices, device));
}

/* Can DEVICE certainly not import the handle that LIST has? */
static bool cannot_import(const void *device, const cl_properties *list)
{
	const struct limits *limits = facts_limits(device);
	struct property property;

	while (limits && lists_next(&list, &property))
		if (is_handle_type(property.name) &&
		    support_list_lacks(&limits->support.semaphore_types, property.name))
			return true;
	return false;
}

bool check_semaphore_import(const struct call *call, const struct rule_test *test)
{
	const cl_properties *list = call_pointer(call, test->param);
	struct property property;

	if (!lists_find(list, CL_SEMAPHORE_DEVICE_HANDLE_LIST_KHR, &property))
		return true;
	for (size_t i = 0; i < property.count; i++)
		if (cannot_import((const void *)(uintptr_t)property.values[i], list))
			return false;
	return true;
}

bool check_one_export_type(const struct call *call, const struct rule_test *test)
{
	struct property property;

	return !lists_find(call_pointer(call, test->param), CL_SEMAPHORE_EXPORT_HANDLE_TYPES_KHR,
			   &property) ||
	       property.count <= 1;
}

bool check_no_export_of_import(const struct call *call, const struct rule_test *test)
{
	const cl_properties *list = call_pointer(call, test->param);
	struct property property;

	return count_handles(list) == 0 ||
	       !lists_find(list, CL_SEMAPHORE_EXPORT_HANDLE_TYPES_KHR, &property) ||
	       property.count == 0;
}

bool check_one_import(const struct call *call, const struct rule_test *test)
{
	return count_handles(call_pointer(call, test->param)) <= 1;
}

/* -- handles ----------------------------------------------------------------------------- */

static const struct facts_semaphore *semaphore(const struct call *call, unsigned index)
{
	return facts_of_semaphore(call_pointer(call, index));
}

static bool is_of_context(const void *device, const void *context)
{
	const struct facts_context *facts = facts_of_context(context);

	return !facts || facts_has_device(&facts->devices, device) ||
	       !live_is_live(live_record(device), OBJECT_DEVICE);
}

bool check_semaphore_context_device(const struct call *call, const struct rule_test *test)
{
	enum { DEVICE, SEMAPHORE };
	const struct facts_semaphore *facts = semaphore(call, test->params[SEMAPHORE]);

	return !facts ||
	       is_of_context(call_pointer(call, test->params[DEVICE]), facts->any.context);
}

/* A device of another context is for the rule about that. */
bool check_semaphore_shared_device(const struct call *call, const struct rule_test *test)
{
	enum { DEVICE, SEMAPHORE };
	const struct facts_semaphore *facts = semaphore(call, test->params[SEMAPHORE]);
	const void *device = call_pointer(call, test->params[DEVICE]);

	return !facts || !live_is_live(live_record(device), OBJECT_DEVICE) ||
	       !is_of_context(device, facts->any.context) ||
	       facts_has_device(&facts->devices, device);
}

bool check_exported_type(const struct call *call, const struct rule_test *test)
{
	enum { TYPE, SEMAPHORE };
	const struct facts_semaphore *facts = semaphore(call, test->params[SEMAPHORE]);

	return !facts || facts->export_type == FACTS_SEVERAL ||
	       call_number(call, test->params[TYPE]) == facts->export_type;
}

/* A file descriptor is an int; what Windows has is a pointer. */
bool check_handle_size(const struct call *call, const struct rule_test *test)
{
	enum { TYPE, SIZE, HANDLE };
	const uint64_t type = call_number(call, test->params[TYPE]);
	const bool is_descriptor = type == CL_SEMAPHORE_HANDLE_OPAQUE_FD_KHR ||
				   type == CL_SEMAPHORE_HANDLE_SYNC_FD_KHR;

	return !call_pointer(call, test->params[HANDLE]) || !is_descriptor ||
	       call_number(call, test->params[SIZE]) >= sizeof(int);
}

bool check_from_sync_fd(const struct call *call, const struct rule_test *test)
{
	const struct facts_semaphore *facts = semaphore(call, test->param);

	return !facts || facts->is_sync_fd;
}

/* -1 stands for a fence that is signalled. */
bool check_descriptor(const struct call *call, const struct rule_test *test)
{
	const int descriptor = (int)call_number(call, test->param);

	return descriptor == -1 || system_is_descriptor(descriptor);
}

/* -- waits and signals ------------------------------------------------------------------- */

/* FACTS and DEVICES belong to the object. */
typedef bool suits_fn(const void *device, const struct facts *facts,
		      const struct facts_devices *devices);

/* Do all objects that the second parameter of TEST is suit the device of the queue for SUITS? */
static bool all_suit(const struct call *call, const struct rule_test *test, suits_fn *suits)
{
	enum { QUEUE, OBJECTS };
	const void *device = facts_queue_device(call_pointer(call, test->params[QUEUE]));
	const enum object_kind kind = call_param(call, test->params[OBJECTS])->object;
	size_t count;
	const void *const *handles = track_array(call, test->params[OBJECTS], &count);
	const struct facts *facts;

	for (size_t i = 0; device && i < count; i++) {
		facts = facts_of(handles[i], kind);
		if (facts && !suits(device, facts, facts_devices_of(handles[i], kind)))
			return false;
	}
	return true;
}

/* Objects of another context are for the rule about that. */
static bool is_made_for(const void *device, const struct facts *facts,
			const struct facts_devices *devices)
{
	return !is_of_context(device, facts->context) || facts_has_device(devices, device);
}

static bool has_context_of(const void *device, const struct facts *facts,
			   const struct facts_devices *devices)
{
	(void)devices;
	return is_of_context(device, facts->context);
}

bool check_queue_of_devices(const struct call *call, const struct rule_test *test)
{
	return all_suit(call, test, is_made_for);
}

bool check_queue_in_contexts(const struct call *call, const struct rule_test *test)
{
	return all_suit(call, test, has_context_of);
}

/* If the device of the queue is not of the context either, that is for the rule about it. */
bool check_semaphores_context(const struct call *call, const struct rule_test *test)
{
	enum { QUEUE, SEMAPHORES };
	const struct rule_test devices = { .params = { test->params[QUEUE],
						       test->params[SEMAPHORES] } };

	return !check_queue_in_contexts(call, &devices) || check_same_context(call, test);
}
