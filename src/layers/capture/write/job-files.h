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

/*
 * In job-contents.c: reads the copies of JOB, whose commands have ended, writes all contents into
 * its directory, and stores their hashes. False: the job has the reason.
 */
bool job_contents_write(struct job *job);

/*
 * Have the SIZE BYTES a pointer into shared memory, as far as anybody can know? *OFFSET is where. A
 * replay has its memory at other addresses.
 */
bool job_contents_find_pointer(const struct job *job, const char *bytes, size_t size,
			       size_t *offset);

#endif
