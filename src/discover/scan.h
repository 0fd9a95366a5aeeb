/* SPDX-License-Identifier: Apache-2.0 */
/*
 * scan: which drivers there are. Makes an ordered list of candidates, each with its library, from
 * the settings, the variables and the files that they lead to, as libOpenCL(7) describes. Opens no
 * library.
 */
#ifndef CLROUTER_DISCOVER_SCAN_H
#define CLROUTER_DISCOVER_SCAN_H

#include "base/arena.h"
#include "config/settings.h"
#include "discover/candidate.h"

/*
 * Appends to LIST, in the order in which they will be asked: what
 * OCL_ICD_FILENAMES names, then OCL_ICD_VENDORS, else OPENCL_VENDOR_PATH, else
 * vendor_dirs. Files are read under ROOT, which is "" but for tests and the tool's --root. What
 * cannot be used is in the list too, with its verdict. No library has a relative path with a slash.
 */
void scan_drivers(struct candidate_list *list, const struct settings *settings, const char *root,
		  struct arena *arena);

/*
 * The files of DIRECTORIES, directory by directory in the order of their bytes,
 * that end in SUFFIX; a name masks its namesakes in later directories. Layers
 * are found by it too.
 */
void scan_directories(struct candidate_list *list, const struct setting_list *directories,
		      const char *suffix, const char *root, struct arena *arena);

#endif
