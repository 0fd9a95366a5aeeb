/* SPDX-License-Identifier: Apache-2.0 */
/*
 * model: what the parts of a model have in common. See model.h.
 */
#include "layers/capture/model.h"

#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include "base/common/line.h"

bool model_refuse(struct model *model, const char *format, ...)
{
	struct line line = line_in(model->reason, sizeof(model->reason));
	va_list arguments;

	va_start(arguments, format);
	line_add_list(&line, format, arguments);
	va_end(arguments);
	return false;
}

bool model_refuse_memory(struct model *model)
{
	return model_refuse(model, "there is not enough memory");
}

void *model_add(struct model *model, void *list, size_t *count, size_t size)
{
	void *old;
	char *grown;

	memcpy(&old, list, sizeof(old));
	/* The space doubles at each power of two; the old one stays in the arena. */
	if ((*count & (*count - 1)) == 0) {
		grown = arena_alloc(&model->arena, (*count == 0 ? 1 : *count * 2) * size);
		if (grown == NULL)
			return NULL;
		if (*count != 0)
			memcpy(grown, old, *count * size);
		memcpy(list, &grown, sizeof(grown));
		old = grown;
	}
	return (char *)old + (*count)++ * size;
}

bool model_has_binary(const struct model *model)
{
	for (size_t i = 0; i < model->program_count; i++)
		if (model->programs[i].made->slot == CLROUTER_SLOT_clCreateProgramWithBinary)
			return true;
	return false;
}

void model_free_program(struct model_program *program)
{
	free(program->made);
	free(program->built);
	for (size_t i = 0; i < program->constant_count; i++)
		free(program->constants[i]);
}

void model_release(struct model *model)
{
	for (size_t i = 0; i < model->program_count; i++)
		model_free_program(&model->programs[i]);
	for (size_t i = 0; i < model->sampler_count; i++)
		free(model->samplers[i].made);
	for (size_t i = 0; i < model->argument_count; i++)
		free(model->arguments[i].set);
	for (size_t i = 0; i < model->setting_count; i++)
		free(model->settings[i]);
	arena_done(&model->arena);
}
