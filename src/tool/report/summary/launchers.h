/* SPDX-License-Identifier: Apache-2.0 */
/*
 * launchers: which processes only start those that do the work, as mpirun and srun do. In a batch job
 * such a process may seem to be rank 0, and it runs longer than all others.
 */
#ifndef CLROUTER_TOOL_REPORT_SUMMARY_LAUNCHERS_H
#define CLROUTER_TOOL_REPORT_SUMMARY_LAUNCHERS_H

#include "tool/report/summary/summary.h"

/* Sets `is_launcher` of each process; they are sorted. */
void launchers_find(struct summary *summary);

#endif
