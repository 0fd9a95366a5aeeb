/* SPDX-License-Identifier: Apache-2.0 */
/*
 * recorded-call: what a call in a record file says, by the names that the OpenCL specification
 * gives the parameters. Calls are records that record_is_call() accepts; their arguments and
 * contents are not trusted. KNOWN says what the numbers of functions mean. The functions keep no
 * state.
 */
#ifndef CLROUTER_RECORD_RECORDED_CALL_H
#define CLROUTER_RECORD_RECORDED_CALL_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "opencl/signature.h"
#include "record/known-functions.h"
#include "record/record-reader.h"

/* The error code of a call that has failed without a place to store the code. */
#define RECORDED_NO_CODE RECORD_NO_CODE

/*
 * Stores the argument called NAME in *VALUE. Returns false, and stores 0, if the function has no
 * parameter of that name or the record does not have it.
 */
bool recorded_argument(const struct known_functions *known, const struct record_call *call,
		       const char *name, uint64_t *value);

/* The contents of the argument called NAME; NULL if there are none. */
const struct record_content *recorded_content(const struct known_functions *known,
					      const struct record_call *call, const char *name);

/*
 * Reads the contents of the argument called NAME, which are COUNT numbers of type size_t in the
 * program, as wide as they are there. Returns false, and stores zeros, if they were not kept.
 */
bool recorded_sizes(const struct known_functions *known, const struct record_call *call,
		    const char *name, size_t count, uint64_t *numbers);

/*
 * How many handles CONTENT, which may be NULL, has, and the one at INDEX; 0: it has none there.
 * SIZE is the size of a handle in the program.
 */
size_t recorded_handle_count(const struct record_content *content, size_t size);
uint64_t recorded_handle(const struct record_content *content, size_t index, size_t size);

/* The events that CALL, or its command, waits for; NULL: none, or they were not kept. */
const struct record_content *recorded_waits(const struct known_functions *known,
					    const struct record_call *call);

/* The event that CALL, which has not failed, has made; 0: none. SIZE: of a handle. */
uint64_t recorded_event(const struct known_functions *known, const struct record_call *call,
			size_t size);

/*
 * Copies the string that the argument called NAME points to into BUFFER of SIZE bytes, truncated if
 * it does not fit. Returns false if it was not kept.
 */
bool recorded_string(const struct known_functions *known, const struct record_call *call,
		     const char *name, char *buffer, size_t size);

/* Did CALL fail? *CODE is its error code, or RECORDED_NO_CODE. A call that did not return has not.
 */
bool recorded_failed(const struct known_functions *known, const struct record_call *call,
		     int32_t *code);

/* The name of an error code, for example CL_INVALID_VALUE; NULL if it has none. */
const char *recorded_error_name(int32_t code);

/* Is CALL one that waits: clFinish, clWaitForEvents, or a command that blocks until it is done? */
bool recorded_is_wait(const struct known_functions *known, const struct record_call *call);

/*
 * Did a device measure a command with this status and these times? One that says that it ended before it
 * started has measured nothing.
 */
bool recorded_is_measured(int32_t status, uint64_t started, uint64_t ended);

/* How long CALL took in ns; 0 if it did not return. */
uint64_t recorded_duration(const struct record_call *call);

#endif
