/* SPDX-License-Identifier: Apache-2.0 */
/*
 * fuzz-api-name: look-ups of functions by name. The first line of the input is the name, each
 * other line the suffix of a driver. The exports of the loader are found only by their exact
 * names. A driver is asked only for a name that ends in its suffix. No look-up returns the clIcd
 * functions.
 */
#include <stdlib.h>
#include <string.h>

#include "api/api.h"
#include "fuzz.h"
#include "driver/registry.h"
#include "base/text.h"

const char fuzz_target[] = "api-name";

static const char *asked;	/* the name that is looked up */
static unsigned answers;

/* A driver that has every function. It must be asked for the whole name. */
static void *CL_API_CALL get_address(const char *name)
{
	FUZZ_CHECK(strcmp(name, asked) == 0);
	answers++;
	return &answers;
}

static void check_suffixes(struct fuzz_input *input, struct arena *arena)
{
	static struct registry registry;
	struct own_functions own = { .get = get_address };
	bool is_expected = false;
	const char *suffix;
	void *address;

	/* What the driver returns is in this program. */
	os_library_of(&answers, &own.place);
	registry_init(&registry, arena);
	while ((suffix = fuzz_take(input, '\n', NULL, arena))) {
		FUZZ_CHECK(registry_add(&registry, NULL, &own, suffix));
		is_expected |= *suffix && text_has_suffix(asked, suffix);
	}
	answers = 0;
	address = registry_find_function(&registry, asked);
	FUZZ_CHECK(answers == is_expected);
	FUZZ_CHECK((address == &answers) == is_expected);
}

/* The first look-up initialises the loader, which must find neither files nor drivers. */
static void set_environment(void)
{
	setenv("OPENCL_LOADER_CONFIG", "none", 1);
	setenv("OCL_ICD_VENDORS", fuzz_root(), 1);
	setenv("OPENCL_LAYER_PATH", fuzz_root(), 1);
	unsetenv("OCL_ICD_FILENAMES");
	unsetenv("OPENCL_LAYERS");
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	struct fuzz_input input = { (const char *)data, (const char *)data + size };
	struct arena arena = ARENA_INIT;
	bool is_own;
	int slot;

	set_environment();
	asked = fuzz_take(&input, '\n', NULL, &arena);
	slot = api_slot(asked);
	FUZZ_CHECK(slot >= -1 && slot < API_SLOTS);
	FUZZ_CHECK(slot < 0 || strcmp(api_name((unsigned)slot), asked) == 0);
	is_own = slot >= 0 || strcmp(asked, "clGetICDLoaderInfoOCLICD") == 0;
	FUZZ_CHECK(is_own || !clGetExtensionFunctionAddress(asked));
	FUZZ_CHECK(!clGetExtensionFunctionAddressForPlatform(NULL, asked));
	check_suffixes(&input, &arena);
	arena_done(&arena);
	return 0;
}
