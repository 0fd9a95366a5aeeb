/* SPDX-License-Identifier: Apache-2.0 */
/*
 * check-command-buffers: command buffers: how they are made, what is recorded into them and how
 * they are enqueued. See check.h. Sizes, bounds and arguments of recorded commands are checked like
 * the ones of commands in queues.
 */
#include "layers/validation/checks/check.h"
#include "state/recording.h"

#define FLAGS \
	(CL_COMMAND_BUFFER_SIMULTANEOUS_USE_KHR | CL_COMMAND_BUFFER_MUTABLE_KHR | \
	 CL_COMMAND_BUFFER_DEVICE_SIDE_SYNC_KHR)
#define FIELDS \
	(CL_MUTABLE_DISPATCH_GLOBAL_OFFSET_KHR | CL_MUTABLE_DISPATCH_GLOBAL_SIZE_KHR | \
	 CL_MUTABLE_DISPATCH_LOCAL_SIZE_KHR | CL_MUTABLE_DISPATCH_ARGUMENTS_KHR | \
	 CL_MUTABLE_DISPATCH_EXEC_INFO_KHR)

/* What is known of the device that the queue HANDLE has; NULL: nothing. */
static const struct support *queue_support(const void *handle)
{
	const struct limits *limits = facts_queue_limits(handle);

	return limits ? &limits->support : NULL;
}

/* Does the device of one of the queues lack EXTENSION for certain? */
static bool lacks(const void *const *queues, size_t count, enum support_extension extension)
{
	const struct support *support;

	for (size_t i = 0; i < count; i++) {
		support = queue_support(queues[i]);
		if (support && support_lacks(support, extension))
			return true;
	}
	return false;
}

/* -- how it is made ---------------------------------------------------------------------- */

bool check_one_queue(const struct call *call, const struct rule_test *test)
{
	enum { COUNT, QUEUES };
	const uint64_t number = call_number(call, test->params[COUNT]);
	size_t count;
	const void *const *queues = track_array(call, test->params[QUEUES], &count);

	return number == 1 || (number != 0 && !lacks(queues, count, SUPPORT_MULTI_DEVICE));
}

/* Has LIST only properties NAME and OTHER, their bits in MASK and OTHER_MASK? */
static bool has_only(const struct rule_test *test, const cl_properties *list, uint64_t name,
		     cl_bitfield mask, uint64_t other, cl_bitfield other_mask)
{
	struct property property;

	while (lists_next(&list, &property)) {
		if (property.name == name    ? (property.values[0] & ~mask) != 0
		    : property.name == other ? (property.values[0] & ~other_mask) != 0
					     : !check_allows_name(test, property.name))
			return false;
	}
	return true;
}

bool check_buffer_properties(const struct call *call, const struct rule_test *test)
{
	return has_only(test, call_pointer(call, test->param), CL_COMMAND_BUFFER_FLAGS_KHR, FLAGS,
			CL_COMMAND_BUFFER_MUTABLE_DISPATCH_ASSERTS_KHR,
			CL_MUTABLE_DISPATCH_ASSERT_NO_ADDITIONAL_WORK_GROUPS_KHR) &&
	       check_pairs_once(call, test);
}

static bool is_supported(cl_bitfield flags, cl_bitfield asserts, const struct support *support)
{
	if ((flags & CL_COMMAND_BUFFER_SIMULTANEOUS_USE_KHR) != 0 &&
	    support->capabilities.is_known &&
	    (support->capabilities.bits & CL_COMMAND_BUFFER_CAPABILITY_SIMULTANEOUS_USE_KHR) == 0)
		return false;
	if (((flags & CL_COMMAND_BUFFER_MUTABLE_KHR) != 0 || asserts != 0) &&
	    support_lacks(support, SUPPORT_MUTABLE_DISPATCH))
		return false;
	return (flags & CL_COMMAND_BUFFER_DEVICE_SIDE_SYNC_KHR) == 0 ||
	       !support_lacks(support, SUPPORT_MULTI_DEVICE);
}

bool check_buffer_supported(const struct call *call, const struct rule_test *test)
{
	enum { PROPERTIES, QUEUES };
	const cl_properties *list = call_pointer(call, test->params[PROPERTIES]);
	const cl_bitfield flags = lists_value(list, CL_COMMAND_BUFFER_FLAGS_KHR);
	const cl_bitfield asserts =
		lists_value(list, CL_COMMAND_BUFFER_MUTABLE_DISPATCH_ASSERTS_KHR);
	size_t count;
	const void *const *queues = track_array(call, test->params[QUEUES], &count);
	const struct support *support;

	for (size_t i = 0; i < count; i++) {
		support = queue_support(queues[i]);
		if (support && !is_supported(flags, asserts, support))
			return false;
	}
	return true;
}

/* -- several queues ---------------------------------------------------------------------- */

/* Has one of the first COUNT QUEUES the same device as QUEUE? */
static bool is_used_before(const void *const *queues, size_t count, const void *queue)
{
	for (size_t i = 0; i < count; i++)
		if (facts_queue_device(queues[i]) == facts_queue_device(queue) &&
		    facts_queue_device(queue))
			return true;
	return false;
}

bool check_queue_per_device(const struct call *call, const struct rule_test *test)
{
	size_t count;
	const void *const *queues = track_array(call, test->param, &count);
	const struct support *support;

	for (size_t i = 0; i < count; i++) {
		support = queue_support(queues[i]);
		if (support && support->capabilities.is_known &&
		    !support_lacks(support, SUPPORT_MULTI_DEVICE) &&
		    (support->capabilities.bits &
		     CL_COMMAND_BUFFER_CAPABILITY_MULTIPLE_QUEUE_KHR) == 0 &&
		    is_used_before(queues, i, queues[i]))
			return false;
	}
	return true;
}

/* Can the devices of all QUEUES wait for each other without the host, as far as is known? */
static bool can_sync(const void *const *queues, size_t count)
{
	const struct support *support;
	const void *device;

	for (size_t i = 0; i < count; i++) {
		support = queue_support(queues[i]);
		for (size_t k = 0; k < count && support; k++) {
			device = facts_queue_device(queues[k]);
			if (device && device != facts_queue_device(queues[i]) &&
			    support_list_lacks(&support->sync_devices, (uintptr_t)device))
				return false;
		}
	}
	return true;
}

static bool wants_device_sync(const struct call *call, unsigned index)
{
	const cl_properties *list = call_pointer(call, index);

	return (lists_value(list, CL_COMMAND_BUFFER_FLAGS_KHR) &
		CL_COMMAND_BUFFER_DEVICE_SIDE_SYNC_KHR) != 0;
}

bool check_device_sync(const struct call *call, const struct rule_test *test)
{
	enum { QUEUES, PROPERTIES };
	size_t count;
	const void *const *queues = track_array(call, test->params[QUEUES], &count);

	return !wants_device_sync(call, test->params[PROPERTIES]) || can_sync(queues, count);
}

/* With the flag that is for the rule about it. */
bool check_platform_sync(const struct call *call, const struct rule_test *test)
{
	enum { QUEUES, PROPERTIES };
	size_t count;
	const void *const *queues = track_array(call, test->params[QUEUES], &count);
	const struct support *support = count > 1 ? queue_support(queues[0]) : NULL;

	return !support || wants_device_sync(call, test->params[PROPERTIES]) ||
	       !support->platform_capabilities.is_known ||
	       (support->platform_capabilities.bits &
		CL_COMMAND_BUFFER_PLATFORM_UNIVERSAL_SYNC_KHR) != 0 ||
	       can_sync(queues, count);
}

/* -- its state --------------------------------------------------------------------------- */

/* Functions that the layer does not see can change the state. */
static struct recording *recording_of(const struct call *call, unsigned index)
{
	const struct facts_queue *facts = facts_of_command_buffer(call_pointer(call, index));

	return facts && !live_expects_unseen() ? facts->recording : NULL;
}

bool check_recording(const struct call *call, const struct rule_test *test)
{
	const struct recording *recording = recording_of(call, test->param);

	return !recording || !recording_is_final(recording);
}

bool check_finalized(const struct call *call, const struct rule_test *test)
{
	const struct recording *recording = recording_of(call, test->param);

	return !recording || recording_is_final(recording);
}

bool check_executable(const struct call *call, const struct rule_test *test)
{
	struct recording *recording = recording_of(call, test->param);
	const struct support *support = queue_support(call_pointer(call, test->param));

	if (!recording)
		return true;
	if (!recording_is_final(recording))
		return false;
	return !support || support->allows_pending ||
	       (recording_flags(recording) & CL_COMMAND_BUFFER_SIMULTANEOUS_USE_KHR) != 0 ||
	       !recording_is_pending(recording);
}

/* -- commands ---------------------------------------------------------------------------- */

/* Is it certain that no device of the command buffer at INDEX has several queues for it? */
static bool has_one_queue(const struct call *call, unsigned index)
{
	const struct support *support = queue_support(call_pointer(call, index));

	return support && support_lacks(support, SUPPORT_MULTI_DEVICE);
}

bool check_no_queue(const struct call *call, const struct rule_test *test)
{
	enum { QUEUE, COMMAND_BUFFER };

	return !call_pointer(call, test->params[QUEUE]) ||
	       !has_one_queue(call, test->params[COMMAND_BUFFER]);
}

static bool is_of_other_context(const struct call *call, const struct rule_test *test)
{
	enum { QUEUE, COMMAND_BUFFER };
	const void *first = facts_context(call_pointer(call, test->params[QUEUE]), OBJECT_QUEUE);
	const void *second = facts_context(call_pointer(call, test->params[COMMAND_BUFFER]),
					   OBJECT_COMMAND_BUFFER);

	return first && second && first != second;
}

bool check_queue_context(const struct call *call, const struct rule_test *test)
{
	enum { QUEUE, COMMAND_BUFFER };

	return has_one_queue(call, test->params[COMMAND_BUFFER]) ||
	       !is_of_other_context(call, test);
}

bool check_listed_queue(const struct call *call, const struct rule_test *test)
{
	enum { QUEUE, COMMAND_BUFFER };
	const struct recording *recording = recording_of(call, test->params[COMMAND_BUFFER]);
	const void *queue = call_pointer(call, test->params[QUEUE]);
	size_t count;

	if (!recording || has_one_queue(call, test->params[COMMAND_BUFFER]) ||
	    is_of_other_context(call, test))
		return true;
	count = recording_queue_count(recording);
	for (size_t i = 0; i < count && queue; i++)
		if (recording_queue(recording, i) == queue)
			return true;
	return !queue ? count <= 1 : count == 0;
}

bool check_sync_points(const struct call *call, const struct rule_test *test)
{
	enum { COMMAND_BUFFER, COUNT, LIST };
	struct recording *recording = recording_of(call, test->params[COMMAND_BUFFER]);
	const uint64_t count = call_number(call, test->params[COUNT]);
	const cl_sync_point_khr *points = call_pointer(call, test->params[LIST]);

	if ((count == 0) != (points == NULL))
		return false;
	for (uint64_t i = 0; recording && count <= SIGNATURE_MOST && i < count; i++)
		if (!recording_has_point(recording, points[i]))
			return false;
	return true;
}

/* Does the device of the command buffer at INDEX have commands that can be updated, but kernels? */
static bool has_mutable_memory(const struct call *call, unsigned index)
{
	const struct support *support = queue_support(call_pointer(call, index));

	return !support || support->has[SUPPORT_MUTABLE_MEMORY];
}

bool check_no_properties(const struct call *call, const struct rule_test *test)
{
	enum { PROPERTIES, COMMAND_BUFFER };

	return has_mutable_memory(call, test->params[COMMAND_BUFFER]) ||
	       has_only(test, call_pointer(call, test->params[PROPERTIES]), 0, 0, 0, 0);
}

bool check_no_fixed_handle(const struct call *call, const struct rule_test *test)
{
	enum { COMMAND, COMMAND_BUFFER };

	return !call_pointer(call, test->params[COMMAND]) ||
	       has_mutable_memory(call, test->params[COMMAND_BUFFER]);
}

/* -- kernels ----------------------------------------------------------------------------- */

bool check_dispatch_properties(const struct call *call, const struct rule_test *test)
{
	return has_only(test, call_pointer(call, test->param),
			CL_MUTABLE_DISPATCH_UPDATABLE_FIELDS_KHR, FIELDS,
			CL_MUTABLE_DISPATCH_ASSERTS_KHR,
			CL_MUTABLE_DISPATCH_ASSERT_NO_ADDITIONAL_WORK_GROUPS_KHR);
}

bool check_no_command_handle(const struct call *call, const struct rule_test *test)
{
	enum { COMMAND, COMMAND_BUFFER };
	const struct support *support =
		queue_support(call_pointer(call, test->params[COMMAND_BUFFER]));

	return !call_pointer(call, test->params[COMMAND]) || !support ||
	       !support_lacks(support, SUPPORT_MUTABLE_DISPATCH);
}

/* Arguments that can be updated may be set later; without a list, the device decides which. */
bool check_args_set_or_updatable(const struct call *call, const struct rule_test *test)
{
	enum { KERNEL, PROPERTIES, COMMAND_BUFFER };
	const cl_properties *list = call_pointer(call, test->params[PROPERTIES]);
	const struct recording *recording = recording_of(call, test->params[COMMAND_BUFFER]);
	struct property property;

	if (lists_find(list, CL_MUTABLE_DISPATCH_UPDATABLE_FIELDS_KHR, &property))
		return (property.values[0] & CL_MUTABLE_DISPATCH_ARGUMENTS_KHR) != 0 ||
		       check_args_set(call, test);
	return !recording ||
	       (recording_flags(recording) & CL_COMMAND_BUFFER_MUTABLE_KHR) != 0 ||
	       check_args_set(call, test);
}

bool check_updatable_fields(const struct call *call, const struct rule_test *test)
{
	enum { PROPERTIES, COMMAND_BUFFER };
	const cl_properties *list = call_pointer(call, test->params[PROPERTIES]);
	const cl_bitfield fields = lists_value(list, CL_MUTABLE_DISPATCH_UPDATABLE_FIELDS_KHR);
	const struct support *support =
		queue_support(call_pointer(call, test->params[COMMAND_BUFFER]));

	return !support || !support->updatable.is_known || (fields & ~FIELDS) != 0 ||
	       (fields & ~support->updatable.bits) == 0;
}

bool check_assert_has_local(const struct call *call, const struct rule_test *test)
{
	enum { LOCAL, PROPERTIES, COMMAND_BUFFER };
	const struct recording *recording = recording_of(call, test->params[COMMAND_BUFFER]);
	const cl_properties *list = call_pointer(call, test->params[PROPERTIES]);
	cl_bitfield asserts = lists_value(list, CL_MUTABLE_DISPATCH_ASSERTS_KHR);

	if (recording)
		asserts |= recording_asserts(recording);
	return call_pointer(call, test->params[LOCAL]) ||
	       (asserts & CL_MUTABLE_DISPATCH_ASSERT_NO_ADDITIONAL_WORK_GROUPS_KHR) == 0;
}

/* -- enqueues ---------------------------------------------------------------------------- */

/*
 * Is it certain that nothing orders the command buffer and its execution before? An event to wait for
 * could come after that, and so can what is in another queue. Versions with a pending state have the
 * rule about that.
 */
bool check_ordered_use(const struct call *call, const struct rule_test *test)
{
	enum { COMMAND_BUFFER, COUNT, QUEUES, WAITS };
	struct recording *recording = recording_of(call, test->params[COMMAND_BUFFER]);
	const struct support *support = queue_support(call_pointer(call, test->params[COMMAND_BUFFER]));
	const struct facts_queue *facts;
	const void *queue;

	if (!recording || !support || !support->allows_pending ||
	    (recording_flags(recording) & CL_COMMAND_BUFFER_SIMULTANEOUS_USE_KHR) != 0 ||
	    call_number(call, test->params[WAITS]) != 0)
		return true;
	queue = recording_queue_of(recording, call_pointer(call, test->params[QUEUES]),
				   call_number(call, test->params[COUNT]));
	facts = facts_of_queue(queue);
	return !facts ||
	       (facts->properties & CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE) == 0 ||
	       !recording_is_unordered(recording, queue, atomic_load(&facts->barriers)) ||
	       !recording_is_pending(recording);
}

bool check_queue_count(const struct call *call, const struct rule_test *test)
{
	enum { COUNT, COMMAND_BUFFER };
	const struct recording *recording = recording_of(call, test->params[COMMAND_BUFFER]);
	const uint64_t count = call_number(call, test->params[COUNT]);

	return !recording || count == 0 || recording_queue_count(recording) == 0 ||
	       count == recording_queue_count(recording);
}

/* Have the queues at INDEX the properties that their devices require, or only those they support?
 */
static bool have_properties(const struct call *call, unsigned index, bool is_required)
{
	size_t count;
	const void *const *queues = track_array(call, index, &count);
	const struct support *support;
	const struct facts_queue *facts;

	for (size_t i = 0; i < count; i++) {
		support = queue_support(queues[i]);
		facts = facts_of_queue(queues[i]);
		if (!support || !facts)
			continue;
		if (is_required ? support->queue_required.is_known &&
					  (support->queue_required.bits & ~facts->properties) != 0
				: support->queue_supported.is_known &&
					  (facts->properties & ~support->queue_supported.bits) != 0)
			return false;
	}
	return true;
}

bool check_queues_supported(const struct call *call, const struct rule_test *test)
{
	return have_properties(call, test->param, false);
}

bool check_queues_sufficient(const struct call *call, const struct rule_test *test)
{
	return have_properties(call, test->param, true);
}

/* The queue of the command buffer in place of the one at INDEX; NULL if that is not known. */
static const void *replaced_queue(const struct recording *recording, size_t index)
{
	return recording && index < recording_queue_count(recording)
		       ? recording_queue(recording, index)
		       : NULL;
}

static const void *context_of(const void *queue)
{
	return facts_context(queue, OBJECT_QUEUE);
}

bool check_same_queue_contexts(const struct call *call, const struct rule_test *test)
{
	enum { QUEUES, COMMAND_BUFFER };
	const struct recording *recording = recording_of(call, test->params[COMMAND_BUFFER]);
	size_t count;
	const void *const *queues = track_array(call, test->params[QUEUES], &count);
	const void *old;

	for (size_t i = 0; i < count; i++) {
		old = context_of(replaced_queue(recording, i));
		if (old && context_of(queues[i]) && context_of(queues[i]) != old)
			return false;
	}
	return true;
}

/* One of another context is for the rule about that. */
bool check_same_queue_devices(const struct call *call, const struct rule_test *test)
{
	enum { QUEUES, COMMAND_BUFFER };
	const struct recording *recording = recording_of(call, test->params[COMMAND_BUFFER]);
	size_t count;
	const void *const *queues = track_array(call, test->params[QUEUES], &count);
	const void *old, *new;

	for (size_t i = 0; i < count; i++) {
		old = facts_queue_device(replaced_queue(recording, i));
		new = facts_queue_device(queues[i]);
		if (old && new &&
		    old != new &&context_of(replaced_queue(recording, i)) == context_of(queues[i]))
			return false;
	}
	return true;
}
