/* SPDX-License-Identifier: Apache-2.0 */
/*
 * rewriting: what is shared by those who write the checks into a program: its edits, the table of
 * places that are checked, and the names of what is added. All these names begin with a prefix that
 * the program does not have; after it stand:
 *
 *	r, g, n		records, regions and the number of the launch (sanitize-format.h)
 *	R		all memory of the launch, in private memory
 *	L, y, e, P	local, global, constant and private memory for accesses that are redirected
 *	p		the parameters for r, g and n
 *	d, D		these, L and P, if accesses are redirected; without and with R
 *	k, K		the arguments for these
 *	h, H		the same for a check, which always takes four
 *	z0, z1 ...	the hidden sizes
 *	l1, s1, i1	of a parameter or object: its start, its size, and what records call it;
 *			b(1) stands for the three
 *	v, x, m		sets them, of a holder; sets those it is to have; and makes these those it
 * has a, o		these three of a pointer that comes from anywhere, and that is not judged
 *	t1, u1		the number of elements and the stride of a copy
 */
#ifndef CLROUTER_REWRITER_REWRITING_H
#define CLROUTER_REWRITER_REWRITING_H

#include "rewriter/edits.h"
#include "rewriter/function-plan.h"
#include "rewriter/source-lines.h"
#include "rewriter/tree.h"
#include "sanitize/sites.h"

/* One unit of a program. */
struct rewriting {
	struct program_tree *tree;
	struct function_plan *plan; /* of the whole program */
	size_t unit, unit_count;    /* its number, from 0, and how many there are */
	bool redirects;		    /* bad accesses are made elsewhere */
	size_t first_object;	    /* the number of its first object there */
	size_t first_site;	    /* the number of its first place in the table of the program */
	size_t all_sites;	    /* the places of the program, when all edits are written */
	struct edits edits;
	struct source_lines lines;
	const char *prefix;
	struct sites_site *sites;
	size_t site_count;
	struct sites_object *objects;		     /* in the arena of the edits */
	const struct tree_declaration **object_keys; /* of them */
	size_t object_count;
	struct growing_text head;	   /* of the function that is being written: declarations */
	struct tree_declaration **globals; /* objects of the program that this function names */
	size_t global_count;
};

/* Adds a place that is checked. Returns its number. */
size_t rewriting_add_site(struct rewriting *rewriting, const struct tree_function *function,
			  const struct memory_use *use, const struct tree_node *node);

/* The same for an index of the array NODE of LENGTH elements; its name is OBJECT. */
size_t rewriting_add_index(struct rewriting *rewriting, const struct tree_function *function,
			   const struct memory_use *use, const char *object, size_t length);

/* What records call OBJECT, a variable that is not in private memory. */
unsigned rewriting_add_object(struct rewriting *rewriting, const struct tree_declaration *object);

/* The name of TYPE as people write it: "global const float *". */
const char *rewriting_type_name(struct arena *arena, const struct tree_type *type);

/* The text of NODE without line breaks, of at most a line. */
const char *rewriting_text(struct rewriting *rewriting, const struct tree_node *node);

/* Adds to EDIT the bounds of SOURCE, three arguments, as FUNCTION has them, for a pointer to SPACE;
 * if they do not fit it, it is not judged. */
void rewriting_add_bounds(struct rewriting *rewriting, struct edit *edit,
			  const struct tree_function *function, struct tree_source source,
			  enum tree_space space);

/* Makes sure that FUNCTION, which is being written, has the bounds of OBJECT. False: it cannot. */
bool rewriting_name_object(struct rewriting *rewriting, const struct tree_function *function,
			   struct tree_declaration *object);

#endif
