/* SPDX-License-Identifier: Apache-2.0 */
/*
 * report: one line for each finding, and a count at the end. A finding is written once for each
 * place in the program and rule. Called with the layer's lock held.
 *
 *	clrouter: validation: LEVEL: ID: FUNCTION: CODE: PARAMETER = VALUE: expected TEXT
 */
#ifndef CLROUTER_LAYERS_VALIDATION_REPORT_H
#define CLROUTER_LAYERS_VALIDATION_REPORT_H

#include "layers/validation/check.h"

/* Findings go to the file PATH (see output-file.h); NULL is standard error. */
void validation_report_start(const char *path);

/* CALL breaks RULE. */
void validation_report(const struct call *call, const struct rule *rule);

/* Writes how often findings came that were written once, and closes the file. */
void validation_report_end(void);

#endif
