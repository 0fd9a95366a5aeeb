/* SPDX-License-Identifier: Apache-2.0 */
/*
 * memory: the addresses that the program got from OpenCL: regions that are mapped, and what
 * clSVMAlloc has allocated. All functions take the lock of this module, and no other.
 */
#ifndef CLROUTER_LAYERS_VALIDATION_MEMORY_H
#define CLROUTER_LAYERS_VALIDATION_MEMORY_H

#include <stdbool.h>
#include <stddef.h>

/* A command mapped a region at POINTER, which may be mapped several times; and unmapped it. */
void memory_note_mapped(const void *pointer);
void memory_note_unmapped(const void *pointer);
bool memory_is_mapped(const void *pointer);

/* clSVMAlloc returned POINTER, with SIZE bytes; and it was freed. */
void memory_note_svm(const void *pointer, size_t size);
void memory_note_svm_freed(const void *pointer);

/* The bytes that were allocated at POINTER, 0 if clSVMAlloc did not return it or it is freed. */
size_t memory_svm_size(const void *pointer);

#endif
