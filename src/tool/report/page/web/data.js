// SPDX-License-Identifier: Apache-2.0
//
// data: unpacks the spans, the details and the bins. A span is an index into the arrays below;
// the spans of a row follow each other, by time. Times are ns since the start of the record.

const IS_MERGED = 1;
const IS_MIXED = 2;
const HAS_FAILED = 4;
const FLAGS = 8;

const names = timeline.names;
const rows = timeline.rows; // as they are in the data, with `first` and `end`, their spans
const spans = {}; // arrays: begin, end, reach, busy, count, name, flags, before, merged
const whole = { from: report.from_ns, to: report.from_ns + Math.max(1, report.run_ns) };

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

function readSpan(numbers, i, before) {
	const begin = before + numbers.nextSigned();
	const duration = numbers.next();
	const code = numbers.next();
	const isMerged = code & IS_MERGED;

	spans.begin[i] = begin;
	spans.end[i] = begin + duration;
	spans.flags[i] = code & (FLAGS - 1);
	spans.name[i] = Math.floor(code / FLAGS);
	spans.count[i] = isMerged ? numbers.next() : 1;
	spans.busy[i] = isMerged ? numbers.next() : duration;
}

// The spans of a row overlap only if the clocks of a device or the record are not exact. `reach` is
// the latest end so far, by which a span can be found all the same.
function readRow(numbers, row, first) {
	const count = numbers.next();
	let before = 0;
	let latest = 0;

	row.first = first;
	row.end = first + count;
	row.hasOverlaps = false;
	for (let i = first; i < row.end; i++) {
		readSpan(numbers, i, before);
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
	const numbers = new Numbers(timeline.spans);
	const count = timeline.span_count;
	let first = 0;

	timeline.spans = null;
	spans.begin = new Float64Array(count);
	spans.end = new Float64Array(count);
	spans.reach = new Float64Array(count);
	spans.busy = new Float64Array(count);
	spans.count = new Uint32Array(count);
	spans.name = new Uint32Array(count);
	spans.flags = new Uint8Array(count);
	rows.forEach((row, i) => {
		readRow(numbers, row, first);
		row.index = i;
		first = row.end;
	});
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

const detailPlaces = new Map(); // by span: where its details begin
let detailNumbers = null;

function readDetails() {
	detailNumbers = new Numbers(timeline.details);
	timeline.details = null;
	while (!detailNumbers.isAtEnd) {
		const span = detailNumbers.next();
		const size = detailNumbers.next();

		detailPlaces.set(span, detailNumbers.at);
		detailNumbers.at += size;
	}
}

// Spans that are waited for; null stands for one without a span of its own.
function readWaits() {
	const waits = [];

	for (let left = detailNumbers.next(); left > 0; left--) {
		const number = detailNumbers.next();

		waits.push(number > 0 ? number - 1 : null);
	}
	return waits;
}

function textOf(number) {
	return number > 0 ? timeline.texts[number - 1] : null;
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
	const call = detailNumbers.next();

	return {
		call: call > 0 ? call - 1 : null,
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
	detailNumbers.at = place;
	return isLane(rowOf(span)) ? readCommand() : readCall();
}

// -- bins ---------------------------------------------------------------------

const bins = []; // for each name of a row: its parts, see bins.h

function readBins() {
	const numbers = new Numbers(timeline.bins);

	timeline.bins = null;
	while (!numbers.isAtEnd) {
		const lists = { part: [], count: [], time: [], cover: [] };
		const group = { row: numbers.next(), name: numbers.next(), ...lists };
		let part = 0;

		for (let left = numbers.next(); left > 0; left--) {
			part += numbers.next();
			group.part.push(part);
			group.count.push(numbers.next());
			group.time.push(numbers.nextSigned());
			group.cover.push(numbers.nextSigned());
		}
		bins.push(group);
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
		if (covered > 0) sum.time += depth * covered * timeline.bin_ns;
		if (group.part[i] >= from) {
			sum.count += group.count[i];
			sum.time += group.time[i];
		}
	}
	return sum;
}

// -- gaps ---------------------------------------------------------------------

// The times in which a device had nothing to do: begin, duration and cause, one after the other.
function gapsOf(deviceNumber) {
	const found = timeline.gaps.idle.find((each) => each.device_number === deviceNumber);

	return found ? found.parts : [];
}

const GAP = 3; // numbers of a gap

// The first gap that ends after a time.
function firstGap(gaps, time) {
	return firstOf(0, gaps.length / GAP, (i) => gaps[i * GAP] + gaps[i * GAP + 1] <= time);
}

// Why a device had nothing to do at a time; "" if it had.
function gapText(gaps, time) {
	const i = firstGap(gaps, time);

	if (i * GAP >= gaps.length || gaps[i * GAP] > time) return "";
	return timeline.gaps.idle_causes[gaps[i * GAP + 2]];
}
