#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
#
# clrouter record: what it passes to the program and on from it, where the records are, what it
# says if there is none. The programs are layer-program on a stub driver, and shells.
set -u
. "${srcdir:-.}/tests/tool/tool-lib.sh"

layer=$PWD/.libs/libCLRecord.so
program=$PWD/tests/layers/.libs/layer-program
[ -x "$program" ] || program=$PWD/tests/layers/layer-program
reader=$PWD/tests/layers/record-check
LD_LIBRARY_PATH=$PWD/.libs
OPENCL_LOADER_CONFIG=none
OCL_ICD_FILENAMES=$drivers/tool-driver.so
export LD_LIBRARY_PATH OPENCL_LOADER_CONFIG OCL_ICD_FILENAMES

# The layer of the build directory, in an empty directory.
record() {
	rm -rf "$work/here"
	mkdir "$work/here"
	again "$@"
}

again() {
	cd "$work/here" || exit 99
	run record --layer "$layer" "$@"
	cd - >/dev/null || exit 99
}

# expect TEXT COMMAND...
expect() {
	text=$1
	shift
	"$@" || fail "$text: $ran: status $status: $error"
}

says() {
	printf '%s\n' "$error" | grep -q -e "$1"
}

has_records() {
	[ "$(find "$work/here" -name '*.clrecord*' -o -name 'out*' | wc -l)" -eq "$1" ]
}

is_read() {
	for file in "$work"/here/*; do
		"$reader" "$file" >"$work/read" 2>&1 || return
	done
}

record "$program"
if [ "$status" -ne 0 ] || ! says recorded:; then
	printf '%s\n' "$error"
	if grep -q -e __asan_init -e __tsan_init "$layer"; then
		echo "left out: the layer is built with a sanitizer, which only programs built with it can load"
		exit 77
	fi
fi
expect "a program" test "$status" -eq 0
expect "a program: where" says '^clrouter: recorded: layer-program\.[0-9]*\.clrecord$'
expect "a program: and how" says '^clrouter: to look at it: clrouter report layer-program'
expect "a program: one record" has_records 1
expect "a program: record" is_read
expect "a program: its call" grep -q '1 clGetPlatformIDs' "$work/read"

# In the directory of a build it need not be said where the library and the layers are.
cd "$work/here" || exit 99
runner="env -u LD_LIBRARY_PATH"
run record -o own "$program"
runner=
cd - >/dev/null || exit 99
expect "the layer of the build" says '^clrouter: recorded: own$'
expect "the loader of the build" test "$(printf '%s\n' "$error" | grep -c loader)" -eq 0

record -o out "$program"
expect "-o" says '^clrouter: recorded: out$'
echo old >"$work/here/out"
again --output=out "$program"
expect "--output: replaced" is_read
expect "--output: one file" has_records 1
record -oout sh -c '"$1"; "$1"; cd /; exec "$1"' sh "$program"
expect "children and exec" test "$status" -eq 0
expect "children and exec: a record for each" has_records 3
expect "children and exec: records" is_read
expect "children and exec: all are named" says '^clrouter: to look at them: clrouter report out out[^ ]* out[^ ]*$'
mkdir "$work/a b"
record -o "$work/a b/" sh -c 'for i in 1 2 3 4 5 6 7 8 9 10 11; do "$1"; done' sh "$program"
expect "many children: the directory is named" says "^clrouter: to look at them: clrouter report $work/a b/\$"
record -o none/out "$program"
expect "-o in no directory" test "$status" -eq 1
record -o made/ sh -c 'ls -d made/ && "$1" >/dev/null' sh "$program"
expect "-o made/: the directory is made before the program starts" test "$output" = made/
expect "-o made/: the record" says '^clrouter: recorded: made/layer-program\.[0-9]*\.clrecord$'
expect "-o made/: nobody else can read it" test "$(stat -c %a "$work/here/made")" = 700
again -o made/ "$program"
expect "-o made/: once more" test "$(find "$work/here/made" -type f | wc -l)" -eq 2
for name in none/none/ 'none/%p' 'none/%h/a' none/a; do
	record -o "$name" touch started
	expect "-o $name: no such directory" test "$status" -eq 1
	expect "-o $name: the program is not started" test ! -e "$work/here/started"
	expect "-o $name: it says so" says 'none/.*: No such file or directory'
done
: >"$work/plain"
record -o "$work/plain/%p" true
expect "-o: below a file" says 'plain/: Not a directory; name a file in another directory by -o'

# Two ranks of a job, whose program has started another one.
mkdir "$work/job"
for rank in 0 1; do
	PMI_RANK=$rank SLURM_JOB_ID=17 record -o "$work/job/%j-%r.%q{KIND}.clrecord" \
		env KIND=a/b sh -c '"$1" && exec "$1"' sh "$program"
	expect "placeholders" test "$status" -eq 0
	first=$work/job/17-$rank.a_b.clrecord
	expect "placeholders: the first process" test -f "$first"
	expect "placeholders: the second one" test "$(find "$work/job" -name "17-$rank*" | wc -l)" -eq 2
	run report "$first"
	expect "the report has host, rank and job" test "$(printf '%s\n' "$output" | sed -n '2s/^  [-0-9: ]*, //p')" = \
		"host $(uname -n), rank $rank, job 17"
done

record -o /dev/null "$program"
expect "-o: a device" says 'not a regular file'
mkdir "$work/others"
chmod 1777 "$work/others"
echo mine >"$work/mine"
ln -s "$work/mine" "$work/others/link"
record -o "$work/others/link" "$program"
expect "-o: a link" says 'a link leads to it, in a directory that others may write'
expect "-o: a link: not followed" test "$(cat "$work/mine")" = mine

record sh -c 'exit 7'
expect "exit status" test "$status" -eq 7
expect "no call" says 'nothing was recorded: no process of sh loaded the record layer'
# Programs of another word size than the layer's have that cause, and no other.
class_of() {
	od -A n -t x1 -j 4 -N 1 "$1"
}
if [ "$(class_of "$layer")" = "$(class_of /bin/sh)" ]; then
	expect "not linked" says 'sh is not linked to libOpenCL.so.1, and no process was seen to load one'
	record sh -c 'kill -SEGV $$'
	expect "a signal before the first call" says 'sh was ended by signal 11 (.*) before its first OpenCL call'
	record sh -c /nonexistent/program
	expect "a program that is not there" says 'sh ended with status 127, which says that a program could not'
	layer=$work/none/libCLRecord.so
	record true
	expect "no layer" says 'nothing was recorded: no process of true loaded the record layer: the layer .*libCLRecord.so is not loaded: '
	layer=$PWD/.libs/libCLRecord.so
else
	echo "not tested: why nothing is recorded: the programs of the system have another word size"
fi
record --filter 'clCreate*,clCreateBuffr' "$program"
expect "a misspelt function" test "$status" -eq 2
expect "a misspelt function: what is meant" says '^clrouter: --filter: .* such as clCreateBuffer, found "clCreateBuffr"$'
record --filter clWaitForEvents "$program"
expect "no call that is wanted" says 'loaded in 1 process, but --filter selects none'
record -o out true
expect "no call: no file is left" has_records 0
record /nonexistent/program
expect "no program" test "$status" -eq 127
record sh -c 'kill -9 $$'
expect "signal" test "$status" -eq 137
record sh -c "'$program'; kill -TERM \$\$"
expect "signal: the record is reported" says 'recorded:'
expect "signal: its status" test "$status" -eq 143

# A signal to the tool is the program's; both end by it, as a shell sees.
cd "$work/here" || exit 99
"$clrouter" record --layer "$layer" sh -c 'trap "exit 5" INT; echo $$ >started; while :; do sleep 0.05; done' \
	2>"$work/error" &
tool=$!
cd - >/dev/null || exit 99
while [ ! -s "$work/here/started" ]; do sleep 0.05; done
kill -TERM $tool
wait $tool
status=$?
error=$(cat "$work/error")
expect "TERM is passed on" test "$status" -eq 143

# A process that another one than the tool waits for: it hangs in a call, is killed, and the program goes on.
live_program=$PWD/tests/tool/live-program
# shellcheck disable=SC2016  # of the inner shell
record -o out sh -c 'mkfifo in; "$0" "$1" <in >said &
	exec 9>in; echo hang >&9
	while ! grep -q done said; do kill -0 $! || exit 9; sleep 0.02; done
	sleep 0.5; kill -9 $!; wait $!; sleep 4; exit 0' "$live_program" "$layer"
expect "a process of the program is killed" test "$status" -eq 0
run report "$work/here/out"
want "^At the end: the program was \(killed or crashed\|ended by signal 9 (Killed)\)\$"
want "^  in clFinish of thread [0-9]* since .*, for "
want_not "Run time at least"
run report --json "$work/here/out"
if python3 -c 'import json' 2>/dev/null; then
	have_python=yes
	want_json "0.4e9 < report['unfinished'][0]['duration_ns'] < 3e9 and report['run_ns'] < 3e9"
	want_json "report['signal'] in (None, 9)"
fi

record --filter 'clEnqueue*' --duration 100 --limit 2 --profile-queues sh -c 'env | grep ^OPENCL_RECORD | sort'
expect "the settings" test "$(printf '%s\n' "$output" | grep -v -e _FILE= -e _STATUS=)" = \
	'OPENCL_RECORD_DURATION=100
OPENCL_RECORD_FILTER=clEnqueue*
OPENCL_RECORD_LIMIT=2
OPENCL_RECORD_PROFILE_QUEUES=yes
OPENCL_RECORD_REPLACE=no'
for words in "" "--duration 0 true" "--limit x true" "--nothing true" "-o" "-x true"; do
	# shellcheck disable=SC2086  # words
	run record $words
	expect "wrong command line" test "$status" -eq 2
done
run list -o x
expect "an option of record" test "$status" -eq 2

# The layer is nearest the program.
OPENCL_LAYERS=libfirst.so
export OPENCL_LAYERS
record sh -c 'echo "$OPENCL_LAYERS"'
expect "the place of the layer" test "$output" = "libfirst.so:$layer"
unset OPENCL_LAYERS

record --layer "$PWD/.libs/libCLTrace.so" -o out "$program"
expect "a layer that asks at its start: no record of clrouter itself" has_records 1

mkdir -p "$work/root"
printf '[loader]\nenvironment = ignore\n' >"$work/root/loader.conf"
OPENCL_LOADER_CONFIG=$work/root/loader.conf
record "$program"
[ "$status" -eq 0 ] || expect "environment = ignore" says 'environment = ignore'

[ "$failed" -eq 0 ]
