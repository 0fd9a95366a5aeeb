// SPDX-License-Identifier: Apache-2.0
//
// numbers: the data that "clrouter report --export html" has put into the page, and how numbers are
// written. What the data says is set as text only, never as markup. The scripts of the page are
// joined into one, in the order that Makefile.am has.
"use strict";

const data = JSON.parse(document.getElementById("data").textContent);

document.getElementById("data").remove();

// A page is of one record, or of several processes, which are its parts. The tables are about one of
// them, the part that is shown.
const several = data.group || null;
const parts = several
	? data.processes.sort((a, b) => a.index - b.index)
	: [{ index: 0, start_ns: 0, report: data.report, timeline: data.timeline }];
let shown = parts.length > 0 ? parts[0] : null;
let report = shown && shown.report;

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

// All digits, in groups of three, where small differences count: 12.345 678 901 s.
function exactText(ns) {
	const whole = Math.trunc(ns / 1e9);
	const rest = Math.round(ns - whole * 1e9);

	if (ns < 1000) return Math.round(ns) + " ns";
	if (ns < 1e6) return (ns / 1e3).toFixed(3) + " us";
	if (ns < 1e9) return (ns / 1e6).toFixed(6).replace(/(\d{3})$/, " $1") + " ms";
	return `${whole}.${String(rest).padStart(9, "0").replace(/(\d{3})(?=\d)/g, "$1 ")} s`;
}

// How "clrouter report --from" wants a time.
function optionText(ns) {
	return (ns / 1e9).toFixed(9).replace(/0+$/, "").replace(/\.$/, "") + "s";
}

function countText(count) {
	return String(count).replace(/\B(?=(\d{3})+$)/g, ",");
}

function pluralText(count, word) {
	return countText(count) + " " + word + (count === 1 ? "" : "s");
}

function bytesText(bytes) {
	return scaled(bytes, 1024, ["B", "KiB", "MiB", "GiB", "TiB", "PiB", "EiB"]);
}

function shareText(part, whole) {
	return whole > 0 ? ((100 * part) / whole).toFixed(1) + " %" : "-";
}

function rateText(rate) {
	return rate > 0 ? rate.toFixed(2) + " GB/s" : "-";
}

// -- elements -----------------------------------------------------------------

function add(parent, name, text, className) {
	const element = document.createElement(name);

	if (text !== undefined) element.textContent = text;
	if (className) element.className = className;
	parent.append(element);
	return element;
}

function addButton(parent, text, act, className) {
	const button = add(parent, "button", text, className);

	button.type = "button";
	button.addEventListener("click", act);
	return button;
}

function byId(id) {
	return document.getElementById(id);
}

function say(text) {
	byId("selection").textContent = text;
}
