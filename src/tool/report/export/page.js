// SPDX-License-Identifier: Apache-2.0
//
// page.js: shows the data that "clrouter report --export=html" has put into the page. What the
// data says is set as text only, never as markup.
"use strict";

// Control characters, marks that change the direction of text, and characters that nobody sees.
const hidden =
	/[\u0000-\u001f\u007f-\u009f\u00ad\u061c\u200b-\u200f\u2028-\u202e\u2060-\u206f\ufeff]/g;

function visible(key, value) {
	if (typeof value !== "string")
		return value;
	return value.replace(hidden, (character) =>
		"\\u" + character.charCodeAt(0).toString(16).padStart(4, "0"));
}

const data = JSON.parse(document.getElementById("data").textContent, visible);
const report = data.report;

// -- numbers ------------------------------------------------------------------

function scaled(value, step, units) {
	let unit = 0;

	while (unit + 1 < units.length && value >= step * 0.9995) {
		value /= step;
		unit++;
	}
	const digits = unit === 0 || value >= 99.95 ? 0 : value >= 9.995 ? 1 : 2;
	return value.toFixed(digits) + " " + units[unit];
}

function timeText(ns) {
	return scaled(ns, 1000, ["ns", "us", "ms", "s"]);
}

function bytesText(bytes) {
	return scaled(bytes, 1024, ["B", "KiB", "MiB", "GiB", "TiB", "PiB", "EiB"]);
}

function shareText(part, whole) {
	return whole > 0 ? (100 * part / whole).toFixed(1) + " %" : "-";
}

function rateText(rate) {
	return rate > 0 ? rate.toFixed(2) + " GB/s" : "-";
}

// -- elements -----------------------------------------------------------------

function add(parent, name, text, className) {
	const element = document.createElement(name);

	if (text !== undefined)
		element.textContent = text;
	if (className)
		element.className = className;
	parent.append(element);
	return element;
}

// -- summary ------------------------------------------------------------------

const ends = {
	ended: "the program ended",
	killed: "the program was killed or crashed",
	running: "the program still ran when this page was made",
	full: "recording ended early: there was no space for the file",
	limit: "recording ended early: the file reached its size limit",
};

function addFact(name, text, isWarning) {
	const list = document.getElementById("facts");

	add(list, "dt", name);
	add(list, "dd", text, isWarning ? "warning" : "");
}

function placeText(place) {
	return place.function + " at " + timeText(place.at_ns) + ", thread " + place.thread +
		", call " + place.call;
}

function countFact(name, count, text) {
	if (count > 0)
		addFact(name, count + " " + text, true);
}

function showSummary() {
	const busiest = Math.max(0, ...report.threads.map((thread) => thread.inside_ns));
	const callers = report.threads.filter((thread) => thread.calls > 0).length;
	const line = report.arguments.length > 0 ? report.arguments.join(" ") : report.program;

	document.title = "OpenCL report: " + line;
	document.getElementById("program").textContent = line;
	addFact("Started", new Date(report.started_realtime_ns / 1e6).toLocaleString() +
		", process " + report.process);
	addFact("Run time", timeText(report.run_ns));
	addFact("Inside OpenCL", timeText(busiest) + " (" + shareText(busiest, report.run_ns) + ")" +
		(callers > 1 ? ", the thread with the most" : ""));
	addFact("Calls", report.calls + " in " + callers + (callers === 1 ? " thread" : " threads"));
	addFact("End", ends[report.end], report.end !== "ended");
	report.unfinished.forEach((place) => addFact("Did not return", placeText(place), true));
	countFact("Lost", report.lost, "calls and commands could not be recorded");
	countFact("Damaged", report.damaged, "parts of the file could not be read");
	countFact("Left", report.left, "calls by an exception or the end of a thread");
	if (report.unknown_functions > 0)
		addFact("Not recorded", "calls of " + report.unknown_functions +
			" functions that the program got by name: " +
			report.not_recorded.map((each) => each.name + " (" + each.reason + ")")
				.join(", "), true);
	addFact("Record", report.file);
}

// -- tables -------------------------------------------------------------------

// A column is a title, the value by which it is sorted, and the text of that value.
function column(title, value, text) {
	return { title, value, text: text || String, isNumber: text !== undefined };
}

function compare(a, b) {
	if (typeof a === "number" && typeof b === "number")
		return a - b;
	return String(a).localeCompare(String(b));
}

function fillRows(body, columns, rows) {
	body.replaceChildren();
	for (const row of rows) {
		const line = add(body, "tr");

		columns.forEach((column, i) => {
			const cell = add(line, i === 0 ? "th" : "td", column.text(column.value(row)),
				column.isNumber ? "number" : "");

			if (i === 0)
				cell.scope = "row";
		});
	}
}

function sortBy(head, body, columns, rows, index) {
	const cells = head.querySelectorAll("th");
	const was = cells[index].getAttribute("aria-sort");
	const first = columns[index].isNumber ? "descending" : "ascending";
	const second = columns[index].isNumber ? "ascending" : "descending";
	const order = was === first ? second : first;
	const sign = order === "ascending" ? 1 : -1;

	cells.forEach((cell) => cell.removeAttribute("aria-sort"));
	cells[index].setAttribute("aria-sort", order);
	rows.sort((a, b) => sign * compare(columns[index].value(a), columns[index].value(b)));
	fillRows(body, columns, rows);
}

// SORTED is the column that the rows come sorted by, the largest first.
function showTable(title, rows, columns, sorted) {
	if (rows.length === 0)
		return;
	const frame = add(document.getElementById("tables"), "div", undefined, "table");
	const table = add(frame, "table");
	add(table, "caption", title);
	const head = add(add(table, "thead"), "tr");
	const body = add(table, "tbody");

	columns.forEach((column, i) => {
		const cell = add(head, "th", undefined, column.isNumber ? "number" : "");
		const button = add(cell, "button", column.title);

		cell.scope = "col";
		if (i === sorted)
			cell.setAttribute("aria-sort", "descending");
		button.type = "button";
		button.addEventListener("click", () => sortBy(head, body, columns, rows, i));
	});
	fillRows(body, columns, rows);
}

function sizesText(size) {
	const local = size.local.some((n) => n > 0) ? size.local.join("x") : "driver's";

	return size.global.join("x") + " / " + local;
}

function kernelSizes(kernel) {
	const more = kernel.different_sizes - kernel.sizes.length;

	return kernel.sizes.map(sizesText).join(", ") + (more > 0 ? " and " + more + " more" : "");
}

// Device times are those of queues with profiling.
function measured(field) {
	return (row) => row.measured > 0 ? row[field] : -1;
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

function showTables() {
	showTable("API calls", report.functions, [
		column("Function", (row) => row.name),
		column("Count", (row) => row.count, String),
		column("Total", (row) => row.total_ns, timeText),
		column("Mean", (row) => row.mean_ns, timeText),
		column("Max", (row) => row.max_ns, timeText),
		column("Errors", (row) => row.errors, String),
	], 2);
	showTable("Kernels", report.kernels, [
		column("Kernel", (row) => row.name === null ? "(unknown)" : row.name),
		column("Count", (row) => row.count, String),
		column("Device time", measured("total_ns"), measuredText),
		column("Mean", measured("mean_ns"), measuredText),
		column("Min", measured("min_ns"), measuredText),
		column("Max", measured("max_ns"), measuredText),
		column("Global / local size", kernelSizes),
	], 2);
	showTable("Transfers", report.transfers, [
		column("Direction", (row) => row.direction),
		column("Count", (row) => row.count, String),
		column("Bytes", (row) => row.bytes, bytesText),
		column("Device time", measured("total_ns"), measuredText),
		column("Rate", rateOf, rateText),
	]);
	showTable("Queues", report.queues, [
		column("Queue", (row) => "queue#" + row.queue),
		column("Device", (row) => row.device === null ? "(unknown)" : row.device),
		column("Commands", (row) => row.commands, String),
		column("Measured", (row) => row.measured, String),
		column("Busy", measured("busy_ns"), measuredText),
		column("Idle", measured("idle_ns"), measuredText),
	]);
	showTable("Builds", report.builds, [
		column("Function", (row) => row.function),
		column("At", (row) => row.at_ns, timeText),
		column("Time", (row) => row.duration_ns, timeText),
		column("Result", codeText),
		column("Options", (row) => row.options || ""),
		column("Log", (row) => row.log || ""),
	]);
	showTable("Errors", report.errors, [
		column("Error", codeText),
		column("Count", (row) => row.count, String),
		column("First place", placeText),
	]);
	showTable("Longest waits", report.waits, [
		column("Function", (row) => row.function),
		column("Waited", (row) => row.duration_ns, timeText),
		column("At", (row) => row.at_ns, timeText),
		column("Thread", (row) => row.thread, String),
		column("Call", (row) => row.call, String),
	], 1);
}

// -- timeline -----------------------------------------------------------------

const several = "several functions";
const ROW = 22;		// CSS pixels
const AXIS = 24;
const LABEL = 90;	// of the axis
const canvas = document.getElementById("timeline");
const rows = data.timeline.rows.map((label) => ({ label, spans: [] }));
const whole = { from: report.from_ns, to: report.from_ns + Math.max(1, report.run_ns) };
const view = { from: whole.from, to: whole.to };
const selected = { row: 0, index: -1 };

function readSpans() {
	const numbers = data.timeline.spans;

	for (let i = 0; i < numbers.length; i += 5) {
		const name = numbers[i + 3];

		rows[numbers[i]].spans.push({
			begin: numbers[i + 1],
			duration: numbers[i + 2],
			name: name < 0 ? several : data.timeline.names[name],
			count: numbers[i + 4],
		});
		whole.to = Math.max(whole.to, numbers[i + 1] + numbers[i + 2]);
	}
	view.to = whole.to;
}

function hueOf(name) {
	let hash = 7;

	for (let i = 0; i < name.length; i++)
		hash = (hash * 31 + name.charCodeAt(i)) % 360;
	return hash;
}

function style(name) {
	return getComputedStyle(document.documentElement).getPropertyValue(name).trim();
}

function labelWidth() {
	return Math.min(200, canvas.clientWidth / 4);
}

// The x of a time, and the time of an x, in CSS pixels.
function xOf(time) {
	const left = labelWidth();

	return left + (time - view.from) / (view.to - view.from) * (canvas.clientWidth - left);
}

function timeOf(x) {
	const left = labelWidth();

	return view.from + (x - left) / (canvas.clientWidth - left) * (view.to - view.from);
}

function drawAxis(context, width, height) {
	const span = view.to - view.from;
	const most = Math.max(1, (width - labelWidth()) / LABEL);
	const power = Math.pow(10, Math.floor(Math.log10(span)));
	const step = [0.1, 0.2, 0.5, 1, 2, 5, 10].find((part) => span / (part * power) <= most) * power;

	context.textAlign = "left";
	for (let time = Math.ceil(view.from / step) * step; time <= view.to; time += step) {
		const x = Math.round(xOf(time)) + 0.5;

		context.strokeStyle = style("--line");
		context.beginPath();
		context.moveTo(x, 0);
		context.lineTo(x, height);
		context.stroke();
		context.fillStyle = style("--dim");
		if (x < width - 50)
			context.fillText(timeText(time), x + 4, AXIS / 2);
	}
}

function drawLabels(context, height) {
	const width = labelWidth();

	context.fillStyle = style("--page");
	context.fillRect(0, 0, width, height);
	context.save();
	context.beginPath();
	context.rect(0, 0, width - 6, height);
	context.clip();
	context.fillStyle = style("--text");
	rows.forEach((row, i) => context.fillText(row.label, 8, AXIS + (i + 0.5) * ROW));
	context.restore();
	context.strokeStyle = style("--line");
	for (let i = 0; i <= rows.length; i++) {
		context.beginPath();
		context.moveTo(0, AXIS + i * ROW + 0.5);
		context.lineTo(canvas.clientWidth, AXIS + i * ROW + 0.5);
		context.stroke();
	}
}

function spanLabel(span) {
	return span.count > 1 ? span.name + " (" + span.count + ")" : span.name;
}

function drawSpan(context, span, top, isSelected, colours) {
	const left = Math.max(xOf(span.begin), labelWidth());
	const right = Math.min(xOf(span.begin + span.duration), canvas.clientWidth);
	const width = Math.max(right - left, 1);

	context.fillStyle = span.name === several ? colours.merged :
		"hsl(" + hueOf(span.name) + (span.count > 1 ? " 30% " : " 55% ") + colours.light + ")";
	context.fillRect(left, top + 2, width, ROW - 4);
	if (isSelected) {
		context.strokeStyle = colours.accent;
		context.lineWidth = 2;
		context.strokeRect(left, top + 2, width, ROW - 4);
		context.lineWidth = 1;
	}
	if (width < 30)
		return;
	context.save();
	context.beginPath();
	context.rect(left, top, width - 3, ROW);
	context.clip();
	context.fillStyle = colours.text;
	context.fillText(spanLabel(span), left + 4, top + ROW / 2);
	context.restore();
}

// The index of the first span of a row that ends after a time; spans of a row do not overlap.
function firstAfter(spans, time) {
	let low = 0;
	let high = spans.length;

	while (low < high) {
		const middle = (low + high) >> 1;

		if (spans[middle].begin + spans[middle].duration < time)
			low = middle + 1;
		else
			high = middle;
	}
	return low;
}

function draw() {
	const ratio = window.devicePixelRatio || 1;
	const width = canvas.clientWidth;
	const height = AXIS + rows.length * ROW;
	const context = canvas.getContext("2d");
	const colours = {
		light: style("--span-light"), text: style("--span-text"),
		accent: style("--accent"), merged: style("--line"),
	};

	canvas.width = Math.round(width * ratio);
	canvas.height = Math.round(height * ratio);
	canvas.style.height = height + "px";
	context.scale(ratio, ratio);
	context.font = "12px system-ui, sans-serif";
	context.textBaseline = "middle";
	context.fillStyle = style("--page");
	context.fillRect(0, 0, width, height);
	drawAxis(context, width, height);
	rows.forEach((row, i) => {
		for (let k = firstAfter(row.spans, view.from); k < row.spans.length; k++) {
			if (row.spans[k].begin > view.to)
				break;
			drawSpan(context, row.spans[k], AXIS + i * ROW,
				selected.row === i && selected.index === k, colours);
		}
	});
	drawLabels(context, height);
}

// One frame at most for many events.
let isDrawing = false;

function redraw() {
	if (isDrawing)
		return;
	isDrawing = true;
	requestAnimationFrame(() => {
		isDrawing = false;
		draw();
	});
}

function setView(from, to) {
	const length = Math.min(Math.max(to - from, 10), whole.to - whole.from);
	const start = Math.min(Math.max(from, whole.from), whole.to - length);

	view.from = start;
	view.to = start + length;
	redraw();
}

function zoom(factor, time) {
	setView(time - (time - view.from) * factor, time + (view.to - time) * factor);
}

function zoomMiddle(factor) {
	zoom(factor, (view.from + view.to) / 2);
}

function move(part) {
	const by = (view.to - view.from) * part;

	setView(view.from + by, view.to + by);
}

function select(row, index) {
	const span = rows[row] && rows[row].spans[index];

	if (!span)
		return;
	selected.row = row;
	selected.index = index;
	document.getElementById("selection").textContent = rows[row].label.trim() + ": " +
		(span.count > 1 ? span.count + " merged, " + span.name : span.name) + ", " +
		timeText(span.duration) + " from " + timeText(span.begin);
	if (span.begin + span.duration < view.from || span.begin > view.to) {
		const length = view.to - view.from;

		setView(span.begin - length / 2, span.begin + length / 2);
	}
	redraw();
}

function changeRow(by) {
	const row = selected.row + by;

	if (rows[row])
		select(row, Math.min(firstAfter(rows[row].spans, view.from), rows[row].spans.length - 1));
}

function selectAt(x, y) {
	const row = Math.floor((y - AXIS) / ROW);
	const time = timeOf(x);
	const near = (view.to - view.from) / canvas.clientWidth * 3;

	if (!rows[row] || x < labelWidth())
		return;
	const index = firstAfter(rows[row].spans, time - near);
	const span = rows[row].spans[index];

	if (span && span.begin <= time + near)
		select(row, index);
}

const keys = {
	ArrowLeft: () => move(-0.2),
	ArrowRight: () => move(0.2),
	ArrowUp: () => zoomMiddle(0.6),
	ArrowDown: () => zoomMiddle(1 / 0.6),
	"+": () => zoomMiddle(0.6),
	"-": () => zoomMiddle(1 / 0.6),
	Home: () => setView(whole.from, whole.to),
	n: () => select(selected.row, selected.index + 1),
	p: () => select(selected.row, selected.index - 1),
	j: () => changeRow(1),
	k: () => changeRow(-1),
};

function listen() {
	let drag = null;

	canvas.addEventListener("keydown", (event) => {
		if (!keys[event.key] || event.ctrlKey || event.altKey || event.metaKey)
			return;
		event.preventDefault();
		keys[event.key]();
	});
	canvas.addEventListener("wheel", (event) => {
		if (!event.ctrlKey && document.activeElement !== canvas)
			return;
		event.preventDefault();
		zoom(event.deltaY > 0 ? 1.25 : 0.8, timeOf(event.offsetX));
	}, { passive: false });
	canvas.addEventListener("pointerdown", (event) => {
		drag = { x: event.offsetX, moved: false };
		canvas.setPointerCapture(event.pointerId);
	});
	canvas.addEventListener("pointermove", (event) => {
		if (!drag)
			return;
		const by = timeOf(drag.x) - timeOf(event.offsetX);

		drag.moved = drag.moved || Math.abs(event.offsetX - drag.x) > 3;
		if (!drag.moved)
			return;
		drag.x = event.offsetX;
		setView(view.from + by, view.to + by);
	});
	canvas.addEventListener("pointerup", (event) => {
		if (drag && !drag.moved)
			selectAt(event.offsetX, event.offsetY);
		drag = null;
	});
	document.getElementById("zoom-in").addEventListener("click", keys.ArrowUp);
	document.getElementById("zoom-out").addEventListener("click", keys.ArrowDown);
	document.getElementById("zoom-all").addEventListener("click", keys.Home);
	window.addEventListener("resize", redraw);
	matchMedia("(prefers-color-scheme: dark)").addEventListener("change", redraw);
}

function noteText() {
	const merged = data.timeline.merged;
	const left = data.timeline.left_out;
	let text = data.timeline.spans.length / 5 + " spans are shown.";

	if (merged > 0)
		text += " " + merged + " calls and commands that are shorter than " +
			timeText(data.timeline.resolution_ns) + " were merged with their neighbours" +
			" (pale, or grey if they are different); --export=chrome has all.";
	if (left > 0)
		text += " " + left + " in further rows are left out.";
	return text;
}

function showTimeline() {
	if (rows.length === 0) {
		document.getElementById("timeline-section").hidden = true;
		return;
	}
	readSpans();
	document.getElementById("timeline-note").textContent = noteText();
	listen();
	draw();
}

showSummary();
showTables();
showTimeline();
