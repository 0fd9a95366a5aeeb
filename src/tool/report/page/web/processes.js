// SPDX-License-Identifier: Apache-2.0
//
// processes: a page of several processes: what stands out of them, and the sums of all. Below the
// timeline are the tables of one of them.

function processPlace(process) {
	const id = process.rank === null ? "process " + process.process : "rank " + process.rank;

	return (process.launcher ? "launcher " + process.process : id) + hostText(process);
}

function hostText(process) {
	return process.host === null ? "" : " on " + process.host;
}

function partTitle(part) {
	return processPlace(several.processes[part.index]);
}

function partOf(process) {
	return parts.find((part) => several.processes[part.index] === process);
}

// The process that a remark or a sum names.
function namedProcess(named) {
	return several.processes.find((each) =>
		["host", "rank", "job", "process"].every((key) => each[key] === named[key])
	);
}

// -- where rows lead to ---------------------------------------------------------

// Shows the tables of PART.
function showProcess(part) {
	if (!several || part === shown) return;
	shown = part;
	report = part.report;
	fillProcess();
}

function fillProcess() {
	const program = programLine();

	byId("process-title").textContent = partTitle(shown) + (program ? ": " + program : "");
	factsPlace.replaceChildren();
	tablesPlace.replaceChildren();
	showSummary();
	showTables();
	showPrograms();
}

function leadToProcess(process) {
	const part = process && partOf(process);
	const row = part && rows.find((each) => each.part === part);

	if (!row) {
		say(`The page has no timeline of ${process ? processPlace(process) : "that process"}.`);
		return;
	}
	showProcess(part);
	leadToSpan(row.first);
	setView(part.start_ns + part.report.from_ns, spans.reach[row.end - 1]);
}

// -- tables -----------------------------------------------------------------------

function showGroupRemarks(run) {
	showTable("What stands out", several.remarks, -1, [
		leading(
			"What",
			(row) => row.text,
			(row) => leadToProcess(namedProcess(row))
		),
		column("Share of the run time", (row) => (row.cost_ns > 0 ? row.cost_ns / run : -1), (share) =>
			share < 0 ? "-" : shareText(share, 1)
		),
		column("Where", processPlace),
		column("It has", (row) => row.differs || ""),
		column("Cure", (row) => row.cure),
	]);
}

// Columns whose texts are not the same for all processes.
function differingColumns(titles) {
	return Object.entries(titles)
		.filter(([key]) => new Set(several.processes.map((each) => each[key])).size > 1)
		.map(([key, title]) => column(title, (row) => row[key] || ""));
}

function showProcesses() {
	showTable("Processes", several.processes, -1, [
		leading("Process", processPlace, leadToProcess),
		column("Run time", (row) => row.run, timeText),
		column("Inside OpenCL", (row) => row.inside, timeText),
		column("Device time", (row) => row.busy, timeText),
		column("Builds", (row) => row.building, timeText),
		counted("Calls", (row) => row.calls),
		counted("Errors", (row) => row.errors),
		...differingColumns({ end: "End", devices: "Devices", program: "Program" }),
	]);
}

// How much more the process with the most has than all have on average.
function imbalanceOf(row) {
	const mean = row.total / row.processes;

	return row.processes > 1 && mean > 0 ? row.most_sum.total / mean : -1;
}

function showSums(title, kind) {
	const list = several.rows.filter((row) => row.kind === kind);

	list.sort((a, b) => b.total - a.total);
	showTable(title, list, 2, [
		column("Name", (row) => row.name),
		counted("Count", (row) => row.count),
		column("Total", (row) => row.total, timeText),
		column("Mean", (row) => (row.measured > 0 ? row.mean : -1), measuredText),
		column("Max", (row) => (row.measured > 0 ? row.most : -1), measuredText),
		counted("Processes", (row) => row.processes),
		column("Imbalance", imbalanceOf, (ratio) => (ratio < 0 ? "-" : ratio.toFixed(2))),
		leading(
			"Most",
			(row) => processPlace(row.most_sum),
			(row) => leadToProcess(namedProcess(row.most_sum))
		),
	]);
}

function showErrors() {
	const list = several.rows.filter((row) => row.kind === "error");

	showTable("Errors", list, 1, [
		column("Error", (row) => row.name),
		counted("Count", (row) => row.count),
		counted("Processes", (row) => row.processes),
		leading(
			"Most",
			(row) => processPlace(row.most_sum),
			(row) => leadToProcess(namedProcess(row.most_sum))
		),
	]);
}

function showGroup() {
	const run = Math.max(0, ...several.processes.map((each) => each.run));
	const hosts = new Set(several.processes.map((each) => each.host)).size;
	const left = several.processes.length - parts.length;
	const title =
		countText(several.processes.length) + " processes on " + pluralText(hosts, "host");

	showTitle(title);
	addFact("Processes", title);
	addFact("Longest run", timeText(run));
	if (several.unread > 0)
		addFact("Unread", pluralText(several.unread, "file") + ", which could not be read", true);
	if (left > 0)
		addFact("Timeline", `of ${parts.length} of them: those that stand out or run longest, and have calls`);
	tablesPlace = byId("group");
	showGroupRemarks(run);
	tablesPlace = byId("sums");
	showProcesses();
	showSums("Kernels of all processes", "kernel");
	showSums("API calls of all processes", "call");
	showSums("Transfers of all processes", "transfer");
	showSums("Builds of all processes", "build");
	showErrors();
	tablesPlace = byId("tables");
	factsPlace = byId("process-facts");
	byId("process").hidden = !shown;
	if (shown) fillProcess();
}
