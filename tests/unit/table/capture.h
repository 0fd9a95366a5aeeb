/* SPDX-License-Identifier: Apache-2.0 */
/*
 * capture: an output of clrouter whose bytes a test can read. Its memory is freed when the process
 * of the test ends.
 */
#ifndef CLROUTER_TESTS_UNIT_TABLE_CAPTURE_H
#define CLROUTER_TESTS_UNIT_TABLE_CAPTURE_H

#include "table/output.h"

struct capture {
	struct output output;
	char *text;
	size_t size;
};

/* Starts to capture, in the form FORM. */
void capture_init(struct capture *capture, enum output_form form);

/* The text that was written so far; valid until more is written. */
const char *capture_text(struct capture *capture);

void capture_done(struct capture *capture);

#endif
