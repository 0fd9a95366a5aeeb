/* SPDX-License-Identifier: Apache-2.0 */
/* findings: see findings.h. */
#include "tool/replay/findings.h"

#include "base/array.h"
#include "tool/output/message.h"
#include "tool/replay/checkers.h"

/* In the order in which they are asked, each with the variable that names the file for its findings. */
static const struct {
	const char *who;
	const char *variable;
	void (*ask)(struct checking *checking);
} checkers[] = {
	{ "validation", "OPENCL_VALIDATION_FILE", validation_checker_ask },
	{ "sanitize", "OPENCL_SANITIZE_FILE", sanitize_checker_ask },
	{ "oclgrind", "OCLGRIND_LOG", oclgrind_checker_ask },
};

/* Says each note of this KIND, and returns how many there are. */
static size_t say(const struct launch *launch, enum launch_note_kind kind, const char *before,
		  const char *after)
{
	size_t count = 0;

	for (size_t i = 0; i < launch->note_count; i++)
		if (launch->notes[i].kind == kind && ++count)
			message_error("%s%s%s", before, launch->notes[i].text, after);
	return count;
}

void findings_look(struct launch *launch, const struct replay_probe *same,
		   struct snapshot *snapshot, struct tool *tool)
{
	struct checking checking = { .tool = tool,
				     .launch = launch,
				     .same = same,
				     .snapshot = snapshot,
				     .arena = &tool->arena };

	launch->notes = NULL;
	launch->note_count = 0;
	for (size_t i = 0; i < ARRAY_SIZE(checkers); i++)
		if (checking_begin(&checking, checkers[i].who, checkers[i].variable))
			checkers[i].ask(&checking);
	if (say(launch, LAUNCH_FINDING, "found when it was replayed: ", "") == 0)
		say(launch, LAUNCH_CHECKED_BY, "", " found nothing wrong when it was replayed");
	say(launch, LAUNCH_UNCHECKED, "not checked by ", "");
}
