/* SPDX-License-Identifier: Apache-2.0 */
/*
 * validation-objects: the values that validation-cases.list has by name: objects that are made
 * through the layer, lists, sizes and pointers.
 */
#ifndef VALIDATION_OBJECTS_H
#define VALIDATION_OBJECTS_H

#include <stdint.h>

#include <clrouter/layer.h>

/* Makes all of them with LAYER, and forgets those that were made before. */
void objects_make(const struct clrouter_table *layer);

/* NAME, which stays valid, is VALUE until objects are made again. */
void objects_name(const char *name, uint64_t value);

/* The value that TEXT is: a number or a name. An unknown name ends the test. */
uint64_t objects_value(const char *text);

#endif
