/* SPDX-License-Identifier: Apache-2.0 */
/*
 * output-file-windows: see output-file.h. A file that is replaced is opened so that no other process
 * can open it for writing; that is its lock. Links of another user cannot be made in the folders of
 * a user, and a link in the place of the file is not opened.
 */
#include "layers/frame/output-file.h"

#include <errno.h>
#include <string.h>
#include <unistd.h>

#include "base/common/file-name.h"
#include "base/common/line.h"
#include "base/file/io.h"
#include "base/os.h"
#include "layers/frame/layer-message.h"

/* -- opening ------------------------------------------------------------------- */

/* A descriptor, or -errno. */
static int open_named(struct output_file *output, const struct line *name, enum output_mode mode)
{
	struct line shown = line_in(output->name, sizeof(output->name));
	struct os_status status = { .kind = OS_OTHER_KIND };
	int descriptor;

	line_add_bytes(&shown, name->text, name->length);
	if (name->is_truncated)
		return -ENAMETOOLONG;
	descriptor = mode == OUTPUT_APPEND ? os_open(name->text, OS_APPEND, &status) :
					     os_open_alone(name->text, &status);
	output->device = status.device;
	output->inode = status.number;
	return descriptor;
}

bool output_file_open(struct output_file *output, const char *path, enum output_mode mode)
{
	char buffer[OS_PATH_SIZE];
	struct line name = line_in(buffer, sizeof(buffer));

	*output = (struct output_file){ .descriptor = STDERR_FILENO };
	if (!path)
		return false;
	file_name_add(&name, path);
	output->descriptor = open_named(output, &name, mode);
	if (output->descriptor == -EBUSY) {
		line_add(&name, ".%ld", (long)getpid());
		layer_message("%s: another process writes it, this one writes %s", output->name,
			      name.text);
		output->descriptor = open_named(output, &name, mode);
	}
	if (output->descriptor >= 0)
		return true;
	layer_message("%s: cannot be written: %s", output->name,
		      os_open_error(-output->descriptor));
	output->descriptor = STDERR_FILENO;
	return false;
}

/* -- writing ------------------------------------------------------------------- */

static bool is_ours(const struct output_file *output)
{
	const struct os_status opened = { .device = output->device, .number = output->inode };

	return output->descriptor == STDERR_FILENO || os_is_open(output->descriptor, &opened);
}

bool output_file_write(struct output_file *output, const char *text, size_t length)
{
	bool is_good;

	if (!is_ours(output))
		return false;
	is_good = io_write_all(output->descriptor, text, length);
	if (!is_good && !output->is_reported && output->descriptor != STDERR_FILENO)
		layer_message("%s: cannot be written: %s; from here on lines are missing",
			      output->name, strerror(errno));
	output->is_reported = output->is_reported || !is_good;
	return is_good;
}

bool output_file_is_same(const struct output_file *output)
{
	return is_ours(output);
}

bool output_file_is_own(const struct output_file *output)
{
	return output->descriptor > STDERR_FILENO && is_ours(output);
}

void output_file_close(struct output_file *output)
{
	if (output->descriptor > STDERR_FILENO && is_ours(output))
		close(output->descriptor);
	*output = (struct output_file){ .descriptor = STDERR_FILENO };
}
