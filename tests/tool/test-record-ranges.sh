#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
#
# clrouter record and the ranges that a program gives to ITT and NVTX: range-program finds the library as
# programs do, and the report has what it says.
# shellcheck disable=SC1091,SC2154  # tool-lib.sh sets them
set -u
. "${srcdir:-.}/tests/tool/tool-lib.sh"

layer=$PWD/.libs/libCLRecord.so
program=$PWD/tests/tool/range-program
[ -x "$PWD/tests/tool/.libs/range-program" ] && program=$PWD/tests/tool/.libs/range-program
LD_LIBRARY_PATH=$PWD/.libs
OPENCL_LOADER_CONFIG=none
OCL_ICD_FILENAMES=$drivers/tool-driver.so
export LD_LIBRARY_PATH OPENCL_LOADER_CONFIG OCL_ICD_FILENAMES
unset INTEL_LIBITTNOTIFY64 INTEL_LIBITTNOTIFY32 NVTX_INJECTION64_PATH NVTX_INJECTION32_PATH

case $(od -A n -t x1 -j 4 -N 1 "$layer") in
*02) own=64 other=32 ;;
*) own=32 other=64 ;;
esac

# record WORD...: range-program with these words, recorded in an empty directory.
record() {
	rm -rf "$work/here"
	mkdir "$work/here"
	cd "$work/here" || exit 99
	run record --layer "$layer" -o out "$@"
	cd - >/dev/null || exit 99
	recorded=$error
}

# expect TEXT COMMAND...
expect() {
	text=$1
	shift
	"$@" || fail "$text: $ran: status $status: $output$error"
}

says() {
	printf '%s\n' "$recorded" | grep -q -e "$1"
}

# has NAME PATTERN: the report has the range NAME with these members, in their order.
has() {
	printf '%s' "$output" | tr -d '\n' | tr '{}' '\n\n' | grep -q -e "\"name\": *\"$1\",.*$2" ||
		fail "the report of $ran has no $1 with $2: $output"
}

record "$program" nvtx push=early call pop
if ! says recorded: && grep -q -e __asan_init -e __tsan_init "$layer"; then
	echo "left out: the layer is built with a sanitizer, which only programs built with it can load"
	exit 77
fi

# NVTX: what is before the first OpenCL call, too.
expect "nvtx" test "$status" -eq 0
expect "nvtx: nothing is printed" test -z "$output"
expect "nvtx: one record" says '^clrouter: recorded: out$'
record "$program" nvtx push=early mark=here push=inner call call pop registered=text call domain-pop wide=x pop \
	start=shared thread pop pop push=late call
run report --json "$work/here/out"
has early '"kind": *"range", *"count": *1, *"without_end": *0,.*"calls": *3,'
has inner '"without_end": *0,.*"calls": *2,'
has text '"domain": *"a domain", *"kind": *"range",.*"calls": *1,'
has '€x' '"without_end": *0'
has here '"kind": *"mark", *"count": *1,'
has shared '"kind": *"shared", *"count": *1, *"without_end": *0,.*"calls": *1,'
has 'in a thread' '"calls": *1,'
has late '"without_end": *1,.*"calls": *1,'
printf '%s' "$output" | tr -d ' \n' | grep -q '"unpaired_ranges":1,' || fail "the pop too many: $output"
run report "$work/here/out"
want "^Ranges of the program  *count  *run  *total  *mean  *calls  *device\$"
want "^  early  *1 .* 3 "
want "^  mark here  *1  *-  *-  *-  *-  *-\$"
want "^Ends of ranges that had not begun: 1\$"
run report "$work/here"
want "^Ranges of the programs  *count"
run report --export csv "$work/here/out"
want ",range,text (a domain),1,"

# ITT.
record "$program" itt task=outer task=inner call task-end task-end overlapped=over frame call frame-end \
	overlapped-end marker=here
expect "itt" test "$status" -eq 0
expect "itt: nothing is printed" test -z "$output"
run report --json "$work/here/out"
has outer '"domain": *"an.itt.domain", *"kind": *"range",.*"without_end": *0,.*"calls": *1,'
has inner '"calls": *1,'
has over '"kind": *"shared",.*"without_end": *0,.*"calls": *1,'
has frame '"kind": *"shared",.*"without_end": *0,.*"calls": *1,'
has here '"kind": *"mark",'

# Both, in a child that goes on after a fork: its record is another one, and the push is in the parent's.
record "$program" nvtx itt push=parent call fork push=child task=task call task-end pop pop
expect "fork: two records" test "$(printf '%s\n' "$recorded" | grep -c '^clrouter: recorded:')" -eq 2
run report --json "$work/here/out"
has parent '"without_end": *1,'
printf '%s' "$output" | grep -q '"name": *"child"' && fail "the parent's record has the child's range"
child=$(find "$work/here" -name 'out.*')
run report --json "$child"
has child '"without_end": *0,.*"calls": *1,'
has task '"calls": *1,'

# A program that is killed has what it said.
record "$program" nvtx push=killed call kill
expect "killed" test "$status" -eq 137
run report --json "$work/here/out"
has killed '"without_end": *1,'

# Without an OpenCL call the ranges are there, and why there is no call is said.
record "$program" nvtx push=alone pop
expect "no call" says '^clrouter: no OpenCL call was recorded, but ranges of the program: no process of '
expect "no call: recorded" says '^clrouter: recorded: out$'
run report "$work/here/out"
want "^  alone  *1 "
want_not "^At the end"

# Nothing happens without the command, and with sums.
record --summary-only "$program" itt nvtx push=a call pop
expect "sums" test "$output" = "itt: none
nvtx: none"
rm -rf "$work/alone"
mkdir "$work/alone"
output=$(cd "$work/alone" && "$program" itt nvtx push=a task=b call pop task-end)
expect "without record" test "$output" = "itt: none
nvtx: none"
expect "without record: no file" test -z "$(ls "$work/alone")"

# A layer that is loaded, but not to record: the library of a variable that somebody has set.
output=$(cd "$work/alone" && env "NVTX_INJECTION${own}_PATH=$work/none.so" "$program" nvtx push=a)
printf '%s' "$output" | grep -q 'nvtx: .*none.so' || fail "a library that is not there: $output"

# What the user has set stays, and is said.
mine=$work/mine.so
env "NVTX_INJECTION${own}_PATH=$mine" "$clrouter" record --layer "$layer" -o "$work/kept" sh -c \
	"echo \$NVTX_INJECTION${own}_PATH \$INTEL_LIBITTNOTIFY${own}" >"$work/said" 2>"$work/error"
expect "a variable of the user's" test "$(cat "$work/said")" = "$mine $layer"
grep -q "^clrouter: note: NVTX_INJECTION${own}_PATH is set to $mine and stays: ranges that the program gives to NVTX are not recorded\$" \
	"$work/error" || fail "a variable of the user's is not named: $(cat "$work/error")"

# Programs of the other word size: the library is the one beside the folder of this one, if it is there.
case $own in
64) from=x86_64-linux-gnu to=i386-linux-gnu ;;
*) from=i386-linux-gnu to=x86_64-linux-gnu ;;
esac
mkdir -p "$work/$from/clrouter" "$work/$to/clrouter"
cp "$layer" "$work/$from/clrouter/libCLRecord.so"
show="echo \$NVTX_INJECTION${own}_PATH \$NVTX_INJECTION${other}_PATH \$INTEL_LIBITTNOTIFY${other}"
run record --layer "$work/$from/clrouter/libCLRecord.so" -o "$work/wide" sh -c "$show"
expect "no other word size" test "$output" = "$work/$from/clrouter/libCLRecord.so"
: >"$work/$to/clrouter/libCLRecord.so"
run record --layer "$work/$from/clrouter/libCLRecord.so" -o "$work/wide" sh -c "$show"
expect "the other word size" test "$output" = \
	"$work/$from/clrouter/libCLRecord.so $work/$to/clrouter/libCLRecord.so $work/$to/clrouter/libCLRecord.so"

[ "$failed" -eq 0 ]
