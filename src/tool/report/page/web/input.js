// SPDX-License-Identifier: Apache-2.0
//
// input: mouse, fingers and keys.

const NEAR = 4; // CSS pixels
const fingers = new Map(); // that touch the timeline: by pointer, its x and y
let drag = null; // { kind, x, y, from, hasMoved }

function describe(span) {
	const { name, place } = titleOf(span);

	const length = timeText(spans.end[span] - spans.begin[span]);

	return `${name}, ${length} from ${exactText(spans.begin[span])}, ${place}`;
}

function select(span, isWanted) {
	if (span === undefined || span === null || span < 0 || span >= spans.begin.length) return;
	selection.span = span;
	if (isWanted) bringIntoView(span);
	say(describe(span));
	showDetails(span);
	redraw();
}

function selectNext(by) {
	const span = selection.span;

	if (span < 0) {
		const line = lines.find((each) => each.rows.length > 0);

		if (line) select(rows[line.rows[0]].first, true);
		return;
	}
	const row = rowOf(span);

	select(Math.min(Math.max(span + by, row.first), row.end - 1), true);
}

// The span of the next line that is nearest to what is selected.
function changeLine(by) {
	const span = selection.span;
	let line = span < 0 ? -1 : lineOf(span);
	const time = span < 0 ? view.from : Math.max(spans.begin[span], view.from);

	do line += by;
	while (lines[line] && lines[line].rows.length === 0);
	if (!lines[line]) return;
	const row = rows[lines[line].rows[0]];

	select(Math.min(firstAfter(row, time), row.end - 1), true);
}

function fitSelection() {
	if (selection.range) setView(selection.range.from, selection.range.to);
	else if (selection.span >= 0)
		showPart(spans.begin[selection.span], spans.end[selection.span]);
	else showAll();
}

function clearAll() {
	selection.span = -1;
	setRange(null);
	showRange();
	byId("details").hidden = true;
	hidePath();
	hideTip();
	say("Nothing is selected.");
}

function foldSelected() {
	const line = selection.span >= 0 ? lines[lineOf(selection.span)] : null;
	const group =
		line &&
		(line.group ||
			allGroups()
				.reverse()
				.find((each) => each.rows.length > 1 && each.rows.includes(line.rows[0])));

	if (group) fold(group, !group.isFolded);
}

function toggleArrows() {
	arrows.all = !arrows.all;
	byId("arrows-button").setAttribute("aria-pressed", String(arrows.all));
	redraw();
}

function togglePath() {
	if (path) hidePath();
	else showPath();
}

// From a call to its command, and from a command to its call.
function follow() {
	const span = selection.span;
	const details = span >= 0 ? detailsOf(span) : null;

	if (details && details.call !== undefined) select(details.call, true);
	else if (span >= 0) select(commandsOf(span)[0], true);
}

// -- what is under the mouse ----------------------------------------------------------

function lineAt(y) {
	return y < AXIS ? -1 : Math.floor((y - AXIS + frame.scrollTop) / LINE);
}

function spanAt(x, y) {
	const line = lines[lineAt(y)];
	const near = ((view.to - view.from) / stage.width) * NEAR;
	const time = timeOf(x);
	let best = -1;

	if (!line || x < stage.labels) return -1;
	for (const index of line.rows) {
		const row = rows[index];

		for (let i = firstAfter(row, time - near); i < row.end && spans.begin[i] <= time + near; i++) {
			const isInside = spans.begin[i] <= time && spans.end[i] >= time;

			if (best < 0 || isInside) best = i;
			if (isInside || spans.begin[i] > time) break;
		}
	}
	return best;
}

// A folded line has several spans at a place; the title of a line folds it.
function clickAt(x, y) {
	const line = lines[lineAt(y)];

	if (line && line.group && (x < stage.labels || (line.isHeading && !line.group.isFolded))) {
		fold(line.group, !line.group.isFolded);
		return;
	}
	if (!sayOwn(line, x)) select(spanAt(x, y), false);
}

// -- mouse and fingers ----------------------------------------------------------------

function onWheel(event) {
	const isZoom = event.ctrlKey || event.metaKey;
	const along = event.shiftKey && event.deltaX === 0 ? event.deltaY : event.deltaX;
	const unit = event.deltaMode === 1 ? 20 : event.deltaMode === 2 ? 400 : 1;

	hideTip();
	if (isZoom) {
		const by = Math.max(-0.5, Math.min(0.5, (event.deltaY * unit) / 300));

		event.preventDefault();
		zoom(Math.exp(by), timeOf(event.offsetX));
	} else if (Math.abs(along) > (event.shiftKey ? 0 : Math.abs(event.deltaY))) {
		event.preventDefault();
		move((along * unit) / (stage.width - stage.labels));
	}
}

function pinchLength() {
	const [a, b] = [...fingers.values()];

	return Math.max(20, Math.abs(a.x - b.x));
}

function onDown(event) {
	if (event.button !== 0) return;
	hideTip();
	canvas.setPointerCapture(event.pointerId);
	fingers.set(event.pointerId, { x: event.offsetX, y: event.offsetY });
	if (fingers.size === 2) {
		drag = { kind: "pinch", length: pinchLength(), hasMoved: true };
		return;
	}
	const isRange =
		event.shiftKey || byId("range-button").getAttribute("aria-pressed") === "true";

	drag = {
		kind: isRange ? "range" : "move",
		x: event.offsetX,
		y: event.offsetY,
		from: timeOf(event.offsetX),
		hasMoved: false,
	};
}

// A line at the mouse says which time that is.
function showCursor(event) {
	const cursor = byId("cursor");
	const time = byId("cursor-time");

	cursor.hidden = event.pointerType !== "mouse" || event.offsetX < stage.labels;
	cursor.style.left = event.offsetX + "px";
	time.textContent = exactText(timeOf(event.offsetX));
	time.className = event.offsetX > stage.width - 180 ? "left" : "";
}

function hideMouse() {
	byId("cursor").hidden = true;
	hideTip();
}

function onMove(event) {
	const x = event.offsetX;

	showCursor(event);

	if (fingers.has(event.pointerId)) fingers.set(event.pointerId, { x, y: event.offsetY });
	if (!drag) {
		const span = event.pointerType === "mouse" ? spanAt(x, event.offsetY) : -1;

		if (span >= 0)
			showTip(span, canvas.offsetLeft + x - frame.scrollLeft, event.offsetY);
		else hideTip();
		if (span < 0) sayOwn(lines[lineAt(event.offsetY)], x);
		return;
	}
	if (drag.kind === "pinch" && fingers.size === 2) {
		const [a, b] = [...fingers.values()];
		const length = pinchLength();

		zoom(drag.length / length, timeOf((a.x + b.x) / 2));
		drag.length = length;
		return;
	}
	drag.hasMoved = drag.hasMoved || Math.abs(x - drag.x) > 3;
	if (!drag.hasMoved) return;
	if (drag.kind === "range") {
		setRange({ from: drag.from, to: timeOf(x) });
	} else if (drag.kind === "move") {
		const by = timeOf(drag.x) - timeOf(x);

		setView(view.from + by, view.to + by);
		drag.x = x;
	}
}

function onUp(event) {
	fingers.delete(event.pointerId);
	if (!drag || fingers.size > 0) return;
	if (drag.kind === "range" && drag.hasMoved) endRange();
	else if (!drag.hasMoved) clickAt(event.offsetX, event.offsetY);
	drag = null;
}

function listenToOverview() {
	let isDown = false;
	const go = (event) => {
		const part = (event.offsetX - stage.labels) / (overview.clientWidth - stage.labels);
		const length = view.to - view.from;
		const middle = whole.from + part * (whole.to - whole.from);

		setView(middle - length / 2, middle + length / 2);
	};

	overview.addEventListener("pointerdown", (event) => {
		isDown = true;
		overview.setPointerCapture(event.pointerId);
		go(event);
	});
	overview.addEventListener("pointermove", (event) => isDown && go(event));
	overview.addEventListener("pointerup", () => {
		isDown = false;
	});
}

// -- keys -------------------------------------------------------------------------------

const onCanvas = {
	ArrowLeft: () => move(-0.2),
	ArrowRight: () => move(0.2),
	ArrowUp: () => changeLine(-1),
	ArrowDown: () => changeLine(1),
	Home: showAll,
	End: () => setView(whole.to - (view.to - view.from), whole.to),
	PageUp: () => move(-0.9),
	PageDown: () => move(0.9),
	Enter: follow,
};
const anywhere = {
	w: () => zoomMiddle(0.6),
	s: () => zoomMiddle(1 / 0.6),
	"+": () => zoomMiddle(0.6),
	"=": () => zoomMiddle(0.6),
	"-": () => zoomMiddle(1 / 0.6),
	a: () => move(-0.2),
	d: () => move(0.2),
	f: fitSelection,
	0: showAll,
	".": () => selectNext(1),
	",": () => selectNext(-1),
	n: () => (search.matches ? nextMatch(1) : selectNext(1)),
	p: () => (search.matches ? nextMatch(-1) : selectNext(-1)),
	j: () => changeLine(1),
	k: () => changeLine(-1),
	r: rangeOfSelection,
	x: foldSelected,
	l: toggleArrows,
	c: togglePath,
	"/": () => byId("search").focus(),
	"?": () => byId("help").showModal(),
	Escape: clearAll,
};

function onKey(event) {
	const isField = event.target.closest && event.target.closest("input, textarea, dialog");
	const isOnCanvas = event.target === canvas;
	const key = event.key.length === 1 ? event.key.toLowerCase() : event.key;
	const act = anywhere[key] || (isOnCanvas && onCanvas[key]);

	if (isField || event.ctrlKey || event.altKey || event.metaKey || rows.length === 0) return;
	if (event.shiftKey && isOnCanvas && (key === "ArrowLeft" || key === "ArrowRight")) {
		event.preventDefault();
		stretchRange(key === "ArrowRight" ? 0.05 : -0.05);
	} else if (act) {
		event.preventDefault();
		hideTip();
		act();
	}
}

function listenToButtons() {
	const acts = {
		"zoom-in": anywhere.w,
		"zoom-out": anywhere.s,
		"zoom-all": showAll,
		"fold-button": () => foldAll(true),
		"unfold-button": () => foldAll(false),
		"arrows-button": toggleArrows,
		"path-button": togglePath,
		"help-button": anywhere["?"],
		"help-close": () => byId("help").close(),
	};

	for (const [id, act] of Object.entries(acts)) byId(id).addEventListener("click", act);
	byId("range-button").addEventListener("click", (event) => {
		const isOn = event.currentTarget.getAttribute("aria-pressed") !== "true";

		event.currentTarget.setAttribute("aria-pressed", String(isOn));
		say(`Drag in the timeline to ${isOn ? "select a range" : "move it"}.`);
	});
}

// The canvas has what is in sight, and there is more of that on paper.
function changePaper(isPrinted) {
	frame.style.maxHeight = isPrinted ? "var(--paper)" : "";
	draw();
}

function listen() {
	window.addEventListener("beforeprint", () => changePaper(true));
	window.addEventListener("afterprint", () => changePaper(false));
	document.addEventListener("keydown", onKey);
	canvas.addEventListener("wheel", onWheel, { passive: false });
	canvas.addEventListener("pointerdown", onDown);
	canvas.addEventListener("pointermove", onMove);
	canvas.addEventListener("pointerup", onUp);
	canvas.addEventListener("pointercancel", (event) => {
		fingers.delete(event.pointerId);
		drag = null;
	});
	canvas.addEventListener("pointerleave", hideMouse);
	canvas.addEventListener("dblclick", fitSelection);
	frame.addEventListener("scroll", () => {
		hideTip();
		redraw();
	});
	listenToOverview();
	listenToButtons();
	listenToSearch();
	new ResizeObserver(redraw).observe(frame);
	matchMedia("(prefers-color-scheme: dark)").addEventListener("change", () => {
		readColours();
		redraw();
	});
}
