#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
#
# clrouter report: what it says of records that make-record has written, whose numbers are known;
# records that would harm a terminal; files that are no records, or damaged ones.
# shellcheck disable=SC1091,SC2154  # tool-lib.sh sets them
set -u
. "${srcdir:-.}/tests/tool/tool-lib.sh"

here=$(pwd -P)
page_check=$(cd "$srcdir" && pwd -P)/tests/tool/page-check.py
cd "$work" || exit 99

# make CASE: the record CASE.clrecord
make() {
	"$here/tests/tool/make-record" "$1" "$1.clrecord" || exit 99
}

look_for_python

# --- the command line ---

for words in "report" "report --diff a" "report --export pdf a" "report --export=text --json a" \
	"report --root / a" "report --output" "report -o" "list -o a" "list --export text"; do
	# shellcheck disable=SC2086  # to be split
	run $words
	want_status 2
	want_error "^clrouter: "
done
run report --help
want_status 0
want "^usage: clrouter report"
want "text, perfetto, html,"

# --- files that cannot be read ---

for case in bad-magic bad-order bad-major bad-header far-header short; do
	make "$case"
done
mkfifo fifo
: >nothing
head -c 100000 /dev/zero >zeros
for file in bad-magic.clrecord bad-order.clrecord bad-major.clrecord bad-header.clrecord \
	far-header.clrecord short.clrecord fifo nothing zeros /dev/null /dev/zero missing; do
	run report "$file"
	want_status 1
	want_error "^clrouter: $file: "
	[ -z "$output" ] || fail "$ran: it writes $output"
done
make killed
ln -s killed.clrecord link
run report link
want_status 0

# --- damaged files: what is good is read, and the rest is counted ---

# damaged CASE CALLS PLACES
damaged() {
	make "$1"
	for form in "" --json "--export text" "--export html"; do
		# shellcheck disable=SC2086  # to be split
		run report $form "$1.clrecord"
		want_status 0
		[ -z "$error" ] || fail "$ran: $error"
	done
	run report "$1.clrecord"
	if [ "$2" -eq 1 ]; then
		want ": 1 call in"
	else
		want ": $2 calls in"
	fi
	if [ "$3" -gt 0 ]; then
		want "damaged and could not be read: $3\$"
	else
		want_not "damaged"
	fi
}
damaged empty 0 0
damaged bad-chunks 1 6
damaged small-record 1 1
damaged odd-record 1 1
damaged long-record 1 1
damaged bad-call 2 0
damaged cut 84 1
damaged sparse 1 0
damaged extreme 457 0
damaged lies 131 0
run report --export text lies.clrecord
want "clFinish(command_queue=queue#1) = CL_SUCCESS"

# --- times, names, queues ---

make reused
run report reused.clrecord
want "^Run time 100 ms, 56.0 ms of it inside OpenCL (56.0 %): 7 calls in 1 thread\$"
want "^  first  *2  *30.0 %  *30.0 ms  *15.0 ms  *20.0 ms  64/16\$"
want "^  second  *1  *5.0 %  *5.00 ms  *5.00 ms  *5.00 ms  128/16\$"
want "^  device to host  *1  *4.0 %  *4.00 ms  *4.00 ms  *3.81 MiB  *1.00 GB/s\$"
want "^  queue#1  *4  *4  *34.0 %  *34.0 ms  *10.0 ms\$"
want "^    10.0 %  waits for 1 transfer, and no kernel works meanwhile\$"
want "^    at clEnqueueReadBuffer, 13.0 ms, call 7\$"
want "^    cure: two buffers and an event"
want "^  transfer  *10.0 %  *10.0 ms  *10.0 ms  clEnqueueReadBuffer\$"
want "^  clEnqueueReadBuffer  *50.0 ms  *13.0 ms  thread 1, call 7\$"
want "^  Long waits 50.0 ms, in which threads used 49.0 ms of CPU time\$"
want_not "At the end"
if [ "$have_python" ]; then
	run report --json reused.clrecord
	want_json "report['run_ns'] == 100000000 and report['end'] == 'ended'"
	want_json "[k['name'] for k in report['kernels']] == ['first', 'second']"
	want_json "report['kernels'][0]['total_ns'] == 30000000"
	want_json "report['kernels'][0]['sizes'] == [{'global': [64], 'local': [16], 'count': 2}]"
	want_json "report['queues'][0]['idle_ns'] == 10000000"
	want_json "report['transfers'][0]['measured_bytes'] == 4000000"
	# A row of each table with all its members.
	want_json "report['threads'][0] == {'thread': 1, 'name': None, 'calls': 7, 'inside_ns': 56000000}"
	want_json "report['queues'][0] == {'queue': 1, 'device': None, 'commands': 4, 'profiling': 'as-made',
		'out_of_order': False, 'measured': 4, 'busy_ns': 34000000, 'idle_ns': 10000000}"
	want_json "report['transfers'][0] == {'direction': 'device to host', 'count': 1, 'measured': 1,
		'estimated': 0, 'total_ns': 4000000, 'mean_ns': 4000000, 'min_ns': 4000000,
		'max_ns': 4000000, 'bytes': 4000000, 'measured_bytes': 4000000, 'measured_ns': 4000000}"
	want_json "report['kernels'][0] == {'name': 'first', 'count': 2, 'measured': 2, 'estimated': 0,
		'total_ns': 30000000, 'mean_ns': 15000000, 'min_ns': 10000000, 'max_ns': 20000000,
		'different_sizes': 1, 'sizes': [{'global': [64], 'local': [16], 'count': 2}]}"
	want_json "report['functions'][0] == {'name': 'clEnqueueReadBuffer', 'count': 1,
		'total_ns': 50000000, 'mean_ns': 50000000, 'min_ns': 50000000, 'max_ns': 50000000, 'errors': 0}"
	want_json "report['remarks'][0] == {'id': 'blocking-transfers', 'cost_ns': 10000000, 'count': 1,
		'of': 0, 'text': 'waits for 1 transfer, and no kernel works meanwhile', 'time_ns': 4000000,
		'name': None, 'device': None, 'function': 'clEnqueueReadBuffer', 'thread': 1, 'call': 7,
		'at_ns': 13000000, 'cure': 'two buffers and an event: transfer beside the kernel before'}"
	want_json "report['idle'] == [{'device': None, 'cause': 'transfer', 'total_ns': 10000000, 'count': 1,
		'max_ns': 10000000, 'function': 'clEnqueueReadBuffer', 'thread': 1, 'call': None,
		'at_ns': 13000000}]"
	want_json "report['waits_ns'] == 50000000 and report['waits_cpu_ns'] == 49000000"
fi

# A part of the time: handles keep their names, calls their numbers, and parts add up to the whole.
run report --from 7ms --to 12ms reused.clrecord
want "^Run time 5.00 ms, 3.00 ms of it inside OpenCL (60.0 %): 3 calls in 1 thread\$"
want "^  Only what was between 7.00 ms and 12.0 ms\$"
want "^  first  *1  *30.0 %  *1.50 ms"
want_not "second"
want_not "clEnqueueReadBuffer"
want_not "Long waits"
run report --from 13ms reused.clrecord
want "thread 1, call 7\$"
for form in text html; do
	run report --export $form --from 7ms --to 0.012 reused.clrecord
	want "clEnqueueNDRangeKernel"
	want_not "clEnqueueReadBuffer("
	want_not '"clEnqueueReadBuffer"'
done
if [ "$have_python" ]; then
	run report --json --to 7ms reused.clrecord
	want_json "report['calls'] == 3 and report['run_ns'] == 7000000 and report['from_ns'] == 0"
	run report --json --from 7ms reused.clrecord
	want_json "report['waits_ns'] is None and report['waits_cpu_ns'] is None"
	want_json "report['calls'] == 4 and report['run_ns'] == 93000000"
	run report --json --from 7s --to 8s reused.clrecord
	want_json "report['calls'] == 0 and report['run_ns'] == 0"
fi
for words in "--from 1x" "--to -1" "--from 2 --to 1" "--from 1 --to 1"; do
	# shellcheck disable=SC2086  # to be split
	run report $words reused.clrecord
	want_status 2
done

make killed
run report killed.clrecord
want "^Run time at least 60.0 ms, 31.0 ms of it inside OpenCL (51.7 %): 5 calls in 1 thread\$"
want "^At the end: the program was killed or crashed\$"
want "^  in clFinish of thread 1 since 60.0 ms, for at least 0 ns (call 5)\$"
want "could not be recorded: 3\$"
want "^  good  *20.0 ms  -O2\$"
want "^    a warning\$"
want "^  CL_OUT_OF_RESOURCES (-5)  *1  40.0 ms, clFinish\$"
if [ "$have_python" ]; then
	run report --json killed.clrecord
	want_json "report['unfinished'] == [{'function': 'clFinish', 'thread': 1, 'call': 5,
		'at_ns': 60000000, 'duration_ns': 0}]"
	want_json "report['builds'] == [{'function': 'clBuildProgram', 'thread': 1, 'call': 2,
		'at_ns': 10000000, 'program': 0, 'duration_ns': 20000000, 'code': 'CL_SUCCESS', 'number': 0,
		'options': '-O2', 'log': 'a warning'}]"
	want_json "report['errors'] == [{'code': 'CL_OUT_OF_RESOURCES', 'number': -5, 'count': 1,
		'function': 'clFinish', 'thread': 1, 'call': 4, 'at_ns': 40000000}]"
	want_json "report['waits'][0] == {'function': 'clFinish', 'thread': 1, 'call': 3,
		'at_ns': 12000000, 'duration_ns': 8000000}"
fi
if command -v flock >/dev/null; then
	output=$(flock killed.clrecord "$clrouter" report killed.clrecord)
	ran="report of a file that is locked"
	want "^At the end: the program still runs\$"
else
	echo "no flock: whether a program still runs is not tested"
fi
run report --export text killed.clrecord
want "^\[1 0.010000\] clBuildProgram(.*options=\"-O2\".*) = CL_SUCCESS <20000.000 us>\$"
want "^\[1 0.012000\]   clFinish(command_queue=queue#1) = CL_SUCCESS <8000.000 us>\$"
want "^\[1 0.060000\] clFinish(command_queue=queue#1) = did not return"

# Functions of extensions are what the record says that they are.
make functions
run report functions.clrecord
want "^  clCreateCommandBufferKHR  *1 .* 1.00 ms"
want "^  queue#1  *1  *1  *20.0 %  *20.0 ms"
want "^  CL_INVALID_OPERATION (-59)  *1  5.00 ms, clFinalizeCommandBufferKHR\$"
want "^Functions that the program got by name, whose calls are not recorded: 3\$"
want "^  clNobodyKnowsThis: the layer does not know the function\$"
want "^  clReason: the reason is not known\$"
want_not "clSomethingElse"
run report --export text functions.clrecord
want "clCreateCommandBufferKHR(num_queues=1, queues=\[queue#1\], properties=NULL, errcode_ret=\[CL_SUCCESS\]) = command_buffer#1 <"
want "clFinalizeCommandBufferKHR(command_buffer=command_buffer#1) = CL_INVALID_OPERATION <"
run report --export html functions.clrecord
want '"clEnqueueCommandBufferKHR"'
want '"command buffer"'
if [ "$have_python" ]; then
	run report --json functions.clrecord
	want_json "report['unknown_functions'] == 3 and len(report['not_recorded']) == 3"
	want_json "report['not_recorded'][1]['name'] == 'clAnotherVersion'"
	want_json "'clFinalizeCommandBufferKHR' in [f['name'] for f in report['functions']]"
fi

# A chunk that was copied to its home counts once, and chunks are read in the order of their homes.
make moved
run report --export text moved.clrecord
[ "$(printf '%s\n' "$output" | grep -o 'cl[A-Z][A-Za-z]*(' | tr -d '\n')" = \
	"clCreateCommandQueue(clFinish(clFinish(" ] || { fail "$ran: another order"; show; }

# A chunk whose owner changes: times of two threads are not taken together.
make owner
run report owner.clrecord
want "^Run time 100 ms, 10.0 ms of it inside OpenCL (10.0 %): 3 calls in 2 threads\$"
want "all threads together 19.0 ms"
run report --export text owner.clrecord
want "^\[1 0.001000\] clFinish"
want "^\[9 0.012000\] clFinish"

make narrow
run report narrow.clrecord
want "^  two  *1  *-  *-  *-  *-  640x480\$"
run report --export text narrow.clrecord
want "kernels=\[kernel#1, kernel#2\]"
want "global_work_size=\[640, 480\]"

# --- what would harm a terminal, or another program ---

make names
for form in "" "--export text" --json "--export html" "--export csv" "--export summary"; do
	# shellcheck disable=SC2086  # to be split
	run report $form names.clrecord
	want_status 0
	want "x1B\|033\|u001B"
	printf '%s\n' "$output" | LC_ALL=C tr -d '\t\n' | LC_ALL=C grep -q '[[:cntrl:]]' &&
		fail "$ran: a control character"
	case $output in
	*"$(printf '\302\233')"* | *"$(printf '\342\200\256')"*) fail "$ran: C1, or a direction" ;;
	esac
done
run report names.clrecord
[ "$(printf '%s\n' "$output" | awk 'length > 120' | wc -l)" -eq 0 ] || fail "$ran: a long line"
run report --export html names.clrecord
[ "$(printf '%s\n' "$output" | grep -c '</script>')" -eq 2 ] || fail "$ran: a script ends early"
want_not '<img'
# The page shows the escape, and not the character.
want '[^\\]\\\\u001B\[2J'
want_not '[^\\]\\u\(0\|2\)[0-9A-F]*\[2J'
want "default-src 'none'"
if [ "$have_python" ]; then
	run report --json names.clrecord
	want_json "'</script><img' in str(report)"
fi

# --- calls that did not return ---

make hung
run report hung.clrecord
want "^Run time 6.00 s, 5.77 s of it inside OpenCL (96.1 %): 10 calls in 2 threads\$"
want "^At the end: the program was ended by signal 9 (Killed)\$"
want "^  in clFinish of thread 1 since 246 ms, for 5.75 s (call 9)\$"
want "^    2 commands of queue#1 are not known to have ended\$"
want "^    it waits for a user event that nobody has set, made by\$"
want "^  in clWaitForEvents of thread 2 since 250 ms, for 5.75 s (call 1)\$"
[ "$(printf '%s\n' "$output" | grep -c "^    clCreateUserEvent of thread 1, at 20.0 ms (call 6)\$")" -eq 2 ] ||
	{ fail "$ran: both calls wait for the user event, the second one because its queue is in order"; show; }
want "^    95.9 %  the program died in this call, waiting for a user event\$"
# The longest is in the total, and nowhere else.
want "^  clFinish  *2  *96.0 %  *5.76 s  *4.00 ms  *4.00 ms  *0\$"
run report --export text hung.clrecord
want "^\[1 0.246000\] clFinish(.*) = did not return <5754000.000 us>\$"
run report --export text killed.clrecord
want "^\[1 0.060000\] clFinish(.*) = did not return <at least 0.000 us>\$"
run report killed.clrecord
want "^         -  the program died in this call\$"
if [ "$have_python" ]; then
	run report --json killed.clrecord
	want_json "report['run_at_least'] and report['signal'] is None"
	run report --json hung.clrecord
	want_json "not report['run_at_least'] and report['signal'] == 9"
fi

# --- the program's own ranges ---

make ranges
run report ranges.clrecord
want "^Ends of ranges that had not begun: 1\$"
want "^Ranges of the program  *count  *run  *total  *mean  *calls  *device\$"
want "^  frame (lib)  *1  *[0-9.]* %  *95.0 ms  *95.0 ms  *6  *35.0 ms\$"
want "^  step  *4  *[0-9.]* %  *[0-9.]* ms  *26.0 ms  *7  *35.0 ms\$"
want "^  inner (lib)  *3  *[0-9.]* %  *9.00 ms  *3.00 ms  *3  *35.0 ms\$"
want "^  mark done  *3  *-  *-  *-  *-  *-\$"
run report --json ranges.clrecord
want_json "[(row['name'], row['domain'], row['kind']) for row in report['ranges']] == [
	('frame', 'lib', 'shared'), ('step', None, 'range'), ('inner', 'lib', 'range'), ('done', None, 'mark')]"
want_json "report['ranges'][1]['without_end'] == 1 and report['ranges'][1]['commands'] == 3"
want_json "report['unpaired_ranges'] == 1 and report['ranges_left_out'] == 0"
run report --export html -o ranges.html ranges.clrecord
if [ "$have_python" ]; then
	found=$(python3 "$page_check" ranges.html) || fail "page-check.py failed"
	[ -z "$found" ] || fail "$ran: $found"
fi
run report --from 40ms --to 70ms ranges.clrecord
want "^  frame (lib)  *0  *100.0 %  *30.0 ms  *-  *2  *20.0 ms\$"
want "^  step  *1  *86.7 %  *26.0 ms  *26.0 ms  *2  *20.0 ms\$"
run report --json names.clrecord
want_json "report['ranges'][0]['count'] == 1 and len(report['ranges']) == 4"

# --- parts of the time ---

make long
run report --from 1.5s --to 2s long.clrecord
want "^Run time 500 ms, 500 ms of it inside OpenCL (100.0 %): 0 calls in 1 thread\$"
want "^  No call began in this time\$"
want "^At the beginning: 1 call that had begun before\$"
want "^  in clFinish of thread 1 since 10.0 ms, for 500 ms (call 7)\$"
want "^  second  *0  *100.0 %  *500 ms"
want_not "^  first "
want_not "call 0"
want_not "measured now and then"
want_not "What stands out"
run report --from 5s long.clrecord
want "^  No call began in this time\$"
run report long.clrecord
# Of the 7 calls 1 failed; it did not take 14 % of the time, but nearly all.
want "^    14.3 %  of the calls (1) failed with CL_OUT_OF_RESOURCES; the program went on\$"

# parts RECORD TIME...: the figures of the parts between these times add up to the whole's
parts() {
	[ "$have_python" ] || return
	python3 - "$clrouter" "$@" <<'END' || fail "parts of $1 do not add up"
import json, subprocess, sys

clrouter, record, *times = sys.argv[1:]
members = {"functions": ("name", ["count", "total_ns", "errors"]),
           "kernels": ("name", ["count", "total_ns", "measured"]),
           "transfers": ("direction", ["count", "total_ns", "bytes", "measured_bytes"]),
           "queues": ("queue", ["commands", "busy_ns", "measured"]),
           "threads": ("thread", ["calls", "inside_ns"]),
           "ranges": ("name", ["count", "total_ns", "calls", "commands", "device_ns"])}

def figures(*options):
    report = json.loads(subprocess.check_output([clrouter, "report", "--json", *options, record]))
    found = {name: report[name] for name in ("run_ns", "calls", "failed")}
    for table, (key, columns) in members.items():
        for row in report[table]:
            for column in columns:
                found[table, row[key], column] = row[column]
    return found

sums = {}
for begin, end in zip([None, *times], [*times, None]):
    options = (["--from", begin] if begin else []) + (["--to", end] if end else [])
    for name, value in figures(*options).items():
        sums[name] = sums.get(name, 0) + value
wrong = [(name, value, sums.get(name)) for name, value in figures().items() if sums.get(name, 0) != value]
print(*wrong, sep="\n", end="\n" if wrong else "")
sys.exit(len(wrong) > 0)
END
}
make overlap
parts long.clrecord 5ms 1.5s 1.6s 3.2s 5s
parts overlap.clrecord 20ms 100ms 201ms 202ms 0.3
parts hung.clrecord 7ms 21ms 300ms 5s
parts reused.clrecord 5ms 15ms 22ms 36ms 63ms
parts ranges.clrecord 4ms 12ms 33ms 42ms 95ms 111ms

# --- all forms say the same ---

# forms RECORD [OPTION...]
forms() {
	[ "$have_python" ] || return
	found=$(python3 "$forms" "$clrouter" "$@" 2>&1) || fail "report-forms.py $*: failed"
	[ -z "$found" ] || fail "report-forms.py $*: $found"
}
forms=${page_check%/*}/report-forms.py
make functions
"$here/tests/tool/make-record" busy busy.clrecord 3000 || exit 99
for case in reused killed functions hung long overlap busy ranges; do
	forms $case.clrecord
	forms $case.clrecord --from 15ms --to 200ms
done
forms long.clrecord --from 1.5s --to 2s

# --- files that it writes ---

run report --export html -o page.html names.clrecord
want_status 0
[ -z "$output" ] || fail "$ran: it writes to standard output, too"
[ "$(stat -c %a page.html)" = 600 ] || fail "others can read page.html"
cp names.clrecord before
run report --json --output names.clrecord names.clrecord
want_status 1
want_error "would overwrite a file that is read"
cmp -s before names.clrecord || fail "$ran: it overwrites the record"
run report -o missing/file names.clrecord
want_status 1
want_error "missing/file: No such file"
if [ -e /dev/full ]; then
	run report --export html -o /dev/full names.clrecord
	want_status 1
	want_error "No space left"
fi

# A page shows 150,000 calls one by one; test-report-page.sh has one that cannot show all.
make many
run report --export html many.clrecord
[ "$(printf '%s\n' "$output" | wc -c)" -lt 5000000 ] || fail "$ran: it is too large"
want '"merged":0,'

# Nothing is lost in a page, with all calls one by one or without.
if [ "$have_python" ]; then
	for count in 3000 1300000; do
		"$here/tests/tool/make-record" busy busy.clrecord "$count" || exit 99
		run report --export html -o page.html busy.clrecord
		want_status 0
		found=$(python3 "$page_check" page.html) || fail "page-check.py failed"
		[ -z "$found" ] || fail "$ran: $count calls: $found"
	done
	run report --export html -o page.html --from 5ms --to 6ms busy.clrecord
	found=$(python3 "$page_check" page.html) || fail "page-check.py failed"
	[ -z "$found" ] || fail "$ran: $found"
	rm -f busy.clrecord page.html
fi

finish "clrouter report is good"
