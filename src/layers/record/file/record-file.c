/* SPDX-License-Identifier: Apache-2.0 */
/*
 * record-file: see record-file.h.
 */
#include "layers/record/file/record-file.h"

#include <errno.h>
#include <string.h>
#include <unistd.h>

#include "base/common/file-name.h"
#include "base/common/line.h"
#include "base/text.h"
#include "layers/frame/layer-message.h"
#include "layers/record/file/own-process.h"

#define MOST_NAMES 1000

static bool fail(struct record_file *file, const char *why)
{
	layer_message("record: %s: %s; nothing is recorded", file->path, why);
	file->raw.handle = -1;
	return false;
}

/* False: it is too long. */
static bool set_path(struct record_file *file, const struct line *name)
{
	const bool fits = raw_file_path(name->text, file->path, sizeof(file->path));

	return fits && !name->is_truncated;
}

/* The first free name of BASE.PID, BASE.PID.2, ... , each with SUFFIX. */
static bool open_free_name(struct record_file *file, const char *base, const char *suffix)
{
	const char *why = NULL;
	bool is_taken = true;

	for (unsigned n = 1; is_taken && n <= MOST_NAMES; n++) {
		char buffer[OS_PATH_SIZE];
		struct line name = line_in(buffer, sizeof(buffer));

		line_add(&name, "%s.%ld", base, (long)getpid());
		if (n > 1)
			line_add(&name, ".%u", n);
		line_add(&name, "%s", suffix);
		if (!set_path(file, &name))
			return fail(file, strerror(ENAMETOOLONG));
		why = raw_file_create(&file->raw, file->path, &is_taken);
	}
	return !why || fail(file, why);
}

/* In DIRECTORY, which is empty or ends with a separator. */
static bool open_in_directory(struct record_file *file, const char *directory)
{
	char buffer[OS_PATH_SIZE];
	char program[OS_PATH_SIZE];
	struct line base = line_in(buffer, sizeof(buffer));
	const bool is_known = own_process_program(program, sizeof(program));

	line_add(&base, "%s%s", directory, is_known ? text_base_name(program) : "program");
	return open_free_name(file, base.text, ".clrecord");
}

static bool open_named(struct record_file *file, const char *path, bool keeps)
{
	bool is_taken;
	const char *why = raw_file_open(&file->raw, file->path, keeps, &is_taken);

	if (!why)
		return true;
	if (!is_taken)
		return fail(file, why);
	if (!open_free_name(file, path, ""))
		return false;
	if (!keeps)
		layer_message("record: %s %s; this process writes %s", path, why, file->path);
	return true;
}

bool record_file_open(struct record_file *file, const char *path, bool keeps)
{
	char buffer[OS_PATH_SIZE];
	struct line name = line_in(buffer, sizeof(buffer));

	if (!path)
		return open_in_directory(file, "");
	file_name_add(&name, path);
	if (!set_path(file, &name))
		return fail(file, strerror(ENAMETOOLONG));
	if (os_is_separator(name.text[name.length - 1]))
		return open_in_directory(file, file->path);
	return open_named(file, name.text, keeps);
}
