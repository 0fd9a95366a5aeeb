/* SPDX-License-Identifier: Apache-2.0 */
/*
 * job-files: writes the directory of a job: contents, programs and, last, the launch.
 */
#ifndef CLROUTER_LAYERS_CAPTURE_WRITE_JOB_FILES_H
#define CLROUTER_LAYERS_CAPTURE_WRITE_JOB_FILES_H

#include "layers/capture/capture-job.h"

/* For the layer's start: PATTERN of the names of directories, as in directory.h. It must stay. */
void files_start(const char *pattern);

/*
 * Makes a directory and writes JOB, whose commands have ended. False: nothing is left there, and
 * the job has the reason.
 */
bool files_write(struct job *job);

#endif
