// SPDX-License-Identifier: Apache-2.0
//
// page-test: test-report-page.sh adds this to a page of "clrouter report --export=html". It uses
// the page as a person does, and puts what it finds into the document, one line for each check.
"use strict";

const results = [];

window.addEventListener("error", (event) => results.push("FAIL: " + event.message));
document.addEventListener("securitypolicyviolation",
	(event) => results.push("FAIL: policy: " + event.violatedDirective));

function check(what, isGood) {
	results.push((isGood ? "good: " : "FAIL: ") + what);
}

function press(key) {
	canvas.dispatchEvent(new KeyboardEvent("keydown", { key, bubbles: true, cancelable: true }));
}

// How many different colours the timeline has right of its labels.
function countColours() {
	const copy = Object.assign(document.createElement("canvas"),
		{ width: canvas.width, height: canvas.height });
	const context = copy.getContext("2d", { willReadFrequently: true });
	const width = canvas.width;

	context.drawImage(canvas, 0, 0);
	const pixels = context.getImageData(width / 2, 0, width / 2, canvas.height).data;
	const colours = new Set();

	for (let i = 0; i < pixels.length; i += 4)
		colours.add(pixels[i] << 16 | pixels[i + 1] << 8 | pixels[i + 2]);
	return colours.size;
}

function firstCells(table) {
	return [...table.querySelectorAll("tbody tr")].map((row) => row.cells[0].textContent);
}

function checkTable(table) {
	const title = table.caption.textContent;
	const button = table.querySelector("thead button");
	const head = table.querySelector("thead th");

	check(title + " has heads with a scope",
		[...table.querySelectorAll("th")].every((cell) => cell.scope));
	button.click();
	const up = firstCells(table);
	check(title + " says that it is sorted", head.ariaSort === "ascending");
	button.click();
	check(title + " sorts", head.ariaSort === "descending" &&
		firstCells(table).join("\n") === up.reverse().join("\n") || new Set(up).size < up.length);
}

function checkTimeline() {
	check("the timeline draws", countColours() > 3);
	press("ArrowUp");
	check("a key zooms", view.to - view.from < whole.to - whole.from);
	const from = view.from;
	press("ArrowRight");
	check("a key moves", view.from > from);
	press("Home");
	check("a key shows all", view.to - view.from === whole.to - whole.from);
	press("n");
	check("a key selects", selected.index === 0 &&
		document.getElementById("selection").textContent.includes(rows[0].spans[0].name));
	canvas.focus();
	canvas.dispatchEvent(new WheelEvent("wheel", { deltaY: -100, cancelable: true }));
	check("the wheel zooms", view.to - view.from < whole.to - whole.from);
	draw();
	check("the timeline draws when it is zoomed", countColours() > 3);
}

function run() {
	const tables = [...document.querySelectorAll("table")];

	check("there are tables", tables.length > 0);
	tables.forEach(checkTable);
	checkTimeline();
	check("nothing is loaded", performance.getEntriesByType("resource").length === 0);
	check("no markup comes from the data", document.querySelectorAll("img, iframe").length === 0 &&
		document.scripts.length === 3);
	check("no script of the data runs", !document.title.startsWith("harm"));
	document.body.append(Object.assign(document.createElement("pre"),
		{ id: "test-results", textContent: "\n" + results.join("\n") + "\nresults: end" }));
}

run();
