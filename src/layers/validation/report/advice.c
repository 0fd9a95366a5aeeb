/* SPDX-License-Identifier: Apache-2.0 */
/*
 * advice: see advice.h.
 */
#include "layers/validation/report/advice.h"

const char *advice_for(const struct rule *rule, const struct rule_test *test)
{
	for (const struct advice_rule *one = advice_rules; one->id != NULL; one++)
		if (strcmp(one->id, rule->id) == 0)
			return one->mend;
	for (const struct advice_check *one = advice_checks; one->check != NULL; one++)
		if (one->check == test->check)
			return one->mend;
	return NULL;
}
