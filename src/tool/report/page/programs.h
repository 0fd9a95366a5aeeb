/* SPDX-License-Identifier: Apache-2.0 */
/* programs: the sources of the recorded programs, and which kernels they have. */
#ifndef CLROUTER_TOOL_REPORT_PAGE_PROGRAMS_H
#define CLROUTER_TOOL_REPORT_PAGE_PROGRAMS_H

#include <stdio.h>

#include "tool/report/model.h"

struct page_program {
	uint32_t number;   /* among the programs of the record */
	uint16_t function; /* that has made it */
	bool is_cut;	   /* the source has more */
	char *source;	   /* NULL: it was not made of source, or all sources are too large */
};

struct programs {
	const struct model *model;
	struct page_program *list;
	size_t count;
	uint64_t left_out; /* programs that are not in the list */
	size_t bytes;	   /* of all sources */
	unsigned int shares; /* of the page */
};

/* None yet, of MODEL, for one of SHARES parts of a page. */
void programs_init(struct programs *programs, const struct model *model, unsigned int shares);

/*
 * Notes the program that CALL has made, if any. Returns false, with a message, if there is no
 * memory.
 */
bool programs_add(struct programs *programs, const struct record_call *call);

/* The number of the program of which the kernel was that CALL has enqueued; 0: not known. */
uint32_t programs_of_kernel(const struct model *model, const struct record_call *call);

/* Writes all programs as an array of JSON. */
void programs_put(FILE *file, const struct programs *programs);

void programs_done(struct programs *programs);

#endif
