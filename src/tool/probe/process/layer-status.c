/* SPDX-License-Identifier: Apache-2.0 */
/*
 * layer-status: see layer-status.h. Everything is read by pread(2), since the processes share the position
 * of the file with each other, and may move it.
 */
#include "tool/probe/process/layer-status.h"

#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include "base/text.h"

bool layer_status_open(struct layer_status *status, const char *variable)
{
	char path[64];

	*status = (struct layer_status){ .file = memfd_create("clrouter status", MFD_CLOEXEC) };
	text_format(path, sizeof(path), "/proc/%ld/fd/%d", (long)getpid(), status->file);
	if (status->file >= 0 && setenv(variable, path, 1) == 0)
		return true;
	layer_status_close(status);
	return false;
}

bool layer_status_next(struct layer_status *status, char *line)
{
	ssize_t size;

	while ((size = pread(status->file, line, STATUS_LINE_SIZE, status->read)) > 0) {
		char *end = memchr(line, '\n', (size_t)size);
		const bool is_whole = end && !status->is_cut;

		if (!end && size < STATUS_LINE_SIZE)
			return false;
		status->read += end ? end + 1 - line : size;
		status->is_cut = !end;
		if (is_whole) {
			*end = '\0';
			return true;
		}
	}
	return false;
}

const char *layer_status_rest(const char *line, const char *word)
{
	const char *rest = text_skip_prefix(line, word);

	return rest && *rest == ' ' ? rest + 1 : rest && *rest ? NULL : rest;
}

void layer_status_close(struct layer_status *status)
{
	if (status->file >= 0)
		close(status->file);
	status->file = -1;
}
