/* SPDX-License-Identifier: Apache-2.0 */
/*
 * busy-record: the record of a program that keeps two devices busy from four threads: queues in
 * order and one of sixteen lanes, commands that wait for each other, kernels with their source, and
 * a call that fails now and then. For looking at reports of any size.
 */
#ifndef BUSY_RECORD_H
#define BUSY_RECORD_H

#include <stdint.h>

/* Writes a record of COUNT calls, a few more or less, with the writer of record-writer.h. */
void busy_record_make(uint64_t count);

#endif
