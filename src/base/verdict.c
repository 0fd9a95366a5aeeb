/* SPDX-License-Identifier: Apache-2.0 */
/* verdict: see verdict.h. */
#include "base/verdict.h"

static const struct {
	const char *id;
	const char *text;
	const char *advice;
	enum log_blame blame;
	bool is_expected;
} reasons[] = {
#define X(name, id, blame, expected, text, advice) \
	[REASON_##name] = { id, text, advice, LOG_BLAME_##blame, expected },
	REASONS(X)
#undef X
	[REASON_COUNT] = { "?", "?", "?", LOG_BLAME_NOBODY, true },
};

void verdict_log(const struct verdict *verdict, enum log_topic topic, const char *name)
{
	enum reason reason = verdict->reason;
	enum log_level level = reason_is_expected(reason) ? LOG_INFO : LOG_WARNING;
	const char *detail = verdict->detail;

	/*
	 * A name may be longer than a line. The precision keeps space for the reason after it.
	 * The code 0 stands for none, and with a precision of 0 printf() writes no digit for it.
	 */
	log_line(level, topic, reason_blame(reason), "%.1000s: %s%s%.500s%s%.0d%s; %s", name,
		 reason_text(reason), detail ? ": " : "", detail ? detail : "",
		 verdict->code ? " [" : "", verdict->code, verdict->code ? "]" : "",
		 reason_advice(reason));
}

void verdict_set(struct verdict *verdict, enum log_topic topic, const char *name,
		 enum reason reason, int code, const char *detail)
{
	verdict->reason = reason;
	verdict->code = code;
	verdict->detail = detail;
	verdict_log(verdict, topic, name);
}

const char *reason_id(enum reason reason)
{
	return reasons[reason].id;
}

const char *reason_text(enum reason reason)
{
	return reasons[reason].text;
}

const char *reason_advice(enum reason reason)
{
	return reasons[reason].advice;
}

enum log_blame reason_blame(enum reason reason)
{
	return reasons[reason].blame;
}

bool reason_is_expected(enum reason reason)
{
	return reasons[reason].is_expected;
}
