#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
#
# clrouter diverge: a driver that spoils some launches, with some inputs; one that dies, hangs or refuses a
# launch; what is not deterministic, a race, what is wrong with the kernel itself; limits of memory and time;
# launches that wait for the program, and a program that dies. PoCL is compared with itself and with Oclgrind.
set -u
# shellcheck source=tests/layers/layer-programs.sh
. "${srcdir:-.}/tests/layers/layer-programs.sh"

[ -e "$layers/libCLCapture.so" ] || skip "there is no capture layer on this system"
clrouter=$PWD/clrouter
program=$PWD/tests/tool/diverge-program
spoiling=$PWD/tests/stubs/diverge-driver.so
example=$PWD/doc/examples/vector-add
DIVERGE_DRIVER=$(cat "$pocl")
export DIVERGE_DRIVER
mkdir "$work/here"
cd "$work/here" || exit 99

# diverge STATUS WORD...
diverge() {
	expected=$1
	shift
	checks=$((checks + 1))
	ran=$*
	status=0
	rm -rf out out-*
	"$clrouter" diverge --layer "$layers/libCLCapture.so" -o out "$@" >"$work/out" 2>"$work/err" || status=$?
	[ "$status" -eq "$expected" ] ||
		fail "diverge $ran: status $status, expected $expected: $(cat "$work/err")"
}

# says TEXT...: each is in a line of standard error.
says() {
	for text; do
		grep -q -e "$text" "$work/err" ||
			fail "diverge $ran: does not say \"$text\": $(cat "$work/err")"
	done
}

# ends TEXT: the last line
ends() {
	tail -n 1 "$work/err" | grep -q -e "$1" || fail "diverge $ran: ends with $(cat "$work/err")"
}

# number N DIRECTORY
number() {
	grep -q "^call	.*	number=$1	" "$2/launch.txt" || fail "diverge $ran: launch $1 is not in $2"
}

# spoil NAME=VALUE...: the fault of the driver from now on
spoil() {
	unset DIVERGE_KERNEL DIVERGE_EACH DIVERGE_INPUT DIVERGE_FAULT DIVERGE_WHERE
	for pair; do
		export "DIVERGE_$pair"
	done
}

# A driver that is right, all launches and some.
spoil KERNEL=none
diverge 0 --on "$spoiling" "$program" plain 40
says '^clrouter: 40 of 40 launches compared on Spoiling: '
ends '^clrouter: no launch differs$'
grep -q '^done$' "$work/out" || fail "the program has no output"
[ ! -e out ] || fail "there is a capture although nothing differs"
diverge 0 --on "$spoiling" --launch 3-6 --kernel 'sc*' "$program" plain 40
says '^clrouter: 2 of 2 launches compared'
diverge 0 --on "$spoiling" --kernel 'add:2-4' "$program" plain 40
says '^clrouter: 3 of 3 launches compared'
diverge 3 --on "$spoiling" --kernel nothing "$program" plain 4
ends 'nothing was compared: none of 4 launches is one that is asked for$'
diverge 0 --on "$spoiling" "$program" same 6
says '^clrouter: 12 of 12 launches compared'

# Each third launch of a kernel; and only with one input, which replay.c shows alone.
spoil KERNEL=add EACH=3
diverge 1 --on "$spoiling" "$program" plain 20
says '^clrouter: launch 6, kernel add, on Spoiling: .*: argument 1 .*: number 2 of its buffer (byte 8)' \
	'^clrouter: replayed alone on Spoiling: .*comes only after other launches' \
	'^clrouter: kernel add differs on Spoiling: .* in 3 of 10 launches, first in launch 6: argument 1'
ends '^clrouter: launch 6 is in out, with replay.c$'
number 6 out
[ -e out/replay.c ] || fail "there is no replay.c"
spoil INPUT=7
diverge 1 --on "$spoiling" "$program" plain 20
says '^clrouter: replayed alone on Spoiling: .*, it is the same: argument 1' \
	'^clrouter: kernel scale differs on Spoiling: .* in 1 of 10 launches, first in launch 7: argument 1'
number 7 out
OCL_ICD_VENDORS='' "$clrouter" replay --driver "$spoiling" out >"$work/said" 2>&1
[ $? -eq 1 ] || fail "replay shows nothing: $(cat "$work/said")"

# Two kernels: each is named, each has a capture.
spoil
diverge 1 --on "$spoiling" "$program" plain 4
says 'kernel scale differs .* in 2 of 2 launches, first in launch 1' \
	'kernel add differs .* in 2 of 2 launches, first in launch 2'
number 1 out
number 2 out-2

# It dies, hangs, ends the process, or refuses the launch; the next launches are compared all the same.
for fault in crash:crashed hang:'did not come back' exit:'with status 3' refuse:CL_OUT_OF_RESOURCES; do
	spoil KERNEL=add EACH=3 FAULT="${fault%%:*}"
	diverge 1 --on "$spoiling" --timeout 2 "$program" plain 14
	says "^clrouter: kernel add fails on Spoiling: .* in 2 of 7 launches, first in launch 6: .*${fault#*:}" \
		'^clrouter: 14 of 14 launches compared'
done
# A kernel that does so each time is not tried again and again.
spoil KERNEL=add FAULT=exit
diverge 1 --on "$spoiling" "$program" plain 20
says '^clrouter: kernel add fails on .* in 3 of 3 launches' '^clrouter: 13 of 20 launches compared' \
	'^clrouter: not compared: 7 launches: kernel add had failed 3 times in a row$'

# It dies while it builds, or when it is loaded a second time. One that refuses to build has no wrong results.
DIVERGE_AFTER=$work/after
export DIVERGE_AFTER
spoil FAULT=crash WHERE=build
diverge 1 --on "$spoiling" "$program" plain 2
says 'kernel scale fails .* in 1 of 1 launch, first in launch 1: .* while it built the program'
spoil FAULT=refuse WHERE=build
diverge 3 --on "$spoiling" "$program" plain 10
says '^clrouter: not compared: 3 launches: kernel add on Spoiling: .*: clBuildProgram returned' \
	'^clrouter: not compared: 2 launches: kernel add had failed 3 times in a row$'
ends 'nothing was compared$'
[ ! -e out ] || fail "a launch that was not compared is kept"
spoil FAULT=crash WHERE=platforms
# shellcheck disable=SC2016  # the shell's own
diverge 1 --on "$spoiling" sh -c 'touch "$DIVERGE_AFTER" && exec "$0" plain 1' "$program"
says 'kernel scale fails .* in 1 of 1 launch, .* while its library was loaded'
diverge 2 --on "$spoiling" "$program" plain 1
says 'diverge-driver.so: it crashed with SIGABRT, while it listed its platforms'
# The program's own driver dies, but not in the program: nothing is said of the other one.
spoil KERNEL=add FAULT=crash
checks=$((checks + 1))
status=0
OCL_ICD_VENDORS='' OCL_ICD_FILENAMES=$spoiling "$clrouter" diverge --layer "$layers/libCLCapture.so" -o out \
	--on "$spoiling" env -u DIVERGE_FAULT DIVERGE_KERNEL=none "$program" plain 4 >"$work/out" 2>"$work/err" ||
	status=$?
[ "$status" -eq 3 ] || fail "a driver that dies again: status $status, expected 3: $(cat "$work/err")"
says 'not compared: 2 launches: kernel add on Spoiling: .*: it crashed with SIGABRT'
ends 'no launch that was compared differs$'

# Nothing is said of a driver if the launch is not the same each time where the program runs.
spoil KERNEL=random
diverge 3 --on "$spoiling" "$program" random 3
says '^clrouter: kernel random: 3 of 3 launches passed over: not deterministic on Portable Computing Language'
ends '^clrouter: no launch that was compared differs$'

# Memory: one launch after the other; more than the limit; and launches that wait for the program.
spoil KERNEL=none
diverge 0 --on "$spoiling" --limit 100 "$program" plain 8 8
says '^clrouter: 8 of 8 launches compared on .*, with copies of [1-9][0-9]* MiB at most at once$'
most=$(sed -n 's/.*with copies of \([0-9]*\) MiB.*/\1/p' "$work/err")
[ "$most" -le 100 ] || fail "$most MiB are more than the limit"
diverge 3 --on "$spoiling" --limit 50 "$program" plain 3 8
says '^clrouter: not compared: 3 launches: it takes [0-9]* MiB, more than --limit allows$'
diverge 0 --on "$spoiling" "$program" held 6
diverge 3 --on "$spoiling" --limit 100 "$program" held 6 8
says '^clrouter: not compared: 5 launches: --limit was reached by launches that do not end$'

# Time: the comparison ends, and the program does not.
spoil KERNEL=add FAULT=hang
diverge 1 --on "$spoiling" --duration 1 --timeout 2 "$program" plain 6
says '^clrouter: not compared: 4 launches: --duration was over$' 'kernel add fails .* in 1 of 1 launch'
grep -q '^done$' "$work/out" || fail "the program did not end as usual"
# shellcheck disable=SC2016  # the shell's own
diverge 3 --on "$spoiling" --duration 1 sh -c 'sleep 1; "$0" plain 6' "$program"
says '^clrouter: not compared: [0-9]* launch.*: --duration was over$'
ends 'nothing was compared$'
grep -q '^done$' "$work/out" || fail "the program did not end as usual"

# The program dies, fails, or is not there.
spoil KERNEL=none
diverge 3 --on "$spoiling" "$program" killed 4
says 'ended with status 137'
diverge 3 --on "$spoiling" "$work/no-program"
ends 'nothing was compared: no process of .* loaded the capture layer'
diverge 3 --on "$spoiling" true
# Wrong use.
diverge 2 "$program" plain 1
says 'diverge needs --on'
diverge 2 --on "$spoiling"
diverge 2 --on no-such-driver "$program" plain 1
says 'no driver or platform that "no-such-driver" names has a device'
diverge 2 --on "$spoiling" --launch 0 "$program" plain 1
mkdir out.there
checks=$((checks + 1))
"$clrouter" diverge --on "$spoiling" -o out.there "$program" plain 1 2>"$work/err"
[ $? -eq 2 ] || fail "a directory that is there: $(cat "$work/err")"

# Nothing is left.
# shellcheck disable=SC2016  # the shell's own
diverge 0 --on "$spoiling" sh -c 'readlink /proc/$PPID/fd/* | grep /clrouter-; "$0" plain 4' "$program"
grep /clrouter- "$work/out" >"$work/found"
[ -s "$work/found" ] || fail "its directory is not known"
while read -r directory; do
	[ ! -e "$directory" ] || fail "$directory is left"
done <"$work/found"

# Another implementation. A race is the kernel's own fault, whichever driver shows it.
if command -v oclgrind >/dev/null; then
	diverge 0 --on '*oclgrind*' "$program" plain 10
	diverge 0 --on '*oclgrind*' "$program" inexact 2
	diverge 0 --on '*oclgrind*' "$example"
	ends '^clrouter: no launch differs$'
	diverge 3 --on '*oclgrind*' "$program" race 2
	says 'the kernel has a race (oclgrind: .*): no driver is shown to be wrong$'
else
	echo "Oclgrind is not installed: left out"
fi
finish
