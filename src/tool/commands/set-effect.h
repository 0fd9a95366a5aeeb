/* SPDX-License-Identifier: Apache-2.0 */
/*
 * set-effect: what a step of "clrouter set" changes for programs: the keys, drivers and devices before
 * and after it, in the words of the other subcommands, and why it changes nothing if it does not. It
 * writes no file.
 */
#ifndef CLROUTER_TOOL_COMMANDS_SET_EFFECT_H
#define CLROUTER_TOOL_COMMANDS_SET_EFFECT_H

#include <stdbool.h>

#include "tool/commands/set-steps.h"
#include "tool/probe/child.h"
#include "tool/probe/driver/platform-report.h"
#include "tool/probe/snapshot.h"
#include "tool/tool.h"

/* What programs get at one moment. */
struct set_view {
	struct snapshot snapshot;
	struct reported reported;	/* through the layers; nothing with a root */
	bool is_asked;			/* a root has no drivers that this system could load */
	bool is_complete;		/* the child has reported all */
	struct child child;
};

/* Looks now, for tool->program. */
void set_view_take(struct set_view *view, struct tool *tool);

/* Writes VIEW under the head NAME, with the keys that STEP is about. */
void set_view_put(const struct set_view *view, const char *name, const struct set_step *step,
		  struct tool *tool);

/* Adds a note for each word of STEP, which sets something, that names nothing in VIEW. */
void set_effect_note_unmatched(const struct set_view *view, const struct set_step *step,
			       struct tool *tool);

/*
 * Does STEP, which is in the file PATH (without the root), decide in VIEW? If not, adds a note that
 * says which line or variable is stronger. A step that sets nothing always does.
 */
bool set_effect_check(const struct set_view *view, const struct set_step *step, const char *path,
		      struct tool *tool);

#endif
