/* SPDX-License-Identifier: Apache-2.0 */
/*
 * sites: what is known of a rewritten program: its kernels with their hidden arguments, and the
 * places that are checked. The rewriter writes it as text, the layer reads it:
 *
 *	kernel NAME CHECKED TOTAL ARGUMENTS
 *	sized INDEX SPACE NAME TYPE		of the kernel before it
 *	unchecked COUNT WHY			of the kernel before it
 *	site FILE LINE COLUMN ACCESS BYTES FUNCTION OBJECT LENGTH EXPRESSION
 *	object NAME TYPE		a variable of the program in memory other than private one
 *
 * each in a line, with a tab between two words. Texts are as text_take_shown() has them: a
 * reader gets them as people may see them.
 */
#ifndef CLROUTER_SANITIZE_SITES_H
#define CLROUTER_SANITIZE_SITES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum sites_space { SITES_GLOBAL, SITES_CONSTANT, SITES_LOCAL, SITES_SPACES };
enum sites_access { SITES_READ, SITES_WRITE, SITES_UPDATE, SITES_ACCESSES };

/* An argument that points to memory; it has a hidden argument with its size. */
struct sites_sized {
	unsigned index; /* of the kernel's own argument */
	enum sites_space space;
	const char *name;
	const char *type;
};

/* COUNT accesses are not checked, and why: words such as "through pointers to private memory". */
struct sites_unchecked {
	size_t count;
	const char *why;
};

struct sites_kernel {
	const char *name;
	size_t checked;		   /* accesses, in it and in all functions that it calls */
	size_t total;		   /* not fewer */
	unsigned arguments;	   /* its own ones */
	struct sites_sized *sized; /* by rising index */
	size_t sized_count;
	struct sites_unchecked *unchecked;
	size_t unchecked_count;
};

struct sites_site {
	const char *file; /* as #line or headers name it; empty: the source itself */
	unsigned line;
	unsigned column; /* of the line as it is after macros were expanded; 0: not known */
	enum sites_access access;
	size_t bytes; /* of the access */
	const char *function;
	const char *object; /* the array whose index is checked; empty: none */
	size_t length;	    /* elements of the array */
	const char *expression;
};

struct sites_object {
	const char *name;
	const char *type;
};

struct sites {
	struct sites_kernel *kernels;
	size_t kernel_count;
	struct sites_site *sites;
	size_t site_count;
	struct sites_object *objects;
	size_t object_count;
	char *memory; /* of all that was read; NULL: the writer's own */
};

/* The words of the text. */
extern const char *const sites_space_words[SITES_SPACES];    /* "global" ... */
extern const char *const sites_access_words[SITES_ACCESSES]; /* "read" ... */

/*
 * Reads the LENGTH bytes at TEXT, which may be hostile, into SITES; sites_done() frees it. False:
 * it is no such table, or there is no memory; SITES is empty then.
 */
bool sites_read(struct sites *sites, const char *text, size_t length);
void sites_done(struct sites *sites);

/* Writes SITES as text, which is to be freed; NULL: there is no memory. */
char *sites_write(const struct sites *sites);

/* The kernel NAME; NULL: there is none. */
const struct sites_kernel *sites_find_kernel(const struct sites *sites, const char *name);

#endif
