/* SPDX-License-Identifier: Apache-2.0 */
/*
 * context: everything that one instance of the loader holds, and the order in
 * which it is built and taken down. No locks and no globals: who may call when
 * is the business of loader.
 *
 * What a call can reach (dispatch, bottom, layers, tables, registry) is never
 * cleared, for a call may be in it while the process ends; so a context lies in
 * static storage.
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
#include "api/table.h"
#include "driver/driver.h"

struct context {
	const char *root;		/* in front of what is read; NULL in life (--root) */
	const char *program;		/* whose sections apply; NULL: the running one */
	struct dispatch *dispatch;
	struct arena arena;
	struct settings settings;
	struct candidate_list candidates;
	bool has_rules;			/* by which a platform may be switched off */
	struct platform_facts facts;	/* that the rules look at */
	bool asks;			/* for any of them */
	struct driver_list drivers;
	struct platform **platforms;	/* accepted, in their final order */
	size_t count;
	struct registry registry;
	struct table_pool tables;
	struct candidate_list layer_candidates;	/* from the driver's side */
	struct api_table bottom;	/* what the layer nearest the driver calls */
	struct layer_chain layers;
};

/*
 * Reads the configuration, opens drivers and layers, and points DISPATCH to them.
 * Never fails: what cannot be used keeps its verdict. CONTEXT is zeroed before,
 * but for root and program, which the tool may set.
 */
void context_start(struct context *context, struct dispatch *dispatch);

/*
 * Ends layers, then closes what may be closed, then frees what no call can
 * reach. DISPATCH still answers afterwards.
 */
void context_stop(struct context *context);

#endif
