/* SPDX-License-Identifier: Apache-2.0 */
/*
 * finding: one thing that doctor found: how bad it is, an identifier that never changes, and
 * facts and cures, each on a line of its own. This module collects findings and writes them,
 * problems first. It examines nothing.
 */
#ifndef CLROUTER_TOOL_DOCTOR_FINDING_H
#define CLROUTER_TOOL_DOCTOR_FINDING_H

#include <stdbool.h>
#include <stddef.h>

#include "base/arena.h"
#include "table/output.h"

/* In the order in which they are written. */
enum finding_level {
	FINDING_PROBLEM,	/* exit status 1 */
	FINDING_WARNING,
	FINDING_GOOD,		/* a driver that works */
	FINDING_OFF,		/* left out on purpose */
	FINDING_LEVELS,
};

struct finding_fact {
	struct finding_fact *next;
	const char *key;
	const char *text;
};

struct finding {
	struct finding *next;
	const char *subject;	/* a file, a library, a variable */
	const char *id;
	const char *text;
	struct finding_fact *facts;
	struct arena *arena;
};

struct findings {
	struct finding *first[FINDING_LEVELS];
	size_t count[FINDING_LEVELS];
	struct finding none;	/* takes the facts of findings that there is no memory for */
	struct arena *arena;
};

void findings_init(struct findings *findings, struct arena *arena);

/* Never NULL. SUBJECT and ID must live as long as the arena. */
__attribute__((format(__printf__, 5, 6))) struct finding *
finding_add(struct findings *findings, enum finding_level level, const char *subject,
	    const char *id, const char *format, ...);

/* Adds a fact, one line; KEY is a string constant. */
__attribute__((format(__printf__, 3, 4)))
void finding_fact(struct finding *finding, const char *key, const char *format, ...);

/* The same, unless FINDING has this very line. */
__attribute__((format(__printf__, 3, 4)))
void finding_fact_once(struct finding *finding, const char *key, const char *format, ...);

/* Adds a fact with the key "cure", unless FINDING has this very line. */
__attribute__((format(__printf__, 2, 3))) void finding_cure(struct finding *finding,
							    const char *format, ...);

/* Does FINDING have a line with this key? */
bool finding_has(const struct finding *finding, const char *key);

/* All of them, the worst first, as an object of JSON. */
void findings_write(const struct findings *findings, struct output *output);

/* The same, as members of the object that is open. */
void findings_write_members(const struct findings *findings, struct output *output);

#endif
