/* SPDX-License-Identifier: Apache-2.0 */
/*
 * validation-cases: reads rules.list and validation-cases.list, and runs the cases.
 *
 * The lines of validation-cases.list:
 *
 *	default PARAM=VALUE ...		arguments of all functions
 *	for FUNCTION PARAM=VALUE ...	arguments of one function, where they differ
 *	case ID PARAM=VALUE ...		a call that breaks the rule ID
 *	case64 ID PARAM=VALUE ...	the same, which only a size_t of 64 bits can
 *	inside ID PARAM=VALUE ...	a call that breaks the rule ID if a callback makes it
 *	lawful FUNCTION PARAM=VALUE ...	one more call that is allowed
 *
 * A VALUE is a number or a name of validation-objects.c; what no line sets is 0.
 */
#ifndef VALIDATION_CASES_H
#define VALIDATION_CASES_H

/* Runs all cases, and fails for a rule that is checked and has none. */
void cases_run(void);

#endif
