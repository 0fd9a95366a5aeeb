/* SPDX-License-Identifier: Apache-2.0 */
/*
 * code-parts: the statements of a replay.c, in the order of these functions. Each is one paragraph of
 * its main().
 */
#ifndef CLROUTER_TOOL_REPLAY_CODE_CODE_PARTS_H
#define CLROUTER_TOOL_REPLAY_CODE_CODE_PARTS_H

#include <stdio.h>

#include "capture/capture.h"

/* What a reader may want to change, before all functions. */
void code_put_constants(FILE *file, const struct capture *capture);

void code_put_programs(FILE *file, const struct capture *capture);
void code_put_memory(FILE *file, const struct capture *capture);
void code_put_samplers(FILE *file, const struct capture *capture);
void code_put_arguments(FILE *file, const struct capture *capture);

/* The argument INDEX, which is a value: the value, and the call that sets it. */
void code_put_value(FILE *file, const struct capture_argument *argument, size_t index);

void code_put_launch(FILE *file, const struct capture *capture);
void code_put_comparison(FILE *file, const struct capture *capture);

#endif
