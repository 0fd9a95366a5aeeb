/* SPDX-License-Identifier: Apache-2.0 */
/*
 * findings: runs a program in a child process and counts what the lifetime layer finds in it and
 * in the processes that it starts. The layer writes to a file in memory (see
 * base/lifetime-status.h), so nothing is left over, whatever happens.
 */
#ifndef CLROUTER_TOOL_PROBE_FINDINGS_H
#define CLROUTER_TOOL_PROBE_FINDINGS_H

/*
 * Runs OPERANDS, the program and its arguments, with NULL at the end, and waits for it. Returns
 * its exit status, or 128 and the signal that ended it. If that is 0, it returns 1 after a
 * message if the layer has found something, or was in no process of it; and if the child or the
 * file cannot be made.
 */
int findings_run(char **operands);

#endif
