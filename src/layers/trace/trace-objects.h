/* SPDX-License-Identifier: Apache-2.0 */
/*
 * trace-objects: gives each object a number, per kind and in the order of appearance, so that a
 * trace reads context#1 and two runs can be compared. Called with the lock held.
 */
#ifndef CLROUTER_LAYERS_TRACE_TRACE_OBJECTS_H
#define CLROUTER_LAYERS_TRACE_TRACE_OBJECTS_H

#include <stdint.h>

#include "opencl/names.h"

/* The number of OBJECT among its kind; the next one if it is new here. 0 for NULL. */
uint32_t trace_object_number(enum object_kind kind, const void *object);

/* OBJECT was just made: it gets a new number, even if its address has one. */
uint32_t trace_object_made(enum object_kind kind, const void *object);

/* The kind of OBJECT, OBJECT_NONE if it has not been seen. */
enum object_kind trace_object_kind(const void *object);

/* Forgets all objects and starts counting again. */
void trace_objects_forget(void);

#endif
