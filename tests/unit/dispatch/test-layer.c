/* SPDX-License-Identifier: Apache-2.0 */
/*
 * layer: each stub layer (stub-layer.h) above a bottom table: whether it is accepted, which
 * generation it gets, and what the chain is afterwards. There is no loader and no platform here.
 */
#include "dispatch/layer.h"

#include <stdio.h>
#include <string.h>

#include "base/os.h"
#include "layers/stub-layer.h"
#include "unit/unit.h"

static char bottom_functions[API_SLOTS];
static struct api_table bottom;
static struct layer_chain chain;
static struct layer_rules rules;

static cl_int CL_API_CALL bottom_get_platforms(cl_uint num_entries, cl_platform_id *platforms,
					       cl_uint *num_platforms)
{
	(void)num_entries;
	(void)platforms;
	*num_platforms = 42;
	return CL_SUCCESS;
}

static void start(void)
{
	void **slots = (void **)&bottom;

	for (unsigned i = 0; i < API_SLOTS; i++)
		slots[i] = &bottom_functions[i];
	bottom.clGetPlatformIDs = bottom_get_platforms;
	layer_chain_init(&chain, &bottom);
	rules = (struct layer_rules){ false, NULL };
}

static struct candidate *new_candidate(const char *library)
{
	struct candidate *candidate = arena_alloc(&unit_arena, sizeof(*candidate));

	candidate->written = library;
	candidate->library = library;
	return candidate;
}

static struct layer *open_layer(const char *name, struct candidate **candidate)
{
	*candidate = new_candidate(unit_driver(name));
	return layer_open(&chain, *candidate, &rules, &unit_arena);
}

static struct stub_layer_state *state_of(const struct layer *layer)
{
	stub_layer_get_state_fn *get_state = (stub_layer_get_state_fn *)
		os_library_find(layer->library, "stub_layer_get_state");

	ck_assert_ptr_nonnull(get_state);
	return get_state();
}

static const struct {
	const char *name;
	bool legacy;
	enum layer_generation generation;
	int init_kind;
	bool has_deinit;
	unsigned overridden;
} opened[] = {
	{ "layer-old", false, LAYER_1_0_0, 1, false, 2 },
	{ "layer-old", true, LAYER_1_0_0, 1, false, 2 },
	/* A layer with clInitLayer and version 100 is 1.0.0, even if it exports clDeinitLayer. */
	{ "layer-old-deinit", false, LAYER_1_0_0, 1, false, 2 },
	{ "layer-draft", false, LAYER_1_1_0, 1, true, 2 },
	{ "layer-draft", true, LAYER_1_1_0, 1, false, 2 },
	{ "layer-new", false, LAYER_1_0_1, 2, true, 2 },
	{ "layer-new", true, LAYER_1_0_1, 2, false, 2 },
	{ "layer-new-stays", false, LAYER_1_0_1, 2, false, 2 },
	{ "layer-both", false, LAYER_1_0_1, 2, true, 2 },
	{ "layer-both", true, LAYER_1_0_0, 1, false, 2 },
	{ "layer-short", false, LAYER_1_0_1, 2, true, 1 },
	{ "layer-long", false, LAYER_1_0_1, 2, true, 2 },
	{ "layer-200", false, LAYER_1_0_1, 2, true, 2 },
	{ "layer-200", true, LAYER_1_0_1, 2, false, 2 },
	{ "layer-200-stays", false, LAYER_1_0_1, 2, false, 2 },
	{ "layer-200-both", false, LAYER_1_0_1, 2, true, 2 },
	{ "layer-200-both", true, LAYER_1_0_0, 1, false, 2 },
};

START_TEST(generation_is_chosen)
{
	struct candidate *candidate;
	struct layer *layer;
	char note[128];

	rules.legacy = opened[_i].legacy;
	layer = open_layer(opened[_i].name, &candidate);
	ck_assert_ptr_nonnull(layer);
	ck_assert_int_eq(candidate->verdict.reason, REASON_OK);
	ck_assert_int_eq(layer->generation, opened[_i].generation);
	ck_assert_int_eq(state_of(layer)->init_kind, opened[_i].init_kind);
	ck_assert_int_eq(state_of(layer)->inits, 1);
	ck_assert_uint_eq(state_of(layer)->num_entries, API_SLOTS);
	ck_assert_ptr_eq(state_of(layer)->target, &bottom);
	ck_assert_int_eq(layer->deinit != NULL, opened[_i].has_deinit);
	ck_assert_uint_eq(layer->overridden, opened[_i].overridden);
	snprintf(note, sizeof(note),
		 ".so: its API version 200 is only a proposal, so it is used as a layer of %s\n",
		 layer_generation_name(opened[_i].generation));
	ck_assert_int_eq(unit_log_has(note), strstr(opened[_i].name, "200") != NULL);
}
END_TEST

static const struct {
	const char *name;
	enum reason reason;
	int code;
	const char *detail;
} refused[] = {
	{ "layer-no-init", REASON_LAYER_SYMBOL_MISSING, 0,
	  "clInitLayerWithProperties, clInitLayer" },
	{ "layer-draft-no-deinit", REASON_LAYER_SYMBOL_MISSING, 0, "clDeinitLayer" },
	{ "layer-version-300", REASON_LAYER_API_VERSION, 300, NULL },
	{ "layer-200-old", REASON_LAYER_SYMBOL_MISSING, 0, "clInitLayerWithProperties" },
	{ "layer-info-fails", REASON_LAYER_API_VERSION, CL_INVALID_VALUE,
	  "clGetLayerInfo failed" },
	{ "layer-refuses", REASON_LAYER_INIT_FAILED, CL_INVALID_VALUE, NULL },
	{ "layer-no-table", REASON_LAYER_INIT_FAILED, 0, "it gave no table" },
	{ "stub-icd1", REASON_LAYER_SYMBOL_MISSING, 0, "clGetLayerInfo" },
	{ "no-such-layer", REASON_NOT_FOUND, 0, NULL },
};

START_TEST(layer_is_refused)
{
	struct candidate *candidate;

	ck_assert_ptr_null(open_layer(refused[_i].name, &candidate));
	ck_assert_str_eq(reason_id(candidate->verdict.reason), reason_id(refused[_i].reason));
	ck_assert_int_eq(candidate->verdict.code, refused[_i].code);
	if (refused[_i].detail)
		ck_assert_str_eq(candidate->verdict.detail, refused[_i].detail);
	else
		ck_assert_ptr_null(candidate->verdict.detail);
	/* The chain has not changed, and the next layer is loaded. */
	ck_assert_ptr_eq(layer_chain_table(&chain), &bottom);
	ck_assert_ptr_nonnull(open_layer("layer-new", &candidate));
	ck_assert_uint_eq(chain.count, 1);
}
END_TEST

START_TEST(table_is_completed_from_the_target)
{
	struct candidate *candidate;
	struct layer *lower = open_layer("layer-new", &candidate);
	struct layer *upper = open_layer("layer-short", &candidate);
	void *const *slots = (void *const *)layer_chain_table(&chain);
	void *const *below = (void *const *)&lower->table;

	ck_assert_ptr_eq(slots, &upper->table);
	ck_assert_ptr_eq(layer_target(&chain, upper), &lower->table);
	ck_assert_ptr_eq(layer_target(&chain, lower), &bottom);
	ck_assert_ptr_ne(slots[API_SLOT_clGetPlatformIDs], below[API_SLOT_clGetPlatformIDs]);
	for (unsigned i = 1; i < API_SLOTS; i++) {
		ck_assert_ptr_eq(slots[i], below[i]);
		if (i > API_SLOT_clGetPlatformInfo)
			ck_assert_ptr_eq(slots[i], &bottom_functions[i]);
	}
}
END_TEST

START_TEST(call_passes_every_layer_once)
{
	static const char *const names[] = { "layer-old", "layer-draft", "layer-new",
					     "layer-both", "layer-long", "layer-200" };
	struct candidate *candidate;
	cl_uint count = 0;

	for (int i = 0; i < UNIT_ROWS(names); i++)
		ck_assert_ptr_nonnull(open_layer(names[i], &candidate));
	ck_assert_int_eq(layer_chain_table(&chain)->clGetPlatformIDs(0, NULL, &count), CL_SUCCESS);
	ck_assert_uint_eq(count, 42);
	for (struct layer *layer = chain.top; layer; layer = layer->below)
		ck_assert_int_eq(state_of(layer)->calls, 1);
}
END_TEST

START_TEST(same_library_is_refused)
{
	struct candidate *candidate;
	struct layer *layer = open_layer("layer-new", &candidate);
	struct candidate *again;

	ck_assert_ptr_null(open_layer("layer-new", &again));
	ck_assert_int_eq(again->verdict.reason, REASON_DUPLICATE);
	ck_assert_str_eq(again->verdict.detail, candidate_name(candidate));
	ck_assert_int_eq(state_of(layer)->inits, 1);
}
END_TEST

START_TEST(bare_name_is_a_shipped_layer)
{
	const char *name = unit_driver("layer-new");
	const char *base = strrchr(name, '/') + 1;
	struct candidate *candidate = new_candidate(base);

	ck_assert_ptr_null(layer_open(&chain, candidate, &rules, &unit_arena));
	ck_assert_int_eq(candidate->verdict.reason, REASON_NOT_FOUND);
	rules.directory = arena_copy(&unit_arena, name, (size_t)(base - name) - 1);
	candidate = new_candidate(base);
	ck_assert_ptr_nonnull(layer_open(&chain, candidate, &rules, &unit_arena));
}
END_TEST

/* If the directory of the shipped layers cannot be read, the verdict is about the name alone. */
START_TEST(unreadable_directory_of_shipped_layers)
{
	char directory[300];
	struct candidate *candidate = new_candidate("libnosuchlayer.so");

	memset(directory, 'a', sizeof(directory) - 1);
	directory[0] = '/';
	directory[sizeof(directory) - 1] = '\0';
	rules.directory = directory;
	ck_assert_ptr_null(layer_open(&chain, candidate, &rules, &unit_arena));
	ck_assert_int_eq(candidate->verdict.reason, REASON_NOT_FOUND);
}
END_TEST

START_TEST(deinit_is_called_once)
{
	struct candidate *candidate;
	struct layer *layer = open_layer("layer-new", &candidate);

	ck_assert(layer_deinit(layer));
	ck_assert(!layer_deinit(layer));
	ck_assert_int_eq(state_of(layer)->deinits, 1);
}
END_TEST

START_TEST(layer_that_may_not_be_closed)
{
	struct candidate *candidate;
	struct layer *stays = open_layer("layer-new-stays", &candidate);
	struct layer *fails = open_layer("layer-deinit-fails", &candidate);
	struct layer *never = open_layer("layer-new", &candidate);

	never->never_unload = true;
	ck_assert(!layer_deinit(never));
	ck_assert_int_eq(state_of(never)->deinits, 1);
	ck_assert(!layer_deinit(fails));
	ck_assert(!layer_deinit(stays));
	ck_assert_int_eq(state_of(stays)->deinits, 0);
}
END_TEST

START_TEST(name_is_read)
{
	struct candidate *candidate;
	struct layer *layer = open_layer("layer-new", &candidate);
	char name[32];

	ck_assert(layer_read_name(layer, name, sizeof(name)));
	ck_assert_str_eq(name, "layer-new");
	/* If the buffer is too small, the layer returns an error and does not write after it. */
	ck_assert(!layer_read_name(layer, name, 5));
}
END_TEST

START_TEST(more_layers_than_in_static_storage)
{
	struct candidate *candidate;

	for (int i = 0; i < LAYER_CHAIN_SIZE + 3; i++) {
		char name[32];

		snprintf(name, sizeof(name), "layer-many-%d", i);
		ck_assert_ptr_nonnull(open_layer(name, &candidate));
		ck_assert_int_eq(chain.needs_arena, i >= LAYER_CHAIN_SIZE);
	}
	ck_assert_uint_eq(chain.count, LAYER_CHAIN_SIZE + 3);
}
END_TEST

int main(void)
{
	Suite *suite = suite_create("layer");
	TCase *tcase = unit_tcase(suite, "layer", 20);

	tcase_add_checked_fixture(tcase, start, NULL);
	tcase_add_loop_test(tcase, generation_is_chosen, 0, UNIT_ROWS(opened));
	tcase_add_loop_test(tcase, layer_is_refused, 0, UNIT_ROWS(refused));
	tcase_add_test(tcase, table_is_completed_from_the_target);
	tcase_add_test(tcase, call_passes_every_layer_once);
	tcase_add_test(tcase, same_library_is_refused);
	tcase_add_test(tcase, bare_name_is_a_shipped_layer);
	tcase_add_test(tcase, unreadable_directory_of_shipped_layers);
	tcase_add_test(tcase, deinit_is_called_once);
	tcase_add_test(tcase, layer_that_may_not_be_closed);
	tcase_add_test(tcase, name_is_read);
	tcase_add_test(tcase, more_layers_than_in_static_storage);
	return unit_run(suite);
}
