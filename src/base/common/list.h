/* SPDX-License-Identifier: Apache-2.0 */
/*
 * list: arrays that grow. They have the type that their user gives them, and are freed with free().
 */
#ifndef CLROUTER_BASE_COMMON_LIST_H
#define CLROUTER_BASE_COMMON_LIST_H

#include <stdbool.h>
#include <stddef.h>

/*
 * Makes space for one more element in *LIST, a pointer to COUNT elements of SIZE bytes that only
 * this function has allocated (NULL if COUNT is 0). Returns false if there is no memory; *LIST
 * stays valid.
 */
bool list_make_space(void *list, size_t count, size_t size);

#endif
