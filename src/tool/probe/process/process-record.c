/* SPDX-License-Identifier: Apache-2.0 */
/*
 * process-record: which record a running process writes: the record layer has it mapped. Everything
 * is read and nothing is run. The process may be anybody's and may want to mislead.
 */
#include <errno.h>
#include <fcntl.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/file/dir.h"
#include "base/text.h"
#include "record/record-reader.h"
#include "tool/output/format.h"
#include "tool/probe/process/process-maps.h"
#include "tool/probe/process/process.h"

#define DELETED " (deleted)" /* added by the kernel */
#define MOST_FILES 4096

/* What the mapped files of a process are. */
struct record_search {
	struct arena *arena;
	unsigned pid;
	const char *best;	/* a record; NULL: none yet */
	bool is_open;		/* it has not ended */
	uint64_t start;		/* of that record */
	bool has_layer;		/* the record layer is loaded */
	bool has_loader;	/* and libOpenCL */
	bool has_deleted;	/* a file that is called as a record was deleted */
};

/* Is PATH still the file of MAPPING, and a regular one? */
static bool is_same(const char *path, const struct process_mapping *mapping)
{
	struct stat status;

	return stat(path, &status) == 0 && S_ISREG(status.st_mode) &&
	       process_maps_has_file(mapping, &status);
}

/* The file of MAPPING as this process can open it; NULL: it cannot. */
static const char *find_file(const struct record_search *search,
			     const struct process_mapping *mapping)
{
	const char *inside = format_into(search->arena, "/proc/%u/root%s", search->pid,
					 mapping->path);

	if (is_same(mapping->path, mapping))
		return mapping->path;
	return is_same(inside, mapping) ? inside : NULL;
}

/* One that has not ended is better than one that has; otherwise the newest. */
static void consider_record(struct record_search *search, const char *path)
{
	struct record_reader reader;

	if (record_reader_open(&reader, path)) {
		const bool is_open = reader.header.state == RECORD_OPEN;

		if (!search->best || is_open > search->is_open ||
		    (is_open == search->is_open && reader.header.monotonic > search->start)) {
			search->best = path;
			search->is_open = is_open;
			search->start = reader.header.monotonic;
		}
	}
	record_reader_close(&reader);
}

static void consider(struct record_search *search, const struct process_mapping *mapping)
{
	const char *base = text_base_name(mapping->path);
	const char *path;

	search->has_layer |= strncmp(base, "libCLRecord.so", strlen("libCLRecord.so")) == 0;
	search->has_loader |= strncmp(base, "libOpenCL.so", strlen("libOpenCL.so")) == 0;
	if (mapping->is_executable)
		return;
	path = find_file(search, mapping);
	if (path)
		consider_record(search, path);
	else
		search->has_deleted |= text_has_suffix(base, DELETED) &&
				       strstr(base, ".clrecord");
}

static const char *explain(const struct record_search *search)
{
	if (search->has_deleted)
		return "its record was deleted or replaced while it runs";
	if (search->has_layer)
		return "the record layer is loaded, but has no record yet: no OpenCL call was made, "
		       "or none that is recorded";
	if (search->has_loader)
		return "it is not recorded; run the program with \"clrouter record\", or "
		       "\"clrouter top PROGRAM\"";
	return "it has not loaded OpenCL, and is not recorded; run the program with \"clrouter "
	       "record\", or \"clrouter top PROGRAM\"";
}

/* Why /proc/PID/maps cannot be read, or has nothing. */
static const char *explain_error(int error)
{
	if (error == ENOENT || error == ESRCH)
		return "there is no such process, or /proc does not show it";
	if (error == EACCES || error == EPERM)
		return process_refusal();
	return error ? strerror(error) : "it has ended, or is a thread of the kernel";
}

/* -- all of a user -------------------------------------------------------------------------- */

/* Cheap, because most processes have no record: their mapped files are not opened. */
static bool has_layer(const struct process_maps *maps)
{
	LIST_EACH(const struct process_mapping, mapping, maps->first)
		if (strncmp(text_base_name(mapping->path), "libCLRecord.so",
			    strlen("libCLRecord.so")) == 0)
			return true;
	return false;
}

static bool is_number(const char *text)
{
	return *text && strspn(text, "0123456789") == strlen(text) && strlen(text) < 10;
}

/* The path of the record of the process NAME, of this user; NULL: it has none. */
static const char *find_own(const char *name, struct arena *arena)
{
	const char *folder = format_into(arena, "/proc/%s", name);
	struct process_maps maps;
	struct stat status;
	const char *why;

	if (!is_number(name) || stat(folder, &status) != 0 || status.st_uid != geteuid() ||
	    process_maps_read(&maps, format_into(arena, "%s/maps", folder), arena) < 0 ||
	    !has_layer(&maps))
		return NULL;
	return process_record_find((unsigned)strtoul(name, NULL, 10), arena, &why);
}

const char *process_record_find(unsigned pid, struct arena *arena, const char **why)
{
	struct record_search search = { .arena = arena, .pid = pid };
	struct process_maps maps;
	const char *last = "";
	const int error = -process_maps_read(&maps, format_into(arena, "/proc/%u/maps", pid), arena);
	size_t files = 0;

	if (error || maps.count == 0) {
		*why = explain_error(error);
		return NULL;
	}
	LIST_EACH(const struct process_mapping, mapping, maps.first) {
		/* Many mappings of one file follow each other. */
		if (strcmp(mapping->path, last) == 0 && !mapping->is_executable)
			continue;
		last = mapping->path;
		if (files++ < MOST_FILES)
			consider(&search, mapping);
	}
	*why = search.best ? NULL : explain(&search);
	return search.best;
}

void process_records_each(void (*visit)(const char *path, void *data), void *data)
{
	struct arena arena = { 0 };
	struct dir processes;

	dir_read(&processes, "", "/proc", "", &arena);
	for (size_t i = 0; i < processes.count; i++) {
		const char *path = find_own(processes.names[i]->name, &arena);

		if (path)
			visit(path, data);
	}
	arena_done(&arena);
}
