/* SPDX-License-Identifier: Apache-2.0 */
/* layers: see layers.h. */
#include "tool/doctor/layers.h"

#include "base/text.h"
#include "tool/doctor/advice.h"
#include "tool/output/format.h"
#include "tool/probe/layer-probe.h"

static void judge_layer(struct examination *exam, const struct entry *entry,
			const struct verdict *verdict)
{
	struct tool *tool = exam->tool;
	bool is_expected = reason_is_expected(verdict->reason);
	struct finding *finding = finding_add(&exam->findings,
					      is_expected ? FINDING_OFF : FINDING_PROBLEM,
					      entry_name(entry), reason_id(verdict->reason),
					      format_verdict(verdict, &tool->arena));

	finding_fact(finding, "layer", "%s", format_or(entry->library, "(no library)"));
	if (verdict->reason == REASON_DISABLED)
		finding_fact(finding, "cure", "take it out of %s",
			     format_or(verdict->detail, "the disable list"));
	else
		advice_for_entry(finding, entry, verdict, &exam->snapshot, tool);
}

/* Alone, so that one layer's crash is not another's. */
static void examine_layer(struct examination *exam, const struct entry *entry)
{
	struct tool *tool = exam->tool;
	struct layer_probe probe = { .settings = &exam->snapshot.settings };
	struct finding *finding;

	layer_probe_add(&probe, entry, &tool->arena);
	layer_probe_run(&probe, tool->timeout, &tool->arena);
	if (!layer_probe_culprit(&probe)) {
		if (probe.first && probe.first->verdict.reason != REASON_OK)
			judge_layer(exam, entry, &probe.first->verdict);
		return;
	}
	finding = finding_add(&exam->findings, FINDING_PROBLEM, entry_name(entry),
			      probe.child.end == CHILD_TIMED_OUT ? "hung" : "crashed",
			      format_into(&tool->arena, "a layer: %s, while it was started",
					  child_end_text(&probe.child, &tool->arena)));
	finding_fact(finding, "layer", "%s", entry->library);
	finding_fact(finding, "cure", "\"disable = ..., %s\" below [layers] in layers.conf",
		     text_base_name(format_or(entry->section, entry->library)));
}

void layers_examine(struct examination *exam)
{
	const struct entry *entry;

	for (entry = exam->snapshot.layers.first; entry; entry = entry->next)
		if (entry->verdict.reason == REASON_OK)
			examine_layer(exam, entry);
		else
			judge_layer(exam, entry, &entry->verdict);
}
