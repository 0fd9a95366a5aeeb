/* SPDX-License-Identifier: Apache-2.0 */
/*
 * stub-layer: a fake layer, one source that is built once for each behaviour. It overrides
 * clGetPlatformIDs and clGetPlatformInfo, and appends the lines "NAME init", "NAME call" and
 * "NAME deinit" to the file that STUB_LAYER_LOG names, and "NAME option VALUE" if it has the option
 * "word". A test can also read its state, below.
 *
 *   -DLAYER_NAME="..."     its CL_LAYER_NAME
 *   -DLAYER_VERSION=n      its CL_LAYER_API_VERSION (default: 100)
 *   -DLAYER_OLD            exports clInitLayer
 *   -DLAYER_NEW            exports clInitLayerWithProperties
 *   -DLAYER_DEINIT         exports clDeinitLayer
 *   -DLAYER_EXPORTED       exports the functions of its table as well, so that the table has the
 *                          functions of the program's libOpenCL.so.1; also clFinish, which the
 *                          layer does not have
 *   -DLAYER_FAULT=...      one of enum layer_fault
 */
#ifndef STUB_LAYER_H
#define STUB_LAYER_H

#include "api/api.h"

enum layer_fault {
	LAYER_GOOD,
	LAYER_INFO_FAILS,	/* clGetLayerInfo fails */
	LAYER_REFUSES,		/* init fails */
	LAYER_NO_TABLE,		/* init succeeds without a table */
	LAYER_SHORT,		/* a table of one entry */
	LAYER_LONG,		/* a table of 200 entries, NULL after OpenCL's entries */
	LAYER_CALLS,		/* calls its target in init and deinit */
	LAYER_CALLS_LOADER,	/* calls the exported functions in init and deinit */
	LAYER_AT_EXIT,		/* calls its target in an atexit handler, as 1.0.0 allows */
	LAYER_DEINIT_FAILS,
	LAYER_PRINTS,		/* writes to standard output in init, in each call and in deinit */
};

struct stub_layer_state {
	int inits;
	int deinits;
	int calls;
	cl_uint num_entries;		/* that the loader has passed */
	const void *target;
	int init_kind;			/* 1: clInitLayer, 2: ...WithProperties */
	cl_int answer;			/* of the call in init */
	cl_uint platforms;		/* seen by the call in init */
};

typedef struct stub_layer_state *stub_layer_get_state_fn(void);

#endif
