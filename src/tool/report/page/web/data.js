// SPDX-License-Identifier: Apache-2.0
//
// data: unpacks the spans, the details and the bins. A span is an index into the arrays below;
// the spans of a row follow each other, by time. Times are ns since the start of the record.

const IS_MERGED = 1;
const IS_MIXED = 2;
const HAS_FAILED = 4;
const FLAGS = 8;

const names = [];
const rows = []; // as they are in the data, with `part`, `first` and `end`, their spans
const spans = {}; // arrays: begin, end, reach, busy, count, name, flags, before, merged
const timeline = several ? joinTimelines() : parts[0].timeline;
const whole = findWhole();

// What is known of all parts together.
function joinTimelines() {
	const sum = (member) => parts.reduce((all, part) => all + part.timeline[member], 0);
	const resolutions = parts.map((part) => part.timeline.resolution_ns);

	return {
		merged: sum("merged"),
		left_out: sum("left_out"),
		most_spans: sum("most_spans"),
		span_count: sum("span_count"),
		resolution_ns: Math.max(0, ...resolutions),
	};
}

function findWhole() {
	const from = parts.map((part) => part.start_ns + part.report.from_ns);
	const to = parts.map((part, i) => from[i] + Math.max(1, part.report.run_ns));

	return parts.length > 0 ? { from: Math.min(...from), to: Math.max(...to) } : { from: 0, to: 1 };
}

// The names of all parts have one list; a part has its own numbers of them.
function joinNames() {
	const numbers = new Map();

	for (const part of parts)
		part.names = part.timeline.names.map((name) => {
			if (!numbers.has(name)) numbers.set(name, names.push(name) - 1);
			return numbers.get(name);
		});
}

// Reads numbers of seven bits in each byte, the lowest ones first.
class Numbers {
	constructor(text) {
		const binary = atob(text || "");

		this.bytes = new Uint8Array(binary.length);
		for (let i = 0; i < binary.length; i++) this.bytes[i] = binary.charCodeAt(i);
		this.at = 0;
	}

	get isAtEnd() {
		return this.at >= this.bytes.length;
	}

	next() {
		let byte = this.bytes[this.at++];
		let number = byte & 127;

		for (let factor = 128; byte > 127; factor *= 128) {
			byte = this.bytes[this.at++];
			number += (byte & 127) * factor;
		}
		return number;
	}

	nextSigned() {
		const number = this.next();

		return number % 2 === 0 ? number / 2 : -(number + 1) / 2;
	}
}

function readSpan(numbers, i, before, part) {
	const begin = before + numbers.nextSigned();
	const duration = numbers.next();
	const code = numbers.next();
	const isMerged = code & IS_MERGED;

	spans.begin[i] = begin;
	spans.end[i] = begin + duration;
	spans.flags[i] = code & (FLAGS - 1);
	spans.name[i] = part.names[Math.floor(code / FLAGS)];
	spans.count[i] = isMerged ? numbers.next() : 1;
	spans.busy[i] = isMerged ? numbers.next() : duration;
}

// The spans of a row overlap only if the clocks of a device or the record are not exact. `reach` is
// the latest end so far, by which a span can be found all the same.
function readRow(numbers, row, first) {
	const count = numbers.next();
	let before = row.part.start_ns;
	let latest = 0;

	row.first = first;
	row.end = first + count;
	row.hasOverlaps = false;
	for (let i = first; i < row.end; i++) {
		readSpan(numbers, i, before, row.part);
		row.hasOverlaps = row.hasOverlaps || spans.begin[i] < latest;
		before = spans.end[i];
		latest = Math.max(latest, before);
		spans.reach[i] = latest;
	}
	whole.to = Math.max(whole.to, latest);
}

// How many calls and commands come before a span, and how many of them are merged.
function sumCounts() {
	const count = spans.begin.length;

	spans.before = new Float64Array(count + 1);
	spans.merged = new Float64Array(count + 1);
	for (let i = 0; i < count; i++) {
		spans.before[i + 1] = spans.before[i] + spans.count[i];
		spans.merged[i + 1] =
			spans.merged[i] + (spans.flags[i] & IS_MERGED ? spans.count[i] : 0);
	}
}

function readSpans() {
	const count = timeline.span_count;
	let first = 0;

	spans.begin = new Float64Array(count);
	spans.end = new Float64Array(count);
	spans.reach = new Float64Array(count);
	spans.busy = new Float64Array(count);
	spans.count = new Uint32Array(count);
	spans.name = new Uint32Array(count);
	spans.flags = new Uint8Array(count);
	joinNames();
	for (const part of parts) {
		const numbers = new Numbers(part.timeline.spans);

		part.timeline.spans = null;
		part.first = first;
		part.firstRow = rows.length;
		for (const row of part.timeline.rows) {
			row.part = part;
			readRow(numbers, row, first);
			row.index = rows.push(row) - 1;
			first = row.end;
		}
	}
	sumCounts();
}

// The first number from LOW on that is not before what is looked for; HIGH: all are.
function firstOf(low, high, isBefore) {
	while (low < high) {
		const middle = (low + high) >> 1;

		if (isBefore(middle)) low = middle + 1;
		else high = middle;
	}
	return low;
}

// The first span of a row that ends at a time or later.
function firstAfter(row, time) {
	return firstOf(row.first, row.end, (i) => spans.reach[i] < time);
}

// The first span of a row that begins at a time or later.
function firstFrom(row, time) {
	return firstOf(row.first, row.end, (i) => spans.begin[i] < time);
}

function rowOf(span) {
	return rows[firstOf(1, rows.length, (i) => rows[i].first <= span) - 1];
}

function isLane(row) {
	return row.queue !== undefined;
}

function isSingle(span) {
	return !(spans.flags[span] & IS_MERGED);
}

function spanName(span) {
	const name = names[spans.name[span]];

	if (spans.flags[span] & IS_MIXED)
		return countText(spans.count[span]) + " merged, mostly " + name;
	return isSingle(span) ? name : countText(spans.count[span]) + " merged, all " + name;
}

// -- details ------------------------------------------------------------------

const detailPlaces = new Map(); // by span: where in its part its details begin
let detailPart = null; // whose details are read
let detailNumbers = null;

function openPart(part) {
	detailPart = part;
	detailNumbers = part.details;
}

function readDetails() {
	for (const part of parts) {
		part.details = new Numbers(part.timeline.details);
		part.timeline.details = null;
		openPart(part);
		while (!detailNumbers.isAtEnd) {
			const span = part.first + detailNumbers.next();
			const size = detailNumbers.next();

			detailPlaces.set(span, detailNumbers.at);
			detailNumbers.at += size;
		}
	}
}

// null stands for a span that is not there by itself.
function readSpanNumber() {
	const number = detailNumbers.next();

	return number > 0 ? detailPart.first + number - 1 : null;
}

// Spans that are waited for.
function readWaits() {
	const waits = [];

	for (let left = detailNumbers.next(); left > 0; left--) waits.push(readSpanNumber());
	return waits;
}

function textOf(number) {
	return number > 0 ? detailPart.timeline.texts[number - 1] : null;
}

// What an enqueued command waits for is no wait of the call.
function readCall() {
	const call = {
		text: textOf(detailNumbers.next()),
		result: textOf(detailNumbers.next()),
		queue: detailNumbers.next(),
		isWait: detailNumbers.next() === 1,
		waits: readWaits(),
	};

	if (!call.isWait) call.waits = [];
	return call;
}

function readSizes() {
	const dimensions = detailNumbers.next();
	const next = () => detailNumbers.next();

	return {
		global: Array.from({ length: dimensions }, next),
		local: Array.from({ length: dimensions }, next),
	};
}

function readCommand() {
	return {
		call: readSpanNumber(),
		queued: detailNumbers.nextSigned(), // ns before the begin, as the next one
		submitted: detailNumbers.nextSigned(),
		bytes: detailNumbers.next(),
		standsFor: detailNumbers.next(),
		program: detailNumbers.next(),
		size: readSizes(),
		waits: readWaits(),
		kernelArgs: textOf(detailNumbers.next()),
	};
}

// null: the details of the span are left out.
function detailsOf(span) {
	const place = detailPlaces.get(span);

	if (place === undefined) return null;
	const row = rowOf(span);

	openPart(row.part);
	detailNumbers.at = place;
	return isLane(row) ? readCommand() : readCall();
}

// -- bins ---------------------------------------------------------------------

const bins = []; // for each name of a row: its parts, see bins.h

function readGroup(numbers, part) {
	const lists = { part: [], count: [], time: [], cover: [] };
	const row = part.firstRow + numbers.next();
	const group = { row, name: part.names[numbers.next()], ...lists };
	let at = 0;

	group.width = part.timeline.bin_ns;
	group.start = part.start_ns;
	for (let left = numbers.next(); left > 0; left--) {
		at += numbers.next();
		group.part.push(at);
		group.count.push(numbers.next());
		group.time.push(numbers.nextSigned());
		group.cover.push(numbers.nextSigned());
	}
	return group;
}

function readBins() {
	for (const part of parts) {
		const numbers = new Numbers(part.timeline.bins);

		part.timeline.bins = null;
		while (!numbers.isAtEnd) bins.push(readGroup(numbers, part));
	}
}

// What a name has in the parts FROM to TO, without TO: its count and its time.
function sumParts(group, from, to) {
	const sum = { count: 0, time: 0 };
	let depth = 0;

	for (let i = 0; i < group.part.length && group.part[i] < to; i++) {
		const next = i + 1 < group.part.length ? group.part[i + 1] : group.part[i] + 1;
		const covered = Math.min(next, to) - Math.max(group.part[i], from);

		depth += group.cover[i];
		if (covered > 0) sum.time += depth * covered * group.width;
		if (group.part[i] >= from) {
			sum.count += group.count[i];
			sum.time += group.time[i];
		}
	}
	return sum;
}

// The same from a time to another one, in whole parts.
function sumTimes(group, from, to) {
	const first = Math.floor((from - group.start) / group.width);
	const end = Math.max(Math.ceil((to - group.start) / group.width), first + 1);

	return sumParts(group, first, end);
}

// -- gaps ---------------------------------------------------------------------

// The times in which a device had nothing to do: begin, duration and cause, one after the other.
function gapsOf(part, deviceNumber) {
	const found = part.timeline.gaps.idle.find((each) => each.device_number === deviceNumber);
	const gaps = found ? found.parts : [];

	return part.start_ns === 0
		? gaps
		: gaps.map((number, i) => (i % GAP === 0 ? number + part.start_ns : number));
}

const idleCauses = parts.length > 0 ? parts[0].timeline.gaps.idle_causes : [];
const GAP = 3; // numbers of a gap

// The first gap that ends after a time.
function firstGap(gaps, time) {
	return firstOf(0, gaps.length / GAP, (i) => gaps[i * GAP] + gaps[i * GAP + 1] <= time);
}

// Why a device had nothing to do at a time; "" if it had.
function gapText(gaps, time) {
	const i = firstGap(gaps, time);

	if (i * GAP >= gaps.length || gaps[i * GAP] > time) return "";
	return idleCauses[gaps[i * GAP + 2]];
}
