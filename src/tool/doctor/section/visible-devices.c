/* SPDX-License-Identifier: Apache-2.0 */
/* visible-devices: see sections.h. */
#include "tool/doctor/section/sections.h"

#include <stdlib.h>

#include "base/common/word-list.h"
#include "base/text.h"
#include "discover/layer-scan.h"
#include "opencl/devices/select.h"
#include "tool/output/format.h"
#include "tool/probe/driver/all-devices.h"
#include "tool/probe/driver/reported-set.h"

#define VARIABLE "OPENCL_VISIBLE_DEVICES"
#define LAYER "devices"		/* its section in layers.conf */
#define OPTION "visible="

/* What the user has written, and where; TEXT is NULL if it is nothing. */
struct selection {
	const char *text;
	const char *place;
};

/* The variable is stronger than the file, as in the layer. */
static struct selection find_selection(const struct examination *check)
{
	struct selection selection = { getenv(VARIABLE), VARIABLE };
	const struct settings_layer *section =
		layer_scan_section(&check->snapshot.settings, LAYER);

	for (size_t i = section ? section->options.count : 0; i > 0 && !selection.text; i--) {
		const struct setting_item *item = &section->options.items[i - 1];

		selection.text = text_skip_prefix(item->text, OPTION);
		if (selection.text)
			selection.place = origin_text(&item->origin, &check->tool->arena);
	}
	return selection;
}

static void check_words(struct examination *check, const struct selection *selection,
			const struct devices_set *set)
{
	const char *rest = selection->text;
	struct finding *finding = NULL;

	while (rest) {
		char word[WORD_LIST_SIZE];

		word_list_next(&rest, word);
		if (!*word || devices_select_fits_any(word, set))
			continue;
		if (!finding)
			finding = finding_add(&check->findings, FINDING_WARNING, selection->place,
					      "device-without-match",
					      "a word of it selects no device that is here");
		finding_fact(finding, "no match", "%s", word);
	}
	if (finding)
		finding_cure(finding,
			     "correct it: \"clrouter list\" shows the devices, opencl-layers(7) "
			     "the words");
}

static void check_count(struct examination *check, const struct selection *selection,
			const struct devices_set *set)
{
	struct finding *finding;

	for (size_t i = 0; i < set->count; i++)
		if (word_list_selects(selection->text, devices_select_fits, &set->devices[i]))
			return;
	finding = finding_add(
		&check->findings, FINDING_WARNING, selection->place, "all-devices-hidden", "%s",
		set->count == 1
			? "it hides the only device"
			: format_into(&check->tool->arena, "it hides all %zu devices", set->count));
	if (text_equal_nocase(selection->place, VARIABLE))
		finding_cure(finding, "unset " VARIABLE "  # or let it select a device");
	else
		finding_cure(finding, "let it select a device, or remove the line");
}

void visible_devices_examine(struct examination *check)
{
	struct selection selection = find_selection(check);
	struct reported reported = { .first = NULL };
	struct devices_set set;
	struct child child;

	/* With a name on the command line, the question is about that driver only. */
	if (!selection.text || check->name ||
	    !all_devices_ask(&reported, &child, ALL_DEVICES_BELOW_LAYERS, &check->snapshot,
			     check->tool))
		return;
	set = reported_set(&reported, &check->tool->arena);
	if (set.count == 0)
		return;
	check_words(check, &selection, &set);
	check_count(check, &selection, &set);
}
