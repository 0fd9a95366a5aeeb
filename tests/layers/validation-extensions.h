/* SPDX-License-Identifier: Apache-2.0 */
/*
 * validation-extensions: what the driver of validation-driver.h knows of extensions.
 */
#ifndef VALIDATION_EXTENSIONS_H
#define VALIDATION_EXTENSIONS_H

#include <stddef.h>

#include <clrouter/extension-functions.h>

/*
 * The answer to the query NAME of OBJECT by the function in SLOT, *SIZE bytes; NULL: it is about
 * no extension.
 */
const void *extensions_answer(unsigned slot, cl_uint name, const void *object, size_t *size);

/* The driver's function NAME, NULL if it is of no extension. */
void *extensions_function(const char *name);

/* A call of a function in SLOT has succeeded with RESULT: stores what its parameters ask for. */
void extensions_store(unsigned slot, void *const *values);

#endif
