/* SPDX-License-Identifier: Apache-2.0 */
/*
 * code-text: texts of a capture in C. They may have any bytes, and none of them can end the string or
 * the comment that it is in.
 */
#ifndef CLROUTER_TOOL_REPLAY_CODE_CODE_TEXT_H
#define CLROUTER_TOOL_REPLAY_CODE_CODE_TEXT_H

#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

#include "capture/capture.h"
#include "opencl/names.h"

/* A string literal; NULL is the word NULL. */
void code_text_string(FILE *file, const char *text);

/* In a comment, as text_take_shown() has it; characters that would be more in C become ".". */
void code_text_comment(FILE *file, const char *text);

/* The SIZE bytes at BYTES as the elements of an array. */
void code_text_bytes(FILE *file, const unsigned char *bytes, size_t size);

/* The name of the file with contents, or NULL for zeros. */
void code_text_contents(FILE *file, const struct capture_bytes *contents);

/* "CL_MEM_READ_ONLY", of the flags of a memory object; those that a replay leaves out are missing. */
void code_text_flags(FILE *file, const struct capture_memory *memory);

/*
 * "argument 2, out (float*)", as a string literal: what RANGE of MEMORY is for people. If the argument
 * is a sub-buffer, the memory is named, too.
 */
void code_text_range(FILE *file, const struct capture *capture, size_t memory,
		     const struct capture_range *range);

/* The constant VALUE of GROUP, by its name if OpenCL 1.2 has it, since older headers have no others. */
void code_text_constant(FILE *file, enum names_group group, uint32_t value);

/* The function that compares contents by RULE is compare_ and this word. */
const char *code_text_rule(const struct capture_rule *rule);

#endif
