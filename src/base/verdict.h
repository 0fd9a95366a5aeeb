/* SPDX-License-Identifier: Apache-2.0 */
/*
 * verdict: whether a file, library, platform or layer is accepted, and if not, why: a reason from
 * the table in reason.h, an error code and a detail. Log, tool and tests read it.
 *
 * Only the thread that initialises the loader writes verdicts. Afterwards they do not change.
 */
#ifndef CLROUTER_BASE_VERDICT_H
#define CLROUTER_BASE_VERDICT_H

#include <stdbool.h>

#include "base/log.h"
#include "base/reason.h"

struct verdict {
	enum reason reason;
	int code;		/* an errno (positive), an OpenCL error code (negative), or 0 */
	const char *detail;	/* for example a symbol, a line of a file, a library; or NULL */
};

/*
 * Sets the verdict and logs it; call it once for each verdict. NAME is what the message calls the
 * file, library, platform or layer, and is not kept. DETAIL is not copied: it must live as long as
 * the verdict.
 */
void verdict_set(struct verdict *verdict, enum log_topic topic, const char *name,
		 enum reason reason, int code, const char *detail);

/* Logs a verdict that was set without a message, before log_setup(). */
void verdict_log(const struct verdict *verdict, enum log_topic topic, const char *name);

/* The columns of the table in reason.h, in static storage. REASON_COUNT gives "?" and true. */
const char *reason_id(enum reason reason);
const char *reason_text(enum reason reason);
const char *reason_advice(enum reason reason);
enum log_blame reason_blame(enum reason reason);
bool reason_is_expected(enum reason reason);

#endif
