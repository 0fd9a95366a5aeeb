/* SPDX-License-Identifier: Apache-2.0 */
/*
 * status: see status.h.
 */
#include "layers/frame/status.h"

#include <stdbool.h>
#include <unistd.h>

#include "base/common/findings-status.h"
#include "base/common/line.h"
#include "layers/frame/output-file.h"

static struct output_file status;
static bool has_status;

static void write_status(const char *word)
{
	char text[64];
	struct line line = line_in(text, sizeof(text));

	if (!has_status)
		return;
	line_add(&line, "%s %ld\n", word, (long)getpid());
	output_file_write(&status, line.text, line.length);
}

void status_start(const char *path)
{
	/* If it cannot be opened, standard error is not the place for it. */
	has_status = output_file_open(&status, path, OUTPUT_APPEND);
	write_status(FINDINGS_STATUS_STARTED);
}

void status_add_finding(void)
{
	write_status(FINDINGS_STATUS_FINDING);
}

void status_end(void)
{
	if (has_status)
		output_file_close(&status);
	has_status = false;
}
