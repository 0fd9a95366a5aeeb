#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
#
# clrouter capture: which launch it asks for, what it says, and how it ends. What is in a capture,
# tests/layers/test-layer-capture.sh tests.
set -u
# shellcheck source=tests/layers/layer-programs.sh
. "${srcdir:-.}/tests/layers/layer-programs.sh"

[ -e "$layers/libCLCapture.so" ] || skip "there is no capture layer on this system"
clrouter=$PWD/clrouter
program=$PWD/tests/layers/capture-program
layer=$layers/libCLCapture.so

# capture STATUS WORD...: in the same directory; the mode of the program is the last word.
capture() {
	expected=$1
	shift
	checks=$((checks + 1))
	ran=$*
	status=0
	(cd "$work/here" && "$clrouter" capture --layer "$layer" "$@") \
		>"$work/out" 2>"$work/err" || status=$?
	[ "$status" -eq "$expected" ] || fail "capture $ran: status $status, expected $expected"
}

# says TEXT...: each is in a line of standard error.
says() {
	for text; do
		grep -q -e "$text" "$work/err" || fail "capture $ran: does not say \"$text\""
	done
}

# number N DIRECTORY
number() {
	grep -q "^call	.*	number=$1	" "$work/here/$2/launch.txt" ||
		fail "capture $ran: launch $1 is not in $2"
}
mkdir "$work/here"

capture 0 --launch 3 -o third "$program" several
says '^clrouter: captured: third$' 'MiB of memory on the device'
number 3 third
capture 0 --kernel ones:2 --output="$work/here/fourth" -- "$program" several
number 4 fourth
capture 0 --failing -o failed "$program" failing
number 2 failed
capture 0 --launch 1 "$program" several
ls -d "$work"/here/opencl-capture-*/launch.txt >/dev/null || fail "there is no default directory"

capture 0 --launch 1 -o binary "$program" binary
says 'its program is a binary' '^clrouter: captured: binary$'

# The capture is finished once, though the layer says more after it, in other processes.
# shellcheck disable=SC2016  # the shell's own
capture 0 --launch 6 -o sixth sh -c '"$0" several && for i in 1 2 3; do "$0" big; done' \
	"$program"
number 6 sixth
[ "$(grep -c '^clrouter: captured: ' "$work/err")" -eq 1 ] || fail "capture $ran: says it again"

# Several launches, each in a directory of its own, and what to do with them.
capture 0 --kernel ones --count 2 -o two "$program" several
says '^clrouter: captured: two-1$' '^clrouter: captured: two-2$' \
	'^clrouter: replay them with: clrouter replay two-1 two-2$'
capture 0 --launch 2-9 -o 'with blanks' "$program" several
says "replay them with: clrouter replay 'with blanks-1' 'with blanks-2' .* 'with blanks-5'\$"
for odd in "it's 'odd'" -odd; do
	capture 0 --launch 1 --output="$odd" "$program" several
	command=$(sed -n 's/^clrouter: replay it with: clrouter //p' "$work/err")
	(cd "$work/here" && eval "'$clrouter' $command") >"$work/out" 2>&1 ||
		fail "capture $ran: \"$command\" does not replay it: $(cat "$work/out")"
done
capture 0 --kernel 'o*s:3-4' --output="$work/here/one" "$program" several
says '^clrouter: replay it with: clrouter replay one-1$'
capture 0 --launch 5 --count 3 -o few "$program" several
says '^clrouter: only 2 launches were captured of the 3 that --count asks for$'
capture 1 --launch 1-2 -o two "$program" several
says 'two-1: it exists already'
capture 0 --launch 1-2 -o held "$program" left
says 'captured: held-1$' 'not captured: launch 1: it waits for a user event' 'clrouter replay held-1$'

# The program is killed after the last file was written, before the layer says so.
# shellcheck disable=SC2016  # the shell's own
capture 1 --launch 1 -o never sh -c 'echo "begun $PWD/none" >>"$OPENCL_CAPTURE_STATUS"; exit 1'
says 'the program ended before none was whole'
# shellcheck disable=SC2016  # the shell's own
capture 0 --launch 1 -o never sh -c 'echo "begun $PWD/third" >>"$OPENCL_CAPTURE_STATUS"'
says '^clrouter: captured: third$' '^clrouter: replay it with: clrouter replay third$'

# The number is the one that the report shows.
(cd "$work/here" && "$clrouter" record --layer "$layers/libCLRecord.so" -o several.clrecord \
	"$program" several) 2>"$work/err" || fail "record: status $?"
listed=$("$clrouter" report --export text "$work/here/several.clrecord" |
	sed -n 's/.*kernel=\(kernel#[0-9]*\).* launch \([0-9]*\)$/\1 \2/p' | tr '\n' ' ')
[ "$listed" = "kernel#1 1 kernel#2 2 kernel#1 3 kernel#2 4 kernel#1 5 kernel#2 6 " ] ||
	fail "the report numbers launches: $listed"
# The time of the fourth one, as the option wants it.
from=$("$clrouter" report --export text "$work/here/several.clrecord" |
	sed -n 's/^\[[0-9]* \([0-9.]*\)\].* launch 4$/\1/p')
first=$("$clrouter" report --export text --from "${from}s" "$work/here/several.clrecord" |
	sed -n 's/.* launch \([0-9]*\)$/\1/p' | tail -n 1)
[ "$first" = 6 ] || fail "the report numbers launches of a part of the time: $first"

capture 1 --launch 1 -o third "$program" several
says 'third: it exists already'
capture 1 --launch 1 -o none/it "$program" several
says 'not captured: launch 1: .*none/it: No such file or directory'
capture 1 --launch 9 -o ninth "$program" several
says 'no launch 9 in 6 launches$'
capture 1 --kernel absent -o ninth "$program" several
says 'no launch of "absent" in 6 launches; kernels launched: nothing (3), ones (3)$'
# The launches of all processes of the program.
# shellcheck disable=SC2016  # the shell's own
capture 1 --kernel absent -o ninth sh -c '"$0" several && "$0" task' "$program"
says 'no launch of "absent" in 7 launches; kernels launched: ones (4), nothing (3)$'
capture 1 --kernel ones:4 -o ninth "$program" several
says 'no launch of "ones:4" in 6 launches$'
for kernel in ones: ones:4-2 ones:0 :; do
	capture 2 --kernel "$kernel" -o ninth "$program" several
	says "needs GLOB, GLOB:N or GLOB:FROM-TO, found \"$kernel\"\$"
done
capture 1 --failing -o ninth "$program" several
says 'no launch that the driver refuses in 6 launches$'
capture 1 --kernel "*" -o ninth "$PWD/tests/process/loader-probe" "$PWD/.libs/libOpenCL.so.1"
says 'the program launched no kernel$'
capture 1 --launch 1 --limit 31 -o ninth "$program" big
says 'not captured: launch 1: .* 16.0 MiB before it and 16.0 MiB after it, .* 31 MiB'
capture 1 --launch 1 -o ninth "$program" never-set
says 'not captured: launch 1: it waits for a user event'
capture 137 --launch 1 -o ninth "$program" killed
says 'not captured: the program ended before launch 1 was copied'
capture 1 --launch 1 -o ninth true
says 'no process of true loaded the capture layer'
capture 3 --launch 1 -o ninth sh -c 'exit 3'
capture 127 --launch 1 -o ninth "$work/absent"
[ ! -e "$work/here/ninth" ] || fail "a directory is left over"

# -- signals -------------------------------------------------------------------------------

# A shell lets what it starts in the background ignore SIGINT.
with_interrupt=
env --default-signal=INT,HUP true 2>/dev/null && with_interrupt="env --default-signal=INT,HUP"
mkfifo "$work/open" "$work/lines" "$work/go"

# begin WORD...: starts the tool in the background. All processes that come of it have the FIFO open.
begin() {
	checks=$((checks + 1))
	ran=$*
	cat "$work/open" >"$work/late" &
	reader=$!
	# shellcheck disable=SC2086  # words, or none
	(cd "$work/here" && exec $with_interrupt "$clrouter" capture --layer "$layer" "$@") \
		9>"$work/open" >"$work/out" 2>"$work/lines" &
	tool=$!
	exec 7<"$work/lines"
	: >"$work/err"
}

# await TEXT: until the tool says so.
await() {
	while read -r line <&7; do
		printf '%s\n' "$line" >>"$work/err"
		case $line in *"$1"*) return ;; esac
	done
	fail "capture $ran: ended before it said \"$1\": $(cat "$work/err")"
}

# ended STATUS: with all its processes.
ended() {
	status=0
	wait "$tool" 2>/dev/null || status=$?
	cat <&7 >>"$work/err"
	exec 7<&-
	wait "$reader"
	[ "$status" -eq "$1" ] || fail "capture $ran: status $status, expected $1: $(cat "$work/err")"
}

# whole DIRECTORY: nothing is missing, nothing too much.
whole() {
	find "$work/here/$1" -name '.*' | grep . && fail "capture $ran: a file is left over"
	for file in launch.txt launch.h replay.c Makefile; do
		[ -s "$work/here/$1/$file" ] || fail "capture $ran: there is no $file"
	done
	grep -q '^call	.*	\(runs\|problem\)=' "$work/here/$1/launch.txt" || fail "capture $ran: it is not finished"
}

for signal in HUP:129 TERM:143 INT:130; do
	number=${signal#*:}
	signal=${signal%:*}
	[ "$signal" != INT ] || [ -n "$with_interrupt" ] || continue
	# While the program runs: it ends by the signal, and its launch is there.
	# shellcheck disable=SC2016  # the shell's own
	begin --launch 6 -o "ran-$signal" sh -c '"$0" several && echo started >&2 && exec cat "$1"' \
		"$program" "$work/go"
	await started
	kill -s "$signal" "$tool"
	ended "$number"
	says "^clrouter: captured: ran-$signal\$" 'it had the same results'
	whole "ran-$signal"
	# While the launch is replayed, which would never end. What was captured stays.
	begin --launch 1 -o "replayed-$signal" "$program" meets
	await 'it took'
	kill -s "$signal" "$tool"
	ended "$number"
	says "^clrouter: captured: replayed-$signal\$" 'replayed on the same driver: a signal has ended the attempt' \
		'not checked by validation: a signal has ended the attempt'
	whole "replayed-$signal"
done
# The program keeps its own way to end. A signal that comes before the shell opens a pipe would not end
# that, so the shell waits for nothing that takes longer than a moment.
begin --launch 9 -o own sh -c 'trap "exit 5" TERM; echo started >&2; while :; do sleep 0.05; done'
await started
kill -s TERM "$tool"
ended 5
# Ignored, as after nohup(1).
# shellcheck disable=SC2016  # the shell's own
capture 0 --launch 1 -o ignored sh -c 'trap "" HUP; "$0" several; kill -HUP $PPID' "$program"

for words in "" "--kernel a --launch 1" "--kernel a --failing" "--launch 1 --failing"; do
	# shellcheck disable=SC2086  # words
	capture 2 $words "$program" several
	says 'needs one of --kernel, --launch and --failing'
done
capture 2 --launch 1
says 'needs a program'
for words in "--launch 0" "--launch x" "--launch 3-2" "--launch 1 --count 0" "--limit 0 --launch 1" "--kernel" "--filter x"; do
	# shellcheck disable=SC2086  # words
	capture 2 $words
done

finish
