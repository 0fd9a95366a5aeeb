/* SPDX-License-Identifier: Apache-2.0 */
/*
 * opencl-file: what an ELF file is for OpenCL: a loader, a driver, a layer; found by reading its
 * sections, of any word size. Nothing is run or mapped, and the file may be anything: it may be
 * another process's, which wants to mislead.
 */
#ifndef CLROUTER_TOOL_PROBE_FILE_OPENCL_FILE_H
#define CLROUTER_TOOL_PROBE_FILE_OPENCL_FILE_H

#include <stdbool.h>
#include <stddef.h>

enum opencl_file_kind {
	OPENCL_FILE_OTHER,	/* neither of these, or no ELF file */
	OPENCL_FILE_LOADER,	/* it defines clGetPlatformIDs and the version node OPENCL_1.0 */
	OPENCL_FILE_DRIVER,	/* it defines what a loader needs of a driver (cl_khr_icd) */
	OPENCL_FILE_LAYER,	/* it defines what a loader needs of a layer (cl_loader_layers) */
};

struct opencl_file {
	enum opencl_file_kind kind;
	unsigned bits;		/* of a word: 32 or 64; 0: it is no ELF file */
	bool has_linker;	/* PT_INTERP: a program that the dynamic linker starts */
	const char *loader;	/* which one it is, in words; NULL: no loader */
	bool calls_loader;	/* it needs functions of OpenCL that it does not define */
};

/*
 * Reads the file DESCRIPTOR into FILE. *BUDGET is the number of bytes that may still be read, which
 * becomes less; with too few, what is not read counts as not there. False: it was not enough.
 */
bool opencl_file_read(struct opencl_file *file, int descriptor, size_t *budget);

/* Reads the file PATH, of which nobody wants to mislead; one that cannot be read is OPENCL_FILE_OTHER. */
void opencl_file_read_path(struct opencl_file *file, const char *path);

#endif
