/* SPDX-License-Identifier: Apache-2.0 */
/*
 * sources: the places where configuration files are, in their order, and
 * which file masks which. Reads them into one draft; what they mean together is
 * not decided here.
 */
#ifndef CLROUTER_CONFIG_SOURCES_H
#define CLROUTER_CONFIG_SOURCES_H

#include "config/draft.h"

struct conf_sources {
	struct conf_notes *notes;
	const char *root;	/* put in front of every absolute path */
	bool trusted_only;	/* secure execution */
};

/* Sources (2) to (4). What the good files say is appended to DRAFT. */
void conf_sources_read_system(const struct conf_sources *sources, enum conf_family family,
			      struct conf_draft *draft);

/* Source (5): in DIRECTORY/OpenCL, if there is a file. SUFFIX is put between. */
void conf_sources_read_user(const struct conf_sources *sources, enum conf_family family,
			    const char *directory, const char *suffix,
			    struct conf_draft *draft);

/* What OPENCL_LOADER_CONFIG names, and the layers.conf beside it. */
void conf_sources_read_named(const struct conf_sources *sources, const char *path,
			     struct conf_draft *draft);

#endif
