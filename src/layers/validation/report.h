/* SPDX-License-Identifier: Apache-2.0 */
/*
 * report: one line for each finding, and a count at the end. A finding is written once for each
 * place in the program and rule. Called with the layer's lock held.
 *
 *	clrouter: validation: LEVEL: ID: FUNCTION: CODE:
 *		PARAMETER = VALUE: expected TEXT; OTHER = VALUE, ...
 *
 * The parameters at the end are the others that were looked at.
 */
#ifndef CLROUTER_LAYERS_VALIDATION_REPORT_H
#define CLROUTER_LAYERS_VALIDATION_REPORT_H

#include "layers/validation/check.h"

/* Findings go to the file PATH (see output-file.h); NULL is standard error. */
void validation_report_start(const char *path);

/* CALL breaks RULE, as TEST says. */
void validation_report(const struct call *call, const struct rule *rule,
		       const struct rule_test *test);

/* In a forked child: findings that came again before the fork did so in the parent. */
void validation_report_clear(void);

/* Writes how often findings came that were written once, and closes the file. */
void validation_report_end(void);

#endif
