/* SPDX-License-Identifier: Apache-2.0 */
/*
 * files: writes the directory of a job: contents, programs and, last, the manifest.
 */
#ifndef CLROUTER_LAYERS_CAPTURE_WRITE_FILES_H
#define CLROUTER_LAYERS_CAPTURE_WRITE_FILES_H

#include "layers/capture/job.h"

/*
 * Makes the directory, for which PATTERN is as in directory.h, and writes JOB, whose commands have
 * ended. False: nothing is left there, and the model has the reason.
 */
bool files_write(struct job *job, const char *pattern);

#endif
