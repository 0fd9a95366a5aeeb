/* SPDX-License-Identifier: Apache-2.0 */
/*
 * seed: a pair of kernels for the sanitizer's tests, as a file of tests/sanitize/seeds has it:
 * "faulty" has one fault, "lawful" is its neighbour. A seed begins with a line "// === NAME: TEXT";
 * lines that say how it is launched follow:
 *
 *	// arg buffer TYPE COUNT	numbers 0, 1, 2 ... in memory with space on both sides
 *	// arg wide TYPE COUNT		the same, with 32 GiB of address space on both sides
 *	// arg sub TYPE COUNT FIRST ALL	a part of a buffer of ALL
 *	// arg subof ARG TYPE COUNT FIRST	a part of the buffer of an argument before it
 *	// arg same ARG			the buffer of an argument before it
 *	// arg null			a buffer that is NULL
 *	// arg local BYTES
 *	// arg svm TYPE COUNT [FIRST]	shared virtual memory, from its element FIRST on
 *	// arg list TYPE COUNT		one with two pointers to others, of COUNT each
 *	// arg int NUMBER
 *	// arg bytes COUNT		a structure of zeros
 *	// run SIZE[xSIZE[xSIZE]] [local SIZE...] [offset NUMBER]	without: 32 work-items
 *	// options TEXT			of the build; SEEDS stands for the folder
 *	// private			with option.private
 *	// needs WORD			fp64, fp16, svm, generic, atomics or cpu
 *
 * The line with the fault, of the seed or of a file that it includes, ends with
 *
 *	//! ACCESS BYTES [@OFFSET/SIZE] xCOUNT OBJECT [line FILE:LINE]: EXPRESSION
 *
 * in which "*" stands for any number, and for any rest at the end of the expression. OBJECT is
 * "argument NUMBER", "nearest NUMBER" (the argument whose memory is nearest, as its origin is not
 * known), "array NAME", "object NAME" (an array or variable that a function gets), or the name of
 * an address space if the object need not be known.
 */
#ifndef TESTS_SANITIZE_SEED_H
#define TESTS_SANITIZE_SEED_H

#include <stdbool.h>
#include <stddef.h>

#define SEED_ARGUMENTS 4
#define SEED_TEXT 256

enum seed_kind {
	SEED_BUFFER,
	SEED_WIDE,
	SEED_SUB,
	SEED_SUBOF,
	SEED_SAME,
	SEED_NULL,
	SEED_LOCAL,
	SEED_SVM,
	SEED_LIST,
	SEED_INT,
	SEED_BYTES,
};

struct seed_argument {
	enum seed_kind kind;
	char type[16];
	size_t count;  /* of elements or bytes; the number of an int */
	size_t first;  /* element */
	size_t all;    /* elements of the parent */
	unsigned from; /* which argument's buffer it is */
};

/* What a finding has to say; texts may be "*". */
struct seed_fault {
	char access[16];
	char bytes[16];
	char offset[24];
	char size[24];
	char count[16];
	char object[16]; /* "argument", "array", or an address space */
	char which[64];	 /* its number or name */
	char file[64];	 /* empty: the program itself */
	unsigned line;
	char expression[SEED_TEXT];
};

struct seed {
	char name[64];
	char *source;
	char options[SEED_TEXT];
	char needs[16];
	bool is_private;
	unsigned dimensions;
	size_t global[3];
	size_t local[3]; /* 0: the driver chooses */
	size_t offset;
	unsigned argument_count;
	struct seed_argument arguments[SEED_ARGUMENTS];
	struct seed_fault fault;
};

/* The text of the file PATH, to be freed; NULL: it cannot be read. */
char *seed_read(const char *path);

/*
 * Reads the next seed from *TEXT, of a file in FOLDER, and moves *TEXT past it; seed->source is
 * to be freed. False: there is none. A seed that is wrong ends the program, with a message.
 */
bool seed_next(struct seed *seed, const char **text, const char *folder);

#endif
