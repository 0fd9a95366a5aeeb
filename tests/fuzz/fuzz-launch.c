/* SPDX-License-Identifier: Apache-2.0 */
/*
 * fuzz-launch: the directory of a captured launch. Of a launch that is accepted, all that replays
 * rely on must be true; it is written again as the same bytes, and is read from a directory that
 * has its files; and no text in it gets out of the strings and comments of C.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "fuzz.h"
#include "launch/blake2b.h"
#include "launch/launch-contents.h"
#include "launch/launch-file.h"
#include "launch/launch-format.h"
#include "launch/launch-rules.h"

#define MOST_SIZE 4096 /* bytes of a file that is made */

const char fuzz_target[] = "launch";

static bool is_name(const char *hash)
{
	return strlen(hash) == 64 && strspn(hash, "0123456789abcdef") == 64;
}

static bool is_code(int64_t code)
{
	return code <= 0 && code >= INT32_MIN;
}

/* -- what replays rely on --------------------------------------------------------------------- */

static void check_call(const struct launch *launch)
{
	FUZZ_CHECK(launch->call.kernel);
	FUZZ_CHECK(launch->call.program < launch->program_count);
	FUZZ_CHECK(launch->call.dimensions <= LAUNCH_DIMENSIONS);
	FUZZ_CHECK(launch->call.dimensions > 0 || launch->call.error != 0);
	FUZZ_CHECK(is_code(launch->call.error) && is_code(launch->call.status));
	FUZZ_CHECK(launch->note_count <= (size_t)3 * LAUNCH_MOST_NOTES);
	for (size_t i = 0; i < launch->note_count; i++)
		FUZZ_CHECK(strlen(launch->notes[i].text) <= LAUNCH_MOST_NOTE);
}

static void check_programs(const struct launch *launch)
{
	for (size_t i = 0; i < launch->program_count; i++)
		FUZZ_CHECK(launch->programs[i].kind > LAUNCH_BINARY ||
			   is_name(launch->programs[i].hash));
	for (size_t i = 0; i < launch->input_count; i++)
		FUZZ_CHECK(launch->inputs[i].input < launch->inputs[i].program &&
			   launch->inputs[i].program < launch->program_count);
	for (size_t i = 0; i < launch->header_count; i++)
		FUZZ_CHECK(launch->headers[i].header < launch->headers[i].program &&
			   launch->headers[i].program < launch->program_count &&
			   launch->headers[i].name);
	for (size_t i = 0; i < launch->constant_count; i++)
		FUZZ_CHECK(launch->constants[i].program < launch->program_count);
	for (size_t i = 0; i < launch->include_count; i++)
		FUZZ_CHECK(launch->includes[i].path[0] && launch->includes[i].path[0] != '/' &&
			   strncmp(launch->includes[i].path, "../", 3) != 0 &&
			   !strstr(launch->includes[i].path, "/../"));
}

static void check_object(const struct launch *launch, size_t index)
{
	const struct launch_memory *memory = &launch->memory[index];

	FUZZ_CHECK(memory->size > 0);
	FUZZ_CHECK(memory->parent == LAUNCH_NONE || memory->parent < index);
	if (memory->kind == LAUNCH_SUB_BUFFER) {
		const struct launch_memory *parent = &launch->memory[memory->parent];

		FUZZ_CHECK(memory->parent < index && parent->kind == LAUNCH_BUFFER &&
			   memory->size <= parent->size &&
			   memory->origin <= parent->size - memory->size);
	}
	FUZZ_CHECK(memory->kind != LAUNCH_IMAGE ||
		   memory->size % (memory->width * memory->element_size) == 0);
}

static void check_ranges(const struct launch *launch)
{
	for (size_t i = 0; i < launch->range_count; i++) {
		const struct launch_range *range = &launch->ranges[i];
		const struct launch_range *last = i > 0 ? &launch->ranges[i - 1] : NULL;

		FUZZ_CHECK(range->memory < launch->memory_count && range->size > 0);
		FUZZ_CHECK(range->offset + range->size > range->offset &&
			   range->offset + range->size <= launch->memory[range->memory].size);
		FUZZ_CHECK(!last || last->memory < range->memory ||
			   (last->memory == range->memory &&
			    last->offset + last->size <= range->offset));
		FUZZ_CHECK(range->element > 0 && range->element <= 8 && range->as < LAUNCH_KINDS);
		FUZZ_CHECK(!range->before || is_name(range->before) ||
			   strcmp(range->before, LAUNCH_ZERO) == 0);
		FUZZ_CHECK(!range->after || is_name(range->after) ||
			   strcmp(range->after, LAUNCH_ZERO) == 0);
		FUZZ_CHECK(launch_argument_of(launch, range) <= launch->argument_count);
	}
}

static void check_argument(const struct launch *launch, const struct launch_argument *argument)
{
	switch (argument->kind) {
	case LAUNCH_MEMORY:
	case LAUNCH_POINTER:
		FUZZ_CHECK(argument->index < launch->memory_count);
		FUZZ_CHECK((launch->memory[argument->index].kind == LAUNCH_SVM) ==
			   (argument->kind == LAUNCH_POINTER));
		FUZZ_CHECK(argument->kind == LAUNCH_MEMORY ||
			   argument->offset <= launch->memory[argument->index].size);
		break;
	case LAUNCH_SAMPLER:
		FUZZ_CHECK(argument->index < launch->sampler_count);
		break;
	case LAUNCH_VALUE:
		FUZZ_CHECK(argument->size == argument->value.size &&
			   argument->size <= LAUNCH_MOST_BYTES);
		break;
	default:
		break;
	}
}

/* -- its forms -------------------------------------------------------------------------------- */

static char *text_of(const struct launch *launch, void (*write)(FILE *, const struct launch *),
		     size_t *size)
{
	char *text = NULL;
	FILE *file = open_memstream(&text, size);

	FUZZ_CHECK(file);
	write(file, launch);
	FUZZ_CHECK(fclose(file) == 0);
	return text;
}

/* Comments, strings and members, and nothing after them. */
static void check_code(const struct launch *launch)
{
	size_t size;
	char *text = text_of(launch, launch_file_write_code, &size);
	size_t comments = 0;

	for (size_t i = 0; i < size; i++)
		FUZZ_CHECK(text[i] == '\n' || text[i] == '\t' ||
			   (text[i] >= ' ' && text[i] <= '~'));
	for (const char *at = text; (at = strstr(at, "*/\n\t{ .kind = ")); at++)
		comments++;
	FUZZ_CHECK(comments == launch->argument_count);
	FUZZ_CHECK(!strstr(text, "?\?"));
	FUZZ_CHECK(size > 3 && strcmp(text + size - 4, "\n};\n") == 0);
	free(text);
}

static bool read_text(struct launch *launch, const void *text, size_t size, struct arena *arena)
{
	FILE *file =
		size > 0 ? fmemopen((void *)(uintptr_t)text, size, "r") : fopen("/dev/null", "re");
	char problem[LAUNCH_PROBLEM];
	bool is_read;

	FUZZ_CHECK(file);
	is_read = launch_file_read(launch, file, arena, problem);
	fclose(file);
	FUZZ_CHECK(is_read == !problem[0]);
	return is_read;
}

static void check_again(const struct launch *launch, struct arena *arena)
{
	struct launch again;
	size_t size;
	size_t size_again;
	char *text = text_of(launch, launch_file_write, &size);
	char *text_again;

	FUZZ_CHECK(read_text(&again, text, size, arena));
	text_again = text_of(&again, launch_file_write, &size_again);
	FUZZ_CHECK(size == size_again && memcmp(text, text_again, size) == 0);
	free(text);
	free(text_again);
}

/* -- its directory ---------------------------------------------------------------------------- */

/* Makes a file of SIZE equal bytes; returns its hash. */
static const char *make_file(const char *folder, const char *name, uint64_t size,
			     struct arena *arena)
{
	static unsigned char bytes[MOST_SIZE];
	char *hash = arena_alloc(arena, BLAKE2B_TEXT);
	char path[256];
	struct blake2b state;

	memset(bytes, 'a', sizeof(bytes));
	blake2b_start(&state);
	blake2b_add(&state, bytes, (size_t)size);
	blake2b_end(&state, hash);
	snprintf(path, sizeof(path), "/capture/%s%s", folder, name ? name : hash);
	fuzz_write(path, bytes, (size_t)size);
	return hash;
}

/* False: there are too many files, or too large ones. */
static bool make_files(struct launch *launch, struct arena *arena)
{
	char name[64];

	if (launch->program_count + launch->range_count > 16 || launch->include_count > 0)
		return false;
	for (size_t i = 0; i < launch->program_count; i++) {
		struct launch_program *program = &launch->programs[i];

		if (program->size > MOST_SIZE)
			return false;
		if (!program->hash)
			continue;
		launch_file_program(program, (unsigned int)i, name, sizeof(name));
		program->hash = make_file("", name, program->size, arena);
	}
	for (size_t i = 0; i < launch->range_count; i++) {
		struct launch_range *range = &launch->ranges[i];

		if (range->size > MOST_SIZE)
			return false;
		if (range->before)
			range->before = make_file("contents/", NULL, range->size, arena);
		if (range->after)
			range->after = i % 2 ? LAUNCH_ZERO
					     : make_file("contents/", NULL, range->size, arena);
	}
	return true;
}

/* With its files it is read; without the last of them it is not. */
static void check_directory(struct launch *launch, struct arena *arena)
{
	char path[256];
	char problem[LAUNCH_PROBLEM];
	struct launch again;
	size_t size;
	char *text;

	if (!make_files(launch, arena))
		return;
	text = text_of(launch, launch_file_write, &size);
	fuzz_write("/capture/" LAUNCH_FILE, text, size);
	free(text);
	snprintf(path, sizeof(path), "%s/capture", fuzz_root());
	FUZZ_CHECK(launch_contents_read(&again, path, arena, problem));
	for (size_t i = 0; i < again.range_count; i++)
		FUZZ_CHECK(!again.ranges[i].new_bytes || again.ranges[i].new_bytes[0] == 'a');
	launch_contents_done(&again);
	if (launch->range_count == 0 || !launch->ranges[0].before)
		return;
	snprintf(path, sizeof(path), "/capture/contents/%s", launch->ranges[0].before);
	fuzz_write(path, NULL, 0);
	snprintf(path, sizeof(path), "%s/capture", fuzz_root());
	FUZZ_CHECK(!launch_contents_read(&again, path, arena, problem) && problem[0]);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	struct arena arena = ARENA_INIT;
	struct launch launch;

	if (read_text(&launch, data, size, &arena)) {
		check_call(&launch);
		check_programs(&launch);
		for (size_t i = 0; i < launch.memory_count; i++)
			check_object(&launch, i);
		check_ranges(&launch);
		for (size_t i = 0; i < launch.argument_count; i++)
			check_argument(&launch, &launch.arguments[i]);
		check_code(&launch);
		launch_complete_ranges(&launch);
		check_again(&launch, &arena);
		check_directory(&launch, &arena);
	}
	arena_done(&arena);
	return 0;
}
