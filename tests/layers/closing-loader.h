/* SPDX-License-Identifier: Apache-2.0 */
/*
 * closing-loader: what closing-loader.c and the program that opens it have in common.
 */
#ifndef CLOSING_LOADER_H
#define CLOSING_LOADER_H

#include <clrouter/layer.h>

typedef cl_int CL_API_CALL closing_loader_init(cl_uint count, const struct _cl_icd_dispatch *target,
					       cl_uint *count_ret,
					       const struct _cl_icd_dispatch **table_ret);

/* Starts the layer in the file PATH. Returns its functions; NULL: it cannot be started. */
typedef const struct clrouter_table *closing_loader_start_t(const char *path);
__attribute__((visibility("default"))) closing_loader_start_t closing_loader_start;

#endif
