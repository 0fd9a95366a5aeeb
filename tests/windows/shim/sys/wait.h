/* SPDX-License-Identifier: Apache-2.0 */
/*
 * wait: fork() and what belongs to it, for tests of Windows that use unit.h. unit-windows.c
 * implements it: the child is the same program, which runs the same test again until it calls fork().
 * So a test can use it only if it does nothing before.
 */
#ifndef CLROUTER_TESTS_WINDOWS_WAIT_H
#define CLROUTER_TESTS_WINDOWS_WAIT_H

#include <signal.h>
#include <stdbool.h>
#include <sys/types.h>

#define SIGTRAP 5

#define fork unit_fork
pid_t unit_fork(void);
pid_t waitpid(pid_t child, int *status, int options);

/* abort() ends a process with 3, DebugBreak() with its exception. */
#define WEXITSTATUS(status) (status)
#define WTERMSIG(status) \
	((status) == 3 ? SIGABRT : (unsigned)(status) == 0x80000003 ? SIGTRAP : 0)
#define WIFSIGNALED(status) (WTERMSIG(status) != 0)

#endif
