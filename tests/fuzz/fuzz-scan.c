/* SPDX-License-Identifier: Apache-2.0 */
/*
 * fuzz-scan: the variables that list drivers. The first lines of the input are the values of
 * OCL_ICD_FILENAMES, OCL_ICD_VENDORS, OPENCL_VENDOR_PATH, OPENCL_LOADER_DRIVERS_DISABLE and _ENABLE
 * ("-": not set). The rest is the file /opt/x.icd.
 */
#include <string.h>

#include "config/conf.h"
#include "fuzz.h"
#include "discover/policy.h"
#include "discover/scan.h"

const char fuzz_target[] = "scan";

static const enum env_variable variables[] = {
	ENV_OCL_ICD_FILENAMES, ENV_OCL_ICD_VENDORS, ENV_OPENCL_VENDOR_PATH,
	ENV_OPENCL_LOADER_DRIVERS_DISABLE, ENV_OPENCL_LOADER_DRIVERS_ENABLE,
};

static void make_root(void)
{
	static bool is_made;

	if (is_made)
		return;
	is_made = true;
	fuzz_write("/etc/OpenCL/vendors/a.icd", "liba.so\n", 8);
	fuzz_write("/usr/share/OpenCL/vendors/a.icd", "libother.so", 11);
	fuzz_write("/usr/share/OpenCL/vendors/b.icd", "sub/libb.so\r\n", 13);
	fuzz_write("/d.icd/c.icd", "", 0);
}

/* Candidates from OCL_ICD_FILENAMES come first, and one from a directory has a path. */
static void check_order(const struct candidate_list *list)
{
	bool others_seen = false;

	for (const struct candidate *candidate = list->first; candidate;
	     candidate = candidate->next) {
		FUZZ_CHECK(candidate->origin != CANDIDATE_FROM_FILENAMES || !others_seen);
		others_seen |= candidate->origin != CANDIDATE_FROM_FILENAMES;
		FUZZ_CHECK(candidate->origin != CANDIDATE_FROM_DIRECTORY || candidate->path);
	}
}

static void check_policies(const struct settings *settings, const struct candidate_list *list)
{
	for (const struct candidate *candidate = list->first; candidate;
	     candidate = candidate->next) {
		struct origin by;

		FUZZ_CHECK(policy_of_candidate(settings, candidate, &by).load || by.name);
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
	rest = fuzz_take(&input, '\0', &size, &arena);
	fuzz_write("/opt/x.icd", rest, rest ? size : 0);
	conf_read(&settings, &place, &arena);
	candidate_list_init(&list, LOG_TOPIC_SCAN);
	scan_drivers(&list, &settings, place.root, &arena);
	fuzz_check_candidates(&list);
	check_order(&list);
	check_policies(&settings, &list);
	arena_done(&arena);
	return 0;
}
