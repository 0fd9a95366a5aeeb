/* SPDX-License-Identifier: Apache-2.0 */
/*
 * capture-status: how the capture layer tells another process, such as "clrouter capture", what
 * became of launches. That process makes an empty file and puts its path into the variable
 * CAPTURE_STATUS_VARIABLE of the program that it starts. The layer appends lines to it, in each
 * process of that program:
 *
 *	loaded			when it starts
 *	taken NUMBER		this launch is about to be made, or has failed
 *	begun DIRECTORY		it has made the directory, and copies the launch
 *	captured DIRECTORY	the capture is whole
 *	refused TEXT		there is none, because of what TEXT says
 *	cost DEVICE FILES CALL WRITE	of the capture: bytes on the device and in files; how much
 *				longer the call took, and how long the writing, in nanoseconds
 *	note TEXT		the capture that comes next is less than could be
 *	kernel COUNT NAME	the process ends, and has made COUNT launches of this kernel, but none of
 *				a kernel that is asked for
 *	launches COUNT		the same, and has made COUNT launches in all
 *
 * DIRECTORY is absolute, and the rest of the line, as TEXT is. In secure execution the layer writes
 * nothing.
 */
#ifndef CLROUTER_LAUNCH_CAPTURE_STATUS_H
#define CLROUTER_LAUNCH_CAPTURE_STATUS_H

#define CAPTURE_STATUS_VARIABLE "OPENCL_CAPTURE_STATUS"

/* The words that lines begin with; a blank follows all but the first. */
#define CAPTURE_STATUS_LOADED "loaded"
#define CAPTURE_STATUS_TAKEN "taken"
#define CAPTURE_STATUS_BEGUN "begun"
#define CAPTURE_STATUS_CAPTURED "captured"
#define CAPTURE_STATUS_REFUSED "refused"
#define CAPTURE_STATUS_COST "cost"
#define CAPTURE_STATUS_NOTE "note"
#define CAPTURE_STATUS_KERNEL "kernel"
#define CAPTURE_STATUS_LAUNCHES "launches"

#endif
