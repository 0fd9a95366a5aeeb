/* SPDX-License-Identifier: Apache-2.0 */
/*
 * check-handles: objects as parameters: their kind, their life, and what they belong to. See
 * check.h.
 */
#include <string.h>

#include "layers/validation/checks/check.h"
#include "layers/validation/query.h"

/* May a callback have got HANDLE before the call that makes it has returned? */
static bool is_from_callback(const void *handle, enum object_kind kind)
{
	return kind == OBJECT_PROGRAM && handle && track_is_linking();
}

/* One that was released may have been handed out again by a query or to a callback. */
bool check_is_good(const void *handle, enum object_kind kind)
{
	const struct object *object = live_record(handle);

	if (live_is_live(object, kind) || is_from_callback(handle, kind))
		return true;
	if (!object || object->kind == OBJECT_NONE)
		return handle && live_lacks_some();
	return object->kind == kind && object->is_lent;
}

static bool is_good_param(const struct call *call, unsigned index)
{
	return check_is_good(call_pointer(call, index), call_param(call, index)->object);
}

bool check_handle(const struct call *call, const struct rule_test *test)
{
	return is_good_param(call, test->param);
}

bool check_handle_or_null(const struct call *call, const struct rule_test *test)
{
	return !call_pointer(call, test->param) || is_good_param(call, test->param);
}

bool check_handles(const struct call *call, const struct rule_test *test)
{
	size_t count;
	const void *const *handles = track_array(call, test->param, &count);

	for (size_t i = 0; i < count; i++)
		if (!check_is_good(handles[i], call_param(call, test->param)->object))
			return false;
	return true;
}

/* -- kinds of memory objects ------------------------------------------------------------- */

/* The type of the memory object HANDLE; 0 if it is not known. */
static cl_mem_object_type type_of_handle(const void *handle)
{
	const struct facts_mem *facts = facts_of_mem(handle);

	return facts ? facts->type : 0;
}

static cl_mem_object_type type_of(const struct call *call, unsigned index)
{
	return type_of_handle(call_pointer(call, index));
}

bool check_buffer(const struct call *call, const struct rule_test *test)
{
	const cl_mem_object_type type = type_of(call, test->param);

	return check_handle(call, test) && (type == 0 || type == CL_MEM_OBJECT_BUFFER);
}

/* A native kernel gets NULL for an element that is NULL. */
bool check_buffers_or_null(const struct call *call, const struct rule_test *test)
{
	size_t count;
	const void *const *handles = track_array(call, test->param, &count);
	cl_mem_object_type type;

	for (size_t i = 0; i < count; i++) {
		type = type_of_handle(handles[i]);
		if (handles[i] && (!check_is_good(handles[i], OBJECT_MEM) ||
					   (type != 0 && type != CL_MEM_OBJECT_BUFFER)))
			return false;
	}
	return true;
}

bool check_image(const struct call *call, const struct rule_test *test)
{
	const cl_mem_object_type type = type_of(call, test->param);

	return check_handle(call, test) && type != CL_MEM_OBJECT_BUFFER &&
	       type != CL_MEM_OBJECT_PIPE;
}

bool check_pipe(const struct call *call, const struct rule_test *test)
{
	const cl_mem_object_type type = type_of(call, test->param);

	return check_handle(call, test) && (type == 0 || type == CL_MEM_OBJECT_PIPE);
}

bool check_no_pipe(const struct call *call, const struct rule_test *test)
{
	return type_of(call, test->param) != CL_MEM_OBJECT_PIPE;
}

bool check_no_sub_buffer(const struct call *call, const struct rule_test *test)
{
	const struct facts_mem *facts = check_mem(call, test->param);

	return !facts || !facts->parent;
}

/* -- events ------------------------------------------------------------------------------ */

bool check_user_event(const struct call *call, const struct rule_test *test)
{
	const struct facts_event *facts = facts_of_event(call_pointer(call, test->param));

	return check_handle(call, test) && (!facts || facts->is_user);
}

bool check_status_unset(const struct call *call, const struct rule_test *test)
{
	const struct facts_event *facts = facts_of_event(call_pointer(call, test->param));

	return !facts || !facts->is_user || !atomic_load(&facts->is_status_set);
}

bool check_profiled(const struct call *call, const struct rule_test *test)
{
	const struct facts_event *facts = facts_of_event(call_pointer(call, test->param));

	return !facts ||
	       (!facts->is_user && (facts->properties & CL_QUEUE_PROFILING_ENABLE) != 0);
}

/* An event of another queue is for the test before. A driver may have the times earlier. */
bool check_profile_ready(const struct call *call, const struct rule_test *test)
{
	const void *event = call_pointer(call, test->param);

	return test->is_lenient || !facts_of_event(event) || !check_profiled(call, test) ||
	       query_event(event) <= CL_COMPLETE;
}

/* Events are handles, and the sync points of command buffers are numbers. */
bool check_outside_list(const struct call *call, const struct rule_test *test)
{
	enum { PLACE, LIST };
	const struct signature_param *list = call_param(call, test->params[LIST]);
	const size_t size =
		list->kind == PARAM_HANDLES ? sizeof(cl_event) : sizeof(cl_sync_point_khr);
	const uintptr_t first = (uintptr_t)call_pointer(call, test->params[LIST]);
	const uintptr_t place = (uintptr_t)call_pointer(call, test->params[PLACE]);

	return place == 0 || first == 0 || place < first ||
	       place - first >= signature_count(list, call->values) * size;
}

/* -- what belongs together --------------------------------------------------------------- */

/* Are all objects of parameter INDEX of CONTEXT, as far as that is known? */
static bool are_of_context(const struct call *call, unsigned index, const void *context)
{
	size_t count;
	const void *const *handles = track_array(call, index, &count);
	const void *other;

	for (size_t i = 0; i < count; i++) {
		other = facts_context(handles[i], call_param(call, index)->object);
		if (other && context && other != context)
			return false;
	}
	return true;
}

bool check_same_context(const struct call *call, const struct rule_test *test)
{
	enum { OBJECT, OTHERS };
	const void *context = facts_context(call_pointer(call, test->params[OBJECT]),
					    call_param(call, test->params[OBJECT])->object);

	return are_of_context(call, test->params[OTHERS], context);
}

bool check_one_context(const struct call *call, const struct rule_test *test)
{
	size_t count;
	const void *const *handles = track_array(call, test->param, &count);
	const enum object_kind kind = call_param(call, test->param)->object;

	return count == 0 || are_of_context(call, test->param, facts_context(handles[0], kind));
}

/* Has the program asked for the devices of the context of HANDLE, or is that not known? */
static bool may_be_told(const void *handle, enum object_kind kind)
{
	const struct facts_context *context = facts_of_context(facts_context(handle, kind));

	return !context || atomic_load(&context->has_told);
}

/*
 * Is DEVICE one of the object HANDLE? What only the driver answers counts if the program has asked for
 * it.
 */
static bool is_device_of(const void *device, const void *handle, enum object_kind kind)
{
	const struct facts_devices *known = facts_devices_of(handle, kind);

	return facts_has_device(known, device) &&
	       (!facts_is_answered(known, device) || may_be_told(handle, kind));
}

bool check_devices_of(const struct call *call, const struct rule_test *test)
{
	enum { DEVICES, OWNER };
	const void *owner = call_pointer(call, test->params[OWNER]);
	size_t count;
	const void *const *devices = track_array(call, test->params[DEVICES], &count);

	for (size_t i = 0; i < count; i++)
		if (live_is_live(live_record(devices[i]), OBJECT_DEVICE) &&
		    !is_device_of(devices[i], owner, call_param(call, test->params[OWNER])->object))
			return false;
	return true;
}

bool check_kernel_device(const struct call *call, const struct rule_test *test)
{
	enum { DEVICE, KERNEL };
	const void *kernel = call_pointer(call, test->params[KERNEL]);
	const struct facts_kernel *facts = facts_of_kernel(kernel);
	const void *device = call_pointer(call, test->params[DEVICE]);

	if (!facts)
		return true;
	return !device ? facts->devices.count <= 1
			      : check_is_good(device, OBJECT_DEVICE) &&
					is_device_of(device, kernel, OBJECT_KERNEL);
}

/* -- what devices support ---------------------------------------------------------------- */

/* Does a device with LIMITS support the queue properties WANTED, as far as that is known? */
static bool is_supported(const struct limits *limits, cl_command_queue_properties wanted)
{
	const cl_command_queue_properties known =
		CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE | CL_QUEUE_PROFILING_ENABLE;

	return !limits || limits->queue_properties == 0 ||
	       (wanted & known & ~limits->queue_properties) == 0;
}

bool check_queue_supported(const struct call *call, const struct rule_test *test)
{
	enum { PROPERTIES, DEVICE };

	return is_supported(facts_limits(call_pointer(call, test->params[DEVICE])),
			    call_number(call, test->params[PROPERTIES]));
}

bool check_queue_can_have(const struct call *call, const struct rule_test *test)
{
	enum { PROPERTIES, QUEUE };

	return is_supported(facts_queue_limits(call_pointer(call, test->params[QUEUE])),
			    call_number(call, test->params[PROPERTIES]));
}

/* An on-device queue has other properties. */
bool check_list_supported(const struct call *call, const struct rule_test *test)
{
	enum { PROPERTIES, DEVICE };
	const uint64_t wanted =
		lists_value(call_pointer(call, test->params[PROPERTIES]), CL_QUEUE_PROPERTIES);

	return (wanted & CL_QUEUE_ON_DEVICE) != 0 ||
	       is_supported(facts_limits(call_pointer(call, test->params[DEVICE])), wanted);
}
