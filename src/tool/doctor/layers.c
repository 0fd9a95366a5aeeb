/* SPDX-License-Identifier: Apache-2.0 */
/* layers: see layers.h. */
#include "tool/doctor/layers.h"

#include "base/text.h"
#include "tool/doctor/cure.h"
#include "tool/output/format.h"
#include "tool/probe/chain.h"

static void judge_layer(struct examination *exam, const struct entry *entry,
			const struct verdict *verdict)
{
	struct tool *tool = exam->tool;
	bool is_expected = reason_is_expected(verdict->reason);
	struct finding *finding = finding_add(&exam->findings,
					      is_expected ? FINDING_OFF : FINDING_PROBLEM,
					      entry_name(entry), reason_id(verdict->reason),
					      format_verdict(verdict, &tool->arena));

	finding_say(finding, "layer", "%s", format_or(entry->library, "(no library)"));
	if (verdict->reason == REASON_DISABLED)
		finding_say(finding, "cure", "take it out of %s",
			    format_or(verdict->detail, "the disable list"));
	else
		cure_entry(finding, entry, verdict, &exam->survey, tool);
}

/* Alone, so that one layer's crash is not another's. */
static void examine_layer(struct examination *exam, const struct entry *entry)
{
	struct tool *tool = exam->tool;
	struct chain chain = { .settings = &exam->survey.settings };
	struct finding *finding;

	chain_add(&chain, entry, &tool->arena);
	chain_open(&chain, tool->timeout, &tool->arena);
	if (!chain_culprit(&chain)) {
		if (chain.first && chain.first->verdict.reason != REASON_OK)
			judge_layer(exam, entry, &chain.first->verdict);
		return;
	}
	finding = finding_add(&exam->findings, FINDING_PROBLEM, entry_name(entry),
			      chain.child.end == CHILD_TIMED_OUT ? "hung" : "crashed",
			      format_into(&tool->arena, "a layer: %s, while it was started",
					  child_end_text(&chain.child, &tool->arena)));
	finding_say(finding, "layer", "%s", entry->library);
	finding_say(finding, "cure", "\"disable = ..., %s\" below [layers] in layers.conf",
		    text_base_name(format_or(entry->section, entry->library)));
}

void layers_examine(struct examination *exam)
{
	const struct entry *entry;

	for (entry = exam->survey.layers.first; entry; entry = entry->next)
		if (entry->verdict.reason == REASON_OK)
			examine_layer(exam, entry);
		else
			judge_layer(exam, entry, &entry->verdict);
}
