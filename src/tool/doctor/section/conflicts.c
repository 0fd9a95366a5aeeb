/* SPDX-License-Identifier: Apache-2.0 */
/* conflicts: see sections.h. */
#include "tool/doctor/section/sections.h"

#include <string.h>

#include "base/text.h"
#include "tool/doctor/cause/candidate-advice.h"

/* Two LLVMs in a process share symbols and options, and abort on the second. */
void conflicts_examine(struct examination *check)
{
	const struct driver_probe *first = NULL;

	LIST_EACH(const struct driver_probe, probe, check->probes) {
		struct finding *finding;

		if (!probe->llvm || probe->verdict.reason != REASON_OK)
			continue;
		if (!first)
			first = probe;
		if (strcmp(text_base_name(first->llvm), text_base_name(probe->llvm)) == 0)
			continue;
		finding = finding_add(&check->findings, FINDING_WARNING,
				      candidate_name(probe->candidate), "other-llvm",
				      "it loads another LLVM than a driver before it");
		finding_fact(finding, "loads", "%s", probe->llvm);
		finding_fact(finding, "but", "%s loads %s", candidate_name(first->candidate),
			     first->llvm);
		finding_cure(finding,
			     "if programs crash: install builds for one LLVM, or leave one out: "
			     "\"disable = ..., %s\" below [drivers] in " ADVICE_LOADER_CONF,
			     advice_driver_name(probe->candidate, &check->tool->arena));
	}
}
