/* SPDX-License-Identifier: Apache-2.0 */
/*
 * describe-programs: the program of the kernel, and those that it was linked from or that were
 * included. See describe.h.
 */
#include "layers/capture/describe.h"

#include <string.h>

#include "launch/launch-format.h"
#include "opencl/program-texts.h"
#include "state/facts.h"

#define MOST_LEVELS 64

/* What a program is for. */
enum role { ROLE_OWN, ROLE_INPUT, ROLE_HEADER };

/* What is known of a program, of which it is a row, and of its parts. */
struct part {
	kept_calls *kept;
	const struct call *made;
	const struct call *built; /* NULL: it was not built */
	enum role role;
	unsigned int depth;
	size_t input_count;
	size_t header_count;
	uint64_t *parts; /* the indices of inputs or headers */
};

static bool add_program(struct job *job, struct part *part, uint64_t *index);

/* -- what a program was made of ------------------------------------------------------------- */

/* The strings that the program gave, as one text. */
static bool join_source(struct job *job, const struct call *made, struct launch_program *row)
{
	const char *const *strings = call_pointer(made, ARG_clCreateProgramWithSource_strings);
	char *text;

	row->size = program_source_size(made);
	if (call_number(made, ARG_clCreateProgramWithSource_count) == 1) {
		row->text = (const unsigned char *)strings[0];
		return true;
	}
	text = arena_alloc(&job->arena, row->size + 1);
	if (!text)
		return job_refuse_memory(job);
	program_source_copy(made, text);
	row->text = (const unsigned char *)text;
	return true;
}

/* The binary for the device of the launch. */
static bool find_binary(struct job *job, const struct call *made, struct launch_program *row)
{
	row->text = program_binary(made, job->device, &row->size);
	return row->text ||
	       job_refuse(job->reason, "its program has no binary that is known for its device");
}

static bool describe_made(struct job *job, struct part *part, struct launch_program *row)
{
	const struct call *made = part->made;

	switch (made->slot) {
	case CLROUTER_SLOT_clCreateProgramWithSource:
		row->kind = LAUNCH_SOURCE;
		return join_source(job, made, row);
	case CLROUTER_SLOT_clCreateProgramWithIL:
	case CLROUTER_SLOT_clCreateProgramWithILKHR:
		row->kind = LAUNCH_IL;
		row->text = call_pointer(made, ARG_clCreateProgramWithIL_il);
		row->size = call_number(made, ARG_clCreateProgramWithIL_length);
		return row->text || job_refuse_memory(job);
	case CLROUTER_SLOT_clCreateProgramWithBinary:
		row->kind = LAUNCH_BINARY;
		return find_binary(job, made, row);
	case CLROUTER_SLOT_clCreateProgramWithBuiltInKernels:
		row->kind = LAUNCH_BUILT_IN;
		row->names = call_pointer(made, ARG_clCreateProgramWithBuiltInKernels_kernel_names);
		return true;
	case CLROUTER_SLOT_clLinkProgram:
		row->kind = LAUNCH_LINKED;
		row->options = call_pointer(made, ARG_clLinkProgram_options);
		part->input_count = call_number(made, ARG_clLinkProgram_num_input_programs);
		return true;
	default:
		return job_refuse(job->reason, "its program was made by %s",
				  signatures[made->slot].name);
	}
}

/*
 * A kernel has a program that was built or linked; an input of a link was compiled. Only a binary
 * and a header need not be.
 */
static bool describe_built(struct job *job, struct part *part, struct launch_program *row)
{
	if (!part->built)
		return part->role == ROLE_HEADER || row->kind == LAUNCH_LINKED ||
		       row->kind == LAUNCH_BUILT_IN ||
		       (part->role == ROLE_INPUT && row->kind == LAUNCH_BINARY) ||
		       job_refuse(job->reason, "it was not seen how its program was built");
	if (row->kind == LAUNCH_LINKED)
		return true;
	row->build = LAUNCH_BUILT;
	row->options = call_pointer(part->built, ARG_clBuildProgram_options);
	if (part->built->slot == CLROUTER_SLOT_clCompileProgram) {
		row->build = LAUNCH_COMPILED;
		part->header_count =
			call_number(part->built, ARG_clCompileProgram_num_input_headers);
	}
	return true;
}

static bool find_calls(struct job *job, struct part *part)
{
	part->made = job_keep(job, kept_get(part->kept, KEPT_MADE, 0));
	part->built = job_keep(job, kept_get(part->kept, KEPT_BUILT, 0));
	if ((!part->built && kept_has(part->kept, KEPT_BUILT, 0)) ||
	    (!part->made && kept_has(part->kept, KEPT_MADE, 0)) || kept_has_lost(part->kept))
		return job_refuse_memory(job);
	return part->made || job_refuse(job->reason, "it was not seen how its program was made");
}

/* -- its parts, which come before it -------------------------------------------------------- */

static bool add_parts(struct job *job, struct part *part)
{
	const size_t count = part->input_count + part->header_count;
	kept_calls calls;
	struct part next = { .kept = &calls,
			     .role = part->input_count != 0 ? ROLE_INPUT : ROLE_HEADER,
			     .depth = part->depth + 1 };
	struct kept *taken;
	bool is_good = kept_part_count(part->kept) == count;

	part->parts = arena_alloc(&job->arena, (count + 1) * sizeof(*part->parts));
	if (!part->parts)
		return job_refuse_memory(job);
	for (size_t i = 0; i < count && is_good; i++) {
		struct part each = next;

		taken = kept_take_part(part->kept, i);
		atomic_init(&calls, taken);
		is_good = taken && add_program(job, &each, &part->parts[i]);
		kept_give_back(taken);
	}
	if (!is_good && job->reason[0] == '\0')
		job_refuse(job->reason, "a program that its program was made of is not known");
	return is_good;
}

static bool add_input(struct job *job, const struct part *part, size_t i, uint64_t program)
{
	struct launch_input *row = JOB_ADD(job, job->launch.inputs, job->launch.input_count);

	if (row)
		*row = (struct launch_input){ program, part->parts[i] };
	return row != NULL;
}

static bool add_header(struct job *job, const struct part *part, size_t i, uint64_t program)
{
	struct launch_header *row = JOB_ADD(job, job->launch.headers, job->launch.header_count);
	const char *const *names =
		call_pointer(part->built, ARG_clCompileProgram_header_include_names);

	if (row)
		*row = (struct launch_header){ program, part->parts[i],
					       names && names[i] ? names[i] : "" };
	return row != NULL;
}

static bool add_constants(struct job *job, const struct part *part, uint64_t program)
{
	struct launch_constant *row;
	const struct call *call;
	size_t i = 0;

	while ((call = job_keep(job, kept_get_constant(part->kept, i++)))) {
		row = JOB_ADD(job, job->launch.constants, job->launch.constant_count);
		if (!row)
			return false;
		row->program = program;
		row->id = call_number(call, ARG_clSetProgramSpecializationConstant_spec_id);
		row->value = job_bytes(
			call_pointer(call, ARG_clSetProgramSpecializationConstant_spec_value),
			call_number(call, ARG_clSetProgramSpecializationConstant_spec_size));
	}
	return !kept_has_lost(part->kept) || job_refuse_memory(job);
}

/* -- a program ------------------------------------------------------------------------------ */

static bool add_program(struct job *job, struct part *part, uint64_t *index)
{
	struct launch *launch = &job->launch;
	struct launch_program row = { 0 };
	struct launch_program *place;

	if (part->depth > MOST_LEVELS || launch->program_count >= LAUNCH_MOST_OBJECTS)
		return job_refuse(job->reason, "its program was linked from too many others");
	if (!find_calls(job, part) || !describe_made(job, part, &row) ||
	    !describe_built(job, part, &row) || !add_parts(job, part))
		return false;
	place = JOB_ADD(job, launch->programs, launch->program_count);
	if (!place)
		return false;
	*place = row;
	*index = launch->program_count - 1;
	for (size_t i = 0; i < part->input_count; i++)
		if (!add_input(job, part, i, *index))
			return false;
	for (size_t i = 0; i < part->header_count; i++)
		if (!add_header(job, part, i, *index))
			return false;
	return add_constants(job, part, *index);
}

bool describe_programs(struct job *job, const void *program, unsigned int serial)
{
	struct facts *facts = facts_last(program, OBJECT_PROGRAM);
	struct part part = { .role = ROLE_OWN };
	uint64_t index;

	if (!facts || atomic_load(&facts->serial) != serial)
		return job_refuse(job->reason, "it was not seen how its program was made");
	part.kept = &facts->kept;
	return add_program(job, &part, &index);
}
