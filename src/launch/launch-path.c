/* SPDX-License-Identifier: Apache-2.0 */
/* launch-path: the part of launch-contents.h that needs no file. */
#include <limits.h>
#include <string.h>

#include "base/text.h"
#include "launch/launch-contents.h"
#include "launch/launch-format.h"

bool launch_contents_is_path(const char *path)
{
	const size_t length = strlen(path);

	if (length == 0 || length > LAUNCH_MOST_PATH)
		return false;
	while (path) {
		size_t part;
		const char *name = text_next_element(&path, '/', &part);

		/* An absolute path begins with a part that is empty. */
		if (part == 0 || part > NAME_MAX || (part <= 2 && memcmp(name, "..", part) == 0))
			return false;
	}
	return true;
}

void launch_contents_program(const struct launch_program *program, unsigned int number, char *name,
			     size_t size)
{
	static const char *const endings[] = { [LAUNCH_SOURCE] = LAUNCH_SOURCE_END,
					       [LAUNCH_IL] = LAUNCH_IL_END,
					       [LAUNCH_BINARY] = LAUNCH_BINARY_END };

	text_format(name, size, LAUNCH_PROGRAM, number, endings[program->kind]);
}
