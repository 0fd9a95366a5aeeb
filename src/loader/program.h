/* SPDX-License-Identifier: Apache-2.0 */
/*
 * program: the functions by which a program chooses layers for itself. A program finds them by
 * clGetExtensionFunctionAddress; include/clrouter/loader.h is their contract.
 */
#ifndef CLROUTER_LOADER_PROGRAM_H
#define CLROUTER_LOADER_PROGRAM_H

/* The address of the function NAME, NULL if NAME is none of them. Any thread may call it. */
__attribute__((cold))
void *program_find(const char *name);

#endif
