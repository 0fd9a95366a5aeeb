#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
#
# What becomes of a record when something goes wrong: the program dies, forks, runs out of space,
# closes the file. record-program is the program, record-check the reader.
set -u
# shellcheck source=tests/layers/checks.sh
. "${srcdir:-.}/tests/layers/checks.sh"

layer=$PWD/.libs/libCLRecord.so
reader=$PWD/tests/layers/record-check
program=$PWD/tests/layers/record-program
unset OPENCL_RECORD_FILE OPENCL_RECORD_REPLACE OPENCL_RECORD_LIMIT OPENCL_RECORD_FILTER \
	OPENCL_RECORD_DURATION OPENCL_RECORD_PROFILE_QUEUES OPENCL_RECORD_STATUS OPENCL_RECORD_SUMMARY

# run MODE...: in a new, empty directory. What the program says goes to $work/err.
run() {
	rm -rf "$work/here"
	mkdir "$work/here"
	: >"$work/found"
	(cd "$work/here" && "$program" "$layer" "$@") 2>"$work/err"
	! grep -e Sanitizer -e 'runtime error' "$work/err" >&2 || failures=$((failures + 1))
}

# read_record FILE: record-check's answer goes to $work/found.
read_record() {
	"$reader" "$1" >"$work/found" 2>&1
}

# has WORD NUMBER: what the last record had.
has() {
	grep -qx "$1 $2" "$work/found"
}

calls() {
	awk '/^ *[0-9]+ cl/ { sum += $1 } END { print sum + 0 }' "$work/found"
}

# How many calls have not ended.
open_calls() {
	awk '$1 == "open" { sum = $2 } END { print sum + 0 }' "$work/found"
}

has_calls() {
	[ "$(calls)" -eq "$1" ]
}

silent() {
	[ ! -s "$work/err" ]
}

says() {
	grep -q "$1" "$work/err" && [ "$(grep -c . "$work/err")" -eq "${2:-1}" ]
}

# The only record in the directory.
record() {
	ls -d "$work"/here/*.clrecord
}

size() {
	wc -c <"$1"
}

# complete CALLS: the only record was ended and has so many calls, all of which have ended.
complete() {
	read_record "$(record)" && has state 1 && has lost 0 && has open 0 && has_calls "$1"
}

# wait_for_calls FILE: until the record of a program that runs has a call that has ended
wait_for_calls() {
	tries=0
	until read_record "$1"; [ "$(calls)" -gt "$(open_calls)" ]; do
		tries=$((tries + 1))
		[ "$tries" -lt 600 ] || { fail "$1: no call has ended after 30 seconds"; break; }
		sleep 0.05
	done
}

# -- counts ---------------------------------------------------------------------
run calls 1
check "one call" complete 1
check "one call: silent" silent
check "one call: mode" test "$(stat -c %a "$(record)")" = 600
run calls 100000
check "many calls" complete 100000
run threads 8 20000
check "threads" complete 160000
check "threads: each is known" has threads 8
run short 10000 1
check "10,000 short threads" complete 10000
check "10,000 short threads: each is known" has threads 10000
check "10,000 short threads: no giant file" test "$(size "$(record)")" -lt 4000000
run nested 5000
check "calls in a callback" complete 5001
run queue
check "a device from a context" silent
run source 100
check "source" complete 11
check "source: the error was stored" has failed 0
run source 300000
check "long source" complete 11
run source 3000000
check "longer source than is kept" complete 11
run left
check "left" read_record "$(record)"
check "left: longjmp leaves it open" has open 1
check "left: the end and the cancellation of a thread" has left 2
check "left: calls after it" has_calls 6

# has_least WORD NUMBER: as has(), or more
has_least() {
	awk -v word="$1" -v least="$2" '$1 == word && $2 >= least { found = 1 } END { exit !found }' "$work/found"
}

# -- waits ----------------------------------------------------------------------
for summary in 0 1; do
	OPENCL_RECORD_SUMMARY=$summary run waits 200
	check "waits: $summary" read_record "$(record)"
	check "waits: $summary: two waits" has_least waits 400
	check "waits: $summary: one of them spins" has_least waits-cpu 200
	check "waits: $summary: only one" eval '! has_least waits-cpu 390'
done

# -- functions of extensions ----------------------------------------------------
run extensions 16 2000
# 16 threads, and five look-ups of which one is of a function that the layer wraps
check "extensions" complete 32005
check "extensions: by name" grep -q '^ *32000 clSetContentSizeBufferPoCL$' "$work/found"
check "extensions: results" has failed 16000
check "extensions: unknown" has unseen clNobodyKnowsThis
check "extensions: of an unknown version" has unseen clFinalizeCommandBufferKHR
check "extensions: nothing else is unseen" test "$(grep -c '^unseen' "$work/found")" -eq 4
OPENCL_RECORD_FILTER='*,!clSetContentSize*,!clNobody*' run extensions 1 10 2>/dev/null
check "extensions: the filter leaves the driver's own" test -s "$work/err"
run fork-extensions 30 500
check "fork storm: a record for each process" test "$(ls "$work/here" | wc -l)" -eq 31
for file in "$work"/here/*; do
	check "fork storm" read_record "$file"
	calls
done >"$work/counts"
check "fork storm: the children" test "$(grep -cx 500 "$work/counts")" -eq 30

# -- names ----------------------------------------------------------------------
here() {
	cd "$work/here" || exit 99
}

rm -rf "$work/here"
mkdir "$work/here"
(here && OPENCL_RECORD_FILE=out "$program" "$layer" calls 10) 2>"$work/err"
check "named" read_record "$work/here/out"
(here && OPENCL_RECORD_FILE=out "$program" "$layer" calls 20) 2>"$work/err"
check "named: replaced" read_record "$work/here/out"
check "named: replaced: calls" has_calls 20
(here && OPENCL_RECORD_FILE=out OPENCL_RECORD_REPLACE=no "$program" "$layer" calls 30) 2>"$work/err"
check "named: not replaced" read_record "$work/here/out"
check "named: not replaced: calls" has_calls 20
check "named: not replaced: the other" read_record "$work"/here/out.[0-9]*
check "named: not replaced: its calls" has_calls 30
(here && OPENCL_RECORD_FILE=a%p.b "$program" "$layer" calls 1) 2>"$work/err"
check "named: %p" read_record "$work"/here/a[0-9]*.b
mkdir "$work/here/sub"
(here && OPENCL_RECORD_FILE=sub/ "$program" "$layer" calls 1) 2>"$work/err"
check "named: a directory" read_record "$work"/here/sub/record-program.[0-9]*.clrecord
(here && OPENCL_RECORD_LIMIT=much OPENCL_RECORD_FILTER=clNothing OPENCL_RECORD_REPLACE=perhaps \
	"$program" "$layer" calls 1) 2>"$work/err"
check "wrong words are reported" test "$(grep -c 'OPENCL_RECORD_' "$work/err")" -eq 3

mkdir "$work/link"
chmod 1777 "$work/link"
echo mine >"$work/target"
ln -s "$work/target" "$work/link/out"
(here && OPENCL_RECORD_FILE=$work/link/out "$program" "$layer" calls 10) 2>"$work/err"
check "link: told" says 'a link leads to it, in a directory that others may write'
check "link: not followed" test "$(cat "$work/target")" = mine

(here && OPENCL_RECORD_FILE=both exec "$program" "$layer" slow) 2>"$work/err" &
pid=$!
wait_for_calls "$work/here/both"
(here && OPENCL_RECORD_FILE=both "$program" "$layer" calls 40) 2>"$work/err"
check "two processes" says 'another process'
check "two processes: the second" read_record "$work"/here/both.[0-9]*
check "two processes: the second: calls" has_calls 40
kill -9 $pid
wait $pid 2>/dev/null
check "two processes: the first" read_record "$work/here/both"

(here && OPENCL_RECORD_FILE=/dev/null "$program" "$layer" calls 40) 2>"$work/err"
check "no file" says 'nothing is recorded'
(here && OPENCL_RECORD_FILE=none/out "$program" "$layer" calls 40) 2>"$work/err"
check "no directory" says 'nothing is recorded'
if [ "$(id -u)" -ne 0 ]; then
	chmod a-w "$work/here"
	(here && "$program" "$layer" calls 40) 2>"$work/err"
	check "unwritable directory" says 'nothing is recorded'
	chmod u+w "$work/here"
else
	echo "unwritable directory: left out, because root may write to it"
fi

# -- the end --------------------------------------------------------------------
run abort 1000
check "abort" read_record "$(record)"
check "abort: state" has state 0
check "abort: the call that it died in" has open 1
check "abort: the others" has_calls 1001

for i in 1 2 3 4 5 6 7 8 9 10; do
	rm -rf "$work/here"
	mkdir "$work/here"
	(here && OPENCL_RECORD_FILE=out exec "$program" "$layer" for-ever) 2>"$work/err" &
	pid=$!
	wait_for_calls "$work/here/out"
	sleep "0.$((i * 37 % 30 + 10))"
	kill -9 $pid
	wait $pid 2>/dev/null
	check "kill -9" read_record "$work/here/out"
	check "kill -9: at most the calls of three threads are open" test "$(open_calls)" -le 3
	check "kill -9: there are calls" test "$(calls)" -gt 0
done

for i in 1 2 3 4 5; do
	run exit 1000
	check "exit" read_record "$(record)"
	check "exit: state" has state 1
done

run exec 1000 2000
check "exec: two records" test "$(ls "$work/here" | wc -l)" -eq 2
for file in "$work"/here/*; do
	check "exec" read_record "$file"
	calls
done >"$work/counts"
check "exec: calls" test "$(sort -n "$work/counts" | paste -sd ' ')" = "1000 2000"

OPENCL_RECORD_FILE=r run exec 1000 2000
check "exec: one name: two records" test "$(ls "$work/here" | wc -l)" -eq 2

run fork 20 500
check "fork: a record for each process" test "$(ls "$work/here" | wc -l)" -eq 21
for file in "$work"/here/*; do
	check "fork" read_record "$file"
	calls
done >"$work/counts"
check "fork: the children" test "$(grep -cx 500 "$work/counts")" -eq 20
run fork-inside
check "fork in a call" test "$(ls "$work/here" | wc -l)" -eq 2
check "fork in a call: silent" silent
for file in "$work"/here/*; do
	check "fork in a call" read_record "$file"
	calls
done >"$work/counts"
check "fork in a call: calls" test "$(sort -n "$work/counts" | paste -sd ' ')" = "2 2"

run reload 10 100
check "reload: silent" silent
check "reload: a record for each" test "$(ls "$work/here" | wc -l)" -eq 11
for file in "$work"/here/*; do
	check "reload" read_record "$file"
	calls
done >"$work/counts"
check "reload: calls" test "$(grep -cx 210 "$work/counts")" -eq 10

rm -rf "$work/here"
mkdir "$work/here"
: >"$work/status"
(cd "$work/here" && OPENCL_RECORD_FILE=r OPENCL_RECORD_STATUS=$work/status "$program" "$layer" reload 2 10) \
	2>"$work/err"
check "reload: one name" test "$(ls "$work/here" | wc -l)" -eq 3
check "reload: one process" test "$(grep -cx loaded "$work/status")" -eq 1
check "reload: one name: what has it" test \
	"$(grep -c "r has what this process did before it opened OpenCL again; this process writes" "$work/err")" -eq 2

run end 30
check "end during calls: silent" silent
check "end during calls: records" test "$(ls "$work/here" | wc -l)" -ge 2
for file in "$work"/here/*; do
	check "end during calls" read_record "$file"
	check "end during calls: state" has state 1
	check "end during calls: lost" has lost 0
done

# -- what is in the way ---------------------------------------------------------
run close 5000
check "closed descriptors" complete 10000
check "closed descriptors: silent" silent

run limited 300000 100000
check "RLIMIT_FSIZE" says 'the file size limit is reached'
check "RLIMIT_FSIZE: record" read_record "$(record)"
check "RLIMIT_FSIZE: state" has state 2
check "RLIMIT_FSIZE: the rest is counted" \
	test $(($(calls) + $(sed -n 's/^lost //p' "$work/found"))) -eq 100000
rm -rf "$work/here"
mkdir "$work/here"
(here && ulimit -f 1 && "$program" "$layer" calls 100) 2>"$work/err"
status=$?
check "RLIMIT_FSIZE at the start: the program goes on" test $status -eq 0
check "RLIMIT_FSIZE at the start" says 'the file size limit is reached'

OPENCL_RECORD_LIMIT=1 run calls 100000
check "limit" says 'OPENCL_RECORD_LIMIT'
check "limit: record" read_record "$(record)"
check "limit: state" has state 3
check "limit: size" test "$(size "$(record)")" -le 1048576
check "limit: the rest is counted" \
	test $(($(calls) + $(sed -n 's/^lost //p' "$work/found"))) -eq 100000

OPENCL_RECORD_FILTER='*,!clSetKernelArg' run nested 100
check "filter" complete 1

rm -rf "$work/here"
mkdir "$work/here"
# The first call after the second is the last one that is recorded.
(here && OPENCL_RECORD_DURATION=1 "$program" "$layer" duration) >"$work/out" 2>"$work/err"
read -r least most <"$work/out"
check "duration" read_record "$(record)"
check "duration: state" has state 1
check "duration: not before a second" test "$(calls)" -ge "$least"
check "duration: it stops after a second" test "$(calls)" -le $((most + 1))

run endless
check "commands without an end" complete 101

# Another process ends the record, and the program goes on.
clrouter=$PWD/clrouter
stop() {
	"$clrouter" record --stop "$@" >"$work/out" 2>"$work/err"
	status=$?
}
rm -rf "$work/here"
mkdir "$work/here"
(here && OPENCL_RECORD_FILE=out exec "$program" "$layer" slow) 2>"$work/err" &
pid=$!
wait_for_calls "$work/here/out"
stop "$work/here/out"
check "stop" test $status -eq 0
check "stop: told" says '^clrouter: stopped: '
check "stop: the program goes on" kill -0 $pid
check "stop: record" read_record "$work/here/out"
check "stop: state" has state 1
check "stop: nothing is lost" has lost 0
before=$(calls)
sleep 0.1
read_record "$work/here/out"
check "stop: no call after it" has_calls "$before"
stop "$work/here/out"
check "stop: a second time" test $status -eq 1
check "stop: a second time: told" says 'the recording has ended before'
kill -9 $pid
wait $pid 2>/dev/null
(here && OPENCL_RECORD_FILE=waits exec "$program" "$layer" wait) 2>"$work/err" &
pid=$!
wait_for_calls "$work/here/waits"
stop "$work/here/waits"
check "stop: no call comes" test $status -eq 0
check "stop: no call comes: told" says 'it ends with the next OpenCL call of its program'
kill -9 $pid
wait $pid 2>/dev/null
stop "$work/here/waits"
check "stop: the program was killed" says 'its program does not run any more'
for file in none /dev/null "$program" "$work"; do
	stop "$file"
	check "stop: $file" test $status -eq 1
done
stop "$work/here/waits" true
check "stop: with a program" test $status -eq 2

# The same on an overlay, as in a container: mappings do not keep a file locked there.
rm -rf "$work/here"
mkdir "$work/here" "$work/overlay"
: >"$work/status"
if unshare --user --map-root-user --mount sh -c '
	mount -t tmpfs tmpfs "$1" && mkdir "$1/lower" "$1/upper" "$1/work" "$1/root" &&
		mount -t overlay -o "lowerdir=$1/lower,upperdir=$1/upper,workdir=$1/work" overlay "$1/root"
	' sh "$work/overlay" 2>"$work/err"; then
	OPENCL_RECORD_FILE=r OPENCL_RECORD_STATUS=$work/status unshare --user --map-root-user --mount sh -c '
		mount -t tmpfs tmpfs "$1" && mkdir "$1/lower" "$1/upper" "$1/work" "$1/root" &&
		mount -t overlay -o "lowerdir=$1/lower,upperdir=$1/upper,workdir=$1/work" overlay "$1/root" &&
		cd "$1/root" && "$2" "$3" reload 2 10 && "$2" "$3" calls 1 && ls >"$4"
		' sh "$work/overlay" "$program" "$layer" "$work/out" 2>"$work/err"
	check "reload: on an overlay: a record for each" test "$(grep -c . "$work/out")" -eq 3
	check "reload: on an overlay: what has it" test \
		"$(grep -c "r has what this process did before it opened OpenCL again; this process writes" \
			"$work/err")" -eq 2
else
	echo "reload on an overlay: left out, unshare: $(cat "$work/err")"
fi

# A small file system of its own, which no other process sees.
full=$work/full
mkdir "$full"
if unshare --user --map-root-user --mount true 2>"$work/err"; then
	for kib in 4 40 150 1000; do
		unshare --user --map-root-user --mount sh -c '
			mount -t tmpfs -o size="$1"k tmpfs "$2" && cd "$2" || exit 99
			"$3" "$4" threads 3 30000 && cp -- *.clrecord "$5"
		' sh $kib "$full" "$program" "$layer" "$work/copy" 2>"$work/err"
		status=$?
		check "full tmpfs of $kib KiB: the program goes on" test $status -eq 0
		check "full tmpfs of $kib KiB: told once" says 'No space left on device'
		check "full tmpfs of $kib KiB: record" read_record "$work/copy"
		check "full tmpfs of $kib KiB: the rest is counted" \
			test $(($(calls) + $(sed -n 's/^lost //p' "$work/found"))) -eq 90000
	done
else
	echo "full tmpfs: left out, unshare: $(cat "$work/err")"
fi

# -- sums -----------------------------------------------------------------------
export OPENCL_RECORD_SUMMARY=yes

# The numbers of calls of all records in the directory, sorted.
all_calls() {
	for file in "$work"/here/*; do
		check "$1" read_record "$file"
		calls
	done | sort -n | uniq -c | awk '{ print $1 "x" $2 }' | paste -sd ' '
}

run calls 1
check "sums: one call" complete 1
check "sums: silent" silent
run calls 300000
check "sums: many calls" complete 300000
check "sums: many calls: the file is small" test "$(size "$(record)")" -le 524288
run threads 8 20000
check "sums: threads" complete 160000
run short 10000 1
check "sums: 10,000 short threads" complete 10000
check "sums: 10,000 short threads: the file is small" test "$(size "$(record)")" -le 1048576
run nested 5000
check "sums: calls in a callback" complete 5001
run source 3000000
check "sums: a long source" complete 11
check "sums: a long source: the error that it stores is seen" has failed 1
run left
check "sums: left" read_record "$(record)"
check "sums: left: longjmp leaves it open" has open 1
check "sums: left: calls after it" has_calls 6
run extensions 16 2000
check "sums: extensions" complete 32005
check "sums: extensions: by name" grep -q '^ *32000 clSetContentSizeBufferPoCL$' "$work/found"
check "sums: extensions: results" has failed 16000
run endless
check "sums: commands without an end" complete 101
run close 5000
check "sums: closed descriptors" complete 10000
OPENCL_RECORD_LIMIT=1 run calls 100000
check "sums: a small limit" complete 100000
OPENCL_RECORD_FILTER='*,!clSetKernelArg' run nested 100
check "sums: filter" complete 1
run fork-extensions 30 500
check "sums: fork storm" test "$(all_calls "sums: fork storm" | tr ' ' '\n' | grep -x 30x500)" = 30x500
run fork 20 500
check "sums: fork" test "$(all_calls "sums: fork" | tr ' ' '\n' | grep -x 20x500)" = 20x500
run fork-inside
check "sums: fork in a call" test "$(all_calls "sums: fork in a call")" = 2x2
check "sums: fork in a call: silent" silent
run exec 1000 2000
check "sums: exec" test "$(all_calls "sums: exec")" = "1x1000 1x2000"
run reload 10 100
check "sums: reload" test "$(all_calls "sums: reload" | tr ' ' '\n' | grep -x 10x210)" = 10x210
run end 30
check "sums: end during calls: silent" silent
for file in "$work"/here/*; do
	check "sums: end during calls" read_record "$file"
done
run abort 1000
check "sums: abort" read_record "$(record)"
check "sums: abort: state" has state 0
check "sums: abort: the call that it died in" has open 1
check "sums: abort: the others" has_calls 1001
for i in 1 2 3; do
	rm -rf "$work/here"
	mkdir "$work/here"
	(here && OPENCL_RECORD_FILE=out exec "$program" "$layer" for-ever) 2>"$work/err" &
	pid=$!
	wait_for_calls "$work/here/out"
	kill -9 $pid
	wait $pid 2>/dev/null
	check "sums: kill -9" read_record "$work/here/out"
	check "sums: kill -9: at most the calls of three threads are open" test "$(open_calls)" -le 3
	"$clrouter" report "$work/here/out" >"$work/out" 2>"$work/err"
	check "sums: kill -9: report" grep -q 'killed' "$work/out"
done
(here && OPENCL_RECORD_FILE=stopped exec "$program" "$layer" slow) 2>"$work/err" &
pid=$!
wait_for_calls "$work/here/stopped"
stop "$work/here/stopped"
check "sums: stop" test $status -eq 0
check "sums: stop: record" read_record "$work/here/stopped"
check "sums: stop: state" has state 1
kill -9 $pid
wait $pid 2>/dev/null

finish
