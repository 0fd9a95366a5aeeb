/* SPDX-License-Identifier: Apache-2.0 */
/*
 * verdict: see verdict.h. The reasons' texts are one array of characters, not a table
 * of pointers: each pointer would be a relocation in every program.
 */
#include "base/verdict.h"

#include <string.h>

void verdict_log(const struct verdict *verdict, enum log_topic topic, const char *name)
{
	enum reason reason = verdict->reason;
	enum log_level level = reason_is_expected(reason) ? LOG_INFO : LOG_WARNING;
	const char *detail = verdict->detail;

	/*
	 * A name may be longer than a line: the reason must not be what is cut off. No code
	 * is 0, of which no digit is written.
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
	switch (reason) {
#define X(name, id, blame, expected, text, advice) case REASON_##name: return id;
	REASONS(X)
#undef X
	case REASON_COUNT:
		break;
	}
	return "?";
}

/* Text and advice of each reason, one behind the other. */
static const char *reason_part(enum reason reason, unsigned part)
{
	static const char parts[] =
#define X(name, id, blame, expected, text, advice) text "\0" advice "\0"
		REASONS(X) "?\0?";
#undef X
	const char *at = parts;

	for (unsigned i = 2 * (unsigned)reason + part; i > 0; i--)
		at += strlen(at) + 1;
	return at;
}

const char *reason_text(enum reason reason)
{
	return reason_part(reason, 0);
}

const char *reason_advice(enum reason reason)
{
	const char *advice = reason_part(reason, 1);

	return strcmp(advice, "!") == 0 ? "report it to the vendor" : advice;
}

enum log_blame reason_blame(enum reason reason)
{
	static const unsigned char blames[REASON_COUNT] = {
#define X(name, id, blame, expected, text, advice) LOG_BLAME_##blame,
		REASONS(X)
#undef X
	};

	return (enum log_blame)blames[reason];
}

bool reason_is_expected(enum reason reason)
{
	static const bool answers[REASON_COUNT] = {
#define X(name, id, blame, expected, text, advice) expected,
		REASONS(X)
#undef X
	};

	return answers[reason];
}
