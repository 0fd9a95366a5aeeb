/* SPDX-License-Identifier: Apache-2.0 */
/*
 * main: the program clrouter-rewriter. It reads one request of "clrouter sanitize" from its
 * standard input, writes one answer to its standard output, and ends. Who starts it limits its time
 * and memory, and it is in the directory of the program whose source it gets. It may crash: then
 * that program is not checked.
 */
#include <signal.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

#include "base/common/system.h"
#include "rewriter/rewrite.h"
#include "sanitize/exchange.h"

static bool answer(const struct exchange *request, const struct units *units, uint64_t start)
{
	const bool expands = request->kind == EXCHANGE_EXPAND;
	const struct rewrite_request wanted = { units,
						request->texts[EXCHANGE_MACROS],
						request->texts[EXCHANGE_BITS],
						request->texts[EXCHANGE_LANGUAGE],
						expands,
						request->texts[EXCHANGE_REDIRECT] != NULL,
						request->texts[EXCHANGE_PRIVATE] != NULL };
	struct rewrite_answer rewritten;
	struct exchange message = exchange_of(expands ? EXCHANGE_EXPANDED : EXCHANGE_REWRITTEN);
	char time[32], *text = NULL;
	bool is_written;

	rewrite(&wanted, &rewritten);
	if (rewritten.reason) {
		message = exchange_of(EXCHANGE_REFUSED);
		exchange_set(&message, EXCHANGE_REASON, rewritten.reason);
	} else {
		snprintf(time, sizeof(time), "%llu", (unsigned long long)(system_now() - start));
		text = units_write(&rewritten.units);
		exchange_set(&message, EXCHANGE_UNITS, text);
		exchange_set(&message, EXCHANGE_TABLE, rewritten.table);
		exchange_set(&message, EXCHANGE_TIME, time);
	}
	is_written = (rewritten.reason || text) && exchange_write(1, &message);
	free(text);
	rewrite_done(&rewritten);
	return is_written;
}

int main(void)
{
	const uint64_t start = system_now();
	struct exchange request;
	struct units units;
	bool is_written;

	/* clang may end before it has read all. */
	signal(SIGPIPE, SIG_IGN);
	if (!exchange_read(0, &request))
		return EXIT_FAILURE;
	is_written =
		(request.kind == EXCHANGE_REWRITE || request.kind == EXCHANGE_EXPAND) &&
		request.texts[EXCHANGE_UNITS] &&
		units_read(&units, request.texts[EXCHANGE_UNITS], request.lengths[EXCHANGE_UNITS]);
	if (is_written) {
		is_written = answer(&request, &units, start);
		units_done(&units);
	}
	exchange_done(&request);
	return is_written ? EXIT_SUCCESS : EXIT_FAILURE;
}
