#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
#
# clrouter top, as text and JSON: what is in a record that is known, what a program does that runs,
# records that would do harm, a program that it starts, and what it refuses. test-top-screen.sh has
# the terminal.
set -u
. "${srcdir:-.}/tests/tool/tool-lib.sh"
. "$srcdir/tests/tool/live-lib.sh"
look_for_python

make_record=$PWD/tests/tool/make-record

# -- a record that is known

"$make_record" reused "$work/reused" || exit 99
run top --record "$work/reused" --once
want_status 0
want '^70 calls/s, 7 in all, 0 failed; all of 100 ms$'
want '^first  *20  30\.0 %  *2  30\.0 ms  15\.0 ms  20\.0 ms$'
want '^second  *10   5\.0 %  '
want '^device to host  *10   4\.0 %  *1  4\.00 ms   3\.81 MiB    1\.00 GB/s$'
want '^queue#1  *40  34\.0 %  *4  *4  34\.0 ms  *0$'
run top --record "$work/reused" --json
want_status 0
want_json 'len(report["processes"]) == 1'
want_json 'report["processes"][0]["end"] == "ended"'
want_json '[(k["name"], k["count"], k["total_ns"]) for k in report["processes"][0]["kernels"]] ==
	[("first", 2, 30000000), ("second", 1, 5000000)]'
want_json '[(t["direction"], t["bytes"]) for t in report["processes"][0]["transfers"]] ==
	[("device to host", 4000000)]'
want_json '[(q["queue"], q["depth"], q["measured"]) for q in report["processes"][0]["queues"]] ==
	[(1, 0, 4)]'
want_json 'report["processes"][0]["calls"] == 7'

# A call that did not return has a time: until the program died, or at least as long as is known.
"$make_record" hung "$work/hung" || exit 99
run top --once --record "$work/hung"
want ', process 78 was ended by signal 9 (Killed), 6\.00 s$'
want '^1  *1\.5  96\.1 %  *9  clFinish for 5\.75 s$'
"$make_record" killed "$work/killed" || exit 99
run top --once --record "$work/killed"
want ', process 77 was killed or crashed, at least 60\.0 ms$'
want '^1 .*  clFinish for at least 0 ns$'

# What the report of a record says, top says with the same words; it only knows more.
# same_as_report REPORT TOP
same_as_report() {
	python3 - "$@" <<'END'
import json, sys

def compare(where, mine, other):
    if isinstance(mine, dict):
        for key in mine:
            compare(f"{where}/{key}", mine[key], other[key])
    elif isinstance(mine, list):
        assert len(mine) == len(other), (where, mine, other)
        for i, value in enumerate(mine):
            compare(f"{where}/{i}", value, other[i])
    else:
        assert mine == other, (where, mine, other)

report, top = (json.load(open(name)) for name in sys.argv[1:])
compare("", report, top["processes"][0])
END
}
for case in reused killed hung long overlap owner narrow moved functions many extreme lies sums names; do
	"$make_record" "$case" "$work/record" || exit 99
	run report --json "$work/record"
	printf '%s\n' "$output" >"$work/report"
	run top --json --record "$work/record"
	want_status 0
	printf '%s\n' "$output" >"$work/top"
	[ "$case" = sums ] || [ -z "$have_python" ] ||
		same_as_report "$work/report" "$work/top" || fail "$ran: $case: other words"
done
"$make_record" sums "$work/sums" || exit 99
run top --json --record "$work/sums" --record "$work/reused"
want_json 'report["processes"][0]["summary_only"]'
want_json 'report["processes"][0]["kernels"][0]["name"] == "twice"'
want_json 'report["processes"][0]["kernels"][0]["count"] == 100'
want_json 'len(report["processes"]) == 2'
want_json '[i["function"] for t in report["processes"][0]["threads"] for i in t["in"]] == ["clFinish"]'

# -- records that would do harm

"$make_record" names "$work/names" || exit 99
run top --record "$work/names" --once
want_status 0
printf '%s\n' "$output" | LC_ALL=C grep -q "$(printf '[\001-\010\013-\037\177]')" &&
	fail "control characters get to the terminal"
want 'a\\x1B\[2J'
for case in empty bad-sums lies bad-chunks small-record odd-record long-record bad-call cut sparse; do
	"$make_record" "$case" "$work/broken" || exit 99
	run top --record "$work/broken" --once
	want_status 0
	want ', process 77 '
	run top --record "$work/broken" --json
	want_status 0
	want_json 'report["processes"][0]["calls"] >= 0'
done
for case in bad-magic bad-order bad-major bad-header far-header short; do
	"$make_record" "$case" "$work/broken" || exit 99
	run top --record "$work/broken" --once
	want_status 1
	want_error "$work/broken: "
done

# -- a program that runs

live_start
live_do 'buffer 1000000' 'buffer 24' 'kernel twice 3' 'write 2048' finish 'wrong 2' 'release'
live_do 'hang'
run top --pid "$live" --json --interval 50ms
want_status 0
want_json 'report["processes"][0]["end"] == "running"'
want_json 'report["processes"][0]["process"] == '"$live"
want_json 'report["processes"][0]["interval_ns"] >= 50000000'
want_json 'report["processes"][0]["interval_calls"] == 0'
want_json 'report["processes"][0]["failed"] == 2'
want_json 'report["processes"][0]["errors"][0]["code"] == "CL_INVALID_COMMAND_QUEUE"'
want_json '[(k["name"], k["count"], k["measured"], k["total_ns"]) for k in
	report["processes"][0]["kernels"]] == [("twice", 3, 3, 3000000)]'
want_json '[(q["device"], q["depth"], q["busy_ns"]) for q in report["processes"][0]["queues"]] ==
	[("Live GPU", 0, 3002000)]'
want_json '[(m["devices"], m["bytes"], m["most_bytes"], m["objects"]) for m in
	report["processes"][0]["memory"]] == [(["Live GPU"], 1000000, 1000024, 1)]'
want_json '[(t["name"], t["in"][0]["function"]) for t in report["processes"][0]["threads"] if t["in"]] ==
	[("waiter", "clFinish")]'
want_json '[t["in"][0]["since_ns"] > 0 for t in report["processes"][0]["threads"] if t["in"]] == [True]'
# Without arguments, it is one of those that are recorded; others may run beside this test.
run top --json --interval 20ms
want_json "$live"' in [p["process"] for p in report["processes"]]'
run top --record "$work/live/record" --once --interval 20ms
want_status 0
want '^waiter [0-9]* .* 100\.0 % .*  clFinish for '
live_do go
run top --pid "$live" --once --interval 20ms
want_status 0
want_not 'clFinish for '
live_end
run top --json --interval 20ms
[ "$status" -eq 1 ] || want_json "$live"' not in [p["process"] for p in report["processes"]]'
run top --pid "$live" --once
want_status 1
want_error "process $live: there is no such process"

live_start OPENCL_RECORD_SUMMARY=yes
live_do 'kernel twice 3' 'hang'
run top --pid "$live" --json --interval 20ms
want_json 'report["processes"][0]["summary_only"]'
want_json '[(k["name"], k["count"]) for k in report["processes"][0]["kernels"]] == [("twice", 3)]'
want_json '[f["count"] for f in report["processes"][0]["functions"] if f["name"] == "clFinish"] == [1]'
want_json '[i["function"] for t in report["processes"][0]["threads"] for i in t["in"]] == ["clFinish"]'
live_do go
live_end

# -- processes that are not recorded

sleep 1000 &
run top --pid $! --once
want_status 1
want_error 'it has not loaded OpenCL, and is not recorded; run the program with "clrouter record"'
kill $!
live_start
live_do load
run top --pid "$live" --once
want_status 1
want_error 'the record layer is loaded, but has no record yet'
live_end
live_start
live_do 'calls 1'
rm "$work/live/record"
run top --pid "$live" --once
want_status 1
want_error 'record'
live_end

# -- a program that it starts

program=$PWD/tests/layers/.libs/layer-program
[ -x "$program" ] || program=$PWD/tests/layers/layer-program
LD_LIBRARY_PATH=$PWD/.libs
OPENCL_LOADER_CONFIG=none
OCL_ICD_FILENAMES=$drivers/tool-driver.so
export LD_LIBRARY_PATH OPENCL_LOADER_CONFIG OCL_ICD_FILENAMES
mkdir "$work/here"
cd "$work/here" || exit 99
run top --layer "$layer" --json sh -c "echo to the output; '$program' >/dev/null; exit 3"
want_status 3
want_json '[f["name"] for f in report["processes"][0]["functions"]] == ["clGetPlatformIDs"]'
want_error '^clrouter: recorded: layer-program\.[0-9]*\.clrecord$'
want_error '^clrouter: what sh wrote is in clrouter-top\.[0-9]*\.out$'
[ "$(cat clrouter-top.*.out)" = "to the output" ] || fail "the output of the program is not in its file"
rm -f ./*
run top --layer "$layer" --once -o out sh -c "'$program' >/dev/null"
want_status 0
want_error '^clrouter: recorded: out$'
[ "$(echo ./*)" = ./out ] || fail "an empty file of the program's output is left: $(echo ./*)"
run top --layer "$layer" "$program"
want_error 'note: standard output is no terminal, so what there is is shown once'
want '^clGetPlatformIDs '
run top --once /nonexistent/program
want_status 127
want_error '/nonexistent/program: No such file or directory'
run top --layer "$layer" --once sh -c 'kill -9 $$'
want_status 137
cd - >/dev/null || exit 99

# -- what is refused

for words in "--pid 1 --record $work/reused" "--record $work/reused true" "--pid 1 true" \
	"--interval 1ms --record $work/reused" "--interval x --pid 1" "--pid 0" "--record"; do
	# shellcheck disable=SC2086  # words
	run top --once $words
	want_status 2
done
run top --once --record "$work/none"
want_status 1
want_error "$work/none: No such file or directory"

finish "clrouter top tells what programs do"
