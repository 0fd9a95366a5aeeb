/* SPDX-License-Identifier: Apache-2.0 */
/*
 * choice: what the running program chooses before the loader starts: a list of layers, and options
 * of layers. include/clrouter/loader.h is the contract with the program. This module checks and
 * keeps the texts; it does not know what they mean.
 *
 * Any thread may call these functions at any time. There is no lock, which a thread could hold when
 * another one forks. A choice is complete before any other thread can see it, and it is either
 * refused or part of what choice_close() returns.
 */
#ifndef CLROUTER_CONFIG_CHOICE_H
#define CLROUTER_CONFIG_CHOICE_H

/* The texts of a choice. For the list of layers, the names of layer and option are "". */
enum choice_text { CHOICE_LAYER, CHOICE_OPTION, CHOICE_VALUE, CHOICE_TEXTS };

/* One choice; it does not change. */
struct choice {
	const struct choice *next;	/* the one before it; NULL: it was the first */
	const char *texts[CHOICE_TEXTS];
};

#define CHOICE_MOST 65535		/* bytes of one text */

enum choice_result {
	CHOICE_TAKEN,
	CHOICE_UNREADABLE,	/* a text is NULL or too long, or has a control character */
	CHOICE_LATE,		/* choice_close() was called before */
	CHOICE_NO_MEMORY,
};

/* Adds a choice. The texts are copied. */
__attribute__((cold))
enum choice_result choice_add(const char *const texts[CHOICE_TEXTS]);

/*
 * Returns all choices, the last one first, and lets choice_add() refuse further ones. NULL if there
 * are none, and from the second call on.
 */
const struct choice *choice_close(void);

/* Frees what choice_close() returned, if nobody is to read it. */
__attribute__((cold))
void choice_free(const struct choice *choices);

/* The value of the last choice in CHOICES for OPTION of LAYER. NULL if there is none. */
const char *choice_find(const struct choice *choices, const char *layer, const char *option);

#endif
