/* SPDX-License-Identifier: Apache-2.0 */
/*
 * model-programs: the program of the kernel, and those that it was linked from or that were
 * included. See model.h.
 */
#include "layers/capture/model.h"

#include <stdlib.h>
#include <string.h>

#include "capture/capture-format.h"
#include "state/facts.h"

/* What a program is for. */
enum role { ROLE_OWN, ROLE_INPUT, ROLE_HEADER };

static bool add_program(struct model *model, kept_calls *kept, enum role role, unsigned int depth,
			uint32_t *index);

/* Adds the parts of KEPT; *LIST are their indices. */
static bool add_parts(struct model *model, kept_calls *kept, size_t count, enum role role,
		      unsigned int depth, uint32_t **list)
{
	kept_calls part;
	struct kept *taken;
	bool is_good = kept_part_count(kept) == count;

	*list = arena_alloc(&model->arena, (count + 1) * sizeof(**list));
	if (*list == NULL)
		return model_refuse_memory(model);
	for (size_t i = 0; i < count && is_good; i++) {
		taken = kept_take_part(kept, i);
		atomic_init(&part, taken);
		is_good = taken != NULL && 
			  add_program(model, &part, role, depth + 1, &(*list)[i]);
		kept_give_back(taken);
	}
	if (!is_good && model->reason[0] == '\0')
		model_refuse(model, "a program that its program was made of is not known");
	return is_good;
}

static bool set_kind(struct model *model, struct model_program *program)
{
	switch (program->made->slot) {
	case CLROUTER_SLOT_clCreateProgramWithSource:
		program->kind = "source";
		program->suffix = CAPTURE_SOURCE;
		return true;
	case CLROUTER_SLOT_clCreateProgramWithIL:
	case CLROUTER_SLOT_clCreateProgramWithILKHR:
		program->kind = "il";
		program->suffix = CAPTURE_IL;
		return true;
	case CLROUTER_SLOT_clCreateProgramWithBinary:
		program->kind = "binary";
		program->suffix = CAPTURE_BINARY;
		return true;
	case CLROUTER_SLOT_clCreateProgramWithBuiltInKernels:
		program->kind = "built-in";
		return true;
	case CLROUTER_SLOT_clLinkProgram:
		program->kind = "linked";
		return true;
	default:
		return model_refuse(model, "its program was made by %s",
				    signatures[program->made->slot].name);
	}
}

static bool add_constants(struct model *model, struct model_program *program, kept_calls *kept)
{
	struct call *call;
	struct call **place;

	while ((call = kept_get_at(kept, KEPT_CONSTANT, program->constant_count)) != NULL) {
		place = model_add(model, &program->constants, &program->constant_count,
				  sizeof(*place));
		if (place == NULL) {
			free(call);
			return model_refuse_memory(model);
		}
		*place = call;
	}
	return !kept_has_lost(kept) || model_refuse_memory(model);
}

/*
 * A kernel has a program that was built or linked; an input of a link was compiled. Only a binary and
 * a header need not be.
 */
static bool check_built(struct model *model, const struct model_program *program, enum role role)
{
	return program->built != NULL || role == ROLE_HEADER ||
	       program->made->slot == CLROUTER_SLOT_clLinkProgram ||
	       program->made->slot == CLROUTER_SLOT_clCreateProgramWithBuiltInKernels ||
	       (role == ROLE_INPUT && program->made->slot == CLROUTER_SLOT_clCreateProgramWithBinary) ||
	       model_refuse(model, "it was not seen how its program was built");
}

/* PROGRAM, whose calls are read, with its parts, which are added first. */
static bool fill(struct model *model, struct model_program *program, kept_calls *kept,
		 enum role role, unsigned int depth)
{
	const struct call *built;

	program->made = kept_get(kept, KEPT_MADE, 0);
	program->built = kept_get(kept, KEPT_BUILT, 0);
	built = program->built;
	if ((built == NULL && kept_has(kept, KEPT_BUILT, 0)) ||
	    (program->made == NULL && kept_has(kept, KEPT_MADE, 0)) || kept_has_lost(kept))
		return model_refuse_memory(model);
	if (program->made == NULL)
		return model_refuse(model, "it was not seen how its program was made");
	if (!set_kind(model, program) || !check_built(model, program, role) ||
	    !add_constants(model, program, kept))
		return false;
	if (program->made->slot == CLROUTER_SLOT_clLinkProgram)
		program->input_count =
			call_number(program->made, ARG_clLinkProgram_num_input_programs);
	else if (built != NULL && built->slot == CLROUTER_SLOT_clCompileProgram)
		program->header_count =
			call_number(built, ARG_clCompileProgram_num_input_headers);
	return add_parts(model, kept, program->input_count + program->header_count,
			 program->input_count != 0 ? ROLE_INPUT : ROLE_HEADER, depth,
			 program->input_count != 0 ? &program->inputs : &program->headers);
}

/* A list that grows moves, so the program is filled apart, and then comes after its parts. */
static bool add_program(struct model *model, kept_calls *kept, enum role role, unsigned int depth,
			uint32_t *index)
{
	struct model_program program = { 0 };
	struct model_program *place;
	bool is_good;

	if (depth > CAPTURE_MOST_LEVELS || model->program_count >= CAPTURE_MOST_OBJECTS)
		return model_refuse(model, "its program was linked from too many others");
	is_good = fill(model, &program, kept, role, depth);
	place = model_add(model, &model->programs, &model->program_count, sizeof(*place));
	if (place == NULL) {
		model_free_program(&program);
		return model_refuse_memory(model);
	}
	*place = program;
	*index = (uint32_t)(model->program_count - 1);
	return is_good;
}

bool model_add_programs(struct model *model, const void *program, unsigned int serial)
{
	struct facts *facts = facts_last(program, OBJECT_PROGRAM);
	uint32_t index;

	if (facts == NULL || atomic_load(&facts->serial) != serial)
		return model_refuse(model, "it was not seen how its program was made");
	return add_program(model, &facts->kept, ROLE_OWN, 0, &index);
}
