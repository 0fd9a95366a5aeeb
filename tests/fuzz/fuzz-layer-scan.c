/* SPDX-License-Identifier: Apache-2.0 */
/*
 * fuzz-layer-scan: the names of layers. The first lines of the input are the values of
 * OPENCL_LAYERS, OPENCL_LAYER_PATH and OPENCL_LOADER_LAYERS_DISABLE ("-": not set), and the path
 * of the program. The rest is layers.conf.
 */
#include <string.h>

#include "config/conf.h"
#include "fuzz.h"
#include "discover/layer-scan.h"

const char fuzz_target[] = "layer-scan";

static const enum env_variable variables[] = {
	ENV_OPENCL_LAYERS, ENV_OPENCL_LAYER_PATH, ENV_OPENCL_LOADER_LAYERS_DISABLE,
};

static void make_root(void)
{
	static bool is_made;

	if (is_made)
		return;
	is_made = true;
	fuzz_write("/etc/OpenCL/layers/a.lay", "libLayerA.so\n", 13);
	fuzz_write("/opt/layers/b.lay", "/lib/libLayerB.so", 17);
	fuzz_write("/opt/layers/empty.lay", "", 0);
}

/*
 * The order is .lay files, load in [layers], OPENCL_LAYERS, after "place = driver" of each, which are
 * in the order of their sections.
 */
static void check_order(const struct candidate_list *list, const struct settings *settings)
{
	enum candidate_origin before = CANDIDATE_FROM_DIRECTORY;
	const struct setting *place_before = NULL;
	bool was_at_driver = true;

	for (const struct candidate *candidate = list->first; candidate;
	     candidate = candidate->next) {
		const struct setting *place = layer_scan_place(settings, candidate);
		bool is_at_driver = place && place->value &&
				    candidate->verdict.reason == REASON_OK;

		FUZZ_CHECK(was_at_driver || !is_at_driver);
		FUZZ_CHECK(!is_at_driver || place >= place_before);
		if (was_at_driver && (!is_at_driver || place > place_before))
			before = CANDIDATE_FROM_DIRECTORY;
		was_at_driver = is_at_driver;
		place_before = place;
		FUZZ_CHECK(candidate->origin >= before &&
			   candidate->origin <= CANDIDATE_FROM_LAYERS);
		before = candidate->origin;
		FUZZ_CHECK(candidate->verdict.reason != REASON_DISABLED ||
			   candidate->verdict.detail);
	}
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	struct fuzz_input input = { (const char *)data, (const char *)data + size };
	struct conf_place place = { .root = fuzz_root() };
	struct arena arena = ARENA_INIT;
	struct settings settings;
	struct candidate_list list;
	const char *rest;

	make_root();
	for (size_t i = 0; i < sizeof(variables) / sizeof(variables[0]); i++)
		place.env.value[variables[i]] = fuzz_take_variable(&input, &arena);
	place.program = fuzz_take_variable(&input, &arena);
	rest = input.at ? arena_copy(&arena, input.at, (size_t)(input.end - input.at)) : NULL;
	fuzz_write(SYSCONFDIR "/OpenCL/layers.conf", rest,
		   rest ? (size_t)(input.end - input.at) : 0);
	conf_read(&settings, &place, &arena);
	candidate_list_init(&list, LOG_TOPIC_LAYER);
	layer_scan(&list, &settings, place.root, &arena);
	fuzz_check_candidates(&list);
	FUZZ_CHECK(!*list.last);
	check_order(&list, &settings);
	arena_done(&arena);
	return 0;
}
