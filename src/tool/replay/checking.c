/* SPDX-License-Identifier: Apache-2.0 */
/* checking: see checking.h. */
#include "tool/replay/checking.h"

#include <errno.h>
#include <string.h>
#include <unistd.h>

#include "base/file/io.h"
#include "launch/launch-format.h"
#include "tool/output/excerpt.h"
#include "tool/output/format.h"
#include "tool/probe/interruption.h"
#include "tool/probe/process/layer-status.h"
#include "tool/replay/notes.h"

#define KINDS (LAUNCH_UNCHECKED + 1) /* of notes */
#define MOST_WRITTEN (1 << 20)	     /* bytes of what is read of a file */

static size_t count_notes(const struct launch *launch, enum launch_note_kind kind)
{
	size_t count = 0;

	for (size_t i = 0; i < launch->note_count; i++)
		count += launch->notes[i].kind == kind;
	return count;
}

static void add(struct checking *checking, enum launch_note_kind kind, const char *text)
{
	struct launch *launch = checking->launch;

	if (!launch->notes)
		launch->notes = arena_alloc(checking->arena, (size_t)KINDS * LAUNCH_MOST_NOTES *
								     sizeof(*launch->notes));
	if (launch->notes && text && count_notes(launch, kind) < LAUNCH_MOST_NOTES)
		launch->notes[launch->note_count++] =
			(struct launch_note){ .kind = kind, .text = text };
}

/* Adds TEXT, which may be any, as said by who is asked. */
static void add_line(struct checking *checking, enum launch_note_kind kind, const char *text)
{
	add(checking, kind,
	    format_into(checking->arena, "%s: %s", checking->who,
			excerpt_of_line(text, strlen(text), 0, checking->arena)));
}

bool checking_begin(struct checking *checking, const char *who, const char *variable)
{
	struct layer_status status;

	checking->who = who;
	checking->count = checking->left_out = 0;
	if (!layer_status_open(&status, variable))
		checking_add_unchecked(checking,
				       format_into(checking->arena, "there is no file for it: %s",
						   strerror(errno)));
	checking->file = status.file;
	return checking->file >= 0;
}

const char *checking_read(const struct checking *checking)
{
	char *text = arena_alloc(checking->arena, MOST_WRITTEN + 1);
	size_t size = 0;
	ssize_t count = 1;

	while (text && count > 0 && size < MOST_WRITTEN) {
		count = io_read(checking->file, text + size, MOST_WRITTEN - size);
		size += count > 0 ? (size_t)count : 0;
	}
	return format_or(text, "");
}

void checking_add_finding(struct checking *checking, const char *key, const char *text)
{
	for (size_t i = 0; i < checking->count; i++)
		if (strcmp(checking->keys[i], key) == 0)
			return;
	if (checking->count == CHECKING_MOST) {
		checking->left_out++;
		return;
	}
	checking->keys[checking->count++] = key;
	add_line(checking, LAUNCH_FINDING, text);
}

void checking_add_unchecked(struct checking *checking, const char *text)
{
	add_line(checking, LAUNCH_UNCHECKED, interruption_is_pending() ? NOTES_INTERRUPTED : text);
}

void checking_end(struct checking *checking, const char *problem)
{
	if (checking->left_out > 0)
		add(checking, LAUNCH_FINDING,
		    format_into(checking->arena, "%s: and %zu more", checking->who,
				checking->left_out));
	if (problem)
		checking_add_unchecked(checking, problem);
	if (!problem || checking->count > 0)
		add(checking, LAUNCH_CHECKED_BY, checking->who);
	close(checking->file);
	checking->file = -1;
}
