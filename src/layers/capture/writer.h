/* SPDX-License-Identifier: Apache-2.0 */
/*
 * writer: reads the copies of jobs whose commands have ended, and writes their directories, one
 * after the other, in a thread of its own. The program's threads wait for it only when the process
 * ends. Whatever becomes of a job, it says so, and settles it (launch-choice.h).
 */
#ifndef CLROUTER_LAYERS_CAPTURE_WRITER_H
#define CLROUTER_LAYERS_CAPTURE_WRITER_H

#include "layers/capture/capture-job.h"

/* For the layer's start: the lock of this module is taken over a fork. */
void writer_start(void);

/*
 * Starts the thread, if it does not run, before the launch of JOB. False: it cannot be started; the
 * job has the reason.
 */
bool writer_begin(struct job *job);

/*
 * The launch was made and the copies are enqueued: JOB is written as soon as its last event has
 * ended; at once if it has none.
 */
void writer_queue(struct job *job);

/* JOB is given up: its reason says why. False: the writer does not have it; nothing is done. */
bool writer_drop(struct job *job);

/*
 * The process ends: waits for the jobs, unless they wait for something that will not come any more.
 * Also called when the layer ends.
 */
void writer_end(void);

/* In a forked child: the thread, and what it does, is the parent's. */
void writer_forget(void);

#endif
