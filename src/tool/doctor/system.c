/* SPDX-License-Identifier: Apache-2.0 */
/*
 * doctor-system: what is not about one driver: layers, drivers that do not go
 * together, other loaders.
 */
#include "tool/doctor/doctor.h"

#include <string.h>

#include "tool/probe/chain.h"
#include "tool/doctor/cure.h"
#include "tool/doctor/loaders.h"
#include "tool/output/tell.h"
#include "base/text.h"

/* -- layers ------------------------------------------------------------------ */

static void judge_layer(struct doctor *doctor, const struct entry *entry,
			const struct verdict *verdict)
{
	struct tool *tool = doctor->tool;
	bool is_expected = reason_is_expected(verdict->reason);
	struct finding *finding = finding_add(&doctor->findings,
					      is_expected ? FINDING_OFF : FINDING_PROBLEM,
					      entry_name(entry), reason_id(verdict->reason),
					      tell_verdict(verdict, &tool->arena));

	finding_say(finding, "layer", "%s", entry->library ? entry->library : "(no library)");
	if (verdict->reason == REASON_DISABLED)
		finding_say(finding, "cure", "take it out of %s",
			    verdict->detail ? verdict->detail : "the disable list");
	else
		cure_entry(finding, entry, verdict, &doctor->survey, tool);
}

/* Alone, so that one layer's crash is not another's. */
static void examine_layer(struct doctor *doctor, const struct entry *entry)
{
	struct tool *tool = doctor->tool;
	struct chain chain = { .settings = &doctor->survey.settings };
	struct finding *finding;

	chain_add(&chain, entry, &tool->arena);
	chain_open(&chain, tool->timeout, &tool->arena);
	if (!chain_culprit(&chain)) {
		if (chain.first && chain.first->verdict.reason != REASON_OK)
			judge_layer(doctor, entry, &chain.first->verdict);
		return;
	}
	finding = finding_add(&doctor->findings, FINDING_PROBLEM, entry_name(entry),
			      chain.child.end == CHILD_TIMED_OUT ? "hung" : "crashed",
			      tell_format(&tool->arena, "a layer: %s, while it was started",
					  child_end_text(&chain.child, &tool->arena)));
	finding_say(finding, "layer", "%s", entry->library);
	finding_say(finding, "cure", "\"disable = ..., %s\" below [layers] in layers.conf",
		    text_base_name(entry->section ? entry->section : entry->library));
}

void doctor_layers(struct doctor *doctor)
{
	const struct entry *entry;

	for (entry = doctor->survey.layers.first; entry; entry = entry->next)
		if (entry->verdict.reason == REASON_OK)
			examine_layer(doctor, entry);
		else
			judge_layer(doctor, entry, &entry->verdict);
}

/* -- the rest ---------------------------------------------------------------- */

/* Two LLVMs in a process share symbols and options, and abort on the second. */
static void compare_llvm(struct doctor *doctor)
{
	const struct probe *first = NULL;

	for (const struct probe *probe = doctor->probes; probe; probe = probe->next) {
		struct finding *finding;

		if (!probe->llvm || probe->verdict.reason != REASON_OK)
			continue;
		if (!first)
			first = probe;
		if (strcmp(text_base_name(first->llvm), text_base_name(probe->llvm)) == 0)
			continue;
		finding = finding_add(&doctor->findings, FINDING_WARNING,
				      entry_name(probe->entry), "other-llvm",
				      "it loads another LLVM than a driver before it");
		finding_say(finding, "loads", "%s", probe->llvm);
		finding_say(finding, "but", "%s loads %s", entry_name(first->entry), first->llvm);
		finding_say(finding, "cure",
			    "if programs crash: install builds for one LLVM, or leave one out: \"disable = ..., %s\" below [drivers]",
			    cure_driver_name(probe->entry, &doctor->tool->arena));
	}
}

/* Another root's loaders and linker cannot be asked. */
void doctor_system(struct doctor *doctor)
{
	compare_llvm(doctor);
	if (!*doctor->tool->root)
		loaders_examine(&doctor->findings, doctor->tool->timeout, &doctor->tool->arena);
}
