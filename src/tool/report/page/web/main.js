// SPDX-License-Identifier: Apache-2.0
//
// main: what happens when the page is opened.

function showTimeline() {
	if (rows.length === 0) {
		byId("timeline-section").hidden = true;
		return;
	}
	readDetails();
	readBins();
	view.from = whole.from;
	view.to = whole.to;
	makeGroups();
	makeLines();
	findDensity();
	readColours();
	listen();
	draw();
}

function showRecord() {
	showTitle(programLine());
	showSummary();
	showTables();
	showPrograms();
}

if (parts.length > 0) readSpans();
if (several) showGroup();
else showRecord();
showTimeline();
