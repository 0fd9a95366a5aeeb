/* SPDX-License-Identifier: Apache-2.0 */
/* launch-members: see launch-members.h. */
#include "launch/launch-members.h"

#include "launch/launch-check.h"
#include "launch/launch-format.h"

/* -- words, by the values of their enums ------------------------------------------------------ */

static const char *const program_kinds[] = { "source", "il", "binary", "built-in", "linked", NULL };
static const char *const builds[] = { "unbuilt", "built", "compiled", NULL };
static const char *const memory_kinds[] = { "buffer", "sub-buffer", "image", "svm", NULL };
static const char *const comparisons[] = { "unknown", "bits",	 "float16", "float32", "float64",
					   "unorm8",  "unorm16", "snorm8",  "snorm16", NULL };
static const char *const argument_kinds[] = { "value",	 "local",   "null",  "memory",
					      "sampler", "pointer", "unset", NULL };
static const char *const note_kinds[] = { "finding", "checked-by", "unchecked", NULL };

#define WORDS(words, last) _Static_assert(ARRAY_SIZE(words) == (last) + 2, "each value has a word")
WORDS(program_kinds, LAUNCH_LINKED);
WORDS(builds, LAUNCH_COMPILED);
WORDS(memory_kinds, LAUNCH_SVM);
WORDS(comparisons, LAUNCH_SNORM16);
WORDS(argument_kinds, LAUNCH_UNSET);
WORDS(note_kinds, LAUNCH_UNCHECKED);

/* -- what there is one of --------------------------------------------------------------------- */

#define AT(member) TABLE_AT(struct launch_call, member)
static const struct table_column call_columns[] = {
	{ "created", TABLE_TEXT, AT(created) },
	{ "clrouter", TABLE_TEXT, AT(clrouter) },
	{ "process", TABLE_TEXT, AT(process) },
	{ "process_id", TABLE_COUNT, AT(process_id) },
	{ "directory", TABLE_TEXT, AT(directory) },
	{ "host_bits", TABLE_COUNT, AT(host_bits) },
	{ "host_order", TABLE_TEXT, AT(host_order) },
	{ "queue_properties", TABLE_COUNT, AT(queue_properties) },
	{ "number", TABLE_COUNT, AT(number) },
	{ "is_task", TABLE_COUNT, AT(is_task) },
	{ "kernel", TABLE_TEXT, AT(kernel) },
	{ "program", TABLE_INDEX, AT(program) },
	{ "dimensions", TABLE_COUNT, AT(dimensions) },
	{ "has_offset", TABLE_COUNT, AT(has_offset) },
	{ "offset", TABLE_SPARSE, AT(offset) },
	{ "has_global", TABLE_COUNT, AT(has_global) },
	{ "global", TABLE_SPARSE, AT(global) },
	{ "has_local", TABLE_COUNT, AT(has_local) },
	{ "local", TABLE_SPARSE, AT(local) },
	{ "has_suggested", TABLE_COUNT, AT(has_suggested) },
	{ "suggested", TABLE_SPARSE, AT(suggested) },
	{ "required", TABLE_SPARSE, AT(required) },
	{ "error", TABLE_NUMBER, AT(error) },
	{ "status", TABLE_NUMBER, AT(status) },
	{ "wait_status", TABLE_NUMBER, AT(wait_status) },
	{ "device_bytes", TABLE_COUNT, AT(device_bytes) },
	{ "file_bytes", TABLE_COUNT, AT(file_bytes) },
	{ "call_ns", TABLE_COUNT, AT(call_ns) },
	{ "write_ns", TABLE_COUNT, AT(write_ns) },
	{ "runs", TABLE_COUNT, AT(runs) },
	{ "problem", TABLE_TEXT, AT(problem) },
};
#undef AT

#define AT(member) TABLE_AT(struct launch_platform, member)
static const struct table_column platform_columns[] = {
	{ "name", TABLE_TEXT, AT(name) },
	{ "vendor", TABLE_TEXT, AT(vendor) },
	{ "version", TABLE_TEXT, AT(version) },
	{ "profile", TABLE_TEXT, AT(profile) },
	{ "extensions", TABLE_TEXT, AT(extensions) },
};
#undef AT

#define AT(member) TABLE_AT(struct launch_device, member)
static const struct table_column device_columns[] = {
	{ "name", TABLE_TEXT, AT(name) },
	{ "vendor", TABLE_TEXT, AT(vendor) },
	{ "version", TABLE_TEXT, AT(version) },
	{ "driver", TABLE_TEXT, AT(driver) },
	{ "language", TABLE_TEXT, AT(language) },
	{ "extensions", TABLE_TEXT, AT(extensions) },
	{ "type", TABLE_COUNT, AT(type) },
	{ "vendor_id", TABLE_COUNT, AT(vendor_id) },
	{ "address_bits", TABLE_COUNT, AT(address_bits) },
	{ "align", TABLE_COUNT, AT(align) },
	{ "compute_units", TABLE_COUNT, AT(compute_units) },
	{ "memory", TABLE_COUNT, AT(memory) },
};
#undef AT

/* -- programs --------------------------------------------------------------------------------- */

#define AT(member) TABLE_AT(struct launch_program, member)
static const struct table_column program_columns[] = {
	{ "kind", TABLE_WORD, AT(kind), .words = program_kinds },
	{ "build", TABLE_WORD, AT(build), .words = builds },
	{ "size", TABLE_COUNT, AT(size) },
	{ "hash", TABLE_TEXT, AT(hash) },
	{ "names", TABLE_TEXT, AT(names) },
	{ "options", TABLE_TEXT, AT(options) },
	{ "here", TABLE_TEXT, AT(here) },
	{ "portable", TABLE_TEXT, AT(portable) },
};
#undef AT

static const struct table_column input_columns[] = {
	{ "program", TABLE_INDEX, TABLE_AT(struct launch_input, program) },
	{ "input", TABLE_INDEX, TABLE_AT(struct launch_input, input) },
};

static const struct table_column header_columns[] = {
	{ "program", TABLE_INDEX, TABLE_AT(struct launch_header, program) },
	{ "header", TABLE_INDEX, TABLE_AT(struct launch_header, header) },
	{ "name", TABLE_TEXT, TABLE_AT(struct launch_header, name) },
};

static const struct table_column constant_columns[] = {
	{ "program", TABLE_INDEX, TABLE_AT(struct launch_constant, program) },
	{ "id", TABLE_COUNT, TABLE_AT(struct launch_constant, id) },
	{ "value", TABLE_HEX, TABLE_AT(struct launch_constant, value) },
};

static const struct table_column include_columns[] = {
	{ "path", TABLE_TEXT, TABLE_AT(struct launch_include, path) },
	{ "size", TABLE_COUNT, TABLE_AT(struct launch_include, size) },
	{ "hash", TABLE_TEXT, TABLE_AT(struct launch_include, hash) },
};

static const struct table_column missing_columns[] = {
	{ "program", TABLE_INDEX, TABLE_AT(struct launch_missing, program) },
	{ "name", TABLE_TEXT, TABLE_AT(struct launch_missing, name) },
};

/* -- samplers, memory and arguments ----------------------------------------------------------- */

static const struct table_column sampler_columns[] = {
	{ "normalized", TABLE_COUNT, TABLE_AT(struct launch_sampler, normalized) },
	{ "addressing", TABLE_COUNT, TABLE_AT(struct launch_sampler, addressing) },
	{ "filter", TABLE_COUNT, TABLE_AT(struct launch_sampler, filter) },
	{ "properties", TABLE_TEXT, TABLE_AT(struct launch_sampler, properties) },
};

#define AT(member) TABLE_AT(struct launch_memory, member)
static const struct table_column memory_columns[] = {
	{ "kind", TABLE_WORD, AT(kind), .words = memory_kinds },
	{ "flags", TABLE_COUNT, AT(flags) },
	{ "size", TABLE_COUNT, AT(size) },
	{ "parent", TABLE_LINK, AT(parent) },
	{ "origin", TABLE_COUNT, AT(origin) },
	{ "alignment", TABLE_COUNT, AT(alignment) },
	{ "type", TABLE_COUNT, AT(type) },
	{ "order", TABLE_COUNT, AT(order) },
	{ "channel", TABLE_COUNT, AT(channel) },
	{ "element_size", TABLE_COUNT, AT(element_size) },
	{ "width", TABLE_COUNT, AT(width) },
	{ "height", TABLE_COUNT, AT(height) },
	{ "depth", TABLE_COUNT, AT(depth) },
	{ "array_size", TABLE_COUNT, AT(array_size) },
	{ "row_pitch", TABLE_COUNT, AT(row_pitch) },
	{ "slice_pitch", TABLE_COUNT, AT(slice_pitch) },
	{ "mip_levels", TABLE_COUNT, AT(mip_levels) },
	{ "samples", TABLE_COUNT, AT(samples) },
};
#undef AT

#define AT(member) TABLE_AT(struct launch_range, member)
static const struct table_column range_columns[] = {
	{ "memory", TABLE_INDEX, AT(memory) },
	{ "offset", TABLE_COUNT, AT(offset) },
	{ "size", TABLE_COUNT, AT(size) },
	{ "before", TABLE_TEXT, AT(before) },
	{ "after", TABLE_TEXT, AT(after) },
	{ "as", TABLE_WORD, AT(as), .words = comparisons },
	{ "element", TABLE_COUNT, AT(element) },
	{ "components", TABLE_COUNT, AT(components) },
	{ "varies", TABLE_COUNT, AT(varies) },
	{ "varies_from", TABLE_COUNT, AT(varies_from) },
};
#undef AT

#define AT(member) TABLE_AT(struct launch_argument, member)
static const struct table_column argument_columns[] = {
	{ "kind", TABLE_WORD, AT(kind), .words = argument_kinds },
	{ "size", TABLE_COUNT, AT(size) },
	{ "value", TABLE_HEX, AT(value) },
	{ "index", TABLE_COUNT, AT(index) },
	{ "offset", TABLE_COUNT, AT(offset) },
	{ "name", TABLE_TEXT, AT(name) },
	{ "type", TABLE_TEXT, AT(type) },
	{ "address", TABLE_TEXT, AT(address) },
	{ "is_const", TABLE_COUNT, AT(is_const) },
	{ "numbers", TABLE_TEXT, AT(numbers) },
};
#undef AT

static const struct table_column setting_columns[] = {
	{ "name", TABLE_COUNT, TABLE_AT(struct launch_setting, name) },
	{ "value", TABLE_HEX, TABLE_AT(struct launch_setting, value) },
};

static const struct table_column note_columns[] = {
	{ "kind", TABLE_WORD, TABLE_AT(struct launch_note, kind), .words = note_kinds },
	{ "text", TABLE_TEXT, TABLE_AT(struct launch_note, text) },
};

/* -- all of them ------------------------------------------------------------------------------ */

#define ONE(name, checker) \
	{ \
		TABLE(#name, name##_columns), #name, sizeof(struct launch_##name), \
			offsetof(struct launch, name), .check = (checker) \
	}
#define MANY(name, array, largest) \
	{ \
		TABLE(#name, name##_columns), #array, sizeof(struct launch_##name), \
			offsetof(struct launch, array), offsetof(struct launch, name##_count), \
			largest, launch_check_##name \
	}

const struct launch_rows launch_rows[LAUNCH_TABLES] = {
	ONE(call, launch_check_call),
	ONE(platform, NULL),
	ONE(device, NULL),
	MANY(program, programs, LAUNCH_MOST_OBJECTS),
	MANY(input, inputs, LAUNCH_MOST_OBJECTS),
	MANY(header, headers, LAUNCH_MOST_OBJECTS),
	MANY(constant, constants, LAUNCH_MOST_OBJECTS),
	MANY(include, includes, LAUNCH_MOST_INCLUDES),
	MANY(missing, missing, LAUNCH_MOST_INCLUDES),
	MANY(sampler, samplers, LAUNCH_MOST_OBJECTS),
	MANY(memory, memory, LAUNCH_MOST_OBJECTS),
	MANY(range, ranges, LAUNCH_MOST_OBJECTS),
	MANY(argument, arguments, LAUNCH_MOST_ARGUMENTS),
	MANY(setting, settings, LAUNCH_MOST_OBJECTS),
	MANY(note, notes, (size_t)3 * LAUNCH_MOST_NOTES),
};
