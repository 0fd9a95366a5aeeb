/* SPDX-License-Identifier: Apache-2.0 */
/*
 * finding-lines: how the findings of a layer look, and where they go: lines of text, or one object
 * of JSON for each finding. What a finding is about is the layer's, which hands it over as text, or
 * as members of the object. The lines of text are
 *
 *	clrouter: LAYER: LEVEL: ID: TEXT; called at PLACE
 *	clrouter: LAYER:     WHAT: TEXT			a detail
 *	clrouter: LAYER: LEVEL: ID: COUNT times at one place: PLACE
 *	clrouter: LAYER: COUNT findings
 *
 * and an object is {"level":..., "id":..., KEY:NAME, ..., "process":...}.
 *
 * One layer, one output. Called with the layer's lock held, unless a function says otherwise.
 */
#ifndef CLROUTER_LAYERS_FRAME_FINDING_LINES_H
#define CLROUTER_LAYERS_FRAME_FINDING_LINES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/common/line.h"
#include "layers/frame/repeats.h"

#define FINDING_PLACE 4096 /* bytes; names of functions of C++ are long */

/* What each form of a finding begins with. */
struct finding_head {
	const char *level;
	const char *id;
	const char *key;  /* the member that says what it is about, for example "function" */
	const char *name; /* the value of that member */
};

/*
 * For the layer's start: opens the file PATH, or standard error (output-file.h), and the file
 * STATUS for other processes, and says there that LAYER has started (status.h).
 */
void finding_start(const char *layer, const char *path, const char *status, bool is_json);

/* For its end: closes them, and forgets the places that were looked up (place.h). */
void finding_end(void);

/*
 * A mistake of the program was found: says so to other processes. The first one stops the process
 * if the user wants that, when the layer calls stop_now() without its lock.
 */
void finding_note_mistake(void);

/* Writes the place of a call in the program to TEXT; empty if SITE is NULL. Needs no lock. */
void finding_ask_place(char text[FINDING_PLACE], const void *site);

/*
 * Begin the line that is returned: of a finding, in either form; of a detail, and of any other
 * line, as text only. The caller adds to it until finding_write().
 */
struct line *finding_begin(const struct finding_head *head);
struct line *finding_begin_detail(const char *what);
struct line *finding_begin_text(void);

/* Ends the line and writes it. An object that is too long is written with its first members only.
 */
void finding_write(void);

/* Adds a place of the program: "; WHAT at PLACE" or the member KEY; nothing if PLACE is empty. */
void finding_add_place(struct line *line, const char *what, const char *key, const char *place);

/* Adds the member KEY to an object; nothing if TEXT is NULL or empty. */
void finding_add_member(struct line *line, const char *key, const char *text);
void finding_add_number(struct line *line, const char *key, int64_t number);

/* Adds the frames of a stack, except the layer's own, as the member KEY, a list. */
void finding_add_stack(struct line *line, const char *key, void *const *frames, int depth);

/* Writes the frames of a stack, except the layer's own, as details "WHAT: PLACE". */
void finding_write_stack(const char *what, void *const *frames, int depth);

/* Writes a line about a finding that came more than once. */
void finding_write_count(const struct finding_head *head, const struct repeat *repeat);

/*
 * Writes the last line, as text only: how many findings there were, and what MORE says. That there
 * is none is not written to a file that the program has opened as standard error meanwhile.
 */
void finding_write_end(size_t findings, const char *more);

#endif
