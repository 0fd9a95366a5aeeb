/* SPDX-License-Identifier: Apache-2.0 */
/* code-places: see code-places.h. */
#include "tool/report/code/code-places.h"

#include <inttypes.h>
#include <search.h>
#include <stdlib.h>
#include <string.h>

#include "base/common/system.h"
#include "base/text.h"

#define MAP_AGE 600 /* seconds: a program may write its map before it uses OpenCL */
#define SCRIPT "py::"
#define MODULE_COLUMNS 18
#define MOST_KNOWN 16384 /* a place takes a KiB */

/* Python writes "py::FUNCTION:FILE". */
static void split_script(struct code_place *place, const char *name)
{
	const char *function = name + strlen(SCRIPT);
	const char *colon = strchr(function, ':');

	place->is_script = true;
	text_format(place->function, sizeof(place->function), "%.*s",
		    colon ? (int)(colon - function) : (int)strlen(function), function);
	if (colon)
		text_format(place->file, sizeof(place->file), "%s", colon + 1);
}

/* A process of another machine can have had the same number as one of this. */
static bool is_this_host(const char *host)
{
	char name[256];

	system_host_name(name, sizeof(name));
	return !host || strcmp(host, name) == 0;
}

static void find_in_map(struct code *code, struct code_place *place)
{
	const char *name;

	if (!code->has_map && is_this_host(code->host))
		code->map = perf_map_read(code->process, code->owner, code->start - MAP_AGE);
	code->has_map = true;
	name = perf_map_find(&code->map, place->address - 1);
	if (strncmp(name, SCRIPT, strlen(SCRIPT)) == 0)
		split_script(place, name);
	else
		text_format(place->function, sizeof(place->function), "%s", name);
}

/* The call may be a function's last instruction: then its return address is after the end. */
static void find_in_module(const struct code *code, struct code_place *place, struct module *module)
{
	struct source_place source;

	place->offset = place->address - module->base;
	source = source_find(module, code->directory, place->offset - 1);
	text_format(place->function, sizeof(place->function), "%s",
		    source.function ? source.function : "");
	text_format(place->file, sizeof(place->file), "%s", source.file ? source.file : "");
	place->line = source.line;
}

static int compare_places(const void *left, const void *right)
{
	const struct code_place *a = left;
	const struct code_place *b = right;

	if (a->address != b->address)
		return a->address < b->address ? -1 : 1;
	return (a->module > b->module) - (a->module < b->module);
}

/* Without memory, or if there are more than a program has, it is found again the next time. */
static void keep(struct code *code)
{
	struct code_place *copy =
		code->known_count < MOST_KNOWN ? malloc(sizeof(*copy)) : NULL;

	if (!copy)
		return;
	*copy = code->last;
	if (!tsearch(copy, &code->known, compare_places))
		free(copy);
	else
		code->known_count++;
}

const struct code_place *code_find(struct code *code, uint64_t address, uint64_t time)
{
	struct module *module = modules_find(&code->modules, address - 1, time);
	void *const *known;

	code->last = (struct code_place){ .address = address, .module = module };
	known = tfind(&code->last, &code->known, compare_places);
	if (known)
		return *known;
	if (module)
		find_in_module(code, &code->last, module);
	else
		find_in_map(code, &code->last);
	keep(code);
	return &code->last;
}

/* Libraries of Python have long names, which would leave no space for the offset. */
static void add_module(struct line *line, const struct module *module)
{
	const char *name = text_base_name(module->path);

	if (strlen(name) <= MODULE_COLUMNS)
		line_add_text(line, name);
	else
		line_add(line, "%.*s...", MODULE_COLUMNS - 3, name);
}

void code_add_text(struct line *line, const struct code_place *place)
{
	if (*place->function)
		line_add(line, "%s (", place->function);
	if (*place->file && place->line > 0)
		line_add(line, "%s:%d", text_base_name(place->file), place->line);
	else if (*place->file)
		line_add_text(line, text_base_name(place->file));
	else if (place->module)
		add_module(line, place->module);
	else
		line_add(line, "0x%" PRIx64, place->address);
	if (place->module && !*place->function && !*place->file)
		line_add(line, "+0x%" PRIx64, place->offset);
	if (*place->function)
		line_add(line, ")");
}

void code_done(struct code *code)
{
	tdestroy(code->known, free);
	modules_done(&code->modules);
	perf_map_done(&code->map);
}
