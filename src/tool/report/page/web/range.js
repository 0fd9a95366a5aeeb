// SPDX-License-Identifier: Apache-2.0
//
// range: a part of the time that is selected, with sums by name. In a page without all calls the
// sums cover whole bins.

function sortSums(sums) {
	return [...sums.values()]
		.filter((sum) => sum.count > 0 || sum.time > 0)
		.sort((a, b) => a.isCommand - b.isCommand || b.time - a.time);
}

function addTo(sums, name, isCommand, count, time) {
	const key = name * 2 + (isCommand ? 1 : 0);
	const sum = sums.get(key) || { name, isCommand, count: 0, time: 0 };

	sum.count += count;
	sum.time += time;
	sums.set(key, sum);
}

// The bins that are in a part of the time, of one row or of all.
function sumBins(from, to, onlyRow) {
	const sums = new Map();

	for (const group of bins) {
		if (onlyRow !== undefined && group.row !== onlyRow) continue;
		const sum = sumTimes(group, from, to);

		addTo(sums, group.name, isLane(rows[group.row]), sum.count, sum.time);
	}
	return sortSums(sums);
}

// Every span counts that is in the range in part, and its time as far as it is.
function sumSpans(range) {
	const sums = new Map();

	for (const row of rows)
		for (let i = firstAfter(row, range.from); i < row.end && spans.begin[i] <= range.to; i++) {
			const from = Math.max(spans.begin[i], range.from);
			const to = Math.min(spans.end[i], range.to);

			const time = (to - from) * busyShare(i);

			if (to > from || spans.end[i] === spans.begin[i])
				addTo(sums, spans.name[i], isLane(row), spans.count[i], time);
		}
	return sortSums(sums);
}

function addRangeSums(panel, range) {
	const isMerged = countIn(range.from, range.to).merged > 0;

	if (!isMerged || bins.length === 0) {
		if (isMerged)
			add(panel, "p", "Merged spans count for the name that most of their time has.");
		addSums(panel, sumSpans(range));
		return;
	}
	const text = binsText(mergedPart(range.from, range.to), range.from, range.to);

	add(
		panel,
		"p",
		`This page does not have all calls of the range, so these are the sums ${text}.`
	);
	addSums(panel, sumBins(range.from, range.to));
}

function showRange() {
	const panel = byId("range");
	const range = selection.range;

	panel.hidden = !range;
	panel.replaceChildren();
	if (!range) return;
	add(panel, "h3", "Range of " + timeText(range.to - range.from));
	add(panel, "p", `From ${exactText(range.from)} to ${exactText(range.to)}.`, "dim");
	const controls = add(panel, "div", undefined, "links");

	addButton(controls, "Zoom to the range (F)", () => setView(range.from, range.to));
	addButton(controls, "Clear the range", () => setRange(null));
	addRangeSums(panel, range);
	const part = mergedPart(range.from, range.to);

	addCommandLine(
		panel,
		`The report of this range${processName(part)}:`,
		partCommand(part, Math.floor(range.from), Math.ceil(range.to))
	);
}

function setRange(range) {
	selection.range = range && {
		from: Math.max(Math.min(range.from, range.to), whole.from),
		to: Math.min(Math.max(range.from, range.to), whole.to),
	};
	redraw();
}

// Sums may take a moment, so they come when the range stands.
function endRange() {
	const range = selection.range;

	showRange();
	if (!range) return;
	const place = `${timeText(range.to - range.from)} from ${exactText(range.from)}`;

	say(`The range is ${place}; its sums are below the timeline.`);
}

// What is selected, or else FROM to TO.
function selectedPart(from, to) {
	const span = selection.span;

	return span >= 0 ? { from: spans.begin[span], to: spans.end[span] } : { from, to };
}

// The range is what is selected, or what is seen.
function rangeOfSelection() {
	setRange(selectedPart(view.from, view.to));
	endRange();
}

// Moves the end of the range, which begins with what is selected.
function stretchRange(part) {
	const by = (view.to - view.from) * part;
	const middle = (view.from + view.to) / 2;

	if (!selection.range) setRange(selectedPart(middle, middle));
	setRange({
		from: selection.range.from,
		to: Math.max(selection.range.to + by, selection.range.from),
	});
	endRange();
}
