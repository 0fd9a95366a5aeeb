/* SPDX-License-Identifier: Apache-2.0 */
/*
 * kernel-crash: on a CPU a bad access of a kernel may end the process, before anybody looks at the
 * records. So the signals that say so are watched, if nothing is to be done about them but to die:
 * a handler of the program, or SIG_IGN, stays. Of a program that sets its handler later, ours is
 * the old one: it is called if the program's hands the signal on (as Python's faulthandler does),
 * and never otherwise. What is left is a program that asks, after its first launch, whether the
 * signal still has no handler; that is what a user of a sanitizer gets for the last finding before
 * the end.
 */
#ifndef CLROUTER_LAYERS_SANITIZE_KERNEL_CRASH_H
#define CLROUTER_LAYERS_SANITIZE_KERNEL_CRASH_H

/*
 * From now on LOOK is called when the process is about to die of such a signal, at most once and by
 * the thread that got it; it must not call a driver. Then the process dies as it would have. Any
 * thread may call this, any number of times, with the same LOOK.
 */
void kernel_crash_watch(void (*look)(void));

/* For the layer's end, after which it may be unloaded: the signals are as they were before. */
void kernel_crash_leave(void);

#endif
