/* SPDX-License-Identifier: Apache-2.0 */
/* whole: see whole.h. */
#include "tool/replay/include/whole.h"

#include <inttypes.h>
#include <stdlib.h>

#include "launch/build-options.h"
#include "capture/capture-contents.h"
#include "capture/json-text.h"
#include "tool/output/format.h"

#define MOST_NAME 64
#define MOST_FILES 8	/* that are named to people */

/* Adds that of program INDEX, if it includes files. False: there is a refusal. */
static bool add(struct wholes *wholes, struct capture *capture, size_t index, struct arena *arena)
{
	struct capture_program *program = &capture->programs[index];
	struct inclusion inclusion;
	struct blake2b state;
	struct whole *whole;

	inclusion_make(&inclusion, capture, index, arena);
	wholes->refusal = inclusion.refusal;
	if (!inclusion.text)
		return !inclusion.refusal;
	whole = arena_alloc(arena, sizeof(*whole));
	if (!whole) {
		free(inclusion.text);
		wholes->refusal = "there is not enough memory";
		return false;
	}
	*whole = (struct whole){ .next = wholes->first, .program = index, .files = inclusion.files };
	wholes->first = whole;
	blake2b_start(&state);
	blake2b_add(&state, inclusion.text, inclusion.size);
	blake2b_end(&state, whole->hash);
	program->whole = (struct capture_bytes){ .hash = whole->hash, .size = inclusion.size,
						 .bytes = (unsigned char *)inclusion.text,
						 .is_owner = true };
	program->whole_options = build_options_without_folders(program->options, arena);
	return true;
}

bool whole_make(struct wholes *wholes, struct capture *capture, struct arena *arena)
{
	bool is_good = true;

	*wholes = (struct wholes){ .first = NULL };
	for (size_t i = 0; is_good && i < capture->program_count; i++) {
		const struct capture_program *program = &capture->programs[i];

		if (program->kind == CAPTURE_PROGRAM_SOURCE && program->is_built && program->text.bytes)
			is_good = add(wholes, capture, i, arena);
	}
	if (!is_good)
		whole_drop(wholes, capture);
	return wholes->first != NULL;
}

void whole_drop(struct wholes *wholes, struct capture *capture)
{
	for (const struct whole *whole = wholes->first; whole; whole = whole->next) {
		struct capture_bytes *bytes = &capture->programs[whole->program].whole;

		free((void *)(uintptr_t)bytes->bytes);
		*bytes = (struct capture_bytes){ .hash = NULL };
	}
	wholes->first = NULL;
}

/* -- files ----------------------------------------------------------------------------------- */

static void name_of(const struct whole *whole, const struct capture *capture, char name[MOST_NAME])
{
	capture_contents_built(&capture->programs[whole->program], (unsigned int)whole->program, name,
			       MOST_NAME);
}

bool whole_write(const struct wholes *wholes, const struct capture *capture,
		 struct own_dir *directory)
{
	const struct whole *whole = wholes->first;
	char name[MOST_NAME];

	for (; whole; whole = whole->next) {
		const struct capture_bytes *bytes = &capture->programs[whole->program].whole;

		name_of(whole, capture, name);
		if (!own_dir_write(directory, name, bytes->bytes, (size_t)bytes->size))
			break;
	}
	if (!whole)
		return true;
	for (const struct whole *each = wholes->first; each != whole; each = each->next) {
		name_of(each, capture, name);
		own_dir_drop(directory, name);
	}
	return false;
}

/* -- the manifest ---------------------------------------------------------------------------- */

static void put_one(FILE *file, const struct whole *whole, const struct capture *capture)
{
	const struct capture_program *program = &capture->programs[whole->program];
	char name[MOST_NAME];

	name_of(whole, capture, name);
	fprintf(file,
		"\n      {\"program\": %zu, \"name\": \"%s\", \"size\": %" PRIu64 ",\n"
		"       \"hash\": \"%s\",\n       \"files\": [",
		whole->program, name, program->whole.size, program->whole.hash);
	for (const struct inclusion_file *each = whole->files; each; each = each->next) {
		json_text_put(file, each->path);
		fputs(each->next ? ", " : "", file);
	}
	fprintf(file, "]}%s", whole->next ? "," : "");
}

void whole_put(FILE *file, const struct wholes *wholes, const struct capture *capture)
{
	if (!wholes->first)
		return;
	fputs("    \"whole\": [", file);
	for (const struct whole *whole = wholes->first; whole; whole = whole->next)
		put_one(file, whole, capture);
	fputs("],\n", file);
}

const char *whole_files(const struct wholes *wholes, struct arena *arena)
{
	const char *text = "";
	size_t count = 0;

	for (const struct whole *whole = wholes->first; whole; whole = whole->next)
		for (const struct inclusion_file *file = whole->files; file; file = file->next)
			if (++count <= MOST_FILES)
				text = format_into(arena, "%s%s%s", text, count > 1 ? ", " : "", file->path);
	return count > MOST_FILES ? format_into(arena, "%s, ...", text) : text;
}
