/* SPDX-License-Identifier: Apache-2.0 */
/*
 * check-programs: programs: how they were made, whether they are built, their kernels. See check.h.
 */
#include <stdlib.h>
#include <string.h>

#include "layers/validation/checks/check.h"
#include "layers/validation/checks/limit.h"
#include "layers/validation/query.h"

/* -- what is built ----------------------------------------------------------------------- */

static struct facts_program *program(const struct call *call, unsigned index)
{
	return facts_of_program(call_pointer(call, index));
}

bool check_built(const struct call *call, const struct rule_test *test)
{
	struct facts_program *facts = program(call, test->param);

	return !facts || atomic_load(&facts->is_built);
}

bool check_built_query(const struct call *call, const struct rule_test *test)
{
	enum { PROGRAM, NAME };

	switch (call_number(call, test->params[NAME])) {
	case CL_PROGRAM_NUM_KERNELS:
	case CL_PROGRAM_KERNEL_NAMES:
		return check_built(call, test);
	default:
		return true;
	}
}

bool check_no_kernels(const struct call *call, const struct rule_test *test)
{
	struct facts_program *facts = program(call, test->param);

	return !facts || atomic_load(&facts->kernel_count) <= 0;
}

bool check_kernel_count(const struct call *call, const struct rule_test *test)
{
	enum { PROGRAM, COUNT, KERNELS };
	const void *handle = call_pointer(call, test->params[PROGRAM]);
	size_t count = 0;

	if (test->is_lenient || !call_pointer(call, test->params[KERNELS]) ||
	    !check_built(call, test) || !live_is_live(live_record(handle), OBJECT_PROGRAM) ||
	    query_driver(CLROUTER_SLOT_clGetProgramInfo, handle, NULL, CL_PROGRAM_NUM_KERNELS,
			 sizeof(count), &count, NULL) != CL_SUCCESS)
		return true;
	return limit_at_least(call, call_number(call, test->params[COUNT]), "the number of kernels",
			      count);
}

/* Is NAME of LENGTH bytes one of the LIST, which has semicolons, and perhaps blanks, between names? */
static bool is_listed(const char *list, const char *name, size_t length)
{
	for (;;) {
		list += strspn(list, " ");
		if (strncmp(list, name, length) == 0 &&
		    strchr("; ", list[length]))
			return true;
		list = strchr(list, ';');
		if (!list)
			return false;
		list++;
	}
}

bool check_kernel_name(const struct call *call, const struct rule_test *test)
{
	enum { PROGRAM, NAME };
	const void *handle = call_pointer(call, test->params[PROGRAM]);
	const char *name = call_pointer(call, test->params[NAME]);
	char *names;
	bool is_right;

	if (test->is_lenient || !name || !program(call, test->params[PROGRAM]) ||
	    !check_built(call, test))
		return true;
	names = query_text(CLROUTER_SLOT_clGetProgramInfo, handle, NULL, CL_PROGRAM_KERNEL_NAMES);
	is_right = !names || names[0] == '\0' || is_listed(names, name, strlen(name));
	free(names);
	return is_right;
}

/* Has one of the COUNT DEVICES a built-in kernel NAME of LENGTH bytes, or does one not say? */
static bool has_built_in(const void *const *devices, size_t count, const char *name, size_t length)
{
	for (size_t i = 0; i < count; i++) {
		char *names = live_is_live(live_record(devices[i]), OBJECT_DEVICE)
				      ? query_text(CLROUTER_SLOT_clGetDeviceInfo, devices[i], NULL,
						   CL_DEVICE_BUILT_IN_KERNELS)
				      : NULL;
		const bool may_have = !names || is_listed(names, name, length);

		free(names);
		if (may_have)
			return true;
	}
	return count == 0;
}

/* The devices are asked each time, since the call is rare. */
bool check_built_in_names(const struct call *call, const struct rule_test *test)
{
	enum { NAMES, DEVICES };
	const char *at = call_pointer(call, test->params[NAMES]);
	size_t count, length;
	const void *const *devices = track_array(call, test->params[DEVICES], &count);

	for (; at && *at != '\0'; at += length) {
		at += strspn(at, "; ");
		length = strcspn(at, "; ");
		if (length != 0 && !has_built_in(devices, count, at, length))
			return false;
	}
	return true;
}

/* -- builds ------------------------------------------------------------------------------ */

static bool is_being_built(const void *handle, const struct facts_program *facts)
{
	for (unsigned i = 0; i < facts->devices.count; i++)
		if (query_build(handle, facts->devices.list[i]) == CL_BUILD_IN_PROGRESS)
			return true;
	return false;
}

bool check_not_being_built(const struct call *call, const struct rule_test *test)
{
	size_t count;
	const void *const *handles = track_array(call, test->param, &count);
	const struct facts_program *facts;

	for (size_t i = 0; i < count && !test->is_lenient; i++) {
		facts = facts_of_program(handles[i]);
		if (facts && is_being_built(handles[i], facts))
			return false;
	}
	return true;
}

/* The function that made the program, which is live; CLROUTER_ALL_SLOTS if that is not known. */
static unsigned int maker(const struct call *call, unsigned index)
{
	const struct object *object = live_record(call_pointer(call, index));

	return live_is_live(object, OBJECT_PROGRAM) && !object->is_root && !object->is_unseen
		       ? object->made_by
		       : CLROUTER_ALL_SLOTS;
}

bool check_buildable(const struct call *call, const struct rule_test *test)
{
	switch (maker(call, test->param)) {
	case CLROUTER_SLOT_clCreateProgramWithBuiltInKernels:
	case CLROUTER_SLOT_clLinkProgram:
		return false;
	default:
		return true;
	}
}

/* The binaries of an extension are an intermediate language. */
bool check_compilable(const struct call *call, const struct rule_test *test)
{
	enum { PROGRAM, OPTIONS };
	const char *options = call_pointer(call, test->params[OPTIONS]);

	if (maker(call, test->params[PROGRAM]) == CLROUTER_SLOT_clCreateProgramWithBinary)
		return options && strstr(options, "spir");
	return check_buildable(call, test);
}

bool check_has_binary(const struct call *call, const struct rule_test *test)
{
	enum { PROGRAM, COUNT, DEVICES };
	const struct facts_program *facts = program(call, test->params[PROGRAM]);
	const void *const *list = call_pointer(call, test->params[DEVICES]);
	const uint64_t count = call_number(call, test->params[COUNT]);

	if (!facts || facts->has_no_binary == 0)
		return true;
	return (facts_device_bits(&facts->devices, list, count) & facts->has_no_binary) == 0;
}

/* -- links ------------------------------------------------------------------------------- */

enum { HAS_OBJECT = 1, HAS_NOTHING = 2, HAS_OTHER = 4, NOT_KNOWN = 8 };

/* What the driver says that the program HANDLE has for DEVICE. */
static unsigned int ask_what(const void *handle, const void *device)
{
	cl_program_binary_type type = CL_PROGRAM_BINARY_TYPE_NONE;

	if (query_driver(CLROUTER_SLOT_clGetProgramBuildInfo, handle, device,
			 CL_PROGRAM_BINARY_TYPE, sizeof(type), &type, NULL) != CL_SUCCESS)
		return NOT_KNOWN;
	switch (type) {
	case CL_PROGRAM_BINARY_TYPE_NONE:
		return HAS_NOTHING;
	case CL_PROGRAM_BINARY_TYPE_COMPILED_OBJECT:
	case CL_PROGRAM_BINARY_TYPE_LIBRARY:
		return HAS_OBJECT;
	case CL_PROGRAM_BINARY_TYPE_EXECUTABLE:
		return HAS_OTHER;
	default:
		return NOT_KNOWN;
	}
}

/* What the program HANDLE has for DEVICE. If no call says it, the driver is asked if it ASKS. */
static unsigned int has_what(const void *handle, const void *device, bool asks)
{
	const struct facts_program *facts = facts_of_program(handle);

	if (!facts)
		return NOT_KNOWN;
	/* What is built for a device is built for its parts. */
	for (const void *owner = device; owner; owner = facts_parent(owner)) {
		const unsigned int bit = facts_device_bit(&facts->devices, owner);

		if ((atomic_load(&facts->objects) & bit) != 0)
			return HAS_OBJECT;
		if ((atomic_load(&facts->executables) & bit) != 0)
			return HAS_OTHER;
	}
	return asks ? ask_what(handle, device) : NOT_KNOWN;
}

static bool can_link(const void *const *programs, size_t count, const void *device, bool asks)
{
	unsigned int found = 0;

	for (size_t i = 0; i < count && (found & NOT_KNOWN) == 0; i++)
		found |= has_what(programs[i], device, asks);
	return (found & NOT_KNOWN) != 0 || found == 0 || found == HAS_OBJECT ||
	       found == HAS_NOTHING;
}

bool check_linkable(const struct call *call, const struct rule_test *test)
{
	enum { PROGRAMS, CONTEXT, DEVICES };
	const struct facts_context *context =
		facts_of_context(call_pointer(call, test->params[CONTEXT]));
	size_t count, device_count;
	const void *const *programs = track_array(call, test->params[PROGRAMS], &count);
	const void *const *devices = track_array(call, test->params[DEVICES], &device_count);

	if (!devices && context) {
		devices = context->devices.list;
		device_count = context->devices.count;
	}
	for (size_t i = 0; devices && i < device_count; i++)
		if (live_is_live(live_record(devices[i]), OBJECT_DEVICE) &&
		    !can_link(programs, count, devices[i], !test->is_lenient))
			return false;
	return true;
}
