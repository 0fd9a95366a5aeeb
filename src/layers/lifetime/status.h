/* SPDX-License-Identifier: Apache-2.0 */
/*
 * status: how the lifetime layer tells another process, such as "clrouter run
 * --fail-on-findings", what it has found. That process makes an empty file and puts its path into
 * the variable STATUS_VARIABLE of the program that it starts. The layer of each process that the
 * program consists of appends lines to it:
 *
 *	started PID	once, when the layer starts
 *	finding PID	for each finding, when it is made; at the end for each object left over
 *
 * So a file without a line STATUS_STARTED means that the layer was in no process. The path may be
 * that of an open file of the other process, /proc/PID/fd/N, so that nothing is left over. In
 * secure execution the layer writes nothing.
 */
#ifndef CLROUTER_LAYERS_LIFETIME_STATUS_H
#define CLROUTER_LAYERS_LIFETIME_STATUS_H

#define STATUS_VARIABLE "OPENCL_LIFETIME_STATUS"

/* The words that lines begin with; a blank and the process ID follow. */
#define STATUS_STARTED "started"
#define STATUS_FINDING "finding"

#endif
