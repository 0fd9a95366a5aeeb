/* SPDX-License-Identifier: Apache-2.0 */
/* sample: a launch that has all kinds of rows, for the tests of src/launch. */
#ifndef CLROUTER_UNIT_LAUNCH_SAMPLE_H
#define CLROUTER_UNIT_LAUNCH_SAMPLE_H

#include "launch/launch.h"

#define SAMPLE_HASH "0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef"

/* One of its own for each call, in unit_arena. */
struct launch *sample_launch(void);

/* LAUNCH as launch_file_write() writes it. The caller frees it. */
char *sample_text(const struct launch *launch);

#endif
