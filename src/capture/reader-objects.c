/* SPDX-License-Identifier: Apache-2.0 */
/* reader-objects: see reader-objects.h. Memory is in reader-memory.c. */
#include "capture/reader-objects.h"

#include <string.h>

#include "base/array.h"
#include "base/text.h"
#include "launch/build-options.h"
#include "capture/capture-format.h"
#include "capture/json-text.h"

/* Begins with the array NAME of MANIFEST; returns its first element. */
static const char *begin(struct reader *reader, const char *manifest, const char *name, size_t most,
			 size_t *count)
{
	const char *array;

	reader->list = NULL;
	array = reader_array(reader, manifest, name, most, count);
	reader->list = name;
	reader->is_array = true;
	reader->index = 0;
	return array ? json_text_first(array) : NULL;
}

struct capture_setting *reader_take_settings(struct reader *reader, const char *object,
					     const char *array, const char *name, size_t *count)
{
	const char *values = reader_array(reader, object, array, CAPTURE_MOST_OBJECTS, count);
	const char *element = values ? json_text_first(values) : NULL;
	struct capture_setting *settings = reader_list(reader, *count, sizeof(*settings));

	for (size_t i = 0; settings && element && i < *count; i++) {
		settings[i].id = reader_number32(reader, element, name);
		settings[i].bytes = reader_bytes(reader, element, "bytes", &settings[i].size);
		element = json_text_next(element);
	}
	return settings;
}

/* -- programs -------------------------------------------------------------------------------- */

/* Indices of programs that come before PROGRAM. */
static void take_inputs(struct reader *reader, struct capture_program *program, const char *object)
{
	const char *array = reader_array(reader, object, "inputs", CAPTURE_MOST_OBJECTS,
					 &program->input_count);
	const char *element = array ? json_text_first(array) : NULL;

	program->inputs = reader_list(reader, program->input_count, sizeof(*program->inputs));
	for (size_t i = 0; program->inputs && element && i < program->input_count; i++) {
		uint64_t number;

		if (!json_text_unsigned(element, &number) || number >= reader->index)
			reader_refuse(reader, "inputs has something that is no program before it");
		else
			program->inputs[i] = (uint32_t)number;
		element = json_text_next(element);
	}
	program->link_options = reader_text_or_null(reader, object, "options");
}

static void take_headers(struct reader *reader, struct capture *capture,
			 struct capture_program *program, const char *object)
{
	const char *array = reader_array(reader, object, "headers", CAPTURE_MOST_OBJECTS,
					 &program->header_count);
	const char *element = array ? json_text_first(array) : NULL;

	program->headers = reader_list(reader, program->header_count, sizeof(*program->headers));
	for (size_t i = 0; program->headers && element && i < program->header_count; i++) {
		struct capture_header *header = &program->headers[i];

		header->name = reader_text(reader, element, "name");
		header->program = reader_index(reader, element, "program", reader->index);
		if (reader_is_good(reader) &&
		    capture->programs[header->program].kind != CAPTURE_PROGRAM_SOURCE)
			reader_refuse(reader, "a header is no source");
		element = json_text_next(element);
	}
}

static void take_build(struct reader *reader, struct capture *capture,
		       struct capture_program *program, const char *object)
{
	static const char *const functions[] = { "clBuildProgram", "clCompileProgram" };
	const char *build = reader_member(reader, object, "build");

	if (!build || json_text_is(build, "null"))
		return;
	if (!json_text_is_object(build)) {
		reader_refuse(reader, "build is neither null nor an object");
		return;
	}
	program->is_built = true;
	program->is_compiled =
		reader_word(reader, build, "function", functions, ARRAY_SIZE(functions)) == 1;
	program->options = reader_text_or_null(reader, build, "options");
	take_headers(reader, capture, program, build);
	program->constants = reader_take_settings(reader, build, "constants", "id",
						  &program->constant_count);
}

static void take_program(struct reader *reader, struct capture *capture,
			 struct capture_program *program, const char *object)
{
	static const char *const kinds[] = { "source", "il", "binary", "built-in", "linked" };

	program->kind = (enum capture_program_kind)reader_word(reader, object, "kind", kinds,
							       ARRAY_SIZE(kinds));
	if (program->kind == CAPTURE_PROGRAM_BUILT_IN) {
		program->names = reader_text(reader, object, "names");
	} else if (program->kind == CAPTURE_PROGRAM_LINKED) {
		take_inputs(reader, program, object);
	} else {
		program->text.size = reader_number(reader, object, "size");
		program->text.hash = reader_hash(reader, object, "hash", false);
		if (program->text.size >= SIZE_MAX)
			reader_refuse(reader, "its text is too large for this host");
		if (program->text.hash && strcmp(program->text.hash, CAPTURE_ZERO) == 0)
			reader_refuse(reader, "its text has no hash");
	}
	take_build(reader, capture, program, object);
}

void reader_take_programs(struct reader *reader, struct capture *capture, const char *manifest)
{
	const char *element = begin(reader, manifest, "programs", CAPTURE_MOST_OBJECTS,
				    &capture->program_count);

	capture->programs = reader_list(reader, capture->program_count, sizeof(*capture->programs));
	for (size_t i = 0; reader_is_good(reader) && element && i < capture->program_count; i++) {
		reader->index = i;
		take_program(reader, capture, &capture->programs[i], element);
		element = json_text_next(element);
	}
}

/* -- whole sources --------------------------------------------------------------------------- */

/* They are for people; no file of these names is opened. */
static void check_files(struct reader *reader, const char *object)
{
	size_t count;
	const char *array = reader_array(reader, object, "files", CAPTURE_MOST_OBJECTS, &count);
	const char *element = array ? json_text_first(array) : NULL;

	for (; element && reader_is_good(reader); element = json_text_next(element))
		if (!json_text_is_string(element))
			reader_refuse(reader, "files has something that is no string");
}

static void take_whole(struct reader *reader, struct capture_program *program, uint32_t index,
		       const char *object)
{
	char name[sizeof(CAPTURE_WHOLE) + 10];

	text_format(name, sizeof(name), CAPTURE_WHOLE, index);
	if (program->kind != CAPTURE_PROGRAM_SOURCE || !program->is_built)
		reader_refuse(reader, "program %u is not built from a source", index);
	else if (program->whole.hash)
		reader_refuse(reader, "program %u has two whole sources", index);
	else if (strcmp(reader_text(reader, object, "name"), name) != 0)
		reader_refuse(reader, "the name of its file is not %s", name);
	program->whole.size = reader_number(reader, object, "size");
	if (program->whole.size > CAPTURE_MOST_WHOLE)
		reader_refuse(reader, "it is larger than %d bytes", CAPTURE_MOST_WHOLE);
	program->whole.hash = reader_hash(reader, object, "hash", false);
	if (program->whole.hash && strcmp(program->whole.hash, CAPTURE_ZERO) == 0)
		reader_refuse(reader, "its text has no hash");
	program->whole_options = build_options_without_folders(program->options, reader->arena);
	check_files(reader, object);
}

void reader_take_whole(struct reader *reader, struct capture *capture, const char *checks)
{
	const char *element;
	size_t count;

	if (!json_text_member(checks, "whole"))
		return;
	element = begin(reader, checks, "whole", CAPTURE_MOST_OBJECTS, &count);
	for (size_t i = 0; reader_is_good(reader) && element && i < count; i++) {
		uint32_t index;

		reader->index = i;
		index = reader_index(reader, element, "program", capture->program_count);
		if (reader_is_good(reader))
			take_whole(reader, &capture->programs[index], index, element);
		element = json_text_next(element);
	}
}

/* -- samplers -------------------------------------------------------------------------------- */

void reader_take_samplers(struct reader *reader, struct capture *capture, const char *manifest)
{
	const char *element = begin(reader, manifest, "samplers", CAPTURE_MOST_OBJECTS,
				    &capture->sampler_count);

	capture->samplers = reader_list(reader, capture->sampler_count, sizeof(*capture->samplers));
	for (size_t i = 0; reader_is_good(reader) && element && i < capture->sampler_count; i++) {
		struct capture_sampler *sampler = &capture->samplers[i];

		reader->index = i;
		sampler->is_normalized = reader_number(reader, element, "normalized") != 0;
		sampler->addressing = reader_number32(reader, element, "addressing");
		sampler->filter = reader_number32(reader, element, "filter");
		element = json_text_next(element);
	}
}

/* -- arguments ------------------------------------------------------------------------------- */

static void take_pointer(struct reader *reader, const struct capture *capture,
			 struct capture_argument *argument, const char *object)
{
	argument->offset = reader_number(reader, object, "offset");
	if (!reader_is_good(reader))
		return;
	if (capture->memory[argument->index].kind != CAPTURE_SVM)
		reader_refuse(reader, "memory %u is not shared", argument->index);
	else if (argument->offset > capture->memory[argument->index].size)
		reader_refuse(reader, "its offset is beyond the end of memory %u", argument->index);
}

static void take_kind(struct reader *reader, const struct capture *capture,
		      struct capture_argument *argument, const char *object)
{
	size_t size;

	switch (argument->kind) {
	case CAPTURE_VALUE:
	case CAPTURE_LOCAL:
	case CAPTURE_NULL:
		argument->size = reader_number(reader, object, "size");
		if (argument->size > SIZE_MAX)
			reader_refuse(reader, "its size is too large for this host");
		if (argument->kind != CAPTURE_VALUE)
			return;
		argument->bytes = reader_bytes(reader, object, "bytes", &size);
		if (size != argument->size)
			reader_refuse(reader, "its size is not the number of its bytes");
		return;
	case CAPTURE_OBJECT:
	case CAPTURE_POINTER:
		argument->index = reader_index(reader, object, "memory", capture->memory_count);
		if (argument->kind == CAPTURE_POINTER)
			take_pointer(reader, capture, argument, object);
		else if (reader_is_good(reader) &&
			 capture->memory[argument->index].kind == CAPTURE_SVM)
			reader_refuse(reader, "memory %u is no object", argument->index);
		return;
	case CAPTURE_SAMPLER:
		argument->index = reader_index(reader, object, "sampler", capture->sampler_count);
		return;
	case CAPTURE_UNSET:
		if (capture->launch.error == 0)
			reader_refuse(reader, "it is not set, but the launch did not fail");
		return;
	}
}

void reader_take_arguments(struct reader *reader, struct capture *capture, const char *manifest)
{
	static const char *const kinds[] = { "value", "local", "null", "memory", "sampler", "svm",
					     "unset" };
	const char *element = begin(reader, manifest, "arguments", CAPTURE_MOST_ARGUMENTS,
				    &capture->argument_count);

	capture->arguments =
		reader_list(reader, capture->argument_count, sizeof(*capture->arguments));
	for (size_t i = 0; reader_is_good(reader) && element && i < capture->argument_count; i++) {
		struct capture_argument *argument = &capture->arguments[i];

		reader->index = i;
		argument->kind = (enum capture_argument_kind)reader_word(
			reader, element, "kind", kinds, ARRAY_SIZE(kinds));
		argument->name = reader_text(reader, element, "name");
		argument->type = reader_text(reader, element, "type");
		argument->numbers = argument->type;
		argument->address = reader_text(reader, element, "address");
		argument->is_const = reader_flag(reader, element, "is_const");
		take_kind(reader, capture, argument, element);
		element = json_text_next(element);
	}
}
