#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
#
# clrouter report over many records: sums, who has the most, what differs, damaged and missing files,
# summaries in place of records, what changed between two runs, and tables for other programs.
# shellcheck disable=SC1091,SC2154  # tool-lib.sh sets them
set -u
. "${srcdir:-.}/tests/tool/tool-lib.sh"

here=$(pwd -P)
sources=$(cd "$srcdir" && pwd -P)
cd "$work" || exit 99

# record NUMBER FILE: a record of process NUMBER, below 256; its ID is at offset 40 of the header.
record() {
	"$here/tests/tool/make-record" names "$2" || exit 99
	printf '%b' "\\0$(printf %o "$1")" | dd of="$2" bs=1 seek=40 conv=notrunc 2>/dev/null
}

# has TEXT: the output has a line with it
has() {
	printf '%s\n' "$output" | grep -q -F -e "$1" || { fail "$ran: no \"$1\""; show; }
}

same() {
	cmp "$1" "$2" || fail "$ran: $1 and $2 differ"
}

look_for_python

mkdir job
for number in 1 2 3 4 5; do
	record $number job/$number.clrecord
done
echo "neither record nor summary" >job/notes

# --- sums ---

run report job/3.clrecord
want_status 0
one=$(printf '%s\n' "$output" | awk '/^$/ { on = 0 } on && $1 ~ /^cl/ { print $1, $2 } /^API/ { on = 1 }')
[ -n "$one" ] || fail "the record has no calls that are looked for: $output"
run report job
want_status 0
has "5 processes on 1 host"
printf '%s\n' "$one" | while read -r name count; do
	printf '%s\n' "$output" | awk -v name="$name" -v count="$((5 * count))" \
		'$1 == name && $2 == count { found = 1 } END { exit !found }' || echo "$name"
done >wrong
[ ! -s wrong ] || { fail "$ran: not five times as many calls of $(cat wrong)"; show; }
printf '%s\n' "$output" | awk 'length($0) > 80 { exit 1 }' || fail "$ran: a line is too long"
sums=$output
run report job/5.clrecord job/1.clrecord job/3.clrecord job/2.clrecord job/4.clrecord
[ "$output" = "$sums" ] || fail "$ran: another order, other sums"
run report --json job
want_status 0
want_json '[p["process"] for p in report["processes"]] == [1, 2, 3, 4, 5]'
want_json 'all(row["processes"] == 5 for row in report["rows"])'
want_json 'report["unread"] == 0'

# --- summaries ---

run report --export summary -o all job
want_status 0
run report --export summary -o some job/4.clrecord job/2.clrecord
run report --export summary -o rest job/5.clrecord job/1.clrecord job/3.clrecord
run report --export summary -o joined rest some
want_status 0
same all joined
run report --export summary -o again all
same all again
run report joined
[ "$output" = "$sums" ] || fail "$ran: not what the records say"

# --- files that cannot be read, or are there twice ---

head -c 4096 job/1.clrecord >job/short
head -c 300 all >job/cut
run report job
want_status 1
want_error 'job/cut: line [0-9]*: '
has "5 processes on 1 host"
rm job/short job/cut
run report job missing
want_status 1
want_error 'missing: No such file'
has "unread       1"
run report job/1.clrecord job/1.clrecord
want_status 1
want_error 'job/1.clrecord: left out, because its process is in another file, too'
has "1 process on"
run report all job/2.clrecord
want_status 1
want_error 'job/2.clrecord: left out'
[ "$output" != "" ] || fail "$ran: no report"
mkfifo fifo
for form in "" "--export csv" "--export summary"; do
	# shellcheck disable=SC2086  # to be split
	run report $form fifo
	want_status 1
	want_error 'fifo: expected a record file, found no regular file'
done
mkdir empty
mkfifo empty/fifo
run report empty
want_status 1
want_error 'empty: the directory has no record and no summary'
cp job/1.clrecord keep
run report -o keep job/2.clrecord keep
want_status 1
want_error 'would overwrite a file that is read'
same keep job/1.clrecord

# --- words that go together ---

run report --from 1ms all
want_status 1
want_error "all: --from and --to want a record of calls, and this has sums"
run report --export summary --to 1s -o cut job
want_status 0

run report --export html job
want_status 0
printf '%s\n' "$output" >page.html
[ -z "$have_python" ] || python3 "$sources/tests/tool/page-check.py" page.html >wrong ||
	fail "$ran: page-check.py failed"
[ ! -s wrong ] || fail "$ran: $(cat wrong)"
run report --export text job/1.clrecord job/2.clrecord
want_status 2
run report --diff job
want_status 2
run report --diff --export csv job all
want_status 2

# --- what changed ---

run report --diff job/1.clrecord job/2.clrecord
want_status 0
has "A: 1 process, run time"
! printf '%s\n' "$output" | grep -q "API calls" || fail "$ran: nothing has changed"
run report --diff job/1.clrecord all
want_status 0
has "B: 5 processes, run time"
has "API calls"
has "+400.0 %"
run report --diff --json all job/1.clrecord
want_status 0
has '"count_a"'
run report --diff job/1.clrecord missing
want_status 1

# --- tables ---

run report --export csv job all
want_status 0
printf '%s\n' "$output" | head -n 1 | grep -q '^file,host,rank,job,process,kind,name,count,errors,' ||
	fail "$ran: the first line has no names"
has "job/1.clrecord,"
has "all,"
printf '%s\n' "$output" >table
[ -z "$have_python" ] || python3 - table <<'END' || fail "$ran: the sums of the table are wrong"
import csv, sys
calls = {}
for row in csv.DictReader(open(sys.argv[1])):
    if row["kind"] == "call":
        calls.setdefault(row["name"], {})[row["file"]] = int(row["count"])
assert calls
for counts in calls.values():
    assert sum(counts.values()) == 2 * counts["all"], counts
END

cp all '=1+1'
run report --export csv '=1+1'
has "'=1+1,"

# --- those that died ---

"$here/tests/tool/make-record" hung hung.clrecord || exit 99
"$here/tests/tool/make-record" reused kernels.clrecord || exit 99
run report hung.clrecord kernels.clrecord job
want_status 0
want '^  first to die: pid 78, after 6\.00 s, in clFinish, by signal 9 (Killed)$'
want '^  died in      1  clFinish$'
want_not '(no OpenCL call)'
want '^  clFinish  *[0-9]*  *5\.81 s  '
sums=$output
run report --export summary -o dead hung.clrecord kernels.clrecord job
run report dead
[ "$output" = "$sums" ] || { fail "$ran: not what the records say"; show; }

# --- Perfetto's own form ---

# perfetto FILE: its spans, as protoc and perfetto-check.py read them.
perfetto() {
	protoc --proto_path="$sources/tests/tool" --decode=Trace perfetto.proto <"$1" >decoded &&
		python3 "$sources/tests/tool/perfetto-check.py" ${2:+"$2"} <decoded
}

"$here/tests/tool/make-record" reused kernels.clrecord || exit 99
run report --export perfetto -o trace kernels.clrecord
want_status 0
if ! command -v protoc >/dev/null || [ -z "$have_python" ]; then
	echo "no protoc or no Python: Perfetto's form is not decoded"
else
	perfetto trace >spans || fail "$ran: it cannot be read"
	cat >expected <<'END'
1 clCreateCommandQueue 1000000 2000000
1 clCreateKernel 3000000 4000000
1 clEnqueueNDRangeKernel 5000000 6000000 1
1 clEnqueueNDRangeKernel 7000000 8000000 2
1 clCreateKernel 9000000 10000000
1 clEnqueueNDRangeKernel 11000000 12000000 3
1 clEnqueueReadBuffer 13000000 63000000 4
queue#1 first 10500000 20500000 1
queue#1 first 20500000 40500000 2
queue#1-lane-1 second 35500000 40500000 3
queue#1 read 50500000 54500000 4
END
	sed 's/ *$//' spans | diff expected - || fail "$ran: these are other spans"
	# The program's own ranges and marks have rows of their own.
	"$here/tests/tool/make-record" ranges ranges.clrecord || exit 99
	run report --export perfetto -o ranges.trace --from 8ms --to 45ms ranges.clrecord
	perfetto ranges.trace | sed -n '/^thread\|^ranges\|marks/p' | sed 's/ *$//' >found
	tr '_' '\t' >expected <<'END'
thread-1-ranges step 10000000 36000000
thread-1-ranges-lib inner 11000000 14000000 _domain=lib
thread-1-ranges step 40000000 45000000
thread-1-ranges-lib inner 41000000 44000000 _domain=lib
ranges-of-all-threads frame 8000000 45000000 _domain=lib
thread-1-marks done 35000000 35000000
END
	diff found expected || fail "$ran: these are other ranges"
	# Four commands are enqueued, and end; 4 MB are read in 4 ms.
	perfetto trace --more >spans || fail "$ran: it cannot be read"
	cat >expected <<'END'
counter queue#1-depth 5000000 1
counter queue#1-depth 7000000 2
counter queue#1-depth 11000000 3
counter queue#1-depth 13000000 4
counter queue#1-depth 20500000 3
counter queue#1-depth 40500000 1
counter queue#1-depth 54500000 0
counter device-to-host-rate 50500000 1000000000
counter device-to-host-rate 54500000 0
more "call"
more "call"
more "enqueue"
more "enqueue"
more "call"
more "enqueue"
more "transfer"
more "kernel"
more "kernel"
more "kernel"
more "read"
END
	sed -n '/^counter/p' spans >found
	sed -n '/^more/p' spans >>found
	diff expected found || fail "$ran: these are other counters and categories"
	run report --export perfetto -o trace job kernels.clrecord
	want_status 0
	perfetto trace >spans || fail "$ran: it cannot be read"
	[ "$(wc -l <spans)" -eq $((5 * 14 + 11)) ] || { fail "$ran: spans are missing"; cat spans; }
	# Two machines may give the same ID to a process.
	cp -r job other-machine
	run report --export perfetto -o trace job other-machine
	want_status 0
	perfetto trace --more >spans || fail "$ran: it cannot be read"
	[ "$(grep -c '^process .*, process 3$' spans)" -eq 2 ] || { fail "$ran: not two of process 3"; cat spans; }
	run report --export perfetto --from 7ms --to 12ms -o trace kernels.clrecord
	perfetto trace >spans || fail "$ran: it cannot be read"
	[ "$(wc -l <spans)" -eq 4 ] || { fail "$ran: it is not cut"; cat spans; }
	run report --export perfetto --arguments -o trace kernels.clrecord kernels.clrecord
	perfetto trace >spans || fail "$ran: it cannot be read"
	run report --export text kernels.clrecord
	printf '%s\n' "$output" | sed -n 's/^\[[^]]*\] *cl[A-Za-z]*(\(.*\)) = .*/\1/p' >told
	cat told told | sort >expected
	[ "$(wc -l <expected)" -eq 14 ] || fail "$ran: these are other calls: $output"
	sed -n 's/.*	//p' spans | sed 's/\\"/"/g' | sort | diff expected - ||
		fail "$ran: these are other arguments"
fi

for form in "" "--export text" "--export csv" "--export summary" --json; do
	# shellcheck disable=SC2086  # to be split
	run report --arguments $form kernels.clrecord
	want_status 2
	want_error "--arguments wants --export perfetto"
done

# --- a database ---

run report --export sqlite job
want_status 2
want_error '--export sqlite needs --output'
"$here/tests/tool/make-record" reused kernels.clrecord || exit 99
run report --export sqlite -o base job all kernels.clrecord
if [ "$status" -eq 1 ] && [ "$error" != "${error#*without SQLite}" ]; then
	echo "no SQLite: no database is tested"
else
	want_status 0
	[ -z "$have_python" ] || python3 - base <<'END' || fail "$ran: the tables are wrong"
import sqlite3, sys
base = sqlite3.connect(sys.argv[1])
one = lambda question: base.execute(question).fetchone()[0]
assert one("PRAGMA integrity_check") == "ok"
assert one("SELECT count(*) FROM processes") == 11
assert one("SELECT count(DISTINCT path) FROM processes") == 7
calls = one("SELECT count(*) FROM calls")
assert one("SELECT sum(count) FROM sums WHERE kind = 'call' AND file != 6") == calls
assert one("SELECT sum(calls) FROM processes WHERE file != 6") == calls
assert one("SELECT sum(count) FROM sums WHERE kind = 'call' AND file = 6") == calls - 7
for what in "count(*)", "sum((ended_ns - started_ns) * stands_for)":
    commands = one(f"SELECT {what} FROM commands WHERE kind = 'kernel' AND name = 'first'")
    sums = one(f"SELECT {'count' if what == 'count(*)' else 'total'} FROM sums WHERE name = 'first'")
    assert commands == sums > 0, (what, commands, sums)
assert one("SELECT min(begin_ns) FROM calls") >= 0
assert one("SELECT count(*) FROM calls WHERE end_ns < begin_ns") == 0
END
	echo precious >keep
	run report --export sqlite -o job/1.clrecord job
	want_status 1
	run report --export sqlite -o nowhere/base job
	want_status 1
	run report --export sqlite -o base job/1.clrecord missing
	want_status 1
	run report --export sqlite -o /dev/full job
	want_status 1
fi

# --- one timeline ---

run report --export perfetto -o trace job all
want_status 1
want_error '^clrouter: all: expected a record file'

# --- a hundred of them ---

mkdir many
number=0
while [ $number -lt 100 ]; do
	number=$((number + 1))
	record $number many/$number
done
run report many
want_status 0
has "100 processes on 1 host"
# --- records of sums ---

"$here/tests/tool/make-record" sums added-up || exit 99
run report added-up
want_status 0
has "1 process on 1 host, 119 calls"
has "GPU"
has "killed"
has "clFinish"
run report --json added-up
want_json 'report["processes"][0]["died_in"] == "clFinish"'
want_json 'report["processes"][0]["errors"] == 6'
want_json 'report["processes"][0]["run"] == 40000000'
want_json '[(r["name"], r["count"], r["total"]) for r in report["rows"] if r["kind"] == "kernel"] == [("twice", 100, 20000000)]'
want_json '[(r["name"], r["count"], r["bytes"]) for r in report["rows"] if r["kind"] == "transfer"] == [("host to device", 8, 8192)]'
want_json '[(r["name"], r["count"], r["measured"], r["errors"]) for r in report["rows"] if r["name"] == "clFinish"] == [("clFinish", 19, 18, 6)]'
want_json '[(r["name"], r["count"]) for r in report["rows"] if r["kind"] == "error"] == [("CL_INVALID_VALUE", 6)]'
run report --export summary -o of-sums added-up
want_status 0
run report --export summary -o of-summary of-sums
same of-sums of-summary
run report --diff added-up of-sums
want_status 0
run report added-up job
want_status 0
has "6 processes"
run report --export perfetto -o timeline added-up
want_status 1
want_error "added-up: a timeline wants a record of calls, and this has sums"
run report --export chrome job
want_status 2
want_error "--export chrome is not written any more: ui.perfetto.dev reads what --export perfetto writes"
run report --export text added-up
want_status 2
want_error "--export text wants the name of one record of calls"
run report --export html added-up
want_status 0
has '"processes":[]}'
run report --to 1ms added-up
want_status 1
want_error "added-up: --from and --to want a record of calls, and this has sums"
"$here/tests/tool/make-record" bad-sums bad || exit 99
for form in "" --json "--export csv" "--export summary"; do
	# shellcheck disable=SC2086  # to be split
	run report $form bad
	want_status 0
done

finish "clrouter report of many records is good"
