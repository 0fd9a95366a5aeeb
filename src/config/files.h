/* SPDX-License-Identifier: Apache-2.0 */
/*
 * files: finds and reads the configuration files. The module decides which files are read, in which
 * order, which file masks another one, and whether a file may be used. It collects the lines of all
 * good files in one draft; merge.h decides what they mean together.
 *
 * Each file that is found, or that should be there, is added to the files of the settings with its
 * verdict: OK, MASKED, NOT_REGULAR, UNREADABLE, UNTRUSTED, CONFIG_REFUSED or NO_MEMORY. A file that
 * is not OK changes nothing else. A file of more than 1 MiB is refused.
 *
 * Only the thread that calls conf_read() uses this module.
 */
#ifndef CLROUTER_CONFIG_FILES_H
#define CLROUTER_CONFIG_FILES_H

#include "config/draft.h"

struct files {
	struct settings *settings;	/* files and problems are added to them */
	struct draft *draft;		/* the lines of good files are appended to it */
	const char *root;		/* put in front of every absolute path */
	bool trusted_only;		/* secure execution: only files that only root may write */
};

/*
 * Reads the files of the system: those that packages ship in DATADIR/OpenCL/NAME.conf.d, then
 * SYSCONFDIR/OpenCL/NAME.conf, then those in SYSCONFDIR/OpenCL/NAME.conf.d, each directory in the
 * order of the names. A name in the last directory masks the same name in the first one. A loader
 * with a prefix of its own first reads the files in /usr/share and /etc.
 */
void files_read_system(const struct files *files, enum settings_family family);

/*
 * Reads the file of the user, if it exists: DIRECTORY and SUFFIX joined, then /OpenCL/NAME.conf. A
 * process of root refuses it if anybody else could change it or the way to it (os_find_untrusted()).
 */
void files_read_user(const struct files *files, enum settings_family family,
		     const char *directory, const char *suffix);

/*
 * The directory of the administrator's drop-in files that are the strongest, without a root, in ARENA:
 * SYSCONFDIR/OpenCL/NAME.conf.d. NULL: there is no memory.
 */
const char *files_local_directory(enum settings_family family, struct arena *arena);

/* The user's file as files_read_user() has it, without a root, in ARENA. NULL: there is no memory. */
const char *files_user_path(enum settings_family family, const char *directory, const char *suffix,
			    struct arena *arena);

/*
 * Is PATH one of the files that were read, and one that a package ships in DATADIR? Users did not
 * write it.
 */
bool files_is_shipped(const struct settings *settings, const char *path);

/*
 * Reads the file PATH, which OPENCL_LOADER_CONFIG names, and layers.conf in the same directory, if
 * it exists. PATH must live as long as the settings.
 */
void files_read_named(const struct files *files, const char *path);

#endif
