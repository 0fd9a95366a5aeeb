/* SPDX-License-Identifier: Apache-2.0 */
/* inputs: see inputs.h. */
#include "tool/report/summary/inputs.h"

#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "base/file/dir.h"
#include "record/record-reader.h"
#include "tool/output/message.h"
#include "tool/report/model.h"
#include "tool/report/space.h"
#include "tool/report/summary/summary-file.h"
#include "tool/report/summary/summary-rows.h"

static bool add_path(struct inputs *inputs, const char *path)
{
	if (!space_make(&inputs->paths, inputs->count, sizeof(path)))
		return false;
	inputs->paths[inputs->count++] = path;
	return true;
}

/* Files that are neither are passed over: a directory may have anything else. */
static bool add_directory(struct inputs *inputs, const char *path)
{
	const size_t before = inputs->count;
	struct dir dir;
	const int error = dir_read(&dir, "", path, "", &inputs->arena);

	if (error != 0) {
		message_error("%s: %s", path, strerror(-error));
		return false;
	}
	for (size_t i = 0; i < dir.count; i++) {
		const struct dir_name *name = dir.names[i];

		if (name->kind == DIR_REGULAR &&
		    (summary_file_begins(name->path, RECORD_MAGIC) ||
		     summary_file_is_one(name->path)) &&
		    !add_path(inputs, name->path))
			return false;
	}
	if (inputs->count == before)
		message_error("%s: the directory has no record and no summary", path);
	return inputs->count > before;
}

bool inputs_add(struct inputs *inputs, const char *path)
{
	struct stat status;

	if (stat(path, &status) != 0 || !S_ISDIR(status.st_mode))
		return add_path(inputs, path);
	inputs->has_directory = true;
	return add_directory(inputs, path);
}

bool inputs_have(const struct inputs *inputs, int file)
{
	struct stat wanted;
	struct stat status;

	if (fstat(file, &wanted) != 0)
		return false;
	for (; inputs; inputs = inputs->others)
		for (size_t i = 0; i < inputs->count; i++)
			if (stat(inputs->paths[i], &status) == 0 &&
			    status.st_dev == wanted.st_dev && status.st_ino == wanted.st_ino)
				return true;
	return false;
}

bool inputs_are_sums(const char *path)
{
	struct record_reader reader;
	bool has_sums;

	if (summary_file_is_one(path))
		return true;
	has_sums = record_reader_open(&reader, path) && reader.header.has_sums;
	record_reader_close(&reader);
	return has_sums;
}

static bool read_record(const struct inputs *inputs, struct summary *summary, const char *path)
{
	struct model_options options = inputs->options;
	struct model model;
	bool is_known = false;
	bool is_good;

	options.keeps_commands = false;
	is_good = model_open(&model, path, &options) && model_refresh(&model) &&
		  summary_add_model(summary, &model, &is_known);
	if (is_known)
		message_error("%s: left out, because its process is in another file, too", path);
	else if (!is_good && model.reader->why)
		message_error("%s: %s", path, model.reader->why);
	model_done(&model);
	return is_good;
}

/* Sums have no times at which something was. */
bool inputs_read(const struct inputs *inputs, struct summary *summary, const char *path)
{
	const bool is_cut = inputs->options.from > 0 || inputs->options.to > 0;

	if (is_cut && inputs_are_sums(path)) {
		message_error("%s: --from and --to want a record of calls, and this has sums",
			      path);
		return false;
	}
	return summary_file_is_one(path) ? summary_file_read(summary, path)
					 : read_record(inputs, summary, path);
}

void inputs_done(struct inputs *inputs)
{
	free(inputs->paths);
	arena_done(&inputs->arena);
}
