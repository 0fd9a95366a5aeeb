/* SPDX-License-Identifier: Apache-2.0 */
/* emulation: see sections.h. */
#include "tool/doctor/section/sections.h"

#include <string.h>

#include "tool/doctor/finding.h"
#include "tool/doctor/shipped-layers.h"
#include "tool/output/format.h"
#include "tool/probe/driver/all-devices.h"

/* The finding about the driver of PLATFORM; NULL: it does not count as good. */
static struct finding *find_driver(const struct examination *check,
				   const struct reported_platform *platform)
{
	const char *name = platform->file ? platform->file : platform->library;
	struct finding *finding = check->findings.first[FINDING_GOOD];

	while (finding && name && strcmp(finding->subject, name) != 0)
		finding = finding->next;
	return finding;
}

static void add_warning(struct examination *check, const struct reported_device *device)
{
	struct finding *finding =
		finding_add(&check->findings, FINDING_WARNING, "libCLCompatibility.so",
			    "emulation-forced", "it replaces what a driver has itself");

	finding_fact(finding, "emulated", "%s: %s", format_or(device->name, "(no name)"),
		     device->emulated);
	finding_cure(finding,
		     "take option.force out of [layer compatibility], or unset "
		     "OPENCL_COMPATIBILITY_FORCE: it is for tests");
}

static void examine_device(struct examination *check, const struct reported_device *device,
			   struct finding *driver)
{
	if (!device->emulated)
		return;
	if (strstr(device->emulated, "(forced)"))
		add_warning(check, device);
	else if (driver)
		finding_fact(driver, "note", "the compatibility layer provides for %s: %s",
			     format_or(device->name, "(no name)"), device->emulated);
}

/* With a name on the command line, the question is about that driver only. */
void emulation_examine(struct examination *check)
{
	struct reported reported = { .first = NULL };
	struct child child;

	if (check->name ||
	    !shipped_layers_is_loaded(shipped_layers_find("compatibility"), &check->snapshot) ||
	    !all_devices_ask(&reported, &child, ALL_DEVICES_THROUGH_LAYERS, &check->snapshot,
			     check->tool))
		return;
	LIST_EACH(const struct reported_platform, platform, reported.first)
		LIST_EACH(const struct reported_device, device, platform->devices)
			examine_device(check, device, find_driver(check, platform));
}
