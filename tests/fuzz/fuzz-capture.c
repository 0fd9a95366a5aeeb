/* SPDX-License-Identifier: Apache-2.0 */
/*
 * fuzz-capture: the manifest of a capture. Of one that is accepted, all that replays rely on must be
 * true, and no text in it gets out of the strings and comments of replay.c.
 */
#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "capture/capture-format.h"
#include "capture/capture-reader.h"
#include "capture/json-text.h"
#include "fuzz.h"
#include "tool/replay/code/code.h"

const char fuzz_target[] = "capture";

static void check_memory(const struct capture *capture, size_t index)
{
	const struct capture_memory *memory = &capture->memory[index];
	uint64_t end = 0;

	FUZZ_CHECK(memory->size > 0);
	FUZZ_CHECK(memory->parent == CAPTURE_NONE || memory->parent < index);
	FUZZ_CHECK(memory->kind != CAPTURE_SUB_BUFFER ||
		   (memory->parent < index &&
		    capture->memory[memory->parent].kind == CAPTURE_BUFFER &&
		    memory->size <= capture->memory[memory->parent].size &&
		    memory->origin <= capture->memory[memory->parent].size - memory->size));
	for (size_t i = 0; i < memory->range_count; i++) {
		const struct capture_range *range = &memory->ranges[i];

		FUZZ_CHECK(range->size > 0 && range->offset >= end);
		end = range->offset + range->size;
		FUZZ_CHECK(end > range->offset && end <= memory->size);
		FUZZ_CHECK(range->rule.size > 0 && range->rule.size <= 8);
		FUZZ_CHECK(!range->before.hash || strlen(range->before.hash) == 64 ||
			   strcmp(range->before.hash, CAPTURE_ZERO) == 0);
		FUZZ_CHECK(!range->after.hash || strlen(range->after.hash) == 64 ||
			   strcmp(range->after.hash, CAPTURE_ZERO) == 0);
	}
	if (memory->kind == CAPTURE_IMAGE) {
		size_t region[CAPTURE_DIMENSIONS];

		capture_region(memory, region);
		FUZZ_CHECK(region[0] * region[1] * region[2] * memory->image.element_size ==
			   memory->size);
	}
}

static void check_texts(const struct capture_texts *texts)
{
	FUZZ_CHECK(texts->count <= CAPTURE_MOST_FINDINGS);
	for (size_t i = 0; i < texts->count; i++)
		FUZZ_CHECK(texts->texts[i] && strlen(texts->texts[i]) <= CAPTURE_MOST_FINDING);
}

static void check_program(const struct capture *capture, size_t index)
{
	const struct capture_program *program = &capture->programs[index];

	for (size_t i = 0; i < program->input_count; i++)
		FUZZ_CHECK(program->inputs[i] < index);
	FUZZ_CHECK(!program->whole.hash ||
		   (program->kind == CAPTURE_PROGRAM_SOURCE && program->is_built &&
		    program->whole.size <= CAPTURE_MOST_WHOLE && strlen(program->whole.hash) == 64));
	for (size_t i = 0; i < program->header_count; i++)
		FUZZ_CHECK(program->headers[i].program < index);
}

static void check_argument(const struct capture *capture, const struct capture_argument *argument)
{
	switch (argument->kind) {
	case CAPTURE_OBJECT:
	case CAPTURE_POINTER:
		FUZZ_CHECK(argument->index < capture->memory_count);
		FUZZ_CHECK((capture->memory[argument->index].kind == CAPTURE_SVM) ==
			   (argument->kind == CAPTURE_POINTER));
		FUZZ_CHECK(argument->kind == CAPTURE_OBJECT ||
			   argument->offset <= capture->memory[argument->index].size);
		break;
	case CAPTURE_SAMPLER:
		FUZZ_CHECK(argument->index < capture->sampler_count);
		break;
	case CAPTURE_VALUE:
		FUZZ_CHECK(argument->bytes && argument->size <= CAPTURE_MOST_BYTES);
		break;
	default:
		break;
	}
}

/* The C of a capture has no characters but those of a text, and ends where it should. */
static void check_code(const struct capture *capture)
{
	char *text = NULL;
	size_t size = 0;
	FILE *file = open_memstream(&text, &size);

	FUZZ_CHECK(file);
	code_put_program(file, capture, NULL);
	FUZZ_CHECK(fclose(file) == 0);
	for (size_t i = 0; i < size; i++)
		FUZZ_CHECK(text[i] == '\n' || text[i] == '\t' || (text[i] >= ' ' && text[i] <= '~'));
	FUZZ_CHECK(size > 3 && strcmp(text + size - 3, "\n}\n") == 0);
	FUZZ_CHECK(strncmp(strstr(text, "*/"), "*/\n#define CL_TARGET", 20) == 0);
	FUZZ_CHECK(!strstr(text, "?\?"));
	free(text);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	struct arena arena = ARENA_INIT;
	char *text = arena_copy(&arena, (const char *)data, size);
	char problem[CAPTURE_PROBLEM];
	struct capture capture;

	FUZZ_CHECK(text);
	if (capture_reader_read(&capture, text, size, &arena, problem)) {
		FUZZ_CHECK(!problem[0]);
		FUZZ_CHECK(capture.launch.program < capture.program_count);
		FUZZ_CHECK(capture.launch.dimensions <= CAPTURE_DIMENSIONS);
		check_texts(&capture.findings.list);
		check_texts(&capture.findings.by);
		check_texts(&capture.findings.problems);
		for (size_t i = 0; i < capture.program_count; i++)
			check_program(&capture, i);
		for (size_t i = 0; i < capture.memory_count; i++)
			check_memory(&capture, i);
		for (size_t i = 0; i < capture.argument_count; i++)
			check_argument(&capture, &capture.arguments[i]);
		check_code(&capture);
	} else {
		FUZZ_CHECK(problem[0]);
	}
	arena_done(&arena);
	return 0;
}
