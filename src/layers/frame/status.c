/* SPDX-License-Identifier: Apache-2.0 */
/*
 * status: see status.h. A process that gives up its rights can write to an open file only, one that closes
 * all files to one with a path only.
 */
#include "layers/frame/status.h"

#include <unistd.h>

#include "base/common/line.h"
#include "base/common/status-line.h"
#include "base/common/system.h"
#include "base/text.h"
#include "layers/frame/output-file.h"

static char path[OS_PATH_SIZE];	/* "": nobody wants to know */
static struct output_file kept;
static bool is_kept;

void status_start(const char *wanted, bool keeps)
{
	struct line line = line_in(path, sizeof(path));

	line_add(&line, "%s", wanted ? wanted : "");
	if (line.is_truncated)
		path[0] = '\0';
	is_kept = keeps && output_file_open(&kept, wanted, OUTPUT_APPEND);
	/* If it cannot be opened, standard error is not the place for it. */
	if (keeps && !is_kept)
		path[0] = '\0';
}

bool status_say(const char *word, const char *text)
{
	char buffer[STATUS_LINE_SIZE];
	struct line line = line_in(buffer, sizeof(buffer) - 1);

	if (path[0] == '\0')
		return false;
	line_add(&line, "%s%s%s", word, text ? " " : "", text ? text : "");
	/* A text of the driver's or the user's has no line of its own. */
	for (char *at = line.text; *at != '\0'; at++)
		if (*at == '\n')
			*at = ' ';
	line.text[line.length++] = '\n';
	if (is_kept)
		output_file_write(&kept, line.text, line.length);
	else
		system_append(path, line.text, line.length);
	return true;
}

void status_say_process(const char *word)
{
	char text[32];

	text_format(text, sizeof(text), "%ld", (long)getpid());
	status_say(word, text);
}

void status_end(void)
{
	if (is_kept)
		output_file_close(&kept);
	is_kept = false;
	path[0] = '\0';
}
