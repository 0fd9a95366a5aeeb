/* SPDX-License-Identifier: Apache-2.0 */
/*
 * option: the settings of a layer. Each is an environment variable, and option.NAME in the
 * layer's section of layers.conf, which is weaker. In secure execution no variable counts, and
 * no setting that names a file: nobody may make a privileged program write files or hide its
 * devices. Takes no lock. All functions that read settings are for the layer's start function:
 * the loader answers there only.
 */
#ifndef CLROUTER_LAYERS_FRAME_OPTION_H
#define CLROUTER_LAYERS_FRAME_OPTION_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/common/word-list.h"
#include "config/known-options.h"

#define OPTION_SHORT 1024	/* bytes */

struct option {
	const struct known_option *known;
	bool is_from_file;	/* set by the functions that read it: the variable is not set */
};

/* The value of a struct option that was not read yet; ID is of known-options.h. */
#define OPTION(id) { .known = &known_options[KNOWN_##id] }

/*
 * The value of OPTION, NULL if it is not set. The text belongs to the environment, which the
 * program may change at any time, or to the loader, until the start function returns.
 */
const char *option_text(struct option *option);

/* The same; an empty variable counts as not set, and if nothing is set it is FALLBACK. */
const char *option_word(struct option *option, const char *fallback);

/* The same for the name of a file; NULL if it is not set, and in secure execution. */
const char *option_file(struct option *option);

/* yes, true, on or 1 in any case? FALLBACK if it is not set; another word is reported. */
bool option_flag(struct option *option, bool fallback);

/* The index of its word in the table. 0 if it is not set; another word is reported. */
unsigned option_choice(struct option *option);

/* A number from 1 to MOST; another word is reported, and then it is FALLBACK, as if it is not set. */
uint64_t option_number(struct option *option, uint64_t most, uint64_t fallback);

/*
 * Writes to standard error that OPTION has VALUE, and WHAT is wrong with that: one line. For what
 * would otherwise have no effect that anybody sees.
 */
void option_complain(const struct option *option, const char *value, const char *what);

/*
 * Does the environment variable VARIABLE, "NAME=VALUE", concern OpenCL loaders, layers and drivers?
 * Others are the user's own.
 */
bool option_concerns_opencl(const char *variable);

/*
 * A layer's copy of a setting, in static storage. No text of it is ever freed, also when the layer
 * is started again: other threads may still be in its functions, and read one. Any thread may load
 * `text`. All zero is none.
 */
struct option_copy {
	_Atomic(const char *) text;	/* NULL: none */
	struct option_longer *longer;	/* texts that do not fit below, the last one first */
	char short_text[OPTION_SHORT];	/* its last byte is always NUL */
};

/*
 * Copies TEXT, which may be NULL, in place of what COPY had. False: there is no memory, and COPY
 * has none. For one thread at a time, as START of a layer is called.
 */
bool option_keep(struct option_copy *copy, const char *text);

/*
 * Reports each word of LIST, the value of OPTION, that does not fit WHAT, the set of all things
 * that could be selected. Empty words are left out.
 */
void option_check_words(const struct option *option, const char *list, word_list_fits *fits,
			const void *what);

#endif
