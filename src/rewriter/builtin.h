/* SPDX-License-Identifier: Apache-2.0 */
/* builtin: which memory the built-in functions of OpenCL C access, by their names. */
#ifndef CLROUTER_REWRITER_BUILTIN_H
#define CLROUTER_REWRITER_BUILTIN_H

#include <stdbool.h>

#include "sanitize/sites.h"

enum builtin_kind {
	BUILTIN_NONE,	 /* no memory, or none that a program can get wrong */
	BUILTIN_UNKNOWN, /* perhaps what its pointers point to */
	BUILTIN_POINTER, /* what its pointers point to, an element */
	BUILTIN_VECTOR,	 /* elements at a pointer and an offset */
	BUILTIN_COPY	 /* async_work_group_copy() and the strided form */
};

struct builtin {
	enum builtin_kind kind;
	enum sites_access access;
	unsigned pointer; /* which arguments; the last one: BUILTIN_LAST */
	unsigned others;  /* BUILTIN_POINTER: how many arguments after that are pointers, too */
	unsigned offset;
	unsigned elements, stride; /* of BUILTIN_VECTOR */
	bool is_strided;	   /* BUILTIN_COPY */
};

#define BUILTIN_LAST (~0u)

struct builtin builtin_find(const char *name);

#endif
