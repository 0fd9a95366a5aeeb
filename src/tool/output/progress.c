/* SPDX-License-Identifier: Apache-2.0 */
/* progress: see progress.h. */
#include "tool/output/progress.h"

#include <stdio.h>

#include "table/safe.h"
#include "tool/output/stream.h"

#define SHOW_AFTER 1	/* seconds; a shorter wait shows no line */

static struct {
	const char *what;
	long second;		/* the number that the line shows; 0: there is no line */
} progress;

void progress_name(const char *what)
{
	progress.what = what;
}

void progress_show(long milliseconds, unsigned limit)
{
	long second = milliseconds / 1000;

	/* On a busy machine the tool itself may be late. */
	if (second > (long)limit)
		second = (long)limit;
	if (second < SHOW_AFTER || second == progress.second || !progress.what || !stream_has_codes(stderr))
		return;
	progress.second = second;
	fputs("\r\033[K", stderr);
	safe_put(stderr, progress.what);
	fprintf(stderr, ": %ld of at most %u second%s", second, limit, limit == 1 ? "" : "s");
	fflush(stderr);
}

void progress_erase(void)
{
	if (progress.second > 0)
		fputs("\r\033[K", stderr);
	progress.second = 0;
}
