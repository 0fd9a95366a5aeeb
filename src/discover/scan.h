/* SPDX-License-Identifier: Apache-2.0 */
/*
 * scan: finds the drivers. It makes an ordered list of candidates, each with the name of its
 * library, from the settings, the variables and the .icd files, as libOpenCL(7) describes. It
 * opens no library.
 *
 * Any thread may call these functions, with a list and an arena of its own; the settings are only
 * read.
 */
#ifndef CLROUTER_DISCOVER_SCAN_H
#define CLROUTER_DISCOVER_SCAN_H

#include "base/arena.h"
#include "base/os.h"
#include "config/settings.h"
#include "discover/candidate.h"

/*
 * Appends a candidate for each driver to LIST, in the order in which they are opened: those in
 * OCL_ICD_FILENAMES, then those in OCL_ICD_VENDORS, or else OPENCL_VENDOR_PATH, or else those that
 * are registered with the system and those in vendor_dirs. Each directory is followed by the one
 * that is linked into it, see below. Files that cannot be used, and directories that cannot be
 * read, are in the list too, with a verdict. A directory that does not exist is only logged.
 *
 * Files are read under ROOT, which is "" except in tests and with --root of the tool. Libraries
 * with a relative path are made absolute by candidate_list_resolve().
 */
void scan_drivers(struct candidate_list *list, const struct settings *settings, const char *root,
		  struct arena *arena);

/*
 * Appends a candidate for each file in DIRECTORIES whose name ends in SUFFIX. Directories are read
 * in their order, and the names in each are sorted by bytes. A name masks the same name in later
 * directories. A directory that was read already is passed over. layer-scan uses this for layers.
 */
void scan_directories(struct candidate_list *list, const struct setting_list *directories,
		      const char *suffix, const char *root, struct arena *arena);

/*
 * conda's package of this name adds the system's drivers to an environment's drivers, by a link in
 * the vendor directory of the environment. conda's loader reads every such directory.
 */
#define SCAN_LINK "ocl-icd-system"

/*
 * The directory that SCAN_LINK leads to in the vendor directory DIRECTORY, or that has this name
 * there itself. The path is without ROOT, in ARENA; a link may lead to what does not exist. NULL:
 * there is no such entry, or it is a file, or no memory.
 */
const char *scan_linked_directory(const char *directory, const char *root, struct arena *arena);

/* Appends a candidate for each driver or layer that is registered with the system (base/os.h). */
void scan_registered(struct candidate_list *list, enum os_register kind, struct arena *arena);

#endif
