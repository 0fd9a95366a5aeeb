/* SPDX-License-Identifier: Apache-2.0 */
/*
 * loaders: see sections.h. What a library is it says itself, through
 * clGetICDLoaderInfoOCLICD, in a child: foreign code is not run in the tool.
 */
#include "tool/doctor/section/sections.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "api/api.h"
#include "base/os.h"
#include "dispatch/loader-info.h"
#include "driver/library.h"
#include "tool/doctor/cause/causes.h"
#include "tool/output/format.h"
#include "tool/probe/child.h"
#include "tool/probe/driver/report.h"
#include "tool/probe/file/library-search.h"
#include "tool/probe/file/own-build.h"

#define NAME "libOpenCL.so.1"

typedef cl_int CL_API_CALL info_fn(cl_uint name, size_t size, void *value, size_t *size_ret);

struct found_libopencl {
	struct found_libopencl *next;
	const char *path;
	const char *real;
	const char *name;	/* what it calls itself; NULL: does not say */
	const char *version;
};

/* -- what is there ---------------------------------------------------------- */

/* Those that a program can get: a library of another word size is no rival. */
static struct found_libopencl *find_loaders(struct arena *arena)
{
	struct found_libopencl *first = NULL;

	LIST_EACH(const struct library_hit, hit, library_search(NAME, arena)) {
		struct found_libopencl *found = NULL;

		if (library_search_is_good(hit) && hit->place != LIBRARY_ELSEWHERE)
			found = arena_append(arena, &first, sizeof(*found));
		if (found) {
			found->path = hit->path;
			found->real = hit->real;
		}
	}
	return first;
}

/* -- what it is ------------------------------------------------------------- */

static void put_info(int report, info_fn *info, cl_uint name, const char *key)
{
	char text[256];

	memset(text, 0, sizeof(text));
	if (info(name, sizeof(text) - 1, text, NULL) == CL_SUCCESS)
		report_put(report, key, text);
}

/* Loaders give it as an extension; asking for that makes them open the drivers. */
static info_fn *find_info(void *library)
{
	static const char name[] = "clGetICDLoaderInfoOCLICD";
	api_fn_clGetExtensionFunctionAddress *find = (api_fn_clGetExtensionFunctionAddress *)
		os_library_find(library, "clGetExtensionFunctionAddress");

	setenv("OCL_ICD_VENDORS", "/dev/null/", 1);
	setenv("OPENCL_LOADER_CONFIG", "none", 1);
	unsetenv("OCL_ICD_FILENAMES");
	unsetenv("OPENCL_LAYERS");
	setenv("OPENCL_LAYER_PATH", "/dev/null/", 1);
	return find ? (info_fn *)find(name) : NULL;
}

static void ask_loader(int report, void *argument)
{
	struct library_flags flags = { .now = false };
	struct arena arena = ARENA_INIT;
	struct verdict verdict;
	void *library = library_open(argument, flags, &verdict, &arena);
	info_fn *info = library ? find_info(library) : NULL;

	if (info) {
		put_info(report, info, LOADER_INFO_NAME, "name");
		put_info(report, info, LOADER_INFO_VERSION, "version");
	}
	arena_done(&arena);
}

static bool is_ours(const struct found_libopencl *found)
{
	char name[64] = "";

	return found->name &&
	       loader_info_get(LOADER_INFO_NAME, sizeof(name), name, NULL) == CL_SUCCESS &&
	       strcmp(found->name, name) == 0;
}

static void identify(struct found_libopencl *found, unsigned limit, struct arena *arena)
{
	struct child child;
	struct report report;
	const char *key;
	const char *value;

	child_run(&child, ask_loader, (void *)found->real, limit, arena);
	report_init(&report, child.report, child.report_size);
	while (report_next(&report, &key, &value))
		*(strcmp(key, "name") == 0 ? &found->name : &found->version) = value;
}

/* -- what follows ----------------------------------------------------------- */

static const char *describe(const struct found_libopencl *found, struct arena *arena)
{
	return format_into(arena, "%s (%s%s%s)", found->path,
			   format_or(found->name, "does not say what it is"),
			   found->version ? " " : "", format_or(found->version, ""));
}

static void note_rules(struct finding *finding, const struct found_libopencl *first)
{
	if (!is_ours(first))
		finding_fact(finding, "note",
			     "what is said here holds for clrouter's loader; the other one has its "
			     "own rules");
}

/* Both loaders are healthy, so either of them can be the one that is meant. */
static void warn_of_second(struct findings *findings, const struct found_libopencl *first,
			   struct tool *tool)
{
	struct finding *finding =
		finding_add(findings, FINDING_WARNING, first->path, "second-loader",
			    "there is more than one " NAME " in the library path");
	const struct found_libopencl *wanted = first->next;

	finding_fact(finding, "programs get", "%s", describe(first, &tool->arena));
	LIST_EACH(const struct found_libopencl, other, first->next)
		finding_fact(finding, "instead of", "%s", describe(other, &tool->arena));
	note_rules(finding, first);
	while (wanted && !is_ours(wanted))
		wanted = wanted->next;
	if (is_ours(first) || !wanted) {
		wanted = first->next;
		finding_cure(finding,
			     "nothing, if programs should get this one; for %s:", wanted->path);
	}
	shadow_cure(finding, first->path, wanted->path, tool);
}

static void warn_of_other(struct findings *findings, const struct found_libopencl *first,
			  struct arena *arena)
{
	struct finding *finding =
		finding_add(findings, FINDING_WARNING, first->path, "other-loader",
			    "programs get another loader than clrouter");

	finding_fact(finding, "programs get", "%s", describe(first, arena));
	note_rules(finding, first);
	finding_cure(finding, "nothing, if it is meant; else install clrouter's " NAME
			      " (Debian: clrouter-libopencl1)");
}

void loaders_examine(struct examination *check)
{
	struct arena *arena = &check->tool->arena;
	unsigned limit = check->tool->timeout;
	struct found_libopencl *first;

	if (*check->tool->root)
		return;
	first = find_loaders(arena);
	LIST_EACH(struct found_libopencl, found, first)
		identify(found, limit, arena);
	/* With --program the notes say which one that program gets; who tries a build knows it. */
	if (first && first->next)
		warn_of_second(&check->findings, first, check->tool);
	else if (first && !is_ours(first) && !check->tool->program && !own_build_directory(arena))
		warn_of_other(&check->findings, first, arena);
}
