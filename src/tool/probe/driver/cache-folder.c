/* SPDX-License-Identifier: Apache-2.0 */
/* cache-folder: see cache-folder.h. */
#include "tool/probe/driver/cache-folder.h"

#include <errno.h>
#include <ftw.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#include "base/array.h"
#include "base/text.h"
#include "tool/probe/interruption.h"

#define MOST_OPEN 16	/* directories at once while the folder is removed */

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
	const char *parent = getenv("TMPDIR");
	int error;

	interruption_hold(&folder->mask);
	text_format(folder->path, sizeof(folder->path), "%s/clrouter-XXXXXX",
		    parent && *parent == '/' ? parent : "/tmp");
	if (mkdtemp(folder->path))
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

/* What cannot be removed does not keep the rest. */
static int remove_entry(const char *path, const struct stat *status, int kind, struct FTW *place)
{
	(void)status;
	(void)kind;
	(void)place;
	(void)!remove(path);
	return 0;
}

bool cache_folder_remove(const struct cache_folder *folder)
{
	/* No link is followed. */
	bool is_gone = nftw(folder->path, remove_entry, MOST_OPEN, FTW_DEPTH | FTW_PHYS) != 0 ||
		       access(folder->path, F_OK) != 0;

	interruption_release(&folder->mask);
	return is_gone;
}
