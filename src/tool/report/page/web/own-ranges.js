// SPDX-License-Identifier: Apache-2.0
//
// own-ranges: the program's own ranges and marks. They have lines of their own in the timeline, and are
// no spans: nothing leads from them to calls and commands but the time.

const OWN = 3; // numbers of a part: begin, duration and name

// The lines of each process, by the clock of the page.
for (const process of parts)
	process.ownLines = process.timeline.ranges.lines.map((line) => ({
		...line,
		names: process.timeline.ranges.names,
		parts: line.parts.map((number, i) => (i % OWN === 0 ? number + process.start_ns : number)),
	}));

function ownTitle(line) {
	if (line.is_marks) return "marks";
	if (line.thread === 0) return "of all threads";
	return threadTitle(line);
}

// A group of lines, one for each thread, after the host's of the same process.
function addOwnGroup(process) {
	const outer = several && groups.find((each) => each.key === process);
	const parents = several ? outer && outer.groups : groups;
	const level = several ? 1 : 0;
	const own = [];

	if (!parents || process.ownLines.length === 0) return;
	const group = addGroup(own, "ranges", "Ranges of the program", level);

	for (const line of process.ownLines) {
		const inner = addGroup(group.groups, "ranges" + line.thread, ownTitle(line), level + 1);

		inner.ownLines = (inner.ownLines || []).concat(line);
	}
	parents.splice(parents.findIndex((each) => each.key === "host") + 1, 0, group);
}

function addOwnLines(group) {
	group.ownLines.forEach((own, i) =>
		lines.push({
			title: i === 0 ? group.title : own.is_marks ? "marks" : "",
			level: i === 0 ? group.level : group.level + 1,
			rows: [],
			group: null,
			own,
		})
	);
}

// The first part that ends at a time or later. Parts of the last line of a thread may overlap.
function firstOwn(parts, time) {
	return firstOf(0, parts.length / OWN, (i) => parts[i * OWN] + parts[i * OWN + 1] < time);
}

function drawOwnLabel(context, text, x, top, width) {
	context.save();
	context.beginPath();
	context.rect(x, top, width - 3, LINE);
	context.clip();
	context.fillStyle = colours.text;
	context.fillText(text, x + 4, top + LINE / 2 + 1);
	context.restore();
}

// A mark is a stroke. What is narrower than a pixel is drawn once for each pixel.
function drawOwn(context, own, top, left, width) {
	const parts = own.parts;
	let drawn = left - 1;

	context.textAlign = "left";
	for (let i = firstOwn(parts, view.from) * OWN; i < parts.length && parts[i] <= view.to; i += OWN) {
		const x = Math.max(xOf(parts[i]), left);
		const right = Math.min(xOf(parts[i] + parts[i + 1]), width);

		if (Math.max(right, x + 1) <= drawn) continue;
		drawn = Math.max(right, x + 1);
		context.fillStyle = own.is_marks ? colours.accent : colours.range;
		context.fillRect(x, top + 2, Math.max(right - x - 0.5, 1), LINE - 4);
		if (right - x >= 30) drawOwnLabel(context, own.names[parts[i + 2]], x, top, right - x);
	}
}

// The place in the parts of what is at a time, or no further from it than NEAR; -1: nothing is.
function ownAt(own, time, near) {
	const first = firstOwn(own.parts, time - near) * OWN;
	let best = -1;

	for (let i = first; i < own.parts.length && own.parts[i] <= time + near; i += OWN) {
		if (best < 0 || own.parts[i] <= time) best = i;
		if (own.parts[i] > time) break;
	}
	return best;
}

function ownText(own, i) {
	const length = own.is_marks ? "a mark" : timeText(own.parts[i + 1]);

	return `${own.names[own.parts[i + 2]]}: ${length}, at ${exactText(own.parts[i])}`;
}

// Says what is under the mouse; false: no range is.
function sayOwn(line, x) {
	const near = ((view.to - view.from) / stage.width) * NEAR;
	const i = line && line.own && x >= stage.labels ? ownAt(line.own, timeOf(x), near) : -1;

	if (i >= 0) say(ownText(line.own, i));
	return i >= 0;
}

// From a row of the table to the first range of its name.
function leadToOwn(row) {
	const name = (row.name || "(no name)") + (row.domain ? ` (${row.domain})` : "");

	for (const own of shown.ownLines)
		for (let i = 0; i < own.parts.length; i += OWN)
			if (own.names[own.parts[i + 2]] === name && own.is_marks === (row.kind === "mark")) {
				byId("timeline-section").scrollIntoView({ block: "start" });
				scrollToLine(lines.findIndex((line) => line.own === own));
				showPart(own.parts[i], own.parts[i] + own.parts[i + 1]);
				say(ownText(own, i));
				return;
			}
	say("That is too short to be in this page.");
}
