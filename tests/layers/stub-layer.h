/* SPDX-License-Identifier: Apache-2.0 */
/*
 * stub-layer: a fake layer, one source built once for each way a layer can be.
 * It overrides clGetPlatformIDs and clGetPlatformInfo, and writes what happens
 * to it into the file that STUB_LAYER_LOG names: "name init", "name call",
 * "name deinit", one line each; and what the test can ask for is below.
 *
 *   -DLAYER_NAME="..."     what it calls itself
 *   -DLAYER_VERSION=n      what it answers for CL_LAYER_API_VERSION (100)
 *   -DLAYER_OLD            exports clInitLayer
 *   -DLAYER_NEW            exports clInitLayerWithProperties
 *   -DLAYER_DEINIT         exports clDeinitLayer
 *   -DLAYER_FAULT=...      one of enum layer_fault
 */
#ifndef STUB_LAYER_H
#define STUB_LAYER_H

#include "api/api.h"

enum layer_fault {
	LAYER_GOOD,
	LAYER_INFO_FAILS,	/* clGetLayerInfo answers nothing */
	LAYER_REFUSES,		/* init fails */
	LAYER_NO_TABLE,		/* init succeeds without a table */
	LAYER_SHORT,		/* a table of one entry */
	LAYER_LONG,		/* a table of 200 entries, all NULL past ours */
	LAYER_CALLS,		/* calls down in init and deinit */
	LAYER_CALLS_LOADER,	/* calls the exported functions in init and deinit */
	LAYER_AT_EXIT,		/* calls down in an atexit handler, as 1.0.0 allows */
	LAYER_DEINIT_FAILS,
	LAYER_PRINTS,		/* writes to standard output at every turn */
};

struct stub_layer_state {
	int inits;
	int deinits;
	int calls;
	cl_uint num_entries;		/* that the loader has given */
	const void *target;
	int init_kind;			/* 1: clInitLayer, 2: ...WithProperties */
	cl_int answer;			/* of the call in init */
	cl_uint platforms;		/* seen by the call in init */
};

typedef struct stub_layer_state *stub_layer_get_state_fn(void);

#endif
