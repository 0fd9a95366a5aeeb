/* SPDX-License-Identifier: Apache-2.0 */
/*
 * writer: reads the copies of a job when its commands have ended, and writes the directory, in a
 * thread of its own. The program's threads wait for it only when the process ends.
 */
#ifndef CLROUTER_LAYERS_CAPTURE_WRITER_H
#define CLROUTER_LAYERS_CAPTURE_WRITER_H

#include "layers/capture/job.h"

/* For the layer's start: the lock of this module is taken over a fork. */
void writer_start(void);

/*
 * Starts the thread for JOB, before the launch, with the pattern of the name of its directory, which
 * must stay. False: it cannot be started; the model has the reason.
 */
bool writer_begin(struct job *job, const char *pattern);

/*
 * The launch was made and the copies are enqueued: JOB is written as soon as its last event has
 * ended; at once if it has none.
 */
void writer_queue(struct job *job);

/* JOB is given up: its model says why. False: the thread was not started for it; nothing is done. */
bool writer_drop(struct job *job);

/*
 * The process ends: waits for the job, unless it waits for something that will not come any more.
 * Also called when the layer ends.
 */
void writer_end(void);

/* Has it a job that is not written yet? Needs no lock. */
bool writer_is_busy(void);

/* In a forked child: the thread, and what it does, is the parent's. */
void writer_forget(void);

#endif
