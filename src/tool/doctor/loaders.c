/* SPDX-License-Identifier: Apache-2.0 */
/*
 * loaders: see loaders.h. What a library is it says itself, through
 * clGetICDLoaderInfoOCLICD, in a child: foreign code is not run in the tool.
 */
#include "tool/doctor/loaders.h"

#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "api/api.h"
#include "base/os.h"
#include "base/text.h"
#include "dispatch/loader-info.h"
#include "driver/elf-header.h"
#include "driver/library.h"
#include "tool/output/format.h"
#include "tool/probe/child.h"
#include "tool/probe/report.h"

#define NAME "libOpenCL.so.1"
#define LDCONFIG "/sbin/ldconfig"

typedef cl_int CL_API_CALL info_fn(cl_uint name, size_t size, void *value, size_t *size_ret);

struct found {
	struct found *next;
	const char *path;
	char real[PATH_MAX];
	const char *name;	/* what it calls itself; NULL: does not say */
	const char *version;
};

struct search {
	struct found *first;
	unsigned limit;
	struct arena *arena;
};

/* -- what is there ---------------------------------------------------------- */

/* A library of another word size is no rival. */
static bool is_loadable(const char *path)
{
	enum elf_header header;

	return elf_header_read(path, &header) == 0 && header == ELF_HEADER_GOOD;
}

static void add_path(struct search *search, const char *path)
{
	struct found *found = arena_alloc(search->arena, sizeof(*found));
	struct found **end = &search->first;

	if (!found || !is_loadable(path) || !realpath(path, found->real))
		return;
	found->path = path;
	for (; *end; end = &(*end)->next)
		if (strcmp((*end)->real, found->real) == 0)
			return;
	*end = found;
}

static void search_variable(struct search *search)
{
	const char *rest = getenv("LD_LIBRARY_PATH");

	while (rest) {
		size_t length = strcspn(rest, ":;");

		if (length > 0)
			add_path(search,
				 format_into(search->arena, "%.*s/" NAME, (int)length, rest));
		rest = rest[length] ? rest + length + 1 : NULL;
	}
}

static void print_cache(int report, void *argument)
{
	(void)report;
	(void)argument;
	execl(LDCONFIG, LDCONFIG, "-p", (char *)NULL);
}

/* "\tlibOpenCL.so.1 (libc6,x86-64) => /lib/x86_64-linux-gnu/libOpenCL.so.1" */
static void search_cache(struct search *search)
{
	struct child child;
	const char *rest;
	const char *line;

	child_run(&child, print_cache, NULL, search->limit, search->arena);
	rest = child.output;
	while ((line = child_next_line(&rest, search->arena))) {
		const char *arrow = strstr(line, " => ");

		if (arrow && text_skip_prefix(line, "\t" NAME " ("))
			add_path(search, arrow + 4);
	}
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

static bool is_ours(const struct found *found)
{
	char name[64] = "";

	return found->name &&
	       loader_info_get(LOADER_INFO_NAME, sizeof(name), name, NULL) == CL_SUCCESS &&
	       strcmp(found->name, name) == 0;
}

static void identify(struct found *found, unsigned limit, struct arena *arena)
{
	struct child child;
	struct report report;
	const char *key;
	const char *value;

	child_run(&child, ask_loader, found->real, limit, arena);
	report_init(&report, child.report, child.report_size);
	while (report_next(&report, &key, &value))
		*(strcmp(key, "name") == 0 ? &found->name : &found->version) = value;
}

/* -- what follows ----------------------------------------------------------- */

static const char *describe(const struct found *found, struct arena *arena)
{
	return format_into(arena, "%s (%s%s%s)", found->path,
			   format_or(found->name, "does not say what it is"),
			   found->version ? " " : "", format_or(found->version, ""));
}

static void warn_of_second(struct findings *findings, const struct search *search)
{
	const struct found *first = search->first;
	struct finding *finding = finding_add(findings, FINDING_WARNING, first->path,
					      "second-loader",
					      "there is more than one " NAME " in the library path");

	finding_fact(finding, "programs get", "%s", describe(first, search->arena));
	for (const struct found *other = first->next; other; other = other->next)
		finding_fact(finding, "instead of", "%s", describe(other, search->arena));
	finding_fact(finding, "cure",
		     "remove the one that is not wanted, or its directory from LD_LIBRARY_PATH; then run ldconfig as root");
}

static void warn_of_other(struct findings *findings, const struct search *search)
{
	const struct found *first = search->first;
	struct finding *finding = finding_add(findings, FINDING_WARNING, first->path,
					      "other-loader",
					      "programs get another loader than clrouter");

	finding_fact(finding, "programs get", "%s", describe(first, search->arena));
	finding_fact(finding, "note",
		     "what is said here holds for clrouter's loader; the other one has its own rules");
	finding_fact(finding, "cure", "install clrouter's libOpenCL.so.1 in place of the other");
}

void loaders_examine(struct examination *exam)
{
	struct arena *arena = &exam->tool->arena;
	struct search search = { .limit = exam->tool->timeout, .arena = arena };

	if (*exam->tool->root)
		return;
	search_variable(&search);
	search_cache(&search);
	for (struct found *found = search.first; found; found = found->next)
		identify(found, search.limit, arena);
	if (search.first && search.first->next)
		warn_of_second(&exam->findings, &search);
	if (search.first && !is_ours(search.first))
		warn_of_other(&exam->findings, &search);
}
