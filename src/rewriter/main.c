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

static bool answer(const struct exchange *request, uint64_t start)
{
	const struct rewrite_request wanted = {
		request->texts[EXCHANGE_SOURCE],  request->lengths[EXCHANGE_SOURCE],
		request->texts[EXCHANGE_OPTIONS], request->texts[EXCHANGE_MACROS],
		request->texts[EXCHANGE_BITS],	  request->texts[EXCHANGE_LANGUAGE]
	};
	struct rewrite_answer rewritten;
	struct exchange message;
	char time[32];
	bool is_written;

	rewrite(&wanted, &rewritten);
	message = exchange_of(rewritten.reason ? EXCHANGE_REFUSED : EXCHANGE_REWRITTEN);
	if (rewritten.reason) {
		exchange_set(&message, EXCHANGE_REASON, rewritten.reason);
	} else {
		snprintf(time, sizeof(time), "%llu", (unsigned long long)(system_now() - start));
		exchange_set(&message, EXCHANGE_SOURCE, rewritten.source.text);
		exchange_set(&message, EXCHANGE_OPTIONS, rewritten.options);
		exchange_set(&message, EXCHANGE_TABLE, rewritten.table);
		exchange_set(&message, EXCHANGE_TIME, time);
	}
	is_written = exchange_write(1, &message);
	rewrite_done(&rewritten);
	return is_written;
}

int main(void)
{
	const uint64_t start = system_now();
	struct exchange request;
	bool is_written;

	/* clang may end before it has read all. */
	signal(SIGPIPE, SIG_IGN);
	if (!exchange_read(0, &request))
		return EXIT_FAILURE;
	is_written = request.kind == EXCHANGE_REWRITE && request.texts[EXCHANGE_SOURCE] &&
		     answer(&request, start);
	exchange_done(&request);
	return is_written ? EXIT_SUCCESS : EXIT_FAILURE;
}
