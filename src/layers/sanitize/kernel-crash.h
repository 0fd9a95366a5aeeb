/* SPDX-License-Identifier: Apache-2.0 */
/*
 * kernel-crash: on a CPU a bad access of a kernel may end the process, before anybody looks at the
 * records. So the signals that say so are watched, unless the program does that itself.
 */
#ifndef CLROUTER_LAYERS_SANITIZE_KERNEL_CRASH_H
#define CLROUTER_LAYERS_SANITIZE_KERNEL_CRASH_H

/*
 * From now on LOOK is called when the process is about to die of such a signal, at most once and by
 * the thread that got it; it must not call a driver. Then the process dies as it would have. Any
 * thread may call this, any number of times, with the same LOOK.
 */
void kernel_crash_watch(void (*look)(void));

#endif
