/* SPDX-License-Identifier: Apache-2.0 */
/*
 * file: the bytes of one configuration file: is there one, may it be used,
 * what is in it. Knows neither its syntax nor what else is read.
 */
#ifndef CLROUTER_CONFIG_FILE_H
#define CLROUTER_CONFIG_FILE_H

#include <stdbool.h>
#include <stddef.h>

#include "base/verdict.h"

struct conf_file {
	const char *path;	/* as it is opened */
	bool is_regular;	/* known from its directory: need not be asked first */
	bool trusted_only;	/* secure execution: only root's files */
	char *bytes;		/* from malloc, with a NUL byte behind; NULL: nothing */
	size_t size;
};

/*
 * Reads FILE->path. REASON_OK with the bytes, which are the caller's to free; a
 * link to /dev/null, which is how names are masked, is an empty file. Otherwise
 * what is the matter, with an errno in *CODE: ENOENT or ENOTDIR where there is
 * no such file; *DETAIL says more, or is NULL.
 */
enum reason conf_file_read(struct conf_file *file, int *code, const char **detail);

#endif
