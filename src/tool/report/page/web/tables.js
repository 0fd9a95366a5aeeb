// SPDX-License-Identifier: Apache-2.0
//
// tables: the summary and the tables. The first cell of a row leads to its spans in the timeline.

// -- summary ------------------------------------------------------------------

let factsPlace = byId("facts"); // where facts and tables are added
let tablesPlace = byId("tables");

const ends = {
	ended: "the program ended",
	killed: "the program was killed or crashed",
	running: "the program still ran when this page was made",
	full: "recording ended early: there was no space for the file",
	limit: "recording ended early: the file reached its size limit",
};

function addFact(name, text, isWarning) {
	add(factsPlace, "dt", name);
	add(factsPlace, "dd", text, isWarning ? "warning" : "");
}

// Where in the program a call was made, as far as it is known.
function callerText(caller) {
	if (!caller || (!caller.function && !caller.module)) return "";
	return (
		(caller.function || caller.module) + (caller.file ? ` (${caller.file}:${caller.line})` : "")
	);
}

function placeText(place) {
	return (
		`${place.function} at ${timeText(place.at_ns)}, thread ${place.thread}` +
		(place.call === null ? "" : `, call ${place.call}`) +
		(callerText(place.caller) && `, in ${callerText(place.caller)}`)
	);
}

// Nobody has seen when the program was killed.
function leastText() {
	return report.run_at_least ? "at least " : "";
}

// Of errors and remarks the place may not be known.
function firstPlace(row) {
	return row.function ? placeText(row) : "";
}

// What a call waits for that did not return, and for how long.
function openText(place) {
	const awaited = place.waits_for;
	const what =
		awaited && awaited.what === "user-event"
			? "a user event that nobody has set"
			: "this command";

	return (
		`${placeText(place)}, for ${leastText()}${timeText(place.duration_ns)}` +
		(awaited ? `; it waits for ${what}: ${placeText(awaited)}` : "")
	);
}

function endText() {
	if (report.end === "killed" && report.signal !== null)
		return "the program was ended by signal " + report.signal;
	return ends[report.end];
}

function addRangeFacts() {
	const part = `${timeText(report.from_ns)} and ${timeText(report.from_ns + report.run_ns)}`;
	const none = report.calls === 0 ? "; no call began in this time" : "";

	if (report.from_ns > 0 || none) addFact("Only", `what was between ${part}${none}`);
	for (const place of report.earlier)
		addFact(
			"Began before",
			`${placeText(place)}, for ${timeText(place.duration_ns)} of this time`
		);
}

function countFact(name, count, text) {
	if (count > 0) addFact(name, count + " " + text, true);
}

function programLine() {
	return report.arguments.length > 0 ? report.arguments.join(" ") : report.program;
}

function showTitle(line) {
	document.title = "OpenCL report: " + line;
	byId("program").textContent = line;
}

function showSummary() {
	const busiest = Math.max(0, ...report.threads.map((thread) => thread.inside_ns));
	const callers = report.threads.filter(
		(thread) => thread.calls > 0 || thread.inside_ns > 0
	).length;
	const start = new Date(report.started_realtime_ns / 1e6).toLocaleString();
	const share = `${timeText(busiest)} (${shareText(busiest, report.run_ns)})`;

	addFact("Started", `${start}, process ${report.process}`);
	addFact("Run time", leastText() + timeText(report.run_ns));
	addFact("Inside OpenCL", share + (callers > 1 ? ", the thread with the most" : ""));
	addFact("Calls", `${report.calls} in ${pluralText(callers, "thread")}`);
	addRangeFacts();
	addFact("End", endText(), report.end !== "ended");
	report.unfinished.forEach((place) => addFact("Did not return", openText(place), true));
	countFact("Lost", report.lost, "calls and commands could not be recorded");
	countFact("Damaged", report.damaged, "parts of the file could not be read");
	countFact("Left", report.left, "calls by an exception or the end of a thread");
	const unknown = report.not_recorded.map((each) => `${each.name} (${each.reason})`).join(", ");

	if (report.unknown_functions > 0)
		addFact(
			"Not recorded",
			`calls of ${report.unknown_functions} functions that the program got by name: ` +
				unknown,
			true
		);
	addFact("Record", report.file);
}

// -- tables -------------------------------------------------------------------

// A column is a title, the value by which it is sorted, and the text of that value.
function column(title, value, text) {
	return { title, value, text: text || String, isNumber: text !== undefined };
}

// A column whose text leads to the spans of its row.
function leading(title, value, lead) {
	const hint = title === "Source" ? "Show the source" : "Show in the timeline";

	return { title, value, text: String, isNumber: false, lead, hint };
}

function counted(title, value) {
	return { title, value, text: countText, isNumber: true };
}

function compare(a, b) {
	if (typeof a === "number" && typeof b === "number") return a - b;
	return String(a).localeCompare(String(b));
}

function fillRows(body, columns, list) {
	body.replaceChildren();
	for (const row of list) {
		const line = add(body, "tr");

		columns.forEach((column, i) => {
			const text = column.text(column.value(row));
			const cell = add(line, i === 0 ? "th" : "td", "", column.isNumber ? "number" : "");

			if (i === 0) cell.scope = "row";
			if (column.lead && rows.length > 0)
				addButton(cell, text, () => column.lead(row), "lead").title = column.hint;
			else cell.textContent = text;
		});
	}
}

function sortBy(head, body, columns, list, index) {
	const cells = head.querySelectorAll("th");
	const was = cells[index].getAttribute("aria-sort");
	const first = columns[index].isNumber ? "descending" : "ascending";
	const second = columns[index].isNumber ? "ascending" : "descending";
	const order = was === first ? second : first;
	const sign = order === "ascending" ? 1 : -1;

	cells.forEach((cell) => cell.removeAttribute("aria-sort"));
	cells[index].setAttribute("aria-sort", order);
	list.sort((a, b) => sign * compare(columns[index].value(a), columns[index].value(b)));
	fillRows(body, columns, list);
}

// SORTED is the column that the rows come sorted by, the largest first; -1: by none.
function showTable(title, list, sorted, columns) {
	if (list.length === 0) return;
	const frame = add(tablesPlace, "div", undefined, "table");
	const table = add(frame, "table");
	add(table, "caption", title);
	const head = add(add(table, "thead"), "tr");
	const body = add(table, "tbody");

	columns.forEach((column, i) => {
		const cell = add(head, "th", undefined, column.isNumber ? "number" : "");
		const button = add(cell, "button", column.title);

		cell.scope = "col";
		if (i === sorted) cell.setAttribute("aria-sort", "descending");
		button.type = "button";
		button.addEventListener("click", () => sortBy(head, body, columns, list, i));
	});
	fillRows(body, columns, list);
}

function sizesText(size) {
	const local = size.local.some((n) => n > 0) ? size.local.join("x") : "driver's";

	return size.global.join("x") + " / " + local;
}

function kernelSizes(kernel) {
	const more = kernel.different_sizes - kernel.sizes.length;

	return kernel.sizes.map(sizesText).join(", ") + (more > 0 ? " and " + more + " more" : "");
}

// A call that did not return has no duration.
function returned(field) {
	return (row) => (row.max_ns > 0 ? row[field] : -1);
}

// Only queues with profiling have device times.
function measured(field) {
	return (row) => (row.measured > 0 ? row[field] : -1);
}

function measuredText(ns) {
	return ns < 0 ? "-" : timeText(ns);
}

function rateOf(transfer) {
	return transfer.measured_ns > 0 ? transfer.measured_bytes / transfer.measured_ns : 0;
}

function codeText(row) {
	return row.code === null ? "(code not asked for)" : row.code + " (" + row.number + ")";
}

// -- where rows lead to ---------------------------------------------------------

const kindOfDirection = {
	"host to device": "write",
	"device to host": "read",
	"device to device": "copy",
	"SVM copy": "svm-copy",
};

function isShownLane(row) {
	return isLane(row) && row.part === shown;
}

function leadToCalls(row) {
	searchName(row.name, (each) => !isLane(each) && each.part === shown);
}

function leadToKernel(row) {
	searchName(row.name === null ? "kernel" : row.name, isShownLane);
}

function leadToTransfers(row) {
	searchName(kindOfDirection[row.direction] || row.direction, isShownLane);
}

function leadToSpan(span) {
	byId("timeline-section").scrollIntoView({ block: "start" });
	canvas.focus({ preventScroll: true });
	select(span, true);
	fitSelection();
}

function leadToQueue(row) {
	const found = rows.find((each) => each.part === shown && each.queue === row.queue);

	if (found) leadToSpan(found.first);
	else say("No command of queue#" + row.queue + " was measured, so none is in the timeline.");
}

function programOf(kernel) {
	return shown.timeline.programs.find((program) => program.kernels.includes(kernel.name));
}

function sourceText(kernel) {
	const program = programOf(kernel);

	return program ? "program#" + program.number : "-";
}

function leadToSource(kernel) {
	const program = programOf(kernel);

	if (program) showProgram(program.number);
	else say("The record does not say of which program " + kernel.name + " is.");
}

// The call at a place, or the merged span that it is in.
function leadToPlace(place) {
	const isOfPlace = (row) => row.thread === place.thread && row.part === shown;
	const at = shown.start_ns + place.at_ns;

	for (const row of rows.filter(isOfPlace)) {
		const i = firstFrom(row, at + 0.5) - 1;

		if (
			i >= row.first &&
			spans.end[i] >= at &&
			(!isSingle(i) || names[spans.name[i]] === place.function)
		) {
			leadToSpan(i);
			return;
		}
	}
	say("That call is not in the timeline.");
}

// -- all tables -------------------------------------------------------------------

// As the report on the screen has it: of errors, the share of the calls. Less than 0: not known.
function remarkShare(row) {
	if (row.of > 0) return row.count / row.of;
	if (row.id !== "died") return row.cost_ns / report.run_ns;
	return report.run_at_least ? -1 : row.time_ns / report.run_ns;
}

// The callers of a call, the innermost first, if the record has stacks.
function chainText(row) {
	return (row.stack || []).slice(1).map(callerText).filter(Boolean).join(" < ");
}

function showRemarks() {
	showTable("What stands out", report.remarks, -1, [
		leading(
			"What",
			(row) => row.text,
			(row) => (row.function ? leadToPlace(row) : say("That is about the whole record."))
		),
		column("Share of the run time", remarkShare, (share) =>
			share < 0 ? "-" : shareText(share, 1)
		),
		column("First place", firstPlace),
		column("Called by", chainText),
		column("Cure", (row) => row.cure),
	]);
}

function showIdle() {
	showTable("Idle devices, by cause", report.idle, 2, [
		leading(
			"Cause",
			(row) => row.cause,
			(row) => (row.function ? leadToPlace(row) : say("The call is not known."))
		),
		column("Device", (row) => row.device ?? "(unknown)"),
		column("Time", (row) => row.total_ns, timeText),
		column("Share of the run time", (row) => row.total_ns / report.run_ns, (share) =>
			shareText(share, 1)
		),
		column("Longest", (row) => row.max_ns, timeText),
		column("Place of the longest", firstPlace),
	]);
}

// Marks have no time.
function timed(field) {
	return (row) => (row.kind === "mark" || (field === "mean_ns" && row.max_ns === 0) ? -1 : row[field]);
}

function showRanges() {
	showTable("Ranges of the program", report.ranges, 4, [
		leading("Name", (row) => row.name || "(no name)", leadToOwn),
		column("Domain", (row) => row.domain ?? ""),
		column("Kind", (row) => row.kind),
		counted("Count", (row) => row.count),
		column("Total", timed("total_ns"), measuredText),
		column("Mean", timed("mean_ns"), measuredText),
		column("Max", timed("max_ns"), measuredText),
		counted("OpenCL calls", (row) => row.calls),
		column(
			"Device time",
			(row) => (row.measured + row.estimated > 0 ? row.device_ns : -1),
			measuredText
		),
	]);
}

function showTables() {
	showRemarks();
	showRanges();
	showTable("API calls", report.functions, 2, [
		leading("Function", (row) => row.name, leadToCalls),
		counted("Count", (row) => row.count),
		column("Total", (row) => row.total_ns, timeText),
		column("Mean", returned("mean_ns"), measuredText),
		column("Max", returned("max_ns"), measuredText),
		counted("Errors", (row) => row.errors),
	]);
	showTable("Kernels", report.kernels, 2, [
		leading("Kernel", (row) => row.name ?? "(unknown)", leadToKernel),
		counted("Count", (row) => row.count),
		column("Device time", measured("total_ns"), measuredText),
		column("Mean", measured("mean_ns"), measuredText),
		column("Min", measured("min_ns"), measuredText),
		column("Max", measured("max_ns"), measuredText),
		leading("Source", sourceText, leadToSource),
		column("Global / local size", kernelSizes),
	]);
	showTable("Transfers", report.transfers, -1, [
		leading("Direction", (row) => row.direction, leadToTransfers),
		counted("Count", (row) => row.count),
		column("Bytes", (row) => row.bytes, bytesText),
		column("Device time", measured("total_ns"), measuredText),
		column("Rate", rateOf, rateText),
	]);
	showTable("Queues", report.queues, -1, [
		leading("Queue", (row) => "queue#" + row.queue, leadToQueue),
		column("Device", (row) => (row.device === null ? "(unknown)" : row.device)),
		counted("Commands", (row) => row.commands),
		counted("Measured", (row) => row.measured),
		column("Busy", measured("busy_ns"), measuredText),
		column("Idle", measured("idle_ns"), measuredText),
	]);
	showIdle();
	showTable("Builds", report.builds, -1, [
		leading("Function", (row) => row.function, leadToPlace),
		column("At", (row) => row.at_ns, timeText),
		column("Time", (row) => row.duration_ns, timeText),
		column("Result", codeText),
		column("Options", (row) => row.options || ""),
		column("Log", (row) => row.log || ""),
	]);
	showTable("Errors", report.errors, -1, [
		leading("Error", codeText, leadToPlace),
		counted("Count", (row) => row.count),
		column("First place", firstPlace),
	]);
	showTable("Longest waits", report.waits, 1, [
		leading("Function", (row) => row.function, leadToPlace),
		column("Waited", (row) => row.duration_ns, timeText),
		column("At", (row) => row.at_ns, timeText),
		column("Thread", (row) => row.thread, String),
		counted("Call", (row) => row.call),
		column("In", (row) => callerText(row.caller)),
	]);
}

// -- programs ---------------------------------------------------------------------

function findProgram(number, part = shown) {
	return part.timeline.programs.find((program) => program.number === number);
}

function buildText(build) {
	return (
		`${build.function} at ${timeText(build.at_ns)}, ${timeText(build.duration_ns)}, ` +
		(build.code ?? "no code asked for") +
		(build.options ? `, options ${build.options}` : ", no options") +
		(build.log ? `: ${build.log}` : "")
	);
}

function fillProgram(place, program) {
	for (const build of report.builds.filter((each) => each.program === program.number))
		add(place, "p", buildText(build));
	const missing = "It was not made of source, or this page has no space for its source.";
	const rest = program.is_cut ? "\n... the record has no more of it" : "";

	if (program.source === null) add(place, "p", missing, "dim");
	else add(place, "pre", program.source + rest);
}

// The source comes into the document when it is opened.
function showPrograms() {
	const section = byId("programs");

	section.hidden = shown.timeline.programs.length === 0;
	section.querySelectorAll("details, p").forEach((each) => each.remove());
	for (const program of shown.timeline.programs) {
		const place = add(section, "details");
		const kernels = program.kernels.join(", ");
		const what = kernels ? `kernels ${kernels}` : "no kernel is known";

		place.id = "program-" + program.number;
		add(place, "summary", `program#${program.number}: ${what}`);
		place.addEventListener("toggle", () => fillProgram(place, program), { once: true });
	}
	if (shown.timeline.programs_left_out > 0)
		add(section, "p", countText(shown.timeline.programs_left_out) + " more are left out.");
}

function showProgram(number) {
	const place = byId("program-" + number);

	place.open = true;
	place.scrollIntoView({ block: "start" });
	place.querySelector("summary").focus({ preventScroll: true });
}
