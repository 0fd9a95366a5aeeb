/* SPDX-License-Identifier: Apache-2.0 */
/*
 * job-contents: reads the copies of a job, whose commands have ended, and writes them into files.
 */
#ifndef CLROUTER_LAYERS_CAPTURE_WRITE_JOB_CONTENTS_H
#define CLROUTER_LAYERS_CAPTURE_WRITE_JOB_CONTENTS_H

#include "layers/capture/capture-job.h"

/* Writes all contents into the directory of JOB, and stores their hashes. False: the job has the
 * reason. */
bool contents_write(struct job *job);

/*
 * Have the SIZE BYTES a pointer into shared memory, as far as anybody can know? *OFFSET is where. A
 * replay has its memory at other addresses.
 */
bool contents_find_pointer(const struct job *job, const char *bytes, size_t size, size_t *offset);

#endif
