/* SPDX-License-Identifier: Apache-2.0 */
/*
 * numbers: the kinds of numbers that contents have, how they are compared, and which of them the
 * type of an argument leads to. The layer that captures and the tool that replays have this in
 * common. Keeps no state.
 */
#ifndef CLROUTER_CAPTURE_NUMBERS_H
#define CLROUTER_CAPTURE_NUMBERS_H

#include <stdbool.h>
#include <stddef.h>

#include "capture/capture.h"

#define NUMBERS_KINDS (CAPTURE_SNORM16 + 1)

struct numbers_kind {
	const char *name;		/* as the manifest has it */
	size_t size;			/* bytes of a number; 1 if it is not known */
	unsigned int ulps;
	double relative;
	double absolute;
	const char *relative_text;	/* the same as text, in any locale; NULL: there are no bounds */
	const char *absolute_text;
};

/* By enum capture_as. */
extern const struct numbers_kind numbers_kinds[NUMBERS_KINDS];

/* The rule for vectors of COMPONENTS numbers of the kind AS, with the usual bounds. */
struct capture_rule numbers_rule(enum capture_as as, unsigned int components);

/* A type of numbers in OpenCL, such as float4. */
struct numbers_type {
	const char *name;		/* of a component, such as "uint" */
	enum capture_as as;
	size_t size;			/* bytes of a component */
	bool is_signed;
	unsigned int components;
};

/* The type that TEXT names, such as "float4" or "unsigned int". False: it names none of numbers. */
bool numbers_find_type(const char *text, struct numbers_type *type);

/* How many numbers a vector of COMPONENTS has in memory: one of 3 has four. */
size_t numbers_in_memory(unsigned int components);

/*
 * The rule for what a pointer of TYPE, such as "float4*", leads to. False: it is no pointer to
 * numbers, and RULE stays as it was.
 */
bool numbers_rule_of_type(const char *type, struct capture_rule *rule);

#endif
