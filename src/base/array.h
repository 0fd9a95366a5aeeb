/* SPDX-License-Identifier: Apache-2.0 */
/* array: how many elements an array has. */
#ifndef CLROUTER_BASE_ARRAY_H
#define CLROUTER_BASE_ARRAY_H

#define ARRAY_SIZE(array) (sizeof(array) / sizeof((array)[0]))

#endif
