/* SPDX-License-Identifier: Apache-2.0 */
/*
 * validation-words: calls whose arguments are words, "PARAM=VALUE ...", and the steps that make the
 * objects of extensions by such calls.
 */
#ifndef VALIDATION_WORDS_H
#define VALIDATION_WORDS_H

#include <stdbool.h>
#include <stdint.h>

/* The slot of the function NAME, the newest one if an extension has had several. */
unsigned words_slot(const char *name);

/* WORDS are arguments of FUNCTION from now on; of all functions if it is empty. Changes WORDS. */
void words_set(const char *function, char *words);

/*
 * Without memory the layer cannot read which versions of extensions there are, so it does not see
 * calls of their functions: that is no failure if this is set.
 */
extern bool words_may_be_unseen;

/* Calls the function in SLOT through the layer with WORDS and what was set. */
void words_call(unsigned slot, const char *words, uint64_t *result);

/*
 * Steps are done at each start of the layer, in their order:
 *
 *	make NAME FUNCTION PARAM=VALUE ...	NAME is the object that the call returns
 *	call FUNCTION PARAM=VALUE ...
 *	take NAME VALUE				NAME is the handle that is stored at the pointer VALUE
 *	array NAME VALUE ...			NAME is an array of pointers
 *	list NAME VALUE ...			NAME is an array of numbers of 64 bits; 0 follows
 *	words NAME VALUE ...			NAME is an array of numbers of 32 bits; 0 follows
 *	number NAME VALUE			NAME is the number VALUE
 *	image NAME VALUE ...			NAME is a cl_image_desc
 *	config NAME VALUE ...			NAME is a cl_mutable_dispatch_config_khr
 */
bool words_is_step(const char *word);
void words_add_step(const char *line);
void words_run_steps(void);

#endif
