/* SPDX-License-Identifier: Apache-2.0 */
/*
 * doubts: see doubts.h.
 */
#include "layers/validation/doubts.h"

#include "base/array.h"
#include "layers/validation/report/finding-report.h"
#include "layers/validation/validation-own.h"

const struct rule_test *doubts_certain(const struct call *call, const struct rule *rule)
{
	for (const struct rule_test *test = rule->tests; test->check; test++) {
		struct rule_test lenient = *test;

		lenient.is_lenient = true;
		if (!test->check(call, &lenient))
			return test;
	}
	return NULL;
}

void doubts_add(struct call *call, const struct rule *rule, const struct rule_test *test)
{
	struct validation_own *own = validation_own(call);

	if (own->doubt_count == ARRAY_SIZE(own->doubts))
		return;
	own->doubts[own->doubt_count++] = (struct doubt){
		.rule = (unsigned char)(rule - &rules[rules_first[call->slot]]),
		.test = (unsigned char)(test - rule->tests),
	};
}

/* Where the function of CALL stores its error code; NULL: it returns it, or it has none. */
static cl_int **errcode_of(const struct call *call)
{
	const struct signature *function = &signatures[call->slot];

	return function->has_errcode ? call->values[function->param_count - 1] : NULL;
}

void doubts_before(struct call *call)
{
	cl_int **errcode = validation_own(call)->doubt_count > 0 ? errcode_of(call) : NULL;

	if (!errcode || *errcode)
		return;
	validation_own(call)->errcode = CL_SUCCESS;
	*errcode = &validation_own(call)->errcode;
}

void doubts_settle(const struct call *call, cl_int code)
{
	const struct rule *rule;

	for (unsigned i = 0; i < validation_own(call)->doubt_count; i++) {
		rule = &rules[rules_first[call->slot] + validation_own(call)->doubts[i].rule];
		if (!rule->code_name || rule->code != code ||
		    !report_wants(LEVEL_ERROR, rule->id))
			continue;
		report_rule(call, rule, &rule->tests[validation_own(call)->doubts[i].test]);
		return;
	}
}

void doubts_after(struct call *call, const void *result)
{
	cl_int **errcode;

	if (signatures[call->slot].result.kind == PARAM_NAMES) {
		doubts_settle(call, *(const cl_int *)result);
		return;
	}
	/* Only a function that returns NULL has certainly stored why. */
	errcode = errcode_of(call);
	if (errcode && *errcode && !*(void *const *)result)
		doubts_settle(call, **errcode);
}
