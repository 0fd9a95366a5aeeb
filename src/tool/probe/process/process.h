/* SPDX-License-Identifier: Apache-2.0 */
/*
 * process: what a running process has to do with OpenCL, as far as /proc tells: which loaders,
 * drivers and layers are mapped, and with which variables it was started. Everything is read and
 * nothing is run; the process is neither stopped nor changed.
 *
 * The process may be anybody's and may want to mislead: names are any bytes, files are anything.
 * Files are read under the root of the process, and only regular ones are opened.
 */
#ifndef CLROUTER_TOOL_PROBE_PROCESS_PROCESS_H
#define CLROUTER_TOOL_PROBE_PROCESS_PROCESS_H

#include <stdbool.h>
#include <stddef.h>

#include "base/arena.h"
#include "tool/probe/file/opencl-file.h"

/* A mapped file that is a loader, a driver or a layer. */
struct process_file {
	struct process_file *next;
	const char *path;	/* as the kernel writes it */
	struct opencl_file opencl;
	bool is_gone;		/* it was deleted or replaced since it was mapped */
};

struct process_variable {
	struct process_variable *next;
	const char *name;
	const char *value;
};

struct process {
	unsigned pid;
	const char *program;	/* the path of what runs; NULL: not known */
	unsigned bits;		/* of its words; 0: not known */
	bool is_static;		/* it has no dynamic linker */
	bool is_elsewhere;	/* its root or its mounts differ from this clrouter's */
	struct process_file *files;	/* in the order of their addresses */
	size_t counts[OPENCL_FILE_LAYER + 1];	/* of FILES, by their kinds */
	struct process_variable *variables;	/* the variables of loaders and of the linker */
	bool has_variables;	/* false: they cannot be read */
	size_t unread;		/* mapped files that could not be read */
	const char *unread_path;	/* the first of them */
	const char *unread_why;
	bool is_cut;		/* there was more than this program reads */
};

/*
 * Examines the process PID. Returns NULL, or why that is not possible: a text in ARENA, to be
 * written after the number of the process. Strings live in ARENA.
 */
const char *process_read(struct process *process, unsigned pid, struct arena *arena);

/* Why this user may not look into a process, and what can be done. */
const char *process_refusal(void);

/*
 * Takes the variables of loaders and of the linker out of the SIZE BYTES of a file
 * /proc/PID/environ, where each ends with a NUL byte; the last one need not.
 */
void process_take_variables(struct process *process, const char *bytes, size_t size,
			    struct arena *arena);

/*
 * The path of the record of the process PID, in ARENA; the newest one if there are several. NULL:
 * *WHY is why there is none, to be written after the number of the process.
 */
const char *process_record_find(unsigned pid, struct arena *arena, const char **why);

/*
 * Calls VISIT with the path of the record of each process of this user that has one; the path is valid during
 * the call.
 */
void process_records_each(void (*visit)(const char *path, void *data), void *data);

#endif
