// SPDX-License-Identifier: Apache-2.0
//
// draw: the timeline and the overview above it. What is narrower than a pixel is drawn once for
// each pixel, so that the time it takes depends on the size of the window, not on the number of
// spans.

const OVERVIEW = 34; // CSS pixels
const overview = byId("overview");
let colours = {};
let isDimmed = () => false; // search.js and path.js decide which spans step back
let drawTime = 0; // ms that the last drawing took

function readColours() {
	for (const name of "page text dim line band accent range failed path".split(" "))
		colours[name] = style("--" + name);
	setColours();
}

function prepare(element, width, height) {
	const ratio = window.devicePixelRatio || 1;
	const context = element.getContext("2d", { alpha: false });

	element.width = Math.round(width * ratio);
	element.height = Math.round(height * ratio);
	element.style.height = height + "px";
	context.setTransform(ratio, 0, 0, ratio, 0, 0);
	context.font = "12px system-ui, sans-serif";
	context.textBaseline = "middle";
	context.fillStyle = colours.page;
	context.fillRect(0, 0, width, height);
	return context;
}

// -- spans --------------------------------------------------------------------

// Of several spans in one pixel, the longest of the first ones.
function longestOf(first, end) {
	let best = first;

	for (let i = first + 1; i < Math.min(end, first + 8); i++)
		if (spans.busy[i] > spans.busy[best]) best = i;
	return best;
}

function busyShare(span) {
	const length = spans.end[span] - spans.begin[span];

	return length > 0 ? Math.min(1, spans.busy[span] / length) : 1;
}

// A merged span is as high as it was busy.
function drawBox(context, span, left, top, width) {
	const colour = nameStyles[spans.name[span]];
	const height = LINE - 4;

	context.globalAlpha = isDimmed(span) ? 0.3 : 1;
	if (isSingle(span)) {
		context.fillStyle = colour.fill;
		context.fillRect(left, top + 2, width, height);
	} else {
		const part = Math.max(3, Math.round(busyShare(span) * height));

		if (width >= 3) {
			context.fillStyle = colour.pale;
			context.fillRect(left, top + 2, width, height - part);
		}
		context.fillStyle = colour.fill;
		context.fillRect(left, top + 2 + height - part, width, part);
	}
	if (spans.flags[span] & HAS_FAILED) {
		context.fillStyle = colours.failed;
		context.fillRect(left, top + 2, width, 4);
	}
}

function drawLabel(context, span, left, top, width) {
	const colour = nameStyles[spans.name[span]];

	context.save();
	context.beginPath();
	context.rect(left, top, width - 3, LINE);
	context.clip();
	context.fillStyle = busyShare(span) > 0.5 ? colour.text : colours.text;
	context.fillText(spanName(span), left + 4, top + LINE / 2 + 1);
	context.restore();
}

// Do two spans look the same when they are as narrow as a pixel?
function isAlike(a, b) {
	return (
		spans.name[a] === spans.name[b] &&
		spans.flags[a] === spans.flags[b] &&
		Math.round(busyShare(a) * 8) === Math.round(busyShare(b) * 8) &&
		isDimmed(a) === isDimmed(b)
	);
}

// Pixels beside each other that look the same are drawn as one.
class Pixels {
	constructor(context, top) {
		this.context = context;
		this.top = top;
		this.span = -1;
		this.begin = this.end = 0;
	}

	add(span, x) {
		if (this.span < 0 || this.end !== x || !isAlike(this.span, span)) {
			this.finish();
			this.span = span;
			this.begin = x;
		}
		this.end = x + 1;
	}

	finish() {
		if (this.span >= 0)
			drawBox(this.context, this.span, this.begin, this.top, this.end - this.begin);
		this.span = -1;
	}
}

function drawRow(context, row, top, left, width, hasLabels) {
	const pixel = (view.to - view.from) / (width - left);
	const pixels = new Pixels(context, top);
	let i = firstAfter(row, view.from);

	while (i < row.end && spans.begin[i] <= view.to) {
		const x = Math.max(xOf(spans.begin[i]), left);
		const right = Math.min(xOf(spans.end[i]), width);

		if (right - x >= 1.5) {
			pixels.finish();
			drawBox(context, i, x, top, right - x > 3 ? right - x - 0.5 : right - x);
			if (hasLabels && right - x >= 30) drawLabel(context, i, x, top, right - x);
			i++;
			continue;
		}
		const next = firstAfter(row, timeOf(Math.floor(x) + 1) + pixel * 0.01);
		const end = Math.max(next, i + 1);

		pixels.add(longestOf(i, end), Math.floor(x));
		i = end;
	}
	pixels.finish();
	context.globalAlpha = 1;
}

// -- what is above and below them -----------------------------------------------

function drawAxis(context, width, height) {
	const { base, ticks } = findTicks(width);
	const left = stage.labels;

	context.textAlign = "left";
	for (const tick of ticks) {
		const x = Math.round(xOf(tick.time)) + 0.5;

		context.strokeStyle = colours.line;
		context.beginPath();
		context.moveTo(x, AXIS - 6);
		context.lineTo(x, height);
		context.stroke();
	}
	return () => {
		context.fillStyle = colours.page;
		context.fillRect(0, 0, width, AXIS - 1);
		context.fillStyle = colours.text;
		for (const tick of ticks)
			if (xOf(tick.time) < width - 40)
				context.fillText(tick.text, Math.round(xOf(tick.time)) + 4, AXIS / 2);
		context.fillStyle = colours.page;
		context.fillRect(0, 0, left, AXIS - 1);
		context.fillStyle = colours.dim;
		context.textAlign = "right";
		if (base > 0)
			context.fillText(
				exactText(base).replace(/( 000)* s$/, " s") + "  ",
				left,
				AXIS / 2
			);
		context.textAlign = "left";
	};
}

function drawLineLabel(context, line, top, width) {
	const group = line.group;
	const left = stage.width < 600 ? 4 + line.level * 7 : 8 + line.level * 12;
	const isSelected = selection.span >= 0 && line === lines[lineOf(selection.span)];

	context.fillStyle = line.isHeading ? colours.band : colours.page;
	context.fillRect(0, top, width, LINE);
	context.save();
	context.beginPath();
	context.rect(0, top, line.isHeading && !group.isFolded ? stage.width : width - 6, LINE);
	context.clip();
	context.fillStyle = isSelected ? colours.accent : colours.text;
	context.font = (line.isHeading || isSelected ? "600 " : "") + "12px system-ui, sans-serif";
	if (group) context.fillText(group.isFolded ? "\u25b8" : "\u25be", left, top + LINE / 2 + 1);
	context.fillText(line.title, left + 14, top + LINE / 2 + 1);
	context.restore();
}

// In the heading of a device: why it had nothing to do, beside what it does.
function drawGaps(context, gaps, top, left, width) {
	let drawn = left;

	context.textAlign = "left";
	for (let i = firstGap(gaps, view.from) * GAP; i < gaps.length && gaps[i] <= view.to; i += GAP) {
		const x = Math.max(xOf(gaps[i]), drawn);
		const right = Math.min(xOf(gaps[i] + gaps[i + 1]), width);

		if (right - x < 1) continue;
		context.fillStyle = colours.page;
		context.fillRect(x, top + 4, right - x - 0.5, LINE - 8);
		drawn = right;
		if (right - x < 30) continue;
		context.save();
		context.beginPath();
		context.rect(x, top, right - x - 3, LINE);
		context.clip();
		context.fillStyle = colours.dim;
		context.fillText(idleCauses[gaps[i + 2]], x + 4, top + LINE / 2 + 1);
		context.restore();
	}
}

function drawLine(context, line, top, left, width) {
	if (line.isHeading) {
		context.fillStyle = colours.band;
		context.fillRect(left, top, width - left, LINE);
		if (!line.group.isFolded) drawGaps(context, line.group.gaps, top, left, width);
	}
	if (line.own) drawOwn(context, line.own, top, left, width);
	for (const index of line.rows)
		drawRow(context, rows[index], top, left, width, line.rows.length === 1);
	drawLineLabel(context, line, top, left);
	context.strokeStyle = colours.line;
	context.beginPath();
	context.moveTo(0, top + LINE - 0.5);
	context.lineTo(width, top + LINE - 0.5);
	context.stroke();
}

function topOf(line) {
	return AXIS + line * LINE - frame.scrollTop;
}

// Seen at any zoom: at least a few pixels wide, with a mark on the axis.
function drawSelected(context, left, width) {
	const span = selection.span;
	const line = span < 0 ? -1 : lineOf(span);
	const x = line < 0 ? 0 : xOf(spans.begin[span]);
	const right = line < 0 ? 0 : Math.min(Math.max(xOf(spans.end[span]), x + 3), width + 4);

	if (line < 0 || right < left || x > width) return;
	const from = Math.max(x, left - 4);

	context.lineWidth = 2;
	context.strokeStyle = colours.page;
	context.strokeRect(from + 1, topOf(line) + 3, right - from - 2, LINE - 6);
	context.strokeStyle = colours.accent;
	context.strokeRect(from - 1, topOf(line) + 1, right - from + 2, LINE - 2);
	context.lineWidth = 1;
}

function drawMark(context, left, width) {
	const span = selection.span;

	if (span < 0) return;
	const from = Math.max(xOf(spans.begin[span]), left);
	const x = (from + Math.min(xOf(spans.end[span]), width)) / 2;

	if (x < left || x > width) return;
	context.fillStyle = colours.accent;
	context.beginPath();
	context.moveTo(x - 6, AXIS - 9);
	context.lineTo(x + 6, AXIS - 9);
	context.lineTo(x, AXIS - 1);
	context.fill();
}

function drawRange(context, left, width, height) {
	const range = selection.range;

	if (!range) return;
	const from = Math.max(xOf(range.from), left);
	const to = Math.min(xOf(range.to), width);

	if (to < left || from > width) return;
	context.fillStyle = colours.range;
	context.fillRect(from, 0, Math.max(to - from, 1), height);
	context.fillStyle = colours.accent;
	context.fillRect(from, 0, 1.5, height);
	context.fillRect(to - 1.5, 0, 1.5, height);
}

// -- the overview ---------------------------------------------------------------

let density = null; // of calls and of commands: how busy each of the columns is

function addDensity(row, columns) {
	const column = (whole.to - whole.from) / columns.length;

	for (let i = row.first; i < row.end; i++) {
		const length = Math.max(spans.end[i] - spans.begin[i], 1);
		const first = Math.floor((spans.begin[i] - whole.from) / column);
		const last = Math.min(Math.floor((spans.end[i] - whole.from) / column), columns.length - 1);

		for (let k = Math.max(first, 0); k <= last; k++) {
			const from = Math.max(spans.begin[i], whole.from + k * column);
			const to = Math.min(spans.end[i], whole.from + (k + 1) * column);

			columns[k] += (Math.max(to - from, 0) * spans.busy[i]) / length / column;
		}
	}
}

function findDensity() {
	density = [new Float64Array(600), new Float64Array(600)];
	for (const row of rows) addDensity(row, density[isLane(row) ? 1 : 0]);
}

function drawDensity(context, columns, colour, top, height, width) {
	const most = Math.max(...columns, 1e-9);
	const left = stage.labels;
	const column = (width - left) / columns.length;

	context.fillStyle = colour;
	for (let k = 0; k < columns.length; k++) {
		const part = columns[k] > 0 ? Math.max(1, (columns[k] / most) * height) : 0;

		const x = Math.floor(left + k * column);
		const right = Math.floor(left + (k + 1) * column);

		context.fillRect(x, top + height - part, right - x, part);
	}
}

function drawOverview() {
	const width = overview.clientWidth;
	const left = stage.labels;
	const context = prepare(overview, width, OVERVIEW);
	const x = (time) => left + ((time - whole.from) / (whole.to - whole.from)) * (width - left);
	const half = OVERVIEW / 2;

	drawDensity(context, density[0], colours.dim, 1, half - 2, width);
	drawDensity(context, density[1], colours.accent, half, half - 2, width);
	context.fillStyle = colours.dim;
	context.fillText("calls", 8, half / 2 + 1);
	context.fillStyle = colours.accent;
	context.fillText("commands", 8, half * 1.5 + 1);
	const from = x(view.from);
	const seen = Math.max(x(view.to) - from, 2);

	context.fillStyle = colours.range;
	context.fillRect(from, 0, seen, OVERVIEW);
	context.strokeStyle = colours.accent;
	context.strokeRect(from + 0.5, 0.5, seen - 1, OVERVIEW - 1);
}

// -- all -------------------------------------------------------------------------

// Between the titles and the spans; unfolded headings have a title that is longer.
function drawEdge(context, left, height) {
	context.fillStyle = colours.line;
	context.fillRect(left, 0, 1, AXIS);
	lines.forEach((line, i) => {
		if (topOf(i) >= AXIS - LINE && topOf(i) < height && (line.rows.length > 0 || line.own))
			context.fillRect(left, topOf(i), 1, LINE);
	});
}

function draw() {
	const start = performance.now();
	measureStage();
	const width = stage.width;
	const height = Math.min(frame.clientHeight, AXIS + lines.length * LINE);
	const context = prepare(canvas, width, height);
	const left = stage.labels;
	const drawTicks = drawAxis(context, width, height);

	lines.forEach((line, i) => {
		if (topOf(i) + LINE > AXIS && topOf(i) < height)
			drawLine(context, line, topOf(i), left, width);
	});
	context.save();
	context.beginPath();
	context.rect(left, AXIS, width - left, height - AXIS);
	context.clip();
	drawArrows(context);
	drawSelected(context, left, width);
	context.restore();
	drawTicks();
	drawRange(context, left, width, height);
	drawMark(context, left, width);
	drawEdge(context, left, height);
	drawOverview();
	showNote();
	drawTime = performance.now() - start;
}

// One frame at most for many events.
let isDrawing = false;

function redraw() {
	if (isDrawing) return;
	isDrawing = true;
	requestAnimationFrame(() => {
		isDrawing = false;
		draw();
	});
}
