/* SPDX-License-Identifier: Apache-2.0 */
/*
 * findings-status: how a layer that judges programs tells another process, such as "clrouter run
 * --fail-on-findings", what it has found. That process makes an empty file and puts its path into
 * the layer's variable of the program that it starts. The layer appends lines to it in each
 * process of that program:
 *
 *	started PID	once, when the layer starts
 *	finding PID	for each finding, when it is made; some are made at the end
 *
 * So a file without a line "started" means that the layer was in no process. The path may be
 * that of an open file of the other process, /proc/PID/fd/N, so that nothing is left over. In
 * secure execution the layer writes nothing.
 */
#ifndef CLROUTER_BASE_COMMON_FINDINGS_STATUS_H
#define CLROUTER_BASE_COMMON_FINDINGS_STATUS_H

#define FINDINGS_STATUS_LIFETIME "OPENCL_LIFETIME_STATUS"
#define FINDINGS_STATUS_VALIDATION "OPENCL_VALIDATION_STATUS"

/* The words that lines begin with; a blank and the process ID follow. */
#define FINDINGS_STATUS_STARTED "started"
#define FINDINGS_STATUS_FINDING "finding"

#endif
