// SPDX-License-Identifier: Apache-2.0
//
// page-test-busy: what page-test.js checks in the record of a program that keeps two devices busy, see
// busy-record.h.

function checkDetails() {
	const kernel = search.matches[0];
	const details = detailsOf(kernel);

	check(
		"a kernel has its call",
		details.call !== null &&
			names[spans.name[details.call]] === "clEnqueueNDRangeKernel"
	);
	check(
		"a kernel has what it waits for",
		details.waits.length === 1 && names[spans.name[details.waits[0]]] === "write"
	);
	check(
		"who waits for it is known",
		waitersOf(kernel).some((span) => names[spans.name[span]] === "read")
	);
	check("a call has its command", commandsOf(details.call).includes(kernel));
	select(kernel, true);
	check(
		"a kernel has its arguments: " + details.kernelArgs,
		details.kernelArgs.startsWith("0: mem#1, 1: mem#1, 2: ")
	);
	for (const word of [
		"Arguments",
		"Queued",
		"Submitted",
		"Started",
		"Ended",
		"Global / local size",
		"Waits for",
	])
		check("a kernel shows " + word, text("details").includes(word));
	press("Enter");
	check("Enter leads to the call", selection.span === details.call);
	check(
		"a call shows its arguments",
		text("details").includes("work_dim=2") && text("details").includes("queue#")
	);
	[...byId("details").querySelectorAll("button")]
		.find((button) => button.textContent.startsWith("Enqueues"))
		.click();
	check("a button leads to the command", selection.span === kernel);
	select(details.waits[0], true);
	check("a transfer shows its bytes", text("details").includes("GB/s"));
	check("a command has arrows", drawArrowsTo(canvas.getContext("2d"), kernel) === 2);
	press("l");
	draw();
	check(
		"L draws arrows",
		byId("arrows-button").getAttribute("aria-pressed") === "true" && countColours() > 3
	);
	press("l");
}

function checkPath() {
	press("c");
	draw();
	check("C shows the critical path", path.steps.length > 3 && !byId("path").hidden);
	check(
		"the path goes back in time",
		path.steps.every((step, i) => i === 0 || step.to <= path.steps[i - 1].to)
	);
	const last = Math.max(...rows.map((row) => spans.end[row.end - 1]));
	check("it begins with what ended last", path.steps[0].to === last);
	const finish = path.steps.find((step) => names[spans.name[step.span]] === "clFinish");
	const after = finish && path.steps[path.steps.indexOf(finish) + 1];
	check("what clFinish waited for is on it", finish && isLane(rowOf(after.span)));
	press("c");
	check("C takes it away", path === null && byId("path").hidden);
}

function checkSource() {
	const lead = [...document.querySelectorAll("#tables .lead")].find(
		(each) => each.textContent === "program#1"
	);

	lead.click();
	fillProgram(byId("program-1"), timeline.programs[0]);
	check(
		"a kernel leads to its source",
		byId("program-1").open &&
			byId("program-1").textContent.includes("sum += a[row * n + k]")
	);
	check("a program has its build", byId("program-1").textContent.includes("-cl-mad-enable"));
}

// Names that are often beside each other differ in grey.
function checkColours() {
	let worst = 255;

	countNeighbours().forEach((others, name) => {
		for (const [other, count] of others)
			if (count > spans.begin.length / 100)
				worst = Math.min(
					worst,
					Math.abs(
						greyOf(nameStyles[name].fill) -
							greyOf(nameStyles[other].fill)
					)
				);
	});
	check("neighbours differ in grey, by " + Math.round(worst), worst > 15);
}

function checkRows() {
	check(
		"devices have groups",
		groups.map((group) => group.title).join() ===
			'Host,Example GPU 9000,"Example CPU, 64 cores"'.replaceAll('"', "")
	);
	check(
		"lanes have names",
		lines.some((line) => line.title === "queue#2, lane 1") &&
			lines.some((line) => line.title === "lane 2")
	);
	frame.style.maxHeight = "200px";
	draw();
	frame.scrollTop = 150;
	draw();
	check(
		"the axis stays in sight",
		Math.abs(canvas.getBoundingClientRect().top - frame.getBoundingClientRect().top) < 2
	);
	frame.style.maxHeight = "";
	frame.scrollTop = 0;
	draw();
}

// A page without all calls says at every zoom how to get them, and what its blocks are made of.
function checkMerged() {
	const block = spans.flags.findIndex((flags) => flags & IS_MIXED);

	select(block, true);
	check(
		"a block says what is in it",
		byId("details").querySelectorAll("tbody tr").length > 1
	);
	check(
		"a block says how to get its calls",
		text("details").includes("clrouter report --from")
	);
	fitSelection();
	draw();
	check(
		"the note says how to get what is seen",
		text("timeline-note").includes("clrouter report --from")
	);
	press("0");
	draw();
	let boxes = 0;
	const context = canvas.getContext("2d");
	const fill = context.fillRect;
	context.fillRect = (...box) => {
		boxes++;
		fill.apply(context, box);
	};
	draw();
	check(
		"drawing depends on the window: " + boxes,
		boxes < rows.length * stage.width * 2 + 2000
	);
	delete context.fillRect;
}

function checkBusy() {
	checkRows();
	checkColours();
	if (timeline.merged > 0) {
		checkMerged();
		return;
	}
	searchName("matmul_tiled", isLane);
	checkDetails();
	byId("search-clear").click();
	byId("search").value = "blocking_read=CL_TRUE";
	searchFor("cb=NULL");
	checkPath();
	checkSource();
}
