/* SPDX-License-Identifier: Apache-2.0 */
/*
 * answer: where the program wants the answer of a query (param_value_size, param_value and
 * param_value_size_ret). Keeps no state.
 */
#ifndef CLROUTER_LAYERS_COMPATIBILITY_ANSWER_H
#define CLROUTER_LAYERS_COMPATIBILITY_ANSWER_H

#include <stddef.h>
#include <string.h>

#include <CL/cl.h>

struct query_answer {
	size_t size;	  /* bytes at `value` */
	void *value;	  /* may be NULL */
	size_t *size_ret; /* may be NULL */
};

/* CL_INVALID_VALUE if there is less space than SIZE. BYTES may be NULL if SIZE is 0. */
static inline cl_int answer_bytes(const struct query_answer *answer, const void *bytes, size_t size)
{
	if (answer->value && answer->size < size)
		return CL_INVALID_VALUE;
	if (answer->value && size != 0)
		memcpy(answer->value, bytes, size);
	if (answer->size_ret)
		*answer->size_ret = size;
	return CL_SUCCESS;
}

static inline cl_int answer_text(const struct query_answer *answer, const char *text)
{
	return answer_bytes(answer, text, strlen(text) + 1);
}

/* VALUE is a variable. */
#define answer_value(answer, value) answer_bytes(answer, &(value), sizeof(value))

/* For a function that returns an object: it fails with ERROR. */
static inline void *answer_refuse(cl_int *errcode_ret, cl_int error)
{
	if (errcode_ret)
		*errcode_ret = error;
	return NULL;
}

#endif
