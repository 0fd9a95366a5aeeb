/* SPDX-License-Identifier: Apache-2.0 */
/*
 * record-status: how the record layer tells another process, such as "clrouter record", where its
 * records are. That process makes an empty file and puts its path into the variable
 * RECORD_STATUS_VARIABLE of the program that it starts. The layer appends a line to it when it is
 * loaded, and one for each record that it begins, in each process of that program:
 *
 *	loaded
 *	record PATH
 *
 * PATH is absolute, and the rest of the line. In secure execution the layer writes nothing.
 */
#ifndef CLROUTER_BASE_COMMON_RECORD_STATUS_H
#define CLROUTER_BASE_COMMON_RECORD_STATUS_H

#define RECORD_STATUS_VARIABLE "OPENCL_RECORD_STATUS"

/* The words that lines begin with; a blank follows the second one. */
#define RECORD_STATUS_LOADED "loaded"
#define RECORD_STATUS_RECORD "record"

#endif
