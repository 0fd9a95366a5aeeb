/* SPDX-License-Identifier: Apache-2.0 */
/*
 * hint-language: a part of hints.h. It finds builds for a version of OpenCL C that a device does
 * not have. What a driver does not say, or not as the specification wants it, is not known. Keeps
 * no state.
 */
#include "layers/validation/hints/hints.h"

#include <stdlib.h>

#include "base/common/line.h"
#include "base/text.h"
#include "layers/validation/query.h"
#include "layers/validation/report/finding-report.h"
#include "state/facts.h"
#include "state/track.h"

#define BLANKS " \t\r\n"
#define VERSIONS 32	/* of OpenCL C; more than there are */

/* 100 times the major version and the minor one at the beginning of TEXT; 0: there is none. */
static unsigned parse_version(const char *text)
{
	char *end;
	const unsigned long major = *text >= '0' && *text <= '9' ? strtoul(text, &end, 10) : 0;

	if (major == 0 || major > 99 || *end != '.' || end[1] < '0' || end[1] > '9')
		return 0;
	return (unsigned)major * 100 + (unsigned)(end[1] - '0');
}

/* The version that OPTIONS ask for; 0: none, or another language. The last one counts. */
static unsigned asked_version(const char *options)
{
	const char *version;
	unsigned asked = 0;

	for (const char *at = options; at && *at != '\0'; at += strcspn(at, BLANKS)) {
		at += strspn(at, BLANKS);
		version = text_skip_prefix(at, "-cl-std=");
		if (!version)
			continue;
		version = text_skip_prefix(version, "CL");
		asked = version ? parse_version(version) : 0;
	}
	return asked;
}

/* Is VERSION certainly none of those that DEVICE of OpenCL 3.0 lists? It adds them to LINE. */
static bool is_unlisted(const void *device, unsigned version, struct line *line)
{
	cl_name_version list[VERSIONS];
	size_t size = 0;

	if (query_driver(CLROUTER_SLOT_clGetDeviceInfo, device, NULL,
			 CL_DEVICE_OPENCL_C_ALL_VERSIONS, sizeof(list), list,
			 &size) != CL_SUCCESS ||
	    size == 0 || size > sizeof(list) || size % sizeof(list[0]) != 0)
		return false;
	line_add(line, "OpenCL C");
	for (size_t i = 0; i < size / sizeof(list[0]); i++) {
		const unsigned major = CL_VERSION_MAJOR(list[i].version);
		const unsigned minor = CL_VERSION_MINOR(list[i].version);

		if (major == 0 || major * 100 + minor == version)
			return false;
		line_add(line, "%s %u.%u", i > 0 ? "," : "", major, minor);
	}
	return true;
}

/* Is VERSION certainly newer than the version of DEVICE, which has all older ones? */
static bool is_newer(const void *device, unsigned version, struct line *line)
{
	char text[256] = "";
	const char *number;
	unsigned newest;

	if (query_driver(CLROUTER_SLOT_clGetDeviceInfo, device, NULL, CL_DEVICE_OPENCL_C_VERSION,
			 sizeof(text) - 1, text, NULL) != CL_SUCCESS)
		return false;
	number = text_skip_prefix(text, "OpenCL C ");
	newest = number ? parse_version(number) : 0;
	line_add(line, "OpenCL C up to %u.%u", newest / 100, newest % 100);
	return newest != 0 && version > newest;
}

static bool lacks(const void *device, unsigned version, struct line *line)
{
	const struct limits *limits = facts_limits(device);

	if (!limits || limits->version == 0)
		return false;
	return limits->version >= 300 ? is_unlisted(device, version, line)
				      : is_newer(device, version, line);
}

/* The devices that CALL builds for; NULL: they are not known. */
static const void *const *devices_of(const struct call *call, size_t *count)
{
	const struct facts_program *program =
		facts_of_program(call_pointer(call, ARG_clBuildProgram_program));
	const void *const *list = track_array(call, ARG_clBuildProgram_device_list, count);

	if (!list && program)
		*count = program->devices.count;
	return list || !program ? list : program->devices.list;
}

void hint_language_before(const struct call *call)
{
	const struct object *program = live_record(call_pointer(call, ARG_clBuildProgram_program));
	const unsigned version = asked_version(call_pointer(call, ARG_clBuildProgram_options));
	const void *const *devices;
	char text[256];
	size_t count;

	/* The option means nothing for a program that has no source. */
	if (version == 0 || !live_is_live(program, OBJECT_PROGRAM) ||
	    program->made_by != CLROUTER_SLOT_clCreateProgramWithSource)
		return;
	devices = devices_of(call, &count);
	for (size_t i = 0; devices && i < count; i++) {
		struct line line = line_in(text, sizeof(text));

		if (!lacks(devices[i], version, &line))
			continue;
		report_advice(ADVICE_LIMIT_LANGUAGE, call, ARG_clBuildProgram_options,
			      ARG_clBuildProgram_program, text);
		return;
	}
}
