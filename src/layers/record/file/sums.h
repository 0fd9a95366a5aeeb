/* SPDX-License-Identifier: Apache-2.0 */
/*
 * sums: calls and commands added up in the file, in place of a record of each
 * (OPENCL_RECORD_SUMMARY). A thread has sums of its own, which are mapped: they need no end of the
 * process to be written, and their size does not grow with its calls.
 *
 * One thread at a time uses a struct sums.
 */
#ifndef CLROUTER_LAYERS_RECORD_FILE_SUMS_H
#define CLROUTER_LAYERS_RECORD_FILE_SUMS_H

#include <stdbool.h>
#include <stdint.h>

struct sums;

/*
 * New sums in the current file, for a thread with this ID. They take the place of OLD, the sums of
 * an earlier file, or NULL. NULL: no memory; OLD stays.
 */
struct sums *sums_renew(struct sums *old, uint32_t thread);

/*
 * A call of the function SLOT begins, and has returned RESULT, or was left by an exception or the
 * end of the thread. ARGUMENTS are as for event_begin(); times are ns, monotonic.
 */
void sums_begin_call(struct sums *sums, unsigned int slot, uint64_t now);
void sums_end_call(struct sums *sums, unsigned int slot, const uint64_t *arguments, uint64_t result,
		   uint64_t begin, uint64_t end);
void sums_leave_call(struct sums *sums, unsigned int slot, uint64_t begin, uint64_t end);

/*
 * What the commands of one function, or of all kernels with one name (its number, kernel-names.h),
 * are added up by.
 */
unsigned int sums_command(unsigned int slot, unsigned int kernel);

/*
 * A command that moves BYTES was enqueued. Returns how many there were of its kind since the last
 * one that was measured, itself included; begins anew if this one IS_MEASURED.
 */
uint64_t sums_add_command(struct sums *sums, unsigned int command, uint64_t bytes,
			  bool is_measured);

/* A command that stands for COUNT took NS. */
void sums_add_time(struct sums *sums, unsigned int command, uint64_t ns, uint64_t count);

/* A call or a command failed with CODE. */
void sums_add_error(struct sums *sums, int32_t code);

#endif
