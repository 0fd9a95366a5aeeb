/* SPDX-License-Identifier: Apache-2.0 */
/*
 * manifest: what doc/capture-format.md says of a job, as text. Asks the driver, so no lock may be
 * held.
 */
#ifndef CLROUTER_LAYERS_CAPTURE_WRITE_MANIFEST_H
#define CLROUTER_LAYERS_CAPTURE_WRITE_MANIFEST_H

#include "layers/capture/job.h"

/*
 * The manifest of JOB, whose programs and contents have their hashes; *LENGTH bytes, free() it.
 * NULL: there is no memory.
 */
char *manifest_make(const struct job *job, size_t *length);

#endif
