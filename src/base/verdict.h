/* SPDX-License-Identifier: Apache-2.0 */
/*
 * verdict: what became of a file, library, platform or layer: a reason from the table in
 * reason.h, with an error code and a detail. Log, tool, manual and tests read it.
 *
 * A verdict is written by the initialising thread only.
 */
#ifndef CLROUTER_BASE_VERDICT_H
#define CLROUTER_BASE_VERDICT_H

#include <stdbool.h>

#include "base/log.h"
#include "base/reason.h"

struct verdict {
	enum reason reason;
	int code;		/* errno or OpenCL error code; 0: none */
	const char *detail;	/* which symbol, line, library; NULL: none */
};

/*
 * Sets the verdict and logs it once, under the name NAME. DETAIL must live as long as the
 * verdict; NULL for none. CODE is an errno or an OpenCL error code, 0 for none.
 */
void verdict_set(struct verdict *verdict, enum log_topic topic, const char *name,
		 enum reason reason, int code, const char *detail);

/* Logs a verdict that was set before there was a log. */
void verdict_log(const struct verdict *verdict, enum log_topic topic, const char *name);

/* The columns of reason.h. */
const char *reason_id(enum reason reason);
const char *reason_text(enum reason reason);
const char *reason_advice(enum reason reason);
enum log_blame reason_blame(enum reason reason);
bool reason_is_expected(enum reason reason);

#endif
