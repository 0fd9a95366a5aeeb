// SPDX-License-Identifier: Apache-2.0
//
// details: what is known of a span, in a tip beside the mouse and in the panel below the timeline.

const MOST_WAITS = 12; // that a panel lists
const tip = byId("tip");

// -- what is known --------------------------------------------------------------

// Of the record of PART; times are the page's.
function partCommand(part, from, to) {
	const first = optionText(Math.max(0, from - part.start_ns));
	const last = optionText(Math.max(1, to - part.start_ns));
	const file = quoted(part.report.file);

	return `clrouter report --from ${first} --to ${last} --export html -o part.html ${file}`;
}

// The process that a command for a part of the time is about.
function processName(part) {
	return several ? ` (${partTitle(part)})` : "";
}

function quoted(path) {
	return /^[A-Za-z0-9_./-]+$/.test(path) ? path : "'" + path.replace(/'/g, "'\\''") + "'";
}

// Commands are found by the calls that enqueue them, which come before.
function commandForSpan(span) {
	const margin = isLane(rowOf(span)) ? (whole.to - whole.from) / 1000 : 0;

	return partCommand(
		rowOf(span).part,
		Math.max(whole.from, Math.floor(spans.begin[span] - margin)),
		Math.ceil(spans.end[span] + 1)
	);
}

function addTimes(facts, span, details) {
	const begin = spans.begin[span];
	const later = (time, before) => `${exactText(time)} (${timeText(time - before)} later)`;

	if (details && details.call !== undefined) {
		const queued = begin - details.queued;
		const submitted = begin - details.submitted;

		facts.push(["Queued", exactText(queued)]);
		facts.push(["Submitted", later(submitted, queued)]);
		facts.push(["Started", later(begin, submitted)]);
	} else {
		facts.push([isLane(rowOf(span)) ? "Started" : "Began", exactText(begin)]);
	}
	facts.push(["Ended", later(spans.end[span], begin)]);
}

function addCommandFacts(facts, details, span) {
	const call = details.call === null ? null : detailsOf(details.call);
	const bytes = `${bytesText(details.bytes)} (${countText(details.bytes)})`;
	const rate = rateText(details.bytes / Math.max(1, spans.end[span] - spans.begin[span]));

	if (details.kernelArgs) facts.push(["Arguments", details.kernelArgs]);
	if (call && call.text) facts.push(["Enqueued with", call.text]);
	if (details.size.global.length > 0)
		facts.push(["Global / local size", sizesText(details.size)]);
	if (details.bytes > 0) facts.push(["Bytes", `${bytes}, ${rate}`]);
	if (details.standsFor > 1)
		facts.push(["Stands for", `${details.standsFor} commands, of which one was measured`]);
	facts.push([
		"Waits for",
		details.waits.length === 0 ? "no event" : pluralText(details.waits.length, "event"),
	]);
}

function addCallFacts(facts, details) {
	if (details.text !== null) facts.push(["Arguments", details.text || "none"]);
	else facts.push(["Arguments", "left out, because this page has too many"]);
	if (details.result !== null) facts.push(["Result", details.result]);
	if (details.queue > 0) facts.push(["Waits for", "all before it in queue#" + details.queue]);
	else if (details.waits.length > 0)
		facts.push(["Waits for", pluralText(details.waits.length, "event")]);
}

// What is longer than MOST characters is cut.
function addFacts(list, facts, most) {
	for (const [fact, text] of facts) {
		add(list, "dt", fact);
		add(list, "dd", text.length > most ? text.slice(0, most) + "..." : text);
	}
}

// Pairs of a name and a text.
function factsOf(span, details) {
	const facts = [];
	const length = spans.end[span] - spans.begin[span];

	if (!isSingle(span)) {
		const kind = isLane(rowOf(span)) ? "commands" : "calls";
		const busy = spans.busy[span];

		facts.push(["Merged", `${countText(spans.count[span])} ${kind} in ${timeText(length)}`]);
		facts.push(["Busy", `${timeText(busy)} (${shareText(busy, length)})`]);
		facts.push(["Began", exactText(spans.begin[span])]);
		facts.push(["Ended", exactText(spans.end[span])]);
		return facts;
	}
	const digits = length >= 1000 ? ` (${countText(length)} ns)` : "";

	facts.push(["Duration", timeText(length) + digits]);
	addTimes(facts, span, details);
	if (details && details.call !== undefined) addCommandFacts(facts, details, span);
	else if (details) addCallFacts(facts, details);
	if (spans.flags[span] & HAS_FAILED) facts.push(["Failed", "yes"]);
	return facts;
}

function titleOf(span) {
	const row = rowOf(span);
	const lane = row.lane > 0 ? `, lane ${row.lane + 1}` : "";
	const place = isLane(row)
		? `queue#${row.queue}, ${deviceTitle(row)}${lane}`
		: threadTitle(row);

	return { name: spanName(span), place: several ? `${partTitle(row.part)}: ${place}` : place };
}

// -- the tip --------------------------------------------------------------------

let tipSpan = -1;

function showTip(span, x, y) {
	if (span !== tipSpan) {
		const { name, place } = titleOf(span);
		const details = detailsOf(span);

		tip.replaceChildren();
		add(tip, "strong", name);
		add(tip, "div", place, "dim");
		addFacts(add(tip, "dl"), factsOf(span, details), 300);
		const hint = "Arguments are left out: click for the command that shows them.";

		if (!details && isSingle(span)) add(tip, "div", hint, "dim");
	}
	tipSpan = span;
	tip.hidden = false;
	const box = frame.getBoundingClientRect();
	const left = Math.min(
		x + 16,
		document.documentElement.clientWidth - box.left - tip.offsetWidth - 8
	);
	const below = y + 18 + tip.offsetHeight + box.top < window.innerHeight;

	tip.style.left = Math.max(left, 4 - box.left) + "px";
	tip.style.top = (below ? y + 18 : Math.max(y - tip.offsetHeight - 12, -box.top)) + "px";
}

function hideTip() {
	tipSpan = -1;
	tip.hidden = true;
}

// -- the panel ------------------------------------------------------------------

function addSpanButton(parent, text, span) {
	if (span === null) return add(parent, "span", text + ": not shown by itself", "dim");
	const place = `${names[spans.name[span]]} at ${exactText(spans.begin[span])}`;

	return addButton(parent, `${text}: ${place}`, () => select(span, true));
}

function addLinks(panel, span, details) {
	const links = add(panel, "div", undefined, "links");
	const waits = details ? details.waits : [];

	if (details && details.call !== undefined)
		addSpanButton(links, "Enqueued by", details.call);
	for (const wait of waits.slice(0, MOST_WAITS)) addSpanButton(links, "Waits for", wait);
	if (waits.length > MOST_WAITS)
		add(links, "span", "and " + (waits.length - MOST_WAITS) + " more", "dim");
	for (const command of commandsOf(span)) addSpanButton(links, "Enqueues", command);
	const waiters = waitersOf(span);

	for (const waiter of waiters.slice(0, MOST_WAITS))
		addSpanButton(links, "Is waited for by", waiter);
	const { part } = rowOf(span);

	if (details && details.program > 0 && findProgram(details.program, part))
		addButton(links, "Source and build: program#" + details.program, () => {
			showProcess(part);
			showProgram(details.program);
		});
	addButton(links, "Critical path to here", () => showPath(span));
}

function addSums(panel, sums) {
	if (sums.length === 0) return;
	const table = add(add(panel, "div", undefined, "table"), "table");
	const head = add(add(table, "thead"), "tr");
	const all = sums.reduce((sum, each) => sum + each.time, 0);
	const lead = (sum) =>
		searchName(names[sum.name], (row) => isLane(row) === sum.isCommand);
	const columns = [
		leading("Name", (sum) => names[sum.name], lead),
		column("In", (sum) => (sum.isCommand ? "commands" : "calls")),
		counted("Count", (sum) => sum.count),
		column("Time", (sum) => sum.time, timeText),
		column("Share", (sum) => sum.time, (time) => shareText(time, all)),
		column("Mean", (sum) => (sum.count > 0 ? sum.time / sum.count : -1), measuredText),
	];

	for (const each of columns)
		add(head, "th", each.title, each.isNumber ? "number" : "").scope = "col";
	fillRows(add(table, "tbody"), columns, sums);
}

function addCommandLine(panel, text, command) {
	const line = add(panel, "p", text + " ");

	add(line, "code", command);
}

// The time of the bins of PART that are in a part of the time.
function binsText(part, from, to) {
	const width = part.timeline.bin_ns;
	const first = Math.floor((from - part.start_ns) / width);
	const end = Math.max(Math.ceil((to - part.start_ns) / width), first + 1);
	const at = (bin) => exactText(Math.max(0, part.start_ns + bin * width));

	return `from ${at(first)} to ${at(end)}`;
}

function showDetails(span) {
	const panel = byId("details");
	const { name, place } = titleOf(span);
	const details = detailsOf(span);

	panel.replaceChildren();
	panel.hidden = false;
	add(panel, "h3", name);
	add(panel, "p", place, "dim");
	addFacts(add(panel, "dl"), factsOf(span, details), Infinity);
	if (isSingle(span)) {
		addLinks(panel, span, details);
		if (!details || details.text === null)
			addCommandLine(
				panel,
				"Only the longest calls and commands have arguments in this page. " +
					"This writes a page that has them:",
				commandForSpan(span)
			);
		return;
	}
	const row = rowOf(span);

	if (row.part.timeline.bins !== undefined) {
		const from = spans.begin[span];
		const to = spans.end[span] + 1;

		add(panel, "p", `Around it, ${binsText(row.part, from, to)}, the row has:`);
		addSums(panel, sumBins(from, to, row.index));
	}
	addCommandLine(panel, "This writes a page with every call of it:", commandForSpan(span));
}

// -- the note below the timeline ---------------------------------------------------

// The calls and commands of a part of the time, and how many of them are merged; only of one part of
// the page, if that is given.
function countIn(from, to, part) {
	const sum = { merged: 0, all: 0 };

	for (const row of rows) {
		if (part && row.part !== part) continue;
		const first = firstAfter(row, from);
		const end = Math.max(first, firstFrom(row, to));

		sum.all += spans.before[end] - spans.before[first];
		sum.merged += spans.merged[end] - spans.merged[first];
	}
	return sum;
}

// The part with the most merged calls in a part of the time.
function mergedPart(from, to) {
	let best = parts[0];
	let most = 0;

	for (const part of parts) {
		const { merged } = countIn(from, to, part);

		if (merged > most) best = part;
		most = Math.max(most, merged);
	}
	return best;
}

// No zoom ends at merged spans without saying how to see what is in them.
function showNote() {
	const note = byId("timeline-note");
	const seen = countIn(view.from, view.to);

	const all = `${countText(seen.all)} calls and commands`;
	const shortest = timeText(timeline.resolution_ns);
	const most = countText(timeline.most_spans);
	const tell = (text) => add(note, "span", text);

	note.replaceChildren();
	if (seen.merged === 0) {
		if (timeline.merged > 0) tell("All calls and commands of this part are shown.");
		else tell(`${all}, all of which are shown.`);
	} else {
		tell(
			`${all}; those shorter than ${shortest} are merged with their neighbours, ` +
				"as high as they were busy. "
		);
		if (seen.all > timeline.most_spans) {
			tell(`A page shows each of ${most}: zoom in, and this line says how to get them.`);
		} else {
			const part = mergedPart(view.from, view.to);

			tell(`For a page with each of them${processName(part)}: `);
			add(note, "code", partCommand(part, Math.floor(view.from), Math.ceil(view.to)));
		}
	}
	if (arrows.all && countCommands() > MOST_ARROWS)
		tell(
			` Arrows are drawn when ${countText(MOST_ARROWS)} commands or fewer are seen: zoom in.`
		);
	if (timeline.left_out > 0)
		tell(` ${countText(timeline.left_out)} in further rows are left out.`);
}
