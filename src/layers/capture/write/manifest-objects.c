/* SPDX-License-Identifier: Apache-2.0 */
/*
 * manifest-objects: see manifest-objects.h.
 */
#include "layers/capture/write/manifest-objects.h"

#include "capture/numbers.h"
#include "opencl/lists.h"

static void add_or_null(struct members *json, const char *name, const char *text)
{
	if (text != NULL)
		member_text(json, name, text);
	else
		member_word(json, name, "null");
}

/* -- programs ------------------------------------------------------------------------------- */

static void add_headers(struct members *json, const struct model_program *program)
{
	const char *const *names = NULL;

	if (program->header_count > 0)
		names = call_pointer(program->built, ARG_clCompileProgram_header_include_names);
	member_open(json, "headers", '[');
	for (size_t i = 0; i < program->header_count; i++) {
		member_open_flat(json, NULL, '{');
		member_text(json, "name", names != NULL && names[i] != NULL ? names[i] : "");
		member_number(json, "program", program->headers[i]);
		member_close(json, '}');
	}
	member_close(json, ']');
}

static void add_constants(struct members *json, const struct model_program *program)
{
	member_open(json, "constants", '[');
	for (size_t i = 0; i < program->constant_count; i++) {
		const struct call *call = program->constants[i];
		const void *value =
			call_pointer(call, ARG_clSetProgramSpecializationConstant_spec_value);
		const size_t size =
			call_number(call, ARG_clSetProgramSpecializationConstant_spec_size);

		member_open_flat(json, NULL, '{');
		member_number(json, "id",
			    call_number(call, ARG_clSetProgramSpecializationConstant_spec_id));
		member_bytes(json, "bytes", value, value != NULL ? size : 0);
		member_close(json, '}');
	}
	member_close(json, ']');
}

static void add_build(struct members *json, const struct model_program *program)
{
	const struct call *built = program->built;

	if (built == NULL) {
		member_word(json, "build", "null");
		return;
	}
	member_open(json, "build", '{');
	member_text(json, "function", signatures[built->slot].name);
	add_or_null(json, "options", call_pointer(built, ARG_clBuildProgram_options));
	add_headers(json, program);
	add_constants(json, program);
	member_close(json, '}');
}

static void add_inputs(struct members *json, const struct model_program *program)
{
	member_open_flat(json, "inputs", '[');
	for (size_t i = 0; i < program->input_count; i++)
		member_number(json, NULL, program->inputs[i]);
	member_close(json, ']');
	add_or_null(json, "options", call_pointer(program->made, ARG_clLinkProgram_options));
}

void manifest_add_programs(struct members *json, const struct model *model)
{
	member_open(json, "programs", '[');
	for (size_t i = 0; i < model->program_count; i++) {
		const struct model_program *program = &model->programs[i];

		member_open(json, NULL, '{');
		member_text(json, "kind", program->kind);
		if (program->suffix != NULL) {
			member_number(json, "size", program->size);
			member_text(json, "hash", program->hash);
		}
		if (program->made->slot == CLROUTER_SLOT_clCreateProgramWithBuiltInKernels)
			add_or_null(json, "names",
				    call_pointer(program->made,
						 ARG_clCreateProgramWithBuiltInKernels_kernel_names));
		if (program->made->slot == CLROUTER_SLOT_clLinkProgram)
			add_inputs(json, program);
		add_build(json, program);
		member_close(json, '}');
	}
	member_close(json, ']');
}

/* -- samplers --------------------------------------------------------------------------------- */

static void add_sampler(struct members *json, const struct call *made)
{
	const cl_properties *list = NULL;
	struct property property;

	if (made->slot != CLROUTER_SLOT_clCreateSampler)
		list = call_pointer(made, ARG_clCreateSamplerWithProperties_sampler_properties);
	member_number(json, "normalized",
		    made->slot == CLROUTER_SLOT_clCreateSampler
			    ? call_number(made, ARG_clCreateSampler_normalized_coords) != 0
		    : lists_find(list, CL_SAMPLER_NORMALIZED_COORDS, &property)
			    ? property.values[0] != 0
			    : 1);
	member_number(json, "addressing",
		    made->slot == CLROUTER_SLOT_clCreateSampler
			    ? call_number(made, ARG_clCreateSampler_addressing_mode)
		    : lists_find(list, CL_SAMPLER_ADDRESSING_MODE, &property)
			    ? property.values[0]
			    : CL_ADDRESS_CLAMP);
	member_number(json, "filter",
		    made->slot == CLROUTER_SLOT_clCreateSampler
			    ? call_number(made, ARG_clCreateSampler_filter_mode)
		    : lists_find(list, CL_SAMPLER_FILTER_MODE, &property) ? property.values[0]
									  : CL_FILTER_NEAREST);
	if (made->slot == CLROUTER_SLOT_clCreateSampler) {
		member_word(json, "properties", "null");
		return;
	}
	member_open_flat(json, "properties", '[');
	while (lists_next(&list, &property)) {
		member_number(json, NULL, property.name);
		for (size_t i = 0; i < property.count; i++)
			member_number(json, NULL, property.values[i]);
	}
	member_close(json, ']');
}

void manifest_add_samplers(struct members *json, const struct model *model)
{
	member_open(json, "samplers", '[');
	for (size_t i = 0; i < model->sampler_count; i++) {
		member_open(json, NULL, '{');
		add_sampler(json, model->samplers[i].made);
		member_close(json, '}');
	}
	member_close(json, ']');
}

/* -- memory ----------------------------------------------------------------------------------- */

static void add_index(struct members *json, const char *name, uint32_t index)
{
	if (index != MODEL_NONE)
		member_number(json, name, index);
	else
		member_word(json, name, "null");
}

static void add_compare(struct members *json, const struct capture_rule *rule)
{
	const struct numbers_kind *kind = &numbers_kinds[rule->as];

	member_open_flat(json, "compare", '{');
	member_text(json, "as", kind->name);
	if (kind->relative_text != NULL) {
		member_number(json, "components", rule->components);
		member_number(json, "ulps", kind->ulps);
		member_word(json, "relative", kind->relative_text);
		member_word(json, "absolute", kind->absolute_text);
	}
	member_close(json, '}');
}

static void add_hash(struct members *json, const char *name, const char *hash)
{
	add_or_null(json, name, hash[0] != '\0' ? hash : NULL);
}

static void add_contents(struct members *json, const struct model_memory *memory)
{
	member_open(json, "contents", '[');
	for (size_t i = 0; i < memory->range_count; i++) {
		const struct model_range *range = &memory->ranges[i];

		member_open(json, NULL, '{');
		member_number(json, "offset", range->offset);
		member_number(json, "size", range->size);
		add_hash(json, "before", range->hashes[MODEL_BEFORE]);
		add_hash(json, "after", range->hashes[MODEL_AFTER]);
		add_compare(json, &range->rule);
		member_close(json, '}');
	}
	member_close(json, ']');
}

static void add_image(struct members *json, const struct model_memory *memory)
{
	const cl_image_desc *desc = &memory->desc;

	member_number(json, "type", desc->image_type);
	member_number(json, "order", memory->format.image_channel_order);
	member_number(json, "channel", memory->format.image_channel_data_type);
	member_number(json, "element_size", memory->element_size);
	member_number(json, "width", desc->image_width);
	member_number(json, "height", desc->image_height);
	member_number(json, "depth", desc->image_depth);
	member_number(json, "array_size", desc->image_array_size);
	member_number(json, "row_pitch", desc->image_row_pitch);
	member_number(json, "slice_pitch", desc->image_slice_pitch);
	member_number(json, "mip_levels", desc->num_mip_levels);
	member_number(json, "samples", desc->num_samples);
	add_index(json, "parent", memory->parent);
}

static void add_memory(struct members *json, const struct model_memory *memory)
{
	static const char *const kinds[] = { [MODEL_BUFFER] = "buffer",
					     [MODEL_SUB_BUFFER] = "sub-buffer",
					     [MODEL_IMAGE] = "image",
					     [MODEL_SVM] = "svm" };

	member_text(json, "kind", kinds[memory->kind]);
	member_number(json, "flags", memory->flags);
	if (memory->kind != MODEL_IMAGE)
		member_number(json, "size", memory->size);
	else
		add_image(json, memory);
	if (memory->kind == MODEL_SUB_BUFFER) {
		member_number(json, "parent", memory->parent);
		member_number(json, "origin", memory->origin);
	}
	if (memory->kind == MODEL_SVM)
		member_number(json, "alignment", memory->alignment);
	add_contents(json, memory);
}

void manifest_add_memory(struct members *json, const struct model *model)
{
	member_open(json, "memory", '[');
	for (size_t i = 0; i < model->memory_count; i++) {
		member_open(json, NULL, '{');
		add_memory(json, &model->memory[i]);
		member_close(json, '}');
	}
	member_close(json, ']');
}

/* -- arguments -------------------------------------------------------------------------------- */

static void add_argument(struct members *json, const struct model_argument *argument)
{
	static const char *const kinds[] = { [MODEL_VALUE] = "value",	  [MODEL_LOCAL] = "local",
					     [MODEL_NULL] = "null",	  [MODEL_OBJECT] = "memory",
					     [MODEL_SAMPLER] = "sampler", [MODEL_POINTER] = "svm",
					     [MODEL_UNSET] = "unset" };

	member_text(json, "kind", kinds[argument->kind]);
	if (argument->kind == MODEL_VALUE || argument->kind == MODEL_LOCAL ||
	    argument->kind == MODEL_NULL)
		member_number(json, "size", argument->size);
	if (argument->kind == MODEL_VALUE)
		member_bytes(json, "bytes",
			   call_pointer(argument->set, ARG_clSetKernelArg_arg_value),
			   argument->size);
	if (argument->kind == MODEL_OBJECT || argument->kind == MODEL_POINTER)
		member_number(json, "memory", argument->index);
	if (argument->kind == MODEL_SAMPLER)
		member_number(json, "sampler", argument->index);
	if (argument->kind == MODEL_POINTER)
		member_number(json, "offset", argument->offset);
	member_text(json, "name", argument->name);
	member_text(json, "type", argument->type);
	member_text(json, "address", argument->address);
	member_word(json, "is_const", argument->is_const ? "true" : "false");
}

void manifest_add_arguments(struct members *json, const struct model *model)
{
	member_open(json, "arguments", '[');
	for (size_t i = 0; i < model->argument_count; i++) {
		member_open_flat(json, NULL, '{');
		add_argument(json, &model->arguments[i]);
		member_close(json, '}');
	}
	member_close(json, ']');
}
