/* SPDX-License-Identifier: Apache-2.0 */
/*
 * doubts: findings that only the driver can confirm. A value in a vendor's range may be right for
 * this driver, and a driver may answer nonsense when it is asked how many arguments a kernel has.
 * Such a doubt is kept in the call. If the driver then refuses the call with the error code of the
 * rule, the finding is written; if it accepts the call or gives another code, nothing is.
 *
 * A doubt belongs to one call of one thread, and needs no lock.
 */
#ifndef CLROUTER_LAYERS_VALIDATION_DOUBTS_H
#define CLROUTER_LAYERS_VALIDATION_DOUBTS_H

#include "layers/validation/checks/check.h"

/*
 * CALL fails a test of RULE. The one that it fails for certain; NULL: it is doubtful that it breaks
 * the rule. Asks the checks again.
 */
const struct rule_test *doubts_certain(const struct call *call, const struct rule *rule);

/* Notes that CALL may break RULE, as TEST of it says. A doubt too many is forgotten. */
void doubts_add(struct call *call, const struct rule *rule, const struct rule_test *test);

/* CALL is about to be passed on: makes the driver say its error code if there is a doubt. */
void doubts_before(struct call *call);

/* The same call returned *RESULT, with a doubt. Writes a finding, so no lock may be held. */
void doubts_after(struct call *call, const void *result);

/* The same if this layer answered with CODE in place of the driver. */
void doubts_settle(const struct call *call, cl_int code);

#endif
