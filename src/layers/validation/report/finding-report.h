/* SPDX-License-Identifier: Apache-2.0 */
/*
 * finding-report: writes findings, each once for a place in the program and an id, and counts at the end.
 * The lines are
 *
 *	clrouter: validation: LEVEL: ID: FUNCTION: CODE:
 *		PARAMETER = VALUE: expected TEXT; OTHER = VALUE, ...; called at PLACE
 *
 * The other parameters are those that were looked at, too. If details are wanted, lines that begin
 * with "clrouter: validation:     " follow. As JSON, a finding is one object on one line.
 */
#ifndef CLROUTER_LAYERS_VALIDATION_REPORT_FINDING_REPORT_H
#define CLROUTER_LAYERS_VALIDATION_REPORT_FINDING_REPORT_H

#include "layers/validation/checks/check.h"
#include "layers/validation/report/advice.h"

#define PROBLEM_PARAMS (RULE_PARAMS + 1)

/* What a finding says. The texts are not copied, and must stay until the report is made. */
struct problem {
	enum level level;
	const char *id;
	const char *code;	/* the name of the error code, NULL: none */
	const char *section;
	const char *since;	/* NULL: not known */
	const char *expected;
	const char *mend;	/* NULL: not known */
	const struct call *call; /* NULL: the program has ended */
	const void *site;	/* the place in the program; report_add() sets it */
	unsigned int slot;	/* the function */
	unsigned char params[PROBLEM_PARAMS]; /* the first one is named first */
	unsigned char param_count;
	const char *subject;	/* what it is about, if it is about no parameter; NULL: an event */
	const char *found;	/* more that was found; NULL: nothing */
	const char *explained;	/* a sentence about what was found; NULL: there is none */
	const struct rule_test *test; /* that the call fails; NULL: it is about no rule */
	const void *other_site;	/* the place of another call that it is about; NULL: none */
};

/* Reads the options. The last line says what was not looked for: races, or kinds of arguments. */
void report_start(bool finds_races, bool has_arg_info);

/* Does the user want findings with ID of LEVEL? */
bool report_wants(enum level level, const char *id);

/* CALL breaks RULE, as TEST says. Asks the driver for names, so no lock may be held. */
void report_rule(const struct call *call, const struct rule *rule, const struct rule_test *test);

/* The problem that ADVICE_NAME describes, about CALL, which may be NULL. */
struct problem report_problem(enum advice_name name, const struct call *call);

/*
 * Reports it about the parameters FIRST and, unless it is the same, SECOND, with what was FOUND, or
 * NULL, as report_add() does.
 */
void report_advice(enum advice_name name, const struct call *call, unsigned first, unsigned second,
		   const char *found);

/* Reports PROBLEM if it is wanted. Asks the driver for names, so no lock may be held. */
void report_add(struct problem *problem);

/*
 * The same, for the end: it is about no call, and the layer's lock is held. STACK is the stack of
 * the call at its place, or NULL; findings with a stack are not merged.
 */
void report_add_last(const struct problem *problem, struct stack *stack);

/* In a forked child, with the lock held: the findings so far were the parent's. */
void report_clear(void);

/*
 * With the lock held: writes how often findings came, how many there were and what was not looked
 * for, and closes the file.
 */
void report_end(void);

#endif
