/* SPDX-License-Identifier: Apache-2.0 */
/*
 * advice: the findings that are about no condition of rules.list, and how findings are mended; the
 * tables are made from advice.list. Keeps no state; any thread may call.
 */
#ifndef CLROUTER_LAYERS_VALIDATION_REPORT_ADVICE_H
#define CLROUTER_LAYERS_VALIDATION_REPORT_ADVICE_H

#include "layers/validation/checks/check.h"
#include "layers/validation/report/advice-table.h"

enum level {
	LEVEL_ERROR,		/* the specification does not allow it */
	LEVEL_WARNING,		/* undefined: works on this driver, not on others */
	LEVEL_LIMIT,		/* near a limit of the device, or above what every device has */
	LEVEL_PERFORMANCE,	/* right, and slow */
	LEVELS
};

struct advice {
	const char *id;
	enum level level;
	const char *section;
	const char *expected;
	const char *mend;
};

struct advice_check {
	check_fn *check;
	const char *mend;
};

extern const struct advice advice[ADVICE_COUNT];
extern const struct advice_check advice_checks[]; /* NULL after the last one */

#endif
