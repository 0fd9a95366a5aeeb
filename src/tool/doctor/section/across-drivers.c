/* SPDX-License-Identifier: Apache-2.0 */
/* across-drivers: what only several drivers together show, see sections.h. */
#include "tool/doctor/section/sections.h"

#include <string.h>

#include "base/text.h"
#include "tool/doctor/cause/causes.h"
#include "tool/output/format.h"
#include "tool/probe/driver/platform-report.h"

static size_t count_probes(const struct examination *check)
{
	size_t count = 0;

	LIST_EACH(const struct driver_probe, probe, check->probes)
		count++;
	return count;
}

static struct finding *find_finding(const struct examination *check,
				    const struct driver_probe *probe)
{
	struct finding *finding = check->findings.first[FINDING_GOOD];

	while (finding && strcmp(finding->subject, candidate_name(probe->candidate)) != 0)
		finding = finding->next;
	return finding;
}

/* The name of the driver that has reported PLATFORM. */
static const char *find_driver(const struct examination *check,
			       const struct reported_platform *platform)
{
	LIST_EACH(const struct driver_probe, probe, check->probes)
		LIST_EACH(const struct reported_platform, one, probe->reported.first)
			if (one == platform)
				return candidate_name(probe->candidate);
	return NULL;
}

static void put_device(const struct examination *check, struct finding *finding,
		       const struct reported_device *device)
{
	finding_fact(finding, "note",
		     "%s is the same device as %s of %s; with option.same_device = first in [layer "
		     "devices], programs see it once",
		     format_or(device->name, "(no name)"),
		     format_or(device->same->name, "(no name)"),
		     format_or(find_driver(check, device->same_platform), "another driver"));
}

static void put_driver(const struct examination *check, const struct driver_probe *probe)
{
	struct finding *finding = find_finding(check, probe);

	if (!finding)
		return;
	LIST_EACH(const struct reported_platform, platform, probe->reported.first)
		LIST_EACH(const struct reported_device, device, platform->devices)
			if (device->same)
				put_device(check, finding, device);
}

void double_devices_examine(struct examination *check)
{
	struct arena *arena = &check->tool->arena;
	struct reported **lists = arena_alloc(arena, (count_probes(check) + 1) * sizeof(*lists));
	size_t count = 0;

	if (!lists)
		return;
	/* A driver that is left out, for example as a duplicate, gives no program a device. */
	LIST_EACH(struct driver_probe, probe, check->probes)
		if (find_finding(check, probe))
			lists[count++] = &probe->reported;
	platform_report_find_same(lists, arena);
	LIST_EACH(const struct driver_probe, probe, check->probes)
		put_driver(check, probe);
}

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
