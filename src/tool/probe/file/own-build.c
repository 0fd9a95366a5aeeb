/* SPDX-License-Identifier: Apache-2.0 */
/* own-build: see own-build.h. libtool puts what it builds into ".libs", beside the programs. */
#include "tool/probe/file/own-build.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/os.h"
#include "base/text.h"
#include "tool/output/format.h"

#define VARIABLE "LD_LIBRARY_PATH"

const char *own_build_directory(struct arena *arena)
{
	const char *program = os_own_program(arena);
	const char *directory = program ? format_into(arena, "%.*s.libs",
						      (int)(text_base_name(program) - program), program)
					: NULL;

	return directory && access(format_into(arena, "%s/libOpenCL.so.1", directory), R_OK) == 0
		       ? directory
		       : NULL;
}

bool own_build_use(struct arena *arena)
{
	const char *directory = own_build_directory(arena);
	const char *value = getenv(VARIABLE);

	if (!directory)
		return true;
	if (value && *value)
		directory = format_into(arena, "%s:%s", value, directory);
	return setenv(VARIABLE, directory, 1) == 0;
}
