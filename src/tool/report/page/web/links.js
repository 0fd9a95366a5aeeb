// SPDX-License-Identifier: Apache-2.0
//
// links: which call has enqueued a command, which commands wait for each other, and the critical
// path: from the end back to what was waited for at each moment.

const MOST_ARROWS = 1500; // commands, or steps of the path, that are drawn with arrows
const MOST_STEPS = 500000; // of the path
const arrows = { all: false, commands: null, waiters: null };
let path = null; // { steps }, from the end back: { span, from, to }

// -- links ------------------------------------------------------------------------

function addLink(map, from, to) {
	if (!map.has(from)) map.set(from, []);
	map.get(from).push(to);
}

// Made when it is needed first: it reads the details of all commands.
function findLinks() {
	if (arrows.commands) return;
	arrows.commands = new Map();
	arrows.waiters = new Map();
	for (const span of detailPlaces.keys()) {
		const details = detailsOf(span);

		if (details.call !== undefined && details.call !== null)
			addLink(arrows.commands, details.call, span);
		for (const wait of details.waits)
			if (wait !== null) addLink(arrows.waiters, wait, span);
	}
}

function commandsOf(call) {
	findLinks();
	return arrows.commands.get(call) || [];
}

// Who waits for a command: commands, and calls of clWaitForEvents.
function waitersOf(span) {
	findLinks();
	return arrows.waiters.get(span) || [];
}

// -- arrows ------------------------------------------------------------------------

function yOf(span) {
	const line = lineOf(span);

	return line < 0 ? null : topOf(line) + LINE / 2;
}

function drawArrow(context, from, fromTime, to, toTime) {
	const y1 = yOf(from);
	const y2 = yOf(to);

	if (y1 === null || y2 === null) return;
	const x1 = xOf(fromTime);
	const x2 = xOf(toTime);
	const bend = Math.max(20, Math.min(80, Math.abs(x2 - x1) / 2));

	context.beginPath();
	context.moveTo(x1, y1);
	context.bezierCurveTo(x1 + bend, y1, x2 - bend, y2, x2, y2);
	context.stroke();
	context.beginPath();
	context.moveTo(x2, y2);
	context.lineTo(x2 - 7, y2 - 4);
	context.lineTo(x2 - 7, y2 + 4);
	context.fill();
}

// From the call to its command, and from what a command waits for.
function drawArrowsTo(context, command) {
	const details = isLane(rowOf(command)) ? detailsOf(command) : null;
	let count = 0;

	if (!details) return 0;
	if (details.call !== null) {
		drawArrow(context, details.call, spans.begin[details.call], command, spans.begin[command]);
		count++;
	}
	for (const wait of details.waits)
		if (wait !== null) {
			drawArrow(context, wait, spans.end[wait], command, spans.begin[command]);
			count++;
		}
	return count;
}

// Commands that are seen, row by row.
function countCommands() {
	let count = 0;

	for (const row of rows.filter(isLane))
		count += Math.max(0, firstFrom(row, view.to) - firstAfter(row, view.from));
	return count;
}

// All or none: showNote() says so.
function drawAllArrows(context) {
	if (countCommands() > MOST_ARROWS) return;
	context.globalAlpha = 0.55;
	for (const row of rows.filter(isLane)) {
		const end = firstFrom(row, view.to);

		for (let i = firstAfter(row, view.from); i < end; i++)
			if (isSingle(i)) drawArrowsTo(context, i);
	}
	context.globalAlpha = 1;
}

// The first step that ends at a time or before; steps go back in time.
function firstStep(time) {
	return firstOf(0, path.steps.length, (i) => path.steps[i].to > time);
}

function drawPath(context) {
	const first = Math.max(1, firstStep(view.to));
	const end = Math.min(firstStep(view.from) + 1, path.steps.length);

	if (end - first > MOST_ARROWS) return;
	context.strokeStyle = colours.path;
	context.fillStyle = colours.path;
	context.lineWidth = 2;
	for (let i = first; i < end; i++) {
		const from = path.steps[i];
		const to = path.steps[i - 1];

		drawArrow(context, from.span, from.to, to.span, to.from);
	}
	context.lineWidth = 1;
}

function drawArrows(context) {
	const span = selection.span;

	context.strokeStyle = colours.text;
	context.fillStyle = colours.text;
	if (arrows.all) drawAllArrows(context);
	if (path) drawPath(context);
	if (span < 0 || !isSingle(span)) return;
	context.strokeStyle = colours.accent;
	context.fillStyle = colours.accent;
	context.lineWidth = 1.6;
	drawArrowsTo(context, span);
	for (const command of commandsOf(span))
		drawArrow(context, span, spans.begin[span], command, spans.begin[command]);
	for (const waiter of waitersOf(span)) {
		const times = isLane(rowOf(waiter)) ? spans.begin : spans.end;

		drawArrow(context, span, spans.end[span], waiter, times[waiter]);
	}
	context.lineWidth = 1;
}

// -- the critical path ------------------------------------------------------------------

// The span of some rows that ended last, at a time or before.
function lastEnded(wanted, time) {
	let best = -1;

	for (const row of wanted) {
		const i = firstAfter(row, time + 0.5) - 1;

		if (i >= row.first && (best < 0 || spans.end[i] > spans.end[best])) best = i;
	}
	return best;
}

const queueRows = new Map();

function rowsOfQueue(part, queue) {
	const key = part.index + "#" + queue;

	if (!queueRows.has(key))
		queueRows.set(
			key,
			rows.filter((row) => isLane(row) && row.part === part && row.queue === queue)
		);
	return queueRows.get(key);
}

// What a command waited for last: its events, the command before it in its queue, or its call. The
// time is when it was no longer waited for.
function beforeCommand(span) {
	const details = detailsOf(span);
	const begin = spans.begin[span];
	const { part, queue } = rowOf(span);
	const candidates = [lastEnded(rowsOfQueue(part, queue), begin)];
	let best = null;

	if (details) candidates.push(...details.waits.filter((wait) => wait !== null));
	for (const each of candidates)
		if (
			each >= 0 &&
			each !== span &&
			spans.end[each] <= begin &&
			(!best || spans.end[each] > best.time)
		)
			best = { span: each, time: spans.end[each] };
	if (details && details.call !== null) {
		const time = Math.min(spans.end[details.call], begin);

		if (!best || time > best.time) best = { span: details.call, time };
	}
	return best;
}

const waitingNames = new Set(["clFinish", "clWaitForEvents"]);

// A call that waits ends because a command has ended.
function waitedFor(span, time) {
	const details = detailsOf(span);
	const isWait = details ? details.isWait : waitingNames.has(names[spans.name[span]]);
	let best = -1;

	if (!isWait || !isSingle(span)) return null;
	if (details && details.waits.length > 0 && details.queue === 0) {
		for (const wait of details.waits)
			if (
				wait !== null &&
				spans.end[wait] <= time &&
				(best < 0 || spans.end[wait] > spans.end[best])
			)
				best = wait;
	} else {
		const queue = details ? details.queue : 0;

		const { part } = rowOf(span);
		const lanes = (row) => isLane(row) && row.part === part;

		best = lastEnded(queue > 0 ? rowsOfQueue(part, queue) : rows.filter(lanes), time);
	}
	return best >= 0 && spans.end[best] > spans.begin[span]
		? { span: best, time: spans.end[best] }
		: null;
}

function beforeCall(span, time) {
	const row = rowOf(span);
	const waited = waitedFor(span, time);

	if (waited) return waited;
	return span > row.first
		? { span: span - 1, time: Math.min(spans.end[span - 1], spans.begin[span]) }
		: null;
}

// Walks back from a span. Each step is the part of a span that was waited for.
function findPath(last) {
	const steps = [];
	let now = { span: last, time: spans.end[last] };

	while (now && steps.length < MOST_STEPS) {
		const before = isLane(rowOf(now.span))
			? beforeCommand(now.span)
			: beforeCall(now.span, now.time);
		const isLater =
			before &&
			before.time <= now.time &&
			(before.time < now.time || before.span !== now.span);
		const until = isLater ? Math.min(before.time, now.time) : 0;
		const after = steps[steps.length - 1];

		steps.push({
			span: now.span,
			from: Math.max(spans.begin[now.span], until),
			to: now.time,
		});
		if (!isLater || (after && before.time === now.time && now.time === after.to)) break;
		now = before;
	}
	return steps;
}

function lastSpan() {
	let best = -1;

	for (const row of rows)
		for (let i = row.end - 1; i >= row.first && i > row.end - 3; i--)
			if (best < 0 || spans.end[i] > spans.end[best]) best = i;
	return best;
}

function sumPath(steps) {
	const sums = new Map();

	for (const step of steps)
		addTo(sums, spans.name[step.span], isLane(rowOf(step.span)), 1, step.to - step.from);
	return sortSums(sums);
}

// Shows the path to SPAN, or to what ended last.
function showPath(span) {
	const last = span === undefined ? lastSpan() : span;

	if (last < 0) return;
	const steps = findPath(last);
	const inside = new Set(steps.map((step) => step.span));
	const begin = steps[steps.length - 1].from;
	const length = spans.end[last] - begin;
	const busy = steps.reduce((sum, step) => sum + step.to - step.from, 0);
	const panel = byId("path");

	path = { steps };
	isDimmed = (each) => !inside.has(each);
	byId("path-button").setAttribute("aria-pressed", "true");
	panel.hidden = false;
	panel.replaceChildren();
	const end = `${names[spans.name[last]]} at ${exactText(spans.end[last])}`;
	const count = `${countText(steps.length)} steps`;
	const idle = timeText(Math.max(0, length - busy));

	add(panel, "h3", `Critical path to ${end}`);
	add(
		panel,
		"p",
		`${count} in ${timeText(length)}; in ${idle} of that nothing on the path was in OpenCL. ` +
			(timeline.merged > 0
				? "Merged spans count as one: a page of a part (--from, --to) is exact."
				: "")
	);
	addSums(panel, sumPath(steps));
	say(`The critical path has ${count}; its sums are below the timeline.`);
	redraw();
}

function hidePath() {
	path = null;
	isDimmed = search.matches ? (span) => search.has[span] === 0 : () => false;
	byId("path").hidden = true;
	byId("path-button").setAttribute("aria-pressed", "false");
	redraw();
}
