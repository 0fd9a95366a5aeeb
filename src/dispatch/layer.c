/* SPDX-License-Identifier: Apache-2.0 */
/* layer: see layer.h. */
#include "dispatch/layer.h"

#include <stdint.h>
#include <string.h>

#include "base/os.h"
#include "base/text.h"
#include "driver/library.h"
#include "driver/own-functions.h"

/* The names in CL/cl_layer.h; Debian 12 has only the first version of that header. */
#define QUERY_API_VERSION 0x4240
#define QUERY_NAME 0x4241
#define API_VERSION_100 100
#define API_VERSION_110 110
#define API_VERSION_200 200	/* proposed by a pull request of Khronos' loader */

typedef cl_int CL_API_CALL get_info_fn(cl_uint name, size_t size, void *value, size_t *size_ret);
typedef cl_int CL_API_CALL init_fn(cl_uint num_entries, const void *target,
				   cl_uint *num_entries_ret, const void **table_ret);
typedef cl_int CL_API_CALL init_properties_fn(cl_uint num_entries, const void *target,
					      cl_uint *num_entries_ret, const void **table_ret,
					      const intptr_t *properties);
typedef cl_int CL_API_CALL deinit_fn(void);

/* The functions of a layer's library; NULL: it does not have that one. */
struct functions {
	get_info_fn *get_info;
	init_fn *init;
	init_properties_fn *init_properties;
	deinit_fn *deinit;
};

static bool refuse(struct candidate *candidate, enum reason reason, int code, const char *detail)
{
	candidate_refuse(candidate, LOG_TOPIC_LAYER, reason, code, detail);
	return false;
}

void layer_chain_init(struct layer_chain *chain, const struct api_table *bottom)
{
	chain->top = NULL;
	chain->bottom = bottom;
	chain->count = 0;
	chain->needs_arena = false;
}

const struct api_table *layer_chain_table(const struct layer_chain *chain)
{
	return chain->top ? &chain->top->table : chain->bottom;
}

const struct api_table *layer_target(const struct layer_chain *chain, const struct layer *layer)
{
	return layer->below ? &layer->below->table : chain->bottom;
}

static struct layer *take_layer(struct layer_chain *chain, struct arena *arena)
{
	struct layer *layer;

	if (chain->count < LAYER_CHAIN_SIZE) {
		layer = &chain->fixed[chain->count];
		memset(layer, 0, sizeof(*layer));
		return layer;
	}
	layer = arena_alloc(arena, sizeof(*layer));
	if (layer)
		chain->needs_arena = true;
	return layer;
}

/*
 * A bare name that the dynamic linker does not find may be a shipped layer. If the directory
 * cannot be read, the verdict stays "not found": the user did not name that directory.
 */
static void *open_shipped(struct candidate *candidate, const char *directory,
			  struct verdict *verdict, struct arena *arena)
{
	struct library_flags flags = { .now = false };
	const struct verdict not_found = *verdict;
	const char *path;
	void *library;

	if (verdict->reason != REASON_NOT_FOUND || !directory ||
	    text_base_name(candidate->library) != candidate->library)
		return NULL;
	path = arena_path(arena, directory, candidate->library);
	library = path ? library_open(path, flags, verdict, arena) : NULL;
	if (verdict->reason == REASON_UNREADABLE)
		*verdict = not_found;
	return library;
}

static const struct layer *find_same(const struct layer_chain *chain, const void *library)
{
	const struct layer *layer = chain->top;

	while (layer && layer->library != library)
		layer = layer->below;
	return layer;
}

static bool open_library(struct layer_chain *chain, struct layer *layer,
			 const struct layer_rules *rules, struct arena *arena)
{
	struct library_flags flags = { .now = false };
	struct candidate *candidate = layer->candidate;
	const struct layer *same;
	struct verdict verdict;

	layer->library = library_open(candidate->library, flags, &verdict, arena);
	if (!layer->library)
		layer->library = open_shipped(candidate, rules->directory, &verdict, arena);
	if (!layer->library)
		return refuse(candidate, verdict.reason, verdict.code, verdict.detail);
	/* A library has one table with one target: loaded twice, it would call itself for ever. */
	same = find_same(chain, layer->library);
	return !same || refuse(candidate, REASON_DUPLICATE, 0, candidate_name(same->candidate));
}

static bool check_version(struct layer *layer, const struct functions *functions)
{
	cl_uint version = 0;
	cl_int error = functions->get_info(QUERY_API_VERSION, sizeof(version), &version, NULL);

	if (error != CL_SUCCESS)
		return refuse(layer->candidate, REASON_LAYER_API_VERSION, error,
			      "clGetLayerInfo failed");
	layer->api_version = version;
	if (version != API_VERSION_100 && version != API_VERSION_110 && version != API_VERSION_200)
		return refuse(layer->candidate, REASON_LAYER_API_VERSION, (int)version, NULL);
	if (version == API_VERSION_200 && !functions->init_properties)
		return refuse(layer->candidate, REASON_LAYER_SYMBOL_MISSING, 0,
			      "clInitLayerWithProperties");
	if (version == API_VERSION_110 && !functions->deinit)
		return refuse(layer->candidate, REASON_LAYER_SYMBOL_MISSING, 0, "clDeinitLayer");
	return true;
}

/* Finds the layer's generation by its symbols; the newest one wins. False if it is refused. */
static bool choose_generation(struct layer *layer, const struct functions *functions,
			      bool legacy)
{
	bool by_properties = functions->init_properties && !(legacy && functions->init);

	if (!functions->get_info)
		return refuse(layer->candidate, REASON_LAYER_SYMBOL_MISSING, 0, "clGetLayerInfo");
	if (!check_version(layer, functions))
		return false;
	if (!functions->init && !functions->init_properties)
		return refuse(layer->candidate, REASON_LAYER_SYMBOL_MISSING, 0,
			      "clInitLayerWithProperties, clInitLayer");
	if (by_properties)
		layer->generation = LAYER_1_0_1;
	else if (layer->api_version == API_VERSION_110)
		layer->generation = LAYER_1_1_0;
	else
		layer->generation = LAYER_1_0_0;
	if (layer->generation != LAYER_1_0_0 && !legacy)
		layer->deinit = functions->deinit;
	return true;
}

/*
 * Completes the layer's table. OWN is what the layer returned: COUNT entries. NULL entries, and
 * those after the last, are taken from the target (cl_loader_layers, "Layer Initialization").
 */
static void complete_table(struct layer *layer, const struct api_table *target,
			   void *const *own, cl_uint count)
{
	void **slots = (void **)&layer->table;

	memcpy(&layer->table, target, sizeof(layer->table));
	/* Some layers return entries of their target: these override nothing. */
	for (cl_uint i = 0; i < count; i++)
		if (own[i] && own[i] != slots[i]) {
			slots[i] = own[i];
			layer->overridden++;
		}
}

/*
 * Copies the layer's table, of COUNT entries, to SLOTS. Where the layer named a function that it
 * exports, the table may have the one of the program's libOpenCL.so.1, which would call the layer
 * again, for ever.
 */
static void copy_table(const struct layer *layer, const struct functions *functions,
		       const struct api_table *target, void *const *table, void **slots,
		       cl_uint count, struct arena *arena)
{
	struct own_functions own = { .library = layer->library, .target = target };
	const char *text = NULL;

	os_library_of((const void *)functions->get_info, &own.place);
	memcpy(slots, table, count * sizeof(*slots));
	if (own_functions_mend(&own, slots, count, &text, arena) > 0)
		log_line(LOG_WARNING, LOG_TOPIC_LAYER, LOG_BLAME_LAYER, "%s: %s",
			 candidate_name(layer->candidate),
			 text ? text : "functions of a loader in its table are not called");
}

static bool init_layer(struct layer *layer, const struct functions *functions,
		       const struct api_table *target, struct arena *arena)
{
	void *slots[API_SLOTS];
	const void *table = NULL;
	cl_uint count = 0;
	cl_int error;

	if (layer->generation == LAYER_1_0_1)
		error = functions->init_properties(API_SLOTS, target, &count, &table, NULL);
	else
		error = functions->init(API_SLOTS, target, &count, &table);
	if (error != CL_SUCCESS)
		return refuse(layer->candidate, REASON_LAYER_INIT_FAILED, error, NULL);
	if (!table)
		return refuse(layer->candidate, REASON_LAYER_INIT_FAILED, 0, "it gave no table");
	count = count < API_SLOTS ? count : API_SLOTS;
	copy_table(layer, functions, target, table, slots, count, arena);
	complete_table(layer, target, slots, count);
	return true;
}

static void find_functions(const struct layer *layer, struct functions *functions)
{
	functions->get_info = (get_info_fn *)os_library_find(layer->library, "clGetLayerInfo");
	functions->init = (init_fn *)os_library_find(layer->library, "clInitLayer");
	functions->init_properties = (init_properties_fn *)
		os_library_find(layer->library, "clInitLayerWithProperties");
	functions->deinit = (deinit_fn *)os_library_find(layer->library, "clDeinitLayer");
}

/* A layer that is never deinitialised may call its target as long as the process lives. */
static bool keep_loader_for(const struct layer *layer)
{
	return layer->deinit || library_keep_loader() ||
	       refuse(layer->candidate, REASON_CANNOT_STAY, 0, NULL);
}

static bool start_layer(struct layer_chain *chain, struct layer *layer,
			const struct layer_rules *rules, struct arena *arena)
{
	struct functions functions;

	if (!open_library(chain, layer, rules, arena))
		return false;
	find_functions(layer, &functions);
	return choose_generation(layer, &functions, rules->legacy) && keep_loader_for(layer) &&
	       init_layer(layer, &functions, layer_target(chain, layer), arena);
}

const char *layer_generation_name(enum layer_generation generation)
{
	switch (generation) {
	case LAYER_1_0_0:
		return "1.0.0";
	case LAYER_1_1_0:
		return "1.1.0";
	case LAYER_1_0_1:
		break;
	}
	return "1.0.1";
}

const char *layer_version_note(long api_version, const char *generation, struct arena *arena)
{
	const char *parts[] = { "its API version 200 is only a proposal, so it is used as a layer of ",
				generation };

	return api_version == API_VERSION_200 ? arena_join(arena, parts, 2) : NULL;
}

static void log_started(const struct layer_chain *chain, const struct layer *layer,
			struct arena *arena)
{
	const char *name = candidate_name(layer->candidate);
	const char *note = layer_version_note(
		(long)layer->api_version, layer_generation_name(layer->generation), arena);

	log_line(LOG_INFO, LOG_TOPIC_LAYER, LOG_BLAME_NOBODY,
		 "%s: layer %u, API version %u, %u functions", name, chain->count,
		 layer->api_version, layer->overridden);
	if (note)
		log_line(LOG_INFO, LOG_TOPIC_LAYER, LOG_BLAME_NOBODY, "%s: %s", name, note);
}

struct layer *layer_open(struct layer_chain *chain, struct candidate *candidate,
			 const struct layer_rules *rules, struct arena *arena)
{
	struct layer *layer = take_layer(chain, arena);

	if (!layer) {
		refuse(candidate, REASON_NO_MEMORY, 0, NULL);
		return NULL;
	}
	layer->candidate = candidate;
	layer->below = chain->top;
	if (!start_layer(chain, layer, rules, arena)) {
		layer_close(layer);
		return NULL;
	}
	chain->top = layer;
	chain->count++;
	log_started(chain, layer, arena);
	return layer;
}

bool layer_deinit(struct layer *layer)
{
	deinit_fn *deinit = layer->deinit;
	cl_int error;

	if (!deinit)
		return false;
	layer->deinit = NULL;
	error = deinit();
	if (error != CL_SUCCESS)
		log_line(LOG_WARNING, LOG_TOPIC_LAYER, LOG_BLAME_LAYER,
			 "%s: clDeinitLayer failed [%d], the library stays open",
			 candidate_name(layer->candidate), error);
	return error == CL_SUCCESS && !layer->never_unload;
}

void layer_close(struct layer *layer)
{
	if (layer->library)
		os_library_close(layer->library);
	layer->library = NULL;
}

bool layer_read_name(const struct layer *layer, char *name, size_t size)
{
	get_info_fn *get_info = (get_info_fn *)os_library_find(layer->library, "clGetLayerInfo");
	size_t length = 0;

	if (!get_info || size == 0)
		return false;
	memset(name, 0, size);
	if (get_info(QUERY_NAME, size - 1, name, &length) != CL_SUCCESS)
		return false;
	name[size - 1] = '\0';
	return true;
}
