/* SPDX-License-Identifier: Apache-2.0 */
/*
 * validation-calls: calls of any OpenCL function by its slot, and a driver that accepts every
 * call. Generated from api.list and extensions.list by gen-calls.awk.
 */
#ifndef VALIDATION_CALLS_H
#define VALIDATION_CALLS_H

#include <clrouter/layer.h>
#include <clrouter/extension-functions.h>

/* Fills TABLE with functions that call accept_call(). */
void accept_fill(struct clrouter_table *table);

/* The driver's function of an extension in SLOT, which calls accept_call(); NULL: it is in the table. */
void *accept_function(unsigned int slot);

/*
 * Of the test: the function in SLOT is called; VALUES are the addresses of its arguments. *RESULT,
 * which is 0, is what it returns; NULL: it returns nothing.
 */
void accept_call(unsigned int slot, void *const *values, void *result);

/*
 * Calls the function in SLOT of TABLE, or FUNCTION, which is an extension's function; the result
 * goes to *RESULT, which has 8 bytes.
 */
void call_slot(const struct clrouter_table *table, unsigned int slot, void *function,
	       void *const *values, void *result);

#endif
