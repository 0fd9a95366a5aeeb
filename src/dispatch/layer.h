/* SPDX-License-Identifier: Apache-2.0 */
/*
 * layer: the chain of layers (cl_loader_layers) over a bottom table that is
 * given to it. All three generations load side by side, told apart by the
 * symbols that a library has (doc/design.md, Layers):
 *
 *   1.0.0  clInitLayer; cleans up with atexit, so it stays for ever
 *   1.1.0  the draft, API version 110: clInitLayer and clDeinitLayer
 *   1.0.1  clInitLayerWithProperties, perhaps clDeinitLayer
 *
 * Built and taken down by the loader's thread. The tables are read by every
 * call and never go away: the first LAYER_CHAIN_SIZE layers lie in static
 * storage, further ones in the arena, which then has to be kept.
 */
#ifndef CLROUTER_DISPATCH_LAYER_H
#define CLROUTER_DISPATCH_LAYER_H

#include <stdbool.h>
#include <stddef.h>

#include "api/api.h"
#include "base/arena.h"
#include "discover/candidate.h"

#define LAYER_CHAIN_SIZE 8	/* layers */

enum layer_generation { LAYER_1_0_0, LAYER_1_1_0, LAYER_1_0_1 };

struct layer {
	struct layer *below;		/* towards the driver; NULL: the bottom table */
	struct candidate *candidate;
	void *library;			/* NULL: closed */
	enum layer_generation generation;
	cl_uint api_version;
	cl_int (CL_API_CALL *deinit)(void);	/* NULL: none, or legacy termination */
	bool never_unload;
	bool is_closable;		/* deinitialised, and nobody is in it */
	unsigned overridden;		/* functions that are the layer's own */
	struct api_table table;		/* complete: what is called to enter the layer */
};

struct layer_chain {
	struct layer *top;		/* nearest the application; NULL: no layer */
	const struct api_table *bottom;
	unsigned count;
	bool needs_arena;
	struct layer fixed[LAYER_CHAIN_SIZE];
};

/* How the layers are to be treated (settings, variables). */
struct layer_rules {
	bool legacy;			/* OCL_ICD_FORCE_LEGACY_TERMINATION */
	const char *directory;		/* where a bare name is looked up at last */
};

/* An empty chain over BOTTOM, which must stay valid. */
void layer_chain_init(struct layer_chain *chain, const struct api_table *bottom);

/*
 * Opens the candidate's library and puts the layer on top; NULL when it is refused:
 * then the candidate has its verdict and the library is closed.
 */
struct layer *layer_open(struct layer_chain *chain, struct candidate *candidate,
			 const struct layer_rules *rules, struct arena *arena);

/* The table to enter the chain by: the top layer's, or the bottom. */
const struct api_table *layer_chain_table(const struct layer_chain *chain);

/* The table below a layer. */
const struct api_table *layer_target(const struct layer_chain *chain,
				     const struct layer *layer);

/*
 * Deinitialises a layer, once; true when it may be closed afterwards. Nothing
 * may enter it any more; it may still call down.
 */
bool layer_deinit(struct layer *layer);

void layer_close(struct layer *layer);

/*
 * Writes the name that the layer gives itself (CL_LAYER_NAME) to NAME, cut to
 * SIZE bytes with the terminator; false when it has none.
 */
bool layer_read_name(const struct layer *layer, char *name, size_t size);

#endif
