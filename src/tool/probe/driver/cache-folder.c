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

/* A signal that is ignored, as nohup(1) does it, would be kept while it is blocked. */
static void block_signals(sigset_t *mask)
{
	static const int numbers[] = { SIGHUP, SIGINT, SIGTERM };
	struct sigaction action;
	sigset_t signals;

	sigemptyset(&signals);
	for (size_t i = 0; i < ARRAY_SIZE(numbers); i++)
		if (sigaction(numbers[i], NULL, &action) == 0 && action.sa_handler != SIG_IGN)
			sigaddset(&signals, numbers[i]);
	sigprocmask(SIG_BLOCK, &signals, mask);
}

bool cache_folder_make(struct cache_folder *folder)
{
	const char *parent = getenv("TMPDIR");
	int error;

	block_signals(&folder->mask);
	text_format(folder->path, sizeof(folder->path), "%s/clrouter-XXXXXX",
		    parent && *parent == '/' ? parent : "/tmp");
	if (mkdtemp(folder->path))
		return true;
	error = errno;
	sigprocmask(SIG_SETMASK, &folder->mask, NULL);
	errno = error;
	return false;
}

void cache_folder_enter(const struct cache_folder *folder)
{
	for (size_t i = 0; i < ARRAY_SIZE(variables); i++)
		setenv(variables[i], folder->path, 1);
	sigprocmask(SIG_SETMASK, &folder->mask, NULL);
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

	sigprocmask(SIG_SETMASK, &folder->mask, NULL);
	return is_gone;
}
