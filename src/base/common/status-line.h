/* SPDX-License-Identifier: Apache-2.0 */
/*
 * status-line: how a layer tells another process, such as "clrouter record", what it does. That process
 * makes an empty file and puts its path into the variable of the layer's option "status", for the program
 * that it starts. In each process of that program the layer adds lines to the file, each by one write: a
 * word and, after a blank, the rest of the line.
 *
 * lifetime and validation:
 *	started PID		when the layer starts
 *	finding PID		for each finding, when it is made; some are made at the end
 *
 * sanitize: the same, and
 *	checked PID COUNT	so many kernels were launched with checks: 1 when the first one is, and the
 *				number at the end
 *				and at the end, with COUNT or TEXT as the layer's last lines have it:
 *	accesses CHECKED TOTAL KERNEL WHY	so many of a kernel's accesses are checked, and why others are not
 *	refused TEXT		a program is not checked, because of what TEXT says
 *	passed COUNT		so many accesses were not judged
 *	watched COUNT		so many launches were not checked, but watched for writes beyond the end of memory
 *
 * record:
 *	loaded			when it starts
 *	record PATH		it begins this record
 *
 * capture:
 *	loaded			when it starts
 *	taken NUMBER		this launch is about to be made, or has failed
 *	begun DIRECTORY		it has made the directory, and copies the launch
 *	captured DIRECTORY	the capture is whole
 *	ready MIB DIRECTORY	the same, in place of captured, of one that takes so many MiB until it is compared
 *	refused TEXT		there is none, because of what TEXT says
 *	cost DEVICE FILES CALL WRITE	of the capture: bytes on the device and in files; how much
 *				longer the call took, and how long the writing, in nanoseconds
 *	note TEXT		the capture that comes next is less than could be
 *	kernel COUNT NAME	the process ends, and has made COUNT launches of this kernel, but none of
 *				a kernel that is asked for
 *	launches COUNT		the same, and has made COUNT launches in all
 *
 * Paths are absolute. Without a line, the layer was in no process. The path may name an open file
 * of the other process, /proc/PID/fd/N, so that nothing is left over. In secure execution a layer
 * writes nothing. Any process can write such lines, so none is believed to be whole or true.
 */
#ifndef CLROUTER_BASE_COMMON_STATUS_LINE_H
#define CLROUTER_BASE_COMMON_STATUS_LINE_H

#include "base/os.h"

#define STATUS_LINE_SIZE (OS_PATH_SIZE + 64)	/* bytes of the longest line */

#define STATUS_STARTED "started"
#define STATUS_FINDING "finding"
#define STATUS_CHECKED "checked"
#define STATUS_ACCESSES "accesses"
#define STATUS_PASSED "passed"
#define STATUS_WATCHED "watched"
#define STATUS_LOADED "loaded"
#define STATUS_RECORD "record"
#define STATUS_TAKEN "taken"
#define STATUS_BEGUN "begun"
#define STATUS_CAPTURED "captured"
#define STATUS_READY "ready"
#define STATUS_REFUSED "refused"
#define STATUS_COST "cost"
#define STATUS_NOTE "note"
#define STATUS_KERNEL "kernel"
#define STATUS_LAUNCHES "launches"

#endif
