/* SPDX-License-Identifier: Apache-2.0 */
/*
 * reader-objects: the objects of a manifest: programs, samplers, memory, arguments, findings. Each
 * function takes the array that the object MANIFEST has, and sets the problem of READER if it is wrong.
 */
#ifndef CLROUTER_CAPTURE_READER_OBJECTS_H
#define CLROUTER_CAPTURE_READER_OBJECTS_H

#include "capture/capture.h"
#include "capture/reader-values.h"

void reader_take_programs(struct reader *reader, struct capture *capture, const char *manifest);
void reader_take_samplers(struct reader *reader, struct capture *capture, const char *manifest);

/* After programs and samplers, and before arguments. */
void reader_take_memory(struct reader *reader, struct capture *capture, const char *manifest);

void reader_take_arguments(struct reader *reader, struct capture *capture, const char *manifest);

/* Of the object CHECKS. */
void reader_take_findings(struct reader *reader, struct capture_findings *findings,
			  const char *checks);

/* The whole sources that CHECKS may have. After programs. */
void reader_take_whole(struct reader *reader, struct capture *capture, const char *checks);

/* An array of `id`, or of another NAME, and `bytes`. */
struct capture_setting *reader_take_settings(struct reader *reader, const char *object,
					     const char *array, const char *name, size_t *count);

#endif
