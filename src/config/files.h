/* SPDX-License-Identifier: Apache-2.0 */
/*
 * files: the configuration files: in which places they are, in which order
 * they are read, which masks which, and whether one may be used. Reads them
 * into one draft; what they mean together is decided elsewhere.
 */
#ifndef CLROUTER_CONFIG_FILES_H
#define CLROUTER_CONFIG_FILES_H

#include "config/draft.h"

struct files {
	struct settings *settings;	/* gets each file with its verdict, and the problems */
	struct draft *draft;		/* gets what the good files say */
	const char *root;		/* put in front of every absolute path */
	bool trusted_only;		/* secure execution: only root's files */
};

/*
 * The system's files: shipped ones, the main one, local ones. A local one masks
 * the shipped ones of its name.
 */
void files_read_system(const struct files *files, enum settings_family family);

/* The user's file, if there is one: DIRECTORY, SUFFIX, /OpenCL/NAME.conf. */
void files_read_user(const struct files *files, enum settings_family family,
		     const char *directory, const char *suffix);

/* What OPENCL_LOADER_CONFIG names, and the layers.conf beside it. */
void files_read_named(const struct files *files, const char *path);

#endif
