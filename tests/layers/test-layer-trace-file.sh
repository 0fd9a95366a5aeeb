#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
#
# The file of the trace layer: no line is lost that should be in it when the program dies, none is
# written twice by a fork, and a program that goes on has its lines in the file while it runs.
# record-program is the program; it works with any layer.
set -u
# shellcheck source=tests/layers/checks.sh
. "${srcdir:-.}/tests/layers/checks.sh"

layer=$PWD/.libs/libCLTrace.so
program=$PWD/tests/layers/record-program
unset OPENCL_TRACE_FILTER OPENCL_TRACE_ENTRY OPENCL_TRACE_SUMMARY
OPENCL_TRACE_FILE=$work/trace
export OPENCL_TRACE_FILE

# run MODE...: what the program says goes to $work/err, and how many lines there are to $work/found.
run() {
	rm -f "$work"/trace*
	(cd "$work" && "$program" "$layer" "$@") 2>"$work/err"
	status=$?
	echo "$(lines clSetKernelArg) lines of clSetKernelArg" >"$work/found"
	! grep -e Sanitizer -e 'runtime error' "$work/err" >&2 || failures=$((failures + 1))
}

# lines FUNCTION: how many whole lines of calls that returned there are
lines() {
	grep -c "^\[[0-9]* [0-9]*\.[0-9]\{6\}\] $1(.* <[0-9]*\.[0-9]\{3\} us>$" "$work/trace"
}

run calls 100000
check "calls" test "$(lines clSetKernelArg)" -eq 100000
check "calls: nothing else" test "$(grep -c . "$work/trace")" -eq 100000
run threads 4 20000
check "threads" test "$(lines clSetKernelArg)" -eq 80000
check "threads: nothing else" test "$(grep -c . "$work/trace")" -eq 80000
check "threads: their IDs" test "$(cut -d ' ' -f 1 "$work/trace" | sort -u | grep -c .)" -eq 4

# A program that closes libOpenCL and opens it again keeps all of it; the next process replaces it.
run reload 3 100
check "reload" test "$(lines clSetKernelArg)" -eq 640
check "reload: silent" test ! -s "$work/err"
(cd "$work" && "$program" "$layer" calls 10)
check "reload: another process" test "$(grep -c . "$work/trace")" -eq 10

# It dies in clFinish, which is no quick call, after calls that are.
run abort 1234
check "abort: what was before it" test "$(lines clSetKernelArg)" -eq 1234

# With a line at the beginning of each call, nothing is held back.
OPENCL_TRACE_ENTRY=yes run abort 1000
check "abort: entry: what was before it" test "$(grep -c '^\[.*\] } clSetKernelArg' "$work/trace")" -eq 1000
check "abort: entry: the call" test "$(tail -n 1 "$work/trace" | grep -c '\] clFinish(.* {$')" -eq 1

# A child goes on in the same file. It writes no line of its parent, whose threads go on meanwhile.
run fork 20 300
check "fork: the program ends well" test $status -eq 0
check "fork: whole lines" test "$(grep -c . "$work/trace")" -eq "$(lines clSetKernelArg)"
check "fork: the children" test \
	"$(cut -d ' ' -f 1 "$work/trace" | sort | uniq -c | grep -c '^ *300 \[')" -eq 20
run fork-inside
# The end of the child's, with a call inside of it, is a line with a bracket.
check "fork in a call" test "$(grep -c 'clFinish(.* us>$' "$work/trace")" -eq 2

# One call a millisecond: lines are there while it runs, and after kill -9.
rm -f "$work/trace"
(cd "$work" && exec "$program" "$layer" slow) 2>"$work/err" &
pid=$!
tries=0
while [ ! -s "$work/trace" ] && [ $tries -lt 200 ]; do
	sleep 0.05
	tries=$((tries + 1))
done
check "slow: lines are there while it runs" test -s "$work/trace"
kill -9 $pid
wait $pid 2>/dev/null
check "slow: whole lines" test "$(grep -c . "$work/trace")" -eq "$(lines clSetKernelArg)"

# On standard error, which somebody may read, nothing is held back.
unset OPENCL_TRACE_FILE
: >"$work/trace"
(cd "$work" && exec "$program" "$layer" slow) 2>"$work/trace" &
pid=$!
tries=0
while [ ! -s "$work/trace" ] && [ $tries -lt 200 ]; do
	sleep 0.01
	tries=$((tries + 1))
done
check "standard error" test "$(lines clSetKernelArg)" -gt 0
kill -9 $pid
wait $pid 2>/dev/null
OPENCL_TRACE_FILE=/dev/stderr "$program" "$layer" calls 100 2>"$work/trace"
check "/dev/stderr" test "$(lines clSetKernelArg)" -eq 100

# A full disk and a limit: told once, and the lines that are there are whole.
OPENCL_TRACE_FILE=$work/trace
export OPENCL_TRACE_FILE
run limited 300000 100000
check "limit: told once" test "$(grep -c 'cannot be written' "$work/err")" -eq 1
check "limit: whole lines" test "$(grep -c . "$work/trace")" -eq "$(lines clSetKernelArg)"
check "limit: the size" test "$(wc -c <"$work/trace")" -le 300000

finish
