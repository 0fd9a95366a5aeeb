/* SPDX-License-Identifier: Apache-2.0 */
/*
 * validation-cases: reads rules.list and validation-cases.list.
 *
 * The lines of validation-cases.list:
 *
 *	default PARAM=VALUE ...		arguments of all functions
 *	for FUNCTION PARAM=VALUE ...	arguments of one function, where they differ
 *	case ID PARAM=VALUE ...		a call that breaks the rule ID
 *	case64 ID PARAM=VALUE ...	the same, which only a size_t of 64 bits can
 *	inside ID PARAM=VALUE ...	a call that breaks the rule ID if a callback makes it
 *	lawful FUNCTION PARAM=VALUE ...	one more call that is allowed
 *	doubt ID PARAM=VALUE ...	a call that breaks the rule ID if the driver says so
 *
 * A VALUE is a number or a name of validation-objects.c; what no line sets is 0.
 */
#ifndef VALIDATION_CASES_H
#define VALIDATION_CASES_H

#include <stdbool.h>

/* A call, and the rule that it breaks. */
struct validation_case {
	const char *function;
	const char *words;	/* its arguments, for words_call() */
	const char *id;		/* of the rule; NULL: none, the call is allowed */
	const char *code;	/* of the rule, "-": none */
	bool is_inside;		/* only if a callback makes the call */
	bool is_doubtful;	/* only if the driver refuses the call with this code */
};

/* Calls RUN with each case, and fails for a rule that is checked and has none. */
void cases_run(void (*run)(const struct validation_case *one));

/* Calls RUN with each allowed call: the call of each function with a case, and the lawful ones. */
void cases_run_allowed(void (*run)(const struct validation_case *one));

#endif
