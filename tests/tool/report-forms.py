#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Compares the forms that clrouter gives of one record of calls, figure by figure:

    report-forms.py CLROUTER RECORD [OPTION...]

The report in JSON is what all others are compared with: the screen, CSV, a database, the data of the page, and
the timelines as text and, with protoc, for Perfetto; test-top.sh compares what "clrouter top" says. Options
such as --from are given to each report. Prints what is different.
"""

import csv
import io
import json
import os
import re
import shutil
import sqlite3
import subprocess
import sys
import tempfile

clrouter, record, *options = sys.argv[1:]
here = os.path.dirname(os.path.abspath(__file__))


def check(what, found, expected):
    if found != expected:
        print(f"{record}: {what}: {found}, but the report has {expected}")


def run(*words):
    return subprocess.run([clrouter, *words], check=True, capture_output=True).stdout


def report(*words):
    return run("report", *words, *options, record).decode("utf-8", "replace")


def export(form, folder):
    path = os.path.join(folder, form)
    report("--export", form, "-o", path)
    return path


def cell_time(ns):
    """As the screen has it: three digits."""
    for unit, size in (("s", 10**9), ("ms", 10**6), ("us", 10**3)):
        if ns * 1000 >= size * 999.5:
            value = ns / size
            return f"{value:.{2 if value < 9.995 else 1 if value < 99.95 else 0}f} {unit}"
    return f"{ns} ns"


# -- the same members ------------------------------------------------------------------------


def compare_members(form, found, expected, path=""):
    """All members of EXPECTED are in FOUND, which may have more of them."""
    if isinstance(expected, dict):
        for key, value in expected.items():
            compare_members(form, found.get(key, "nothing"), value, f"{path}.{key}")
    elif isinstance(expected, list):
        check(f"{form}: how many{path}", len(found), len(expected))
        for index, (one, other) in enumerate(zip(found, expected)):
            compare_members(form, one, other, f"{path}[{index}]")
    else:
        check(f"{form}{path}", found, expected)


def compare_page(expected, folder):
    with open(export("html", folder), encoding="utf-8") as file:
        page = file.read()
    data = json.loads(re.search(r'id="data">\n(.*?)</script>', page, re.S).group(1))
    compare_members("page", data["report"], expected)


# -- sums ------------------------------------------------------------------------------------


def rows_of(expected):
    """(kind, name): what the report says of it, by the columns of sums. Names may be there twice."""
    rows = {}
    for kind, table, name in (("call", "functions", "name"), ("kernel", "kernels", "name"),
                              ("transfer", "transfers", "direction")):
        for row in expected[table]:
            sums = rows.setdefault((kind, row[name] or "(unknown)"), {})
            for column, member in (("count", "count"), ("errors", "errors"), ("total", "total_ns"),
                                   ("bytes", "bytes"), ("mean", "mean_ns"), ("most", "max_ns"),
                                   ("least", "min_ns")):
                if member in row:
                    sums[column] = row[member]
    for error in expected["errors"]:
        name = error["code"] if error["code"] not in ("unknown", None) else None
        if name:
            rows["error", name] = {"count": error["count"]}
    return rows


def compare_sums(form, found, expected):
    wanted = rows_of(expected)
    for row in found:
        key = row["kind"], row["name"]
        if row["kind"] == "build" or key not in wanted:
            continue
        for column, value in wanted.pop(key).items():
            check(f"{form}: {column} of {key}", int(row[column]), value)
    for key in wanted:
        print(f"{record}: {form}: {key} is missing")


def compare_csv(expected):
    compare_sums("CSV", csv.DictReader(io.StringIO(report("--export", "csv"))), expected)


def compare_process(form, process, expected):
    check(f"{form}: calls", process["calls"], expected["calls"])
    check(f"{form}: run", process["run"], expected["run_ns"])
    check(f"{form}: errors", process["errors"], expected["failed"])
    check(f"{form}: commands", process["commands"],
          sum(queue["commands"] for queue in expected["queues"]))
    check(f"{form}: busy", process["busy"], sum(queue["busy_ns"] for queue in expected["queues"]))
    check(f"{form}: inside", process["inside"],
          max((thread["inside_ns"] for thread in expected["threads"]), default=0))


def compare_database(expected, folder):
    try:
        base = sqlite3.connect(export("sqlite", folder))
    except subprocess.CalledProcessError as error:
        # test-summary.sh says that it is left out.
        if b"without SQLite" not in error.stderr:
            print(error.stderr.decode(), file=sys.stderr)
        return
    base.row_factory = sqlite3.Row
    base.text_factory = lambda text: text.decode("utf-8", "replace")
    compare_sums("SQLite", base.execute("SELECT * FROM sums"), expected)
    compare_process("SQLite", base.execute("SELECT * FROM processes").fetchone(), expected)
    calls = base.execute("SELECT count(*) FROM calls").fetchone()[0]
    check("SQLite: rows of calls", calls, expected["calls"])


# -- the screen ------------------------------------------------------------------------------


def table_of(screen, title):
    """The rows below TITLE, as words; what is too long for its column has a line of its own."""
    lines = screen.splitlines()
    start = next((i for i, line in enumerate(lines) if line.startswith(title)), None)
    if start is None:
        return []
    rows = []
    for line in lines[start + 1:]:
        if not line.startswith("  ") or line.startswith("  ..."):
            break
        if rows and len(rows[-1]) == 1:
            rows[-1] += line.split()
        else:
            rows.append(line.split())
    return rows


def compare_screen(expected):
    screen = report()
    found = re.search(r"^Run time (?:at least )?(\S+ \S+),.*: (\d+) calls?", screen, re.M)
    check("screen: run time", found.group(1), cell_time(expected["run_ns"]))
    check("screen: calls", int(found.group(2)), expected["calls"])
    for title, table, name in (("API calls by time", "functions", "name"),
                               ("Kernels by time", "kernels", "name")):
        wanted = {row[name]: row for row in expected[table]}
        for words in table_of(screen, title):
            row = wanted.get(words[0])
            if row is None:
                continue
            text = " ".join(words[1:])
            check(f"screen: count of {words[0]}", int(words[1]), row["count"])
            if row["total_ns"] > 0:
                total = cell_time(row["total_ns"])
                check(f"screen: total of {words[0]}", total in text and total, total)


# -- timelines -------------------------------------------------------------------------------


def compare_text(expected):
    lines = re.findall(r"^\[.*<(?:at least )?[0-9.]+ us>", report("--export", "text"), re.M)
    check("text: calls", len(lines), expected["calls"])


def compare_perfetto(expected, folder):
    path = export("perfetto", folder)
    with open(path, "rb") as file:
        decoded = subprocess.run(["protoc", f"--proto_path={here}", "--decode=Trace",
                                  "perfetto.proto"], stdin=file, check=True, capture_output=True)
    spans = subprocess.run([sys.executable, f"{here}/perfetto-check.py"], input=decoded.stdout,
                           check=True, capture_output=True).stdout.decode()
    durations = {}
    for line in spans.splitlines():
        name, begin, end, _ = line.split("\t")[0].split(" ", 1)[1].rsplit(" ", 3)
        durations[name] = durations.get(name, 0) + int(end) - int(begin)
    for row in expected["functions"] + expected["kernels"]:
        if row.get("measured", row["count"]) == row["count"] and not row.get("estimated"):
            check(f"Perfetto: ns of {row['name']}", durations.get(row["name"], 0), row["total_ns"])


def main():
    expected = json.loads(report("--json"))
    compare_screen(expected)
    compare_csv(expected)
    with tempfile.TemporaryDirectory() as folder:
        compare_database(expected, folder)
        compare_page(expected, folder)
        compare_text(expected)
        if shutil.which("protoc"):
            compare_perfetto(expected, folder)


main()
