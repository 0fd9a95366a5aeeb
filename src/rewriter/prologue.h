/* SPDX-License-Identifier: Apache-2.0 */
/* prologue: the functions and macros that the checks in a rewritten program use. */
#ifndef CLROUTER_REWRITER_PROLOGUE_H
#define CLROUTER_REWRITER_PROLOGUE_H

#include "rewriter/rewriting.h"

/* A check gives an array this bit instead of its number, and the size of an element in the others.
 */
#define PROLOGUE_ARRAY 0x80000000u

/* In place of a number: the pointer comes from anywhere; and it is not judged. Their size is 0. */
#define PROLOGUE_ANYWHERE 0x40000000u
#define PROLOGUE_UNJUDGED 0x40000001u

/* Programs with more places that are checked get checks that are not inlined, as compilers would
 * take minutes. */
#define PROLOGUE_INLINED 1000

/* Adds what comes before the program, and after it, to TEXT. */
void prologue_add_start(const struct rewriting *rewriting, struct growing_text *text);
void prologue_add_end(const struct rewriting *rewriting, struct growing_text *text);

#endif
