/* SPDX-License-Identifier: Apache-2.0 */
/*
 * reader-values: takes members of the objects of a manifest, and says what is wrong with the first
 * one that is not as it must be. After that, nothing that is taken counts.
 */
#ifndef CLROUTER_CAPTURE_READER_VALUES_H
#define CLROUTER_CAPTURE_READER_VALUES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/arena.h"

struct reader {
	struct arena *arena;
	char *problem;		/* of CAPTURE_PROBLEM bytes; empty: none yet */
	const char *list;	/* where the reader is: the name of an array or object, */
	size_t index;		/* and the element, if it is an array */
	bool is_array;
};

/* Sets the problem, if there was none; false. FORMAT says what is wrong with the place. */
bool reader_refuse(struct reader *reader, const char *format, ...)
	__attribute__((format(__printf__, 2, 3)));

bool reader_refuse_memory(struct reader *reader);

/* The member NAME of OBJECT, which must be there. NULL: it is not, or there is a problem. */
const char *reader_member(struct reader *reader, const char *object, const char *name);

/* The same for a member that is an object, or an array of at most MOST elements. */
const char *reader_object(struct reader *reader, const char *object, const char *name);
const char *reader_array(struct reader *reader, const char *object, const char *name, size_t most,
			 size_t *count);

/* Whole numbers; 0 if there is a problem. */
uint64_t reader_number(struct reader *reader, const char *object, const char *name);
uint32_t reader_number32(struct reader *reader, const char *object, const char *name);
int32_t reader_code(struct reader *reader, const char *object, const char *name);

/* A number that is less than COUNT. */
uint32_t reader_index(struct reader *reader, const char *object, const char *name, size_t count);

/* The same, or CAPTURE_NONE for null. */
uint32_t reader_index_or_null(struct reader *reader, const char *object, const char *name,
			      size_t count);

/* A bound: not negative, and finite. */
double reader_real(struct reader *reader, const char *object, const char *name);

bool reader_flag(struct reader *reader, const char *object, const char *name);

/* A text; "" if there is a problem. */
const char *reader_text(struct reader *reader, const char *object, const char *name);

/* A text, or NULL for null. */
const char *reader_text_or_null(struct reader *reader, const char *object, const char *name);

/* The position in WORDS of the word that NAME is; 0 if there is a problem. */
unsigned int reader_word(struct reader *reader, const char *object, const char *name,
			 const char *const *words, unsigned int count);

const unsigned char *reader_bytes(struct reader *reader, const char *object, const char *name,
				  size_t *size);

/* A hash, or CAPTURE_ZERO. MAY_LACK: NULL for null. */
const char *reader_hash(struct reader *reader, const char *object, const char *name, bool may_lack);

/* COUNT elements of SIZE bytes, all zero; NULL: COUNT is 0, or there is a problem. */
void *reader_list(struct reader *reader, size_t count, size_t size);

bool reader_is_good(const struct reader *reader);

#endif
