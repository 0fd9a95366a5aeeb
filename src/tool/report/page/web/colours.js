// SPDX-License-Identifier: Apache-2.0
//
// colours: a colour for each name. Names that are often beside each other get colours that differ
// in hue and in lightness, so that they differ in grey, too.

const HUES = [212, 32, 140, 330, 186, 268, 92, 8];
const NEIGHBOURS = 200000; // that are looked at
let nameStyles = []; // by name: fill, text and pale, as CSS has them

function style(name) {
	return getComputedStyle(document.documentElement).getPropertyValue(name).trim();
}

// How often two names are beside each other, by the number of one and of the other.
function countNeighbours() {
	const neighbours = names.map(() => new Map());
	const step = Math.max(1, Math.floor(spans.begin.length / NEIGHBOURS));

	for (const row of rows)
		for (let i = row.first + 1; i < row.end; i += step) {
			const a = spans.name[i - 1];
			const b = spans.name[i];

			if (a === b) continue;
			neighbours[a].set(b, (neighbours[a].get(b) || 0) + 1);
			neighbours[b].set(a, (neighbours[b].get(a) || 0) + 1);
		}
	return neighbours;
}

function countUses() {
	const uses = new Float64Array(names.length);

	for (let i = 0; i < spans.name.length; i++) uses[spans.name[i]] += spans.count[i];
	return uses;
}

// How much alike two choices are.
function likeness(a, b) {
	if (a.level === b.level) return a.hue === b.hue ? 10 : 4;
	return Math.abs(a.level - b.level) === 1 ? 1 : 0;
}

// The names with the most spans choose first, each what is least like those beside it.
function chooseColours(levels) {
	const neighbours = countNeighbours();
	const uses = countUses();
	const order = names.map((name, i) => i).sort((a, b) => uses[b] - uses[a]);
	const chosen = new Map();
	const taken = new Map();

	for (const name of order) {
		let best = null;

		for (let hue = 0; hue < HUES.length; hue++)
			for (let level = 0; level < levels; level++) {
				const cost = 0.01 * (taken.get(hue * levels + level) || 0);
				const choice = { hue, level, cost };

				for (const [other, count] of neighbours[name])
					if (chosen.has(other))
						choice.cost += count * likeness(choice, chosen.get(other));
				if (!best || choice.cost < best.cost) best = choice;
			}
		const key = best.hue * levels + best.level;

		taken.set(key, (taken.get(key) || 0) + 1);
		chosen.set(name, best);
	}
	return chosen;
}

let chosenColours = null;

// The lightness of each level, and the text that can be read on it, are in the style sheet.
function setColours() {
	const levels = style("--levels").split(" ");
	const texts = style("--level-texts").split(" ");

	chosenColours = chosenColours || chooseColours(levels.length);
	nameStyles = names.map((name, i) => {
		const { hue, level } = chosenColours.get(i);

		return {
			fill: "hsl(" + HUES[hue] + " 62% " + levels[level] + ")",
			pale: "hsl(" + HUES[hue] + " 45% " + levels[level] + " / 0.35)",
			text: texts[level],
		};
	});
}
