/* SPDX-License-Identifier: Apache-2.0 */
/*
 * check-sharing: memory objects and contexts that are made from objects of other interfaces, and
 * the flags and lists of properties of extensions. See check.h.
 */

#include "base/common/system.h"
#include "layers/validation/checks/check.h"

/* -- lists of properties ----------------------------------------------------------------- */

bool check_list_names(const struct call *call, const struct rule_test *test)
{
	const enum names_group group = call_param(call, test->param)->group;
	const cl_properties *list = call_pointer(call, test->param);
	struct property property;

	while (lists_next(&list, &property))
		if (!check_allows_name(test, property.name) &&
		    !names_find(group, (int64_t)property.name))
			return false;
	return true;
}

static bool has_memory_handle(const struct call *call, unsigned index)
{
	return lists_count_memory(call_pointer(call, index)) > 0;
}

/* The same handle twice is for the rule about several handles. */
bool check_list_once(const struct call *call, const struct rule_test *test)
{
	const cl_properties *list = call_pointer(call, test->param);
	const cl_properties *at = list;
	struct property property;

	while (lists_next(&at, &property))
		if (!lists_is_memory(property.name) &&
		    lists_count(list, property.name, property.name) > 1)
			return false;
	return true;
}

/* -- external memory --------------------------------------------------------------------- */

bool check_one_memory_handle(const struct call *call, const struct rule_test *test)
{
	return lists_count_memory(call_pointer(call, test->param)) <= 1;
}

bool check_devices_with_handle(const struct call *call, const struct rule_test *test)
{
	const cl_properties *list = call_pointer(call, test->param);
	struct property property;

	return !lists_find(list, CL_MEM_DEVICE_HANDLE_LIST_KHR, &property) ||
	       has_memory_handle(call, test->param);
}

bool check_memory_devices(const struct call *call, const struct rule_test *test)
{
	enum { PROPERTIES, CONTEXT };
	const struct facts_context *context =
		facts_of_context(call_pointer(call, test->params[CONTEXT]));
	struct property property;
	const void *device;

	if (!lists_find(call_pointer(call, test->params[PROPERTIES]), CL_MEM_DEVICE_HANDLE_LIST_KHR,
			&property) ||
	    live_lacks_some())
		return true;
	for (size_t i = 0; i < property.count; i++) {
		device = (const void *)(uintptr_t)property.values[i];
		if (!live_is_live(live_record(device), OBJECT_DEVICE) ||
		    (context && !facts_has_device(&context->devices, device)))
			return false;
	}
	return true;
}

/* Can DEVICE certainly not import the only handle that LIST has? */
static bool cannot_import(const void *device, const cl_properties *list)
{
	const struct limits *limits = facts_limits(device);
	struct property property;

	if (!limits || lists_count_memory(list) != 1)
		return false;
	while (lists_next(&list, &property))
		if (lists_is_memory(property.name) &&
		    support_list_lacks(&limits->support.memory_types, property.name))
			return true;
	return false;
}

bool check_memory_import(const struct call *call, const struct rule_test *test)
{
	enum { PROPERTIES };
	const cl_properties *list = call_pointer(call, test->params[PROPERTIES]);
	struct property property;

	/* A device that is wrong is for the rule about that. */
	if (!lists_find(list, CL_MEM_DEVICE_HANDLE_LIST_KHR, &property) ||
	    !check_memory_devices(call, test))
		return true;
	for (size_t i = 0; i < property.count; i++)
		if (cannot_import((const void *)(uintptr_t)property.values[i], list))
			return false;
	return true;
}

bool check_context_import(const struct call *call, const struct rule_test *test)
{
	enum { PROPERTIES, CONTEXT };
	const cl_properties *list = call_pointer(call, test->params[PROPERTIES]);
	const struct facts_context *context =
		facts_of_context(call_pointer(call, test->params[CONTEXT]));
	struct property property;

	if (!context || lists_find(list, CL_MEM_DEVICE_HANDLE_LIST_KHR, &property))
		return true;
	for (unsigned i = 0; i < context->devices.count; i++)
		if (cannot_import(context->devices.list[i], list))
			return false;
	return true;
}

bool check_no_host_flags(const struct call *call, const struct rule_test *test)
{
	enum { FLAGS, PROPERTIES };
	const uint64_t flags = CL_MEM_USE_HOST_PTR | CL_MEM_ALLOC_HOST_PTR | CL_MEM_COPY_HOST_PTR;

	return !has_memory_handle(call, test->params[PROPERTIES]) ||
	       (call_number(call, test->params[FLAGS]) & flags) == 0;
}

/* With flags about a host pointer that is for the rule about those. */
bool check_no_host_ptr(const struct call *call, const struct rule_test *test)
{
	enum { HOST_PTR, PROPERTIES, FLAGS };

	return !call_pointer(call, test->params[HOST_PTR]) ||
	       (call_number(call, test->params[FLAGS]) &
		(CL_MEM_USE_HOST_PTR | CL_MEM_COPY_HOST_PTR)) != 0 ||
	       !has_memory_handle(call, test->params[PROPERTIES]);
}

/* With external memory that is for the rule about it. */
bool check_host_ptr_unused_alone(const struct call *call, const struct rule_test *test)
{
	enum { FLAGS, HOST_PTR, PROPERTIES };

	return has_memory_handle(call, test->params[PROPERTIES]) ||
	       check_host_ptr_unused(call, test);
}

static bool has_hardware_buffer(const struct call *call, unsigned index)
{
	const uint64_t name = CL_EXTERNAL_MEMORY_HANDLE_ANDROID_HARDWARE_BUFFER_KHR;

	return lists_count(call_pointer(call, index), name, name) > 0;
}

static bool is_open(const struct property *property)
{
	switch (property->name) {
	case CL_EXTERNAL_MEMORY_HANDLE_OPAQUE_FD_KHR:
	case CL_EXTERNAL_MEMORY_HANDLE_DMA_BUF_KHR:
		return system_is_descriptor((int)property->values[0]);
	case CL_EXTERNAL_MEMORY_HANDLE_OPAQUE_WIN32_KHR:
		return system_is_handle((const void *)(uintptr_t)property->values[0]);
	default:
		return true;
	}
}

/* A file descriptor, a handle of Windows, or a cl_bool. */
bool check_list_values(const struct call *call, const struct rule_test *test)
{
	const cl_properties *list = call_pointer(call, test->param);
	struct property property;

	while (lists_next(&list, &property)) {
		if (property.name == CL_MEM_DEVICE_PRIVATE_ADDRESS_EXT &&
		    property.values[0] > CL_TRUE)
			return false;
		if (!is_open(&property))
			return false;
	}
	return true;
}

bool check_size_given(const struct call *call, const struct rule_test *test)
{
	enum { SIZE, PROPERTIES };

	return call_number(call, test->params[SIZE]) != 0 ||
	       has_hardware_buffer(call, test->params[PROPERTIES]);
}

bool check_size_left_out(const struct call *call, const struct rule_test *test)
{
	enum { SIZE, PROPERTIES };

	return call_number(call, test->params[SIZE]) == 0 ||
	       !has_hardware_buffer(call, test->params[PROPERTIES]);
}

bool check_null_for_hardware(const struct call *call, const struct rule_test *test)
{
	enum { POINTER, PROPERTIES };

	return !call_pointer(call, test->params[POINTER]) ||
	       !has_hardware_buffer(call, test->params[PROPERTIES]);
}

/* An AHardwareBuffer has a format and a size. */
bool check_format_given_alone(const struct call *call, const struct rule_test *test)
{
	enum { FORMAT, PROPERTIES };

	return has_hardware_buffer(call, test->params[PROPERTIES]) ||
	       check_format_given(call, test);
}

bool check_image_desc_alone(const struct call *call, const struct rule_test *test)
{
	enum { DESC, FORMAT, HOST_PTR, PROPERTIES };

	if (has_hardware_buffer(call, test->params[PROPERTIES]))
		return true;
	/* External memory has pitches of its own. */
	return has_memory_handle(call, test->params[PROPERTIES]) ? check_nonnull(call, test)
								 : check_image_desc(call, test);
}

bool check_image_desc_or_null(const struct call *call, const struct rule_test *test)
{
	const cl_image_desc *desc = call_pointer(call, test->param);

	return !desc || formats_is_image(desc->image_type);
}

/* -- objects of other interfaces --------------------------------------------------------- */

#define VENDOR_FLAGS (~((UINT64_C(1) << 18) - 1))

/* Is it certain that the object of FACTS has its contents from elsewhere than SOURCE? */
static bool is_of_other_source(const struct facts_mem *facts, enum facts_source source)
{
	return facts && facts->source != source && facts->source != SOURCE_UNKNOWN &&
	       !facts->parent && !facts->made_from &&
	       (facts->flags & VENDOR_FLAGS) == 0;
}

bool check_source(const struct call *call, const struct rule_test *test)
{
	size_t count;
	const void *const *handles = track_array(call, test->param, &count);

	for (size_t i = 0; i < count; i++)
		if (is_of_other_source(facts_of_mem(handles[i]),
				       (enum facts_source)test->constants[0]))
			return false;
	return true;
}

bool check_gl_queue(const struct call *call, const struct rule_test *test)
{
	const void *context = facts_context(call_pointer(call, test->param), OBJECT_QUEUE);
	const struct facts_context *facts = facts_of_context(context);

	return !facts || facts->has_gl;
}

/* Objects that are not shared, and a queue that cannot share them, are for the rules about that. */
bool check_shared_context(const struct call *call, const struct rule_test *test)
{
	enum { QUEUE, OBJECTS };
	const enum facts_source source = (enum facts_source)test->constants[0];
	const void *context = facts_context(call_pointer(call, test->params[QUEUE]), OBJECT_QUEUE);
	size_t count;
	const void *const *handles = track_array(call, test->params[OBJECTS], &count);
	const struct facts_mem *facts;

	if (!context || (source == SOURCE_GL && !check_gl_queue(call, test)))
		return true;
	for (size_t i = 0; i < count; i++) {
		facts = facts_of_mem(handles[i]);
		if (facts && !is_of_other_source(facts, source) &&
		    facts->any.context && facts->any.context != context)
			return false;
	}
	return true;
}

bool check_only(const struct call *call, const struct rule_test *test)
{
	return (call_number(call, test->param) & ~test->constants[0]) == 0;
}

/* -- contexts ---------------------------------------------------------------------------- */

bool check_gl_without_user_sync(const struct call *call, const struct rule_test *test)
{
	static const intptr_t names[] = { CL_GL_CONTEXT_KHR, CL_EGL_DISPLAY_KHR, CL_GLX_DISPLAY_KHR,
					  CL_WGL_HDC_KHR, CL_CGL_SHAREGROUP_KHR };

	if (!check_pair(call, test->param, CL_CONTEXT_INTEROP_USER_SYNC))
		return true;
	for (size_t i = 0; i < sizeof(names) / sizeof(names[0]); i++)
		if (check_pair(call, test->param, names[i]))
			return false;
	return true;
}

/* Can DEVICE certainly not terminate a context? */
static bool cannot_terminate(const void *device)
{
	const struct limits *limits = facts_limits(device);
	const struct support_bits *terminate = limits ? &limits->support.terminate : NULL;

	return limits && limits->support.has[SUPPORT_TERMINATE] && terminate->is_known &&
	       (terminate->bits & CL_DEVICE_TERMINATE_CAPABILITY_CONTEXT_KHR) == 0;
}

bool check_terminate_supported(const struct call *call, const struct rule_test *test)
{
	enum { PROPERTIES, DEVICES };
	const cl_context_properties *wants_it =
		check_pair(call, test->params[PROPERTIES], CL_CONTEXT_TERMINATE_KHR);
	size_t count;
	const void *const *devices = track_array(call, test->params[DEVICES], &count);

	for (size_t i = 0; wants_it && *wants_it != CL_FALSE && i < count; i++)
		if (cannot_terminate(devices[i]))
			return false;
	return true;
}

bool check_can_terminate(const struct call *call, const struct rule_test *test)
{
	const struct facts_context *facts = facts_of_context(call_pointer(call, test->param));

	return !facts || facts->can_terminate;
}

bool check_not_terminated(const struct call *call, const struct rule_test *test)
{
	const struct facts_context *facts = facts_of_context(call_pointer(call, test->param));

	return !facts || !atomic_load(&facts->is_terminated);
}
