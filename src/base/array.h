/* SPDX-License-Identifier: Apache-2.0 */
/* array: the number of elements of an array. */
#ifndef CLROUTER_BASE_ARRAY_H
#define CLROUTER_BASE_ARRAY_H

/* ARRAY must be an array, not a pointer. */
#define ARRAY_SIZE(array) (sizeof(array) / sizeof((array)[0]))

#endif
