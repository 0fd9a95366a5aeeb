/* SPDX-License-Identifier: Apache-2.0 */
/* capture-reader: see capture-reader.h. */
#include "capture/capture-reader.h"

#include <string.h>

#include "api/api.h"
#include "base/array.h"
#include "capture/capture-format.h"
#include "capture/json-text.h"
#include "capture/reader-objects.h"
#include "capture/reader-values.h"
#include "capture/rules.h"

static void enter(struct reader *reader, const char *name)
{
	reader->list = name;
	reader->is_array = false;
}

/* -- what the capture is --------------------------------------------------------------------- */

static void take_version(struct reader *reader, const char *manifest)
{
	size_t count;
	const char *format = reader_text(reader, manifest, "format");
	const char *array = reader_array(reader, manifest, "version", 2, &count);
	const char *element = array ? json_text_first(array) : NULL;
	uint64_t major;

	if (strcmp(format, CAPTURE_FORMAT) != 0)
		reader_refuse(reader, "its format is not " CAPTURE_FORMAT);
	else if (count != 2 || !element || !json_text_unsigned(element, &major))
		reader_refuse(reader, "version is not two numbers");
	else if (major != CAPTURE_MAJOR)
		reader_refuse(reader, "its format is version %llu; this clrouter reads version %d",
			      (unsigned long long)major, CAPTURE_MAJOR);
}

/* Contents are in the byte order of the program. */
static void take_host(struct reader *reader, const char *manifest)
{
	static const char *const orders[] = { "little", "big" };
	const char *host = reader_object(reader, manifest, "host");
	unsigned int order;

	enter(reader, "host");
	order = reader_word(reader, host, "order", orders, ARRAY_SIZE(orders));
	if (reader_is_good(reader) && order != (__BYTE_ORDER__ == __ORDER_BIG_ENDIAN__))
		reader_refuse(reader, "it was captured on a machine of another byte order");
}

static void take_place(struct reader *reader, struct capture_place *place, const char *manifest,
		       const char *name)
{
	const char *object;

	reader->list = NULL;
	object = reader_object(reader, manifest, name);
	enter(reader, name);
	place->name = reader_text(reader, object, "name");
	place->vendor = reader_text(reader, object, "vendor");
	place->version = reader_text(reader, object, "version");
	if (strcmp(name, "device") == 0)
		place->driver = reader_text(reader, object, "driver");
}

static void take_origin(struct reader *reader, struct capture *capture, const char *manifest)
{
	const char *process;

	capture->created = reader_text(reader, manifest, "created");
	capture->clrouter = reader_text(reader, manifest, "clrouter");
	process = reader_object(reader, manifest, "process");
	enter(reader, "process");
	capture->process = reader_text(reader, process, "name");
	take_place(reader, &capture->platform, manifest, "platform");
	take_place(reader, &capture->device, manifest, "device");
	reader->list = NULL;
	take_host(reader, manifest);
}

/* -- the launch ------------------------------------------------------------------------------ */

/* COUNT sizes, or null. */
static void take_sizes(struct reader *reader, struct capture_sizes *sizes, const char *launch,
		       const char *name, size_t count)
{
	const char *value = reader_member(reader, launch, name);
	size_t found;

	if (!value || json_text_is(value, "null"))
		return;
	value = reader_array(reader, launch, name, count, &found);
	if (value && found != count)
		reader_refuse(reader, "%s does not have %zu sizes", name, count);
	value = value ? json_text_first(value) : NULL;
	for (size_t i = 0; reader_is_good(reader) && value && i < count; i++) {
		uint64_t size;

		if (!json_text_unsigned(value, &size) || size > SIZE_MAX)
			reader_refuse(reader, "%s has a size that is none", name);
		else
			sizes->sizes[i] = (size_t)size;
		value = json_text_next(value);
	}
	sizes->is_given = count > 0;
}

static void take_dimensions(struct reader *reader, struct capture_launch *launch, const char *object)
{
	launch->dimensions = reader_number32(reader, object, "dimensions");
	if (launch->dimensions > CAPTURE_DIMENSIONS ||
	    (launch->dimensions == 0 && launch->error == 0))
		reader_refuse(reader, "it has %u dimensions", launch->dimensions);
	if (!reader_is_good(reader))
		return;
	take_sizes(reader, &launch->offset, object, "offset", launch->dimensions);
	take_sizes(reader, &launch->global, object, "global", launch->dimensions);
	take_sizes(reader, &launch->local, object, "local", launch->dimensions);
	take_sizes(reader, &launch->suggested_local, object, "suggested_local", launch->dimensions);
}

/* Of the settings, those that are no addresses. */
static void check_settings(struct reader *reader, const struct capture_launch *launch)
{
	for (size_t i = 0; reader_is_good(reader) && i < launch->setting_count; i++)
		if (launch->settings[i].id != CL_KERNEL_EXEC_INFO_SVM_FINE_GRAIN_SYSTEM &&
		    (launch->settings[i].id != CL_KERNEL_EXEC_INFO_SVM_PTRS ||
		     launch->settings[i].size > 0))
			reader_refuse(reader, "setting 0x%X of the kernel cannot be replayed",
				      launch->settings[i].id);
}

static void take_launch(struct reader *reader, struct capture_launch *launch, const char *manifest)
{
	static const char *const functions[] = { "clEnqueueNDRangeKernel", "clEnqueueTask" };
	const char *object;
	const char *status;

	reader->list = NULL;
	object = reader_object(reader, manifest, "launch");
	enter(reader, "launch");
	launch->number = reader_number(reader, object, "number");
	launch->is_task =
		reader_word(reader, object, "function", functions, ARRAY_SIZE(functions)) == 1;
	launch->kernel = reader_text(reader, object, "kernel");
	launch->error = reader_code(reader, object, "error");
	status = reader_member(reader, object, "status");
	if (status && !json_text_is(status, "null"))
		launch->status = reader_code(reader, object, "status");
	if (object && json_text_member(object, "wait_status"))
		launch->wait_status = reader_code(reader, object, "wait_status");
	take_dimensions(reader, launch, object);
	launch->settings = reader_take_settings(reader, object, "settings", "name",
						&launch->setting_count);
	check_settings(reader, launch);
}

/* The program of the kernel; it needs to be known how many there are. */
static void take_program(struct reader *reader, struct capture *capture, const char *manifest)
{
	const char *object;

	reader->list = NULL;
	object = reader_object(reader, manifest, "launch");
	enter(reader, "launch");
	capture->launch.program =
		reader_index(reader, object, "program", capture->program_count);
}

/* -- the checks ------------------------------------------------------------------------------ */

static void take_difference(struct reader *reader, struct capture *capture, const char *object)
{
	const uint32_t memory = reader_index(reader, object, "memory", capture->memory_count);
	const uint32_t range = !reader_is_good(reader) ? 0 :
			       reader_index(reader, object, "range",
					    capture->memory[memory].range_count);

	if (reader_is_good(reader))
		capture->memory[memory].ranges[range].varies = true;
}

/* The types of arguments, if they were found out afterwards. */
static void take_types(struct reader *reader, struct capture *capture, const char *checks)
{
	const char *array = json_text_member(checks, "types");
	size_t count;

	if (!array || json_text_is(array, "null"))
		return;
	array = reader_array(reader, checks, "types", capture->argument_count, &count);
	array = array ? json_text_first(array) : NULL;
	for (size_t i = 0; array && reader_is_good(reader) && i < count; i++) {
		const char *type = json_text_string(array, reader->arena);

		if (!type)
			reader_refuse(reader, "types has something that is no string of bytes");
		else if (*type)
			rules_set_type(&capture->arguments[i], type);
		array = json_text_next(array);
	}
}

static void take_checks(struct reader *reader, struct capture *capture, const char *manifest)
{
	const char *checks;
	const char *differs;
	size_t count;

	reader->list = NULL;
	checks = reader_member(reader, manifest, "checks");
	if (!checks || json_text_is(checks, "null"))
		return;
	enter(reader, "checks");
	capture->is_checked = reader_number(reader, checks, "runs") > 0;
	take_types(reader, capture, checks);
	reader_take_findings(reader, &capture->findings, checks);
	differs = reader_array(reader, checks, "differs", SIZE_MAX, &count);
	differs = differs ? json_text_first(differs) : NULL;
	for (; differs && reader_is_good(reader); differs = json_text_next(differs))
		take_difference(reader, capture, differs);
	reader_take_whole(reader, capture, checks);
}

bool capture_reader_read(struct capture *capture, const char *text, size_t size,
			 struct arena *arena, char *problem)
{
	struct reader reader = { .arena = arena, .problem = problem };
	const char *manifest;
	const char *what;
	size_t where;

	memset(capture, 0, sizeof(*capture));
	problem[0] = '\0';
	if (!json_text_check(text, size, CAPTURE_MOST_LEVELS, &what, &where))
		return reader_refuse(&reader, "it is no JSON: %s at byte %zu", what, where);
	manifest = json_text_value(text);
	take_version(&reader, manifest);
	if (reader_is_good(&reader))
		take_origin(&reader, capture, manifest);
	take_launch(&reader, &capture->launch, manifest);
	reader_take_programs(&reader, capture, manifest);
	take_program(&reader, capture, manifest);
	reader_take_samplers(&reader, capture, manifest);
	reader_take_memory(&reader, capture, manifest);
	reader_take_arguments(&reader, capture, manifest);
	take_checks(&reader, capture, manifest);
	if (reader_is_good(&reader))
		rules_complete(capture);
	return reader_is_good(&reader);
}
