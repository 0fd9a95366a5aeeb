/* SPDX-License-Identifier: Apache-2.0 */
/*
 * context: everything that one instance of the loader holds, and the order in which it is built
 * and taken down. It has no locks and no global variables; loader.h decides which thread calls
 * it, and when.
 *
 * What a call of the program can reach (dispatch, bottom, layers, tables, registry) is never
 * freed or cleared, because a call may still read it while the process ends. So a context must be
 * in static storage.
 */
#ifndef CLROUTER_LOADER_CONTEXT_H
#define CLROUTER_LOADER_CONTEXT_H

#include <stddef.h>

#include "base/arena.h"
#include "discover/candidate.h"
#include "dispatch/layer.h"
#include "driver/registry.h"
#include "dispatch/dispatch.h"
#include "config/settings.h"
#include "api/api-table.h"
#include "driver/driver.h"

struct context {
	const char *root;		/* put before paths that are read; NULL: the real root */
	const char *program;		/* whose [program] sections apply; NULL: the running one */
	struct dispatch *dispatch;	/* the caller's */
	struct arena arena;		/* of all strings and structs below */
	struct settings settings;
	struct candidate_list candidates;	/* for drivers, in the order of discovery */
	bool has_rules;			/* a rule may disable a driver or change its options */
	struct platform_facts facts;	/* that rules need to know of every platform */
	bool needs_facts;		/* there is at least one */
	struct driver_list drivers;
	struct platform **platforms;	/* the accepted ones, in their final order */
	size_t count;			/* of them */
	struct registry registry;
	struct table_pool tables;
	struct candidate_list layer_candidates;	/* the first is nearest the driver */
	struct api_table bottom;	/* terminators; target of the layer nearest the driver */
	struct layer_chain layers;
};

/*
 * Reads the configuration, opens drivers and layers, and sets DISPATCH to them. It never fails as
 * a whole: a file, driver, platform or layer that cannot be used keeps its verdict.
 *
 * CONTEXT must be zeroed; only `root` and `program` may be set. DISPATCH must live as long as the
 * process.
 */
__attribute__((cold))
void context_start(struct context *context, struct dispatch *dispatch);

/*
 * Deinitialises the layers, closes the drivers and layers that may be closed, and frees what no
 * call can reach. Calls through DISPATCH stay safe (doc/design.md, Late calls).
 */
__attribute__((cold))
void context_stop(struct context *context);

#endif
