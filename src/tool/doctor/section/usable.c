/* SPDX-License-Identifier: Apache-2.0 */
/* usable: see sections.h. */
#include "tool/doctor/section/sections.h"

#include <string.h>

#include "tool/output/format.h"

/* How many drivers were left out, and how many of them for this reason. */
static size_t count_off(const struct examination *check, const char *id)
{
	const struct finding *finding = check->findings.first[FINDING_OFF];
	size_t count = 0;

	for (; finding; finding = finding->next)
		count += !id || strcmp(finding->id, id) == 0;
	return count;
}

static void put_place(struct finding *finding, const char *place)
{
	if (!place)
		return;
	finding_fact_once(finding, "by", "%s", place);
	if (strchr(place, '/'))
		finding_cure(finding, "correct %s, or add the driver's name to \"enable\"", place);
	else
		finding_cure(finding, "unset %s", place);
}

/* Which lines and variables switch them off. */
static void explain_disabled(const struct examination *check, struct finding *finding)
{
	const struct candidate *candidate = check->snapshot.drivers.first;

	for (; candidate; candidate = candidate->next)
		if (candidate->verdict.reason == REASON_DISABLED)
			put_place(finding, candidate->verdict.detail);
	LIST_EACH(const struct driver_probe, probe, check->probes)
		put_place(finding, probe->hidden_by);
}

void usable_examine(struct examination *check)
{
	const size_t *counts = check->findings.count;
	size_t off = count_off(check, NULL);
	size_t disabled = count_off(check, reason_id(REASON_DISABLED));
	size_t foreign = count_off(check, reason_id(REASON_WRONG_ELF_CLASS));
	struct finding *finding;

	/* Of one driver that was asked for, its own finding says all. */
	if (check->name || off == 0 || counts[FINDING_PROBLEM] || counts[FINDING_WARNING] ||
	    counts[FINDING_GOOD])
		return;
	if (disabled > 0) {
		finding = finding_add(&check->findings, FINDING_PROBLEM, "drivers", "all-disabled",
				      "every driver that could be used is switched off");
		explain_disabled(check, finding);
	} else if (foreign > 0) {
		finding = finding_add(
			&check->findings, FINDING_PROBLEM, "drivers", "all-foreign",
			"every driver is for another architecture than this %zu-bit program",
			sizeof(void *) * 8);
		finding_cure(finding,
			     "install a driver for this architecture, beside those that are there");
	}
}
