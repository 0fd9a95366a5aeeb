// SPDX-License-Identifier: Apache-2.0
//
// page-test: test-report-page.sh adds this to a page of "clrouter report --export=html", with
// page-test-busy.js before it. It uses the page as a person does, and puts what it finds into the
// document, one line for each check.
"use strict";

const results = [];
const isBusy = report.program === "/usr/bin/busy";

window.addEventListener("error", (event) => results.push("FAIL: " + event.message));
document.addEventListener("securitypolicyviolation", (event) =>
	results.push("FAIL: policy: " + event.violatedDirective)
);

function check(what, isGood) {
	results.push((isGood ? "good: " : "FAIL: ") + what);
}

function press(key, options) {
	canvas.dispatchEvent(
		new KeyboardEvent("keydown", { key, bubbles: true, cancelable: true, ...options })
	);
}

function text(id) {
	return byId(id).textContent;
}

// -- the mouse ------------------------------------------------------------------

// Only a real pointer can be captured.
canvas.setPointerCapture = () => {};

function point(type, x, y, options) {
	const box = canvas.getBoundingClientRect();

	canvas.dispatchEvent(
		new PointerEvent(type, {
			clientX: box.left + x,
			clientY: box.top + y,
			bubbles: true,
			cancelable: true,
			pointerId: 1,
			pointerType: "mouse",
			...options,
		})
	);
}

function dragFromTo(from, to, options) {
	point("pointerdown", from, AXIS + 5, options);
	point("pointermove", (from + to) / 2, AXIS + 5, options);
	point("pointermove", to, AXIS + 5, options);
	point("pointerup", to, AXIS + 5, options);
}

// Was the event kept from the browser?
function turnWheel(options) {
	const event = new WheelEvent("wheel", {
		cancelable: true,
		clientX: canvas.getBoundingClientRect().left + stage.labels + 10,
		...options,
	});

	canvas.dispatchEvent(event);
	return event.defaultPrevented;
}

function middleOf(span) {
	return {
		x:
			(Math.max(xOf(spans.begin[span]), stage.labels) +
				Math.min(xOf(spans.end[span]), stage.width)) /
			2,
		y: topOf(lineOf(span)) + LINE / 2,
	};
}

// -- what is drawn ----------------------------------------------------------------

function pixelsOf(element, x, y, width, height) {
	const copy = Object.assign(document.createElement("canvas"), {
		width: element.width,
		height: element.height,
	});
	const context = copy.getContext("2d", { willReadFrequently: true });

	context.drawImage(element, 0, 0);
	return context.getImageData(x, y, width, height).data;
}

// How many different colours the timeline has right of its titles.
function countColours() {
	const pixels = pixelsOf(canvas, canvas.width / 2, 0, canvas.width / 2, canvas.height);
	const found = new Set();

	for (let i = 0; i < pixels.length; i += 4)
		found.add((pixels[i] << 16) | (pixels[i + 1] << 8) | pixels[i + 2]);
	return found.size;
}

function accentOf(pixels) {
	const probe = document.createElement("canvas").getContext("2d");
	let count = 0;

	probe.fillStyle = colours.accent;
	probe.fillRect(0, 0, 1, 1);
	const [red, green, blue] = probe.getImageData(0, 0, 1, 1).data;

	for (let i = 0; i < pixels.length; i += 4)
		count += pixels[i] === red && pixels[i + 1] === green && pixels[i + 2] === blue;
	return count;
}

// The lightness of a CSS colour as a grey screen has it, 0 to 255.
function greyOf(colour) {
	const probe = document.createElement("canvas").getContext("2d");

	probe.fillStyle = colour;
	probe.fillRect(0, 0, 1, 1);
	const [red, green, blue] = probe.getImageData(0, 0, 1, 1).data;

	return 0.299 * red + 0.587 * green + 0.114 * blue;
}

// -- checks -----------------------------------------------------------------------

function firstCells(table) {
	return [...table.querySelectorAll("tbody tr")].map((row) => row.cells[0].textContent);
}

function checkTable(table) {
	const title = table.caption.textContent;
	const button = table.querySelector("thead button");
	const head = table.querySelector("thead th");

	check(
		title + " has heads with a scope",
		[...table.querySelectorAll("th")].every((cell) => cell.scope)
	);
	button.click();
	const up = firstCells(table);
	check(title + " says that it is sorted", head.ariaSort === "ascending");
	button.click();
	check(
		title + " sorts",
		(head.ariaSort === "descending" &&
			firstCells(table).join("\n") === up.reverse().join("\n")) ||
			new Set(up).size < up.length
	);
}

// Each row leads to its spans, or says that there are none.
function checkLeads(table) {
	for (const button of [...table.querySelectorAll("tbody th .lead")].slice(0, 5)) {
		say("");
		button.click();
		check(
			table.caption.textContent + ": " + button.textContent + " leads somewhere",
			text("selection") !== ""
		);
		if (table.caption.textContent === "API calls")
			check(
				"its spans have its name",
				names[spans.name[selection.span]] === button.textContent ||
					spans.flags[selection.span] & IS_MIXED
			);
	}
	press("Escape");
	byId("search-clear").click();
}

// The heading of a device says why it had nothing to do.
function checkGaps() {
	for (const device of shown.timeline.gaps.idle) {
		const gaps = gapsOf(shown, device.device_number);

		check("a gap has a cause", gapText(gaps, gaps[0] + gaps[1] / 2) !== "");
		check("before the first gap there is none", gapText(gaps, gaps[0] - 1) === "");
		check(
			"a device has its gaps",
			allGroups().some((group) => group.gaps.join() === gaps.join()) ||
				!rows.some((row) => row.device_number === device.device_number)
		);
	}
	check("devices that are idle have gaps", report.idle.length === 0 || shown.timeline.gaps.idle.length > 0);
}

// The program's own ranges have lines of their own.
function checkOwnRanges() {
	const owned = lines.filter((line) => line.own);
	const ownLines = parts.flatMap((part) => part.ownLines);

	check("each line of ranges is in the timeline", owned.length === ownLines.length);
	for (const line of owned) {
		const own = line.own;
		const middle = own.parts[0] + own.parts[1] / 2;

		check("a range is found", ownAt(own, middle, 0) >= 0);
		check("before the first range is none", ownAt(own, own.parts[0] - 1, 0) < 0);
		check("a line of ranges has a thread, or all", line.title !== undefined);
	}
	for (const row of report.ranges) {
		showAll();
		leadToOwn(row);
		check(
			"the row of a range leads to it",
			text("selection").startsWith(row.name || "(no name)") && view.to - view.from > 0
		);
	}
	if (ownLines.length === 0) return;
	const line = lines.findIndex((each) => each.own);

	showAll();
	draw();
	point("pointermove", xOf(ownLines[0].parts[0] + ownLines[0].parts[1] / 2), topOf(line) + LINE / 2);
	check("the range under the mouse is said", text("selection").includes(ownLines[0].names[ownLines[0].parts[2]]));
	clearAll();
}

function checkMoves() {
	check("the timeline draws", countColours() > 3);
	if (whole.to - whole.from < 100 * LEAST) return;
	press("w");
	check("W zooms in", view.to - view.from < whole.to - whole.from);
	const from = view.from;
	press("d");
	check("D moves", view.from > from);
	press("a");
	check("A moves back", Math.abs(view.from - from) < 1);
	press("ArrowRight");
	check("an arrow moves", view.from > from);
	press("Home");
	check("Home shows all", view.to - view.from === whole.to - whole.from);
	check(
		"Ctrl and wheel zooms",
		turnWheel({ deltaY: -100, ctrlKey: true }) &&
			view.to - view.from < whole.to - whole.from
	);
	const before = view.from;
	check("the horizontal wheel moves", turnWheel({ deltaX: 60 }) && view.from > before);
	const length = view.to - view.from;
	check(
		"the vertical wheel is the browser's",
		!turnWheel({ deltaY: 60 }) && view.to - view.from === length
	);
	const dragged = view.from;
	dragFromTo(stage.width - 50, stage.width - 150);
	check("the mouse drags", view.from > dragged);
	draw();
	check("the timeline draws when it is zoomed", countColours() > 3);
	press("0");
	const middle = (stage.labels + stage.width) / 2 - 50;
	point("pointerdown", middle, 50, { pointerId: 5, pointerType: "touch" });
	point("pointerdown", middle + 50, 50, { pointerId: 6, pointerType: "touch" });
	point("pointermove", middle + 100, 50, { pointerId: 6, pointerType: "touch" });
	point("pointerup", middle + 100, 50, { pointerId: 6, pointerType: "touch" });
	point("pointerup", middle, 50, { pointerId: 5, pointerType: "touch" });
	check(
		"two fingers zoom",
		Math.abs((view.to - view.from) / (whole.to - whole.from) - 0.5) < 0.01
	);
	press("0");
}

function checkSelection() {
	press("n");
	check(
		"a key selects",
		selection.span >= 0 && text("selection").includes(names[spans.name[selection.span]])
	);
	check(
		"what is selected is described",
		byId("details").querySelectorAll("dt").length > 2 && !byId("details").hidden
	);
	press("f");
	draw();
	check(
		"F fits what is selected",
		view.from <= spans.begin[selection.span] && view.to >= spans.end[selection.span]
	);
	const { x, y } = middleOf(selection.span);
	point("pointermove", x, y);
	check(
		"a line says the time at the mouse",
		!byId("cursor").hidden && text("cursor-time") !== ""
	);
	check(
		"a tip comes",
		!tip.hidden && tip.textContent.includes(names[spans.name[selection.span]])
	);
	press("j");
	check(
		"J changes the row",
		lines.filter((line) => line.rows.length > 0).length < 2 ||
			rowOf(selection.span) !== rows[0]
	);
	check("a key takes the tip away", tip.hidden);
	press("Escape");
	check("Escape selects nothing", selection.span === -1 && byId("details").hidden);
	press("?");
	check("? opens the help", byId("help").open);
	byId("help-close").click();
}

// Ticks differ from each other, and what is selected is seen, at every zoom.
function checkZooms() {
	let hasEqual = false;
	let isHidden = false;

	select(rows[0].first, true);
	press("0");
	for (let i = 0; i < 60; i++) {
		const texts = findTicks(stage.width).ticks.map((tick) => tick.text);

		hasEqual = hasEqual || new Set(texts).size < texts.length;
		if (i % 6 === 0) {
			draw();
			isHidden =
				isHidden ||
				accentOf(
					pixelsOf(
						canvas,
						stage.labels,
						AXIS - 10,
						canvas.width - stage.labels,
						9
					)
				) < 10;
		}
		press("w");
	}
	check("ticks differ at every zoom", !hasEqual);
	check("what is selected is marked at every zoom", !isHidden);
	press("0");
	press("Escape");
}

function checkRange() {
	const left = stage.labels;
	const width = stage.width - left;

	draw();
	dragFromTo(left + width * 0.2, left + width * 0.8, { shiftKey: true });
	const range = selection.range;
	const part = (whole.to - whole.from) * 0.6;

	check(
		"Shift and drag selects a range",
		range && Math.abs(range.to - range.from - part) < part / 100
	);
	check("a range has sums", !byId("range").hidden);
	setRange({ from: whole.from, to: whole.to });
	endRange();
	const cells = [...byId("range").querySelectorAll("tbody tr")].filter(
		(line) => line.cells[1].textContent === "calls"
	);
	const sum = cells.reduce(
		(all, line) => all + Number(line.cells[2].textContent.replaceAll(",", "")),
		0
	);

	check(
		"the sums of all are the record's sums: " + sum,
		sum === parts.reduce((all, part) => all + part.report.calls, 0) || timeline.left_out > 0
	);
	press("Escape");
	check("Escape takes the range away", selection.range === null && byId("range").hidden);
}

function checkSearch() {
	const field = byId("search");
	const name = names[spans.name[rows[0].first]];

	field.value = name.toUpperCase();
	field.dispatchEvent(new KeyboardEvent("keydown", { key: "Enter", cancelable: true }));
	check(
		"search finds, whatever the case",
		search.matches &&
			search.matches.length > 0 &&
			names[spans.name[selection.span]] === name
	);
	check("what is found is not dimmed", !isDimmed(selection.span));
	byId("search-clear").click();
	check("search is cleared", search.matches === null && !isDimmed(0));
	press("Escape");
}

function checkFolding() {
	const count = lines.length;

	check("rows are in groups", groups.length > 0 && lines[0].isHeading);
	frame.scrollTop = 0;
	draw();
	point("pointerdown", 5, topOf(0) + 5);
	point("pointerup", 5, topOf(0) + 5);
	check("a click on a title folds", groups[0].isFolded && lines.length < count);
	draw();
	check("a folded group draws", countColours() > 1);
	select(rows[0].first, true);
	check("what is selected is unfolded", !groups[0].isFolded && lines.length === count);
	byId("fold-button").click();
	check("all can be folded", lines.length === groups.length);
	byId("unfold-button").click();
	check("all can be unfolded", lines.length === count);
	press("Escape");
}

// -- what did not return ------------------------------------------------------------

// The case "hung": test-report.sh has the same of the screen.
function checkHung() {
	const facts = text("facts");

	check("the run time is known", facts.includes("Run time6.00 s"));
	check("the signal is named", facts.includes("the program was ended by signal 9"));
	check(
		"the call, its time and what it waits for are named",
		facts.includes("clFinish at 246 ms, thread 1, call 9, for 5.75 s; it waits for " +
			"a user event that nobody has set: clCreateUserEvent at 20.0 ms, thread 1, call 6")
	);
	check("its share is the call's share", text("tables").includes("95.9 %"));
}

// -- several processes ----------------------------------------------------------------

function checkProcess(part) {
	const button = [...document.querySelectorAll("#sums button.lead")].find(
		(each) => each.textContent === partTitle(part)
	);

	check("a process leads to its timeline", button !== undefined);
	button.click();
	check("its tables are shown", shown === part && text("process-title").startsWith(partTitle(part)));
	check("what is selected is its own", rowOf(selection.span).part === part);
	check(
		"its facts are shown once",
		[...byId("process-facts").children].filter((each) => each.textContent === "Record").length === 1
	);
	check("its place is named", text("details").includes(partTitle(part)));
}

// The case "group": the same record twice, of which the second one began 20 s later, and a third one.
function checkGroup() {
	const [first, second] = parts;
	const begin = (part) => spans.begin[rows.find((row) => row.part === part).first];

	check("each process has a group", groups.map((each) => each.key).join() === parts.join());
	check("titles are the processes'", groups[0].title === "process 1" && lines[0].title === "process 1");
	check("one clock: " + begin(second), begin(second) - begin(first) === 20e9);
	check("the bounds are shared", timeline.most_spans <= 1500000);
	check("a remark comes first", document.querySelector("caption").textContent === "What stands out");
	parts.forEach(checkProcess);
	checkProcess(first);
	press("Escape");
	press("0");
}

// -- paper ----------------------------------------------------------------------

// A4 without the margins of the style sheet.
const PAPER = 703;

// The rules of print count for the screen meanwhile.
function checkPaper(tables) {
	const rules = [...document.styleSheets[0].cssRules].filter(
		(rule) => rule.media && rule.media.mediaText === "print"
	);

	check("there are rules for paper", rules.length === 1);
	rules.forEach((rule) => (rule.media.mediaText = "all"));
	document.body.style.width = PAPER + "px";
	for (const table of tables) {
		const cells = [...table.querySelectorAll("th, td")];

		check(
			"on paper, no column is cut of " + table.caption.textContent,
			table.offsetWidth <= PAPER &&
				cells.every((cell) => cell.scrollWidth <= cell.clientWidth + 1)
		);
	}
	document.body.style.width = "";
	rules.forEach((rule) => (rule.media.mediaText = "print"));
	window.dispatchEvent(new Event("beforeprint"));
	check("on paper, all rows are drawn", canvas.clientHeight === Math.min(900, AXIS + lines.length * LINE));
	window.dispatchEvent(new Event("afterprint"));
	check("on the screen, as many as fit", canvas.clientHeight <= frame.clientHeight);
}

function run() {
	if (several) checkGroup();
	const tables = [...document.querySelectorAll("#tables table")];

	check("there are tables", tables.length > 0);
	tables.forEach(checkTable);
	checkGaps();
	checkOwnRanges();
	checkMoves();
	checkSelection();
	checkZooms();
	checkRange();
	checkSearch();
	checkFolding();
	tables.forEach(checkLeads);
	if (isBusy) checkBusy();
	if (report.run_ns === 6e9) checkHung();
	checkPaper(tables);
	check(
		"the page is as wide as the window",
		document.documentElement.scrollWidth <= window.innerWidth
	);
	check(
		"dark is dark",
		greyOf(style("--page")) < 128 === matchMedia("(prefers-color-scheme: dark)").matches
	);
	check("nothing is loaded", performance.getEntriesByType("resource").length === 0);
	check(
		"no markup comes from the data",
		document.querySelectorAll("img, iframe").length === 0 &&
			document.scripts.length === 2
	);
	check("no script of the data runs", !document.title.startsWith("harm"));
	document.body.append(
		Object.assign(document.createElement("pre"), {
			id: "test-results",
			textContent: "\n" + results.join("\n") + "\nresults: end",
		})
	);
}

run();
