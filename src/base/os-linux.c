/* SPDX-License-Identifier: Apache-2.0 */
/* os-linux: os.h for Linux. */
#include "base/os.h"

#include <errno.h>
#include <limits.h>
#include <linux/futex.h>
#include <stddef.h>
#include <sys/syscall.h>
#include <unistd.h>

int os_thread_id(void)
{
	return (int)syscall(SYS_gettid);
}

bool os_thread_exists(int id)
{
	return syscall(SYS_tgkill, getpid(), id, 0) == 0 || errno != ESRCH;
}

void os_wait(int *word, int value)
{
	/* Not struct timespec, which may not be the kernel's on 32-bit systems. */
	static const long second[] = { 1, 0 };

	syscall(SYS_futex, word, FUTEX_WAIT_PRIVATE, value, second, NULL, 0);
}

void os_wake_all(int *word)
{
	syscall(SYS_futex, word, FUTEX_WAKE_PRIVATE, INT_MAX, NULL, NULL, 0);
}
