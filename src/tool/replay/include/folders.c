/* SPDX-License-Identifier: Apache-2.0 */
/* folders: see folders.h. */
#include "tool/replay/include/folders.h"

#include <stdlib.h>
#include <string.h>

#include "launch/build-options.h"
#include "capture/capture-format.h"
#include "tool/output/format.h"
#include "tool/probe/file/whole-file.h"

static bool find_header(const struct folders *folders, const char *name, struct included *included)
{
	for (size_t i = 0; i < folders->program->header_count; i++) {
		const struct capture_header *header = &folders->program->headers[i];
		const struct capture_bytes *text = &folders->capture->programs[header->program].text;

		if (strcmp(header->name, name) != 0 || !text->bytes)
			continue;
		included->bytes = malloc((size_t)text->size + 1);
		if (!included->bytes)
			return false;
		memcpy(included->bytes, text->bytes, (size_t)text->size + 1);
		included->size = (size_t)text->size;
		included->path = name;
		included->key = name;
		included->is_header = true;
		return true;
	}
	return false;
}

static bool find_in(const struct folders *folders, const char *folder, const char *name,
		    struct included *included)
{
	char *real;

	included->path = *folder ? format_into(folders->arena, "%s/%s", folder, name) :
				   format_into(folders->arena, "%s", name);
	included->bytes = whole_file_read(included->path, CAPTURE_MOST_WHOLE + 1, &included->size);
	if (!included->bytes)
		return false;
	real = realpath(included->path, NULL);
	included->key = format_into(folders->arena, "%s", real ? real : included->path);
	free(real);
	if (included->size <= CAPTURE_MOST_WHOLE)
		return true;
	free(included->bytes);
	return false;
}

bool folders_find(const struct folders *folders, const char *name, bool is_quoted, const char *from,
		  struct included *included)
{
	const char *rest = folders->program->options;
	const char *folder;

	*included = (struct included){ .bytes = NULL };
	if (find_header(folders, name, included))
		return true;
	if (*name == '/')
		return find_in(folders, "", name, included);
	if (is_quoted && find_in(folders, from, name, included))
		return true;
	while ((folder = build_options_next(&rest, 'I', folders->arena)))
		if (*folder && find_in(folders, folder, name, included))
			return true;
	return find_in(folders, "", name, included);
}
