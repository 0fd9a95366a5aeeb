/* SPDX-License-Identifier: Apache-2.0 */
/* double-devices: see sections.h. */
#include "tool/doctor/section/sections.h"

#include <string.h>

#include "tool/output/format.h"
#include "tool/probe/driver/same-devices.h"

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
	same_devices_find(lists, arena);
	LIST_EACH(const struct driver_probe, probe, check->probes)
		put_driver(check, probe);
}
