/* SPDX-License-Identifier: Apache-2.0 */
/*
 * findings: runs a program in a child process and counts what the layers lifetime and validation
 * find in it and in the processes that it starts.
 */
#ifndef CLROUTER_TOOL_PROBE_PROCESS_FINDINGS_H
#define CLROUTER_TOOL_PROBE_PROCESS_FINDINGS_H

/*
 * Runs OPERANDS, the program and its arguments, with NULL at the end, and waits for it. Returns
 * its exit status, or 128 and the signal that ended it. If that is 0, it returns 1 after a
 * message if a layer has found something, or if none of the two was in a process of it; that
 * message names the layer WANTED. It also returns 1 if the child or a file cannot be made.
 */
int findings_run(char **operands, const char *wanted);

#endif
