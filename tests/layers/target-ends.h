/* SPDX-License-Identifier: Apache-2.0 */
/*
 * target-ends: the end of a layer that target_start() has started, while four threads call CALLS
 * again and again. A test fails if anything is written to standard error meanwhile.
 */
#ifndef TARGET_ENDS_H
#define TARGET_ENDS_H

/*
 * The layer is stopped and started again for a third of a second. After its last stop the threads
 * call on for a moment.
 */
void target_end_during_calls(void (*calls)(void));

/*
 * The threads are in a child process, which ends by exit(); an exit handler stops the layer, as a
 * loader does. Fails if the child does not end well.
 */
void target_exit_during_calls(void (*calls)(void));

#endif
