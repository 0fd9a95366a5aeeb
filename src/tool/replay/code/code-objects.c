/* SPDX-License-Identifier: Apache-2.0 */
/* code-objects: the parts of code-parts.h that make objects. */
#include <inttypes.h>
#include <string.h>

#include "api/api.h"
#include "launch/build-options.h"
#include "capture/capture-contents.h"
#include "tool/replay/code/code-parts.h"
#include "tool/replay/code/code-text.h"

#define MOST_NAME 64

/* -- programs -------------------------------------------------------------------------------- */

static void put_text(FILE *file, const struct capture *capture, size_t index)
{
	const struct capture_program *program = &capture->programs[index];
	static const char *const functions[] = { [CAPTURE_PROGRAM_SOURCE] = "load_source",
						 [CAPTURE_PROGRAM_IL] = "load_il",
						 [CAPTURE_PROGRAM_BINARY] = "load_binary" };
	char name[MOST_NAME];

	capture_contents_built(program, (unsigned int)index, name, sizeof(name));
	fprintf(file, "\tcl_program program_%zu = %s(\"%s\", %" PRIu64, index,
		functions[program->kind], name, capture_text(program)->size);
	if (program->kind == CAPTURE_PROGRAM_BINARY) {
		fputs(",\n\t\t", file);
		code_text_string(file, capture->device.name);
		fputs(", ", file);
		code_text_string(file, capture->device.driver);
	}
	fputs(");\n", file);
}

static void put_built_in(FILE *file, const struct capture_program *program, size_t index)
{
	fprintf(file, "\tcl_program program_%zu = clCreateProgramWithBuiltInKernels(context, 1, &device, ",
		index);
	code_text_string(file, program->names);
	fputs(", &error);\n\tcheck(error, \"clCreateProgramWithBuiltInKernels\");\n", file);
}

static void put_constants(FILE *file, const struct capture_program *program, size_t index)
{
	for (size_t i = 0; i < program->constant_count; i++) {
		const struct capture_setting *constant = &program->constants[i];

		fprintf(file, "\tstatic const unsigned char constant_%zu_%zu[] = {\n\t\t", index, i);
		code_text_bytes(file, constant->bytes, constant->size);
		fprintf(file,
			"\n\t};\n\tcheck(clSetProgramSpecializationConstant(program_%zu, %" PRIu32
			", %zu, constant_%zu_%zu),\n\t      \"clSetProgramSpecializationConstant\");\n",
			index, constant->id, constant->size, index, i);
	}
}

/* -- building -------------------------------------------------------------------------------- */

/* Writes the call that builds program INDEX. */
typedef void put_fn(FILE *file, const struct capture_program *program, size_t index,
		    const char *options);

static void put_build_call(FILE *file, const struct capture_program *program, size_t index,
			   const char *options)
{
	(void)program;
	fprintf(file, "error = clBuildProgram(program_%zu, 1, &device, ", index);
	code_text_string(file, options);
	fputs(", NULL, NULL);\n", file);
}

static void put_compile_call(FILE *file, const struct capture_program *program, size_t index,
			     const char *options)
{
	fprintf(file, "error = clCompileProgram(program_%zu, 1, &device, ", index);
	code_text_string(file, options);
	if (program->header_count > 0)
		fprintf(file, ", %zu, headers_%zu, names_%zu, NULL, NULL);\n", program->header_count,
			index, index);
	else
		fputs(", 0, NULL, NULL, NULL, NULL);\n", file);
}

static void put_link_call(FILE *file, const struct capture_program *program, size_t index,
			  const char *options)
{
	fprintf(file, "program_%zu = clLinkProgram(context, 1, &device, ", index);
	code_text_string(file, options);
	fprintf(file, ", %zu, inputs_%zu, NULL, NULL, &error);\n", program->input_count, index);
}

/* The call, and the same once more on another platform, if OPTIONS has some that are not portable. */
static void put_attempts(FILE *file, const struct capture *capture, size_t index,
			 const char *options, put_fn *put, const char *function)
{
	const struct capture_program *program = &capture->programs[index];
	struct arena arena = ARENA_INIT;
	const char *portable = build_options_portable(options, &arena);

	fputc('\t', file);
	put(file, program, index, options);
	if (portable != options) {
		fputs("\tif (is_tried_again(error, ", file);
		code_text_string(file, capture->platform.name);
		fputs("))\n\t\t", file);
		put(file, program, index, portable);
	}
	fprintf(file, "\tcheck_build(error, program_%zu, \"%s\");\n", index, function);
	arena_done(&arena);
}

static void put_link(FILE *file, const struct capture *capture, size_t index)
{
	const struct capture_program *program = &capture->programs[index];

	fprintf(file, "\tconst cl_program inputs_%zu[] = {", index);
	for (size_t i = 0; i < program->input_count; i++)
		fprintf(file, "%s program_%u", i > 0 ? "," : "", program->inputs[i]);
	fprintf(file, " };\n\tcl_program program_%zu;\n\n", index);
	put_attempts(file, capture, index, program->link_options, put_link_call, "clLinkProgram");
}

static void put_headers(FILE *file, const struct capture_program *program, size_t index)
{
	if (program->header_count == 0)
		return;
	fprintf(file, "\tconst cl_program headers_%zu[] = {", index);
	for (size_t i = 0; i < program->header_count; i++)
		fprintf(file, "%s program_%u", i > 0 ? "," : "", program->headers[i].program);
	fprintf(file, " };\n\tconst char *names_%zu[] = {", index);
	for (size_t i = 0; i < program->header_count; i++) {
		fputs(i > 0 ? ", " : " ", file);
		code_text_string(file, program->headers[i].name);
	}
	fputs(" };\n", file);
}

static void put_build(FILE *file, const struct capture *capture, size_t index)
{
	const struct capture_program *program = &capture->programs[index];

	put_constants(file, program, index);
	if (program->is_compiled) {
		put_headers(file, program, index);
		put_attempts(file, capture, index, capture_options(program), put_compile_call,
			     "clCompileProgram");
	} else {
		put_attempts(file, capture, index, capture_options(program), put_build_call,
			     "clBuildProgram");
	}
}

void code_put_programs(FILE *file, const struct capture *capture)
{
	fputs("\n\t/* The program and the kernel. */\n", file);
	for (size_t i = 0; i < capture->program_count; i++) {
		const struct capture_program *program = &capture->programs[i];

		if (program->kind == CAPTURE_PROGRAM_LINKED)
			put_link(file, capture, i);
		else if (program->kind == CAPTURE_PROGRAM_BUILT_IN)
			put_built_in(file, program, i);
		else
			put_text(file, capture, i);
		if (program->is_built)
			put_build(file, capture, i);
	}
	fprintf(file, "\tcl_kernel kernel = clCreateKernel(program_%u, ", capture->launch.program);
	code_text_string(file, capture->launch.kernel);
	fputs(", &error);\n\tcheck(error, \"clCreateKernel\");\n", file);
}

/* -- memory ---------------------------------------------------------------------------------- */

static void put_buffer(FILE *file, const struct capture_memory *memory, size_t index)
{
	if (memory->kind == CAPTURE_BUFFER)
		fprintf(file, "\tcl_mem memory_%zu = create_buffer(", index);
	else
		fprintf(file, "\tcl_mem memory_%zu = create_sub_buffer(memory_%u, ", index,
			memory->parent);
	code_text_flags(file, memory);
	if (memory->kind == CAPTURE_SUB_BUFFER)
		fprintf(file, ", %" PRIu64, memory->origin);
	fprintf(file, ", %" PRIu64 ");\n", memory->size);
}

static void put_shared(FILE *file, const struct capture_memory *memory, size_t index)
{
	fprintf(file, "\tvoid *memory_%zu = allocate_shared(", index);
	code_text_flags(file, memory);
	fprintf(file, ", %" PRIu64 ", %" PRIu64 ");\n", memory->size, memory->alignment);
}

static const char *type_name(uint32_t type)
{
	switch (type) {
	case CL_MEM_OBJECT_IMAGE1D:
		return "CL_MEM_OBJECT_IMAGE1D";
	case CL_MEM_OBJECT_IMAGE1D_BUFFER:
		return "CL_MEM_OBJECT_IMAGE1D_BUFFER";
	case CL_MEM_OBJECT_IMAGE1D_ARRAY:
		return "CL_MEM_OBJECT_IMAGE1D_ARRAY";
	case CL_MEM_OBJECT_IMAGE2D_ARRAY:
		return "CL_MEM_OBJECT_IMAGE2D_ARRAY";
	case CL_MEM_OBJECT_IMAGE3D:
		return "CL_MEM_OBJECT_IMAGE3D";
	default:
		return "CL_MEM_OBJECT_IMAGE2D";
	}
}

static void put_member(FILE *file, const char *name, uint64_t value)
{
	if (value > 0)
		fprintf(file, ",\n\t\t.%s = %" PRIu64, name, value);
}

static void put_image(FILE *file, const struct capture_memory *memory, size_t index)
{
	const bool is_made_from = memory->parent != CAPTURE_NONE;
	size_t region[3];

	fprintf(file, "\tconst cl_image_desc desc_%zu = {\n\t\t.image_type = %s", index,
		type_name(memory->image.type));
	put_member(file, "image_width", memory->image.width);
	put_member(file, "image_height", memory->image.height);
	put_member(file, "image_depth", memory->image.depth);
	put_member(file, "image_array_size", memory->image.array_size);
	if (is_made_from) {
		put_member(file, "image_row_pitch", memory->image.row_pitch);
		put_member(file, "image_slice_pitch", memory->image.slice_pitch);
		fprintf(file, ",\n\t\t.buffer = memory_%u", memory->parent);
	}
	fprintf(file, "\n\t};\n\tcl_mem memory_%zu = create_image(", index);
	code_text_flags(file, memory);
	fputs(", ", file);
	code_text_constant(file, NAMES_cl_channel_order, memory->image.order);
	fputs(", ", file);
	code_text_constant(file, NAMES_cl_channel_type, memory->image.channel);
	fprintf(file, ",\n\t\t&desc_%zu, %" PRIu64 ");\n", index, memory->image.element_size);
	if (memory->range_count == 0)
		return;
	capture_region(memory, region);
	fprintf(file, "\tconst size_t region_%zu[3] = { %zu, %zu, %zu };\n", index, region[0],
		region[1], region[2]);
}

static void put_contents(FILE *file, const struct capture_memory *memory, size_t index)
{
	for (size_t i = 0; i < memory->range_count; i++) {
		const struct capture_range *range = &memory->ranges[i];

		if (!range->before.hash)
			continue;
		if (memory->kind == CAPTURE_IMAGE)
			fprintf(file, "\twrite_image(memory_%zu, region_%zu, %" PRIu64 ",\n\t\t", index,
				index, range->size);
		else
			fprintf(file, "\t%s(memory_%zu, %" PRIu64 ", %" PRIu64 ",\n\t\t",
				memory->kind == CAPTURE_SVM ? "write_shared" : "write_buffer", index,
				range->offset, range->size);
		code_text_contents(file, &range->before);
		fputs(");\n", file);
	}
}

void code_put_memory(FILE *file, const struct capture *capture)
{
	if (capture->memory_count > 0)
		fputs("\n\t/* Memory, with what was in it before the launch. NULL stands for zeros. */\n",
		      file);
	for (size_t i = 0; i < capture->memory_count; i++) {
		const struct capture_memory *memory = &capture->memory[i];

		if (memory->kind == CAPTURE_IMAGE)
			put_image(file, memory, i);
		else if (memory->kind == CAPTURE_SVM)
			put_shared(file, memory, i);
		else
			put_buffer(file, memory, i);
		put_contents(file, memory, i);
	}
}

void code_put_samplers(FILE *file, const struct capture *capture)
{
	if (capture->sampler_count > 0)
		fputs("\n\t/* Samplers: normalized coordinates, addressing mode, filter mode. */\n", file);
	for (size_t i = 0; i < capture->sampler_count; i++) {
		const struct capture_sampler *sampler = &capture->samplers[i];

		fprintf(file, "\tcl_sampler sampler_%zu = create_sampler(%s, ", i,
			sampler->is_normalized ? "CL_TRUE" : "CL_FALSE");
		code_text_constant(file, NAMES_cl_addressing_mode, sampler->addressing);
		fputs(", ", file);
		code_text_constant(file, NAMES_cl_filter_mode, sampler->filter);
		fputs(");\n", file);
	}
}
