/* SPDX-License-Identifier: Apache-2.0 */
/* sample: see sample.h. */
#include "unit/launch/sample.h"

#include <stdio.h>
#include <string.h>

#include "api/api.h"
#include "base/array.h"
#include "launch/launch-file.h"
#include "unit/unit.h"

#define BYTES(text) { (const unsigned char *)(text), sizeof(text) - 1 }

static const struct launch_program programs[] = {
	{ .kind = LAUNCH_SOURCE, .size = 12, .hash = SAMPLE_HASH },
	{ .kind = LAUNCH_SOURCE, .build = LAUNCH_COMPILED, .size = 0, .hash = SAMPLE_HASH,
	  .options = "-I /usr/a -DX=\"a\tb\"", .here = "-I include/a", .portable = "" },
	{ .kind = LAUNCH_IL, .build = LAUNCH_BUILT, .size = 4, .hash = SAMPLE_HASH },
	{ .kind = LAUNCH_BINARY, .build = LAUNCH_BUILT, .size = 4, .hash = SAMPLE_HASH },
	{ .kind = LAUNCH_BUILT_IN, .names = "a;b" },
	{ .kind = LAUNCH_LINKED, .options = "-create-library" },
};
static const struct launch_input inputs[] = { { 5, 1 }, { 5, 0 } };
static const struct launch_header headers[] = { { 1, 0, "some/x.h" } };
static const struct launch_constant constants[] = { { 2, 7, BYTES("\1\0\0\0") },
						    { 2, UINT32_MAX, BYTES("") } };
static const struct launch_include includes[] = { { "a/x.h", 10, SAMPLE_HASH },
						  { "b/my x.h", 0, SAMPLE_HASH } };
static const struct launch_missing missing[] = { { 1, "y.h" }, { 1, "/* ?\?/ */" } };
static const struct launch_sampler samplers[] = { { 1, 0x1130, 0x1140, "4434 1" }, { 0 } };
static const struct launch_memory memory[] = {
	{ .kind = LAUNCH_BUFFER, .flags = UINT64_MAX, .size = 256, .parent = LAUNCH_NONE },
	{ .kind = LAUNCH_SUB_BUFFER, .size = 64, .parent = 0, .origin = 192 },
	{ .kind = LAUNCH_IMAGE, .size = 4 * 8 * 2, .parent = LAUNCH_NONE,
	  .type = CL_MEM_OBJECT_IMAGE2D, .order = CL_R, .channel = CL_FLOAT, .element_size = 4,
	  .width = 8, .height = 2 },
	{ .kind = LAUNCH_IMAGE, .size = 4 * 8, .parent = 0, .type = CL_MEM_OBJECT_IMAGE1D_BUFFER,
	  .order = CL_R, .channel = CL_FLOAT, .element_size = 4, .width = 8 },
	{ .kind = LAUNCH_SVM, .size = 100, .parent = LAUNCH_NONE, .alignment = 128 },
};
static const struct launch_range ranges[] = {
	{ .memory = 0, .size = 16, .before = LAUNCH_ZERO, .after = SAMPLE_HASH,
	  .as = LAUNCH_FLOAT32, .element = 4, .components = 4, .varies = 3, .varies_from = 13 },
	{ .memory = 0, .offset = 192, .size = 64, .before = SAMPLE_HASH, .as = LAUNCH_BITS,
	  .element = 8 },
	{ .memory = 2, .size = 64, .before = SAMPLE_HASH, .after = SAMPLE_HASH,
	  .as = LAUNCH_FLOAT32, .element = 4 },
	{ .memory = 4, .size = 100, .before = SAMPLE_HASH, .after = LAUNCH_ZERO, .element = 1 },
};
static const struct launch_argument arguments[] = {
	{ .kind = LAUNCH_VALUE, .size = 4, .value = BYTES("\0\xFF\n?"), .name = "n", .type = "int" },
	{ .kind = LAUNCH_VALUE, .name = "empty" },
	{ .kind = LAUNCH_LOCAL, .size = 1024, .address = "local" },
	{ .kind = LAUNCH_NULL, .size = 8 },
	{ .kind = LAUNCH_MEMORY, .index = 0, .name = "in", .type = "real4*", .address = "global",
	  .is_const = 1, .numbers = "float4*" },
	{ .kind = LAUNCH_SAMPLER, .index = 1 },
	{ .kind = LAUNCH_POINTER, .index = 4, .offset = 100 },
};
static const struct launch_setting settings[] = {
	{ CL_KERNEL_EXEC_INFO_SVM_FINE_GRAIN_SYSTEM, BYTES("\0\0\0\0") },
	{ CL_KERNEL_EXEC_INFO_SVM_PTRS, BYTES("") },
};
static const struct launch_note notes[] = {
	{ LAUNCH_FINDING, "validation: error: a\\b\n\x1B" },
	{ LAUNCH_CHECKED_BY, "validation" },
	{ LAUNCH_UNCHECKED, "oclgrind: it is not installed" },
};

static const struct launch_call call = {
	.created = "2026-11-24T23:40:05Z",
	.clrouter = "1.0",
	.process = "a program",
	.process_id = 4711,
	.directory = "/home/user",
	.host_bits = 64,
	.host_order = __BYTE_ORDER__ == __ORDER_BIG_ENDIAN__ ? "big" : "little",
	.number = 3,
	.kernel = "add",
	.program = 5,
	.dimensions = 2,
	.has_global = 1,
	.global = { 64, 1 },
	.has_local = 1,
	.local = { 8, 1 },
	.required = { 8, 1, 1 },
	.call_ns = 5,
	.runs = 2,
	.problem = "",
};

/* A copy of an array that can be changed, and how many elements it has. */
#define COPY(array, number) \
	launch->array = (void *)arena_copy(&unit_arena, (const char *)(array), sizeof(array)); \
	launch->number = ARRAY_SIZE(array)

struct launch *sample_launch(void)
{
	struct launch *launch = arena_alloc(&unit_arena, sizeof(*launch));

	launch->call = call;
	launch->platform.name = "Platform";
	launch->device.name = "Device";
	launch->device.memory = UINT64_MAX;
	COPY(programs, program_count);
	COPY(inputs, input_count);
	COPY(headers, header_count);
	COPY(constants, constant_count);
	COPY(includes, include_count);
	COPY(missing, missing_count);
	COPY(samplers, sampler_count);
	COPY(memory, memory_count);
	COPY(ranges, range_count);
	COPY(arguments, argument_count);
	COPY(settings, setting_count);
	COPY(notes, note_count);
	return launch;
}

char *sample_text(const struct launch *launch)
{
	size_t size;

	return launch_file_text(launch, &size);
}
