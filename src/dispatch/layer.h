/* SPDX-License-Identifier: Apache-2.0 */
/*
 * layer: opens layers (OpenCL specification, cl_loader_layers) and chains them above a bottom
 * table, which the caller passes. Layers of all three generations are used side by side; the
 * symbols of a library tell its generation (doc/design.md, Layers):
 *
 *   1.0.0  has clInitLayer. It may clean up with atexit, so it is never closed.
 *   1.1.0  has clInitLayer and clDeinitLayer, and API version 110: a draft that was distributed
 *   1.0.1  has clInitLayerWithProperties, and may have clDeinitLayer. Its API version is 100, and
 *          200 is proposed for it
 *
 * Only the thread that initialises or shuts down the loader calls these functions. Every call of
 * the program reads the tables, in any thread, so they are never freed: the first
 * LAYER_CHAIN_SIZE layers are in static storage, further ones in the arena, which is then kept.
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
	struct layer *below;		/* the next towards the driver; NULL: the bottom table */
	struct candidate *candidate;	/* has the verdict */
	void *library;			/* dlopen handle; NULL: closed */
	enum layer_generation generation;
	cl_uint api_version;		/* CL_LAYER_API_VERSION: 100, 110 or 200 */
	cl_int (CL_API_CALL *deinit)(void);	/* NULL: not to be called, or already called */
	bool never_unload;		/* key unload = never */
	bool is_closable;		/* deinitialised, and no thread can be in its code */
	unsigned overridden;		/* number of functions that are the layer's own */
	struct api_table table;		/* the functions to enter the layer by; none is NULL */
};

struct layer_chain {
	struct layer *top;		/* nearest the application; NULL: no layer */
	const struct api_table *bottom;
	unsigned count;
	bool needs_arena;
	struct layer fixed[LAYER_CHAIN_SIZE];
};

/* What the configuration says about all layers. */
struct layer_rules {
	bool legacy;			/* OCL_ICD_FORCE_LEGACY_TERMINATION: no clDeinitLayer */
	const char *directory;		/* of the shipped layers; NULL: none */
};

/* Makes CHAIN empty. BOTTOM must live as long as the chain. */
void layer_chain_init(struct layer_chain *chain, const struct api_table *bottom);

/*
 * Opens the candidate's library, initialises the layer, and adds it as the new top of the chain.
 * A bare name that the dynamic linker does not find is tried in rules->directory.
 *
 * Returns the layer, which belongs to the chain. If it returns NULL, the layer is refused: the
 * candidate has its verdict, and the library is closed.
 */
__attribute__((cold))
struct layer *layer_open(struct layer_chain *chain, struct candidate *candidate,
			 const struct layer_rules *rules, struct arena *arena);

/* The version of cl_loader_layers that has GENERATION: "1.0.1". */
const char *layer_generation_name(enum layer_generation generation);

/*
 * What is to be said of a layer of API_VERSION that is used as one of GENERATION, a name from
 * above; without its period, in ARENA. NULL: nothing, or no memory.
 */
const char *layer_version_note(long api_version, const char *generation, struct arena *arena);

/* The table to enter the chain by: the top layer's table, or the bottom table. */
const struct api_table *layer_chain_table(const struct layer_chain *chain);

/* The table below LAYER, its target: the next layer's table, or the bottom table. */
const struct api_table *layer_target(const struct layer_chain *chain,
				     const struct layer *layer);

/*
 * Calls clDeinitLayer, at most once. New calls must no longer enter the layer; it may still call
 * its target. Returns true if the layer is deinitialised and its library may be closed; false if
 * it has no deinitialisation, if that failed, or if the configuration forbids closing.
 */
bool layer_deinit(struct layer *layer);

/* Closes the library if it is open. The layer's table stays. */
void layer_close(struct layer *layer);

/*
 * Writes the layer's name (CL_LAYER_NAME) to NAME, truncated to SIZE bytes including the
 * terminator. False if the layer has no name.
 */
bool layer_read_name(const struct layer *layer, char *name, size_t size);

#endif
