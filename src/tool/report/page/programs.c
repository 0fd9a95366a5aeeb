/* SPDX-License-Identifier: Apache-2.0 */
/* programs: see programs.h. */
#include "tool/report/page/programs.h"

#include <stdlib.h>
#include <string.h>

#include "record/recorded-call.h"
#include "table/json.h"
#include "tool/report/space.h"

#define MOST_PROGRAMS 500
#define MOST_BYTES ((size_t)2 << 20) /* of all sources */
#define MOST_KERNELS 100	     /* that are named for one program */

void programs_init(struct programs *programs, const struct model *model, unsigned int shares)
{
	*programs = (struct programs){ .model = model, .shares = shares };
}

/* The parts of a source have a NUL byte after each; a driver joins them. */
static bool copy_source(struct page_program *program, const struct record_content *content)
{
	const char *part = (const char *)(content + 1);
	const char *end = part + content->size;
	size_t size = 0;

	program->source = malloc(content->size + (size_t)1);
	if (!program->source)
		return space_is_short();
	while (part < end) {
		const size_t length = strnlen(part, (size_t)(end - part));

		memcpy(program->source + size, part, length);
		size += length;
		part += length + 1;
	}
	program->source[size] = '\0';
	program->is_cut = (content->flags & RECORD_TRUNCATED) != 0;
	return true;
}

bool programs_add(struct programs *programs, const struct record_call *call)
{
	const struct model *model = programs->model;
	const struct signature *function = known_functions_find(&model->known, call->head.detail);
	const struct record_content *content;
	struct page_program program = { .function = call->head.detail };

	if (!function || function->result.kind != PARAM_MADE ||
	    function->result.object != OBJECT_PROGRAM || call->end == 0 || call->result == 0)
		return true;
	program.number = history_number(model->history, OBJECT_PROGRAM, call->result,
					RECORD_TIME(call->end));
	if (program.number == 0 || programs->count >= MOST_PROGRAMS / programs->shares) {
		programs->left_out++;
		return true;
	}
	if (!space_make(&programs->list, programs->count, sizeof(program)))
		return false;
	content = recorded_content(&model->known, call, "strings");
	if (content && content->size + programs->bytes <= MOST_BYTES / programs->shares) {
		programs->bytes += content->size;
		if (!copy_source(&program, content))
			return false;
	}
	programs->list[programs->count++] = program;
	return true;
}

uint32_t programs_of_kernel(const struct model *model, const struct record_call *call)
{
	const struct history_object *kernel;
	uint64_t handle;

	if (!recorded_argument(&model->known, call, "kernel", &handle))
		return 0;
	kernel = history_find(model->history, OBJECT_KERNEL, handle, call->begin);
	return kernel ? history_number(model->history, OBJECT_PROGRAM, kernel->program,
				       kernel->time)
		      : 0;
}

/* -- writing ------------------------------------------------------------------ */

static bool has_name(const char *const *names, size_t count, const char *name)
{
	while (count > 0 && strcmp(names[count - 1], name) != 0)
		count--;
	return count > 0;
}

static void put_kernels(struct output *output, const struct history *history, uint32_t number)
{
	const char *names[MOST_KERNELS];
	size_t count = 0;

	json_open_array(output, "kernels");
	for (size_t i = 0; i < history->count && count < MOST_KERNELS; i++) {
		const struct history_object *kernel = &history->objects[i];

		if (kernel->kind != OBJECT_KERNEL || !kernel->name ||
		    history_number(history, OBJECT_PROGRAM, kernel->program, kernel->time) !=
			    number ||
		    has_name(names, count, kernel->name))
			continue;
		names[count++] = kernel->name;
		json_text(output, NULL, kernel->name);
	}
	json_close_array(output);
}

void programs_put(FILE *file, const struct programs *programs)
{
	const struct model *model = programs->model;
	struct output output;

	output_init(&output, OUTPUT_JSON, file);
	json_open_array(&output, NULL);
	for (size_t i = 0; i < programs->count; i++) {
		const struct page_program *program = &programs->list[i];

		json_open_object(&output, NULL);
		json_unsigned(&output, "number", program->number);
		json_text(&output, "function", model_function_name(model, program->function));
		json_text(&output, "source", program->source);
		json_flag(&output, "is_cut", program->is_cut);
		put_kernels(&output, model->history, program->number);
		json_close_object(&output);
	}
	json_close_array(&output);
}

void programs_done(struct programs *programs)
{
	for (size_t i = 0; i < programs->count; i++)
		free(programs->list[i].source);
	free(programs->list);
	*programs = (struct programs){ 0 };
}
