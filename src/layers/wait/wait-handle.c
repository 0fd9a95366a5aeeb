/* SPDX-License-Identifier: Apache-2.0 */
/*
 * wait-handle: see wait-handle.h.
 */
#include "layers/wait/wait-handle.h"

#include <errno.h>
#include <stdint.h>
#include <string.h>
#include <sys/syscall.h>
#include <unistd.h>

/*
 * The kernel reads 8 bytes at ADDRESS before it finds that the first argument is wrong, so nothing
 * is changed. A program that may do little may still do this; process_vm_readv(2) is often
 * forbidden.
 */
static bool is_readable(const void *address)
{
	const int before = errno;
	const bool is_fault =
		syscall(SYS_rt_sigprocmask, ~0, address, NULL, sizeof(uint64_t)) != 0 &&
		errno == EFAULT;

	errno = before;
	return !is_fault;
}

bool handle_has_driver_of(const void *object, const void *other)
{
	if (object == other)
		return true;
	if (!object || (uintptr_t)object % sizeof(void *) != 0 || !is_readable(object))
		return false;
	return memcmp(object, other, sizeof(void *)) == 0;
}
