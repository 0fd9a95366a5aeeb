// SPDX-License-Identifier: Apache-2.0
//
// view: which time and which lines the timeline shows. A line is a heading, a row, or several rows
// that are folded into one.

const LINE = 22; // CSS pixels
const AXIS = 26;
const LEAST = 10; // ns, of the view
const canvas = byId("timeline");
const stage = { width: 800, labels: 200 }; // CSS pixels, of the canvas and of its titles
const frame = byId("timeline-frame");
const view = { from: whole.from, to: whole.to };
const selection = { span: -1, range: null };
const groups = []; // { title, level, rows, groups, isFolded }
let lines = []; // { title, level, rows, group, isHeading }

// -- lines --------------------------------------------------------------------

function threadTitle(row) {
	return row.name === null ? "thread " + row.thread : row.name + " (" + row.thread + ")";
}

function deviceTitle(row) {
	return row.device === null ? "Unknown device" : row.device;
}

function addGroup(parents, key, title, level) {
	const last = parents[parents.length - 1];

	if (last && last.key === key) return last;
	const group = { key, title, level, rows: [], groups: [], isFolded: false, gaps: [] };

	parents.push(group);
	return group;
}

// Threads are in one group, queues in one for each device; a queue with lanes, and a thread with
// calls inside of calls, can be folded, too. Of several processes, each has a group around these.
function makeGroups() {
	rows.forEach((row, i) => {
		const process = several && addGroup(groups, row.part, partTitle(row.part), 0);
		const parents = several ? process.groups : groups;
		const level = several ? 1 : 0;
		const device = deviceTitle(row);
		const top = isLane(row)
			? addGroup(parents, "device" + row.device_number + device, device, level)
			: addGroup(parents, "host", "Host", level);
		const inner = isLane(row)
			? addGroup(top.groups, row.queue, "queue#" + row.queue, level + 1)
			: addGroup(top.groups, row.thread, threadTitle(row), level + 1);

		if (isLane(row) && top.rows.length === 0) top.gaps = gapsOf(row.part, row.device_number);
		if (several) process.rows.push(i);
		top.rows.push(i);
		inner.rows.push(i);
	});
	for (const part of parts) addOwnGroup(part);
	if (several) for (const process of groups) numberTitles(process.groups);
	else numberTitles(groups);
}

// Groups beside each other have titles that differ.
function numberTitles(list) {
	const titles = new Map();

	for (const group of list) {
		const count = (titles.get(group.title) || 0) + 1;

		titles.set(group.title, count);
		if (count > 1) group.title += " (" + count + ")";
	}
}

// All groups, also those that are in others, outer ones first.
function allGroups(list = groups) {
	return list.flatMap((group) => [group, ...allGroups(group.groups)]);
}

// Commands of more lanes than there are overlap in the last one.
function rowTitle(row, isFirst, title) {
	if (!isLane(row)) return row.depth === 0 ? title : "in callbacks";
	const lane =
		"lane " + (row.lane + 1) + (row.hasOverlaps && row.lane > 0 ? " and more" : "");

	return isFirst ? title + ", " + lane : lane;
}

function addLines(group) {
	if (group.ownLines) {
		addOwnLines(group);
		return;
	}
	if (group.isFolded || group.rows.length === 1) {
		lines.push({
			title: group.title,
			level: group.level,
			rows: group.rows,
			group: group.rows.length > 1 ? group : null,
		});
		return;
	}
	group.rows.forEach((index, i) =>
		lines.push({
			title: rowTitle(rows[index], i === 0, group.title),
			level: i === 0 ? group.level : group.level + 1,
			rows: [index],
			group: i === 0 ? group : null,
		})
	);
}

function addHeading(group) {
	lines.push({
		title: group.title,
		level: group.level,
		rows: group.isFolded ? group.rows : [],
		group,
		isHeading: true,
	});
	if (!group.isFolded)
		for (const inner of group.groups)
			if (inner.groups.length > 0) addHeading(inner);
			else addLines(inner);
}

function makeLines() {
	lines = [];
	groups.forEach(addHeading);
	lines.forEach((line, i) => line.rows.forEach((row) => (rows[row].line = i)));
	byId("timeline-space").style.height = AXIS + lines.length * LINE + "px";
}

function lineOf(span) {
	return rowOf(span).line;
}

function fold(group, isFolded) {
	group.isFolded = isFolded;
	makeLines();
	say(group.title + (isFolded ? " is folded." : " is unfolded."));
	redraw();
}

function foldAll(isFolded) {
	for (const group of allGroups()) group.isFolded = isFolded;
	makeLines();
	redraw();
}

// -- times --------------------------------------------------------------------

function measureStage() {
	stage.width = canvas.clientWidth;
	stage.labels = Math.round(Math.min(240, stage.width * 0.28));
}

// The x of a time, and the time of an x, in CSS pixels.
function xOf(time) {
	const part = (time - view.from) / (view.to - view.from);

	return stage.labels + part * (stage.width - stage.labels);
}

function timeOf(x) {
	const part = (x - stage.labels) / (stage.width - stage.labels);

	return view.from + part * (view.to - view.from);
}

function setView(from, to) {
	const length = Math.min(Math.max(to - from, LEAST), whole.to - whole.from);
	const start = Math.min(Math.max(from, whole.from), whole.to - length);

	view.from = start;
	view.to = start + length;
	redraw();
}

function zoom(factor, time) {
	setView(time - (time - view.from) * factor, time + (view.to - time) * factor);
}

function zoomMiddle(factor) {
	const span = selection.span;
	const isSeen = span >= 0 && spans.end[span] >= view.from && spans.begin[span] <= view.to;
	const middle = isSeen
		? (Math.max(spans.begin[span], view.from) + Math.min(spans.end[span], view.to)) / 2
		: (view.from + view.to) / 2;

	zoom(factor, middle);
}

function move(part) {
	const by = (view.to - view.from) * part;

	setView(view.from + by, view.to + by);
}

function showAll() {
	setView(whole.from, whole.to);
}

// Shows a part with some space beside it.
function showPart(from, to) {
	const margin = Math.max((to - from) * 0.1, LEAST / 2);

	setView(from - margin, to + margin);
}

function scrollToLine(line) {
	const top = line * LINE;
	const height = frame.clientHeight - AXIS;

	if (top < frame.scrollTop) frame.scrollTop = top;
	else if (top + LINE > frame.scrollTop + height) frame.scrollTop = top + LINE - height;
}

// Unfolds what a span is folded into, and moves there.
function bringIntoView(span) {
	const index = rowOf(span).index;

	for (const group of allGroups())
		if (group.isFolded && group.rows.includes(index) && group.groups.length > 0) {
			group.isFolded = false;
			makeLines();
		}
	scrollToLine(lineOf(span));
	if (spans.end[span] >= view.from && spans.begin[span] <= view.to) return;
	const length = view.to - view.from;
	const middle = (spans.begin[span] + spans.end[span]) / 2;

	setView(middle - length / 2, middle + length / 2);
}

// -- the axis -----------------------------------------------------------------

// Ticks whose labels differ, whatever the zoom: what all have in common is in `base`.
function findTicks(width) {
	const length = view.to - view.from;
	const most = Math.max(1, (width - stage.labels) / 84);
	const power = Math.pow(10, Math.floor(Math.log10(length)));
	const part =
		[0.1, 0.2, 0.5, 1, 2, 5, 10].find((each) => length / (each * power) <= most) || 10;
	const step = part * power;
	const unit = [1e9, 1e6, 1e3, 1].find((each) => step * 10 >= each * 0.99) || 1;
	const digits = Math.max(0, -Math.floor(Math.log10(step / unit) + 1e-9));
	const base =
		view.to < unit * 10000 ? 0 : Math.floor(view.from / (unit * 1000)) * unit * 1000;
	const name = { 1: "ns", 1e3: "us", 1e6: "ms", 1e9: "s" }[unit];
	const first = Math.ceil(view.from / step);
	const ticks = [];

	for (let i = first; i < first + most + 2 && i * step <= view.to; i++) {
		const number = ((i * step - base) / unit).toFixed(digits);

		ticks.push({ time: i * step, text: `${base > 0 ? "+" : ""}${number} ${name}` });
	}
	return { base, ticks };
}
