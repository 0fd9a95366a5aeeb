/* SPDX-License-Identifier: Apache-2.0 */
/*
 * loaders: the libOpenCL.so.1 that programs can get here, in the order in which
 * the dynamic linker finds them: LD_LIBRARY_PATH, then its cache. A program's
 * own rpath is not known.
 */
#ifndef CLROUTER_TOOL_DOCTOR_SECTION_LOADERS_H
#define CLROUTER_TOOL_DOCTOR_SECTION_LOADERS_H

#include "tool/doctor/examination.h"

/*
 * Warns of a second one, and of one that is not clrouter's. Another root's
 * loaders cannot be asked, so nothing is examined there.
 */
void loaders_examine(struct examination *check);

#endif
