/* SPDX-License-Identifier: Apache-2.0 */
/*
 * lifetime-status: how the lifetime layer tells another process, such as "clrouter run
 * --fail-on-findings", what it has found. That process makes an empty file and puts its path into
 * the variable LIFETIME_STATUS_VARIABLE of the program that it starts. The layer appends lines to
 * it in each process of that program:
 *
 *	started PID	once, when the layer starts
 *	finding PID	for each finding, when it is made; at the end for each object left over
 *
 * So a file without a line "started" means that the layer was in no process. The path may be
 * that of an open file of the other process, /proc/PID/fd/N, so that nothing is left over. In
 * secure execution the layer writes nothing.
 */
#ifndef CLROUTER_BASE_LIFETIME_STATUS_H
#define CLROUTER_BASE_LIFETIME_STATUS_H

#define LIFETIME_STATUS_VARIABLE "OPENCL_LIFETIME_STATUS"

/* The words that lines begin with; a blank and the process ID follow. */
#define LIFETIME_STATUS_STARTED "started"
#define LIFETIME_STATUS_FINDING "finding"

#endif
