/* SPDX-License-Identifier: Apache-2.0 */
/* failing-driver: see failing-driver.h. */
#include "tool/commands/failing-driver.h"

#include "tool/doctor/advice.h"
#include "tool/doctor/shell.h"
#include "tool/output/message.h"
#include "tool/probe/driver-probe.h"

void failing_driver_name(struct tool *tool, const struct snapshot *snapshot)
{
	for (const struct candidate *candidate = snapshot->drivers.first; candidate;
	     candidate = candidate->next) {
		struct driver_probe probe = { .candidate = candidate,
					      .settings = &snapshot->settings };

		if (candidate->verdict.reason != REASON_OK)
			continue;
		driver_probe_run(&probe, tool->timeout, &tool->arena);
		if (probe.stage == PROBE_EXIT)
			continue;
		message_error("the driver was %s (%s): %s %s", candidate_name(candidate),
			      candidate->library, child_end_text(&probe.child, &tool->arena),
			      driver_probe_stage_text(probe.stage));
		message_error("clrouter doctor %s tells more",
			      shell_word(advice_driver_name(candidate, &tool->arena),
						&tool->arena));
		return;
	}
	message_error("no driver does so alone; see clrouter doctor and clrouter layers");
}
