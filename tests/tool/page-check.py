#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Checks the data of a page of "clrouter report --export html", as web/data.js reads it:

    page-check.py PAGE

Every call and every measured command is in a span and, in a page without all calls, in a bin; each
detail belongs to a span, and ends where the next one begins. Prints what is wrong.
"""

import base64
import json
import re
import sys


class Numbers:
    """Numbers of seven bits in each byte, the lowest ones first."""

    def __init__(self, text):
        self.bytes = base64.b64decode(text, validate=True)
        self.at = 0

    def is_at_end(self):
        return self.at == len(self.bytes)

    def next(self):
        number = shift = 0
        while True:
            byte = self.bytes[self.at]
            self.at += 1
            number |= (byte & 127) << shift
            shift += 7
            if byte < 128:
                return number


def check(what, is_good):
    if not is_good:
        print(f"wrong: {what}")


def count_spans(timeline):
    """The number of spans, and of calls and commands in them."""
    numbers = Numbers(timeline["spans"])
    spans = count = 0
    for _ in timeline["rows"]:
        in_row = numbers.next()
        check("a row has spans", in_row > 0)
        spans += in_row
        for _ in range(in_row):
            numbers.next()
            numbers.next()
            code = numbers.next()
            check("a name is known", code >> 3 < len(timeline["names"]))
            count += numbers.next() if code & 1 else 1
            if code & 1:
                numbers.next()
    check("the spans end with the rows", numbers.is_at_end())
    return spans, count


def count_bins(timeline):
    numbers = Numbers(timeline["bins"])
    count = 0
    while not numbers.is_at_end():
        check("a bin is of a row", numbers.next() < len(timeline["rows"]))
        check("a bin is of a name", numbers.next() < len(timeline["names"]))
        for _ in range(numbers.next()):
            numbers.next()
            count += numbers.next()
            numbers.next()
            numbers.next()
    return count


def check_details(timeline, spans):
    numbers = Numbers(timeline["details"])
    found = set()
    while not numbers.is_at_end():
        span = numbers.next()
        check("a detail is of a span, once", span < spans and span not in found)
        found.add(span)
        size = numbers.next()
        numbers.at += size
    check("there are details", len(found) > 0)


def check_gaps(report, gaps):
    """Gaps come in order, have causes, and take as long as the table says, but for those left out."""
    total = 0
    for device in gaps["idle"]:
        parts = device["parts"]
        until = 0
        check("a gap has three numbers", len(parts) % 3 == 0)
        for begin, duration, cause in zip(parts[::3], parts[1::3], parts[2::3]):
            check("gaps come one after the other", begin >= until)
            check("a gap has a cause", cause < len(gaps["idle_causes"]))
            until = begin + duration
            total += duration
    expected = sum(row["total_ns"] for row in report["idle"])
    is_whole = sum(len(device["parts"]) for device in gaps["idle"]) < 3 * 4000
    check(f"the gaps take {total} of {expected} ns", total <= 1.1 * expected and
          (total >= 0.9 * expected or not is_whole))


def check_ranges(report, ranges):
    """The lines have all ranges and marks of the table, if none is left out."""
    total = marks = 0
    for line in ranges["lines"]:
        parts = line["parts"]
        check("a range has three numbers", len(parts) % 3 == 0 and len(parts) > 0)
        check("ranges of a line come in order", parts[::3] == sorted(parts[::3]))
        check("a range has a name", all(name < len(ranges["names"]) for name in parts[2::3]))
        check("a mark has no length", not line["is_marks"] or sum(parts[1::3]) == 0)
        total += sum(parts[1::3])
        marks += len(parts) // 3 if line["is_marks"] else 0
    if ranges["left_out"] == 0 and report["ranges_left_out"] == 0:
        rows = report["ranges"]
        check(f"the ranges take {total} ns", total == sum(row["total_ns"] for row in rows))
        check(f"there are {marks} marks", marks == sum(row["count"] for row in rows if row["kind"] == "mark"))


def check_page(report, timeline):
    expected = (report["calls"] + report["earlier_calls"] + report["earlier_commands"] +
                sum(queue["measured"] for queue in report["queues"]))
    spans, count = count_spans(timeline)
    check(f"there are {spans} spans", spans == timeline["span_count"])
    check(f"the spans have {count} of {expected}", count == expected)
    if timeline["merged"] == 0:
        check("no span is merged", spans == count)
    else:
        check("there are at most as many spans as said", spans <= timeline["most_spans"])
        check(f"the bins have {count_bins(timeline)}", count_bins(timeline) == expected)
    check_details(timeline, spans)
    check_gaps(report, timeline["gaps"])
    check_ranges(report, timeline["ranges"])


def main():
    with open(sys.argv[1], encoding="utf-8") as file:
        page = file.read()
    data = json.loads(re.search(r'id="data">\n(.*?)</script>', page, re.S).group(1))
    if "group" not in data:
        check_page(data["report"], data["timeline"])
        return
    parts = data["processes"]
    check("the spans have one bound", sum(part["timeline"]["most_spans"] for part in parts) <= 1500000)
    check("each part is of a process",
          len({part["index"] for part in parts}) == len(parts) <= len(data["group"]["processes"]))
    check("the first one begins at 0", min(part["start_ns"] for part in parts) == 0)
    for part in parts:
        check_page(part["report"], part["timeline"])


main()
