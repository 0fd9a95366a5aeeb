/* SPDX-License-Identifier: Apache-2.0 */
/* cache-folder: see cache-folder.h. */
#include "tool/probe/driver/cache-folder.h"

#include <errno.h>
#include <stdlib.h>

#include "base/array.h"
#include "tool/probe/interruption.h"

/* Where compilers keep their results and temporary files. */
static const char *const variables[] = {
	"TMPDIR", "XDG_CACHE_HOME",
	"POCL_CACHE_DIR",
	"MESA_SHADER_CACHE_DIR", "MESA_GLSL_CACHE_DIR",	/* the latter until Mesa 22 */
	"CUDA_CACHE_PATH",					/* NVIDIA */
	"AMD_COMGR_CACHE_DIR",
	"NEO_CACHE_DIR", "cl_cache_dir",			/* Intel; the latter is an old name */
};

bool cache_folder_make(struct cache_folder *folder)
{
	int error;

	interruption_hold(&folder->mask);
	if (own_dir_make_temporary(&folder->directory, getenv("TMPDIR"), folder->path))
		return true;
	error = errno;
	interruption_release(&folder->mask);
	errno = error;
	return false;
}

void cache_folder_enter(const struct cache_folder *folder)
{
	for (size_t i = 0; i < ARRAY_SIZE(variables); i++)
		setenv(variables[i], folder->path, 1);
}

bool cache_folder_remove(struct cache_folder *folder)
{
	const bool is_gone = own_dir_remove_all(&folder->directory);

	interruption_release(&folder->mask);
	return is_gone;
}
