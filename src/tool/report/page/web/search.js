// SPDX-License-Identifier: Apache-2.0
//
// search: finds spans by name or argument. What is not found steps back in the timeline.

const search = { text: "", matches: null, at: -1, has: null }; // matches: spans

function namesWith(isWanted) {
	return new Set(names.map((name, i) => i).filter((i) => isWanted(names[i])));
}

// Merged spans of several names contain a name if it is in the bins that they touch.
function mixedFinder(wanted) {
	const ofRow = rows.map(() => []);

	for (const group of bins) if (wanted.has(group.name)) ofRow[group.row].push(group);
	return (span, row) => {
		const from = spans.begin[span];
		const to = spans.end[span] + 1;

		return ofRow[row].some((group) => sumTimes(group, from, to).count > 0);
	};
}

// Spans whose arguments have the text.
function spansWithText(text) {
	const found = new Set();
	const isFound = new Map(
		parts.map((part) => [
			part,
			part.timeline.texts.map((each) => each.toLowerCase().includes(text)),
		])
	);

	for (const [span, place] of detailPlaces) {
		const row = rowOf(span);

		if (isLane(row)) continue;
		openPart(row.part);
		detailNumbers.at = place;
		const number = detailNumbers.next();

		if (number > 0 && isFound.get(row.part)[number - 1]) found.add(span);
	}
	return found;
}

function findMatches(wanted, texts, isRowWanted) {
	const isMixed = mixedFinder(wanted);
	const found = [];

	search.has = new Uint8Array(spans.begin.length);
	rows.forEach((row, index) => {
		if (!isRowWanted(row)) return;
		for (let i = row.first; i < row.end; i++) {
			const isFound =
				wanted.has(spans.name[i]) ||
				texts.has(i) ||
				(spans.flags[i] & IS_MIXED && wanted.size > 0 && isMixed(i, index));

			if (isFound) {
				search.has[i] = 1;
				found.push(i);
			}
		}
	});
	return found;
}

function showMatches(text, found) {
	search.text = text;
	search.matches = found;
	search.at = -1;
	isDimmed = (span) => search.has[span] === 0;
	byId("search-clear").hidden = false;
	if (found.length === 0) say(`Nothing has ${text}.`);
	else say(`${countText(found.length)} spans have ${text}: Enter or n goes to the next one.`);
	redraw();
}

function searchFor(text) {
	const lower = text.trim().toLowerCase();

	if (lower === "") {
		clearSearch();
		return;
	}
	const wanted = namesWith((name) => name.toLowerCase().includes(lower));

	showMatches(
		`\u201c${text.trim()}\u201d`,
		findMatches(wanted, spansWithText(lower), () => true)
	);
}

// All spans of one name, for the rows of the tables.
function searchName(name, isRowWanted) {
	byId("search").value = name;
	const wanted = namesWith((each) => each === name);

	showMatches(name, findMatches(wanted, new Set(), isRowWanted));
	byId("timeline-section").scrollIntoView({ block: "start" });
	canvas.focus({ preventScroll: true });
	nextMatch(1);
}

function clearSearch() {
	search.text = "";
	search.matches = null;
	byId("search").value = "";
	byId("search-clear").hidden = true;
	isDimmed = () => false;
	redraw();
}

// The first one comes after what is selected, or is the first that is seen.
function firstMatch(by) {
	const matches = search.matches;
	const start =
		selection.span >= 0
			? matches.findIndex((span) => span >= selection.span)
			: matches.findIndex(
					(span) => spans.end[span] >= view.from && spans.begin[span] <= view.to
				);

	return start < 0 ? 0 : by > 0 ? start : Math.max(start - 1, 0);
}

function nextMatch(by) {
	const matches = search.matches;

	if (!matches || matches.length === 0) return;
	search.at =
		search.at < 0 ? firstMatch(by) : (search.at + by + matches.length) % matches.length;
	select(matches[search.at], true);
	const place = `${countText(search.at + 1)} of ${countText(matches.length)}`;

	say(`${place}: ${describe(selection.span)}`);
}

function listenToSearch() {
	const field = byId("search");
	let timer = 0;

	field.addEventListener("input", () => {
		clearTimeout(timer);
		timer = setTimeout(() => searchFor(field.value), 150);
	});
	field.addEventListener("keydown", (event) => {
		if (event.key === "Escape") {
			clearSearch();
			canvas.focus({ preventScroll: true });
		}
		if (event.key !== "Enter") return;
		event.preventDefault();
		clearTimeout(timer);
		if (!search.matches) searchFor(field.value);
		nextMatch(event.shiftKey ? -1 : 1);
	});
	byId("search-clear").addEventListener("click", () => {
		clearSearch();
		say("All spans are shown alike.");
	});
}
